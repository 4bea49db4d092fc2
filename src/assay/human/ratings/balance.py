"""Do the claims hold for other raters? Where raters saw the systems unequally or have tastes, the mixed model decides.

The outputs that each rater judged of each system are tested for independence (chi-square): raters assigned output by
output at random pass, whole tasks or documents of one system each do not, and a lenient rater passes for a good system.
Where raters have tastes, one likes a system better than the others do, so that a system may win by who was asked. In
both cases means, intervals and tests are those of the mixed model (`other_raters`), which takes leniency out and counts
tastes in; what the plain means claim and the model does not is withheld. Systems that no chain of common raters
connects cannot be compared at all. The test of WMT is there to make published clusters again: it is left as it is, and
what the model would withhold is named.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from assay.comparison import Comparison
from assay.data import Array, Judgements
from assay.errors import AssayWarning
from assay.human.options import RankOptions
from assay.human.ratings.other_raters import OtherRaters
from assay.human.ratings.ranking import SystemRanking, rank_quietly, standings_of
from assay.human.ratings.rater_effects import fit_mixed_model
from assay.human.ratings.scoring import RaterMeans, ScoredRatings, score
from assay.stats import Standing, adjust_family, signs_p

# As of documents: a z test at 5 % whose error is 1.05 times too small has 6.2 % false alarms
MATTERS = 1.05
UNBALANCED = 0.05  # p-values below it are no chance assignment of raters
MODEL = "mixed model"
Pair = tuple[str, str]


@dataclass(frozen=True)
class Balance:
    """How far raters saw the systems alike and liked the same, and what that did to the claims.

    `shares` is the rater whose share of two systems' outputs differs most, with both. `tastes` is how many times as
    large the error of a difference is as without tastes; NaN where that was not asked. `basis` is what the claims rest
    on, "" where the test alone decides, and `opinions` what that says of each pair: the difference and its p-value.
    `withheld` are the claims that it does not share, and `apart` systems that no chain of common raters connects.
    """

    p_value: float
    shares: tuple[str, str, float, str, float]  # rater, system and share of its outputs, twice
    tastes: float = math.nan
    few: bool = False  # whether so few raters cannot show that they have no tastes
    basis: str = ""
    withheld: tuple[Pair, ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()
    opinions: Mapping[Pair, tuple[float, float]] = field(default_factory=dict)

    @property
    def unequal(self) -> bool:
        """Whether raters saw the systems unequally."""
        return self.p_value < UNBALANCED

    @property
    def tasteful(self) -> bool:
        """Whether tastes of raters make differences less certain than segments alone do."""
        return self.tastes > MATTERS

    def least_p(self, first: str, second: str, difference: float) -> float:
        """Return the p-value that a claim on two systems has at least: 1 where the two opinions disagree."""
        if not self.basis:
            return 0.0
        turned = (second, first) in self.opinions
        # A system all of whose raters have scores that do not vary has no z-scores, and so no second opinion.
        other, p_value = self.opinions.get((second, first) if turned else (first, second), (0.0, 1.0))
        same_side = (-other if turned else other) * difference > 0
        return p_value if same_side and self.connected(first, second) else 1.0

    def connected(self, first: str, second: str) -> bool:
        """Tell whether a chain of common raters connects two systems."""
        return not self.apart or any({first, second} <= set(group) for group in self.apart)

    @property
    def caution(self) -> str:
        """What is warned of where raters did not see the systems alike, or do not like the same."""
        rater, most, above, least, below = self.shares
        unconnected = f"; {len(self.apart)} groups of systems share no rater" if self.apart else ""
        unequal = (
            f"raters judged the systems unequally: {rater} judged {100 * above:.0f} % of the outputs of {most}, "
            f"{100 * below:.0f} % of those of {least}"
        )
        tastes = f"raters differ in taste: for other raters, differences are up to {self.tastes:.1f} times as uncertain"
        few = "raters are too few to tell whether they differ in taste"
        said = [unequal] * self.unequal + [tastes] * self.tasteful + [few] * (self.few and not self.tasteful)
        return f"{'; '.join(said)}; conclusions need the {self.basis} as well{unconnected}"


def check_balance(
    ranking: SystemRanking, scored: ScoredRatings, judgements: Judgements, options: RankOptions
) -> tuple[SystemRanking, Balance | None]:
    """Return the ranking with the claims that other raters leave, and how the raters saw the systems."""
    rater_means = scored.rater_means
    if len(rater_means.raters) < 2:
        return ranking, None
    counts = judged_outputs(rater_means, ranking.systems)
    balance = Balance(independence_p(counts), _farthest(counts, rater_means.raters, ranking.systems))
    groups = _connected(counts, ranking.systems)
    if balance.unequal:
        balance = replace(balance, apart=groups if len(groups) > 1 else ())
    if len(judgements) <= options.most_fitted:
        others = _other_raters(ranking, scored, judgements, options, raw=balance.unequal)
        tastes = max(others.widening(*two) for two in combinations(ranking.systems, 2))
        balance = replace(balance, tastes=tastes, few=others.few)
        if not (balance.unequal or balance.tasteful or balance.few):
            return ranking, balance
        told = {two: others.difference(*two) for two in combinations(ranking.systems, 2)}
        opinions = {two: (opinion.value, opinion.p_value) for two, opinion in told.items()}
        balance = replace(balance, basis=MODEL, opinions=opinions)
        same_scale = options.scoring.standardise == "raw" or not balance.unequal
        held = _by_model(ranking, balance, others if same_scale else None)
    elif balance.unequal:
        balance = replace(balance, basis="z-scores", opinions=_by_z(ranking, judgements, options))
        held = _by_model(ranking, balance, None)
    else:
        return ranking, balance
    withheld = tuple(pair for pair in ranking.significant if pair not in held.significant)
    balance = replace(balance, withheld=withheld)
    if balance.unequal:
        warnings.warn(balance.caution, AssayWarning, stacklevel=4)
    return (ranking if options.test == "wmt" else held), balance


def _other_raters(
    ranking: SystemRanking, scored: ScoredRatings, judgements: Judgements, options: RankOptions, *, raw: bool
) -> OtherRaters:
    """Fit the model, to raw scores where z would confuse a good system with a lenient rater."""
    scoring = replace(options.scoring, standardise="raw") if raw else options.scoring
    if scoring != options.scoring:
        scored = score(judgements, scoring)
    model = fit_mixed_model(judgements, scoring, tastes=True, off_zero=raw)
    return OtherRaters.of(model, scored.rater_means, scored.scores.for_systems(ranking.systems), ranking.unit)


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


def _by_z(
    ranking: SystemRanking, judgements: Judgements, options: RankOptions
) -> Mapping[Pair, tuple[float, float]]:
    """Return what z-scores say of every pair."""
    z = replace(options.scoring, standardise="z")
    ranked = rank_quietly(score(judgements, z).scores, ranking.options)
    return {(pair.first, pair.second): (pair.difference, pair.p_value) for pair in ranked.comparisons}


def _by_model(ranking: SystemRanking, balance: Balance, others: OtherRaters | None) -> SystemRanking:
    """Return the ranking with the model's means, intervals and tests; without it, with the larger p-value of both."""
    if others is None:
        pairs = [
            replace(
                pair, p_value=max(pair.p_value, balance.least_p(pair.first, pair.second, pair.difference))
            )
            for pair in ranking.comparisons
        ]
        standings = ranking.standings
    else:
        pairs = [_modelled(pair, balance, others, ranking.options) for pair in ranking.comparisons]
        standings = tuple(_standing(each, balance, others, ranking.options) for each in ranking.standings)
    comparisons = adjust_family(pairs, ranking.options.correction)
    return replace(
        ranking,
        comparisons=tuple(comparisons),
        standings=standings_of(standings, comparisons, ranking.options.chance.alpha),
    )


