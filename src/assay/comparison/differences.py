"""Differences between two systems: of scores, of unit scores, and of resamples, with ties told from noise.

A sum of floats depends on its last digit on the order of its terms. Two scores closer than one part in a
million millions are equal here, so that identical systems tie everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.comparison.draw_scores import Scores
from assay.data import Array
from assay.metrics import Evaluation, Metric
from assay.stats import apart


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


def shares(pair: Pair, differences: Array) -> tuple[float, float, float]:
    """Return the shares in which the first is better, worse and equal."""
    better = pair.sign * differences
    wins, losses = int((better > 0).sum()), int((better < 0).sum())
    number = len(differences)
    return wins / number, losses / number, (number - wins - losses) / number
