"""The search for shifts in the Python twin against sacreBLEU 2.6.0, whose limits the tests may change."""

from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import lib_ter

from reference import ter_row
from support.strategies import reordered, tokens

NAMES = {
    "beam": "_BEAM_WIDTH",
    "shift_size": "_MAX_SHIFT_SIZE",
    "shift_distance": "_MAX_SHIFT_DIST",
    "candidates": "_MAX_SHIFT_CANDIDATES",
}
tight = st.fixed_dictionaries(
    {
        "beam": st.integers(1, 6),
        "shift_size": st.integers(1, 5),
        "shift_distance": st.integers(0, 10),
        "candidates": st.integers(1, 60),
    }
)


def sacrebleu_edits(hypothesis: Any, reference: Any, **limits: int) -> list[int]:
    """Return [edits, length, insertions, deletions, substitutions, shifts] by sacreBLEU's own functions."""
    with ExitStack() as stack:
        for name, value in limits.items():
            stack.enter_context(patch.object(lib_ter, NAMES[name], value))
        edits, length = lib_ter.translation_edit_rate(hypothesis, reference)
        trace, shifts = _follow(hypothesis, reference)
    return [edits, length, *map(trace.count, "dis"), shifts]  # sacreBLEU calls an insertion "d", and so on


def _follow(hypothesis: Any, reference: Any) -> tuple[str, int]:
    if not reference:
        return "d" * len(hypothesis), 0
    distance, words, tried = lib_ter.BeamEditDistance(reference), hypothesis, 0
    for shifts in range(len(hypothesis) + len(reference)):
        gain, moved, tried = lib_ter._shift(words, reference, distance, tried)
        if gain <= 0 or tried >= lib_ter._MAX_SHIFT_CANDIDATES:
            return distance(words)[1], shifts
        words = moved
    raise AssertionError("each shift lowers the distance, so they must end")


@given(tokens(25), tokens(25))
def test_equal_to_sacrebleu(hypothesis, reference):
    assert ter_row(hypothesis, [reference])[:6] == sacrebleu_edits(hypothesis, reference)


@given(reordered(25))
def test_equal_where_many_shifts_help(pair):
    reference, hypothesis = pair
    assert ter_row(hypothesis, [reference])[:6] == sacrebleu_edits(hypothesis, reference)


@given(reordered(20) | st.tuples(tokens(20), tokens(20)), tight)
@settings(max_examples=300)
def test_equal_where_every_limit_binds(pair, limits):
    reference, hypothesis = pair
    assert ter_row(hypothesis, [reference], **limits)[:6] == sacrebleu_edits(hypothesis, reference, **limits)


lengths = st.integers(40, 120)


@given(
    st.randoms(use_true_random=False), st.tuples(lengths, lengths), st.integers(3, 60), st.integers(20, 150)
)
@settings(max_examples=20)
@pytest.mark.slow
def test_equal_on_long_segments(random, sizes, types, candidates):
    """Longer than the beam is wide; few candidates, because each takes its time."""
    hypothesis, reference = ([random.randrange(types) for _ in range(size)] for size in sizes)
    expected = sacrebleu_edits(hypothesis, reference, candidates=candidates)
    assert ter_row(hypothesis, [reference], candidates=candidates)[:6] == expected


@pytest.mark.slow
def test_equal_where_candidates_run_out() -> None:
    """The thousandth is tried in the second round, so only the shift of the first is made."""
    reference = [(number * number + number // 3) % 7 for number in range(50)]
    hypothesis = reference[::-1]
    row = ter_row(hypothesis, [reference])
    assert row[:6] == sacrebleu_edits(hypothesis, reference)
    assert row[5] == 1 < ter_row(hypothesis, [reference], candidates=1200)[5]


@pytest.mark.parametrize(("words", "reference_words"), [(1, 120), (2, 110), (120, 1), (0, 70), (70, 0)])
def test_equal_on_unequal_lengths(words: int, reference_words: int) -> None:
    """One side is so long that the band of the edit distance has to widen."""
    hypothesis, reference = list(range(words)), [number % 7 for number in range(reference_words)]
    assert ter_row(hypothesis, [reference])[:6] == sacrebleu_edits(hypothesis, reference)


@given(tokens(10), st.lists(tokens(10), min_size=1, max_size=4))
def test_fewest_edits_of_all_references(hypothesis, references):
    rows = [ter_row(hypothesis, [reference]) for reference in references]
    best = min(rows, key=lambda row: row[0])
    mean_length = sum(map(len, references)) / len(references)
    assert ter_row(hypothesis, references) == [best[0], mean_length, *best[2:]]


@given(reordered(20), tight)
def test_figures_agree_with_each_other(pair, limits):
    edits, _, insertions, deletions, substitutions, shifts, shifted = ter_row(pair[1], [pair[0]], **limits)
    assert edits == insertions + deletions + substitutions + shifts
    assert deletions - insertions == len(pair[0]) - len(pair[1])
    assert shifts <= shifted <= limits["shift_size"] * shifts


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        ("", "", [0, 0, 0, 0, 0, 0, 0]),
        ("a b", "", [2, 0, 2, 0, 0, 0, 0]),
        ("", "a b", [2, 2, 0, 2, 0, 0, 0]),
        ("c d e a b", "a b c d e", [1, 5, 0, 0, 0, 1, 2]),
        ("a x c", "a b c d", [2, 4, 0, 1, 1, 0, 0]),
    ],
)
def test_by_hand(hypothesis: str, reference: str, expected: list[int]) -> None:
    assert ter_row(hypothesis.split(), [reference.split()]) == expected
