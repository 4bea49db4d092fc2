"""Editing replayed: texts, the changes made to them, the texts that these end in, and what the work came to.

Text is code points (uint32), so that a change knows how long the text is after it. The changes of text i are
`offsets[i]` to `offsets[i + 1]`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.kernel.columns import Offsets, bounded, check_offsets, cores

Points = NDArray[np.uint32]
REPLAY_COUNTS = ("runs", "word_edits", "wasted", "bad")


class PointColumn(NamedTuple):
    """A column of text in code points: row i is `points[offsets[i]:offsets[i + 1]]`."""

    points: Points
    offsets: Offsets


class TextChanges(NamedTuple):
    """Changes one after the other: so many characters at a place are taken away, and others put there."""

    at: Offsets
    removed: Offsets
    inserted: PointColumn
    offsets: Offsets


class Replayed(NamedTuple):
    """The texts after all changes, and by text the `REPLAY_COUNTS`.

    `bad` is the number of the first change that lies outside its text, and -1 where all are inside; of a bad text
    nothing else is right.
    """

    texts: PointColumn
    counts: NDArray[np.int64]


@bounded
def replay_edits(texts: PointColumn, changes: TextChanges, *, threads: int = 0) -> Replayed:
    """Apply to every text its changes in order."""
    rows = len(texts.offsets) - 1
    check_offsets(texts.points, texts.offsets)
    check_offsets(changes.inserted.points, changes.inserted.offsets)
    check_offsets(changes.at, changes.offsets)
    if len(changes.offsets) != rows + 1 or changes.offsets[-1] != len(changes.inserted.offsets) - 1:
        raise ValueError("every text needs its changes, and every change its insertion")
    if len(changes.at) != len(changes.removed) or len(changes.at) != changes.offsets[-1]:
        raise ValueError("changes must have a place and a length each")
    grown = np.concatenate([[0], np.cumsum(np.diff(changes.inserted.offsets) - changes.removed)])
    sizes = np.diff(texts.offsets) + np.diff(grown[changes.offsets])
    ends = np.concatenate([[0], np.cumsum(np.maximum(sizes, 0))]).astype(np.int64)
    out = np.zeros(int(ends[-1]), dtype=np.uint32)
    counts = np.empty(rows * len(REPLAY_COUNTS), dtype=np.int64)
    inserted, inserted_offsets = changes.inserted
    native.replay(
        texts.points,
        texts.offsets,
        changes.at,
        changes.removed,
        inserted,
        inserted_offsets,
        changes.offsets,
        ends,
        cores(threads),
        out,
        counts,
    )
    return Replayed(PointColumn(out, ends), counts.reshape(rows, len(REPLAY_COUNTS)))
