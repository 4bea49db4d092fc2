"""Agreement of a metric with people: pairs counted by what both say, and the calibration of ties.

Values stand in groups, row i of which is `offsets[i]` to `offsets[i + 1]`; only values of one group form pairs, and
NaN on either side forms none. People tie a pair whose values are equal or less than `threshold` apart, a metric one
whose values are no more than `epsilon` apart.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assay.kernel import _native
from assay.kernel.columns import Matrix, Offsets, cores

PAIR_KINDS = ("concordant", "discordant", "human_ties", "metric_ties", "double_ties")
Values = NDArray[np.float64]


class TieCalibration(NamedTuple):
    """The best threshold of a metric's ties, and what it is worth: a mean over groups of the share of right pairs."""

    epsilon: float  # the smallest of those that are equally good
    until: float  # the next larger difference that makes it worse; infinity if none does
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
    _native.pair_counts(human, metric, offsets, epsilon, threshold, cores(threads), out)
    return out


def calibrate_ties(
    human: Values, metrics: Matrix, offsets: Offsets, *, threshold: float = 0.0, threads: int = 0
) -> list[TieCalibration]:
    """Return the best epsilon of every metric: (metrics, values) -> one calibration a row."""
    _check(human, metrics[0] if len(metrics) else human, offsets, threshold)
    out = np.empty((len(metrics), len(TieCalibration._fields)))
    _native.calibrate_ties(human, metrics, offsets, threshold, cores(threads), out)
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
    found = _native.tie_curve(human, metric, offsets, threshold, epsilons, accuracies)
    return epsilons[:found].copy(), accuracies[:found].copy()


def _check(human: Values, metric: Values, offsets: Offsets, threshold: float) -> None:
    steps_back = len(offsets) > 1 and bool((offsets[1:] < offsets[:-1]).any())
    if not len(offsets) or offsets[0] < 0 or offsets[-1] > len(human) or steps_back:
        raise ValueError("offsets must rise from 0 or more to at most the number of values")
    if len(metric) != len(human):
        raise ValueError("human and metric must have as many values")
    if not threshold >= 0:
        raise ValueError("threshold must be 0 or more")
