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

from assay.comparison import Comparison, UnitChoice, check_units, in_units
from assay.data import Array, EvalSet, Scores
from assay.errors import InputError
from assay.human.options import RESAMPLED, RankOptions
from assay.metrics import Evaluation, Stats, StatsFn, ratio
from assay.resources import Resources
from assay.stats import (
    RankSum,
    Sample,
    Standing,
    adjust,
    apart,
    effect,
    order_systems,
    rank_sum_test,
    sign_p,
    t_p,
    t_value,
    wilcoxon_p,
)

DEFAULTS = RankOptions()
UNIT_TESTS: Mapping[str, Callable[[Array], float]] = {"signed-rank": wilcoxon_p, "t": t_p, "sign": sign_p}


@dataclass(frozen=True)
class SystemRanking:
    """Systems from best to worst and every pair of them; `units` of a pair are those that its test saw."""

    name: str
    standings: tuple[Standing, ...]
    comparisons: tuple[Comparison, ...]
    options: RankOptions
    unit: UnitChoice
    segments: int
    missing: int  # cells without a score, of the systems that are ranked
    left_out: tuple[str, ...]  # systems with too few judged segments
    notes: tuple[str, ...]

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems from best to worst."""
        return tuple(standing.system for standing in self.standings)


def rank_systems(scores: Scores, options: RankOptions = DEFAULTS) -> SystemRanking:
    """Rank systems by their mean over judged segments, and say what may be claimed of each pair."""
    ranked, left_out = _enough(oriented(scores), options.least)
    if options.common == "all":
        ranked = _complete(ranked)
    units, unit = in_units(evaluation(ranked), options.unit)
    if unit.unit != "segment":  # each system has two judged segments, so segments need no check
        check_units(units)
    options = replace(options, unit=unit.unit)
    comparisons = compare_systems(ranked, units, options)
    return SystemRanking(
        name=ranked.name,
        standings=_standings(ranked, units, comparisons, options),
        comparisons=tuple(comparisons),
        options=options,
        unit=unit,
        segments=len(ranked.segments),
        missing=int((~ranked.judged).sum()),
        left_out=left_out,
        notes=ranked.notes,
    )


def _enough(scores: Scores, least: int) -> tuple[Scores, tuple[str, ...]]:
    """Return the systems with enough judged segments, and name the others."""
    counts = scores.judged.sum(axis=1)
    enough = [name for name, count in zip(scores.systems, counts, strict=True) if count >= least]
    if len(enough) < 2:
        raise InputError(
            f"{scores.name}: {len(enough)} of {len(scores.systems)} systems have {least} judged segments or more; "
            "a ranking needs two systems, and other parts of the report (--show) do not"
        )
    return scores.for_systems(enough), tuple(name for name in scores.systems if name not in enough)


def _complete(scores: Scores) -> Scores:
    everywhere = np.asarray(scores.judged.all(axis=0))
    if everywhere.sum() < 2:
        raise InputError(
            f"{scores.name}: {int(everywhere.sum())} segments were judged for all systems; "
            "take common=pair, or leave out systems with few judgements"
        )
    return scores if everywhere.all() else segments_where(scores, everywhere)


def segments_where(scores: Scores, chosen: NDArray[np.bool_]) -> Scores:
    """Return some segments of scores."""
    rows = np.flatnonzero(chosen)
    return replace(
        scores,
        segments=tuple(scores.segments[row] for row in rows),
        values=scores.values[:, chosen],
        document=scores.document and scores.document.at(rows),
        domain=scores.domain and scores.domain.at(rows),
    )


def _standings(
    scores: Scores, whole: Evaluation, comparisons: Sequence[Comparison], options: RankOptions
) -> tuple[Standing, ...]:
    """Return who stands where, with intervals: from resamples if the test resamples, else Student's over units."""
    units = UnitScores.of(whole)
    judged = dict(zip(scores.systems, scores.judged.sum(axis=1).tolist(), strict=True))
    if options.test in RESAMPLED:
        from assay.comparison import bootstrap_intervals

        drawn = bootstrap_intervals(whole, options.chance)
        bounds = {
            name: (drawn[whole.metrics[0], name].low, drawn[whole.metrics[0], name].high) for name in judged
        }
    else:
        bounds = {name: units.interval(name, options.chance.confidence) for name in judged}
    wins = [
        (pair.first, pair.second) if pair.better == pair.first else (pair.second, pair.first)
        for pair in comparisons
        if pair.significant(options.chance.alpha)
    ]
    return tuple(
        replace(
            standing,
            low=bounds[standing.system][0],
            high=bounds[standing.system][1],
            judged=judged[standing.system],
        )
        for standing in order_systems(units.means, set(wins))
    )


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
    scores: Scores, systems: Sequence[str] | None = None, segments: NDArray[np.bool_] | None = None
) -> Evaluation:
    """Turn scores into statistics, of all systems and segments or of some; higher is better afterwards."""
    chosen = oriented(scores if systems is None else scores.for_systems(systems))
    values = chosen.values if segments is None else chosen.values[:, segments]
    document = chosen.document
    if document is not None and segments is not None:
        document = document.at(np.flatnonzero(segments))
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


