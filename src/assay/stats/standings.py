"""Who stands where: ranges of ranks and clusters, by the rule of the WMT campaigns.

A system's best rank is one more than the systems significantly better than it; its worst leaves below it only
those significantly worse. A new cluster begins below a system if every system down to it beats every system
after it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Standing:
    """A system's place under one metric: its score, the ranks it may have, and its cluster, 1 the best."""

    system: str
    score: float
    rank_low: int
    rank_high: int
    cluster: int


def places(beats: NDArray[np.bool_]) -> list[tuple[int, int, int]]:
    """Return best rank, worst rank and cluster of systems in their order, from who beats whom (row over column)."""
    best, worst = 1 + beats.sum(axis=0), len(beats) - beats.sum(axis=1)
    return list(zip(best.tolist(), worst.tolist(), _clusters(beats), strict=True))


def _clusters(beats: NDArray[np.bool_]) -> list[int]:
    numbers, cluster = [], 1
    for place in range(len(beats)):
        if place and beats[:place, place:].all():
            cluster += 1
        numbers.append(cluster)
    return numbers


def clusters_of_ranges(best: NDArray[np.int64], worst: NDArray[np.int64]) -> list[int]:
    """Return the cluster of every system, best first, where ranges of ranks do not overlap between clusters."""
    return _clusters(worst[:, None] < best[None, :])
