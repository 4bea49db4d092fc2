"""Edit distances and alignments of the native kernel against the Python twins."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_columns import grouped, numbered, spelt

import reference
from assay import kernel
from reference.ter import Limits
from support.strategies import lines, reordered, tokens

UNIT = (1.0, 1.0, 1.0)
LIMITS: dict[str, Any] = {"beam": 25, "shift_size": 10, "shift_distance": 50, "candidates": 1000}
LETTERS = {kernel.MATCH: " ", kernel.SUBSTITUTION: "s", kernel.INSERTION: "i", kernel.DELETION: "d"}
# Sums of these are exact, so that ties are ties on either side.
weights = st.just(UNIT) | st.tuples(*[st.sampled_from((0.0, 0.25, 0.5, 1.0, 2.0))] * 3)
segment = reordered(15).map(lambda pair: (pair[1], [pair[0]])) | st.tuples(
    tokens(15), st.lists(tokens(15), min_size=1, max_size=3)
)
AWKWARD = [
    [],
    [([], [[]])],
    [([], [[1], []]), ([1, 2], [[], [3]])],
    [([7], [[7]]), ([7], [[8]]), ([7], [[8, 7, 7]])],
    [([1] * 60, [[1] * 50, [1] * 70]), ([1, 2] * 70, [[2, 1] * 65])],
    [([1], [list(range(200))]), (list(range(200)), [[1]]), (list(range(64)), [list(range(1, 65))])],
    [(list(range(20, 130)) + list(range(20)), [list(range(130))])],
]


def named(values):
    return dict(zip(("substitution", "insertion", "deletion"), values, strict=True))


def trace(found, row):
    codes = found.operations[found.offsets[row] : found.offsets[row + 1]]
    return "".join(LETTERS[code] for code in codes.tolist())


def moves(found, row):
    return [
        tuple(move) for move in found.shifts[found.shift_offsets[row] : found.shift_offsets[row + 1]].tolist()
    ]


def check(column, chosen):
    numbers = numbered(spelt(column))
    rows = kernel.edit_stats(numbers, **named(chosen), threads=1)
    found = kernel.edit_alignments(numbers, **named(chosen), threads=1)
    assert rows.tolist() == [reference.edit_row(hyp, refs, chosen) for hyp, refs in column]
    assert len(found.shifts) == 0
    for row, (hyp, refs) in enumerate(column):
        assert (found.chosen[row], trace(found, row)) == reference.edit_alignment(hyp, refs, chosen)


def check_shifts(column):
    numbers = numbered(spelt(column))
    by_search = kernel.ter_alignments(numbers, **LIMITS, threads=1)
    by_definition = kernel.ter_alignments(numbers, **LIMITS, definition=True, threads=1)
    rows = kernel.ter_stats(numbers, **LIMITS, definition=True, threads=1)
    for row, (hyp, refs) in enumerate(column):
        for found, twin in (
            (by_search, reference.ter_alignment(hyp, refs, Limits(**LIMITS))),
            (by_definition, reference.definition_alignment(hyp, refs)),
        ):
            assert (found.chosen[row], trace(found, row), moves(found, row)) == twin
        assert rows[row].tolist() == reference.definition_row(hyp, refs)


@given(st.lists(segment, max_size=3), weights)
@settings(max_examples=300)
def test_any_segments(column, chosen):
    check(column, chosen)


@given(st.lists(segment, max_size=3))
@settings(max_examples=150)
def test_shifts_of_any_segments(column):
    check_shifts(column)


@pytest.mark.parametrize("number", range(len(AWKWARD)))
@pytest.mark.parametrize("chosen", [UNIT, (1.0, 0.5, 0.5)])
def test_awkward_segments(number, chosen):
    check(AWKWARD[number], chosen)


@pytest.mark.parametrize("number", range(4))
def test_shifts_of_awkward_segments(number):
    check_shifts(AWKWARD[number])


@given(st.lists(st.tuples(lines(20), st.lists(lines(20), min_size=1, max_size=2)), max_size=3), st.booleans())
@settings(max_examples=150)
def test_characters_of_any_text(column, whitespace):
    numbers = kernel.char_ids(*grouped(column), whitespace=whitespace, threads=1)
    split = [
        (reference.characters(hyp, whitespace), [reference.characters(ref, whitespace) for ref in refs])
        for hyp, refs in column
    ]
    assert np.diff(numbers.hyp_offsets).tolist() == [len(hyp) for hyp, _ in split]
    assert kernel.edit_stats(numbers, threads=1).tolist() == [
        reference.edit_row(hyp, refs) for hyp, refs in split
    ]


@pytest.mark.parametrize("chosen", [UNIT, (1.0, 0.5, 0.5)])
@pytest.mark.parametrize("types", [1, 3, 1000])
def test_ten_thousand_tokens(types, chosen):
    """Too long for the twin, but lengths and counts must fit each other, and a known answer comes out."""
    chance = np.random.default_rng(types)
    hyp, ref = (chance.integers(0, types, 10_000).tolist() for _ in range(2))
    column = [(hyp, [ref]), ([*ref[5:], types], [ref])]
    rows = kernel.edit_stats(numbered(spelt(column)), **named(chosen), threads=1)
    assert (rows[:, 0] + rows[:, 1] + rows[:, 3]).tolist() == [10_000, 10_000]
    assert (rows[:, 0] + rows[:, 2] + rows[:, 3]).tolist() == [10_000, 9_996]
    assert rows[1, :3].sum() <= 6


def test_the_definition_takes_ten_thousand_tokens() -> None:
    """Nearly in order; every word that recurs adds candidates, so that no bound holds for all text."""
    chance = np.random.default_rng(5)
    ref = chance.integers(0, 5_000, 10_000).tolist()
    hyp = [*ref[:100], *ref[110:112], *ref[100:110], *ref[112:]]
    rows = kernel.ter_stats(numbered(spelt([(hyp, [ref])])), **LIMITS, definition=True, threads=1)
    assert rows[0, 0] <= 4


def test_rows_that_are_filled_again_give_the_same_alignment() -> None:
    """Beyond the room for the whole matrix only some rows are kept."""
    chance = np.random.default_rng(1)
    ref = chance.integers(0, 50, 12_000).tolist()
    keep = chance.random(12_000) > 0.1
    hyp = [word for word, kept in zip(ref, keep, strict=True) if kept]
    found = kernel.edit_alignments(numbered(spelt([(hyp, [ref])])), threads=1)
    done = trace(found, 0)
    assert done.count("d") - done.count("i") == 12_000 - len(hyp)
    assert len(done.replace("i", "")) == 12_000
    assert len(done) - done.count(" ") <= 12_000 - len(hyp)


def test_threads_change_nothing() -> None:
    chance = np.random.default_rng(2)
    column = [
        (chance.integers(0, 6, 9).tolist(), [chance.integers(0, 6, 8).tolist()] * 2) for _ in range(200)
    ]
    numbers = numbered(spelt(column))
    assert np.array_equal(kernel.edit_stats(numbers, threads=1), kernel.edit_stats(numbers, threads=2))
    one, two = (kernel.ter_alignments(numbers, **LIMITS, threads=threads) for threads in (1, 2))
    assert np.array_equal(one.operations, two.operations)
    assert np.array_equal(one.shifts, two.shifts)
