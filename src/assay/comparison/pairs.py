"""Two systems under one metric: their differences, what a paired test says of them, and who stands where by it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.comparison.resampling import Batch, Scores, Spread, scores_without_each, spread
from assay.data import Array
from assay.errors import InputError
from assay.metrics import Evaluation, Metric
from assay.stats import Settings, Standing, apart, at_least, places, signs_p


@dataclass(frozen=True)
class Basis:
    """What a test of two systems goes by, so that its results can be read without asking for its name."""

    # It turns the signs of units, and n units have 2 ** n ways to be signed
    signs: bool = False
    drops_ties: bool = False  # units on which both are equal do not count
    # It weighs how far units differ, not only on whose side they are
    means: bool = False


SIGNS_OF_ALL: Basis = Basis(signs=True)
SIGNS_OF_UNTIED: Basis = Basis(signs=True, drops_ties=True)
MEANS: Basis = Basis(means=True)


@dataclass(frozen=True)
class Comparison:
    """Two systems under one metric; every difference is first minus second, on the metric's own scale.

    `low` and `high` bound the difference at the confidence of the settings (paired bootstrap). `wins` and
    `losses` are shares in which the first is better or worse, whichever direction is better for the metric:
    of bootstrap draws, or of units for a test on unit scores. `effect` is the mean difference of unit scores
    over their standard deviation (Cohen's d_z), NaN where they do not vary.
    """

    metric: Metric
    first: str
    second: str
    score_first: float
    score_second: float
    difference: float
    low: float
    high: float
    p_value: float
    adjusted: float
    wins: float
    losses: float
    ties: float
    effect: float
    test: str
    draws: int
    units: int
    basis: Basis = Basis()
    exact: bool = False  # the draws are all arrangements there are, each once

    @property
    def better(self) -> str | None:
        """The system with the better score, None if both are equal."""
        if self.difference == 0:
            return None
        return self.first if (self.difference > 0) == self.metric.higher_is_better else self.second

    @property
    def identical(self) -> bool:
        """Whether both have the same score in every unit, as identical outputs have."""
        return self.difference == self.low == self.high == 0 and math.isnan(self.effect)

    @property
    def turned(self) -> Comparison:
        """The same pair, seen from the other system."""
        return replace(
            self,
            first=self.second,
            second=self.first,
            score_first=self.score_second,
            score_second=self.score_first,
            difference=-self.difference,
            low=-self.high,
            high=-self.low,
            wins=self.losses,
            losses=self.wins,
            effect=-self.effect,
        )

    @property
    def consistent(self) -> bool:
        """Whether a test on units found them on the side of the whole set; else it supports no claim about it."""
        if self.draws:
            return True
        by_mean = self.basis.means and not math.isnan(self.effect)
        lead = (
            self.effect * (1 if self.metric.higher_is_better else -1) if by_mean else self.wins - self.losses
        )
        favours_first = lead >= 0
        return self.better is None or favours_first == (self.better == self.first)

    @property
    def least_p(self) -> float:
        """The smallest p-value that so many units and draws can give, whatever the difference.

        Coins over n units have 2 ** n outcomes, of which two are as extreme as the largest difference; signs and
        signed ranks of the units that are no ties likewise.
        """
        counted = self.units - round(self.ties * self.units) if self.basis.drops_ties else self.units
        of_units = signs_p(counted) if self.basis.signs else 0.0
        by_chance = 1 / (self.draws + 1) if self.draws and not self.exact else 0.0
        return min(1.0, max(of_units, by_chance))

    def seen_from(self, system: str) -> Comparison:
        """Return the pair turned so that a system of it comes first."""
        return self if self.first == system else self.turned

    def relation(self, system: str, alpha: float) -> str:
        """Say whether a system of the pair is significantly better or worse than the other, or it is open."""
        if not self.significant(alpha):
            return "open"
        return "better" if self.better == system else "worse"

    def significant(self, alpha: float) -> bool:
        """Tell whether the adjusted p-value is below alpha, for a difference on the side of the better score.

        So few units that turning their signs could never show a difference show none by any test.
        """
        enough = signs_p(self.units) < alpha
        return self.better is not None and enough and self.adjusted < alpha and self.consistent


@dataclass(frozen=True)
class Pair:
    """Two systems under one metric; all differences are first minus second."""

    metric: Metric
    first: str
    second: str

    @property
    def sign(self) -> int:
        """Return 1 where a higher score is better, else -1."""
        return 1 if self.metric.higher_is_better else -1

    def scores(self, evaluation: Evaluation) -> tuple[float, float]:
        """Return the scores of both on the whole set."""
        return (
            evaluation.stats[self.metric, self.first].total(),
            evaluation.stats[self.metric, self.second].total(),
        )

    def difference(self, evaluation: Evaluation) -> float:
        """Return the difference on the whole set."""
        return float(apart(*map(np.asarray, self.scores(evaluation))))

    def spread(self, evaluation: Evaluation) -> Spread:
        """Return the standard error of the difference over units, by the jackknife."""
        without = self.without_each(evaluation)
        return spread(self.difference(evaluation), without, evaluation.sizes)

    def without_each(self, evaluation: Evaluation) -> Array:
        """Return the difference on all units but one, for each unit in turn."""
        first, second = ((self.metric, name) for name in (self.first, self.second))
        return apart(scores_without_each(evaluation, first), scores_without_each(evaluation, second))

    def of(self, scores: Scores) -> Array:
        """Return the difference in each draw or unit."""
        return apart(scores[self.metric, self.first], scores[self.metric, self.second])


def swaps_all(units: int, settings: Settings) -> bool:
    """Tell whether every way to swap so many units is tried: where there are no more of them than draws."""
    return units < settings.permutation_draws.bit_length()


def exact_p(evaluation: Evaluation, pair: Pair) -> float:
    """Return the share of all ways to swap units that bring at least the difference observed."""
    first, second = (evaluation.stats[pair.metric, name] for name in (pair.first, pair.second))
    units = len(first.rows)
    # What is swapped and what is not change places: half of all ways have the differences of the other half.
    ways = np.arange(2 ** (units - 1))
    coins = (ways[:, None] >> np.arange(units) & 1).astype(np.float64)
    # Rows are subtracted first: units on which both systems are the same then move nothing, without rounding.
    moved = coins @ (second.rows - first.rows)
    return at_least(_moved_apart(pair, first.sums, second.sums, moved), pair.difference(evaluation)) / len(
        coins
    )


def swapped(pair: Pair, batch: Batch, totals: Scores) -> Array:
    """Return the differences of draws when the units whose coin fell on its face change sides."""
    first, second = (pair.metric, pair.first), (pair.metric, pair.second)
    return _moved_apart(pair, totals[first], totals[second], batch.sums[second] - batch.sums[first])


def _moved_apart(pair: Pair, first: Array, second: Array, moved: Array) -> Array:
    """Return the differences between two systems after sums of rows have moved from the second to the first."""
    return apart(pair.metric.score(first + moved), pair.metric.score(second - moved))


def shares(leads: Array) -> tuple[float, float, float]:
    """Return the shares of units or draws in which the first is better (above 0), worse and equal."""
    wins, losses, number = int((leads > 0).sum()), int((leads < 0).sum()), len(leads)
    return wins / number, losses / number, (number - wins - losses) / number


# Ranks and clusters, by the rule of the WMT campaigns: a system's best rank is one more than the systems significantly
# better than it; its worst leaves below it only those significantly worse. A new cluster begins below a system if every
# system down to it beats every system after it.


def standings(
    evaluation: Evaluation, comparisons: Sequence[Comparison], metric: Metric, alpha: float
) -> list[Standing]:
    """Return every system's place under one metric, best first; all pairs must have been compared."""
    sign = 1 if metric.higher_is_better else -1
    scores = {system: evaluation.stats[metric, system].total() for system in evaluation.systems}
    order = sorted(scores, key=lambda system: -sign * scores[system])
    beats = _beats([comparison for comparison in comparisons if comparison.metric == metric], order, alpha)
    return [
        Standing(system, scores[system], *ranks) for system, ranks in zip(order, places(beats), strict=True)
    ]


def _beats(comparisons: Sequence[Comparison], order: Sequence[str], alpha: float) -> NDArray[np.bool_]:
    """Say who is significantly better than whom: row over column."""
    place = {system: number for number, system in enumerate(order)}
    beats = np.zeros((len(order), len(order)), dtype=bool)
    seen = set()
    for comparison in comparisons:
        first, second = place[comparison.first], place[comparison.second]
        seen.add(frozenset((first, second)))
        if comparison.significant(alpha):
            beats[(first, second) if comparison.better == comparison.first else (second, first)] = True
    if len(seen) < len(order) * (len(order) - 1) // 2:
        raise InputError("ranks need a comparison of every pair of systems; leave out the baseline")
    return beats
