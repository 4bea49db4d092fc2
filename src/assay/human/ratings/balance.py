"""Did raters see the systems alike? Where they did not, a lenient rater passes for a good system.

The outputs that each rater judged of each system are tested for independence (chi-square): raters assigned output by
output at random pass, whole tasks or documents of one system each do not. Where they fail, a claim needs the mixed
model as well, which separates raters from systems: its p-value, adjusted like the test's, takes the place of the
test's where it is the larger. Systems that no chain of common raters connects cannot be compared at all.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from assay.data import Array, Judgements
from assay.errors import AssayWarning
from assay.human.options import RankOptions
from assay.human.ratings.ranking import SystemRanking, rank_quietly, standings_of
from assay.human.ratings.rater_effects import MixedModel, fit_mixed_model
from assay.human.ratings.scoring import RaterMeans, score
from assay.stats import adjust

UNBALANCED = 0.05  # p-values below it are no chance assignment of raters
Pair = tuple[str, str]


@dataclass(frozen=True)
class Balance:
    """How far raters saw the systems alike, and what that did to the claims.

    `shares` is the rater whose share of two systems' outputs differs most, with both. `basis` is what a claim needed
    beside the test, "" where raters saw the systems alike; `withheld` are the claims that it does not share, and
    `apart` systems that no chain of common raters connects.
    """

    p_value: float
    shares: tuple[str, str, float, str, float]  # rater, system and share of its outputs, twice
    basis: str = ""
    withheld: tuple[Pair, ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()

    @property
    def caution(self) -> str:
        """What is warned of where raters did not see the systems alike."""
        rater, most, above, least, below = self.shares
        unconnected = f"; {len(self.apart)} groups of systems share no rater" if self.apart else ""
        return (
            f"raters judged the systems unequally: {rater} judged {100 * above:.0f} % of the outputs of {most}, "
            f"{100 * below:.0f} % of those of {least}; conclusions need the {self.basis} as well{unconnected}"
        )


def check_balance(
    ranking: SystemRanking, rater_means: RaterMeans, judgements: Judgements, options: RankOptions
) -> tuple[SystemRanking, Balance | None]:
    """Return the ranking with the claims that unequal raters leave, and how the raters saw the systems."""
    if len(rater_means.raters) < 2:
        return ranking, None
    counts = judged_outputs(rater_means, ranking.systems)
    balance = Balance(independence_p(counts), _farthest(counts, rater_means.raters, ranking.systems))
    if balance.p_value >= UNBALANCED:
        return ranking, balance
    basis, second = _second_opinion(ranking, judgements, options)
    groups = _connected(counts, ranking.systems)
    held = _held_back(ranking, second, groups)
    withheld = tuple(pair for pair in ranking.significant if pair not in held.significant)
    balance = replace(balance, basis=basis, withheld=withheld, apart=groups if len(groups) > 1 else ())
    warnings.warn(balance.caution, AssayWarning, stacklevel=4)
    return held, balance


def judged_outputs(rater_means: RaterMeans, systems: Sequence[str]) -> Array:
    """Return how many outputs of each system every rater judged: (raters, systems)."""
    every = len(rater_means.systems)
    system = rater_means.cell // len(rater_means.segments)
    counts = np.bincount(rater_means.rater * every + system, minlength=len(rater_means.raters) * every)
    chosen = [rater_means.systems.index(name) for name in systems]
    return counts.reshape(-1, every)[:, chosen].astype(np.float64)


def independence_p(counts: Array) -> float:
    """Return the p-value of the chi-square test that raters and systems came together by chance."""
    from scipy.special import chdtrc

    # A rater of left-out systems only would have expected counts of 0, and 0 / 0 in the sum.
    counts = counts[counts.sum(axis=1) > 0]
    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()
    freedom = (counts.shape[0] - 1) * (counts.shape[1] - 1)
    return float(chdtrc(freedom, ((counts - expected) ** 2 / expected).sum())) if freedom else 1.0


def _farthest(
    counts: Array, raters: Sequence[str], systems: Sequence[str]
) -> tuple[str, str, float, str, float]:
    shares = counts / counts.sum(axis=0)
    rater = int(np.argmax(shares.max(axis=1) - shares.min(axis=1)))
    most, least = int(shares[rater].argmax()), int(shares[rater].argmin())
    return (
        raters[rater],
        systems[most],
        float(shares[rater, most]),
        systems[least],
        float(shares[rater, least]),
    )


def _connected(counts: Array, systems: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return groups of systems that common raters connect."""
    from scipy.sparse.csgraph import connected_components

    number, group = connected_components(counts.T @ counts > 0, directed=False)
    return tuple(
        tuple(name for name, own in zip(systems, group, strict=True) if own == place)
        for place in range(number)
    )


def _second_opinion(
    ranking: SystemRanking, judgements: Judgements, options: RankOptions
) -> tuple[str, Mapping[Pair, tuple[float, float]]]:
    """Return what else is asked, and of every pair its difference and its adjusted p-value there."""
    raw = replace(options.scoring, standardise="raw")
    if len(judgements) <= options.most_fitted:
        return "mixed model", _by_model(fit_mixed_model(judgements, raw), ranking, options.correction)
    z = rank_quietly(score(judgements, replace(raw, standardise="z")).scores, ranking.options)
    return "z-scores", {(pair.first, pair.second): (pair.difference, pair.adjusted) for pair in z.comparisons}


def _by_model(
    model: MixedModel, ranking: SystemRanking, correction: str
) -> Mapping[Pair, tuple[float, float]]:
    pairs = list(combinations(ranking.systems, 2))
    tests = [model.difference(*pair) for pair in pairs]
    adjusted = adjust(np.array([p_value for _, _, p_value in tests]), correction).tolist()
    return {pair: (test[0], p_value) for pair, test, p_value in zip(pairs, tests, adjusted, strict=True)}


def _held_back(
    ranking: SystemRanking,
    second: Mapping[Pair, tuple[float, float]],
    groups: tuple[tuple[str, ...], ...],
) -> SystemRanking:
    """Give every pair the larger of both adjusted p-values, and 1 where the two disagree about who is better."""
    group = {name: place for place, names in enumerate(groups) for name in names}
    comparisons = []
    for pair in ranking.comparisons:
        turned = (pair.second, pair.first) in second
        difference, p_value = second[(pair.second, pair.first) if turned else (pair.first, pair.second)]
        same_side = (-difference if turned else difference) * pair.difference > 0
        known = same_side and group[pair.first] == group[pair.second]
        comparisons.append(replace(pair, adjusted=max(pair.adjusted, p_value) if known else 1.0))
    return replace(
        ranking,
        comparisons=tuple(comparisons),
        standings=standings_of(ranking.standings, comparisons, ranking.options.chance.alpha),
    )
