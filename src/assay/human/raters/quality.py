"""How far a rater can be trusted, from control items: degraded, repeated and reference items.

A rater who reads scores a degraded item below its original. A paired test asks whether this rater does (signed-rank,
or paired t as in Graham et al. 2017). A test that does not reject may have had too few pairs; so its power is
computed for the usual drop, and only where a careful rater would have passed is the verdict "fail", else "not yet".
The drop and the spread of differences that power needs are the medians of all raters' own, unless stated: how far
degraded items fall depends on the degradation and the scale, and a rater who clicks at random has a large spread, which
must be no excuse. Careful raters' drops differ, too: power is that of a careful rater drawn from them. No more than a
fifth of the scale is asked, however far the others go. A single rater has nobody to be held against, and fails only
where a drop is stated.

All tests are one-sided. The signed-rank test is exact, also where differences are equal in size, up to fifty of them;
differences of zero are dropped. The rank-sum test forgets which original a degraded item belongs to; it is here
because Appraise uses it. Power is that of normal differences with a stated mean and standard deviation: in closed form
for t (noncentral t), by seeded simulation for the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assay.data import DEGRADED, GENUINE, REFERENCE, REPEAT, Array, Judgements
from assay.human.options import ControlCheck, ControlTest
from assay.human.raters.controls import ByRater, ControlPairs, by_rater, match_controls
from assay.stats import Interval, mean_ranks, pearson, proportion
from assay.stats.tests import varies

# The standard deviation of a normal distribution over its median absolute deviation
NORMAL_MAD = 1.4826
FEWEST_RATERS = 2  # one rater has nobody to be held against
Verdict = Literal["pass", "fail", "not yet", "no controls"]


@dataclass(frozen=True)
class Degraded:
    """Originals against degraded items of one rater; differences are original minus degraded, better is higher."""

    pairs: int
    unmatched: int
    drop: float
    spread: float
    p_value: float
    power: float
    below: Interval | None  # share of degraded items scored below their originals


@dataclass(frozen=True)
class Repeats:
    """How one rater's second rating of an item differs from the first."""

    pairs: int
    difference: float  # mean absolute difference
    spread: float  # standard deviation of the differences
    correlation: float


@dataclass(frozen=True)
class References:
    """How one rater scores reference items, and whether their mean reaches what was asked."""

    ratings: int
    mean: float
    reached: bool


@dataclass(frozen=True)
class RaterQuality:
    """One rater: how many ratings of genuine items, their mean and spread, the controls, and the verdict."""

    rater: str
    ratings: int
    mean: float
    spread: float
    seconds: float  # active time; NaN where no time is known
    degraded: Degraded
    repeats: Repeats
    references: References
    verdict: Verdict


@dataclass(frozen=True)
class Quality:
    """All raters, what was asked of them, and what could not be matched or was rated again."""

    check: ControlCheck
    scheme: str
    drop: float
    spread: float
    raters: tuple[RaterQuality, ...]
    unmatched: int
    superseded: int

    def of_verdict(self, *verdicts: str) -> tuple[str, ...]:
        """Return the raters with one of these verdicts."""
        return tuple(quality.rater for quality in self.raters if quality.verdict in verdicts)


def check_raters(
    judgements: Judgements, check: ControlCheck | None = None, raters: ByRater | None = None
) -> Quality:
    """Judge every rater by the control items; `raters` are the judgements by rater, where they are known."""
    check = check or ControlCheck()
    kinds = {kind: match_controls(judgements, kind) for kind in (DEGRADED, REPEAT, REFERENCE)}
    drops = _differences(judgements, kinds[DEGRADED])
    spread = check.spread or _usual_spread(judgements, kinds[DEGRADED], drops)
    drop = check.drop or _usual_drop(judgements, kinds[DEGRADED], drops, check.most_drop(judgements.scale))
    differing = 0.0 if check.drop else _differing(judgements, kinds[DEGRADED], drops)
    raters = raters or by_rater(judgements)
    seconds = raters.seconds
    qualities = []
    for number in raters.present:
        degraded = _degraded(judgements, kinds[DEGRADED], drops, number, (check, drop, spread, differing))
        genuine = raters.scores(GENUINE, number)
        qualities.append(
            RaterQuality(
                rater=judgements.rater.names[number],
                ratings=len(genuine),
                mean=float(genuine.mean()) if len(genuine) else math.nan,
                spread=_spread(genuine),
                seconds=float(seconds[number]),
                degraded=degraded,
                repeats=_repeats(judgements, kinds[REPEAT], number),
                references=_references(raters, number, check),
                verdict=_verdict(degraded, check),
            )
        )
    return Quality(
        check,
        judgements.scheme,
        drop,
        spread,
        tuple(qualities),
        sum(len(pairs.unmatched) for kind, pairs in kinds.items() if kind != REFERENCE),
        sum(pairs.superseded for pairs in kinds.values()),
    )


