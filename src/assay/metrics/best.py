"""F-scores whose weights follow from precision and recall themselves, and the best of several references."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array
from assay.metrics.base import ratio


def f_by_ratio(precision: Array, recall: Array) -> Array:
    """Return F with beta = precision / recall (Lin and Och 2004), 0 where nothing matches.

    (1 + b²) R P / (R + b² P) with b = P / R is written without b, which may be 0 / 0.
    """
    return ratio((recall**2 + precision**2) * recall * precision, recall**3 + precision**3)


def best_rows(groups: kernel.Offsets, first: Array, second: Array) -> NDArray[np.int64]:
    """Return of each group the row with the highest `first`, of equal ones that with the highest `second`."""
    segment = np.repeat(np.arange(len(groups) - 1), np.diff(groups))
    order: NDArray[np.int64] = np.lexsort((-second, -first, segment))
    return order[groups[:-1]]
