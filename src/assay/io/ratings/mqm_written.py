"""MQM tables written: one line a marked error, in the dialect that the columns of the judgements tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assay.data import DEGRADED, GENUINE, Extra, Judgements, Spans
from assay.errors import InputError
from assay.io.ratings.capabilities import Holds, fitted
from assay.io.ratings.marks import write_marks
from assay.io.ratings.mqm_lines import CLEAN, LINE, METADATA, PLACES, QUOTING, TEXTS
from assay.io.texts.quoting import written_rows

HOLDS = Holds(
    "mqm", schemes=("mqm",), columns=("document", "spans", "item"), extra=None, scores=False, marks=TEXTS
)


class Dialect(NamedTuple):
    """The columns of the table to be written that are not the same in all."""

    place: str
    others: tuple[str, ...]


def write(judgements: Judgements) -> str:
    """Write an MQM table; one that was read comes back byte for byte.

    Texts with marks are written as they were read; others are made from the texts and places of the judgements.
    """
    judgements = fitted(judgements, HOLDS)
    if judgements.layout is None:
        _refuse_unplanted(judgements)
    dialect = _dialect(judgements)
    names = ["system", "doc", dialect.place, PLACES[dialect.place], "rater", *TEXTS, *CLEAN, *dialect.others]
    layout = judgements.layout
    lines = [cells for _, cells in _lines(judgements, dialect)]
    if layout is not None:  # the lines of another file say nothing of this one
        lines = [cells for _, cells in sorted(_lines(judgements, dialect), key=lambda line: line[0])]
    if layout is not None and set(layout.columns) == set(names):
        order = [names.index(name) for name in layout.columns]
        names, lines = list(layout.columns), [[cells[at] for at in order] for cells in lines]
    return written_rows([names, *lines], "\t", layout, quoted=QUOTING in judgements.extra)


def _refuse_unplanted(judgements: Judgements) -> None:
    """Refuse degraded items without a planted error: a table would make them ratings like all others."""
    spans = judgements.spans
    rows = np.flatnonzero(judgements.item.among([DEGRADED]))
    planted = np.zeros(0, dtype=np.int64) if spans is None else spans.rows()[_is_planted(spans)]
    bare = len(np.setdiff1d(rows, planted))
    others = int((~judgements.item.among([GENUINE, DEGRADED, METADATA])).sum())
    if bare or others:
        raise InputError(
            f"the format mqm cannot hold {bare + others} control items that no planted error (HOTW) tells; "
            "leave them out, or write a tidy table, which holds everything"
        )


def _is_planted(spans: Spans) -> NDArray[np.bool_]:
    return spans.severity.among([name for name in spans.severity.names if name.upper().startswith("HOTW")])


def _dialect(judgements: Judgements) -> Dialect:
    place = next((name for name in PLACES if name in judgements.extra), "doc_id")
    known = {place, PLACES[place], *TEXTS, *CLEAN, QUOTING, LINE}
    names = [*judgements.extra, *(judgements.spans.extra if judgements.spans else ())]
    return Dialect(place, tuple(dict.fromkeys(name for name in names if name not in known)))


def _lines(judgements: Judgements, dialect: Dialect) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of all rows, each with its number in the file; rows without one keep their order."""
    spans, extra = judgements.spans, judgements.extra
    for row in range(len(judgements)):
        front = _front(judgements, row, dialect.place)
        texts = {name: _cell(extra, name, row) for name in TEXTS}
        if spans is None or spans.offsets[row] == spans.offsets[row + 1]:
            clean = [_cell(extra, name, row, "No-error") for name in CLEAN]
            others = [_cell(extra, name, row) for name in dialect.others]
            number = 0 if judgements.line is None else int(judgements.line[row])
            yield number, [*front, *texts.values(), *clean, *others]
        else:
            for span in range(int(spans.offsets[row]), int(spans.offsets[row + 1])):
                end = _end(spans, span, texts, {name: _cell(extra, name, row) for name in dialect.others})
                yield int(_cell(spans.extra, LINE, span, "0")), [*front, *end]


def _front(judgements: Judgements, row: int, place: str) -> list[str]:
    name = judgements.segment.names[judgements.segment.index[row]]
    document = judgements.document
    return [
        judgements.system.names[judgements.system.index[row]],
        "" if document is None else document.names[document.index[row]],
        _cell(judgements.extra, place, row, name),
        _cell(judgements.extra, PLACES[place], row, name),
        judgements.rater.names[judgements.rater.index[row]],
    ]


def _end(spans: Spans, span: int, texts: Mapping[str, str], others: Mapping[str, str]) -> list[str]:
    side = spans.side.names[spans.side.index[span]]
    place = int(spans.start[span]), int(spans.end[span])
    built = {
        name: write_marks(text, *place) if text and name == side else text for name, text in texts.items()
    }
    return [
        *(_cell(spans.extra, name, span, built[name]) for name in TEXTS),
        spans.category.names[spans.category.index[span]],
        spans.severity.names[spans.severity.index[span]],
        *(_cell(spans.extra, name, span, default) for name, default in others.items()),
    ]


def _cell(extra: Extra, name: str, row: int, default: str = "") -> str:
    return extra[name][row] if name in extra else default
