"""Correlation of rows: Pearson's r, Spearman's rho and Kendall's tau-b, plain or under weights.

Both sides are matrices with a row a group, or single columns; one coefficient comes out a row. NaN cells are left out
in pairs, and a side that does not vary has no correlation: NaN, never 0. `weights` say how often each cell counts, a
row a draw, which makes a bootstrap one call: two columns and (draws, cells) of weights give a coefficient a draw.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import Array
from assay.stats.intervals import Interval
from assay.stats.tau import pair_counts, tau_b

Correlation = Callable[[Array, Array, Array | None], Array]

# A weighted variance below this share of the largest square is rounding: means of others' scores differ by as much.
ROUNDING = 1e-12


def pearson(first: Array, second: Array, weights: Array | None = None) -> Array:
    """Return Pearson's r of every row."""
    x, y, known = _rows(first, second)
    times = _times(known, weights)
    x, y = _centred(np.where(known, x, 0), times), _centred(np.where(known, y, 0), times)
    xx, yy = (times * x * x).sum(axis=1), (times * y * y).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        r = (times * x * y).sum(axis=1) / np.sqrt(xx * yy)
    if weights is None:
        varied = _varies(first, known) & _varies(second, known)
    else:
        total = ROUNDING * times.sum(axis=1)
        varied = (xx > total * _largest(first)) & (yy > total * _largest(second))
    return np.where(varied, np.clip(r, -1, 1), np.nan)


def _times(known: NDArray[np.bool_], weights: Array | None) -> Array:
    """Return how often each cell counts: a missing one never."""
    if weights is None:
        return known.astype(np.float64)
    return weights if known.all() else np.where(known, weights, 0.0)


def _rows(first: Array, second: Array) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Return both sides as matrices, and where both have a value."""
    x, y = np.atleast_2d(first), np.atleast_2d(second)
    return x, y, ~(np.isnan(x) | np.isnan(y))


def _centred(rows: Array, weights: Array) -> Array:
    """Subtract the weighted mean of every row; a row without weight becomes NaN."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(
            rows - (weights * rows).sum(axis=1, keepdims=True) / weights.sum(axis=1, keepdims=True)
        )


def _varies(rows: Array, known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell where a row has two different values: a variance of rounding errors is none."""
    if not known.shape[1]:
        return np.zeros(len(known), dtype=bool)
    high, low = np.where(known, rows, -np.inf).max(axis=1), np.where(known, rows, np.inf).min(axis=1)
    return np.asarray(high > low)


def _largest(rows: Array) -> float:
    """Return the largest square."""
    return float(np.nanmax(np.abs(rows), initial=0.0)) ** 2


def mean_ranks(rows: Array) -> Array:
    """Return the ranks of every row from 1 on; equal values share the mean of their ranks, NaN has none."""
    order = np.argsort(rows, axis=1, kind="stable")
    ordered = np.take_along_axis(rows, order, axis=1)
    place = np.broadcast_to(np.arange(rows.shape[1]), rows.shape)
    new = np.ones(rows.shape, dtype=bool)
    new[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    last = np.ones(rows.shape, dtype=bool)
    last[:, :-1] = new[:, 1:]
    start = np.maximum.accumulate(np.where(new, place, 0), axis=1)
    end = np.minimum.accumulate(np.where(last, place, rows.shape[1])[:, ::-1], axis=1)[:, ::-1]
    ranks = np.empty(rows.shape)
    np.put_along_axis(ranks, order, (start + end) / 2 + 1, axis=1)
    return np.where(np.isnan(rows), np.nan, ranks)


def spearman(first: Array, second: Array, weights: Array | None = None) -> Array:
    """Return Spearman's rho of every row: Pearson's r of the ranks of what both sides have.

    Under weights both sides are single columns without gaps, and are ranked anew in every draw.
    """
    if weights is not None:
        return pearson(_drawn_ranks(first, weights), _drawn_ranks(second, weights), weights)
    x, y, known = _rows(first, second)
    return pearson(*(mean_ranks(np.where(known, side, np.nan)) for side in (x, y)))


def _drawn_ranks(column: Array, weights: Array) -> Array:
    """Return the mean ranks of a column's values among what every draw holds, from how often each value occurs."""
    codes, occurrences = _occurrences(column, weights)
    return np.asarray((np.cumsum(occurrences, axis=1) - (occurrences - 1) / 2)[:, codes])


def _occurrences(column: Array, weights: Array) -> tuple[NDArray[np.intp], Array]:
    """Return which of the different values every cell has, and how often each value occurs in every draw."""
    from scipy.sparse import csr_array

    values, codes = np.unique(column, return_inverse=True)
    table: Any = csr_array(
        (np.ones(len(codes)), (np.arange(len(codes)), codes)), shape=(len(codes), len(values))
    )
    return codes, np.asarray(weights @ table)


def kendall(first: Array, second: Array, weights: Array | None = None) -> Array:
    """Return Kendall's tau-b of every row.

    Under weights both sides are single columns without gaps; a cell drawn twice is tied with itself in both.
    """
    if weights is None:
        return tau_b(pair_counts(*_rows(first, second)[:2]))
    signs = np.sign(first[:, None] - first) * np.sign(second[:, None] - second)
    total = weights.sum(axis=1)
    lead = ((weights @ signs) * weights).sum(axis=1) / 2
    untied = [total * (total - 1) / 2 - _tied(_occurrences(side, weights)[1]) for side in (first, second)]
    root = np.sqrt(untied[0] * untied[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.abs(root) > 0, np.clip(lead / root, -1, 1), np.nan)


def _tied(occurrences: Array) -> Array:
    return np.asarray((occurrences * (occurrences - 1)).sum(axis=1) / 2)


CORRELATIONS: Mapping[str, Correlation] = {"pearson": pearson, "spearman": spearman, "kendall": kendall}


def fisher_interval(r: float, number: int, confidence: float = 0.95, *, ranks: bool = False) -> Interval:
    """Return Fisher's interval of a correlation of so many values; none (NaN) for fewer than four.

    Ranks widen it as Bonett and Wright (2000) advise for Spearman's rho.
    """
    from scipy.special import ndtri

    method = "Fisher z"
    if number < 4 or math.isnan(r):
        return Interval(r, math.nan, math.nan, method)
    if abs(r) == 1:
        return Interval(r, r, r, method)
    reach = float(ndtri((1 + confidence) / 2)) * math.sqrt((1 + r * r / 2 if ranks else 1) / (number - 3))
    return Interval(r, math.tanh(math.atanh(r) - reach), math.tanh(math.atanh(r) + reach), method)
