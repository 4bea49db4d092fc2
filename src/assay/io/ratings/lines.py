"""Columns of cells to the lines of a file of judgements: fields that are separated, or objects of JSON.

A column is a sequence of texts, or names with numbers (`Codes`) where few texts stand in many rows. The kernel joins
whole columns, so that a million rows take no Python string a cell.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from assay import kernel
from assay.data import Codes
from assay.data.judgements import Layout
from assay.errors import InputError
from assay.io.tables.cells import dumped, json_cell
from assay.io.tables.head import SEPARATORS
from assay.io.tables.table import CSV, SEMICOLON
from assay.text import Column

Cells = Codes | Sequence[str]


def by_row(cells: Cells) -> Sequence[str]:
    """Return the cells of a column row by row."""
    return cells.column() if isinstance(cells, Codes) else list(cells)


def has_text(cells: Cells) -> bool:
    """Tell whether any cell of a column is not empty."""
    if isinstance(cells, Codes):
        return any(cells.used().names)
    return bool(cells.data.size) if isinstance(cells, Column) else any(cells)


def write_fields(columns: Sequence[Cells], kind: str, layout: Layout, header: Sequence[str] = ()) -> bytes:
    """Write columns as TSV or CSV, under a header if there is one; what TSV cannot hold is refused."""
    separator = SEMICOLON if layout.separators == (SEMICOLON,) else SEPARATORS[kind]
    cells, first = [_cell_column(column) for column in columns], Column.of(header)
    if kind == CSV:
        cells = [replace(column, texts=kernel.quote_fields(column.texts, separator)) for column in cells]
        first = Column(*kernel.quote_fields(first.texts, separator))
    rows, last = cells[0].rows if cells else 0, layout.line_end if layout.ends else ""
    before = separator.join(first) + (layout.line_end if rows else last) if header else ""
    form = kernel.RowForm(between=separator, closing=layout.line_end, last=last)
    text, _ = kernel.join_rows(cells, form, before)
    lines = rows + bool(header)
    separators = lines * (len(cells) - 1)
    if kind != CSV and (text.count(separator.encode()) != separators or _has_ends(text, lines, layout)):
        raise _unfit(header, columns)
    return _encodable(text)


def _cell_column(cells: Cells) -> kernel.CellColumn:
    if isinstance(cells, Codes):
        index = np.ascontiguousarray(cells.index, dtype=np.int32)
        return kernel.CellColumn(Column.of(cells.names).texts, index)
    return kernel.CellColumn(Column.of(cells).texts)


def _has_ends(text: bytes, lines: int, layout: Layout) -> bool:
    """Tell whether there are line ends within fields: of the whole text, which is faster than line by line."""
    ends = lines if layout.ends else max(0, lines - 1)
    return text.count(b"\n") != ends or text.count(b"\r") != ends * layout.line_end.count("\r")


def _unfit(header: Sequence[str], columns: Sequence[Cells]) -> InputError:
    rows = [header, *zip(*map(by_row, columns), strict=True)]
    field = next(field for row in rows for field in row if re.search(r"[\t\r\n]", field))
    return InputError(f"TSV cannot hold {field!r}, which has a TAB or a line end; write CSV or JSONL")


def _encodable(text: bytes) -> bytes:
    """Refuse lone surrogates as Python does: columns can hold them, and files cannot."""
    return text if kernel.is_utf8(text) else text.decode("utf-8", "surrogatepass").encode()


def write_objects(columns: Mapping[str, Cells], layout: Layout, known: Collection[str] = ()) -> bytes:
    """Write the JSON object of every row, a line each; a column's different values are written once.

    Columns that are `known` hold JSON in every cell, which need not be looked at.
    """
    values = [cells if name in known else _json_values(cells) for name, cells in columns.items()]
    form = kernel.RowForm(
        *("{", ", ", "}" + layout.line_end, "}" + (layout.line_end if layout.ends else "")),
        keys=[f"{dumped(name)}: " for name in columns],
        skips=True,
    )
    text, _ = kernel.join_rows([_cell_column(cells) for cells in values], form)
    return _encodable(text)


def _json_values(cells: Cells) -> Cells:
    """Return cells as JSON, "" where one says that there is no value."""
    if isinstance(cells, Codes):
        return Codes(tuple(map(json_cell, cells.names)), cells.index)
    texts = by_row(cells)
    values = {text: json_cell(text) for text in dict.fromkeys(texts)}
    return list(map(values.__getitem__, texts))


def json_lists(*columns: Cells) -> Column:
    """Return for every row the JSON list of its cells, which are JSON."""
    form = kernel.RowForm("[", ", ", "]", "]")
    text, offsets = kernel.join_rows([_cell_column(cells) for cells in columns], form)
    return Column(np.frombuffer(text, dtype=np.uint8), offsets)
