"""Intervals of agreement: items are drawn with replacement, and a measure sees how often each was drawn.

A measure is a function of weights: one row a draw, one column an item, and one value a draw. With every weight 1 it
is the measure itself, so the estimate and its interval cannot be two different formulas. Draws in which a measure is
not defined (nothing varies) are left out; where they are more than half, there is no interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from assay.data import Array
from assay.stats import Interval, Settings, bounds

Numbers = NDArray[np.int64]
Statistic = Callable[[Array], Array]

CELLS = 2_000_000  # weights that are held at a time


def estimate(statistic: Statistic, items: int) -> float:
    """Return the value of a measure on all items as they are."""
    return float(statistic(np.ones((1, items)))[0])


def intervals(
    statistics: Mapping[str, Statistic], cluster: Numbers, settings: Settings
) -> dict[str, Interval]:
    """Return every measure with its interval, all from the same draws."""
    values = {name: estimate(statistic, len(cluster)) for name, statistic in statistics.items()}
    drawn: dict[str, list[Array]] = {name: [] for name in statistics}
    for weights in _weights(cluster, settings):
        for name, statistic in statistics.items():
            drawn[name].append(statistic(weights))
    left_out = _left_out(statistics, cluster) if settings.interval == "bca" else {}
    return {
        name: _interval(values[name], np.concatenate([*draws, []]), settings, left_out.get(name))
        for name, draws in drawn.items()
    }


def interval(statistic: Statistic, cluster: Numbers, settings: Settings) -> Interval:
    """Return one measure with its interval."""
    return intervals({"": statistic}, cluster, settings)[""]


def _interval(value: float, draws: Array, settings: Settings, left_out: Array | None) -> Interval:
    method, known = f"bootstrap {settings.interval}", draws[np.isfinite(draws)]
    if not np.isfinite(value) or 2 * len(known) < len(draws) or not len(known):
        return Interval(value, np.nan, np.nan, method)
    low, high = bounds(value, known, settings, left_out)
    return Interval(value, low, high, method)


def _weights(cluster: Numbers, settings: Settings) -> Iterator[Array]:
    """Yield how often each item is drawn, some draws at a time; items of a cluster are drawn together."""
    units = int(cluster.max(initial=-1)) + 1
    kind, size = settings.drawn(units)
    random, draws = np.random.default_rng(settings.seed), settings.bootstrap_draws
    alone = units == len(cluster)
    batch = max(1, CELLS // max(1, len(cluster)))
    for start in range(0, draws if units else 0, batch):
        rows = min(batch, draws - start)
        taken = _taken(random, (rows, units, size), kind)
        place = (taken + np.arange(rows)[:, None] * units).ravel()
        counts = np.bincount(place, minlength=rows * units).reshape(rows, units).astype(np.float64)
        yield counts if alone and (cluster == np.arange(units)).all() else counts[:, cluster]


def _taken(random: np.random.Generator, shape: tuple[int, int, int], kind: str) -> Numbers:
    rows, units, size = shape
    if kind == "with-replacement":
        return random.integers(units, size=(rows, size))
    return np.argsort(random.random((rows, units)), axis=1)[:, :size]


def _left_out(statistics: Mapping[str, Statistic], cluster: Numbers) -> dict[str, Array]:
    """Return every measure without one cluster at a time; where it is not defined, without effect."""
    found: dict[str, list[Array]] = {name: [] for name in statistics}
    units = int(cluster.max(initial=-1)) + 1
    batch = max(1, CELLS // max(1, len(cluster)))
    for start in range(0, units, batch):
        gone = np.arange(start, min(start + batch, units))
        weights = (cluster[None] != gone[:, None]).astype(np.float64)
        for name, statistic in statistics.items():
            found[name].append(statistic(weights))
    joined = {name: np.concatenate([*values, []]) for name, values in found.items()}
    return {
        name: np.where(np.isfinite(values), values, np.nanmean(values) if np.isfinite(values).any() else 0.0)
        for name, values in joined.items()
    }
