"""Ranking of systems by people: means with intervals, all pairs tested, ranges of ranks and clusters.

`permutation` and `bootstrap` resample the segments that both systems of a pair were judged on, or whole documents;
`t`, `signed-rank` and `sign` pair them, too; `rank-sum` takes all judged segments of either system, and `wmt` is its
one-sided form, the practice of WMT17-23. `auto` pairs where systems were judged on the same segments. A paired test of
the mean asks what the ranking shows: whether one mean is higher. The signed-rank test asks it of the middle of the
differences, and one system's few grave errors against another's many small ones, of equal mean, are "significant" to
it. So `auto` takes approximate randomisation, and of many segments the t test, which is its limit. Ranks, clusters and
corrections are those of `assay compare`. Tests in closed form have intervals in closed form.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from assay.comparison import Comparison, UnitChoice, in_units, shares
from assay.comparison.resampling import check_units
from assay.data import Scores
from assay.errors import AssayWarning, InputError, counted
from assay.human.options import RANK_SUMS, RESAMPLED, RankOptions
from assay.human.ratings.judged_means import UnitScores, evaluation, oriented
from assay.io import listed
from assay.metrics import Evaluation
from assay.stats import Settings, Standing, adjust_family, apart, effect
from assay.stats.settings import PERMUTATION_DRAWS
from assay.stats.standings import order_systems
from assay.stats.tests import RankSum, Sample, rank_sum_test

# How campaigns name human translations: refA, ref-B, ref, reference, Human-A.0, HUMAN, wmt23.refA, synthetic_ref.
REFERENCE = re.compile(r"(^|[._-])(ref(erence)?|human)([._-]?[a-d0-9](\.\d)?)?$", re.IGNORECASE)
# Below it the rank-sum test, which sees all segments, is usually the more powerful
ENOUGH_SHARED = 0.5
MOST_NAMES = 5


def references_among(systems: Sequence[str]) -> tuple[str, ...]:
    """Return the systems whose names are those of human translations."""
    return tuple(name for name in systems if REFERENCE.search(name))


def warn_of_references(systems: Sequence[str]) -> None:
    """Warn of human translations that are ranked with the systems: no system won if one of them did."""
    named = references_among(systems)
    if named and len(named) < len(systems):
        warnings.warn(
            f"{len(named)} of {len(systems)} ranked systems {'is' if len(named) == 1 else 'are'} named like a human "
            "translation: "
            f"{listed(named)}; --without-systems {','.join(named)} excludes them",
            AssayWarning,
            stacklevel=4,
        )


def shared_segments(scores: Scores) -> list[tuple[float, tuple[str, str], int]]:
    """Return every pair's common segments, as a share of those of the system with fewer, the smallest share first."""
    judged = scores.judged.astype(np.float32)  # counts below 2**24 are exact, in half the memory
    common = judged @ judged.T
    pairs = []
    for first, second in combinations(range(len(judged)), 2):
        both, fewer = int(common[first, second]), min(common[first, first], common[second, second])
        usable = both if both > 1 else 0  # one segment is no sample
        pairs.append(
            (usable / fewer if fewer else 0.0, (scores.systems[first], scores.systems[second]), both)
        )
    return sorted(pairs)


def warn_of_segments(scores: Scores) -> None:
    """Warn of systems that were judged on different segments: easier ones pass for a better system."""
    apart = [pair for pair in shared_segments(scores) if pair[0] < ENOUGH_SHARED]
    if apart:
        places = ", ".join(f"{a} and {b} ({both} in common)" for _, (a, b), both in apart[:MOST_NAMES])
        more = f" and {len(apart) - MOST_NAMES} more" if len(apart) > MOST_NAMES else ""
        pairs = "1 pair of systems was" if len(apart) == 1 else f"{len(apart)} pairs of systems were"
        warnings.warn(
            f"{pairs} judged on different segments, so easier segments may look like a better system: {places}{more}",
            AssayWarning,
            stacklevel=4,
        )


# The t test and its randomisation give the same p-value here, and draws take minutes
MANY_UNITS = 20_000
# The smallest p-value that draws can give is so many times smaller than what Holm asks of it
SPARE = 2
ONE_SIDED = (
    "one-sided p-values in favour of whichever system leads double the false-positive rate (about "
    "10 % of pairs at 0.05); use them only to compare with published tables"
)


