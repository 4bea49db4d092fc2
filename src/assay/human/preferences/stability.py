"""How far a ranking by preferences can be relied on: fewer judgements, and each rater left out.

Part of the judgements is drawn without replacement, ranked, and held against the ranking by all of them. The curve
shows from how many judgements on the clusters stay what they are. It can only tell of the judgements there are: if it
has not levelled out at its end, more are needed, and it does not say how many.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from assay.data import Array, Preferences
from assay.errors import InputError, OptionError, unheard
from assay.human.preferences.wins import (
    PreferenceRanking,
    cell_matrices,
    expected,
    gather_pairs,
    rank_by_wins,
    unit_index,
)
from assay.stats import Settings

Method = Callable[[Preferences, Settings, str], PreferenceRanking]
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
SETTLED = 0.9  # of the repetitions; set by hand


@dataclass(frozen=True)
class Settling:
    """What rankings of so many judgements look like beside the ranking by all."""

    share: float
    judgements: float  # mean over repetitions
    clusters: float  # mean number of clusters
    same_clusters: float  # share of repetitions with the very same clusters
    # Mean share of pairs of systems that stand in the same order
    same_order: float
    contradicted: (
        # Mean share of pairs that clusters tell apart, and the whole ranking orders the other way
        float
    )


@dataclass(frozen=True)
class Stability:
    """The curve, and the ranking by all judgements that it leads to."""

    whole: PreferenceRanking
    curve: tuple[Settling, ...]
    repetitions: int

    @property
    def settled_at(self) -> float | None:
        """The judgements from which on nine in ten repetitions have the clusters of the whole; None: more needed."""
        settled = None
        for point in reversed(self.curve):
            if point.same_clusters < SETTLED:
                break
            settled = point.judgements
        return settled


def settling(
    preferences: Preferences,
    settings: Settings,
    *,
    method: Method = rank_by_wins,
    unit: str = "judgement",
    shares: Sequence[float] = SHARES,
    repetitions: int = 20,
) -> Stability:
    """Rank parts of the judgements, and return how soon the ranking becomes what it is."""
    if not shares or not all(0 < share <= 1 for share in shares) or repetitions < 1:
        raise OptionError("shares must lie above 0 and at most at 1, and there must be a repetition")
    whole = method(preferences, settings, unit)
    curve = []
    for number, share in enumerate(sorted(shares)):
        rng = np.random.default_rng([settings.seed, number])
        parts = [_part(preferences, unit, share, rng) for _ in range(repetitions)]
        curve.append(
            _point(share, [(len(part), _ranked(part, settings, method, unit)) for part in parts], whole)
        )
    return Stability(whole, tuple(curve), repetitions)


def _part(preferences: Preferences, unit: str, share: float, rng: np.random.Generator) -> Preferences:
    index = unit_index(preferences, unit)
    units = np.unique(index)
    taken = rng.choice(units, size=max(1, round(share * len(units))), replace=False)
    return preferences.where(np.isin(index, taken))


def _ranked(part: Preferences, settings: Settings, method: Method, unit: str) -> PreferenceRanking:
    """Rank a part; that a part lacks systems or has no finite strengths is what the curve shows."""
    with unheard():
        return method(part, settings, unit)


def _point(
    share: float, ranked: Sequence[tuple[int, PreferenceRanking]], whole: PreferenceRanking
) -> Settling:
    compared = [_against(ranking, whole) for _, ranking in ranked]
    return Settling(
        share,
        float(np.mean([number for number, _ in ranked])),
        float(np.mean([len(ranking.clusters) for _, ranking in ranked])),
        float(np.mean([same_clusters(ranking, whole) for _, ranking in ranked])),
        float(np.mean([same for same, _ in compared])),
        float(np.mean([against for _, against in compared])),
    )


def same_clusters(first: PreferenceRanking, second: PreferenceRanking) -> bool:
    """Tell whether two rankings have the same clusters, whatever the order within them."""
    return [set(cluster) for cluster in first.clusters] == [set(cluster) for cluster in second.clusters]


def _against(ranking: PreferenceRanking, whole: PreferenceRanking) -> tuple[float, float]:
    """Return the share of pairs in the same order as in the whole, and of those told apart the wrong way."""
    place = {name: number for number, name in enumerate(ranking.systems)}
    cluster = {standing.system: standing.cluster for standing in ranking.standings}
    pairs = list(combinations(whole.systems, 2))
    known = [(a, b) for a, b in pairs if a in place and b in place]
    same = sum(place[a] < place[b] for a, b in known)
    against = sum(cluster[a] > cluster[b] for a, b in known)
    return same / len(pairs), against / len(pairs)


@dataclass(frozen=True)
class RankingWithout:
    """The ranking without one rater or segment, and what it changes."""

    name: str
    judgements: int  # left out
    ranking: PreferenceRanking
    same_clusters: bool
    moved: int  # the most places that any system moved


def without_each(
    preferences: Preferences,
    settings: Settings,
    *,
    method: Method = rank_by_wins,
    unit: str = "judgement",
    by: str = "rater",
) -> tuple[PreferenceRanking, tuple[RankingWithout, ...]]:
    """Return the ranking by all, and without each rater (or segment) in turn, those who change most first."""
    if by not in ("rater", "segment"):
        raise OptionError(f"by={by!r} is not recognised; choose rater or segment")
    codes = preferences.rater if by == "rater" else preferences.segment
    present = np.unique(codes.index)
    if len(present) < 2:
        raise InputError(f"there is only one {by}; without it nothing is left")
    whole = method(preferences, settings, unit)
    changes = [
        _left_out(
            preferences, codes.names[number], codes.index != number, whole, settings=settings, method=method
        )
        for number in present.tolist()
    ]
    return whole, tuple(
        sorted(
            changes, key=lambda change: (change.same_clusters, -change.moved, -change.judgements, change.name)
        )
    )


def _left_out(
    preferences: Preferences,
    name: str,
    remaining: np.ndarray[tuple[int], np.dtype[np.bool_]],
    whole: PreferenceRanking,
    *,
    settings: Settings,
    method: Method,
) -> RankingWithout:
    ranking = _ranked(preferences.where(remaining), settings, method, whole.unit)
    place = {system: number for number, system in enumerate(ranking.systems)}
    moves = [abs(place.get(system, number) - number) for number, system in enumerate(whole.systems)]
    left = int((~remaining).sum())
    return RankingWithout(name, left, ranking, same_clusters(ranking, whole), max(moves))


def width_by_raters(preferences: Preferences, settings: Settings, unit: str) -> float:
    """Return how many times as wide the intervals of expected wins are if raters are drawn in place of the unit.

    Above 1, raters differ in taste: then the judgements of one are not independent, and intervals over other units are
    too narrow for other raters. NaN where raters are the unit, or there is one.
    """
    raters = len(np.unique(preferences.rater.index))
    if unit == "rater" or raters < 2:
        return math.nan
    plain = replace(settings, sample="full")
    with warnings.catch_warnings():
        # A system without a decided pair has no wins in any draw.
        warnings.simplefilter("ignore", RuntimeWarning)
        narrow, wide = (float(np.nanmean(_spread(preferences, plain, each))) for each in (unit, "rater"))
    few = math.sqrt(raters / (raters - 1))  # a bootstrap of so few is too narrow by this much
    return few * wide / narrow if narrow > 0 else math.nan


def _spread(preferences: Preferences, settings: Settings, unit: str) -> Array:
    """Return the standard deviation of every system's expected wins over draws of a unit."""
    pairs = gather_pairs(preferences, unit)
    drawn = expected(cell_matrices(pairs.drawn(settings), len(pairs.systems))[0])
    return np.asarray(np.nanstd(drawn, axis=0))
