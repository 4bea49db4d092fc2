"""What tests say of metrics: which of two agrees better with people, how sure that is, and the ranks that follow.

Ranks are those of mt-metrics-eval and the WMT metrics tasks. Metrics stand in the order of their agreement with people.
From the top, a new rank starts at the first metric that any member of the current cluster beats significantly; so
members of one cluster need not all be alike, and the first of a cluster is beaten by some, not by all, of those above.
Ranks are 1, 2, 3, … without gaps. p-values may be corrected for the number of pairs first (Holm, Benjamini-Hochberg);
the tasks did not.

Claims rest on two-sided p-values. The WMT tasks and mt-metrics-eval take the one-sided p-value of whichever metric
leads, which gives about twice the false alarms that it names; `sides` says which of the two a contest rests on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from assay.data import Array
from assay.errors import InputError
from assay.meta.options import Sides
from assay.stats import adjust

ONE_SIDED = (
    "one-sided p-values in favour of whichever metric leads, as in the WMT tasks, double the false-positive "
    "rate at 5 %, since the data choose the side"
)


@dataclass(frozen=True)
class Contest:
    """Two metrics against the same people; every difference is second minus first.

    `p_greater` is the one-sided p-value for the second agreeing better with people, `p_less` for the first. They need
    not add up to 1: draws that equal what was observed count in both. A test that is undefined has p-values NaN and
    says why in `note`. `low` and `high` bound the difference where the test is a bootstrap, else they are NaN.
    """

    first: str
    second: str
    statistic: str
    grouping: str
    test: str
    value_first: float
    value_second: float
    difference: float
    p_greater: float
    p_less: float
    p_two_sided: float
    low: float = math.nan
    high: float = math.nan
    draws: int = 0  # 0: a formula
    undefined: int = 0  # draws in which one of the two had no value
    exact: bool = False  # the draws are all that there are
    systems: int = 0
    segments: int = 0
    cells: int = 0  # scores of people that were used
    note: str = ""
    sides: Sides = "two"  # which p-value a claim rests on
    adjusted: float = math.nan  # that p-value after a correction for many tests
    # Differences; kept for a while only
    drawn: Array | None = field(default=None, repr=False, compare=False)

    @property
    def better(self) -> str | None:
        """The metric that agrees better with people, None if both agree equally well or it is unknown."""
        if math.isnan(self.difference) or self.difference == 0:
            return None
        return self.second if self.difference > 0 else self.first

    @property
    def p_better(self) -> float:
        """The one-sided p-value of the metric with the higher agreement: no claim, since the data chose the side."""
        return self.p_less if self.better == self.first else self.p_greater

    @property
    def p_claim(self) -> float:
        """The p-value that a claim rests on, before any correction."""
        return self.p_two_sided if self.sides == "two" else self.p_better

    @property
    def p_shown(self) -> float:
        """The p-value that a claim rests on, after the correction where there was one."""
        return self.p_claim if math.isnan(self.adjusted) else self.adjusted

    def significant(self, alpha: float) -> bool:
        """Tell whether the better metric is so with this error rate; a p-value as large is enough in the WMT tasks."""
        claimed = self.p_shown < alpha if self.sides == "two" else self.p_shown <= alpha
        return self.better is not None and claimed


def corrected(contests: Sequence[Contest], correction: str) -> list[Contest]:
    """Adjust the p-values that claims rest on for the number of contests; undefined ones are not counted."""
    p_values = np.array([one.p_claim for one in contests])
    known = ~np.isnan(p_values)
    adjusted = np.full(len(contests), np.nan)
    adjusted[known] = adjust(p_values[known], correction)
    return [replace(one, adjusted=float(value)) for one, value in zip(contests, adjusted, strict=True)]


def draws_wanted(contests: Sequence[Contest], correction: str, alpha: float) -> int:
    """Return the draws it takes for one of these contests to be significant after the correction; 0 if there are."""
    drawn = [one for one in contests if one.draws and not one.exact]
    if not drawn:
        return 0
    # Of a bootstrap, which counts one side
    ends = 2 if drawn[0].sides == "two" and not math.isnan(drawn[0].low) else 1
    pairs = 1 if correction == "none" else len(contests)
    # For the least p-value, ends / (draws + 1), to be below alpha
    wanted = math.floor(round(ends * pairs / alpha, 9))
    return wanted if min(one.draws for one in drawn) < wanted else 0


@dataclass(frozen=True)
class MetricRank:
    """A metric's place in one task; `beaten_by` are the members of the cluster above that beat it."""

    metric: str
    value: float
    rank: int
    beaten_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class AverageRank:
    """A metric over all tasks: weighted means of its values and ranks over those that it took part in."""

    metric: str
    value: float
    rank: float
    tasks: int
    all_tasks: int
    ranks: Mapping[str, int]

    @property
    def complete(self) -> bool:
        """Whether it took part in every task, so that its means can be compared with others'."""
        return self.tasks == self.all_tasks


def metric_ranks(
    contests: Sequence[Contest], alpha: float = 0.05, correction: str = "none"
) -> list[MetricRank]:
    """Return the metrics of one task with their ranks, best first; every pair must have been compared.

    Metrics whose agreement is undefined have no rank and are left out.
    """
    values: dict[str, float] = {}
    for one in contests:
        values |= {one.first: one.value_first, one.second: one.value_second}
    missing = len(values) * (len(values) - 1) // 2 - len(
        {frozenset((one.first, one.second)) for one in contests}
    )
    if missing:
        raise InputError(f"ranks need a comparison of every pair of metrics; {missing} are missing")
    beats = {
        (one.better, one.first if one.better == one.second else one.second)
        for one in corrected(contests, correction)
        if one.significant(alpha)
    }
    known = [name for name, value in values.items() if not math.isnan(value)]
    order = sorted(known, key=lambda name: (-values[name], name))
    placed: list[MetricRank] = []
    cluster: list[str] = []
    for name in order:
        above = tuple(other for other in cluster if (other, name) in beats)
        cluster = [name] if above else [*cluster, name]
        rank = placed[-1].rank + bool(above) if placed else 1
        placed.append(MetricRank(name, values[name], rank, above))
    return placed


def average_ranks(
    tasks: Mapping[str, Sequence[MetricRank]], weights: Mapping[str, float] | None = None
) -> list[AverageRank]:
    """Return every metric's mean rank and value over tasks, the complete ones first, best rank first."""
    weighted = {task: 1.0 if weights is None else weights[task] for task in tasks}
    if not tasks or sum(weighted.values()) <= 0 or min(weighted.values()) < 0:
        raise InputError("an average over tasks needs tasks, and weights of 0 or more that are not all 0")
    names = dict.fromkeys(average.metric for placed in tasks.values() for average in placed)
    averages = [_overall(name, tasks, weighted) for name in names]
    return sorted(
        averages, key=lambda average: (not average.complete, average.rank, -average.value, average.metric)
    )


def _overall(
    name: str, tasks: Mapping[str, Sequence[MetricRank]], weights: Mapping[str, float]
) -> AverageRank:
    own = {task: one for task, placed in tasks.items() for one in placed if one.metric == name}
    total = sum(weights[task] for task in own)
    if total == 0:
        value = rank = math.nan
    else:
        value = sum(weights[task] * one.value for task, one in own.items()) / total
        rank = sum(weights[task] * one.rank for task, one in own.items()) / total
    return AverageRank(name, value, rank, len(own), len(tasks), {task: one.rank for task, one in own.items()})
