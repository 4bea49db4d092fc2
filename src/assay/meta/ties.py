"""Tie calibration (Deutsch, Foster and Freitag 2023): below which difference should a metric's scores count as a tie?

Accuracy is the mean over groups of the share of pairs on which metric and people agree, a tie being right where both
tie; tau-eq is twice that less 1, so both have the same best epsilon. All pairs are used (mt-metrics-eval samples one in
ten by default), counts are exact, and of several best epsilons the smallest is taken. An epsilon that is fitted on the
data it is judged by flatters the metric; `held_out` fits it on one half of the segments and judges it on the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array, Scores
from assay.errors import InputError, counted
from assay.meta.material import AlignedScores, Grouping, align
from assay.stats.correlate import acc_eq, pair_counts, row_offsets

FEWEST_HALVED = 4  # segments: two a half
MOST_PAIRS = 100_000_000  # 16 bytes each while they are sorted, twice


@dataclass(frozen=True)
class Calibration:
    """The best epsilon of a metric, in the metric's units, and what it is worth."""

    metric: str
    grouping: Grouping
    # Pairs no more than this apart are ties; the smallest of equally good ones
    epsilon: float
    until: float  # any epsilon below this one is as good
    accuracy: float
    untied: float  # the accuracy with only equal scores tied
    groups: int
    pairs: int
    fitted_on: str = "the same segments"

    @property
    def tau(self) -> float:
        """Tau-eq with this epsilon."""
        return 2 * self.accuracy - 1


@dataclass(frozen=True)
class HeldOut:
    """An epsilon from each half of the segments, and its accuracy on the other half."""

    metric: str
    epsilons: tuple[float, float]
    accuracies: tuple[float, float]  # of the epsilon of one half, on the other
    own: tuple[float, float]  # the best that can be had on the half where it is judged
    seed: int

    @property
    def accuracy(self) -> float:
        """The mean of both halves."""
        return sum(self.accuracies) / 2

    @property
    def optimism(self) -> float:
        """How much better it looks when epsilon is fitted where it is judged."""
        return sum(self.own) / 2 - self.accuracy


@dataclass(frozen=True)
class TieCurve:
    """The accuracy with every epsilon that makes a difference; `best` is the calibrated one."""

    metric: str
    epsilons: tuple[float, ...]
    accuracies: tuple[float, ...]
    best: Calibration


def calibrate(
    human: Scores,
    metric: Scores,
    grouping: Grouping = "item",
    *,
    threshold: float = 0.0,
    systems: Sequence[str] | None = None,
) -> Calibration:
    """Return the epsilon with the best accuracy; people tie outputs less than `threshold` apart."""
    return _calibrated(align(human, metric, systems), grouping, threshold)


def _calibrated(both: AlignedScores, grouping: Grouping, threshold: float) -> Calibration:
    rows = both.rows(grouping)
    _check_pairs(both, rows[0], grouping)
    [best] = kernel.calibrate_ties(
        rows[0].ravel(), rows[1].reshape(1, -1), row_offsets(rows[0]), threshold=threshold
    )
    return Calibration(both.metric_name, grouping, *best)


def _check_pairs(both: AlignedScores, rows: Array, grouping: Grouping) -> None:
    pairs = len(rows) * math.comb(rows.shape[1], 2)
    if pairs > MOST_PAIRS:
        raise InputError(
            f"{both.metric_name}: {pairs:,} pairs with grouping {grouping}, more than the {MOST_PAIRS:,} that ties are "
            "calibrated on; group by item, or use fewer segments"
        )


def accuracy_at(
    human: Scores,
    metric: Scores,
    epsilon: float,
    grouping: Grouping = "item",
    *,
    threshold: float = 0.0,
    systems: Sequence[str] | None = None,
) -> float:
    """Return the accuracy with an epsilon that is given, such as one fitted on another set."""
    return _accuracy(align(human, metric, systems), epsilon, grouping, threshold)