def _differences(judgements: Judgements, pairs: ControlPairs) -> Array:
    """Return original minus control, with the sign that makes a worse control positive."""
    sign = 1 if judgements.scale.higher_is_better else -1
    return np.asarray(sign * (judgements.score[pairs.original] - judgements.score[pairs.control]))


def _usual_spread(judgements: Judgements, pairs: ControlPairs, drops: Array) -> float:
    raters = judgements.rater.index[pairs.control]
    own = [_spread(drops[raters == rater]) for rater in np.unique(raters)]
    known = [spread for spread in own if math.isfinite(spread)]
    return float(np.median(known)) if known else math.nan


def _usual_drop(judgements: Judgements, pairs: ControlPairs, drops: Array, most: float) -> float:
    """Return the median of the raters' own mean drops, from 0 to what may be asked; NaN of a single rater."""
    raters, known = judgements.rater.index[pairs.control], np.isfinite(drops)
    own = [float(drops[known & (raters == rater)].mean()) for rater in np.unique(raters[known])]
    return min(max(float(np.median(own)), 0.0), most) if len(own) >= FEWEST_RATERS else math.nan


def _differing(judgements: Judgements, pairs: ControlPairs, drops: Array) -> float:
    """Return the standard deviation of careful raters' true drops; what one drop is off by chance is not of them.

    Medians, since those who do not read are among the raters. Of fewer than three nothing can be told, and it is 0.
    """
    raters, known = judgements.rater.index[pairs.control], np.isfinite(drops)
    own = [drops[known & (raters == rater)] for rater in np.unique(raters[known])]
    means = np.array([each.mean() for each in own])
    chance = [float(each.var(ddof=1)) / len(each) for each in own if len(each) > 1]
    if len(means) <= FEWEST_RATERS or not chance:
        return 0.0
    between = NORMAL_MAD * float(np.median(np.abs(means - np.median(means))))
    return math.sqrt(max(between**2 - float(np.median(chance)), 0.0))


def _spread(values: Array) -> float:
    return float(values.std(ddof=1)) if len(values) > 1 else math.nan


def _degraded(
    judgements: Judgements,
    pairs: ControlPairs,
    drops: Array,
    rater: int,
    asked: tuple[ControlCheck, float, float, float],
) -> Degraded:
    check, drop, spread, differing = asked
    own = drops[judgements.rater.index[pairs.control] == rater]
    own = own[np.isfinite(own)]
    unmatched = int((judgements.rater.index[pairs.unmatched] == rater).sum())
    if not len(own):
        return Degraded(0, unmatched, math.nan, math.nan, math.nan, 0.0, None)
    effect = (drop / spread if spread > 0 else (math.inf if spread == 0 else 0.0)) if drop > 0 else 0.0
    apart = differing / spread if spread > 0 else 0.0
    power = (
        paired_power(check.test, len(own), effect, check.alpha, check.seed, differing=apart)
        if effect
        else 0.0
    )
    p_value = CONTROL_TESTS[check.test](own)
    below = proportion(int((own > 0).sum()), len(own), 1 - check.alpha)
    return Degraded(len(own), unmatched, float(own.mean()), _spread(own), p_value, power, below)


def _verdict(degraded: Degraded, check: ControlCheck) -> Verdict:
    if not degraded.pairs:
        return "no controls"
    if degraded.p_value <= check.alpha:
        return "pass"
    return "fail" if degraded.power >= check.power else "not yet"


def _repeats(judgements: Judgements, pairs: ControlPairs, rater: int) -> Repeats:
    own = judgements.rater.index[pairs.control] == rater
    second, first = judgements.score[pairs.control[own]], judgements.score[pairs.original[own]]
    apart = second - first
    if not len(apart):
        return Repeats(0, math.nan, math.nan, math.nan)
    # Two points lie on a line whatever they are, so that their r would be 1 or -1 and say nothing.
    correlation = float(pearson(first, second)[0]) if len(apart) > 2 else math.nan
    return Repeats(len(apart), float(np.abs(apart).mean()), _spread(apart), correlation)


def _references(raters: ByRater, rater: int, check: ControlCheck) -> References:
    scores, scale = raters.scores(REFERENCE, rater), raters.judgements.scale
    if not len(scores):
        return References(0, math.nan, reached=False)
    wanted, mean = check.stated_reference(scale), float(scores.mean())
    reached = mean >= wanted if scale.higher_is_better else mean <= wanted
    return References(len(scores), mean, bool(reached))


# Differences up to which all signs are gone through, as in scipy's wilcoxon
MOST_EXACT = 50
TRIALS = 4000  # a power is then off by 0.008 at most (one standard error)


def signed_rank_p(differences: Array) -> float:
    """Return the one-sided p-value of Wilcoxon's signed-rank test that differences lie above 0."""
    left = _rounded(differences)
    if not len(left):
        return 1.0
    ranks = mean_ranks(np.abs(left)[None])[0]
    reached = float(ranks[left > 0].sum())
    if len(left) <= MOST_EXACT:
        return float(_rank_sums(np.rint(2 * ranks).astype(np.int64))[round(2 * reached) :].sum())
    mean, error = ranks.sum() / 2, math.sqrt(float((ranks**2).sum()) / 4)
    return _upper((reached - mean - 0.5) / error)


