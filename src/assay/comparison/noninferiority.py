"""Is the new system worse than the baseline by more than a margin? A test of non-inferiority by the bootstrap.

The lead d is the new score minus the baseline's, turned so that more is better. Two one-sided questions are put to
the same draws, with C the confidence:

    worse   d < -margin     p = (draws with d >= -margin, + 1) / (draws + 1)    fail where p, adjusted, is below 1 - C
    safe    d >= -margin    p = (draws with d <  -margin, + 1) / (draws + 1)    pass where p is below 1 - C

and inconclusive otherwise. `worse` is adjusted for the number of checks, so that a gate with many buckets does not
fail by chance. `safe` need not be: all checks must be safe for the gate to pass, and the chance that every one of
them errs is no larger than that of one (an intersection-union test, Berger 1982). Permutation tests have no place
here: they know only the null of no difference.

Paired draws take the same segments for both systems. Where the two were scored on different segments, each is
drawn by itself: the interval is wider, and what differs may be the sets.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from assay.comparison.pairs import Pair
from assay.comparison.power_analysis import needed
from assay.comparison.resampling import bootstrap, check_units
from assay.data import Array
from assay.errors import OptionError
from assay.metrics import Evaluation, Metric, Stats
from assay.stats import TOLERANCE, Settings, adjust, apart, bounds

NEW, BASELINE = "new", "baseline"
FEWEST = 30  # units from which a bootstrap of a mean is trusted: the usual rule of thumb
Verdict = Literal["pass", "fail", "inconclusive"]


@dataclass(frozen=True)
class Case:
    """What is to be checked: rows of statistics of both systems under one metric, on one part of the set."""

    scope: str
    metric: Metric
    margin: float
    new: Array
    baseline: Array
    paired: bool = True
    unit: str = "segment"
    few: str = ""  # why a verdict would be chance, where it would


@dataclass(frozen=True)
class Check:
    """What came out: scores, lead of the new system with one-sided bounds, both p-values, and the verdict."""

    scope: str
    metric: Metric
    margin: float
    new: float
    baseline: float
    lead: float  # positive: the new system is better, whichever way the metric points
    low: float
    high: float
    p_worse: float
    adjusted: float
    p_safe: float
    units: int
    unit: str
    paired: bool
    error: float = math.nan  # the standard error of the lead, from the draws
    passing: float = math.nan  # the smallest margin with which it would pass
    needed: int | None = (
        None  # units that would decide it, where it is inconclusive and the lead stays as it is
    )
    verdict: Verdict = "inconclusive"
    reason: str = ""


def check_noninferiority(
    cases: Sequence[Case], settings: Settings, *, correction: str = "holm", least: int = FEWEST
) -> list[Check]:
    """Test every case, adjust, and give each its verdict."""
    if not 0.5 < settings.confidence < 1:
        raise OptionError(
            f"the confidence of a gate lies between 0.5 and 1, such as 0.95, not {settings.confidence:g}"
        )
    checks = [_tested(case, settings, least) for case in cases]
    tested = [place for place, check in enumerate(checks) if not check.reason]
    adjusted = adjust(np.array([checks[place].p_worse for place in tested]), correction)
    family = 1 if correction == "none" else len(tested)
    for place, p_value in zip(tested, adjusted.tolist(), strict=True):
        checks[place] = _judged(replace(checks[place], adjusted=p_value), settings.alpha, family)
    return checks


def with_enough_draws(settings: Settings, checks: int, correction: str) -> Settings:
    """Return settings under which a check can fail at all: the least p-value, adjusted, is half of 1 - C or less.

    The default number of draws grows with the number of checks; a number that was asked for is refused if no check
    could ever fail under it.
    """
    family = 1 if correction == "none" else max(checks, 1)
    if not settings.draws:
        wanted = math.ceil(2 * family / settings.alpha)
        return replace(settings, draws=wanted) if wanted > settings.bootstrap_draws else settings
    if family / (settings.draws + 1) >= settings.alpha:
        raise OptionError(
            f"{settings.draws} draws are too few for any of {checks} checks to fail at {100 * settings.confidence:g} "
            f"% confidence; give --draws {math.ceil(2 * family / settings.alpha)} or more"
        )
    return settings


def overall(checks: Sequence[Check]) -> Verdict:
    """Return the worst verdict: one failure fails all, and all must pass for a pass."""
    verdicts = {check.verdict for check in checks}
    return "fail" if "fail" in verdicts else "inconclusive" if "inconclusive" in verdicts else "pass"


def _tested(case: Case, settings: Settings, least: int) -> Check:
    sign = 1 if case.metric.higher_is_better else -1
    new, baseline = (float(case.metric.score(rows.sum(axis=0))) for rows in (case.new, case.baseline))
    number = min(len(case.new), len(case.baseline))
    few = case.few or (
        f"only {number} unit{'s' * (number != 1)}; at least {least} are needed" if number < least else ""
    )
    draws = sign * _draws(case, settings) if number > 1 else np.full(1, math.nan)
    lead = sign * float(apart(np.asarray(new), np.asarray(baseline)))
    both = replace(settings, confidence=round(2 * settings.confidence - 1, 12), interval="percentile")
    low, high = bounds(lead, draws, both) if np.isfinite(draws).all() else (math.nan, math.nan)
    worse = draws < -case.margin - TOLERANCE * case.margin
    total, number_worse = len(draws), int(worse.sum())
    if math.isnan(low):
        few = few or "undefined in some resamples"
    return Check(
        scope=case.scope,
        metric=case.metric,
        margin=case.margin,
        new=new,
        baseline=baseline,
        lead=lead,
        low=low,
        high=high,
        p_worse=math.nan if few else (total - number_worse + 1) / (total + 1),
        adjusted=math.nan,
        p_safe=math.nan if few else (number_worse + 1) / (total + 1),
        units=number,
        unit=case.unit,
        paired=case.paired,
        error=math.nan if few else float(draws.std(ddof=1)),
        passing=math.nan if few else _passing(draws, settings.alpha),
        reason=few,
    )


def _draws(case: Case, settings: Settings) -> Array:
    """Return the difference, new minus baseline, in every draw."""
    rows = {NEW: case.new, BASELINE: case.baseline}
    if case.paired:
        scores = bootstrap(_evaluation(case.metric, rows), settings)
        return Pair(case.metric, NEW, BASELINE).of(scores)
    alone = [_evaluation(case.metric, {name: part}) for name, part in rows.items()]
    other = replace(settings, seed=(settings.seed + 1) % 2**64)  # the same draws would pair what is no pair
    new = bootstrap(alone[0], settings)[case.metric, NEW]
    return apart(new, bootstrap(alone[1], other)[case.metric, BASELINE])


def _evaluation(metric: Metric, rows: dict[str, Array]) -> Evaluation:
    stats = {(metric, name): Stats(metric, part) for name, part in rows.items()}
    segments = len(next(iter(rows.values())))
    evaluation = Evaluation(tuple(rows), (metric,), stats, None, (1, 1), segments)
    check_units(evaluation)
    return evaluation


def _passing(draws: Array, alpha: float) -> float:
    """Return the smallest margin that leaves so few draws below it that the check would pass; NaN if there is none."""
    most = math.ceil(round(alpha * (len(draws) + 1), 9)) - 2  # draws that may be worse
    return max(0.0, -float(np.sort(draws)[most])) if most >= 0 else math.nan


def _units_to_decide(check: Check, alpha: float, family: int) -> int | None:
    """Return the units with which the lead, as it is, would be decided in 80 % of sets; None if it is the margin."""
    distance = check.lead + check.margin
    if distance == 0 or not check.error > 0:
        return None
    level = alpha if distance > 0 else alpha / family  # only failures are adjusted
    return needed(distance, check.error, check.units, alpha=2 * level)  # one-sided


def _judged(check: Check, alpha: float, family: int) -> Check:
    if check.adjusted < alpha:
        return replace(check, verdict="fail", reason="worse by more than the margin")
    if check.p_safe < alpha:
        return replace(check, verdict="pass", reason="not worse by more than the margin")
    units = _units_to_decide(check, alpha, family)
    return replace(check, reason="neither is certain at this confidence", needed=units)
