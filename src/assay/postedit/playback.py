"""Logs replayed: the text that the events end in, and what the changes came to.

The text begins as the machine translation, or empty in a translation from scratch. A log that is blind to content is
replayed in lengths: what was typed in vain is known, words are not. Where a file has the final text, the two are held
against each other, and where it has none, the replayed text is the final one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Events, PostEdits
from assay.kernel import REPLAY_COUNTS, PointColumn, TextChanges, replay_edits

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Replays:
    """What came of replaying, by row; rows that could not be replayed are NaN and None."""

    texts: tuple[str | None, ...]  # None also where the log is blind
    runs: Array
    word_edits: Array
    wasted: Array
    replayed: Flags
    equal: Flags  # the replayed text is the final text of the file
    nearly: Flags  # but for blanks at its ends
    outside: Flags  # a change lies outside the text
    compared: Flags  # there was a final text to compare with

    @property
    def different(self) -> Flags:
        """Rows whose replayed text is another than the file has."""
        return self.replayed & self.compared & ~self.equal & ~self.nearly


def replay(postedits: PostEdits, *, threads: int = 0) -> Replays:
    """Replay the events of every row that has some, and hold what comes out against the final text."""
    rows = len(postedits)
    events = postedits.events
    replayed = np.zeros(rows, bool) if events is None else _replayable(postedits, events)
    if events is None or not replayed.any():
        nothing, none = np.full(rows, np.nan), np.zeros(rows, bool)
        return Replays((None,) * rows, nothing, nothing, nothing, none, none, none, none, none)
    chosen = np.flatnonzero(replayed)
    result = replay_edits(_beginnings(postedits, chosen), _changes(events, chosen), threads=threads)
    counts = np.full((rows, len(REPLAY_COUNTS)), np.nan)
    counts[chosen] = result.counts
    outside = replayed & (counts[:, 3] >= 0)
    replayed = replayed & ~outside
    counts[outside] = np.nan
    blind = events.inserted is None
    texts = _texts(result.texts, chosen, rows, replayed) if not blind else [None] * rows
    final = postedits.final or [None] * rows
    pairs = list(zip(texts, final, strict=True))
    compared = np.array([text is not None and other is not None for text, other in pairs])
    equal = np.array([text is not None and text == other for text, other in pairs])
    nearly = np.array(
        [bool(text and other) and str(text).strip() == str(other).strip() for text, other in pairs]
    )
    word_edits = np.full(rows, np.nan) if blind else counts[:, 1]
    return Replays(
        *(tuple(texts), counts[:, 0], word_edits, counts[:, 2]),
        *(replayed, equal, nearly & ~equal, outside, compared),
    )


def _replayable(postedits: PostEdits, events: Events) -> Flags:
    """Tell which rows have events, and a text to begin with."""
    known = postedits.scratch.copy()
    if postedits.mt is not None:
        known |= np.array([text is not None for text in postedits.mt], dtype=bool)
    elif events.inserted is None and "mt_chars" in postedits.lengths:
        known |= ~np.isnan(postedits.lengths["mt_chars"])
    whole = postedits.form != "critt-kd"  # places of a whole text, of which only a part is known
    return np.asarray(known & (np.diff(events.offsets) > 0) & whole)


def _beginnings(postedits: PostEdits, rows: NDArray[np.int64]) -> PointColumn:
    mt = postedits.mt
    if mt is None and not postedits.scratch[rows].all():
        sizes = np.where(postedits.scratch[rows], 0, postedits.lengths["mt_chars"][rows]).astype(np.int64)
        return PointColumn(np.zeros(int(sizes.sum()), np.uint32), _offsets(sizes))
    texts = ["" if postedits.scratch[row] or mt is None else mt[row] or "" for row in rows]
    points = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    return PointColumn(points, _offsets(np.array([len(text) for text in texts], dtype=np.int64)))


def _offsets(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _changes(events: Events, rows: NDArray[np.int64]) -> TextChanges:
    """Return the changes of some rows as the kernel takes them."""
    own = events.changes
    letters = _offsets(events.added)
    points = np.zeros(int(letters[-1]), np.uint32) if events.inserted is None else events.inserted
    if len(rows) == len(own) - 1:
        return TextChanges(events.at, events.removed, PointColumn(points, letters), own)
    chosen = np.concatenate([np.arange(own[row], own[row + 1]) for row in rows] or [np.zeros(0, np.int64)])
    inserted = np.concatenate(
        [np.zeros(0, np.uint32), *(points[letters[own[row]] : letters[own[row + 1]]] for row in rows)]
    )
    column = PointColumn(inserted, _offsets(events.added[chosen]))
    sizes = np.diff(own)[rows]
    return TextChanges(events.at[chosen], events.removed[chosen], column, _offsets(sizes))


def _texts(column: PointColumn, chosen: NDArray[np.int64], rows: int, replayed: Flags) -> list[str | None]:
    texts: list[str | None] = [None] * rows
    data, ends = column.points.astype("<u4").tobytes(), column.offsets * 4
    for place, row in enumerate(chosen.tolist()):
        if replayed[row]:
            texts[row] = data[ends[place] : ends[place + 1]].decode("utf-32-le", "surrogatepass")
    return texts
