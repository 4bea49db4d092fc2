"""Agreement of metrics with people: pairs counted by what both say, the calibration of ties, and draws of two metrics.

Values stand in groups, row i of which is `offsets[i]` to `offsets[i + 1]`; only values of one group form pairs, and
NaN on either side forms none. People tie a pair whose values are equal or less than `threshold` apart, a metric one
whose values are no more than `epsilon` apart.

Pairs of raters are measured on what both have rated, in draws of items: `SharedRatings` are made once, and a draw is
a row of how often each item is taken.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.kernel.columns import Ids, Matrix, Offsets, cores

# The order of each list is that of the enumeration in native/ whose numbers cross the boundary.
AGREEMENTS = ("pearson", "spearman", "tau-b", "accuracy", "acc-eq")
GROUPINGS = ("none", "item", "system", "means")
REDRAWS = (
    *("observed", "swap-cells", "swap-systems", "swap-segments", "every-swap"),
    *("draw-systems", "draw-segments", "draw-both"),
)
# A calibration of ties holds every pair in memory, in up to four forms: some GiB at this number.
MOST_PAIRS = 1 << 26
PAIR_MEASURES = ("pearson", "spearman", "kendall", "kappa", "kappa-linear", "kappa-quadratic")
RANK_MEASURES = ("spearman", "kendall")  # those that take ranked ratings
PAIR_KINDS = ("concordant", "discordant", "human_ties", "metric_ties", "double_ties")
Values = NDArray[np.float64]


class TieCalibration(NamedTuple):
    """The best threshold of a metric's ties, and what it is worth: a mean over groups of the share of right pairs."""

    epsilon: float  # the smallest of those that are equally good
    # The next larger difference that makes it worse; infinity if none does
    until: float
    accuracy: float  # NaN where no group has a pair
    untied: float  # the accuracy with epsilon 0
    groups: int
    pairs: int


def pair_counts(
    human: Values,
    metric: Values,
    offsets: Offsets,
    *,
    epsilon: float = 0.0,
    threshold: float = 0.0,
    threads: int = 0,
) -> NDArray[np.int64]:
    """Return how many pairs of each group are of each kind: (groups, 5), in the order of `PAIR_KINDS`."""
    _check(human, metric, offsets, threshold)
    if not epsilon >= 0:
        raise ValueError("epsilon must be 0 or more")
    out = np.empty((len(offsets) - 1, len(PAIR_KINDS)), dtype=np.int64)
    native.pair_counts(human, metric, offsets, epsilon, threshold, cores(threads), out)
    return out


def calibrate_ties(
    human: Values, metrics: Matrix, offsets: Offsets, *, threshold: float = 0.0, threads: int = 0
) -> list[TieCalibration]:
    """Return the best epsilon of every metric: (metrics, values) -> one calibration a row."""
    _check(human, metrics[0] if len(metrics) else human, offsets, threshold)
    out = np.empty((len(metrics), len(TieCalibration._fields)))
    native.calibrate_ties(human, metrics, offsets, threshold, cores(threads), out)
    return [
        TieCalibration(epsilon, until, accuracy, untied, int(groups), int(pairs))
        for epsilon, until, accuracy, untied, groups, pairs in out.tolist()
    ]


