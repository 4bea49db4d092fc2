"""Marked errors and tags of rows, as columns."""

from __future__ import annotations

from typing import Any

import numpy as np

from assay.data import Codes, Spans
from assay.kernel import Ids, Responses
from assay.studies.campaigns.judging.cells import Cells, carrier, fields_of, runs
from assay.studies.campaigns.values import Protocol

Numbers = np.ndarray[Any, np.dtype[np.int64]]


def spans_of(protocol: Protocol, rows: Cells, cells: Cells, rater: Codes) -> Spans | None:
    """Return the errors of every row; None where the protocol asks for none. A tag is an error without a place."""
    fields = fields_of(protocol)
    if not any(field.kind in ("spans", "tags") for field in fields):
        return None
    marked, responses = cells.of_kind(fields, "spans", "tags"), cells.responses
    counts = np.bincount(responses.marks.cell, minlength=len(responses.row))
    firsts = np.cumsum(counts) - counts
    marked = marked.at(np.flatnonzero(counts[marked.said]))  # most mark nothing
    row = row_of(protocol, rows, marked, rater)
    marked, row = marked.at(np.flatnonzero(row >= 0)), row[row >= 0]
    said = marked.said[np.argsort(row, kind="stable")]
    of_row = np.bincount(row, counts[marked.said], minlength=len(rows.answer))
    offsets = np.concatenate([[0], np.cumsum(of_row)]).astype(np.int64)
    return _columns(offsets, responses, runs(firsts[said], counts[said]))


def row_of(protocol: Protocol, rows: Cells, cells: Cells, rater: Codes) -> Numbers:
    """Return the row that each entry hangs on: that of the same person and unit in the field that carries.

    It is -1 where there is none yet: errors may be marked in one step, and the output scored in a later one.
    """
    carrying = np.flatnonzero(rows.field == carrier(protocol))
    if not len(carrying):
        return np.full(len(cells.answer), -1)
    same = carrying[np.minimum(np.searchsorted(rows.answer[carrying], cells.answer), len(carrying) - 1)]
    if (rows.answer[same] == cells.answer).all() and (rows.unit[same] == cells.unit).all():
        # One output a screen, all asked in one step: the row of the same answer
        return same
    many = int(max(rows.unit.max(initial=0), cells.unit.max(initial=0))) + 1
    key = rater.index[rows.answer[carrying]].astype(np.int64) * many + rows.unit[carrying]
    wanted = rater.index[cells.answer].astype(np.int64) * many + cells.unit
    order = np.argsort(key, kind="stable")
    place = order[np.minimum(np.searchsorted(key[order], wanted), len(order) - 1)]
    return np.where(key[place] == wanted, carrying[place], -1)


def _columns(offsets: Numbers, responses: Responses, order: Numbers) -> Spans:
    marks = responses.marks
    notes = [responses.note(mark) for mark in order.tolist()] if (marks.notes[0] >= 0).any() else []
    return Spans(
        offsets,
        marks.start[order],
        marks.end[order],
        _names(marks.side[order], marks.sides, "target"),
        _names(marks.severity[order], marks.severities, ""),
        _names(marks.category[order], marks.categories, ""),
        {"note": notes} if any(notes) else {},
    )


def _names(numbers: Ids, names: tuple[str, ...], unnamed: str) -> Codes:
    """Return a column of names, of those that occur."""
    index = np.where(numbers < 0, np.int32(len(names)), numbers)
    return Codes((*names, unnamed), index).used()
