"""The pair test of WMT23 for acc-eq: thresholds of ties are fitted once, verdicts on pairs are swapped.

Each pair of outputs is right or wrong under either metric, with the threshold that is best for it. A draw swaps the two
verdicts on every pair by a coin. Fast, and the practice of the metrics task; but pairs of one segment share outputs and
are not independent, and thresholds are those of the observed data: its null hypothesis is not that of PERM-BOTH.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array
from assay.errors import OptionError
from assay.meta.contests.contest import Contest
from assay.meta.contests.p_values import permutation_p, summary
from assay.meta.contests.trio import Criterion, Trio
from assay.meta.material import AlignedScores, Grouping
from assay.meta.options import DRAWS
from assay.stats import Settings, row_offsets

Places = NDArray[np.intp]


def pair_contest(three: Trio, criterion: Criterion, test: str, settings: Settings) -> Contest:
    """Compare two metrics by acc-eq or accuracy (threshold 0), the verdicts on pairs swapped."""
    if not criterion.drawn.by_pairs or criterion.grouping == "means":
        raise OptionError("perm-pairs is for acc-eq or accuracy of segments; use perm-both")
    human, first, second = _by_group(three, criterion.grouping)
    weights = pair_weights(human)
    right = [verdicts(human, metric, _epsilon(human, metric, criterion)) for metric in (first, second)]
    values = (float(weights @ right[0]), float(weights @ right[1]))
    moved = (weights * (right[1].astype(np.float64) - right[0]))[right[0] != right[1]]
    draws = settings.draws or DRAWS
    drawn = np.zeros((draws, 2))
    if len(moved):
        swapped = kernel.resample_sums(
            moved.reshape(-1, 1), draws, settings.seed, kind="coin", threads=settings.threads
        )[:, 0]
        drawn = np.stack([values[0] + swapped, values[1] - swapped], axis=1)
    return summary(three, criterion, test, values, permutation_p(values, drawn, settings))


def _by_group(three: Trio, grouping: str) -> list[Array]:
    """Return people and both metrics with a row a group, NaN where one of the three has no score."""
    group: Grouping = "none" if grouping == "none" else "item" if grouping == "item" else "system"
    human = np.where(three.known, three.human, np.nan)
    sides = [
        AlignedScores("people", "metric", (), (), human, metric) for metric in (three.first, three.second)
    ]
    return [sides[0].rows(group)[0], *(side.rows(group)[1] for side in sides)]


def _epsilon(human: Array, metric: Array, criterion: Criterion) -> float:
    if not criterion.drawn.calibrated:
        return 0.0
    [best] = kernel.calibrate_ties(human.ravel(), metric.reshape(1, -1), row_offsets(human))
    return best.epsilon


def _sides(size: int) -> tuple[Places, Places]:
    return np.triu_indices(size, 1)


def pair_weights(human: Array) -> Array:
    """Return the weight of every pair within rows: 1 over the pairs of its row and the rows that have pairs."""
    i, j = _sides(human.shape[1])
    exists = ~(np.isnan(human[:, i]) | np.isnan(human[:, j]))
    numbers = exists.sum(axis=1)
    share = np.where(numbers > 0, 1 / np.maximum(numbers, 1), 0) / max(1, int((numbers > 0).sum()))
    return np.asarray(np.broadcast_to(share[:, None], exists.shape)[exists])


def verdicts(human: Array, metric: Array, epsilon: float) -> NDArray[np.bool_]:
    """Say of every pair within rows whether the metric is right about it, a difference up to epsilon being a tie."""
    i, j = _sides(human.shape[1])
    people, machine = human[:, i] - human[:, j], metric[:, i] - metric[:, j]
    exists = ~np.isnan(people)
    tied = np.abs(machine) <= epsilon
    return np.asarray((np.sign(people) == np.where(tied, 0, np.sign(machine)))[exists])
