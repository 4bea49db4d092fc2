"""n-gram statistics of the native kernel against the Python twin."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import numbered, spelt

import reference
from assay import kernel
from support.strategies import lines, tokens

segments = st.lists(st.tuples(tokens(), st.lists(tokens(), min_size=1, max_size=4)), max_size=5)
ALL_SAME = ([1] * 500, [[1] * 400, [1] * 3])
AWKWARD = [
    [],
    [([], [[]])],
    [([], [[1], []]), ([1], [[]])],
    [([7], [[7]]), ([7], [[8]])],
    [ALL_SAME, (ALL_SAME[1][0], [ALL_SAME[0]])],
    [([1, 2, 1, 2, 1], [[1, 2], [2, 1, 2], [1, 2, 1, 2, 1, 2]])],
    [([0, 1], [[0]] * 50)],
]


def check(column, order):
    rows = kernel.ngram_stats(numbered(spelt(column)), order, threads=1)
    assert rows.tolist() == [reference.ngram_row(hyp, refs, order) for hyp, refs in column]


@given(segments, st.integers(1, 7))
@settings(max_examples=300)
def test_any_segments(column, order):
    check(column, order)


@pytest.mark.parametrize("order", [1, 2, 4, 9])
@pytest.mark.parametrize("number", range(len(AWKWARD)))
def test_awkward_segments(number, order):
    check(AWKWARD[number], order)


@given(st.lists(st.tuples(lines(), st.lists(lines(), min_size=1, max_size=3)), max_size=4))
def test_any_text(column):
    rows = kernel.ngram_stats(numbered(column), 4, threads=1)
    expected = [reference.ngram_row(hyp.split(), [ref.split() for ref in refs], 4) for hyp, refs in column]
    assert rows.tolist() == expected


@pytest.mark.parametrize("types", [1, 2, 50_000])
@pytest.mark.slow
def test_a_megabyte_in_one_segment(types: int) -> None:
    hyp, ref = ([seed * number % types for number in range(150_000)] for seed in (7, 11))
    words = numbered(spelt([(hyp, [ref, hyp[:1000]])]))
    rows = kernel.ngram_stats(words, 5, threads=1)
    assert rows.tolist() == [reference.ngram_row(hyp, [ref, hyp[:1000]], 5)]
