"""Classes of words in error: the native kernel against the Python twin."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from assay import kernel

Words = list[int]
words = st.lists(st.integers(0, 5), max_size=12)
segments = st.lists(st.tuples(words, words), max_size=4)
BASES = [0, 0, 1, 1, 2, 3]  # words 0 and 1, and 2 and 3, are forms of the same
MARKS = {"x": kernel.MATCH, "s": kernel.SUBSTITUTION, "i": kernel.INSERTION, "d": kernel.DELETION}


def side(columns: list[Words]) -> kernel.SideWords:
    ids = np.array([word for column in columns for word in column], dtype=np.int32)
    offsets = np.concatenate([[0], np.cumsum([len(column) for column in columns])]).astype(np.int64)
    return kernel.SideWords(ids, np.array(BASES, dtype=np.int32)[ids], offsets)


def named(judged: kernel.WordErrors, offsets: np.ndarray) -> list[list[str]]:
    names = [kernel.CLASSES[number] for number in judged.classes]
    return [names[start:stop] for start, stop in pairwise(offsets)]


def bases(column: Words) -> Words:
    return [BASES[word] for word in column]


@given(segments, st.integers(1, 3))
@settings(max_examples=400)
def test_classes_are_those_of_the_twin(column: list[tuple[Words, Words]], threads: int) -> None:
    hyp, ref = side([pair[0] for pair in column]), side([pair[1] for pair in column])
    outputs, references = kernel.word_classes(hyp, ref, threads=threads)
    expected = [reference.word_classes(h, r, bases(h), bases(r)) for h, r in column]
    assert named(outputs, hyp.offsets) == [pair[0] for pair in expected]
    assert named(references, ref.offsets) == [pair[1] for pair in expected]


@given(words, words)
def test_the_path_prefers_the_diagonal_and_is_a_shortest_one(hyp: Words, ref: Words) -> None:
    outputs, references = kernel.word_classes(side([hyp]), side([ref]))
    expected = reference.classes.diagonal_path(hyp, ref)
    assert outputs.marks.tolist() == [MARKS[mark] for mark in expected[0]]
    assert references.marks.tolist() == [MARKS[mark] for mark in expected[1]]


@pytest.mark.parametrize("kinds", [2, 6])
def test_the_path_is_that_of_the_twin_over_several_words_of_bits(kinds: int) -> None:
    chance = np.random.default_rng(kinds)
    for sizes in ((64, 65), (129, 64), (63, 200), (200, 128), (0, 70), (70, 0)):
        hyp, ref = (chance.integers(0, kinds, size).tolist() for size in sizes)
        outputs, references = kernel.word_classes(side([hyp]), side([ref]))
        expected = reference.classes.diagonal_path(hyp, ref)
        assert outputs.marks.tolist() == [MARKS[mark] for mark in expected[0]]
        assert references.marks.tolist() == [MARKS[mark] for mark in expected[1]]


def test_a_short_segment_after_a_long_one_knows_nothing_of_it() -> None:
    column = [([5, 4, 3, 2] * 40, [5, 3, 1] * 50), ([1, 2], [2, 1]), ([], [5]), ([5], [])]
    hyp, ref = side([pair[0] for pair in column]), side([pair[1] for pair in column])
    outputs, references = kernel.word_classes(hyp, ref, threads=1)
    expected = [reference.word_classes(h, r, bases(h), bases(r)) for h, r in column]
    assert named(outputs, hyp.offsets) == [pair[0] for pair in expected]
    assert named(references, ref.offsets) == [pair[1] for pair in expected]


def test_long_segments_keep_only_some_rows_and_give_the_same_path() -> None:
    chance = np.random.default_rng(5)
    hyp, ref = (chance.integers(0, 6, size).tolist() for size in (12_200, 12_100))  # above 64 * 2^21 cells
    outputs, references = kernel.word_classes(side([hyp]), side([ref]))
    edits = int((outputs.marks != kernel.MATCH).sum() + (references.marks == kernel.DELETION).sum())
    tokens = kernel.Tokens(
        np.array(hyp, np.int32),
        np.array([0, len(hyp)]),
        np.array(ref, np.int32),
        np.array([0, len(ref)]),
        np.array([0, 1]),
    )
    assert edits == kernel.edit_stats(tokens)[0, :3].sum()
    matched = [
        np.array(words)[judged.marks == kernel.MATCH] for words, judged in ((hyp, outputs), (ref, references))
    ]
    assert matched[0].tolist() == matched[1].tolist()


def test_sides_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="2 outputs, 1 references"):
        kernel.word_classes(side([[1], [2]]), side([[1]]))
    with pytest.raises(ValueError, match="negative"):
        kernel.SideWords(np.array([-1], np.int32), np.array([0], np.int32), np.array([0, 1]))
