"""Ranking of systems by people: means with intervals, all pairs tested, ranges of ranks and clusters.

`rank-sum` is the practice of WMT17-23 (one-sided, on all judged segments of either system); `signed-rank`, `t`
and `sign` pair the segments that both systems were judged on; `permutation` and `bootstrap` resample these, or
whole documents. Ranks, clusters and corrections are those of `assay compare`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.comparison import Comparison, bootstrap_intervals, by_unit, check_units, standings
from assay.data import Scores
from assay.errors import InputError
from assay.human.ratings.mean import evaluation, oriented
from assay.human.ratings.pair_tests import compare_scored_pairs, ratio_parts, t_reach
from assay.human.ratings.rank_options import DEFAULTS, RESAMPLED, TESTS, RankSettings
from assay.metrics import Evaluation
from assay.stats import Interval

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
