"""The order of words: the native kernel against the Python twin, and the examples of the paper."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import numbered, spelt

import reference
from assay import kernel
from support.strategies import lines, reordered, tokens

segment = reordered(15).map(lambda pair: (pair[1], [pair[0]])) | st.tuples(
    tokens(15), st.lists(tokens(15), min_size=1, max_size=3)
)
AWKWARD = [
    [],
    [([], [[]])],
    [([], [[1], []]), ([1, 2], [[], [3]])],
    [([7], [[7]]), ([7], [[8]]), ([7], [[8, 7, 7]]), ([7, 8], [[7]])],
    [([1] * 20, [[1] * 20, [1] * 15]), ([1, 2] * 9, [[2, 1] * 9])],
]


def check(column, alpha=0.25, beta=0.1):
    rows = kernel.ribes_stats(numbered(spelt(column)), alpha=alpha, beta=beta, threads=1)
    expected = [reference.ribes_row(hyp, refs, alpha, beta) for hyp, refs in column]
    assert rows.tolist() == [pytest.approx(row, rel=1e-14) for row in expected]


@given(st.lists(segment, max_size=3), st.floats(0, 2), st.floats(0, 2))
@settings(max_examples=400)
def test_any_segments(column, alpha, beta):
    check(column, alpha, beta)


@pytest.mark.parametrize("number", range(len(AWKWARD)))
def test_awkward_segments(number):
    check(AWKWARD[number])


@given(st.lists(st.tuples(lines(), st.lists(lines(), min_size=1, max_size=2)), max_size=3))
@settings(max_examples=60)
def test_any_text(column):
    rows = kernel.ribes_stats(numbered(column), alpha=0.25, beta=0.1, threads=1)
    expected = [
        reference.ribes_row(hyp.split(), [ref.split() for ref in refs], 0.25, 0.1) for hyp, refs in column
    ]
    assert rows.tolist() == [pytest.approx(row, rel=1e-14) for row in expected]


@pytest.mark.parametrize("types", [1, 2, 500, 50_000])
def test_long_segments_are_within_the_limit_of_steps(types: int) -> None:
    hyp, ref = ([seed * number % types for number in range(10_000)] for seed in (7, 11))
    words = numbered(spelt([(hyp, [ref])]))
    kernel.ribes_stats(words, alpha=0.25, beta=0.1, threads=1)
