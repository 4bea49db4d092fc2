"""Time out of events: work, idle gaps, absence, the phases of the work, pauses.

The time of a row is the sum of the gaps between its events. A gap does not count as work after the end of a visit or
while the page had lost the focus (away), nor if it is longer than the idle rule allows: a laptop that sleeps is not
thinking. A clock that jumps backwards makes a gap of 0, and is counted. The first read lasts until the first change of
the text, the final check begins after the last.

A pause lies between two acts: key presses, clicks, and changes that no key made (a paste by mouse, a drop, dictation).
A visit's beginning is the start of its first pause, as in tables made from logs of PET; whatever in it was idle or away
is not part of the pause.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import CHANGES, KEY_CLASSES, Array, Events, kind_code

MILLI = 1e-3
OPEN, CLOSE, FOCUS, BLUR, SET, KEY, MOUSE, TYPE, ERASE = map(
    kind_code, ("open", "close", "focus", "blur", "set", "key", "mouse", "type", "erase")
)
# They may come while the page has no focus
PASSIVE = tuple(map(kind_code, ("scroll", "select", "copy")))
Indices = NDArray[np.int64]


@dataclass(frozen=True)
class Clock:
    """The seconds of every row, in parts, and how often its clock jumped back."""

    work: Array
    read: Array
    edit: Array
    check: Array
    idle: Array
    away: Array
    jumps: Array
    visits: Array
    keys: Array  # (rows, classes)
    mouse: Array
    # Work up to each event, in milliseconds, all rows one after the other
    elapsed: Array


def time_events(events: Events, idle: float) -> Clock:
    """Take the times of all rows under an idle rule in seconds."""
    gap, away, jumped = _gaps(events)
    resting = ~away & (gap > idle / MILLI)
    work = np.where(away | resting, 0, gap)
    elapsed = np.cumsum(work, dtype=np.float64)
    sums = _Sums(events.offsets)
    first, last = _edges(events)
    start, stop = events.offsets[:-1], events.offsets[1:]
    before = np.concatenate([[0.0], elapsed])
    total = before[stop] - before[start]
    read, until = before[first] - before[start], before[last] - before[start]
    classes = len(KEY_CLASSES)
    rows = np.repeat(np.arange(len(start)), np.diff(events.offsets))
    keys = np.bincount(rows * classes + events.key, minlength=len(start) * classes)
    return Clock(
        work=total * MILLI,
        read=read * MILLI,
        edit=(until - read) * MILLI,
        check=(total - until) * MILLI,
        idle=sums.of(np.where(resting, gap, 0)) * MILLI,
        away=sums.of(np.where(away, gap, 0)) * MILLI,
        jumps=sums.of(jumped),
        visits=np.maximum(sums.of(events.kind == OPEN), 1),
        keys=keys.reshape(-1, classes)[:, 1:].astype(np.float64),
        mouse=sums.of(events.kind == MOUSE),
        elapsed=elapsed,
    )


class _Sums:
    """Adds up columns of events by row."""

    def __init__(self, offsets: Indices) -> None:
        self.offsets = offsets

    def of(self, column: NDArray[np.generic]) -> Array:
        total = np.concatenate([[0.0], np.cumsum(column, dtype=np.float64)])
        return np.diff(total[self.offsets])


def _gaps(events: Events) -> tuple[Indices, NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the milliseconds before each event, which of them nobody was there for, and where clocks jump back."""
    gap = np.diff(events.time, prepend=events.time[:1])
    starts = events.offsets[:-1][np.diff(events.offsets) > 0]
    gap[starts] = 0
    jumped = gap < 0
    gap[jumped] = 0
    active = np.where(np.isin(events.kind, PASSIVE), -1, np.arange(len(gap)))
    active[starts] = starts  # what came before is of another row
    latest = np.maximum.accumulate(np.concatenate([[-1], active[:-1]])) if len(gap) else active
    state = np.where(latest >= 0, events.kind[np.maximum(latest, 0)], OPEN) if len(gap) else events.kind
    return gap, (state == BLUR) | (state == CLOSE), jumped


def _edges(events: Events) -> tuple[Indices, Indices]:
    """Return the places right after the first and the last change of every row; at its end where there is none."""
    changes = np.flatnonzero((events.kind < CHANGES) & (events.kind != SET))
    start, stop = events.offsets[:-1], events.offsets[1:]
    low, high = np.searchsorted(changes, start), np.searchsorted(changes, stop)
    some = high > low
    padded = np.append(changes, 0)
    first = np.where(some, padded[np.minimum(low, len(changes))] + 1, stop)
    last = np.where(some, padded[np.maximum(high - 1, 0)] + 1, stop)
    return first, last


def acts_of(events: Events) -> NDArray[np.bool_]:
    """Tell which events are acts of the editor that a pause can lie between."""
    by_hand = (events.kind < CHANGES) & ~np.isin(events.kind, (TYPE, ERASE, SET))
    return np.asarray((events.key > 0) | (events.kind == KEY) | (events.kind == MOUSE) | by_hand)


@dataclass(frozen=True)
class Pauses:
    """The stretches between acts: their rows, the events that end them, and their seconds."""

    row: Indices
    event: Indices
    seconds: Array
    rows: int

    def at_least(self, milliseconds: float) -> tuple[Array, Array]:
        """Return by row how many are at least so long, and their seconds."""
        long = self.seconds >= milliseconds * MILLI - 1e-9
        rows = self.row[long]
        counts = np.bincount(rows, minlength=self.rows).astype(np.float64)
        return counts, np.bincount(rows, self.seconds[long], self.rows).astype(np.float64, copy=False)


def find_pauses(events: Events, elapsed: Array) -> Pauses:
    """Find the stretches between acts; `elapsed` is the work up to each event."""
    opens = events.kind == OPEN
    marks = np.flatnonzero(acts_of(events) | opens)
    rows = np.searchsorted(events.offsets, marks, side="right") - 1
    ends = np.flatnonzero((rows[1:] == rows[:-1]) & ~opens[marks[1:]]) + 1
    seconds = (elapsed[marks[ends]] - elapsed[marks[ends - 1]]) * MILLI
    return Pauses(rows[ends], marks[ends], seconds, len(events.offsets) - 1)


def thresholds(chosen: int) -> Sequence[int]:
    """Return the thresholds in milliseconds that studies use, and the chosen one among them."""
    return sorted({300, 500, 1000, 2000, 5000, chosen})
