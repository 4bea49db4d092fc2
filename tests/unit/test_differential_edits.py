"""WER and CER against jiwer and RapidFuzz, on generated text of every kind: kind by kind of edit, not only in sum."""

import random

import jiwer
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from assay import kernel
from assay.text.column import Column
from support.metric_scores import stats
from support.strategies import reordered

WORDS = (
    "a",
    "b",
    "the",
    "The",
    "cat",
    "Straße",
    "中国",
    "ア",
    "مرحبا",
    "😀",
    "👩\u200d🔬",
    "e\u0301",
    "3.5",
    ".",
)
sentences = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
corpora = st.lists(st.tuples(sentences, sentences), min_size=1, max_size=5)


def counts(name: str, outputs: list[str], references: list[str]) -> tuple[list[float], float]:
    found = stats(name, outputs, [references])
    return found.rows[:, :4].sum(axis=0).tolist(), found.total() / 100


@given(corpora)
@settings(max_examples=300)
def test_words_against_jiwer(corpus: list[tuple[str, str]]) -> None:
    outputs, references = map(list, zip(*corpus, strict=True))
    theirs = jiwer.process_words(references, outputs)
    ours, rate = counts("wer", outputs, references)
    assert ours == [theirs.substitutions, theirs.deletions, theirs.insertions, theirs.hits]
    assert rate == pytest.approx(theirs.wer, rel=1e-12)
    for name in ("mer", "wil", "wip"):
        assert counts(name, outputs, references)[1] == pytest.approx(
            getattr(theirs, name), rel=1e-12, abs=1e-12
        )
    right = [jiwer.process_words(reference, output).wer == 0 for output, reference in corpus]
    assert stats("exact", outputs, [references]).total() == pytest.approx(100 * sum(right) / len(right))


@given(st.lists(st.tuples(st.text(max_size=30), st.text(max_size=30)), min_size=1, max_size=4) | corpora)
@settings(max_examples=300)
def test_characters_against_jiwer(corpus: list[tuple[str, str]]) -> None:
    outputs, references = map(list, zip(*corpus, strict=True))
    theirs = jiwer.process_characters(references, outputs)
    ours, rate = counts("cer", outputs, references)
    assert ours == [theirs.substitutions, theirs.deletions, theirs.insertions, theirs.hits]
    assert rate == pytest.approx(theirs.cer, rel=1e-12)


@given(reordered(40))
@settings(max_examples=200)
def test_weights_against_rapidfuzz(pair: tuple[list[int], list[int]]) -> None:
    reference, output = pair
    theirs = Levenshtein.distance(reference, output, weights=(1, 1, 2)) / 2
    texts = [" ".join(map(str, row)) for row in (output, reference)]
    found = stats("wer:insertion=0.5,deletion=0.5", texts[:1], [texts[1:]]).rows[0]
    assert found[0] + (found[1] + found[2]) / 2 == theirs


@pytest.mark.parametrize("size", [63, 64, 65, 128, 129, 700])
@pytest.mark.parametrize("types", [2, 30])
def test_long_alignments_against_rapidfuzz(size: int, types: int) -> None:
    """The very alignment, not only its cost."""
    chance = random.Random(size * types)
    reference = [chr(97 + chance.randrange(types)) for _ in range(size)]
    output = [letter for letter in reference if chance.random() > 0.1]
    for _ in range(size // 5):
        output.insert(chance.randrange(len(output) + 1), chr(97 + chance.randrange(types)))
    theirs = [
        kind
        for code in Levenshtein.opcodes(reference, output)
        for kind in [code.tag] * max(code.src_end - code.src_start, code.dest_end - code.dest_start)
    ]
    names = {
        kernel.MATCH: "equal",
        kernel.SUBSTITUTION: "replace",
        kernel.INSERTION: "insert",
        kernel.DELETION: "delete",
    }
    hyp, ref = (Column.of(["".join(letters)]).texts for letters in (output, reference))
    tokens = kernel.char_ids(hyp, ref, np.arange(2, dtype=np.int64), threads=1)
    found = kernel.edit_alignments(tokens, threads=1)
    assert [names[code] for code in found.operations.tolist()] == theirs
