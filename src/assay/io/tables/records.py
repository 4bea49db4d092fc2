"""Rows that name the column of each of their values: JSONL, Parquet and frames of pandas, Polars or Arrow."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Codes, Layout
from assay.errors import DependencyError, InputError
from assay.io.opening import Source, blocks, bounded, check_size, contents, empty_file, label, opened
from assay.io.tables.cells import dumped, json_name, json_number, json_text, parse_number
from assay.io.tables.separated import LINE_ENDS, line_batches
from assay.io.tables.table import JSONL, Table
from assay.io.texts.lines import text_lines
from assay.io.texts.rows import json_object, refuse_repeated

PLAIN = (str, int, float, bool, type(None))
Record = Mapping[str, Any]


def read_json_lines(source: Source, numbers: Collection[str]) -> Table:
    """Read one object a line; the columns of `numbers` hold numbers, all others names."""
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
    return table_of_records(source, records, numbers, Layout(columns, line_end, ends, JSONL), "line")


def read_frame(source: Source, numbers: Collection[str] = ()) -> Table:
    """Read the rows of a frame."""
    rows = [{str(name): _json_value(value) for name, value in row.items()} for row in source.rows or ()]
    return table_of_records(source, rows, numbers, _layout(source, rows), "row")


def read_parquet(
    source: Source, numbers: Collection[str] = (), columns: Sequence[str] | None = None
) -> Table:
    """Read the rows of a Parquet table, of all its columns or of some."""
    rows = list(parquet_records(source, contents(source), columns))
    return table_of_records(source, rows, numbers, _layout(source, rows), "row")


def _layout(source: Source, rows: Sequence[Record]) -> Layout:
    if not rows:
        raise InputError(f"{label(source)}: a header but no rows; there is nothing to read")
    return Layout(tuple(rows[0]), form=JSONL)


def table_of_records(
    source: Source, records: Sequence[Record], numbers: Collection[str], layout: Layout, unit: str
) -> Table:
    """Return the table that records make; `written` has the JSON of what is no string, "" where it is absent."""

    def where(row: int) -> str:
        return f"{label(source)}, {unit} {row + 1}"

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
    return Table(source, JSONL, names, values, written, line, layout, unit)


def _number(where: str, name: str, record: Record) -> float:
    value = record.get(name)
    if value is None:
        return float("nan")
    return parse_number(where, name, value if isinstance(value, str) else dumped(value))


def _in_order(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return all names that rows have, each before those that follow it in any row, where rows allow that."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    after: dict[str, set[str]] = {name: set() for name in names}  # those that a name must wait for
    for row in rows:
        for before, name in pairwise(row):
            after[name].add(before)
    ordered: list[str] = []
    while names:
        ready = next((name for name in names if not after[name] - {*ordered}), None)
        if ready is None:
            return (*ordered, *names)
        ordered.append(ready)
        names.remove(ready)
    return tuple(ordered)


def _name(value: Any) -> str:
    return value if isinstance(value, str) else dumped(value)


def _json_value(value: object) -> Any:
    """Return a value of a frame as JSON has it: what it has no word for, such as a date, is its text."""
    return value if isinstance(value, PLAIN) else json.loads(json.dumps(value, default=str))


def parquet_records(
    source: Source, data: bytes, columns: Sequence[str] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a Parquet table, all columns or some of them."""
    arrow = import_parquet(source)
    try:
        file = arrow.parquet.ParquetFile(arrow.BufferReader(data))
        names = list(file.schema_arrow.names)
    except Exception as error:  # what pyarrow raises on a damaged file may be anything
        raise damaged_parquet(source, error) from None
    refuse_repeated(label(source), names, "columns")
    yield from _batched(source, file, names if columns is None else columns)


def _batched(source: Source, file: Any, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    size = 0
    try:
        for batch in file.iter_batches(columns=list(columns)):  # a few bytes may stand for very many rows
            size += sum(_decoded(column).nbytes for column in batch.columns)
            check_size(source, size)
            rows += batch.to_pylist()
    except InputError:
        raise
    except Exception as error:  # as above
        raise damaged_parquet(source, error) from None
    yield from ({name: _json_value(value) for name, value in row.items()} for row in rows)


def parquet_columns(source: Source, data: bytes) -> list[str]:
    """Return the names of the columns of a Parquet table."""
    arrow = import_parquet(source)
    try:
        return list(arrow.parquet.ParquetFile(arrow.BufferReader(data)).schema_arrow.names)
    except Exception as error:  # as above
        raise damaged_parquet(source, error) from None


def _decoded(column: Any) -> Any:
    """Return a column with its values written out: a dictionary's numbers say nothing of how much they stand for."""
    return column.dictionary_decode() if hasattr(column, "dictionary_decode") else column


def import_parquet(path: object) -> Any:
    """Return pyarrow with its Parquet, or say how to get it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise DependencyError(
            f"{label(str(path))}: Parquet needs pyarrow: pip install 'mt-assay[parquet]'"
        ) from error
    return pyarrow


def damaged_parquet(path: object, error: Exception) -> InputError:
    """Return the error for a file that pyarrow cannot read."""
    return InputError(f"{label(str(path))}: not a Parquet file ({type(error).__name__}); write it again")
