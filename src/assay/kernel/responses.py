"""Answers as campaigns store them, to columns: rows of a table, and JSON of the form {unit: {field: what was said}}."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.kernel.columns import Ids, Matrix, Offsets, Texts, check_offsets

# Of a kind that room is made for at first; where there are more, all is read once more
NAMES = 256
KINDS = 5  # units, fields, sides, severities, categories


@dataclass(frozen=True)
class ResponseMarks:
    """The marks of lists, in their order; a number is -1 where a mark has no such name, or no such place."""

    cell: Ids  # whose list it stands in
    start: Ids
    end: Ids
    side: Ids
    severity: Ids
    category: Ids
    # (2, marks): where the note begins and ends, without its quotes; -1 where there is none
    notes: Offsets
    sides: tuple[str, ...]  # by number
    severities: tuple[str, ...]
    categories: tuple[str, ...]


@dataclass(frozen=True)
class Responses:
    """What was said, one entry a field of a unit, row after row; null is left out."""

    texts: Texts
    row: Ids
    unit: Ids
    field: Ids
    number: Matrix  # true is 1, false is 0; NaN where it is no number
    places: Offsets  # (2, entries): where what was said begins and ends
    units: tuple[str, ...]  # by number
    fields: tuple[str, ...]
    marks: ResponseMarks

    def said(self, entry: int) -> object:
        """Return what was said, as JSON has it."""
        start, end = self.places[:, entry].tolist()
        try:
            return json.loads(self.texts.data[start:end].tobytes())
        except (ValueError, RecursionError):
            raise BadResponseError(int(self.row[entry])) from None

    def note(self, mark: int) -> str:
        """Return the note of a mark; "" where there is none."""
        start, end = self.marks.notes[:, mark].tolist()
        return "" if start < 0 else _unescaped(self.texts.data[start:end].tobytes())


Rows = list[tuple[Any, ...]]  # as the driver of a database returns them


def row_texts(rows: Rows, column: int) -> Texts:
    """Return a column of texts."""
    offsets = np.empty(len(rows) + 1, dtype=np.int64)
    return Texts(np.frombuffer(native.encode_cells(rows, column, offsets), dtype=np.uint8), offsets)


def row_numbers(rows: Rows, column: int) -> Matrix:
    """Return a column of numbers, NaN where there is none."""
    numbers = np.empty(len(rows))
    native.cell_numbers(rows, column, numbers)
    return numbers


def row_names(rows: Rows, column: int, known: dict[str, int]) -> Ids:
    """Number names in the order in which they first appear; `known` holds those given so far, and grows."""
    index = np.empty(len(rows), dtype=np.int32)
    native.cell_names(rows, column, known, index)
    return index


class BadResponseError(ValueError):
    """A text that is not of that form; `row` is its place among those given."""

    def __init__(self, row: int) -> None:
        self.row = row
        super().__init__(f"row {row} is not of the form {{unit: {{field: what was said}}}}")


def read_responses(texts: Texts) -> Responses:
    """Read a column of stored answers; one that is not of that form raises `BadResponseError`."""
    check_offsets(texts.data, texts.offsets)
    return _read(texts, NAMES)


def _read(texts: Texts, names: int) -> Responses:
    counts = np.zeros(3, dtype=np.int64)
    native.bound_responses(texts.data, counts)
    most_cells, most_marks, _ = counts.tolist()
    cells, marks = (np.empty(shape, dtype=np.int32) for shape in ((3, most_cells), (6, most_marks)))
    places, notes = (np.empty((2, most), dtype=np.int64) for most in (most_cells, most_marks))
    numbers, kinds = np.empty(most_cells), np.zeros(KINDS, dtype=np.int64)
    starts, lengths = np.empty((KINDS, names), dtype=np.int64), np.empty((KINDS, names), dtype=np.int64)
    native.read_responses(*texts, cells, numbers, places, marks, notes, starts, lengths, kinds, counts)
    read_cells, read_marks, bad = counts.tolist()
    if bad >= 0:
        raise BadResponseError(bad)
    if kinds.max() > names:
        return _read(texts, int(kinds.max()))
    units, fields, sides, severities, categories = (
        _names(texts, starts[kind, :count], lengths[kind, :count])
        for kind, count in enumerate(kinds.tolist())
    )
    row, unit, field = cells[:, :read_cells]
    cell, start, end, side, severity, category = marks[:, :read_marks]
    marked = ResponseMarks(
        *(cell, start, end, side, severity, category), notes[:, :read_marks], sides, severities, categories
    )
    said = places[:, :read_cells]
    return Responses(texts, row, unit, field, numbers[:read_cells], said, units, fields, marked)


def _names(texts: Texts, starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> tuple[str, ...]:
    ends = (starts + lengths).tolist()
    return tuple(
        _unescaped(texts.data[start:end].tobytes()) for start, end in zip(starts.tolist(), ends, strict=True)
    )


def _unescaped(written: bytes) -> str:
    text: str = json.loads(b'"' + written + b'"')
    return text
