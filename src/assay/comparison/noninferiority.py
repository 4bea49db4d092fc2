"""Is the new system worse than the baseline by more than a margin? A test of non-inferiority by Student's t.

The lead d is the new score minus the baseline's, turned so that more is better; e is its standard error over units by
the jackknife. Two one-sided questions are put to t = (d + margin) / e, with C the confidence:

    worse   d < -margin     p = P(T <= t)    fail where p, adjusted, is below 1 - C
    safe    d >= -margin    p = P(T >= t)    pass where p is below 1 - C

and inconclusive otherwise. `worse` is adjusted for the number of checks, so that a gate with many buckets does not
fail by chance. `safe` need not be: all checks must be safe for the gate to pass, and the chance that every one of
them errs is no larger than that of one (an intersection-union test, Berger 1982). Permutation tests have no place
here: they know only the null of no difference. Percentiles of a bootstrap err at the margin in 6 to 10 % of sets of 20
to 80 documents, where Student's t errs in 4 to 6 % (docs/gate.md).

In pairs, the same units are left out of both systems. Where the two were scored on different segments, each has an
error of its own, and the degrees of freedom are Welch's: the interval is wider, and what differs may be the sets.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from assay.comparison.pairs import Pair
from assay.comparison.power_analysis import needed
from assay.comparison.resampling import Spread, score_spread
from assay.data import Array
from assay.errors import OptionError, counted
from assay.metrics import Evaluation, Metric, Stats
from assay.stats import TOLERANCE, Settings, adjust, apart, signs_p

NEW, BASELINE = "new", "baseline"
# Segments from which a mean of them is taken for normal: the usual rule of thumb
FEWEST = 30
LEAST_DRAWN = (
    # Units of which a spread can be told; few documents have wide intervals, and hold (docs/gate.md)
    2
)
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
    # The segments of every row, where a row is a unit of several
    sizes: Array | None = None

    @property
    def segments(self) -> int:
        """The segments of the part, of the smaller set where they differ."""
        return min(len(self.new), len(self.baseline)) if self.sizes is None else int(self.sizes.sum())


@dataclass(frozen=True)
class Check:
    """What came out: scores, lead of the new system with one-sided bounds, both p-values, and the verdict."""

    scope: str
    metric: Metric
    margin: float
    new: float
    baseline: float
    # Positive: the new system is better, whichever way the metric points
    lead: float
    low: float
    high: float
    p_worse: float
    adjusted: float
    p_safe: float
    units: int
    unit: str
    paired: bool
    error: float = math.nan  # the standard error of the lead
    passing: float = math.nan  # the smallest margin with which it would pass
    needed: int | None = (
        # Units that would decide it, where it is inconclusive and the lead stays as it is
        None
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


def overall(checks: Sequence[Check]) -> Verdict:
    """Return the worst verdict: one failure fails all, and all must pass for a pass."""
    verdicts = {check.verdict for check in checks}
    return "fail" if "fail" in verdicts else "inconclusive" if "inconclusive" in verdicts else "pass"


def _tested(case: Case, settings: Settings, least: int) -> Check:
    sign = 1 if case.metric.higher_is_better else -1
    new, baseline = (float(case.metric.score(rows.sum(axis=0))) for rows in (case.new, case.baseline))
    number = min(len(case.new), len(case.baseline))
    lead = sign * float(apart(np.asarray(new), np.asarray(baseline)))
    few = case.few or _few(case, number, least)
    spread = _spread(case) if number >= LEAST_DRAWN else Spread(math.nan, 1.0)
    if not few and not math.isfinite(spread.error):
        few = f"undefined without some {case.unit.partition(':')[0]}"
    low, high = spread.bounds(lead, round(2 * settings.confidence - 1, 12))
    worse, safe = _p_values(lead, case.margin, spread)
    return Check(
        scope=case.scope,
        metric=case.metric,
        margin=case.margin,
        new=new,
        baseline=baseline,
        lead=lead,
        low=low,
        high=high,
        p_worse=math.nan if few else worse,
        adjusted=math.nan,
        p_safe=math.nan if few else safe,
        units=number,
        unit=case.unit,
        paired=case.paired,
        error=math.nan if few else spread.error,
        passing=math.nan if few else max(0.0, -low),
        reason=few,
    )


def _few(case: Case, number: int, least: int) -> str:
    """Say why there is too little for a verdict, where there is."""
    if case.segments < least:
        return f"only {counted(case.segments, 'segment')}; at least {least} are needed"
    return (
        f"only {counted(number, case.unit)}; at least {LEAST_DRAWN} are needed"
        if number < LEAST_DRAWN
        else ""
    )


def _p_values(lead: float, margin: float, spread: Spread) -> tuple[float, float]:
    """Return the p-values of either question: that the new system is not worse than the margin, and that it is."""
    from scipy.special import stdtr

    distance = lead + margin
    if abs(distance) <= TOLERANCE * margin:
        distance = 0.0
    if not spread.error > 0:
        # Outputs that score alike in every unit are not worse; leads that happen to be alike in few units prove little.
        small = signs_p(spread.freedom + 1) / 2 if lead else 0.0
        return (small, 1 - small) if distance < 0 else (1 - small, small)
    ratio = distance / spread.error
    return float(stdtr(spread.freedom, ratio)), float(stdtr(spread.freedom, -ratio))


def _spread(case: Case) -> Spread:
    """Return the spread of the difference between both systems."""
    rows = {NEW: case.new, BASELINE: case.baseline}
    if case.paired:
        return Pair(case.metric, NEW, BASELINE).spread(_evaluation(case.metric, rows, case.sizes))
    first, second = (
        score_spread(_evaluation(case.metric, {name: part}), (case.metric, name))
        for name, part in rows.items()
    )
    variances = first.error**2, second.error**2
    if not sum(variances) > 0:
        return Spread(math.sqrt(sum(variances)), first.freedom)
    freedom = sum(variances) ** 2 / (variances[0] ** 2 / first.freedom + variances[1] ** 2 / second.freedom)
    return Spread(math.sqrt(sum(variances)), freedom)


def _evaluation(metric: Metric, rows: dict[str, Array], sizes: Array | None = None) -> Evaluation:
    stats = {(metric, name): Stats(metric, part) for name, part in rows.items()}
    segments = len(next(iter(rows.values())))
    return Evaluation(tuple(rows), (metric,), stats, None, (1, 1), segments, sizes=sizes)


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
