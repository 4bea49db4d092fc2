"""The standard error of the difference between two macro-averages: directions that share texts are left out together.

Sets that are translated into many languages share their sentences, and the errors of their directions rise and fall
together. So what a direction's scores are without each group of its units is kept, and groups that hold the same texts
are left out of all directions at once: documents of one name, and, where no documents are known, the same stretch of
lines in directions of as many lines. How far errors go together is then measured. Sets of different length share what
nobody knows: if they may have a source language in common, their standard errors are added up, which is a bound
whatever they share; else they are independent, and variances add up.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.comparison.resampling import Spread, spread
from assay.data import Array
from assay.metrics import Evaluation

# What is kept of a direction does not grow with its text: more documents than these share groups.
MOST_GROUPS = 64
# Where documents are not known, segments of one stand in one stretch of lines or in two, and hardly count apart.
MOST_STRETCHES = 20
BY_DOCUMENT, BY_LINE = "document", "line"


@dataclass(frozen=True)
class LeftOut:
    """How the scores of a direction move where each group of units is left out: documents, or stretches of lines."""

    by: str
    segments: int
    # What is called the same in two directions by the same is the same text
    groups: tuple[int, ...]
    folded: bool  # several documents share a group
    sizes: tuple[float, ...]  # segments of every group
    moved: Mapping[str, Array]  # by system: (metrics, groups)

    @property
    def kind(self) -> tuple[str, int]:
        """What directions must have in common for their groups to be the same."""
        return (self.by, 0 if self.by == BY_DOCUMENT else self.segments)


def leave_out(evaluation: Evaluation, blocks: NDArray[np.int64], by: str) -> LeftOut:
    """Leave each group of blocks out of the scores of all systems; `blocks` are the numbers of the rows."""
    folded = by == BY_DOCUMENT and len(blocks) > MOST_GROUPS
    if by == BY_DOCUMENT:
        numbers = blocks % MOST_GROUPS if folded else blocks
    else:
        numbers = np.arange(len(blocks)) * min(MOST_STRETCHES, len(blocks)) // len(blocks)
    groups, index = np.unique(numbers, return_inverse=True)
    sizes = np.ones(len(blocks)) if evaluation.sizes is None else evaluation.sizes
    moved = {}
    for system in evaluation.systems:
        of_metrics = []
        for metric in evaluation.metrics:
            stats = evaluation.stats[metric, system]
            sums = np.zeros((len(groups), stats.rows.shape[1]))
            np.add.at(sums, index, stats.rows)
            of_metrics.append(metric.score(stats.sums - sums) - stats.total())
        moved[system] = np.array(of_metrics)
    grouped = np.bincount(index, weights=sizes)
    return LeftOut(by, evaluation.segments, tuple(groups.tolist()), folded, tuple(grouped.tolist()), moved)


def average_spread(
    directions: Sequence[LeftOut], sources: Sequence[str], pair: tuple[str, str], metric: int
) -> Spread:
    """Return the spread of the difference of two systems' means over directions, under the metric of this number."""
    kinds: dict[tuple[str, int], list[int]] = {}
    for place, direction in enumerate(directions):
        kinds.setdefault(direction.kind, []).append(place)
    together = [
        _together([directions[place] for place in places], pair, metric, len(directions))
        for places in kinds.values()
    ]
    shared = [{sources[place] for place in places} for places in kinds.values()]
    variance = sum(each.error**2 for each in together)
    for first in range(len(together)):
        for second in range(first):
            if "" in shared[first] | shared[second] or shared[first] & shared[second]:
                variance += 2 * together[first].error * together[second].error
    varying = [each.freedom for each in together if each.error > 0]
    return Spread(math.sqrt(variance), min(varying, default=1.0))


def _together(directions: Sequence[LeftOut], pair: tuple[str, str], metric: int, number: int) -> Spread:
    """Return the spread of a sum over directions that share texts, over the number of all directions."""
    fold = any(direction.folded for direction in directions)
    moved: dict[int, float] = {}
    sizes: dict[int, float] = {}
    for direction in directions:
        first, second = (direction.moved[name][metric] for name in pair)
        rows = zip(direction.groups, (first - second).tolist(), direction.sizes, strict=True)
        for group, lead, size in rows:
            name = group % MOST_GROUPS if fold else group
            moved[name] = moved.get(name, 0.0) + lead / number
            sizes[name] = sizes.get(name, 0.0) + size
    if len(moved) < 2:
        return Spread(math.nan, 1.0)
    return spread(0.0, np.array(list(moved.values())), np.array([sizes[name] for name in moved]))