def warn_of_test(options: RankOptions, pairs: int) -> None:
    """Warn of p-values that are too small for what they are taken for, and of draws that are too few for any claim."""
    if options.one_sided:
        warnings.warn(f"test={options.test}: {ONE_SIDED}", AssayWarning, stacklevel=3)
    draws, alpha = options.chance.permutation_draws, options.chance.alpha
    family = 1 if options.correction == "none" else pairs
    if options.test == "permutation" and family / (draws + 1) >= alpha:
        warnings.warn(
            f"with {draws:,} draws no p-value can be below {1 / (draws + 1):.2g}, which is not significant "
            f"after correction for {pairs} pairs: use {math.ceil(SPARE * pairs / alpha):,} draws or more",
            AssayWarning,
            stacklevel=3,
        )


def choose_test(scores: Scores, options: RankOptions) -> tuple[RankOptions, str]:
    """Return the options with a test in place of `auto`, and why it was taken."""
    if options.test != "auto":
        return options, ""
    share, two, common = shared_segments(scores)[0]
    if share < ENOUGH_SHARED:
        why = f"{two[0]} and {two[1]} share {counted(common, 'judged segment')}, fewer than half: no paired test"
        return replace(options, test="rank-sum"), why
    why = "every pair of systems shares judged segments, so they are compared on these"
    if len(scores.segments) > MANY_UNITS:
        return replace(options, test="t"), why
    return replace(options, test="permutation", chance=_enough_draws(scores, options)), why


def _enough_draws(scores: Scores, options: RankOptions) -> Settings:
    """Return draws enough for a p-value that stays small after the correction for so many pairs."""
    pairs = math.comb(len(scores.systems), 2)
    wanted = math.ceil(SPARE * pairs / options.chance.alpha)
    if options.chance.draws or wanted <= PERMUTATION_DRAWS:
        return options.chance
    return replace(options.chance, draws=wanted)


