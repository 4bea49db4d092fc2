"""chrF statistics of the native kernel against the Python twin."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import Segment, grouped

import reference
from assay import kernel
from support.strategies import PIECES, lines

DEFAULT: dict[str, Any] = {
    "char_order": 6,
    "word_order": 2,
    "beta": 2.0,
    "whitespace": False,
    "mean_f": False,
}
options = st.fixed_dictionaries(
    {
        "char_order": st.integers(0, 9),
        "word_order": st.integers(0, 4),
        "beta": st.sampled_from([0.5, 1.0, 2.0, 3.0, 2.7]),
        "whitespace": st.booleans(),
        "mean_f": st.booleans(),
    }
).filter(lambda chosen: chosen["char_order"] + chosen["word_order"] > 0)
EVERY = "".join(map(chr, range(0x4E00, 0x4E00 + 3000)))
AWKWARD: list[list[Segment]] = [
    [],
    [("", [""])],
    [("", ["a", ""]), ("a", ["", "a"]), (" ", ["\n"])],
    [("a", ["a"]), ("a", ["b"]), (".", [".", "a."])],
    [("a" * 500, ["a" * 400, "a" * 3]), ("ab" * 200, ["ba" * 200])],
    [("😀𝟘 \U0010ffff", ["𝟘😀\U0010ffff"]), ("\ud83d\ude00", ["😀", "\ud83d", "\ude00\ud83d"])],
    [("\0a\0", ["\0\0a", "a"]), ("\0", ["\0"])],
    [("(a) b. .c «d» ..", ["(a ) b . .c «d» .", "(a) b. .c «d» .."])],
    [(" ".join(PIECES), ["".join(PIECES), " ".join(reversed(PIECES))])],
    [("ab", ["ab"] * 20), ("ab", ["ba", "ab", "ab "])],
]


def check(column: list[Segment], chosen: dict[str, Any]) -> None:
    rows = kernel.chrf_stats(*grouped(column), **chosen, threads=1)
    assert rows.tolist() == [reference.chrf_row(hyp, refs, **chosen) for hyp, refs in column]


@given(st.lists(st.tuples(lines(), st.lists(lines(), min_size=1, max_size=4)), max_size=4), options)
@settings(max_examples=400)
def test_any_text(column, chosen):
    check(column, chosen)


short = st.text("ab. ", max_size=6)


@given(st.lists(st.tuples(short, st.lists(short, min_size=2, max_size=6)), max_size=4), options)
@settings(max_examples=400)
def test_references_that_tie(column, chosen):
    check(column, chosen)


@pytest.mark.parametrize("char_order", [1, 3, 6, 16, 21, 22, 32, 64, 65, 130])
@pytest.mark.parametrize("number", range(len(AWKWARD)))
def test_awkward_text(number, char_order):
    """Character orders on either side of what fits 64 and 128 bits."""
    for whitespace in (False, True):
        check(AWKWARD[number], {**DEFAULT, "char_order": char_order, "whitespace": whitespace})


@pytest.mark.parametrize("characters", [1023, 1024, 1025, 2047, 2048, 3000])
@pytest.mark.parametrize("char_order", [1, 5, 6, 10, 11, 12, 13])
def test_many_kinds_of_character(characters: int, char_order: int) -> None:
    """Each of them a number of ten, eleven or twelve bits, so that orders cross 64 and 128 bits sooner."""
    line = EVERY[:characters]
    check([(line, [line[::-1], line[1:]])], {**DEFAULT, "char_order": char_order})


@pytest.mark.parametrize("positions", [0x7FFD, 0x7FFE, 0x7FFF, 0x8000, 0xFFFF, 0x10000])
@pytest.mark.parametrize("char_order", [1, 6, 8, 9])
def test_counts_that_fill_sixteen_bits(positions: int, char_order: int) -> None:
    """Small segments may be counted in sixteen bits; here the matches themselves reach and pass that."""
    half, rest = "a" * (positions // 2), "a" * (positions - positions // 2)
    check(
        [(half, [rest]), ("", [half + rest]), (half[:3], [half + rest])],
        {**DEFAULT, "char_order": char_order},
    )


@given(st.lists(st.tuples(lines(), st.lists(lines(), min_size=1, max_size=3)), max_size=4))
def test_words_may_be_given(column):
    """A caller that has the words already gets the same as one that has not."""
    hyp, ref, groups = grouped(column)
    words = (kernel.tokenize(hyp, "chrf", threads=1), kernel.tokenize(ref, "chrf", threads=1))
    given_words = kernel.chrf_stats(hyp, ref, groups, **DEFAULT, words=words, threads=1)
    assert given_words.tolist() == kernel.chrf_stats(hyp, ref, groups, **DEFAULT, threads=1).tolist()


@pytest.mark.parametrize("piece", ["a", "中。😀 b. ", EVERY])
@pytest.mark.slow
def test_a_megabyte_in_one_segment(piece):
    line = piece * (2**20 // len(piece.encode()))
    columns = grouped([(line, [line[5:], line[: len(line) // 2]])])
    rows = kernel.chrf_stats(*columns, **DEFAULT, threads=1)
    assert rows.tolist() == [reference.chrf_row(line, [line[5:], line[: len(line) // 2]], **DEFAULT)]


def check_matrix(outputs: list[str], references: list[str], chosen: dict[str, Any]) -> None:
    counted = {name: chosen[name] for name in ("char_order", "word_order", "whitespace")}
    rows = kernel.chrf_matrix(kernel.encode(outputs), kernel.encode(references), **counted, threads=2)
    assert rows is not None
    assert rows.tolist() == [
        reference.chrf_row(hyp, [ref], **chosen) for hyp in outputs for ref in references
    ]


@given(st.lists(lines(), max_size=5), st.lists(lines(), max_size=5), options)
@settings(max_examples=200)
def test_all_pairs_of_any_texts(outputs, references, chosen):
    check_matrix(outputs, references, chosen)


@given(st.lists(short, min_size=60, max_size=70), st.lists(short, min_size=1, max_size=2), options)
@settings(max_examples=30)
def test_all_pairs_of_more_texts_than_are_counted_at_a_time(outputs, references, chosen):
    check_matrix(outputs, references, chosen)


def test_a_text_that_is_too_long_for_a_matrix_is_left_to_pairs():
    long = kernel.encode(["ab" * 17_000])
    counted: dict[str, Any] = {"char_order": 2, "word_order": 0, "whitespace": False}
    assert kernel.chrf_matrix(long, long, **counted) is None
    fits = kernel.encode(["ab" * 16_000])
    rows = kernel.chrf_matrix(fits, fits, **counted)
    assert rows is not None
    assert rows.tolist() == [[32_000.0] * 3 + [31_999.0] * 3]
