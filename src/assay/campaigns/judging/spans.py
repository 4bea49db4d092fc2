"""Marked errors and tags of rows, as columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from assay.campaigns.judging.cells import Cells, carrier, fields_of
from assay.campaigns.values import Protocol
from assay.data import Codes, Spans

TAGGED = {"side": "target", "start": -1, "end": -1, "severity": ""}


def spans_of(protocol: Protocol, rows: Cells, cells: Cells, rater: Codes) -> Spans | None:
    """Return the errors of every row; None where the protocol asks for none. A tag is an error without a place."""
    fields = fields_of(protocol)
    if not any(field.kind in ("spans", "tags") for field in fields):
        return None
    marked = cells.of_kind(fields, "spans", "tags")
    lengths = np.array([len(each) if isinstance(each, list) else 0 for each in cells.values], dtype=np.int64)
    marked = marked.at(np.flatnonzero(lengths[marked.said]))  # most mark nothing
    row = row_of(protocol, rows, marked, rater)
    order = np.argsort(row, kind="stable")
    marks = [
        {**TAGGED, "category": mark} if isinstance(mark, str) else mark
        for said in marked.at(order).value()
        for mark in said
    ]
    counts = np.bincount(row, lengths[marked.said], minlength=len(rows.answer))
    return _columns(np.concatenate([[0], np.cumsum(counts)]).astype(np.int64), marks)


def row_of(
    protocol: Protocol, rows: Cells, cells: Cells, rater: Codes
) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return the row that each entry hangs on: that of the same person and unit in the field that carries."""
    many = int(max(rows.unit.max(initial=0), cells.unit.max(initial=0))) + 1
    carrying = np.flatnonzero(rows.field == carrier(protocol))
    key = rater.index[rows.answer[carrying]].astype(np.int64) * many + rows.unit[carrying]
    wanted = rater.index[cells.answer].astype(np.int64) * many + cells.unit
    order = np.argsort(key, kind="stable")
    return np.asarray(carrying[order][np.searchsorted(key[order], wanted)])


def _columns(offsets: np.ndarray[Any, np.dtype[np.int64]], marks: Sequence[dict[str, Any]]) -> Spans:
    notes = [mark.get("note") or "" for mark in marks]
    return Spans(
        offsets,
        np.array([mark["start"] for mark in marks], dtype=np.int32),
        np.array([mark["end"] for mark in marks], dtype=np.int32),
        Codes.of([mark["side"] for mark in marks]),
        Codes.of([mark["severity"] for mark in marks]),
        Codes.of([mark.get("category") or "" for mark in marks]),
        {"note": notes} if any(notes) else {},
    )
