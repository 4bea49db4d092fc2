"""Arithmetic that metrics share: division by nothing, sums to the last digit, the best reference of several."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assay.data import Array


def ratio(part: Array, whole: Array, empty: Array | float = 0.0) -> Array:
    """Divide, with `empty` where there is nothing to divide by."""
    something = np.asarray(whole) > 0
    if something.all():
        return np.asarray(part / whole)
    return np.where(something, part / np.where(something, whole, 1), empty)


def running_sum(values: Array) -> Array:
    """Add along the last axis from left to right, so that the last digit is the one a plain loop gets."""
    if values.ndim < 2 or values.shape[-1] > len(values):
        return np.asarray(np.add.accumulate(values, axis=-1)[..., -1])
    total = values[..., 0]
    for place in range(1, values.shape[-1]):  # the same order, and faster where rows are many and short
        total = total + values[..., place]
    return total


def best_references(scores: Array, groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return of each segment the row of its reference with the highest score, the first of equals."""
    if len(groups) < 2:
        return np.zeros(0, dtype=np.int64)
    segment = np.repeat(np.arange(len(groups) - 1), np.diff(groups))
    best = np.flatnonzero(scores == np.maximum.reduceat(scores, groups[:-1])[segment])
    return best[np.unique(segment[best], return_index=True)[1]]


def best_rows(groups: NDArray[np.int64], first: Array, second: Array) -> NDArray[np.int64]:
    """Return of each group the row with the highest `first`, of equal ones that with the highest `second`."""
    segment = np.repeat(np.arange(len(groups) - 1), np.diff(groups))
    order: NDArray[np.int64] = np.lexsort((-second, -first, segment))
    return order[groups[:-1]]


def f_by_ratio(precision: Array, recall: Array) -> Array:
    """Return F with beta = precision / recall (Lin and Och 2004), 0 where nothing matches.

    (1 + b²) R P / (R + b² P) with b = P / R is written without b, which may be 0 / 0.
    """
    return ratio((recall**2 + precision**2) * recall * precision, recall**3 + precision**3)
