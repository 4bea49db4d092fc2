"""One segment as it was edited: the length of the text after every change, the keys, the pauses, the edits left."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.data import CHANGES, EvalSet
from assay.errors import InputError, OptionError
from assay.metrics import Aligning, WordAlignment
from assay.postedit.quantities import Measured
from assay.resources import Resources


@dataclass(frozen=True)
class Timeline:
    """The work on one segment; times are seconds of work from its beginning."""

    segment: str
    editor: str
    system: str
    changes: tuple[tuple[float, int], ...]  # when, and how long the text was then
    keys: tuple[tuple[float, int], ...]  # when, and how many keys were pressed by then
    pauses: tuple[tuple[float, float], ...]  # when it ended, and how long it was
    alignment: WordAlignment | None
    mt: str | None
    final: str | None


def draw_timeline(measured: Measured, asked: str, threshold: int) -> Timeline:
    """Return the timeline of a segment, of the editor that is named or of the first who did it."""
    row = _row(measured, asked)
    postedits = measured.postedits
    mt = None if postedits.mt is None or postedits.scratch[row] else postedits.mt[row]
    final = None if postedits.final is None else postedits.final[row]
    changes, keys = _changes(measured, row, len(mt or ""))
    return Timeline(
        postedits.segment.names[postedits.segment.index[row]],
        postedits.editor.names[postedits.editor.index[row]],
        postedits.system.names[postedits.system.index[row]],
        changes,
        keys,
        _pauses(measured, row, threshold),
        _alignment(measured, mt, final),
        mt,
        final,
    )


def _row(measured: Measured, asked: str) -> int:
    postedits = measured.postedits
    segments, editors = postedits.segment.column(), postedits.editor.column()
    names = [{segment, f"{segment}/{editor}"} for segment, editor in zip(segments, editors, strict=True)]
    row = next((row for row, known in enumerate(names) if asked in known), None)
    if row is None:
        raise OptionError(
            f"--segment {asked}: no segment of that name; the first are {', '.join(postedits.segment.names[:5])}"
        )
    return row


Steps = tuple[tuple[float, int], ...]


def _changes(measured: Measured, row: int, length: int) -> tuple[Steps, Steps]:
    """Return the length of the text and the number of keys after every change and key."""
    events, clock = measured.postedits.events, measured.clock
    if events is None or clock is None:
        return (), ()
    start, stop = events.offsets[row : row + 2]
    own, seconds = events.of_row(row), (clock.elapsed[start:stop] - clock.elapsed[start : start + 1]) / 1000
    lengths = length + np.cumsum(own.added - own.removed)
    changed, pressed = own.kind < CHANGES, own.key > 0
    return (
        ((0.0, length), *_steps(seconds[changed], lengths)),
        _steps(seconds[pressed], np.arange(1, int(pressed.sum()) + 1)),
    )


def _steps(seconds: np.ndarray, counts: np.ndarray) -> Steps:
    return tuple((float(second), int(count)) for second, count in zip(seconds, counts, strict=True))


def _pauses(measured: Measured, row: int, threshold: int) -> tuple[tuple[float, float], ...]:
    pauses, events, clock = measured.pauses, measured.postedits.events, measured.clock
    if pauses is None or events is None or clock is None:
        return ()
    own = (pauses.row == row) & (pauses.seconds >= threshold / 1000 - 1e-9)
    begun = clock.elapsed[events.offsets[row]]
    ends = (clock.elapsed[pauses.event[own]] - begun) / 1000
    return tuple((float(end), float(length)) for end, length in zip(ends, pauses.seconds[own], strict=True))


def _alignment(measured: Measured, mt: str | None, final: str | None) -> WordAlignment | None:
    if mt is None or not final or not isinstance(measured.metric, Aligning):
        return None
    try:
        evalset = EvalSet("segment", ("", ""), None, {"final": [final]}, None)
        return measured.metric.align(evalset, Resources())([mt])[0]
    except InputError:
        return None
