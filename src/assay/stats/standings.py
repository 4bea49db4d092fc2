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

from assay.data import Array


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


def rank_ranges(
    drawn: Array, confidence: float, *, joint: bool = False
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the best and the worst rank of every system over draws of scores: (draws, systems).

    Equal scores share all ranks between them; a score that is not known (NaN) may have any rank. Each range holds the
    system's ranks in a share `confidence` of draws; with `joint` all true ranks lie in their ranges at once.
    """
    if joint:
        return _joint_ranges(drawn, confidence)
    draws, systems = drawn.shape
    best, worst = np.empty(drawn.shape, dtype=np.int64), np.empty(drawn.shape, dtype=np.int64)
    for system in range(systems):
        own = drawn[:, [system]]
        best[:, system] = 1 + (drawn > own).sum(axis=1)
        worst[:, system] = systems - (drawn < own).sum(axis=1)
    dropped = min(math.ceil(round(draws * (1 - confidence) / 2, 6)), (draws - 1) // 2)
    return np.sort(best, axis=0)[dropped], np.sort(worst, axis=0)[draws - 1 - dropped]


def _joint_ranges(drawn: Array, confidence: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return ranges that hold together: all pairs told apart by one bound on their largest studentised difference.

    Mogstad, Romano, Shaikh and Wilhelm (2024), Inference for Ranks. Ranks of draws themselves would not do: where
    systems are nearly the same, the draws repeat the order that chance gave them.
    """
    apart = drawn[:, :, None] - drawn[:, None, :]
    lead, error = apart.mean(axis=0), apart.std(axis=0)
    varying = error > 1e-12 * np.abs(apart).max(axis=0, initial=0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        far = np.where(varying, np.abs(apart - lead) / error, 0.0)
    bound = float(np.quantile(np.nan_to_num(far).max(axis=(1, 2)), confidence, method="higher"))
    beats = lead > np.where(varying, bound * error, 0.0)
    return 1 + beats.sum(axis=0), len(beats) - beats.sum(axis=1)


def clusters_of_ranges(best: NDArray[np.int64], worst: NDArray[np.int64]) -> list[int]:
    """Return the cluster of every system, best first, where ranges of ranks do not overlap between clusters."""
    return _clusters(worst[:, None] < best[None, :])
