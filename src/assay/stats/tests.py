"""Tests of differences: sign, paired t, signed-rank, rank-sum; corrections for many; ties told from noise.

Sign, t and signed-rank test the scores of single units: is one system better on a typical unit (sign, Wilcoxon), or on
the mean of units (t)? For a corpus metric such as BLEU that is not the question whether its corpus score is higher; use
a resampling test for that, or the sign test on blocks. The rank-sum test (Mann and Whitney; normal approximation with
continuity correction) is what the WMT campaigns ran in R on the segment scores of two systems, one-sided; equal scores
share their rank and shrink the variance. Holm (1979) bounds the chance of any false alarm, whatever the dependence
between tests; Benjamini and Hochberg (1995) bound the expected share of false alarms among all alarms.

A sum of floats depends on its last digit on the order of its terms. Two scores closer than one part in a
million millions are equal here, so that identical systems tie everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from assay.data import Array
from assay.errors import OptionError

TOLERANCE = 1e-12  # of a figure: noise of float64, not a difference


def apart(first: Array, second: Array) -> Array:
    """Subtract, with 0 where two scores differ by no more than rounding."""
    difference = first - second
    noise = TOLERANCE * np.maximum(np.abs(first), np.abs(second))
    return np.where(np.abs(difference) <= noise, 0.0, difference)


def at_least(values: Array, bound: float) -> int:
    """Count the values that are no nearer to 0 than the bound, allowing for rounding."""
    return int((np.abs(values) >= abs(bound) * (1 - TOLERANCE)).sum())


def effect(differences: Array) -> float:
    """Return the mean over the standard deviation (Cohen's d_z); NaN where nothing varies."""
    if len(differences) < 2 or not varies(differences):
        return float("nan")
    return float(differences.mean() / differences.std(ddof=1))


def varies(differences: Array) -> bool:
    """Tell whether values differ by more than rounding."""
    return bool(np.ptp(differences) > 1e-9 * np.abs(differences).max(initial=0.0))


MOST_EXACT = 50  # as in scipy's wilcoxon


def signs_p(units: float) -> float:
    """Return the smallest two-sided p-value that turning the signs of so many units can give.

    Student's t and the bootstrap give smaller ones to two or three units that are alike, and claim what they assume.
    """
    return min(1.0, math.pow(2.0, 1 - units))


def sign_p(differences: Array) -> float:
    """Return the exact two-sided p-value of the sign test: ties dropped, 1 if nothing is left."""
    from scipy.special import bdtr

    plus, minus = int((differences > 0).sum()), int((differences < 0).sum())
    if plus + minus == 0:
        return 1.0
    # Where plus and minus are equal, the middle of the distribution is counted twice.
    return min(1.0, 2 * float(bdtr(min(plus, minus), plus + minus, 0.5)))


def t_p(differences: Array) -> float:
    """Return the two-sided p-value of the paired t test.

    If all differences are equal, t has nothing to go by but their signs (`signs_p`).
    """
    from scipy.special import stdtr

    number = len(differences)
    if not varies(differences):
        return signs_p(number) if differences.any() else 1.0
    t = float(differences.mean() / differences.std(ddof=1)) * math.sqrt(number)
    return float(2 * stdtr(number - 1, -abs(t)))


def wilcoxon_p(differences: Array) -> float:
    """Return the two-sided p-value of Wilcoxon's signed-rank test: ties dropped, 1 if nothing is left.

    It is exact for up to fifty differences of different size, else normal with a correction for equal sizes, but no
    smaller than turning the signs of what is left could give.
    """
    from scipy.stats import wilcoxon

    largest = np.abs(differences).max(initial=0.0)
    if largest == 0:
        return 1.0
    # Differences of equal size have equal ranks, whatever the noise
    rounded = np.round(differences / largest, 12)
    left = rounded[rounded != 0]
    exact = len(left) <= MOST_EXACT and len(np.unique(np.abs(left))) == len(left)
    p_value = float(wilcoxon(left, method="exact" if exact else "approx").pvalue)
    return min(1.0, max(p_value, signs_p(len(left))))


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
    # Half a step of continuity correction towards the middle, as in R's wilcox.test.
    return float(ndtr(-(apart - 0.5) / error)), float(ndtr((apart + 0.5) / error))


def _holm(ordered: Array) -> Array:
    # Step by step the family shrinks; an adjusted p-value is never below that of a smaller one.
    return np.maximum.accumulate(ordered * np.arange(len(ordered), 0, -1))


def _benjamini_hochberg(ordered: Array) -> Array:
    scaled = ordered * len(ordered) / np.arange(1, len(ordered) + 1)
    return np.asarray(np.minimum.accumulate(scaled[::-1])[::-1])


CORRECTIONS: Mapping[str, tuple[str, Callable[[Array], Array]]] = {
    "holm": ("Holm: controls the probability of any false positive in the family", _holm),
    "bh": (
        "Benjamini-Hochberg: controls the share of false positives among the significant results",
        _benjamini_hochberg,
    ),
    "none": ("none: no correction; among many tests some will be false positives", lambda ordered: ordered),
}


def adjust(p_values: Array, correction: str) -> Array:
    """Return adjusted p-values in the order in which they were given."""
    if correction not in CORRECTIONS:
        raise OptionError(
            f"correction={correction!r} is not recognised; choose from {', '.join(CORRECTIONS)}"
        )
    p_values = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p_values, kind="stable")
    adjusted = np.empty_like(p_values)
    adjusted[order] = np.minimum(CORRECTIONS[correction][1](p_values[order]), 1)
    return adjusted


class FamilyTest(Protocol):
    """A result with a p-value, and the p-value adjusted for the family that it belongs to."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def p_value(self) -> float:
        """The p-value by itself."""

    @property
    def adjusted(self) -> float:
        """The p-value among others."""


AnyTest = TypeVar("AnyTest", bound=FamilyTest)


def adjust_family(tests: Iterable[AnyTest], correction: str) -> list[AnyTest]:
    """Return the tests of a family with their adjusted p-values, in the order in which they were given."""
    family = list(tests)
    values = adjust(np.array([test.p_value for test in family]), correction).tolist()
    return [replace(test, adjusted=p_value) for test, p_value in zip(family, values, strict=True)]
