"""Sums that every measure needs, for many draws at once: counts of values, ranks, and correlations under weights."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import Array

Numbers = NDArray[np.int64]


def ratio(above: Array, below: Array) -> Array:
    """Divide, with NaN where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.abs(below) > 0, above / below, np.nan)


def incidence(row: Numbers, column: Numbers, shape: tuple[int, int]) -> Any:
    """Return a sparse table of how often row and column meet."""
    from scipy.sparse import csr_array

    return csr_array((np.ones(len(row)), (row, column)), shape=shape)


def counted(weights: Array, table: Any) -> Array:
    """Return weights times a sparse table, dense."""
    return np.asarray(weights @ table)


def midranks(counts: Array) -> Array:
    """Return the mean rank of every value in every draw, from how often each value occurs."""
    return np.cumsum(counts, axis=1) - (counts - 1) / 2


def noise(values: Array) -> float:
    """Return the variance that rounding alone can make: of the values themselves, and of sums of their squares."""
    if not len(values):
        return 0.0
    apart = float(np.abs(values - values.mean()).max())
    return 1e-12 * apart**2 + (1e-14 * float(np.abs(values).max())) ** 2


def pearson(first: Array, second: Array, weights: Array) -> Array:
    """Return the correlation of two columns under every row of weights; columns may differ by draw."""
    total = weights.sum(axis=1, keepdims=True)
    x = first - ratio((weights * first).sum(axis=1, keepdims=True), total)
    y = second - ratio((weights * second).sum(axis=1, keepdims=True), total)
    xx, yy = (weights * x * x).sum(axis=1), (weights * y * y).sum(axis=1)
    least = [1e-12 * total[:, 0] * float(np.abs(column).max(initial=0.0)) ** 2 for column in (first, second)]
    shared = ratio((weights * x * y).sum(axis=1), np.sqrt(xx * yy))
    return np.where((xx > least[0]) & (yy > least[1]), np.clip(shared, -1, 1), np.nan)
