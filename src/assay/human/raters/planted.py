"""Errors that were planted in degraded items, and how many of them each rater marked.

A planted error counts as found in three ways, by what is known. Where its place is given, and an item may have several:
if a span of the degraded item in the target overlaps it; words that were deleted are found by an omission, too. Where
only the degraded item and its original are known: if the degraded item has a span that the original does not have.
Anthea plants errors of its own ("hands on the wheel") and writes them as spans of severity HOTW-test with category
Found or not; these are counted as they stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import DEGRADED, Judgements, Spans
from assay.human.raters.controls import match_controls
from assay.stats import Interval, proportion

Stretch = tuple[int, int]
# (system, segment) -> start and end of each injected error
Injected = Mapping[tuple[str, str], Sequence[Stretch]]
PLANTED, FOUND = "hotw-test", "found"
# Words are missing, which is marked in the source or as missing
DELETED: Stretch = (-1, -1)


@dataclass(frozen=True)
class PlantedRecall:
    """How many of the planted errors a rater marked; `share` is None where none was planted."""

    rater: str
    planted: int
    found: int
    share: Interval | None
    method: str  # "place", "new span" or "HOTW-test"


def planted_recall(
    judgements: Judgements, injected: Injected | None = None, confidence: float = 0.95
) -> tuple[PlantedRecall, ...]:
    """Return the recall of every rater by the best way there is; nothing where the protocol has no spans."""
    if judgements.spans is None:
        return ()
    method, rows, marked = _planted_marks(judgements, judgements.spans, injected)
    raters = judgements.rater.index[rows]
    recalls = []
    for number in np.unique(raters).tolist():
        own = marked[raters == number]
        share = proportion(int(own.sum()), len(own), confidence)
        name = judgements.rater.names[number]
        recalls.append(PlantedRecall(name, len(own), int(own.sum()), share, method))
    return tuple(recalls)


def planted_spans(spans: Spans) -> NDArray[np.bool_]:
    """Tell which spans are planted tests and no judgement of the rater's."""
    named = np.array([name.lower() == PLANTED for name in spans.severity.names], dtype=bool)
    return named[spans.severity.index] if len(named) else np.zeros(len(spans), dtype=bool)


def _planted_marks(
    judgements: Judgements, spans: Spans, injected: Injected | None
) -> tuple[str, NDArray[np.int64], NDArray[np.bool_]]:
    tests = np.flatnonzero(planted_spans(spans))
    if len(tests):
        words = np.array([name.lower() == FOUND for name in spans.category.names], dtype=bool)
        return "HOTW-test", spans.rows()[tests], words[spans.category.index[tests]]
    if injected is not None:
        return "place", *_marked_places(judgements, spans, injected)
    pairs = match_controls(judgements, DEGRADED)
    marked = [
        bool(_places(spans, control) - _places(spans, original))
        for control, original in zip(pairs.control.tolist(), pairs.original.tolist(), strict=True)
    ]
    return "new span", pairs.control, np.array(marked, dtype=bool)


def _places(spans: Spans, row: int) -> set[tuple[int, int, str]]:
    first, after = spans.offsets[row], spans.offsets[row + 1]
    return {
        (int(spans.start[at]), int(spans.end[at]), spans.side.names[spans.side.index[at]])
        for at in range(first, after)
    }


def _marked_places(
    judgements: Judgements, spans: Spans, injected: Injected
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    rows, marked = [], []
    for row in np.flatnonzero(judgements.item.among([DEGRADED])).tolist():
        system = judgements.system.names[judgements.system.index[row]]
        places = injected.get((system, judgements.segment.names[judgements.segment.index[row]]), ())
        said = _places(spans, row)
        # What was deleted is one error, wherever it is marked; else every place has its own.
        for error in [places] if DELETED in places else [[place] for place in places]:
            rows.append(row)
            marked.append(any(_marks(span, place) for span in said for place in error))
    return np.array(rows, dtype=np.int64), np.array(marked, dtype=bool)


def _marks(span: tuple[int, int, str], place: Stretch) -> bool:
    """Tell whether a span marks a planted error."""
    start, end, side = span
    if side != "target":
        return place == DELETED
    return start < place[1] and end > place[0]