def tie_curve(
    human: Values, metric: Values, offsets: Offsets, *, threshold: float = 0.0
) -> tuple[Values, Values]:
    """Return every epsilon at which a pair becomes a tie, 0 first, and the accuracy with each of them."""
    _check(human, metric, offsets, threshold)
    sizes = np.diff(offsets)
    most = int((sizes * (sizes - 1) // 2).sum()) + 1
    epsilons, accuracies = np.empty(most), np.empty(most)
    steps = native.tie_curve(human, metric, offsets, threshold, epsilons, accuracies)
    return epsilons[:steps].copy(), accuracies[:steps].copy()


def _check(human: Values, metric: Values, offsets: Offsets, threshold: float) -> None:
    steps_back = len(offsets) > 1 and bool((offsets[1:] < offsets[:-1]).any())
    if not len(offsets) or offsets[0] < 0 or offsets[-1] > len(human) or steps_back:
        raise ValueError("offsets must rise from 0 or more to at most the number of values")
    if len(metric) != len(human):
        raise ValueError("human and metric must have as many values")
    if not threshold >= 0:
        raise ValueError("threshold must be 0 or more")


def metric_draws(
    human: Matrix,
    first: Matrix,
    second: Matrix,
    *,
    agreement: str,
    grouping: str,
    redraw: str,
    draws: int = 1,
    seed: int = 0,
    first_draw: int = 0,
    threads: int = 0,
) -> Matrix:
    """Return the agreement of both metrics with people in every draw: (systems, segments) x 3 -> (draws, 2).

    "every-swap" takes the bits of a draw's number for the systems that are swapped. NaN is undefined.
    """
    if human.ndim != 2 or human.shape != first.shape or human.shape != second.shape:
        raise ValueError("the three matrices must have the same systems and segments")
    if not 0 <= seed < 2**64 or draws < 0 or first_draw < 0:
        raise ValueError("seed, draws and first_draw must be 0 or more")
    if agreement == "acc-eq" and (grouping == "means" or cell_pairs(human.shape, grouping) > MOST_PAIRS):
        raise ValueError("ties are calibrated over pairs of cells, and no more of them than fit into memory")
    if redraw == "every-swap" and human.shape[0] > 62:
        raise ValueError("there are too many systems to swap in every way")
    out = np.empty((draws, 2))
    numbers = (AGREEMENTS.index(agreement), GROUPINGS.index(grouping), REDRAWS.index(redraw))
    native.metric_draws(human, first, second, *numbers, seed, first_draw, cores(threads), out)
    return out


def cell_pairs(shape: tuple[int, ...], grouping: str) -> int:
    """Return how many pairs of cells `metric_draws` compares: of a matrix (systems, segments), within its groups.

    Where every cell counts; missing ones only make it fewer.
    """
    systems, segments = shape
    groups, size = {"item": (segments, systems), "system": (systems, segments)}.get(
        grouping, (1, systems * segments)
    )
    return groups * size * (size - 1) // 2


class SharedRatings(NamedTuple):
    """What pairs of raters have both rated: of pair i `offsets[i]` to `offsets[i + 1]` of each column.

    Each rating is the number of its value among all values or, where they are `ranked`, its rank among the pair's.
    """

    offsets: Offsets
    items: Ids
    first: Ids
    second: Ids
    ranked: bool
    # The numbers of items and of values that the columns may name
    reach: tuple[int, int]


def shared_ratings(
    rater_offsets: Offsets,
    items: Ids,
    codes: Ids,
    pairs: NDArray[np.int32],
    sizes: Offsets,
    *,
    ranked: bool = False,
    threads: int = 0,
) -> SharedRatings:
    """Return what each of the (pairs, 2) raters have both rated; `sizes` says how much that is.

    Ratings stand rater by rater, in the order of items; those of a pair come in the order of items or, `ranked`, of the
    first rater's ranks.
    """
    raters, ratings = len(rater_offsets) - 1, len(items)
    if len(codes) != ratings or rater_offsets[-1] != ratings or (np.diff(rater_offsets) < 0).any():
        raise ValueError("offsets must rise from 0 to the number of ratings")
    if len(sizes) != len(pairs) or (len(pairs) and not 0 <= pairs.min() <= pairs.max() < raters):
        raise ValueError("pairs must be of raters that there are, each with a size")
    if ratings and min(int(items.min()), int(codes.min())) < 0:
        raise ValueError("items and codes must be 0 or more")
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    shared, first, second = np.zeros((3, int(offsets[-1])), dtype=np.int32)
    native.shared_ratings(
        rater_offsets, items, codes, pairs, ranked, cores(threads), offsets, shared, first, second
    )
    reach = (int(items.max(initial=-1)) + 1, int(codes.max(initial=-1)) + 1)
    return SharedRatings(offsets, shared, first, second, ranked, reach)


def pair_draws(
    shared: SharedRatings, values: Values, weights: NDArray[np.uint16], *, measure: str, threads: int = 0
) -> Matrix:
    """Return a measure of every pair of raters in every draw: (draws, items) of weights -> (pairs, draws).

    `values` are what the numbers of ratings stand for, in ascending order. NaN is undefined.
    """
    if shared.ranked != (measure in RANK_MEASURES):
        raise ValueError("correlations of ranks, and only they, take ranked ratings")
    if weights.ndim != 2 or weights.shape[1] < shared.reach[0] or len(values) < shared.reach[1]:
        raise ValueError("there must be a weight for every item and a value for every number")
    out = np.empty((len(shared.offsets) - 1, len(weights)))
    number = PAIR_MEASURES.index(measure)
    native.pair_draws(*shared[:4], values, weights, number, cores(threads), out)
    return out