def _accuracy(both: AlignedScores, epsilon: float, grouping: Grouping, threshold: float) -> float:
    counts = pair_counts(*both.rows(grouping), epsilon=epsilon, threshold=threshold)
    # A group with one judged output has no pair, and its mean would be 0 / 0.
    with_pairs = counts[counts.sum(axis=1) > 0]
    return float(acc_eq(with_pairs).mean()) if len(with_pairs) else float("nan")


def transfer(
    human: Scores, metric: Scores, fitted: Calibration, *, systems: Sequence[str] | None = None
) -> Calibration:
    """Judge an epsilon that was fitted on another set on this one."""
    both = align(human, metric, systems)
    grouping = fitted.grouping
    here = _calibrated(both, grouping, 0.0)
    accuracy = _accuracy(both, fitted.epsilon, grouping, 0.0)
    return replace(
        here, epsilon=fitted.epsilon, until=fitted.until, accuracy=accuracy, fitted_on="another set"
    )


def can_be_halved(human: Scores, metric: Scores, systems: Sequence[str] | None = None) -> bool:
    """Tell whether there are enough segments for `held_out`."""
    return len(_judged_segments(align(human, metric, systems))) >= FEWEST_HALVED


def _judged_segments(both: AlignedScores) -> NDArray[np.int64]:
    return np.flatnonzero(both.judged.any(axis=0))


def held_out(
    human: Scores,
    metric: Scores,
    grouping: Grouping = "item",
    *,
    seed: int = 12345,
    threshold: float = 0.0,
    systems: Sequence[str] | None = None,
) -> HeldOut:
    """Part the judged segments into two halves by chance; fit epsilon on each and judge it on the other."""
    both = align(human, metric, systems)
    judged = _judged_segments(both)
    if len(judged) < FEWEST_HALVED:
        few = (
            f"{counted(len(judged), 'judged segment')} {'is' if len(judged) == 1 else 'are'} too few to split"
        )
        raise InputError(f"{both.metric_name}: {few}; calibrate on all")
    shuffled = np.random.default_rng(seed).permutation(judged)
    halves = [_part(both, np.sort(part)) for part in np.array_split(shuffled, 2)]
    first, second = (_calibrated(half, grouping, threshold) for half in halves)
    # Each epsilon is judged on the half that it has not seen.
    accuracies = (
        _accuracy(halves[0], second.epsilon, grouping, threshold),
        _accuracy(halves[1], first.epsilon, grouping, threshold),
    )
    epsilons = (second.epsilon, first.epsilon)
    return HeldOut(both.metric_name, epsilons, accuracies, (first.accuracy, second.accuracy), seed)


def _part(both: AlignedScores, columns: np.ndarray[tuple[int], np.dtype[np.int64]]) -> AlignedScores:
    return replace(both, human=both.human[:, columns], metric=both.metric[:, columns])


def tie_curve(
    human: Scores,
    metric: Scores,
    grouping: Grouping = "item",
    *,
    threshold: float = 0.0,
    points: int = 0,
    systems: Sequence[str] | None = None,
) -> TieCurve:
    """Return the accuracy with every epsilon; with `points`, only about so many, the best and both ends among them."""
    both = align(human, metric, systems)
    human_rows, metric_rows = both.rows(grouping)
    _check_pairs(both, human_rows, grouping)
    epsilons, accuracies = kernel.tie_curve(
        human_rows.ravel(), metric_rows.ravel(), row_offsets(human_rows), threshold=threshold
    )
    best = _calibrated(both, grouping, threshold)
    shown = _thinned(epsilons, best.epsilon, points)
    return TieCurve(
        both.metric_name, tuple(epsilons[shown].tolist()), tuple(accuracies[shown].tolist()), best
    )


def _thinned(epsilons: Array, best: float, points: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    if not points or len(epsilons) <= points:
        return np.arange(len(epsilons))
    spaced = np.linspace(0, len(epsilons) - 1, points).round().astype(np.int64)
    return np.unique(np.append(spaced, np.searchsorted(epsilons, best)))
