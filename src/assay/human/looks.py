"""What may be claimed of a study that is looked at while it grows, however often: pair by pair, corrected for all.

A p-value of `rank` is for a study that ends when it was planned to end. Here each is compared with a boundary that
allows for looks at any time (`assay.stats.any_time_p`), by the share of the pair's information that has come in. Draws
cannot give a p-value as small as an early claim needs, so that of the paired t test takes its place, but no smaller
than turning the signs of all units could give. Where raters saw the systems unequally, a claim needs the model as well.
The correction is for all pairs that the plan has, also those of which nothing can be said yet.

How much more of the plan a pair needs is told for the difference that was observed: so much that z times the root of
the share lies the 80 % quantile of its noise above the boundary.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assay.comparison import Comparison
from assay.human.flows import PreferencesRanking, Ranking, RatingsRanking
from assay.human.options import POWER, RANK_SUMS
from assay.human.preferences.wins import PairTest
from assay.stats import KEPT, adjust, any_time_p, signs_p
from assay.stats.sequential import early_bound

STEPS = 100  # of what is left of a plan


@dataclass(frozen=True)
class PlanDone:
    """How much is known of a pair: at least which share of all information, and what the rest multiplies it by."""

    share: float
    growth: float


@dataclass(frozen=True)
class PairLook:
    """Two systems at one of many looks, the leading one first; `p_value` holds at all looks and for all pairs at once.

    `rest` is the part of what is left of the plan that would show the observed difference with a power of 80 %; None
    where all of it would not.
    """

    first: str
    second: str
    difference: float
    share: float
    p_value: float
    claimed: bool
    rest: float | None

    @property
    def held_back(self) -> bool:
        """Whether the test alone would claim it, and raters who saw the systems unequally do not allow it."""
        return self.rest == 0 and not self.claimed


@dataclass(frozen=True)
class _Evidence:
    first: str
    second: str
    difference: float
    p_value: float  # of a single look
    alone: float  # by the test itself, without what else a claim needs


def look_at_pairs(ranking: Ranking, done: Mapping[frozenset[str], PlanDone]) -> tuple[PairLook, ...]:
    """Return what may be claimed of every pair of a plan at this look; pairs that cannot be tested yet are left out."""
    known = {frozenset((each.first, each.second)): each for each in _evidence(ranking, done)}
    held = [
        any_time_p(known[pair].p_value, of_plan.share) if pair in known else 1.0
        for pair, of_plan in done.items()
    ]
    adjusted = adjust(np.array(held), ranking.options.correction).tolist()
    alpha = ranking.options.chance.alpha
    level = alpha / (len(done) if ranking.options.correction == "holm" else 1)
    looks = [
        PairLook(
            known[pair].first,
            known[pair].second,
            known[pair].difference,
            of_plan.share,
            p_value,
            p_value < alpha,
            _rest(known[pair].alone, of_plan, level),
        )
        for (pair, of_plan), p_value in zip(done.items(), adjusted, strict=True)
        if pair in known
    ]
    place = {each.system: number for number, each in enumerate(ranking.standings)}
    return tuple(sorted(looks, key=lambda look: (place[look.first], place[look.second])))


def _evidence(ranking: Ranking, done: Mapping[frozenset[str], PlanDone]) -> list[_Evidence]:
    """Return of every pair that is tested and planned which leads, by how much, and the p-value of a single look."""
    if isinstance(ranking, PreferencesRanking):
        found = [_preferred(test) for test in ranking.tests]
    elif isinstance(ranking, RatingsRanking) and ranking.systems is not None:
        found = [_rated(ranking, pair, done) for pair in ranking.systems.comparisons]
    else:
        found = []
    return [each for each in found if frozenset((each.first, each.second)) in done]


def _preferred(test: PairTest) -> _Evidence:
    decided = test.wins + test.losses
    ahead = test.wins / decided - 0.5 if decided else 0.0
    first, second = (test.first, test.second) if ahead >= 0 else (test.second, test.first)
    return _Evidence(first, second, abs(ahead), test.p_value, test.p_value)


def _rated(ranking: RatingsRanking, pair: Comparison, done: Mapping[frozenset[str], PlanDone]) -> _Evidence:
    seen = pair if pair.difference >= 0 else pair.turned
    of_plan = done.get(frozenset((pair.first, pair.second)))
    few = signs_p(pair.units) >= ranking.options.chance.alpha
    alone = pair.p_value if of_plan is not None and of_plan.share >= 1 and not few else closed_p(pair)
    p_value = alone if pair.consistent else 1.0
    if ranking.balance is not None:
        p_value = max(p_value, ranking.balance.least_p(pair.first, pair.second, pair.difference))
    return _Evidence(seen.first, seen.second, seen.difference, p_value, alone)


def closed_p(pair: Comparison) -> float:
    """Return a p-value that draws do not bound from below: of the paired t test in the place of draws."""
    from scipy.special import stdtr

    p_value = pair.p_value
    if pair.draws and pair.test not in RANK_SUMS:
        t = pair.effect * math.sqrt(pair.units)
        p_value = (
            (0.0 if pair.difference else 1.0) if math.isnan(t) else 2 * float(stdtr(pair.units - 1, -abs(t)))
        )
    return max(p_value, signs_p(pair.units))


def _rest(p_value: float, done: PlanDone, level: float) -> float | None:
    """Return the part of the rest of the plan after which a difference as large would be claimed; None if none is."""
    from scipy.special import ndtri

    z, spare = -float(ndtri(max(p_value, 1e-300) / 2)), float(ndtri(POWER))
    part = np.arange(STEPS + 1) / STEPS
    share = done.share + (1 - done.share) * part
    reached = (z * np.sqrt(1 + (done.growth - 1) * part) - spare) * np.sqrt(share)
    bound = np.where(part < 1, early_bound(level), -float(ndtri(KEPT * level / 2)))
    enough = np.flatnonzero(reached >= bound)
    return float(part[enough[0]]) if len(enough) else None
