"""The ranking without each rater in turn: how far every system moves.

A rater's leaving changes only the segments that he judged, so all raters together cost no more than one pass over
the ratings. Standardisation is not fitted anew: centring and z look at one rater alone, and the pooled deviation
of `equalised` hardly moves.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.data import Array
from assay.human.ratings.scoring import RaterMeans


@dataclass(frozen=True)
class RaterInfluence:
    """The systems without one rater: their means, and how many places each moves (negative is up)."""

    rater: str
    judged: int  # outputs that he judged
    alone: int  # of these, outputs that nobody else judged
    means: tuple[float, ...]  # in the order of the systems; NaN where nothing is left
    moved: tuple[int, ...]
    swapped: int  # pairs of systems whose order turns

    @property
    def farthest(self) -> int:
        """The most places that any system moves."""
        return max(map(abs, self.moved), default=0)


def leave_one_out(rater_means: RaterMeans) -> list[RaterInfluence]:
    """Return the systems without each rater in turn, in the order of the raters' names."""
    systems, raters = len(rater_means.systems), len(rater_means.raters)
    sums, counts = rater_means.sums()
    means = np.divide(sums, counts, out=np.zeros_like(sums), where=counts > 0)
    total = means.reshape(systems, -1).sum(axis=1)
    judged = (counts > 0).reshape(systems, -1).sum(axis=1)
    others = counts[rater_means.cell] - 1
    left = np.divide(
        sums[rater_means.cell] - rater_means.value,
        others,
        out=np.zeros_like(rater_means.value),
        where=others > 0,
    )
    place = rater_means.rater * systems + rater_means.cell // len(rater_means.segments)
    size = raters * systems
    change = np.bincount(place, left - means[rater_means.cell], size).reshape(raters, systems)
    lost = np.bincount(place, others == 0, size).reshape(raters, systems)
    with np.errstate(invalid="ignore"):
        before, after = total / judged, (total + change) / np.where(judged > lost, judged - lost, np.nan)
    seen = np.bincount(rater_means.rater, minlength=raters)
    return [
        _without(name, (int(seen[row]), int(lost[row].sum())), before, after[row])
        for row, name in enumerate(rater_means.raters)
    ]


def _without(rater: str, seen: tuple[int, int], before: Array, after: Array) -> RaterInfluence:
    moved = _ranks(after) - _ranks(before)
    upper = np.triu_indices(len(before), 1)
    order = np.sign(before[:, None] - before)[upper] * np.sign(after[:, None] - after)[upper]
    swapped = int((order < 0).sum())
    means = tuple(map(float, after))
    return RaterInfluence(rater, *seen, means, tuple(int(step) for step in moved), swapped)


def _ranks(means: Array) -> Array:
    """Return ranks from 1 for the highest; what has no mean comes last."""
    order = np.argsort(-np.where(np.isnan(means), -np.inf, means), kind="stable")
    rank_by_model = np.empty(len(means))
    rank_by_model[order] = np.arange(1, len(means) + 1)
    return rank_by_model
