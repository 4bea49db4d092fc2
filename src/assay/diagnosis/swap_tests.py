"""Paired tests in closed form: what would chance do if each unit's two outputs changed sides by a coin?

The null hypothesis is that of approximate randomisation (Noreen 1989). Instead of tossing coins, the distribution of
the sum over all tosses is approximated by its saddlepoint (Lugannani and Rice 1980, with the continuity correction of
Daniels 1987 for sums that go in steps; up to twelve units all tosses are counted). So a p-value has no chance in it,
and no number of draws bounds it from below: only the number of units that differ does, `smallest_p`.

Many tests share one error rate. Families (a feature and a pair of systems, say) get equal parts of it, and the tests of
a family share its part by Holm's method, so that the chance of any false alarm at all stays below the level.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from assay.comparison import Comparison, Scores, compare_pairs
from assay.comparison.pairs import Pair
from assay.data import Array
from assay.metrics import Evaluation, Metric
from assay.stats import Settings, adjust, at_least

MOST_COUNTED = 12  # units of which all tosses are counted: 4,096
# Of a total, for slopes; scores are smooth ratios of totals, and their third derivatives small
STEP = 1e-4
# Of a sum: far above the noise of float64 sums, far below any real difference
ROUNDING = 1e-9
STEPS = 200  # halvings of an interval: more than float64 has digits


# A row a segment to a row a unit: what changes sides as one
Units = Callable[[Evaluation], Evaluation]


def by_segment(evaluation: Evaluation) -> Evaluation:
    """Leave the rows as they are."""
    return evaluation


class SwapTest(NamedTuple):
    """A two-sided p-value, and the smallest that so many units could have given."""

    p_value: float
    smallest: float


def swap_test(differences: Array) -> SwapTest:
    """Test whether the sum of differences is further from 0 than coins would bring it that turn each one's sign."""
    sizes = np.abs(differences)
    telling = sizes > ROUNDING * sizes.max(initial=0.0)
    return SwapTest(_two_sided(differences[telling]), smallest_p(int(telling.sum())))


def smallest_p(units: int) -> float:
    """Return the p-value of units that all favour the same side: two of all tosses are so."""
    return min(1.0, 2.0 ** (1 - units))


def _two_sided(differences: Array) -> float:
    total, sizes = abs(float(differences.sum())), np.abs(differences)
    if total <= ROUNDING * sizes.sum():
        return 1.0
    if len(sizes) <= MOST_COUNTED:
        return _counted(sizes, total)
    if total >= (1 - ROUNDING) * sizes.sum():
        return smallest_p(len(sizes))
    return _saddlepoint(sizes / sizes.max(), total / float(sizes.max()))


def _counted(sizes: Array, total: float) -> float:
    sums = np.zeros(1)
    for size in sizes:
        sums = np.concatenate([sums - size, sums + size])
    return at_least(sums, total * (1 - ROUNDING)) / len(sums)


def _saddlepoint(sizes: Array, total: float) -> float:
    """Return the probability of a sum of at least `total` on either side; sums go in steps of twice the smallest."""
    half_step = float(sizes.min())
    reached = total - half_step
    if reached <= ROUNDING * total:
        return 1.0
    t = _slope_at(sizes, reached)
    curvature = float((sizes**2 / np.cosh(t * sizes) ** 2).sum())
    cumulant = float((np.logaddexp(t * sizes, -t * sizes) - math.log(2)).sum())
    w = math.sqrt(max(2 * (t * reached - cumulant), 0.0))
    u = math.sinh(t * half_step) / half_step * math.sqrt(curvature)
    if w < 1e-4 or u <= 0:
        return 1.0
    density = math.exp(-w * w / 2) / math.sqrt(2 * math.pi)
    tail = math.erfc(w / math.sqrt(2)) / 2 + density * (1 / u - 1 / w)
    return min(1.0, max(2 * tail, smallest_p(len(sizes))))


