"""Correlation of a metric's segment scores with people's, by any statistic of the table (`meta.statistics`).

Values are compared within groups and averaged over the groups in which the statistic is defined; the number of these
stands beside the mean. A constant side has no correlation: NaN, never 0. Missing values drop pairs of values, not
groups. With `common`, several metrics are averaged over the same groups, those in which all of them are defined.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array, Scores
from assay.errors import OptionError
from assay.meta.material import AlignedScores, Grouping, align
from assay.meta.statistics import find_statistic
from assay.stats import Interval, Settings, bounds


@dataclass(frozen=True)
class Correlation:
    """One number and what it rests on."""

    metric: str
    statistic: str
    grouping: str
    value: float
    groups: int  # groups in the mean
    all_groups: int  # groups with two values or more
    values: int  # pairs of a human and a metric value
    systems: int
    common: bool = False
    interval: Interval | None = None


def correlate(
    human: Scores,
    metric: Scores,
    statistic: str = "pearson",
    grouping: Grouping = "none",
    *,
    systems: Sequence[str] | None = None,
    threshold: float = 0.0,
) -> Correlation:
    """Return the correlation of segment scores: the mean over groups of the statistic within groups."""
    return _summary(align(human, metric, systems), statistic, grouping, threshold)[0]


def correlate_all(
    human: Scores,
    metrics: Sequence[Scores],
    statistic: str = "pearson",
    grouping: Grouping = "none",
    *,
    systems: Sequence[str] | None = None,
    common: bool = False,
    threshold: float = 0.0,
) -> list[Correlation]:
    """Return the correlation of every metric; with `common`, all over the groups in which all are defined."""
    every = [_summary(align(human, metric, systems), statistic, grouping, threshold) for metric in metrics]
    if not common or not every:
        return [correlation for correlation, _ in every]
    shared = np.logical_and.reduce([~np.isnan(values) for _, values in every])
    return [
        replace(correlation, value=_mean(values[shared]), groups=int(shared.sum()), common=True)
        for correlation, values in every
    ]


def _summary(
    both: AlignedScores, statistic: str, grouping: Grouping, threshold: float = 0.0
) -> tuple[Correlation, Array]:
    human, metric = both.rows(grouping)
    values = find_statistic(statistic).over(human, metric, threshold)
    filled = (~(np.isnan(human) | np.isnan(metric))).sum(axis=1)
    used = int((~np.isnan(values)).sum())
    summary = Correlation(
        both.metric_name,
        statistic,
        grouping,
        _mean(values),
        used,
        int((filled > 1).sum()),
        int(filled.sum()),
        len(both.systems),
    )
    return summary, values


def _mean(values: Array) -> float:
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else math.nan


def correlate_differences(
    human: Scores, metric: Scores, grouping: Grouping = "item", *, systems: Sequence[str] | None = None
) -> Correlation:
    """Return Pearson's r of the differences of all pairs within groups, each pair taken both ways.

    Pairs are pooled, so large groups count for more. Over all pairs of n values, products of differences add up to n
    times the products of deviations from the mean.
    """
    correlation, _ = _summary(align(human, metric, systems), "pearson", grouping)
    rows = align(human, metric, systems).rows(grouping)
    known = ~(np.isnan(rows[0]) | np.isnan(rows[1]))
    x, y = (_deviations(side, known) for side in rows)
    sizes = known.sum(axis=1)
    xy, xx, yy = (float(sizes @ (a * b).sum(axis=1)) for a, b in ((x, y), (x, x), (y, y)))
    value = xy / math.sqrt(xx * yy) if x.any() and y.any() else math.nan
    return replace(
        correlation, statistic="pearson of differences", value=value, groups=correlation.all_groups
    )


def _deviations(rows: Array, known: NDArray[np.bool_]) -> Array:
    """Subtract the mean of every row; a row of equal values deviates by 0, not by rounding."""
    with np.errstate(invalid="ignore"):
        apart = rows - np.where(known, rows, 0).sum(axis=1, keepdims=True) / known.sum(axis=1, keepdims=True)
    high, low = (np.where(known, rows, far) for far in (-np.inf, np.inf))
    return np.where(known & (high.max(axis=1) > low.min(axis=1))[:, None], apart, 0)


def correlate_systems(first: Array, second: Array, statistic: str = "pearson") -> float:
    """Return the correlation of two columns, such as one score a system; NaN cells are left out."""
    return float(find_statistic(statistic).over(np.atleast_2d(first), np.atleast_2d(second))[0])


def bootstrap_correlation(
    human: Scores,
    metric: Scores,
    statistic: str = "pearson",
    grouping: Grouping = "none",
    *,
    settings: Settings | None = None,
    unit: str = "segment",
    systems: Sequence[str] | None = None,
) -> Correlation:
    """Return a correlation with its bootstrap interval; whole segments are drawn, or whole systems."""
    options = settings or Settings()
    both = align(human, metric, systems)
    correlation, values = _summary(both, statistic, grouping)
    if unit not in ("segment", "system"):
        raise OptionError(f"unit={unit!r} is not recognised; choose segment or system")
    if (grouping, unit) in (("item", "segment"), ("system", "system")):
        drawn = _resampled_means(values, options)
    else:
        drawn = _resampled(both, statistic, grouping, options, axis=1 if unit == "segment" else 0)
    drawn = drawn[~np.isnan(drawn)]
    low, high = (
        bounds(correlation.value, drawn, replace(options, interval="percentile"))
        if len(drawn)
        else (math.nan,) * 2
    )
    return replace(correlation, interval=Interval(correlation.value, low, high, f"bootstrap over {unit}s"))


def _resampled_means(values: Array, settings: Settings) -> Array:
    """Return means over groups that are drawn as a whole: no group need be computed twice."""
    defined = ~np.isnan(values)
    rows = np.column_stack([np.where(defined, values, 0), defined])
    sums = kernel.resample_sums(
        rows, settings.bootstrap_draws, settings.seed, kind="with-replacement", threads=settings.threads
    )
    with np.errstate(invalid="ignore"):
        return np.asarray(sums[:, 0] / sums[:, 1])


def _resampled(
    both: AlignedScores, statistic: str, grouping: Grouping, settings: Settings, axis: int
) -> Array:
    rng = np.random.default_rng(settings.seed)
    number = both.human.shape[axis]
    drawn = np.empty(settings.bootstrap_draws)
    for draw in range(len(drawn)):
        taken = rng.integers(0, number, number)
        human, metric = (np.take(side, taken, axis=axis) for side in (both.human, both.metric))
        part = replace(both, human=human, metric=metric)
        drawn[draw] = _mean(find_statistic(statistic).over(*part.rows(grouping)))
    return drawn
