"""How far a rater can be trusted, from control items: degraded, repeated and reference items.

A rater who reads scores a degraded item below its original. A paired test asks whether this rater does (signed-rank,
or paired t as in Graham et al. 2017). A test that does not reject may have had too few pairs; so its power is
computed for a stated drop, and only where a careful rater would have passed is the verdict "fail", else "not yet".
The spread of differences that power needs is the median of all raters' own, unless stated: a rater who clicks at
random has a large spread, which must be no excuse.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from assay.data import DEGRADED, GENUINE, REFERENCE, REPEAT, Array, Judgements, Scale
from assay.errors import OptionError
from assay.human.raters.by_rater import ByRater, by_rater
from assay.human.raters.control_tests import paired_power, paired_test
from assay.human.raters.controls import ControlPairs, match_controls
from assay.human.raters.timing import time_spent
from assay.stats import Interval, proportion

Verdict = Literal["pass", "fail", "not yet", "no controls"]
MAJOR_ERROR = 5.0  # what one major error costs under the usual weights of MQM


@dataclass(frozen=True)
class Check:
    """What is asked of raters; `drop` and `reference` default to a fifth and nine tenths of the scale."""

    test: str = "signed-rank"
    alpha: float = 0.05
    drop: float | None = None  # how much lower a careful rater scores degraded items, at least
    spread: float | None = None  # standard deviation of original minus degraded
    power: float = 0.8  # below this a test that does not pass is no evidence
    reference: float | None = None  # the mean that reference items must reach
    seed: int = 12345

    def __post_init__(self) -> None:
        """Refuse what no check can work with."""
        paired_test(self.test)
        for name, value in (("alpha", self.alpha), ("power", self.power)):
            if not 0 < value < 1:
                raise OptionError(f"{name} must lie between 0 and 1, not {value:g}")
        for name, size in (("drop", self.drop), ("spread", self.spread)):
            if size is not None and not (size > 0 and math.isfinite(size)):
                raise OptionError(f"{name} must be above 0, not {size:g}")

    def stated_drop(self, scale: Scale) -> float:
        """Return the drop that power is computed for: the one given, else a fifth of the scale."""
        if self.drop is not None:
            return self.drop
        return (scale.high - scale.low) / 5 if math.isfinite(scale.low) else MAJOR_ERROR

    def stated_reference(self, scale: Scale) -> float:
        """Return the mean that reference items must reach: the one given, else nine tenths of the scale."""
        if self.reference is not None:
            return self.reference
        best, worst = (scale.high, scale.low) if scale.higher_is_better else (scale.low, scale.high)
        return best - (best - worst) / 10 if math.isfinite(worst) else best - 1


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

    check: Check
    scheme: str
    drop: float
    spread: float
    raters: tuple[RaterQuality, ...]
    unmatched: int
    superseded: int

    def of_verdict(self, *verdicts: str) -> tuple[str, ...]:
        """Return the raters with one of these verdicts."""
        return tuple(one.rater for one in self.raters if one.verdict in verdicts)


def check_raters(judgements: Judgements, check: Check | None = None) -> Quality:
    """Judge every rater by the control items."""
    check = check or Check()
    kinds = {kind: match_controls(judgements, kind) for kind in (DEGRADED, REPEAT, REFERENCE)}
    drops = _differences(judgements, kinds[DEGRADED])
    spread = check.spread or _usual_spread(judgements, kinds[DEGRADED], drops)
    drop = check.stated_drop(judgements.scale)
    seconds, raters = time_spent(judgements), by_rater(judgements)
    found = []
    for number in raters.present:
        degraded = _degraded(judgements, kinds[DEGRADED], drops, number, (check, drop, spread))
        genuine = raters.scores(GENUINE, number)
        found.append(
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
        tuple(found),
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


def _spread(values: Array) -> float:
    return float(values.std(ddof=1)) if len(values) > 1 else math.nan


def _degraded(
    judgements: Judgements, pairs: ControlPairs, drops: Array, rater: int, asked: tuple[Check, float, float]
) -> Degraded:
    check, drop, spread = asked
    own = drops[judgements.rater.index[pairs.control] == rater]
    own = own[np.isfinite(own)]
    unmatched = int((judgements.rater.index[pairs.unmatched] == rater).sum())
    if not len(own):
        return Degraded(0, unmatched, math.nan, math.nan, math.nan, 0.0, None)
    effect = drop / spread if spread > 0 else (math.inf if spread == 0 else 0.0)
    power = paired_power(check.test, len(own), effect, check.alpha, check.seed) if effect else 0.0
    p_value = paired_test(check.test)(own)
    below = proportion(int((own > 0).sum()), len(own), 1 - check.alpha)
    return Degraded(len(own), unmatched, float(own.mean()), _spread(own), p_value, power, below)


def _verdict(degraded: Degraded, check: Check) -> Verdict:
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
    varied = len(apart) > 2 and np.ptp(first) > 0 and np.ptp(second) > 0
    correlation = float(np.corrcoef(first, second)[0, 1]) if varied else math.nan
    return Repeats(len(apart), float(np.abs(apart).mean()), _spread(apart), correlation)


def _references(raters: ByRater, rater: int, check: Check) -> References:
    scores, scale = raters.scores(REFERENCE, rater), raters.judgements.scale
    if not len(scores):
        return References(0, math.nan, reached=False)
    wanted, mean = check.stated_reference(scale), float(scores.mean())
    reached = mean >= wanted if scale.higher_is_better else mean <= wanted
    return References(len(scores), mean, bool(reached))
