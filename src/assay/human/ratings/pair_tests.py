"""All pairs of systems tested by their human scores.

The rank-sum test takes all judged units of either system; every other test takes the segments that both were
judged on, and their number stands in the comparison. Tests in closed form have intervals in closed form: a mean
is a ratio of sums, its error is computed from what each unit adds (with one segment a unit this is Student's
interval, with documents it allows for the dependence within them).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from assay.comparison import Comparison, Pair, by_unit, compare_pairs, score_units, shares
from assay.data import Array, Scores
from assay.errors import InputError
from assay.human.ratings.mean import evaluation
from assay.human.ratings.rank_options import RESAMPLED, RankSettings
from assay.metrics import Evaluation
from assay.stats import (
    RankSum,
    Sample,
    adjust,
    apart,
    effect,
    rank_sum_test,
    sign_p,
    t_p,
    t_value,
    wilcoxon_p,
)

UNIT_TESTS: dict[str, Callable[[Array], float]] = {
    "signed-rank": wilcoxon_p,
    "t": t_p,
    "sign": sign_p,
}


def compare_scored_pairs(scores: Scores, whole: Evaluation, settings: RankSettings) -> list[Comparison]:
    """Test all pairs and adjust the p-values for their number."""
    if settings.test == "rank-sum":
        found = _rank_sums(whole, settings)
    elif scores.judged.all():
        found = _paired(whole, settings)
    else:
        found = [one for two in combinations(scores.systems, 2) for one in _common(scores, two, settings)]
    adjusted = adjust(np.array([one.p_value for one in found]), settings.correction).tolist()
    return [replace(one, adjusted=value) for one, value in zip(found, adjusted, strict=True)]


def _common(scores: Scores, two: tuple[str, str], settings: RankSettings) -> list[Comparison]:
    """Test one pair on the segments that both were judged on."""
    both = np.asarray(scores.for_systems(two).judged.all(axis=0))
    if both.sum() < 2:
        raise InputError(
            f"{scores.name}: {two[0]} and {two[1]} have {int(both.sum())} segments in common; a paired test needs "
            "two or more: take test=rank-sum, or leave one of them out"
        )
    return _paired(by_unit(evaluation(scores, two, both), settings.unit), settings)


def _paired(whole: Evaluation, settings: RankSettings) -> list[Comparison]:
    if settings.test in RESAMPLED:
        return compare_pairs(whole, settings.test, settings.chance, correction="none")
    each, units_of = score_units(whole), _Units.of(whole)
    found = []
    for two in combinations(whole.systems, 2):
        pair = Pair(whole.metrics[0], *two)
        differences = pair.of(each)
        counts = shares(pair, differences)
        two_sided = UNIT_TESTS[settings.test](differences)
        towards = float(differences.mean()) if settings.test == "t" else counts[0] - counts[1]
        p_value = two_sided
        if settings.one_sided:
            p_value = _one_sided(two_sided, towards, units_of.difference(pair))
        one = _comparison(units_of, pair, settings, p_value, counts)
        found.append(replace(one, effect=effect(differences)))
    return found


def _one_sided(two_sided: float, towards: float, difference: float) -> float:
    """Return the p-value that the system with the higher mean is not the better."""
    return two_sided / 2 if towards * difference >= 0 else 1 - two_sided / 2


def _rank_sums(whole: Evaluation, settings: RankSettings) -> list[Comparison]:
    metric = whole.metrics[0]
    each, units_of = score_units(whole), _Units.of(whole)
    largest = max(float(np.nanmax(np.abs(scores))) for scores in each.values()) or 1.0
    samples = {
        system: Sample.of(each[metric, system][~np.isnan(each[metric, system])], largest)
        for system in whole.systems
    }
    found = []
    for two in combinations(whole.systems, 2):
        pair = Pair(metric, *two)
        result = rank_sum_test(samples[two[0]], samples[two[1]])
        p_value = _direction(result, units_of.difference(pair), settings.one_sided)
        counts = (result.wins, result.losses, result.ties)
        found.append(_comparison(units_of, pair, settings, p_value, counts))
    return found


def _direction(result: RankSum, difference: float, one_sided: bool) -> float:
    if not one_sided:
        return min(1.0, 2 * min(result.greater, result.less))
    return result.greater if difference >= 0 else result.less


@dataclass(frozen=True)
class _Units:
    """Of every system its mean, what each unit adds to the error of it, and which units were judged."""

    means: Mapping[str, float]
    parts: Mapping[str, Array]
    judged: Mapping[str, NDArray[np.bool_]]

    @classmethod
    def of(cls, whole: Evaluation) -> _Units:
        stats = {system: whole.stats[whole.metrics[0], system] for system in whole.systems}
        return cls(
            {name: one.total() for name, one in stats.items()},
            {name: ratio_parts(one.rows) for name, one in stats.items()},
            {name: one.rows[:, 1] > 0 for name, one in stats.items()},
        )

    def difference(self, pair: Pair) -> float:
        """Return the difference of two means, 0 where it is no more than rounding."""
        return float(apart(np.asarray(self.means[pair.first]), np.asarray(self.means[pair.second])))

    def reach(self, pair: Pair, confidence: float) -> tuple[float, int]:
        """Return how far the interval of the difference reaches, and the units that it rests on."""
        number = int((self.judged[pair.first] | self.judged[pair.second]).sum())
        return t_reach(self.parts[pair.first] - self.parts[pair.second], confidence, number), number


def _comparison(
    units_of: _Units, pair: Pair, settings: RankSettings, p_value: float, counts: tuple[float, float, float]
) -> Comparison:
    difference = units_of.difference(pair)
    reach, number = units_of.reach(pair, settings.chance.confidence)
    return Comparison(
        metric=pair.metric,
        first=pair.first,
        second=pair.second,
        score_first=units_of.means[pair.first],
        score_second=units_of.means[pair.second],
        difference=difference,
        low=difference - reach,
        high=difference + reach,
        p_value=p_value,
        adjusted=p_value,
        wins=counts[0],
        losses=counts[1],
        ties=counts[2],
        effect=float("nan"),
        test=settings.test,
        draws=0,
        units=number,
    )


def ratio_parts(rows: Array) -> Array:
    """Return what every unit adds to the error of a ratio of sums, to first order."""
    total, judged = rows.sum(axis=0)
    return np.asarray((rows[:, 0] - total / judged * rows[:, 1]) / judged)


def t_reach(parts: Array, confidence: float, number: int) -> float:
    """Return how far Student's interval reaches to either side; of the parts, so many are of judged units."""
    if number < 2:
        return float("nan")
    squares = float(
        np.einsum("i,i->", parts, parts)
    )  # one thread: a sum this short is not worth waking others
    return t_value(confidence, number - 1) * math.sqrt(squares * number / (number - 1))
