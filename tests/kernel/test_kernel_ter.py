"""The search for shifts of the native kernel against the Python twin."""

import random
from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import numbered, spelt

import reference
from assay import kernel
from support.strategies import reordered, tokens

DEFAULT: dict[str, Any] = {"beam": 25, "shift_size": 10, "shift_distance": 50, "candidates": 1000}
limits = st.fixed_dictionaries(
    {
        "beam": st.integers(0, 8) | st.just(25),
        "shift_size": st.integers(0, 5) | st.just(10),
        "shift_distance": st.integers(0, 10) | st.just(50),
        "candidates": st.integers(0, 80) | st.just(1000),
    }
)
segment = reordered(15).map(lambda pair: (pair[1], [pair[0]])) | st.tuples(
    tokens(15), st.lists(tokens(15), min_size=1, max_size=3)
)
AWKWARD = [
    [],
    [([], [[]])],
    [([], [[1], []]), ([1, 2], [[], [3]])],
    [([7], [[7]]), ([7], [[8]]), ([7], [[8, 7, 7]])],
    [([1] * 60, [[1] * 50, [1] * 70]), ([1, 2] * 20, [[2, 1] * 20])],
    [([1], [list(range(120))]), (list(range(120)), [[1]]), ([5, 4], [list(range(110))])],
    [(list(range(20, 40)) + list(range(20)), [list(range(40))])],
]


def check(column, chosen):
    rows = kernel.ter_stats(numbered(spelt(column)), **chosen, threads=1)
    assert rows.tolist() == [reference.ter_row(hyp, refs, **chosen) for hyp, refs in column]


@given(st.lists(segment, max_size=3), limits)
@settings(max_examples=400)
def test_any_segments(column, chosen):
    check(column, chosen)


@given(reordered(40))
@settings(max_examples=60)
def test_segments_of_usual_length(pair):
    check([(pair[1], [pair[0]])], DEFAULT)


@pytest.mark.parametrize("number", range(len(AWKWARD)))
def test_awkward_segments(number):
    check(AWKWARD[number], DEFAULT)


lengths = st.integers(40, 120)


@given(
    st.randoms(use_true_random=False), st.tuples(lengths, lengths), st.integers(3, 60), st.integers(9, 150)
)
@settings(max_examples=40)
@pytest.mark.slow
def test_long_segments(chance, sizes, types, candidates):
    """On either side of 64 words, and longer than the beam is wide."""
    hyp, ref = ([chance.randrange(types) for _ in range(size)] for size in sizes)
    check([(hyp, [ref])], {**DEFAULT, "candidates": candidates})


@given(st.randoms(use_true_random=False), st.integers(40, 110), st.integers(1, 6), st.integers(1, 30))
@settings(max_examples=40)
@pytest.mark.slow
def test_long_segments_in_a_narrow_beam(chance, size, cuts, beam):
    """Pieces of the reference in another order, so that the beam hides the way back."""
    ref = [chance.randrange(size) for _ in range(size)]
    ends = sorted(chance.sample(range(size), cuts))
    pieces = [ref[start:end] for start, end in zip([0, *ends], [*ends, size], strict=True)]
    chance.shuffle(pieces)
    check([(list(chain(*pieces)), [ref])], {**DEFAULT, "beam": beam, "candidates": 120})


@pytest.mark.slow
def test_candidates_run_out() -> None:
    ref = [(number * number + number // 3) % 7 for number in range(50)]
    check([(ref[::-1], [ref])], DEFAULT)


@pytest.mark.parametrize("types", [1, 3, 1000, 100_000])
@pytest.mark.slow
def test_a_megabyte_in_one_segment(types: int) -> None:
    """Too long for the twin, but the answer is known: nothing to do, or one block to put back."""
    chance = random.Random(types)
    ref = [chance.randrange(types) for _ in range(150_000)]
    moved = [*ref[:1000], *ref[1005:1020], *ref[1000:1005], *ref[1020:]]
    rows = kernel.ter_stats(numbered(spelt([(ref, [ref]), (moved, [ref])])), **DEFAULT, threads=1)
    assert rows[0].tolist() == [0, 150_000, 0, 0, 0, 0, 0]
    assert rows[1, 0] <= 30
    if types == 100_000:
        assert rows[1].tolist() == [1, 150_000, 0, 0, 0, 1, 5]
