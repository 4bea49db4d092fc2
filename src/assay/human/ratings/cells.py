"""Ratings averaged in the right order: repeats within a rater first, then raters within a system's segment.

A plain mean over all ratings would count a rater twice who happened to see an item twice. All is arithmetic on
numbered columns: ten million ratings take a few seconds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Judgements

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Cells:
    """One entry for each rater and output that he judged: his mean score; `cell` is system times segments + segment."""

    systems: tuple[str, ...]
    segments: tuple[str, ...]
    raters: tuple[str, ...]
    cell: Ints
    rater: Ints
    value: Array
    repeats: int  # ratings that were averaged with an earlier one of the same rater

    def sums(self) -> tuple[Array, Ints]:
        """Return the sum of the raters' means and the number of raters, by cell."""
        size = len(self.systems) * len(self.segments)
        sums = np.bincount(self.cell, weights=self.value, minlength=size)
        return sums.astype(np.float64), np.bincount(self.cell, minlength=size).astype(np.int64)

    def matrix(self, least: int = 1) -> Array:
        """Return systems by segments, NaN where fewer raters than `least` judged."""
        sums, counts = self.sums()
        with np.errstate(invalid="ignore"):
            means = np.where(counts >= max(least, 1), sums / counts, np.nan)
        return means.reshape(len(self.systems), len(self.segments))


def cells(judgements: Judgements, values: Array, kept: NDArray[np.bool_]) -> Cells:
    """Average the repeats of each rater, then his questions; what has no kept rating is not there."""
    rows = np.flatnonzero(kept)
    systems, system = _numbered(judgements.system.index[rows], judgements.system.names)
    segments, segment = _numbered(judgements.segment.index[rows], judgements.segment.names)
    raters, rater = _numbered(judgements.rater.index[rows], judgements.rater.names)
    key, values = (system * len(segments) + segment) * len(raters) + rater, values[rows]
    aspects = len(judgements.aspect.names)
    if aspects > 1:
        key, values = averaged(key * aspects + judgements.aspect.index[rows], values)
        repeats = len(rows) - len(values)
        key, values = averaged(key // aspects, values)
    else:
        key, values = averaged(key, values)
        repeats = len(rows) - len(values)
    return Cells(systems, segments, raters, key // len(raters), key % len(raters), values, repeats)


def averaged(key: Ints, values: Array) -> tuple[Ints, Array]:
    """Return every key once with the mean of its values; as they are where no key comes twice."""
    ordered = np.sort(key)
    if not (ordered[1:] == ordered[:-1]).any():
        return key, values
    order = np.argsort(key)
    ordered = key[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    counts = np.diff(np.append(starts, len(key)))
    return ordered[starts], np.add.reduceat(values[order], starts) / counts


def _numbered(index: NDArray[np.int32], names: tuple[str, ...]) -> tuple[tuple[str, ...], Ints]:
    """Number anew the names that occur, in their old order."""
    present = np.bincount(index, minlength=len(names)) > 0
    if present.all():
        return names, index.astype(np.int64)
    number = np.cumsum(present) - 1
    return tuple(np.array(names, dtype=object)[present]), number[index].astype(np.int64)
