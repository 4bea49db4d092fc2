"""Rankings by domain, and their macro-average: every domain counts the same, however many segments it has.

The macro-average is that of WMT24. Its p-values joined two-sided ones by Stouffer's method, which loses the
direction: a system far better in one domain and far worse in another came out significantly "different". Here
each domain gives a signed z (positive for the first system), and these are added: sum z / sqrt(domains).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from assay.comparison import Comparison
from assay.data import Scores
from assay.errors import InputError
from assay.human.options import RankOptions
from assay.human.ratings.ranking import DEFAULTS, SystemRanking, choose_test, rank_quietly, segments_where
from assay.stats import Standing, adjust_family
from assay.stats.standings import order_systems

SMALLEST = 1e-300  # a p-value of 0 would have an infinite z


@dataclass(frozen=True)
class MacroPair:
    """Two systems over all domains: signed z by domain and joined, two-sided p-value, adjusted p-value."""

    first: str
    second: str
    difference: float
    z_by_domain: tuple[float, ...]
    z: float
    p_value: float
    adjusted: float


@dataclass(frozen=True)
class Domains:
    """Rankings by domain and over all of them; `left_out` were not judged in every domain."""

    domains: tuple[str, ...]
    rankings: Mapping[str, SystemRanking]
    standings: tuple[Standing, ...]  # the score is the mean of domain means
    pairs: tuple[MacroPair, ...]
    left_out: tuple[str, ...]
    notes: tuple[str, ...]

    def means(self, system: str) -> tuple[float, ...]:
        """Return the means of a system in each domain."""
        every = (standing for ranking in self.rankings.values() for standing in ranking.standings)
        return tuple(standing.score for standing in every if standing.system == system)

    def with_claims(self, claimed: Collection[tuple[str, str]], alpha: float) -> Domains:
        """Return the domains with no other claims about pairs than these."""
        pairs = tuple(
            pair
            if {(pair.first, pair.second), (pair.second, pair.first)} & set(claimed)
            else replace(pair, adjusted=1.0)
            for pair in self.pairs
        )
        means = {standing.system: standing.score for standing in self.standings}
        ranks = {place.system: place for place in order_systems(means, _wins(pairs, alpha))}
        standings = tuple(
            replace(ranks[own.system], low=own.low, high=own.high, judged=own.judged)
            for own in self.standings
        )
        return replace(self, pairs=pairs, standings=standings)


def rank_by_domain(scores: Scores, options: RankOptions = DEFAULTS) -> Domains:
    """Rank the systems in each domain and by the mean of their domain means."""
    if scores.domain is None:
        raise InputError(f"{scores.name}: the domains of segments are not given; add a domain column")
    parts = {
        name: segments_where(scores, scores.domain.among([name]))
        for name in scores.domain.names
        if scores.domain.among([name]).any()
    }
    options, _ = choose_test(scores, options)
    rankings = {name: rank_quietly(part, options) for name, part in parts.items()}
    everywhere = [
        name for name in scores.systems if all(name in ranking.systems for ranking in rankings.values())
    ]
    if len(everywhere) < 2:
        raise InputError(f"{scores.name}: fewer than two systems were judged in all of {', '.join(parts)}")
    pairs = _pairs(everywhere, rankings, options)
    return Domains(
        domains=tuple(parts),
        rankings=rankings,
        standings=_standings(everywhere, rankings, pairs, options),
        pairs=tuple(pairs),
        left_out=tuple(name for name in scores.systems if name not in everywhere),
        notes=(
            *scores.notes,
            f"macro-average of {len(parts)} domains; p-values combined by Stouffer's method",
        ),
    )


def stouffer(z: Sequence[float]) -> float:
    """Join signed z values of independent tests into one."""
    return sum(z) / math.sqrt(len(z))


def signed_z(pair: Comparison, one_sided: bool) -> float:
    """Return a p-value as a z that is positive where the first system is the better.

    A one-sided p-value is that of the system with the higher mean; a two-sided one goes with the side that the
    test favours.
    """
    from scipy.special import ndtri

    side = 1 if pair.difference > 0 else -1 if pair.difference < 0 else 0
    if one_sided:
        return float(-ndtri(min(max(pair.p_value, SMALLEST), 1 - 1e-16))) * side
    favoured = side if pair.consistent else -side
    return float(-ndtri(max(pair.p_value, SMALLEST) / 2)) * favoured


def _pairs(
    systems: Sequence[str], rankings: Mapping[str, SystemRanking], options: RankOptions
) -> list[MacroPair]:
    from scipy.special import ndtr

    by_domain = [
        {(pair.first, pair.second): pair for pair in ranking.comparisons} for ranking in rankings.values()
    ]
    pairs = []
    for two in combinations(systems, 2):
        several = [domain[two] for domain in by_domain]
        z = tuple(signed_z(pair, options.one_sided) for pair in several)
        joined = stouffer(z)
        difference = float(np.mean([pair.difference for pair in several]))
        p_value = 2 * float(ndtr(-abs(joined)))
        pairs.append(MacroPair(*two, difference, z, joined, p_value, p_value))
    return adjust_family(pairs, options.correction)


def _standings(
    systems: Sequence[str],
    rankings: Mapping[str, SystemRanking],
    pairs: Sequence[MacroPair],
    options: RankOptions,
) -> tuple[Standing, ...]:
    """Order the systems by the mean of their domain means, with the interval of a mean of independent samples."""
    domains = [{standing.system: standing for standing in ranking.standings} for ranking in rankings.values()]
    means = {name: float(np.mean([domain[name].score for domain in domains])) for name in systems}
    standings = []
    for standing in order_systems(means, _wins(pairs, options.chance.alpha)):
        halves = [(domain[standing.system].high - domain[standing.system].low) / 2 for domain in domains]
        reach = math.sqrt(sum(half**2 for half in halves)) / len(halves)
        standings.append(replace(standing, low=standing.score - reach, high=standing.score + reach))
    return tuple(standings)


def _wins(pairs: Sequence[MacroPair], alpha: float) -> set[tuple[str, str]]:
    """Say who is significantly better than whom, with the higher mean on the same side."""
    return {
        (pair.first, pair.second) if pair.z > 0 else (pair.second, pair.first)
        for pair in pairs
        if pair.adjusted < alpha and pair.z * pair.difference > 0
    }
