"""Did raters see the systems alike? Where they did not, a lenient rater passes for a good system.

The outputs that each rater judged of each system are tested for independence (chi-square): raters assigned output by
output at random pass, whole tasks or documents of one system each do not. Where they fail, a claim needs the mixed
model as well, which separates raters from systems: its p-value, adjusted like the test's, takes the place of the
test's where it is the larger. Systems that no chain of common raters connects cannot be compared at all.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
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
    beside the test, "" where raters saw the systems alike, and `opinions` what that says of each pair: the difference
    and its p-value. `withheld` are the claims that it does not share, and `apart` systems that no chain of common
    raters connects.
    """

    p_value: float
    shares: tuple[str, str, float, str, float]  # rater, system and share of its outputs, twice
    basis: str = ""
    withheld: tuple[Pair, ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()
    opinions: Mapping[Pair, tuple[float, float]] = field(default_factory=dict)

    def least_p(self, first: str, second: str, difference: float) -> float:
        """Return the p-value that a claim on two systems has at least: 1 where the two opinions disagree."""
        if not self.basis:
            return 0.0
        turned = (second, first) in self.opinions
        # A system all of whose raters have scores that do not vary has no z-scores, and so no second opinion.
        other, p_value = self.opinions.get((second, first) if turned else (first, second), (0.0, 1.0))
        same_side = (-other if turned else other) * difference > 0
        connected = not self.apart or any({first, second} <= set(group) for group in self.apart)
        return p_value if same_side and connected else 1.0

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
    basis, opinions = _second_opinion(ranking, judgements, options)
    groups = _connected(counts, ranking.systems)
    balance = replace(balance, basis=basis, opinions=opinions, apart=groups if len(groups) > 1 else ())
    held = _held_back(ranking, balance, options.correction)
    withheld = tuple(pair for pair in ranking.significant if pair not in held.significant)
    balance = replace(balance, withheld=withheld)
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
    """Return what else is asked, and of every pair its difference and its p-value there."""
    raw = replace(options.scoring, standardise="raw")
    if len(judgements) <= options.most_fitted:
        return "mixed model", _by_model(fit_mixed_model(judgements, raw), ranking)
    z = rank_quietly(score(judgements, replace(raw, standardise="z")).scores, ranking.options)
    return "z-scores", {(pair.first, pair.second): (pair.difference, pair.p_value) for pair in z.comparisons}


def _by_model(model: MixedModel, ranking: SystemRanking) -> Mapping[Pair, tuple[float, float]]:
    tests = {pair: model.difference(*pair) for pair in combinations(ranking.systems, 2)}
    return {pair: (difference, p_value) for pair, (difference, _, p_value) in tests.items()}


def _held_back(ranking: SystemRanking, balance: Balance, correction: str) -> SystemRanking:
    """Give every pair the larger of both adjusted p-values, and 1 where the two disagree about who is better."""
    opinions = balance.opinions
    adjusted = adjust(np.array([p_value for _, p_value in opinions.values()]), correction).tolist()
    told = {pair: (opinions[pair][0], p_value) for pair, p_value in zip(opinions, adjusted, strict=True)}
    corrected = replace(balance, opinions=told)
    comparisons = [
        replace(
            pair,
            adjusted=max(pair.adjusted, corrected.least_p(pair.first, pair.second, pair.difference)),
        )
        for pair in ranking.comparisons
    ]
    return replace(
        ranking,
        comparisons=tuple(comparisons),
        standings=standings_of(ranking.standings, comparisons, ranking.options.chance.alpha),
    )