@dataclass(frozen=True)
class UnitScores:
    """Of every system its mean, the score of each unit, what each adds to the error of the mean, and which count."""

    metric: JudgedMean
    means: Mapping[str, float]
    each: Mapping[str, Array]
    parts: Mapping[str, Array]
    judged: Mapping[str, NDArray[np.bool_]]

    @classmethod
    def of(cls, whole: Evaluation) -> UnitScores:
        """Divide the sums of units by their counts."""
        rows = {system: whole.stats[whole.metrics[0], system].rows for system in whole.systems}
        metric = JudgedMean(whole.metrics[0].label)
        return cls(
            metric,
            {name: float(_mean(own.sum(axis=0))) for name, own in rows.items()},
            {name: _mean(own) for name, own in rows.items()},
            {name: ratio_parts(own) for name, own in rows.items()},
            {name: own[:, 1] > 0 for name, own in rows.items()},
        )

    def difference(self, first: str, second: str) -> float:
        """Return the difference of two means, 0 where it is no more than rounding."""
        return float(apart(np.asarray(self.means[first]), np.asarray(self.means[second])))

    def interval(self, system: str, confidence: float) -> tuple[float, float]:
        """Return the bounds of Student's interval of a mean."""
        reach = t_reach(self.parts[system], confidence, int(self.judged[system].sum()))
        return self.means[system] - reach, self.means[system] + reach

    def reach(self, first: str, second: str, confidence: float) -> tuple[float, int]:
        """Return how far the interval of the difference reaches, and the units that it rests on."""
        number = int((self.judged[first] | self.judged[second]).sum())
        return t_reach(self.parts[first] - self.parts[second], confidence, number), number


def _mean(sums: Array) -> Array:
    """Divide sums by counts, NaN where nothing was judged."""
    with np.errstate(invalid="ignore"):
        return np.asarray(sums[..., 0] / sums[..., 1])


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


def compare_systems(scores: Scores, whole: Evaluation, options: RankOptions) -> list[Comparison]:
    """Test all pairs and adjust the p-values for their number.

    The rank-sum test takes all judged units of either system; every other test takes the segments that both were
    judged on, and their number stands in the comparison.
    """
    if options.test == "rank-sum":
        pairs = _rank_sums(UnitScores.of(whole), options)
    elif scores.judged.all():
        pairs = _paired(whole, options)
    else:
        pairs = [pair for two in combinations(scores.systems, 2) for pair in _common(scores, two, options)]
    adjusted = adjust(np.array([pair.p_value for pair in pairs]), options.correction).tolist()
    return [replace(pair, adjusted=p_value) for pair, p_value in zip(pairs, adjusted, strict=True)]


def _common(scores: Scores, two: tuple[str, str], options: RankOptions) -> list[Comparison]:
    """Test one pair on the segments that both were judged on."""
    both = np.asarray(scores.for_systems(two).judged.all(axis=0))
    if both.sum() < 2:
        raise InputError(
            f"{scores.name}: {two[0]} and {two[1]} have {int(both.sum())} segments in common; a paired test needs "
            "two or more: take test=rank-sum, or leave one of them out"
        )
    common = evaluation(scores, two, both)
    return _paired(UnitChoice(options.unit).of_part(common), options)


def _paired(whole: Evaluation, options: RankOptions) -> list[Comparison]:
    if options.test in RESAMPLED:
        from assay.comparison import compare_pairs

        return compare_pairs(whole, options.test, options.chance, correction="none")
    units, pairs = UnitScores.of(whole), []
    for first, second in combinations(whole.systems, 2):
        differences = apart(units.each[first], units.each[second])
        shares = _shares(differences)
        p_value = UNIT_TESTS[options.test](differences)
        if options.one_sided:
            towards = float(differences.mean()) if options.test == "t" else shares[0] - shares[1]
            p_value = _one_sided(p_value, towards, units.difference(first, second))
        pair = _comparison(units, (first, second), options, p_value, shares)
        pairs.append(replace(pair, effect=effect(differences)))
    return pairs


def _shares(differences: Array) -> tuple[float, float, float]:
    """Return the shares of units in which the first is better, worse and equal."""
    wins, losses, number = int((differences > 0).sum()), int((differences < 0).sum()), len(differences)
    return wins / number, losses / number, (number - wins - losses) / number


def _one_sided(two_sided: float, towards: float, difference: float) -> float:
    """Return the p-value that the system with the higher mean is not the better."""
    return two_sided / 2 if towards * difference >= 0 else 1 - two_sided / 2


def _rank_sums(units: UnitScores, options: RankOptions) -> list[Comparison]:
    largest = max(float(np.nanmax(np.abs(scores))) for scores in units.each.values()) or 1.0
    samples = {name: Sample.of(scores[~np.isnan(scores)], largest) for name, scores in units.each.items()}
    pairs = []
    for first, second in combinations(units.means, 2):
        rank_sum = rank_sum_test(samples[first], samples[second])
        p_value = _direction(rank_sum, units.difference(first, second), options.one_sided)
        shares = (rank_sum.wins, rank_sum.losses, rank_sum.ties)
        pairs.append(_comparison(units, (first, second), options, p_value, shares))
    return pairs


def _direction(rank_sum: RankSum, difference: float, one_sided: bool) -> float:
    if not one_sided:
        return min(1.0, 2 * min(rank_sum.greater, rank_sum.less))
    return rank_sum.greater if difference >= 0 else rank_sum.less


def _comparison(
    units: UnitScores,
    two: tuple[str, str],
    options: RankOptions,
    p_value: float,
    shares: tuple[float, float, float],
) -> Comparison:
    difference = units.difference(*two)
    reach, number = units.reach(*two, options.chance.confidence)
    return Comparison(
        metric=units.metric,
        first=two[0],
        second=two[1],
        score_first=units.means[two[0]],
        score_second=units.means[two[1]],
        difference=difference,
        low=difference - reach,
        high=difference + reach,
        p_value=p_value,
        adjusted=p_value,
        wins=shares[0],
        losses=shares[1],
        ties=shares[2],
        effect=float("nan"),
        test=options.test,
        draws=0,
        units=number,
    )
