"""Pairwise accuracy: the share of pairs of systems that metric and people order alike (Kocmi et al. 2021).

Pairs of several language pairs are pooled by their counts, never by averaging shares. A pair on which both tie is
right, one on which only one of them ties is wrong. On request only pairs count that people tell apart significantly:
of the others, nobody knows the right order.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from assay.data import Array
from assay.stats import Interval, Settings, proportion


@dataclass(frozen=True)
class PairwiseAccuracy:
    """Pairs of systems that are ordered alike, of all pairs that count."""

    metric: str
    agreed: int
    pairs: int
    not_significant: int = 0  # pairs left out because people do not tell them apart
    wrong: tuple[
        tuple[str, str], ...
    ] = ()  # ordered otherwise than by people, the better one by people first

    @property
    def value(self) -> float:
        """The share, NaN without pairs."""
        return self.agreed / self.pairs if self.pairs else math.nan

    def interval(self, settings: Settings | None = None) -> Interval:
        """Return Wilson's interval; it takes pairs for independent, which those of one system are not."""
        options = settings or Settings()
        return proportion(self.agreed, self.pairs, options.confidence)

    def __add__(self, other: PairwiseAccuracy) -> PairwiseAccuracy:
        """Pool two language pairs."""
        return PairwiseAccuracy(
            self.metric,
            self.agreed + other.agreed,
            self.pairs + other.pairs,
            self.not_significant + other.not_significant,
            self.wrong + other.wrong,
        )


def pairwise_accuracy(
    metric: str,
    systems: Sequence[str],
    human: Array,
    scores: Array,
    *,
    p_values: Mapping[tuple[str, str], float] | None = None,
    alpha: float = 0.05,
) -> PairwiseAccuracy:
    """Compare the order of systems by people and by a metric, one score a system, higher better.

    With `p_values` of pairs (either order of names), only pairs with p below `alpha` count. Systems without a score
    on one side are in no pair.
    """
    known = np.flatnonzero(~(np.isnan(human) | np.isnan(scores)))
    agreed, pairs, unsure = 0, 0, 0
    wrong = []
    for a, b in combinations(known.tolist(), 2):
        if p_values is not None and _p_value(p_values, systems[a], systems[b]) >= alpha:
            unsure += 1
            continue
        pairs += 1
        if np.sign(human[a] - human[b]) == np.sign(scores[a] - scores[b]):
            agreed += 1
        else:
            wrong.append((systems[a], systems[b]) if human[a] >= human[b] else (systems[b], systems[a]))
    return PairwiseAccuracy(metric, agreed, pairs, unsure, tuple(wrong))


def _p_value(p_values: Mapping[tuple[str, str], float], first: str, second: str) -> float:
    return p_values[first, second] if (first, second) in p_values else p_values[second, first]
