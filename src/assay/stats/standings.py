"""Who stands where: ranges of ranks and clusters, by the rule of the WMT campaigns.

A system's best rank is one more than the systems significantly better than it; its worst leaves below it only
those significantly worse. A new cluster begins below a system if every system down to it beats every system
after it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Standing:
    """A system's place: its score, the ranks it may have, and its cluster, 1 the best.

    Where they are known, `low` and `high` bound the score, and `judged` is the number of judgements it rests on.
    """

    system: str
    score: float
    rank_low: int
    rank_high: int
    cluster: int
    low: float = math.nan
    high: float = math.nan
    judged: int = 0


def order_systems(scores: Mapping[str, float], wins: Collection[tuple[str, str]]) -> list[Standing]:
    """Return every system's standing, highest score first; `wins` are pairs of a system and one it beats."""
    order = sorted(scores, key=lambda system: -scores[system])
    beats = np.array([[(better, worse) in wins for worse in order] for better in order], dtype=bool)
    beats = beats.reshape(len(order), len(order))
    return [
        Standing(system, scores[system], *ranks) for system, ranks in zip(order, places(beats), strict=True)
    ]


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