def paired_t_p(differences: Array) -> float:
    """Return the one-sided p-value of the paired t test that the mean difference lies above 0."""
    from scipy.special import stdtr

    number = len(differences)
    if number < 2:
        return 1.0
    if not varies(differences):
        return 0.0 if differences.mean() > 0 else 1.0
    t = float(differences.mean() / differences.std(ddof=1)) * math.sqrt(number)
    return float(stdtr(number - 1, -t))


def rank_sum_p(originals: Array, degraded: Array) -> float:
    """Return the one-sided p-value of the Mann-Whitney test that degraded scores are lower, unpaired."""
    from scipy.stats import mannwhitneyu

    if not len(originals) or not len(degraded):
        return 1.0
    return float(mannwhitneyu(degraded, originals, alternative="less").pvalue)


CONTROL_TESTS: Mapping[ControlTest, Callable[[Array], float]] = {
    "signed-rank": signed_rank_p,
    "t": paired_t_p,
}


@lru_cache(maxsize=256)
def paired_power(
    test: ControlTest, pairs: int, effect: float, alpha: float, seed: int, *, differing: float = 0.0
) -> float:
    """Return how often a paired test passes a rater whose mean drop is `effect` standard deviations.

    `differing` is the standard deviation of raters' drops, in those of their differences.
    """
    if pairs < 2:
        return 0.0
    if math.isinf(effect):
        return 1.0 if test == "t" or 0.5**pairs <= alpha else 0.0
    if test == "t" and not differing:
        return _t_power(pairs, effect, alpha)
    random = np.random.default_rng(seed)
    differences = random.standard_normal((TRIALS, pairs)) + effect
    if differing:
        differences += differing * random.standard_normal((TRIALS, 1))
    p_values = _t_each(differences) if test == "t" else _signed_rank_each(differences)
    return float((p_values <= alpha).mean())


def simulated_pass_rates(
    pairs: int, drop: float, *, alpha: float, trials: int, seed: int, spreads: tuple[float, float] = (20, 10)
) -> dict[str, float]:
    """Simulate raters whose degraded items score lower by `drop`; return the share that each test passes.

    `spreads` are the standard deviations of segments and of the rater's own noise.
    """
    from scipy.stats import mannwhitneyu

    random, (segment_sd, noise_sd) = np.random.default_rng(seed), spreads
    segments = random.normal(60, segment_sd, (trials, pairs))
    originals = segments + random.normal(0, noise_sd, (trials, pairs))
    degraded = segments - drop + random.normal(0, noise_sd, (trials, pairs))
    differences = originals - degraded
    rank_sum = mannwhitneyu(degraded, originals, alternative="less", axis=1).pvalue
    p_values = {
        "t": _t_each(differences),
        "rank-sum": rank_sum,
        "signed-rank": _signed_rank_each(differences),
    }
    return {name: float((values <= alpha).mean()) for name, values in p_values.items()}


def _rounded(differences: Array) -> Array:
    """Drop zeros; differences of equal size become equal, whatever the noise of their last digits."""
    largest = float(np.abs(differences).max(initial=0.0))
    rounded = np.round(differences / (largest or 1.0), 12)
    return np.asarray(rounded[rounded != 0])


def _rank_sums(doubled: NDArray[np.int64]) -> Array:
    """Return the probability of every sum of ranks, each taken by the toss of a coin."""
    chance = np.zeros(int(doubled.sum()) + 1)
    chance[0] = 1.0
    for rank in doubled:
        moved = np.concatenate([np.zeros(rank), chance[: len(chance) - rank]])
        chance = (chance + moved) / 2
    return chance


def _signed_rank_each(differences: Array) -> Array:
    """Return the p-value of every row; rows must have no two differences of equal size."""
    ranks = np.argsort(np.argsort(np.abs(differences), axis=1), axis=1) + 1
    reached = np.where(differences > 0, ranks, 0).sum(axis=1)
    number = differences.shape[1]
    if number > MOST_EXACT:
        error = math.sqrt(number * (number + 1) * (2 * number + 1) / 24)
        return np.array(
            [_upper((sum_reached - number * (number + 1) / 4 - 0.5) / error) for sum_reached in reached]
        )
    chance = _rank_sums(np.arange(1, number + 1))
    return np.asarray(np.cumsum(chance[::-1])[::-1][reached])


def _t_each(differences: Array) -> Array:
    from scipy.special import stdtr

    number = differences.shape[1]
    t = differences.mean(axis=1) / differences.std(axis=1, ddof=1) * math.sqrt(number)
    return np.asarray(stdtr(number - 1, -t))


def _t_power(pairs: int, effect: float, alpha: float) -> float:
    from scipy.special import nctdtr, stdtrit

    return float(1 - nctdtr(pairs - 1, effect * math.sqrt(pairs), stdtrit(pairs - 1, 1 - alpha)))


def _upper(z: float) -> float:
    from scipy.special import ndtr

    return float(ndtr(-z))
