"""Matchings of largest weight between things of two sides, and how alike two words are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from assay.data import Array
from assay.errors import InputError


def check_sizes(first: Sequence[object], second: Sequence[object], most: int) -> None:
    """Refuse more things than can be compared, each with each, in a few seconds."""
    if min(len(first), len(second)) > most:
        raise InputError(
            f"a segment has more than {most} units to match; split it into sentences, or leave this metric out"
        )


def best_matching(weights: Array) -> list[tuple[int, int]]:
    """Return pairs of rows and columns, each once, with the largest sum of weights; those of weight 0 are left out."""
    return [pair for pair in full_matching(weights) if weights[pair] > 0]


def full_matching(weights: Array) -> list[tuple[int, int]]:
    """Return as many pairs of rows and columns as there can be, each once, with the largest sum of weights."""
    if not weights.size:
        return []
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(weights, maximize=True)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


@lru_cache(maxsize=100_000)
def common_substring(first: str, second: str) -> float:
    """Return twice the length of the longest common substring over both lengths, in characters."""
    if first == second:
        return 1.0
    longest, row = 0, [0] * (len(second) + 1)
    for char in first:
        before = 0
        for place, other in enumerate(second, start=1):
            before, row[place] = row[place], before + 1 if char == other else 0
            longest = max(longest, row[place])
    return 2 * longest / (len(first) + len(second))
