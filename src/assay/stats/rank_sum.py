"""Wilcoxon's rank-sum test (Mann and Whitney) of two samples: normal approximation with continuity correction.

It is what the WMT campaigns ran in R on the segment scores of two systems, one-sided. Equal scores share their
rank and shrink the variance. Samples are sorted once and compared by binary search, so that all pairs of many
systems with hundred thousands of segments take seconds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import Array


@dataclass(frozen=True)
class Sample:
    """Distinct scores in order, how often each occurs, and how many scores lie below it."""

    distinct: Array
    counts: NDArray[np.int64]
    below: NDArray[np.int64]  # one more than `distinct`; the last is the number of scores
    ties: float  # the sum of t^3 - t over all groups of t equal scores

    @classmethod
    def of(cls, scores: Array, scale: float = 0.0) -> Sample:
        """Count the distinct scores; those that differ by rounding only (relative to `scale`) are equal."""
        largest = scale or float(np.abs(scores).max(initial=0.0)) or 1.0
        distinct, counts = np.unique(np.round(scores / largest, 12), return_counts=True)
        below = np.concatenate([[0], np.cumsum(counts)])
        times = counts.astype(np.float64)
        return cls(distinct, counts.astype(np.int64), below.astype(np.int64), float((times**3 - times).sum()))

    def __len__(self) -> int:
        return int(self.below[-1])


@dataclass(frozen=True)
class RankSum:
    """The share of pairs that the first sample wins, loses and ties, and the p-values of either direction."""

    wins: float
    losses: float
    ties: float
    greater: float  # p-value that the first is not the better
    less: float


def rank_sum_test(first: Sample, second: Sample) -> RankSum:
    """Test whether the scores of one sample tend to be greater than those of the other."""
    place = np.searchsorted(second.distinct, first.distinct)
    inside = np.minimum(place, max(len(second.distinct) - 1, 0))
    equal = np.zeros(len(place), dtype=np.int64)
    if len(second.distinct):
        equal = np.where(second.distinct[inside] == first.distinct, second.counts[inside], 0)
    won = float((first.counts * second.below[place]).sum())
    tied = float((first.counts * equal).sum())
    pairs = float(len(first)) * len(second)
    if not pairs:
        return RankSum(0.0, 0.0, 0.0, 1.0, 1.0)
    greater, less = _normal(won + tied / 2, (len(first), len(second)), _tie_sum(first, second, equal))
    return RankSum(won / pairs, (pairs - won - tied) / pairs, tied / pairs, greater, less)


def _tie_sum(first: Sample, second: Sample, equal: NDArray[np.int64]) -> float:
    """Return the sum of t^3 - t over all groups of t equal scores in the two samples together."""
    shared = np.flatnonzero(equal)
    ours, both = first.counts[shared].astype(np.float64), equal[shared].astype(np.float64)
    joined = (3 * ours * both * (ours + both)).sum()  # (a + b)^3 less a^3 and b^3
    return float(first.ties + second.ties + joined)


def _normal(statistic: float, sizes: tuple[int, int], ties: float) -> tuple[float, float]:
    from scipy.special import ndtr

    first, second = sizes
    both = first + second
    spread = first * second / 12 * (both + 1 - (ties / (both * (both - 1)) if both > 1 else 0.0))
    if spread <= 0:
        return 1.0, 1.0
    apart, error = statistic - first * second / 2, math.sqrt(spread)
    return float(ndtr(-(apart - 0.5) / error)), float(ndtr((apart + 0.5) / error))
