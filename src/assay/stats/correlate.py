"""Correlation of rows: Pearson's r, Spearman's rho, Kendall's tau-b, plain or under weights; and tau's relatives.

Both sides are matrices with a row a group, or single columns; one coefficient comes out a row. NaN cells are left out
in pairs, and a side that does not vary has no correlation: NaN, never 0. `weights` say how often each cell counts, a
row a draw, which makes a bootstrap one call: two columns and (draws, cells) of weights give a coefficient a draw.

Kendall's tau and its relatives come from the same five counts of pairs. C and D are the pairs that both sides order
alike and against each other; then come the pairs that only the first side ties, only the second, and both. What the
formulas make of ties is all that sets them apart (Kendall 1938 and 1945; Stuart 1953; Goodman and Kruskal 1954; Somers
1962; Deutsch, Foster and Freitag 2023). A formula whose denominator is 0 is undefined, NaN here; some
programs return 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array
from assay.stats.intervals import Interval

# (..., 5): C, D, ties of the first side only, of the second only, of both
Counts = NDArray[np.int64]


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


def drawn_pearson(
    first: Array, second: Array, blocks: NDArray[np.int64] | None = None
) -> Callable[[Array], Array]:
    """Return Pearson's r of two columns without gaps as a function of weights, (draws, cells) -> (draws).

    It is made of sums alone, so that no table of draws by cells has to be centred. Where cells are drawn together,
    `blocks` numbers what each belongs to, and weights are those of blocks.
    """
    x, y = (side - side.mean() if len(side) else side for side in (first, second))
    columns = block_sums(np.stack([np.ones(len(x)), x, y, x * x, y * y, x * y], axis=1), blocks)
    least_x, least_y = ROUNDING * _largest(x), ROUNDING * _largest(y)

    def r(weights: Array) -> Array:
        total, sum_x, sum_y, sum_xx, sum_yy, sum_xy = (weights @ columns).T
        with np.errstate(divide="ignore", invalid="ignore"):
            xx, yy = sum_xx - sum_x * sum_x / total, sum_yy - sum_y * sum_y / total
            xy = sum_xy - sum_x * sum_y / total
            varied = (xx > total * least_x) & (yy > total * least_y)
            return np.where(varied, np.clip(xy / np.sqrt(xx * yy), -1, 1), np.nan)

    return r


def block_sums(columns: Array, blocks: NDArray[np.int64] | None) -> Array:
    """Add up the rows of every block; as they are where there are none."""
    if blocks is None:
        return columns
    return np.stack([np.bincount(blocks, column) for column in columns.T], axis=1)


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
