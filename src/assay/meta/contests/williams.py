"""Williams' test: does one metric correlate better with people than another, over the same systems?

Williams (1959), as Graham and Baldwin (2014) brought it to the evaluation of metrics. With r12 and r13 the
correlations of the metrics with people, r23 that of the metrics with each other, and n systems,

    t = (r12 - r13) sqrt((n - 1)(1 + r23) / (2 K (n - 1) / (n - 3) + m^2 (1 - r23)^3)),
    K = 1 - r12^2 - r13^2 - r23^2 + 2 r12 r13 r23,  m = (r12 + r13) / 2,

has Student's distribution with n - 3 degrees of freedom. It is for Pearson's r over systems only. Where it is
undefined (three systems or fewer, a constant score, metrics that are linear functions of each other), the p-values are
NaN and a note says why; other programs divide by 0 there or return 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from assay.data import Array
from assay.errors import InputError, MismatchError
from assay.meta.contests.contest import Contest
from assay.stats import pearson

# Metrics whose correlation is that close to 1 are one metric, but for noise of float64
ROUNDING = 1e-12


class WilliamsTest(NamedTuple):
    """The statistic for the second metric being better, its p-values, and why there are none."""

    t: float
    p_greater: float
    p_less: float
    p_two_sided: float
    undefined: str = ""


def williams_test(r_first: float, r_second: float, r_between: float, systems: int) -> WilliamsTest:
    """Test the correlations of two metrics with people, given that of the metrics with each other."""
    from scipy.special import stdtr

    reason = _undefined(r_first, r_second, r_between, systems)
    if reason:
        return WilliamsTest(math.nan, math.nan, math.nan, math.nan, reason)
    rest = _determinant(r_first, r_second, r_between)
    mean = (r_first + r_second) / 2
    below = 2 * rest * (systems - 1) / (systems - 3) + mean**2 * (1 - r_between) ** 3
    t = (r_second - r_first) * math.sqrt((systems - 1) * (1 + r_between) / below)
    greater, less = float(stdtr(systems - 3, -t)), float(stdtr(systems - 3, t))
    return WilliamsTest(t, greater, less, min(1.0, 2 * min(greater, less)))


def _undefined(r_first: float, r_second: float, r_between: float, systems: int) -> str:
    if any(math.isnan(r) for r in (r_first, r_second, r_between)):
        return "a score is the same for all systems"
    if systems <= 3:
        return f"{systems} systems; at least four are needed"
    if 1 - abs(r_between) < ROUNDING:
        return "one metric is a linear function of the other"
    if _determinant(r_first, r_second, r_between) <= 0:
        return "the three scores are linear functions of each other"
    return ""


def _determinant(r_first: float, r_second: float, r_between: float) -> float:
    return 1 - r_first**2 - r_second**2 - r_between**2 + 2 * r_first * r_second * r_between


def williams_contest(human: Array, first: Array, second: Array, names: tuple[str, str]) -> Contest:
    """Compare two metrics by their scores of systems, higher better; systems that anyone has no score of are out."""
    if not len(human) == len(first) == len(second):
        raise MismatchError(
            f"{len(human)}, {len(first)} and {len(second)} systems; they must be the same systems"
        )
    known = ~(np.isnan(human) | np.isnan(first) | np.isnan(second))
    rows = np.stack([human, first, second])[:, known]
    [r_first, r_second, r_between] = pearson(rows[[0, 0, 1]], rows[[1, 2, 2]]).tolist()
    tested = williams_test(r_first, r_second, r_between, int(known.sum()))
    return Contest(
        *names,
        *("pearson", "means", "williams"),
        *(r_first, r_second, r_second - r_first),
        *(tested.p_greater, tested.p_less, tested.p_two_sided),
        systems=int(known.sum()),
        note=f"undefined: {tested.undefined}" if tested.undefined else "",
    )


def williams_table(
    human: Sequence[float] | Array, metrics: Mapping[str, Sequence[float] | Array]
) -> list[Contest]:
    """Compare every pair of metrics by their scores of systems, all in the order of the human ones."""
    if len(metrics) < 2:
        raise InputError("a comparison of metrics needs at least two")
    people = np.asarray(human, dtype=np.float64)
    columns = {name: np.asarray(column, dtype=np.float64) for name, column in metrics.items()}
    return [
        williams_contest(people, columns[first], columns[second], (first, second))
        for first, second in combinations(columns, 2)
    ]
