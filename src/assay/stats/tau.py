"""Kendall's tau and its relatives, each from the same five counts of pairs.

C and D are the pairs that both sides order alike and against each other; then come the pairs that only the first side
ties, only the second, and both. What the formulas make of ties is all that sets them apart (Kendall 1938 and 1945;
Stuart 1953; Goodman and Kruskal 1954; Somers 1962; Deutsch, Foster and Freitag 2023). A formula whose denominator is 0
is undefined, NaN here; some programs return 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array

Counts = NDArray[np.int64]  # (..., 5): C, D, ties of the first side only, of the second only, of both


def row_offsets(rows: Array) -> Counts:
    """Return where the rows begin and end once they stand one after the other."""
    return np.asarray(np.arange(len(rows) + 1) * rows.shape[1], dtype=np.int64)


def pair_counts(first: Array, second: Array, *, epsilon: float = 0.0, threshold: float = 0.0) -> Counts:
    """Return the five counts of every row, pairs without a value left out.

    The second side ties values no more than `epsilon` apart, the first those less than `threshold` apart.
    """
    return kernel.pair_counts(
        first.ravel(), second.ravel(), row_offsets(first), epsilon=epsilon, threshold=threshold
    )


def _ratio(above: NDArray[np.generic], below: NDArray[np.generic]) -> Array:
    """Divide, NaN where the denominator is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = np.asarray(above, dtype=np.float64) / np.asarray(below, dtype=np.float64)
    return np.where(np.asarray(below) == 0, np.nan, quotient)


def tau_a(counts: Counts) -> Array:
    """Return Kendall's tau-a: ties count for nothing."""
    return _ratio(counts[..., 0] - counts[..., 1], counts.sum(axis=-1))


def tau_b(counts: Counts) -> Array:
    """Return Kendall's tau-b: each side is measured by what it does not tie."""
    c, d, first, second, _ = np.moveaxis(counts.astype(np.float64), -1, 0)
    return _ratio(c - d, np.sqrt((c + d + first) * (c + d + second)))


def gamma(counts: Counts) -> Array:
    """Return Goodman and Kruskal's gamma: only pairs that neither side ties."""
    return _ratio(counts[..., 0] - counts[..., 1], counts[..., 0] + counts[..., 1])


def somers_d(counts: Counts) -> Array:
    """Return Somers' d of the second side: pairs that the first does not tie."""
    c, d, _, second, _ = np.moveaxis(counts, -1, 0)
    return _ratio(c - d, c + d + second)


def ties_against(counts: Counts) -> Array:
    """Return Somers' d with the second side's ties taken for errors."""
    c, d, _, second, _ = np.moveaxis(counts, -1, 0)
    return _ratio(c - d - second, c + d + second)


def double_ties_for(counts: Counts) -> Array:
    """Return tau-a with pairs that both sides tie taken for agreement."""
    c, d, _, _, both = np.moveaxis(counts, -1, 0)
    return _ratio(c - d + both, counts.sum(axis=-1))


def double_ties_against(counts: Counts) -> Array:
    """Return tau-a with pairs that both sides tie taken for disagreement."""
    c, d, _, _, both = np.moveaxis(counts, -1, 0)
    return _ratio(c - d - both, counts.sum(axis=-1))


def tau_eq(counts: Counts) -> Array:
    """Return agreement less disagreement, a tie of one side only being disagreement."""
    c, d, first, second, both = np.moveaxis(counts, -1, 0)
    return _ratio(c + both - d - first - second, counts.sum(axis=-1))


def acc_eq(counts: Counts) -> Array:
    """Return the share of pairs on which both sides agree, ties included."""
    return _ratio(counts[..., 0] + counts[..., 4], counts.sum(axis=-1))


def tau_c(counts: Counts, first: Array, second: Array) -> Array:
    """Return Stuart's tau-c of every row: k is the smaller number of different values, n that of values."""
    known = ~(np.isnan(first) | np.isnan(second))
    kinds = np.minimum(*(_distinct(np.where(known, side, np.nan)) for side in (first, second)))
    n = known.sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return _ratio(2 * (counts[..., 0] - counts[..., 1]), n**2 * (kinds - 1) / np.maximum(kinds, 1))


def _distinct(rows: Array) -> Counts:
    """Count the different values of every row, NaN left out."""
    ordered = np.sort(rows, axis=-1)
    steps = ordered[..., 1:] > ordered[..., :-1]  # false against NaN, which stands at the end
    return np.asarray(steps.sum(axis=-1) + ~np.isnan(ordered[..., 0]), dtype=np.int64)
