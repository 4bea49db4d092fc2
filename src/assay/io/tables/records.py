"""Rows that name the column of each of their values: JSONL, Parquet and frames of pandas, Polars or Arrow."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Codes
from assay.data.judgements import Layout
from assay.errors import InputError
from assay.io.checked.json_values import parse_json
from assay.io.opening import Source, blocks, bounded, contents, empty_file, label, opened
from assay.io.tables.cells import dumped, json_name, json_number, json_text, parse_number
from assay.io.tables.parquet import parquet_records
from assay.io.tables.separated import LINE_ENDS, line_batches
from assay.io.tables.table import JSONL, Table, table_of
from assay.io.texts.lines import text_lines
from assay.io.texts.rows import json_object

PLAIN = (str, int, float, bool, type(None))
Record = Mapping[str, Any]


@dataclass(frozen=True)
class Records:
    """Rows by their columns; `unit` is what messages call one."""

    source: Source
    rows: Sequence[Record]
    layout: Layout
    unit: str

    def table(self, numbers: Collection[str] = ()) -> Table:
        """Return the rows as a table; the columns of `numbers` hold numbers, all others names."""
        return table_of_records(self, numbers)

    def texts(self) -> Table:
        """Return the rows as a table of texts: what is null or absent is empty, and what is no string is its JSON."""
        columns = {name: [_plain(row.get(name)) for row in self.rows] for name in self.layout.columns}
        lines = range(1, len(self.rows) + 1)
        layout = replace(self.layout, form="")
        return table_of(self.source, columns, lines, layout, unit=self.unit)


def read_json_lines(source: Source) -> Records:
    """Read one object a line."""
    records: list[Record] = []
    line_end, ends = "\n", True
    with opened(source) as stream:
        for text in line_batches(source, bounded(source, blocks(source, stream))):
            if not records:
                first = text[: text.find(b"\n") + 1]
                line_end = next((end for end in LINE_ENDS if first.endswith(end.encode())), "\n")
            ends = text.endswith(b"\n")
            lines = enumerate(text_lines(text.decode()), start=len(records) + 1)
            records += [json_object(f"{label(source)}, line {number}", line) for number, line in lines]
    if not records:
        raise empty_file(source)
    columns = _in_order(list(dict.fromkeys(map(tuple, records))))
    return Records(source, records, Layout(columns, line_end, ends, JSONL), "line")


def read_frame(source: Source) -> Records:
    """Read the rows of a frame."""
    return _rows(source, list(map(plain_row, source.rows or ())))


def read_parquet(source: Source) -> Records:
    """Read the rows of a Parquet table."""
    return _rows(source, list(map(plain_row, parquet_records(source, contents(source)))))


def _rows(source: Source, rows: Sequence[Record]) -> Records:
    if not rows:
        raise InputError(f"{label(source)}: a header but no rows; there is nothing to read")
    return Records(source, rows, Layout(tuple(rows[0]), form=JSONL), "row")


def _plain(value: Any) -> str:
    return "" if value is None else value if isinstance(value, str) else dumped(value)


def table_of_records(given: Records, numbers: Collection[str]) -> Table:
    """Return the table that records make; `written` has the JSON of what is no string, "" where it is absent."""
    records, layout = given.rows, given.layout

    def where(row: int) -> str:
        return f"{label(given.source)}, {given.unit} {row + 1}"

    names: dict[str, Codes] = {}
    values: dict[str, Array] = {}
    written: dict[str, list[str]] = {}
    for name in layout.columns:
        texts = [json_text(record, name) for record in records]
        if name in numbers:
            values[name] = np.array([_number(where(row), name, record) for row, record in enumerate(records)])
            plain = list(map(json_number, values[name].tolist()))
        else:
            names[name] = Codes.of([_name(record.get(name, "")) for record in records])
            plain = list(map(json_name, names[name].column()))
        if texts != plain:
            written[name] = texts
    line: NDArray[np.int64] = np.arange(1, len(records) + 1, dtype=np.int64)
    return Table(given.source, JSONL, names, values, written, line, layout, given.unit)


def _number(where: str, name: str, record: Record) -> float:
    value = record.get(name)
    if value is None:
        return float("nan")
    return parse_number(where, name, value if isinstance(value, str) else dumped(value))


def _in_order(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return all names that rows have, each before those that follow it in any row, where rows allow that."""
    place = {name: at for at, name in enumerate(dict.fromkeys(name for row in rows for name in row))}
    names = list(place)
    follows: dict[str, set[str]] = {name: set() for name in names}
    for row in rows:
        for before, name in pairwise(row):
            follows[before].add(name)
    waits = Counter(name for following in follows.values() for name in following)
    ready = [place[name] for name in names if not waits[name]]
    ordered: dict[str, None] = {}
    # Of all that wait for nobody, the one that came first: the places are a heap.
    while ready:
        name = names[heappop(ready)]
        ordered[name] = None
        for after in follows[name]:
            waits[after] -= 1
            if not waits[after]:
                heappush(ready, place[after])
    return (*ordered, *(name for name in names if name not in ordered))


def _name(value: Any) -> str:
    return value if isinstance(value, str) else dumped(value)


def plain_row(row: Record) -> dict[str, Any]:
    """Return a row of a frame as JSON has it."""
    return {str(name): _json_value(value) for name, value in row.items()}


def _json_value(value: object) -> Any:
    """Return a value of a frame as JSON has it: what it has no word for, such as a date, is its text."""
    return value if isinstance(value, PLAIN) else parse_json(json.dumps(value, default=str), nan=True)
