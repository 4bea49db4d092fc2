"""Differences between two systems: of scores, of unit scores, and of resamples, with ties told from noise.

A sum of floats depends on its last digit on the order of its terms. Two scores closer than one part in a
million millions are equal here, so that identical systems tie everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.comparison.draw_scores import Scores
from assay.metrics.base import Array, Evaluation, Metric

TOLERANCE = 1e-12


@dataclass(frozen=True)
class Pair:
    """Two systems under one metric; all differences are first minus second."""

    metric: Metric
    first: str
    second: str

    @property
    def sign(self) -> int:
        """Return 1 where a higher score is better, else -1."""
        return 1 if self.metric.higher_is_better else -1

    def scores(self, evaluation: Evaluation) -> tuple[float, float]:
        """Return the scores of both on the whole set."""
        return (
            evaluation.stats[self.metric, self.first].total(),
            evaluation.stats[self.metric, self.second].total(),
        )

    def difference(self, evaluation: Evaluation) -> float:
        """Return the difference on the whole set."""
        return float(apart(*map(np.asarray, self.scores(evaluation))))

    def of(self, scores: Scores) -> Array:
        """Return the difference in each draw or unit."""
        return apart(scores[self.metric, self.first], scores[self.metric, self.second])


def apart(first: Array, second: Array) -> Array:
    """Subtract, with 0 where two scores differ by no more than rounding."""
    difference = first - second
    noise = TOLERANCE * np.maximum(np.abs(first), np.abs(second))
    return np.where(np.abs(difference) <= noise, 0.0, difference)


def at_least(values: Array, bound: float) -> int:
    """Count the values that are no nearer to 0 than the bound, allowing for rounding."""
    return int((np.abs(values) >= abs(bound) * (1 - TOLERANCE)).sum())


def shares(pair: Pair, differences: Array) -> tuple[float, float, float]:
    """Return the shares in which the first is better, worse and equal."""
    better = pair.sign * differences
    wins, losses = int((better > 0).sum()), int((better < 0).sum())
    number = len(differences)
    return wins / number, losses / number, (number - wins - losses) / number


def effect(differences: Array) -> float:
    """Return the mean over the standard deviation (Cohen's d_z); NaN where nothing varies."""
    if len(differences) < 2 or not varies(differences):
        return float("nan")
    return float(differences.mean() / differences.std(ddof=1))


def varies(differences: Array) -> bool:
    """Tell whether values differ by more than rounding."""
    return bool(np.ptp(differences) > 1e-9 * np.abs(differences).max(initial=0.0))
