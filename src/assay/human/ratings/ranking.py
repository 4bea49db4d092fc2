"""Ranking of systems by people: means with intervals, all pairs tested, ranges of ranks and clusters.

`rank-sum` is the practice of WMT17-23 (one-sided, on all judged segments of either system); `signed-rank`, `t`
and `sign` pair the segments that both systems were judged on; `permutation` and `bootstrap` resample these, or
whole documents. Ranks, clusters and corrections are those of `assay compare`.

The mean of human scores is a metric whose rows are sums and counts, so that every test and interval applies; a
segment that was not judged has a row of zeros, not a score of zero: it counts neither above nor below. Tests in
closed form have intervals in closed form: a mean is a ratio of sums, its error is computed from what each unit adds
(with one segment a unit this is Student's interval, with documents it allows for the dependence within them).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from assay.comparison import (
    Comparison,
    Pair,
    bootstrap_intervals,
    by_unit,
    check_units,
    compare_pairs,
    score_units,
    shares,
    standings,
)
from assay.data import Array, EvalSet, Scores
from assay.errors import InputError
from assay.human.ratings.rank_options import DEFAULTS, RESAMPLED, TESTS, RankSettings
from assay.metrics import Evaluation, Stats, StatsFn, ratio
from assay.resources import Resources
from assay.stats import (
    Interval,
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

__all__ = ["TESTS", "Place", "RankSettings", "Ranking", "rank_systems"]


@dataclass(frozen=True)
class Place:
    """A system's place: mean with interval, segments judged, the ranks that it may have, and its cluster."""

    system: str
    mean: float
    low: float
    high: float
    judged: int
    rank_low: int
    rank_high: int
    cluster: int


@dataclass(frozen=True)
class Ranking:
    """Systems from best to worst and every pair of them; `units` of a pair are those that its test saw."""

    name: str
    places: tuple[Place, ...]
    comparisons: tuple[Comparison, ...]
    settings: RankSettings
    segments: int
    missing: int  # cells without a score, of the systems that are ranked
    left_out: tuple[str, ...]  # systems with too few judged segments
    notes: tuple[str, ...]

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems from best to worst."""
        return tuple(place.system for place in self.places)


def rank_systems(scores: Scores, settings: RankSettings = DEFAULTS) -> Ranking:
    """Rank systems by their mean over judged segments, and say what may be claimed of each pair."""
    kept, left_out = _enough(oriented(scores), settings.least)
    if settings.common == "all":
        kept = _complete(kept)
    whole = by_unit(evaluation(kept), settings.unit)
    check_units(whole)
    comparisons = compare_scored_pairs(kept, whole, settings)
    metric = whole.metrics[0]
    intervals = _intervals(whole, settings)
    judged = dict(zip(kept.systems, kept.judged.sum(axis=1).tolist(), strict=True))
    places = [
        Place(
            *(one.system, one.score, intervals[one.system].low, intervals[one.system].high),
            *(judged[one.system], one.rank_low, one.rank_high, one.cluster),
        )
        for one in standings(whole, comparisons, metric, settings.chance.alpha)
    ]
    return Ranking(
        name=kept.name,
        places=tuple(places),
        comparisons=tuple(comparisons),
        settings=settings,
        segments=len(kept.segments),
        missing=int((~kept.judged).sum()),
        left_out=left_out,
        notes=kept.notes,
    )


def _enough(scores: Scores, least: int) -> tuple[Scores, tuple[str, ...]]:
    counts = scores.judged.sum(axis=1)
    kept = [name for name, count in zip(scores.systems, counts, strict=True) if count >= least]
    if len(kept) < 2:
        raise InputError(
            f"{scores.name}: {len(kept)} of {len(scores.systems)} systems have {least} judged segments or more; "
            "a ranking needs two systems, and other parts of the report (--show) do not"
        )
    return scores.for_systems(kept), tuple(name for name in scores.systems if name not in kept)


def _complete(scores: Scores) -> Scores:
    everywhere = np.asarray(scores.judged.all(axis=0))
    if everywhere.sum() < 2:
        raise InputError(
            f"{scores.name}: {int(everywhere.sum())} segments were judged for all systems; "
            "take common=pair, or leave out systems with few judgements"
        )
    return scores if everywhere.all() else segments_where(scores, everywhere)


def segments_where(scores: Scores, kept: NDArray[np.bool_]) -> Scores:
    """Return some segments of scores."""
    rows = np.flatnonzero(kept)
    return replace(
        scores,
        segments=tuple(scores.segments[row] for row in rows),
        values=scores.values[:, kept],
        document=scores.document and scores.document.at(rows),
        domain=scores.domain and scores.domain.at(rows),
    )


def _intervals(whole: Evaluation, settings: RankSettings) -> dict[str, Interval]:
    """Return an interval of every mean: from resamples if the test resamples, else Student's over units."""
    metric = whole.metrics[0]
    if settings.test in RESAMPLED:
        found = bootstrap_intervals(whole, settings.chance)
        return {system: found[metric, system] for system in whole.systems}
    intervals = {}
    for system in whole.systems:
        stats = whole.stats[metric, system]
        mean = stats.total()
        judged = int((stats.rows[:, 1] > 0).sum())
        reach = t_reach(ratio_parts(stats.rows), settings.chance.confidence, judged)
        intervals[system] = Interval(mean, mean - reach, mean + reach, "t")
    return intervals


@dataclass(frozen=True)
class JudgedMean:
    """Mean over the segments that were judged; its rows come from people, not from text."""

    name: ClassVar[str] = "human"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False
    scores: str = "human"

    @property
    def label(self) -> str:
        """Return the name of the scores."""
        return self.scores

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the statistics."""
        return "sum", "judged"

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Refuse: no text says what people think of it."""
        raise InputError(f"{evalset.name}: human scores are read from judgements, not computed from outputs")

    def score(self, totals: Array) -> Array:
        """Divide the sum by the number judged; NaN where nothing was."""
        return ratio(totals[..., 0], totals[..., 1], np.nan)


def oriented(scores: Scores) -> Scores:
    """Return scores of which the higher is the better: negated where it was the lower."""
    if scores.higher_is_better:
        return scores
    totals = None if scores.totals is None else -scores.totals
    notes = (*scores.notes, "negated: the lower was the better")
    return replace(scores, values=-scores.values, totals=totals, higher_is_better=True, notes=notes)


def evaluation(
    scores: Scores, systems: Sequence[str] | None = None, kept: NDArray[np.bool_] | None = None
) -> Evaluation:
    """Turn scores into statistics, of all systems and segments or of some; higher is better afterwards."""
    chosen = oriented(scores if systems is None else scores.for_systems(systems))
    values = chosen.values if kept is None else chosen.values[:, kept]
    document = chosen.document
    if document is not None and kept is not None:
        document = document.at(np.flatnonzero(kept))
    metric, judged = JudgedMean(chosen.name), ~np.isnan(values)
    rows = np.stack([np.where(judged, values, 0.0), judged.astype(np.float64)], axis=-1)
    return Evaluation(
        systems=chosen.systems,
        metrics=(metric,),
        stats={(metric, name): Stats(metric, rows[place]) for place, name in enumerate(chosen.systems)},
        document=document,
        references=(0, 0),
        segments=values.shape[1],
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