def _slope_at(sizes: Array, total: float) -> float:
    """Return where the cumulant generating function of the sum rises as steeply as `total`."""
    low, high = 0.0, 1.0
    while float((sizes * np.tanh(high * sizes)).sum()) < total:
        low, high = high, 2 * high
    for _ in range(STEPS):
        middle = (low + high) / 2
        below = float((sizes * np.tanh(middle * sizes)).sum()) < total
        low, high = (middle, high) if below else (low, middle)
        if high - low <= ROUNDING * high:
            break
    return (low + high) / 2


def slopes(score: Callable[[Array], Array], totals: Array) -> Array:
    """Return how much a score changes with each of the totals that it is made of."""
    steps = STEP * np.abs(totals)
    wide = np.where(steps > 0, steps, 1.0)
    moved = np.diag(steps)
    return np.asarray((score(totals + moved) - score(totals - moved)) / (2 * wide))


def swap_differences(metric: Metric, first: Array, second: Array) -> Array:
    """Return what each unit adds to the difference of two systems' scores, as seen from the mean of their totals."""
    totals = (first.sum(axis=0) + second.sum(axis=0)) / 2
    return np.asarray((first - second) @ slopes(metric.score, totals))


def swap_test_of(evaluation: Evaluation, pair: Pair) -> SwapTest:
    """Test two systems under a metric."""
    first, second = (evaluation.stats[pair.metric, name].rows for name in (pair.first, pair.second))
    return swap_test(swap_differences(pair.metric, first, second))


@dataclass(frozen=True)
class SystemPairs:
    """The pairs of systems to test, and how many times as many they were chosen from by their scores.

    The best of eight systems differs most from the others by chance alone: its seven pairs count like all 28.
    """

    of: tuple[tuple[str, str], ...] = ()
    choices: float = 1.0

    @classmethod
    def every(cls, systems: Iterable[str]) -> SystemPairs:
        """Return all pairs of some systems."""
        return cls(tuple(combinations(systems, 2)))


class Tested(NamedTuple):
    """Two systems under a metric, and the smallest adjusted p-value that their test could have given."""

    comparison: Comparison
    smallest: float

    def hopeless(self, alpha: float) -> bool:
        """Tell whether no outcome could have been significant: too few units differ for so many tests."""
        return self.smallest >= alpha


def compare_by_swaps(
    evaluation: Evaluation, pairs: SystemPairs, settings: Settings, drawn: Scores
) -> list[Tested]:
    """Compare some pairs of systems under every metric, nothing adjusted yet; intervals are of the draws given."""
    compared = compare_pairs(evaluation, "bootstrap", settings, correction="none", drawn=drawn)
    return [_tested(evaluation, pair) for pair in compared if (pair.first, pair.second) in pairs.of]


def _tested(evaluation: Evaluation, pair: Comparison) -> Tested:
    test = swap_test_of(evaluation, Pair(pair.metric, pair.first, pair.second))
    p_value = test.p_value if pair.difference else 1.0
    return Tested(replace(pair, p_value=p_value, adjusted=p_value, test="swap"), test.smallest)


def share_out(tests: Sequence[Tested], families: Sequence[Hashable], choices: float = 1.0) -> list[Tested]:
    """Adjust p-values: each family has an equal part of the error rate, and its tests share that by Holm's method."""
    adjusted = shared_p([test.comparison.p_value for test in tests], families, choices)
    times = share_of_error(families, choices)
    return [
        Tested(replace(test.comparison, adjusted=p_value), min(1.0, test.smallest * times[family]))
        for test, p_value, family in zip(tests, adjusted, families, strict=True)
    ]


def shared_p(p_values: Sequence[float], families: Sequence[Hashable], choices: float = 1.0) -> list[float]:
    """Return p-values adjusted by Holm within each family, times the number of families that there could be."""
    adjusted, number = np.array(p_values, dtype=np.float64), choices * len(set(families))
    for family in set(families):
        places = [place for place, own in enumerate(families) if own == family]
        adjusted[places] = np.minimum(number * adjust(adjusted[places], "holm"), 1)
    return [float(p_value) for p_value in adjusted]


def share_of_error(families: Sequence[Hashable], choices: float = 1.0) -> dict[Hashable, float]:
    """Return by what the smallest p-value of each family is multiplied."""
    sizes = Counter(families)
    return {family: choices * size * len(sizes) for family, size in sizes.items()}
