"""METEOR's normaliser, synsets and alignments: the kernel against plain Python."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import strings, texts

import reference
from assay import kernel
from assay.text import Column
from reference.meteor import Lexicon, Match, align, crossings
from support.small_resources import hashes, phrase_sides
from support.strategies import lines

WORDS = ("a", "b", "c", "cat", "cats", "big", "large", "the", "as", "well", "too")
PREFIXES = {"Mr": 1, "No": 2, "a": 1, "x": 2}
SYNSETS = {"big": [1, 2], "large": [1], "too": [7], "well": [2, 7], "cat": [9]}
EXCEPTIONS = {"mice": ["cat", "big"]}
TABLE: dict[tuple[str, ...], list[tuple[str, ...]]] = {
    ("as", "well"): [("too",), ("a",)],
    ("too",): [("as", "well")],
    ("a",): [("b", "b"), ("c",), ("b",)],
    ("the", "cat"): [("cat",), ("big", "cats", "too")],
    ("b",): [("a",)],
}
CHARACTERS = "aAzé.,'`-–—‘’“”\"0 5 \t\u00a0\v…s中x'.,-"
INFLECTED = (*WORDS, "mice", "boxes", "largest", "biging", "ss", "bigs", "wells", "é")
text = st.text(CHARACTERS, max_size=30) | lines()
sentences = st.lists(st.sampled_from(WORDS), max_size=9)


def stem(word: str) -> str:
    return word.rstrip("s")


def synsets(word: str) -> frozenset[int]:
    return frozenset(reference.synset_ids(word, SYNSETS, EXCEPTIONS, inflected=True))


def table() -> kernel.ParaphraseTable:
    pairs = [(" ".join(phrase), " ".join(other)) for phrase, others in TABLE.items() for other in others]
    return kernel.ParaphraseTable.of(*phrase_sides(pairs))


def synset_table() -> kernel.SynsetTable:
    keys = hashes(*SYNSETS)
    order = np.argsort(keys)
    listed = [list(SYNSETS.values())[place] for place in order]
    values = np.array([number for numbers in listed for number in numbers], dtype=np.uint64)
    offsets = np.cumsum([0, *map(len, listed)]).astype(np.int64)
    bases = hashes(*EXCEPTIONS["mice"])
    return kernel.SynsetTable(
        keys[order], offsets, values, hashes("mice"), np.array([0, len(bases)], dtype=np.int64), bases
    )


def numbered(
    hyps: list[list[str]], refs: list[list[str]]
) -> tuple[kernel.MeteorSentences, kernel.MeteorWords]:
    hyp, ref = (texts([" ".join(words) for words in side]) for side in (hyps, refs))
    all_of_them = kernel.meteor_sentences(hyp, ref, np.arange(len(hyps) + 1, dtype=np.int64))
    words = list(Column(*all_of_them.words))
    stems = list(map(stem, words))
    known = kernel.MeteorWords(
        np.array([word in ("a", "the") for word in words], dtype=np.uint8),
        np.ones(len(words), dtype=np.int32),
        np.array([stems.index(each) for each in stems], dtype=np.int32),
        kernel.synset_ids(all_of_them.words, synset_table(), inflected=True),
    )
    return all_of_them, known


@given(
    st.lists(st.text(CHARACTERS, max_size=30) | lines(), max_size=4),
    st.sampled_from(["en", "fr", "de"]),
    st.booleans(),
)
def test_normalised_text(column: list[str], language: str, punctuation: bool) -> None:
    keys = hashes(*PREFIXES)
    order = np.argsort(keys)
    kinds = np.array(list(PREFIXES.values()), dtype=np.uint8)
    rule = {"en": "english", "fr": "french", "de": "alone"}[language]
    normal = kernel.meteor_texts(
        texts(column),
        rule,
        kernel.Abbreviations(keys[order], kinds[order]),
        punctuation=punctuation,
        threads=1,
    )
    assert strings(normal) == [
        reference.normalise(line, language, PREFIXES, punctuation=punctuation) for line in column
    ]


@given(st.lists(st.lists(st.sampled_from([*WORDS, ""]), min_size=1, max_size=18).map(" ".join), max_size=5))
def test_phrase_hashes(column: list[str]) -> None:
    hashed, offsets = kernel.phrase_hashes(texts(column))
    assert [hashed[a:b].tolist() for a, b in pairwise(offsets)] == [
        reference.phrase_hashes(line) for line in column
    ]


@given(st.lists(lines(), max_size=4))
def test_plain_text_is_split_at_blanks(column: list[str]) -> None:
    none = kernel.Abbreviations(np.zeros(0, np.uint64), np.zeros(0, np.uint8))
    split = kernel.meteor_texts(texts(column), None, none)
    blanks = str.maketrans("\t\n\r\f", "    ")
    assert strings(split) == [" ".join(filter(None, line.translate(blanks).split(" "))) for line in column]


@given(
    st.lists(
        st.sampled_from([*WORDS, "mice", "boxes", "largest", "biging", "ss", "bigs", "wells", "é"]),
        max_size=9,
    )
)
def test_synsets(words: list[str]) -> None:
    for inflected in (False, True):
        offsets, ids = kernel.synset_ids(texts(words), synset_table(), inflected=inflected)
        rows = [ids[a:b].tolist() for a, b in pairwise(offsets)]
        assert rows == [
            reference.synset_ids(word, SYNSETS, EXCEPTIONS, inflected=inflected) for word in words
        ]


@settings(max_examples=400)
@given(st.lists(st.tuples(sentences, sentences), min_size=1, max_size=4), st.sampled_from([1, 3, 40, 100]))
def test_alignments(pairs: list[tuple[list[str], list[str]]], beam: int) -> None:
    lexicon = Lexicon(stem, synsets, TABLE)
    hyps, refs = [hyp for hyp, _ in pairs], [ref for _, ref in pairs]
    matches, offsets = kernel.meteor_matches(*numbered(hyps, refs), table(), beam=beam, threads=1)
    for place, (hyp, ref) in enumerate(pairs):
        native = [Match(*row) for row in matches[offsets[place] : offsets[place + 1]].tolist()]
        assert native == align(hyp, ref, lexicon, beam)[0]
    if beam == 40:
        rows = kernel.meteor_rows(*numbered(hyps, refs), table(), beam=beam, threads=2)
        function = frozenset(("a", "the"))
        assert rows.tolist() == [reference.meteor_row(hyp, ref, lexicon, function) for hyp, ref in pairs]


@settings(max_examples=50)
@given(st.lists(st.tuples(sentences, sentences), min_size=9, max_size=20))
def test_phrases_of_many_rows_are_those_of_each(pairs: list[tuple[list[str], list[str]]]) -> None:
    whole = table()
    whole.touch()
    rows = kernel.meteor_rows(
        *numbered([hyp for hyp, _ in pairs], [ref for _, ref in pairs]), whole, threads=2
    )
    alone = [kernel.meteor_rows(*numbered([hyp], [ref]), table(), threads=1)[0] for hyp, ref in pairs]
    assert rows.tolist() == np.array(alone).tolist()


@given(st.lists(st.sampled_from(WORDS), max_size=5), st.lists(st.sampled_from(WORDS), max_size=5))
def test_links_in_stages(hyp: list[str], ref: list[str]) -> None:
    matches, _ = kernel.meteor_matches(*numbered([hyp], [ref]), beam=1000, search="stages")
    rows = matches.tolist()
    stages = [[(row[1], row[3]) for row in rows if row[0] == module] for module in range(3)]
    so_far = [[(row[1], row[3]) for row in rows if row[0] <= module] for module in range(3)]
    assert [(len(links), crossings(links)) for links in so_far] == reference.staged_align(
        hyp, ref, Lexicon(stem, synsets), stages
    )


@given(st.lists(st.sampled_from(WORDS), max_size=9), st.lists(st.sampled_from(WORDS), max_size=9))
def test_greedy_links(hyp: list[str], ref: list[str]) -> None:
    matches, _ = kernel.meteor_matches(*numbered([hyp], [ref]), search="greedy")
    links = [(row[1], row[3]) for row in matches.tolist()]
    assert links == reference.greedy_align(hyp, ref, Lexicon(stem, synsets))


def test_senses_of_single_words() -> None:
    sentences, known = numbered([["big", "big"]], [["large", "large"]])
    offsets, ids = known.synsets or (np.zeros(0, np.int64), np.zeros(0, np.uint64))
    none = np.array([*offsets, offsets[-1]]), ids  # a row more, without any synset
    senses = sentences.ids.copy()
    senses[-1] = len(offsets) - 1
    found, _ = kernel.meteor_matches(sentences, replace(known, synsets=none, senses=senses), search="stages")
    assert found[:, :2].tolist() == [[2, 0]]  # a synonym, for the first word of the reference
    with pytest.raises(ValueError, match="row of synsets"):
        kernel.meteor_rows(sentences, replace(known, senses=senses[:1]))


@pytest.mark.parametrize("words", [[f"w{i}" for i in range(5000)], [f"w{i * i % 97}" for i in range(5000)]])
def test_very_long_segments_are_aligned(words: list[str]) -> None:
    rows = kernel.meteor_rows(*numbered([words], [words[::-1]]), table())
    assert rows[0, :2].tolist() == [5000, 5000]
    assert rows[0, -1] > 4000


def test_a_segment_with_too_many_matches_is_refused() -> None:
    with pytest.raises(kernel.TooLongError, match="too long"):
        kernel.meteor_rows(*numbered([["a", "b"] * 2500], [["b", "a"] * 2500]), table())


def test_tables_that_do_not_fit_are_refused() -> None:
    all_of_them, known = numbered([["a"]], [["b"]])
    for damaged in (table()._replace(homes=table().homes + 99), table()._replace(slots=table().slots[:-1])):
        with pytest.raises(ValueError, match="empty ones after them"):
            kernel.meteor_rows(all_of_them, known, damaged)
    with pytest.raises(ValueError, match="every word"):
        kernel.meteor_rows(all_of_them, kernel.MeteorWords(known.function[:1], known.sizes))


def test_a_table_whose_bytes_are_damaged_does_no_harm() -> None:
    rng, whole = np.random.default_rng(1), table()
    sides = [list(WORDS * 3)], [list(WORDS[::-1] * 3)]
    for _ in range(20):
        slots = whole.slots ^ rng.integers(2**64, size=len(whole.slots), dtype=np.uint64)
        slots[-kernel.FREE_SLOTS :] = 0
        values = whole.values ^ rng.integers(2**32, size=len(whole.values), dtype=np.uint32)
        rows = kernel.meteor_rows(*numbered(*sides), kernel.ParaphraseTable(slots, values, whole.homes))
        assert np.isfinite(rows).all()
