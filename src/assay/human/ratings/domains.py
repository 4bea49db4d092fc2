"""Rankings by domain, and their macro-average: every domain counts the same, however many segments it has.

The macro-average is that of WMT24. Its p-values joined two-sided ones by Stouffer's method, which loses the
direction: a system far better in one domain and far worse in another came out significantly "different". Here
each domain gives a signed z (positive for the first system), and these are added: sum z / sqrt(domains).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from assay.comparison import Comparison
from assay.data import Scores
from assay.errors import InputError
from assay.human.ratings.rank_options import DEFAULTS, RankSettings
from assay.human.ratings.ranking import Ranking, rank_systems, segments_where
from assay.stats import adjust, places

SMALLEST = 1e-300


@dataclass(frozen=True)
class MacroPlace:
    """A system's mean of domain means, its interval (domains are independent samples), ranks and cluster."""

    system: str
    mean: float
    low: float
    high: float
    by_domain: tuple[float, ...]
    rank_low: int
    rank_high: int
    cluster: int


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
    rankings: Mapping[str, Ranking]
    places: tuple[MacroPlace, ...]
    pairs: tuple[MacroPair, ...]
    left_out: tuple[str, ...]
    notes: tuple[str, ...]


def rank_by_domain(scores: Scores, settings: RankSettings = DEFAULTS) -> Domains:
    """Rank the systems in each domain and by the mean of their domain means."""
    if scores.domain is None:
        raise InputError(f"{scores.name}: nobody said which domain a segment is of; give a domain column")
    parts = {
        name: segments_where(scores, scores.domain.among([name]))
        for name in scores.domain.names
        if scores.domain.among([name]).any()
    }
    rankings = {name: rank_systems(part, settings) for name, part in parts.items()}
    everywhere = [name for name in scores.systems if all(name in one.systems for one in rankings.values())]
    if len(everywhere) < 2:
        raise InputError(f"{scores.name}: fewer than two systems were judged in all of {', '.join(parts)}")
    pairs = _pairs(everywhere, rankings, settings)
    return Domains(
        domains=tuple(parts),
        rankings=rankings,
        places=_places(everywhere, rankings, pairs, settings),
        pairs=tuple(pairs),
        left_out=tuple(name for name in scores.systems if name not in everywhere),
        notes=(
            *scores.notes,
            f"macro-average of {len(parts)} domains; p-values joined by Stouffer with direction",
        ),
    )


def stouffer(z: Sequence[float]) -> float:
    """Join signed z values of independent tests into one."""
    return sum(z) / math.sqrt(len(z))


def signed_z(one: Comparison, one_sided: bool) -> float:
    """Return a p-value as a z that is positive where the first system is the better.

    A one-sided p-value is that of the system with the higher mean; a two-sided one goes with the side that the
    test favours.
    """
    from scipy.special import ndtri

    side = 1 if one.difference > 0 else -1 if one.difference < 0 else 0
    if one_sided:
        return float(-ndtri(min(max(one.p_value, SMALLEST), 1 - 1e-16))) * side
    favoured = side if one.consistent else -side
    return float(-ndtri(max(one.p_value, SMALLEST) / 2)) * favoured


def _pairs(
    systems: Sequence[str], rankings: Mapping[str, Ranking], settings: RankSettings
) -> list[MacroPair]:
    from scipy.special import ndtr

    by_domain = [
        {(one.first, one.second): one for one in ranking.comparisons} for ranking in rankings.values()
    ]
    pairs = []
    for two in combinations(systems, 2):
        several = [domain[two] for domain in by_domain]
        z = tuple(signed_z(one, settings.one_sided) for one in several)
        joined = stouffer(z)
        difference = float(np.mean([one.difference for one in several]))
        p_value = 2 * float(ndtr(-abs(joined)))
        pairs.append(MacroPair(*two, difference, z, joined, p_value, p_value))
    adjusted = adjust(np.array([pair.p_value for pair in pairs]), settings.correction).tolist()
    return [replace(pair, adjusted=value) for pair, value in zip(pairs, adjusted, strict=True)]


def _places(
    systems: Sequence[str],
    rankings: Mapping[str, Ranking],
    pairs: Sequence[MacroPair],
    settings: RankSettings,
) -> tuple[MacroPlace, ...]:
    domains = [{place.system: place for place in ranking.places} for ranking in rankings.values()]
    means = {name: [domain[name].mean for domain in domains] for name in systems}
    order = sorted(systems, key=lambda name: -float(np.mean(means[name])))
    found = []
    for name, standing in zip(order, places(_beats(order, pairs, settings.chance.alpha)), strict=True):
        mean = float(np.mean(means[name]))
        halves = [(domain[name].high - domain[name].low) / 2 for domain in domains]
        reach = math.sqrt(sum(half**2 for half in halves)) / len(halves)
        found.append(MacroPlace(name, mean, mean - reach, mean + reach, tuple(means[name]), *standing))
    return tuple(found)


def _beats(order: Sequence[str], pairs: Sequence[MacroPair], alpha: float) -> NDArray[np.bool_]:
    """Say who is significantly better than whom, with the higher mean on the same side: row over column."""
    place = {name: number for number, name in enumerate(order)}
    beats = np.zeros((len(order), len(order)), dtype=bool)
    for pair in pairs:
        if pair.adjusted < alpha and pair.z * pair.difference > 0:
            first, second = place[pair.first], place[pair.second]
            beats[(first, second) if pair.z > 0 else (second, first)] = True
    return beats