def _modelled(pair: Comparison, balance: Balance, others: OtherRaters, options: RankOptions) -> Comparison:
    apart = others.difference(pair.first, pair.second)
    if not balance.unequal:
        # Leniency cancels, so that the plain means are right; they are what is published.
        apart = replace(apart, value=pair.difference)
    # The leniency of raters who share no system cannot be told from the systems, and no interval holds it.
    low, high = (math.nan, math.nan) if balance.apart else apart.ends(options.chance.confidence)
    # Units that are alike by chance leave the model no error; however few they are, it would call them significant.
    p_value = max(apart.p_value, signs_p(pair.units))
    return replace(
        pair,
        score_first=others.mean(pair.first).value if balance.unequal else pair.score_first,
        score_second=others.mean(pair.second).value if balance.unequal else pair.score_second,
        difference=apart.value,
        low=low,
        high=high,
        p_value=p_value if balance.connected(pair.first, pair.second) else 1.0,
    )


def _standing(standing: Standing, balance: Balance, others: OtherRaters, options: RankOptions) -> Standing:
    mean = others.mean(standing.system)
    if not balance.unequal:
        mean = replace(mean, value=standing.score)
    low, high = (math.nan, math.nan) if balance.apart else mean.ends(options.chance.confidence)
    return replace(standing, score=mean.value, low=low, high=high)