DEFAULTS = RankOptions()
# As `comparison` calls them
UNIT_TESTS: Mapping[str, str] = {"signed-rank": "wilcoxon", "t": "t", "sign": "sign"}


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
    why: str = ""  # why this test, where it was left to the scores

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems from best to worst."""
        return tuple(standing.system for standing in self.standings)

    @property
    def significant(self) -> tuple[tuple[str, str], ...]:
        """The better and the worse system of every pair that is significantly different."""
        return significant_pairs(self.comparisons, self.options.chance.alpha)


def significant_pairs(comparisons: Sequence[Comparison], alpha: float) -> tuple[tuple[str, str], ...]:
    """Return the better and the worse system of every pair that is significantly different."""
    return tuple(
        (pair.first, pair.second) if pair.better == pair.first else (pair.second, pair.first)
        for pair in comparisons
        if pair.significant(alpha)
    )


def standings_of(
    standings: Sequence[Standing], comparisons: Sequence[Comparison], alpha: float
) -> tuple[Standing, ...]:
    """Return the same means and intervals with the ranks and clusters that these comparisons make."""
    by_system = {standing.system: standing for standing in standings}
    means = {standing.system: standing.score for standing in standings}
    return tuple(
        replace(
            by_system[place.system],
            rank_low=place.rank_low,
            rank_high=place.rank_high,
            cluster=place.cluster,
        )
        for place in order_systems(means, set(significant_pairs(comparisons, alpha)))
    )


def rank_systems(scores: Scores, options: RankOptions = DEFAULTS) -> SystemRanking:
    """Rank systems by their mean over judged segments, and say what may be claimed of each pair."""
    ranking = rank_quietly(scores, options)
    warn_of_test(ranking.options, len(ranking.comparisons))
    return ranking


def rank_quietly(scores: Scores, options: RankOptions) -> SystemRanking:
    """Rank systems as `rank_systems` does, without its warnings: what is done many times over."""
    ranked, left_out = _enough(oriented(scores), options.least)
    if options.common == "all":
        ranked = _complete(ranked)
    options, why = choose_test(ranked, options)
    units, unit = in_units(evaluation(ranked), options.unit)
    # Each system has two judged segments, so segments need no check
    if unit.unit != "segment":
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
        why=why,
    )


def _enough(scores: Scores, least: int) -> tuple[Scores, tuple[str, ...]]:
    """Return the systems with enough judged segments, and name the others."""
    counts = scores.judged.sum(axis=1)
    enough = [name for name, count in zip(scores.systems, counts, strict=True) if count >= least]
    if len(enough) < 2:
        have = "has" if 1 in (len(enough), len(scores.systems)) else "have"
        raise InputError(
            f"{scores.name}: {len(enough)} of {counted(len(scores.systems), 'system')} {have} {least} judged segments "
            "or more; a ranking needs two systems; other parts of the report do not"
        )
    return scores.for_systems(enough), tuple(name for name in scores.systems if name not in enough)


def _complete(scores: Scores) -> Scores:
    everywhere = np.asarray(scores.judged.all(axis=0))
    if everywhere.sum() < 2:
        raise InputError(
            f"{scores.name}: {'one segment was' if everywhere.any() else 'no segment was'} judged for all "
            "systems; use common=pair, or leave out systems with few judgements"
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
    wins = significant_pairs(comparisons, options.chance.alpha)
    return tuple(
        replace(
            standing,
            low=bounds[standing.system][0],
            high=bounds[standing.system][1],
            judged=judged[standing.system],
        )
        for standing in order_systems(units.means, set(wins))
    )


def compare_systems(scores: Scores, whole: Evaluation, options: RankOptions) -> list[Comparison]:
    """Test all pairs and adjust the p-values for their number.

    The rank-sum test takes all judged units of either system; every other test takes the segments that both were
    judged on, and their number stands in the comparison.
    """
    if options.test in RANK_SUMS:
        pairs = _rank_sums(UnitScores.of(whole), options)
    elif scores.judged.all():
        pairs = _paired(whole, options)
    else:
        pairs = [pair for two in combinations(scores.systems, 2) for pair in _common(scores, two, options)]
    return adjust_family(pairs, options.correction)


def _common(scores: Scores, two: tuple[str, str], options: RankOptions) -> list[Comparison]:
    """Test one pair on the segments that both were judged on."""
    both = np.asarray(scores.for_systems(two).judged.all(axis=0))
    if both.sum() < 2:
        raise InputError(
            f"{scores.name}: {two[0]} and {two[1]} have {'one segment' if both.any() else 'no segment'} in common; a "
            "paired test needs at least two: use test=rank-sum, or leave one of them out"
        )
    common = evaluation(scores, two, both)
    return _paired(UnitChoice(options.unit).of_part(common), options)


def _paired(whole: Evaluation, options: RankOptions) -> list[Comparison]:
    from assay.comparison import TESTS, compare_pairs

    if options.test in RESAMPLED:
        return compare_pairs(whole, options.test, options.chance, correction="none")
    units, pairs = UnitScores.of(whole), []
    test = TESTS[UNIT_TESTS[options.test]]
    if test.unit is None:
        raise ValueError(f"{test.name} is no test of units")
    for first, second in combinations(whole.systems, 2):
        differences = apart(units.each[first], units.each[second])
        of_units = shares(differences)
        p_value = test.unit(differences)
        if options.one_sided:
            towards = float(differences.mean()) if test.basis.means else of_units[0] - of_units[1]
            p_value = _one_sided(p_value, towards, units.difference(first, second))
        pair = _comparison(units, (first, second), options, p_value, of_units)
        pairs.append(replace(pair, effect=effect(differences), basis=test.basis))
    return pairs


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
        of_pairs = (rank_sum.wins, rank_sum.losses, rank_sum.ties)
        pairs.append(_comparison(units, (first, second), options, p_value, of_pairs))
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
    wins_losses_ties: tuple[float, float, float],
) -> Comparison:
    difference = units.difference(*two)
    wins, losses, ties = wins_losses_ties
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
        wins=wins,
        losses=losses,
        ties=ties,
        effect=float("nan"),
        test=options.test,
        draws=0,
        units=number,
    )
