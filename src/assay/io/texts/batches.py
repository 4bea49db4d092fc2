"""Large tables in batches: Parquet straight from Arrow's buffers, JSONL and TSV some lines at a time.

Memory does not grow with the table. What it says is the same as when it is read whole (`table`), as smaller ones are.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from assay.data import Codes, EvalSet, Outputs
from assay.data.evalset import SHARD
from assay.errors import InputError
from assay.io.opening import label, listed
from assay.io.tables.parquet import damaged_parquet, import_parquet
from assay.io.texts.columns import Columns
from assay.io.texts.lines import bare, text_blocks
from assay.io.texts.names import base_name, extension
from assay.io.texts.rows import (
    TableCells,
    cell_batches,
    ended_lines,
    json_object,
    record_cells,
    refuse_repeated,
    tsv_line_fields,
)
from assay.io.texts.table import FORMATS, assemble
from assay.text import Column

FEW = 1 << 14  # rows of a small batch
BUFFER = 1 << 20  # bytes of a column that are read at a time
# Bytes of JSONL that are read at once, where more can be told of them
WHOLE = 1 << 26
Shards = Iterator[tuple[EvalSet, Outputs]]


@dataclass(frozen=True)
class TableBatch:
    """Some rows of a table: the set they make, and all their columns as the file has them."""

    evalset: EvalSet
    outputs: Outputs
    rows: Any  # a record batch of Arrow, or the lines of a text
    header: tuple[str, ...] = ()  # the line that stands above them, where there is one


def table_batches(path: str, columns: Columns | None, missing: str | None) -> Iterator[TableBatch] | None:
    """Return the batches of a table that is large, None of one that is to be read whole."""
    form = FORMATS.get(extension(path))
    if not os.path.isfile(path) or form not in ("parquet", "jsonl"):
        return None
    if form == "jsonl":
        small = os.path.getsize(path) <= WHOLE
        return None if small else _json_batches(path, columns or Columns(), missing)
    file = _parquet_file(path)
    if file.metadata.num_rows <= SHARD:
        return None
    return _parquet_batches(path, file, columns or Columns(), missing, SHARD)


def small_batches(path: str, form: str, columns: Columns | None, missing: str | None) -> Iterator[TableBatch]:
    """Yield a table of any size, in this form, so few rows at a time that they take little memory."""
    roles = columns or Columns()
    if form == "jsonl":
        yield from _json_batches(path, roles, missing)
    elif form == "tsv":
        yield from _tsv_batches(path, roles, missing)
    else:
        batches = _parquet_batches(path, _parquet_file(path), roles, missing, FEW)
        if batches is None:
            raise InputError(
                f"{label(path)}: a column of text holds lists or objects; give one string per cell"
            )
        yield from batches


def _json_batches(path: str, columns: Columns, missing: str | None) -> Iterator[TableBatch]:
    documents: dict[str, int] = {}
    numbers = count(1)
    names: tuple[str, ...] | None = None
    for lines, records in _json_records(path, numbers):
        cells = record_cells(TableCells(path), records, columns, missing)
        evalset, outputs = assemble(cells, documents)
        if names is not None and tuple(outputs) != names:
            raise InputError(f"{cells.where(0)}: the systems are {listed(outputs)}, and were {listed(names)}")
        names = tuple(outputs)
        yield TableBatch(evalset, outputs, lines)


def _json_records(
    path: str, numbers: Iterator[int]
) -> Iterator[tuple[list[str], list[tuple[int, dict[str, object]]]]]:
    """Yield some lines of a file at a time, and the objects that they are, each with its number."""
    where = f"{label(path)}, line"
    for text in text_blocks(path):
        lines = text.removesuffix("\n").split("\n")
        records = [
            (number, json_object(f"{where} {number}", line))
            for number, line in zip(numbers, lines, strict=False)
        ]
        yield lines, records


def _tsv_batches(path: str, columns: Columns, missing: str | None) -> Iterator[TableBatch]:
    documents: dict[str, int] = {}
    lines: list[str] = []  # read, and in no batch yet

    def read() -> Iterator[str]:
        for text in text_blocks(path):
            for line in ended_lines(text):
                lines.append(bare(line))
                yield line

    header: tuple[str, ...] = ()
    for cells in cell_batches(path, tsv_line_fields(path, read()), columns, missing, most=FEW):
        if header and not cells.lines:
            return
        header = header or (lines.pop(0),)
        if len(lines) != len(cells.lines):
            raise InputError(f"{label(path)}: cells in quotes; save the table as JSONL or Parquet")
        yield TableBatch(*assemble(cells, documents), lines, header)
        lines = []


def _parquet_file(path: str) -> Any:
    """Open a file of which pages are read as they are needed, not whole columns of it."""
    arrow = import_parquet(path)
    try:
        file = arrow.parquet.ParquetFile(path, pre_buffer=False, buffer_size=BUFFER)
        file.schema_arrow  # noqa: B018  # which may be what is damaged
    except Exception as error:  # what pyarrow raises on a damaged file may be anything
        raise damaged_parquet(path, error) from None
    return file


def _parquet_batches(
    path: str, file: Any, columns: Columns, missing: str | None, most: int
) -> Iterator[TableBatch] | None:
    """Return batches of so many rows of a file with columns of plain strings; else nothing."""
    arrow, schema = import_parquet(path), file.schema_arrow
    names = list(schema.names)
    refuse_repeated(label(path), names, "columns")
    columns = columns.resolved(names)
    if not {*columns.inner} <= {*names}:
        return None
    columns.check(label(path), names)
    roles = {name: columns.roles(name) for name in names if columns.roles(name)}
    if not all(_is_text(arrow, schema.field(name).type) for name in roles):
        return None
    return arrow_sets(path, _read_batches(path, file, most), roles, missing)


def _read_batches(path: str, file: Any, most: int) -> Iterator[Any]:
    # Each thread would keep memory of its own
    batches = file.iter_batches(batch_size=most, use_threads=False)
    while (batch := _next(path, batches)) is not None:
        yield batch


def _is_text(arrow: Any, kind: Any) -> bool:
    types = arrow.types
    kind = kind.value_type if types.is_dictionary(kind) else kind
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def arrow_sets(
    path: str, batches: Iterable[Any], roles: Mapping[str, Sequence[tuple[str, str]]], missing: str | None
) -> Iterator[TableBatch]:
    """Make sets of record batches of Arrow; `path` is what messages call their table."""
    documents: dict[str, int] = {}
    before = 0
    for batch in batches:
        texts: dict[tuple[str, str], Sequence[str | None]] = {}
        for name, keys in roles.items():
            texts |= dict.fromkeys(keys, arrow_texts(batch.column(name), missing))
        evalset, outputs = _arrow_set(path, texts, documents, before)
        yield TableBatch(evalset, outputs, batch)
        before += batch.num_rows


def _next(path: str, batches: Iterator[Any]) -> Any:
    try:
        return next(batches, None)
    except Exception as error:  # as above
        raise damaged_parquet(path, error) from None


def arrow_texts(column: Any, missing: str | None = None) -> Sequence[str | None]:
    """Return a column of strings of Arrow: its own buffer where there is no hole in it, else a list."""
    import pyarrow as arrow

    if hasattr(column, "dictionary_decode"):
        column = column.dictionary_decode()
    if isinstance(column, arrow.ChunkedArray):
        column = column.combine_chunks()
    column = column.cast(arrow.large_string())
    if column.null_count or missing is not None:
        return [None if text == missing else text for text in column.to_pylist()]
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, dtype=np.int64)[column.offset : column.offset + len(column) + 1]
    text = np.frombuffer(data, dtype=np.uint8) if data is not None else np.empty(0, dtype=np.uint8)
    first = int(ends[0]) if len(ends) else 0
    if not len(ends):
        ends = np.zeros(1, dtype=np.int64)
    return Column(text[first : int(ends[-1])], ends - first)


def _arrow_set(
    path: str, texts: Mapping[tuple[str, str], Sequence[str | None]], documents: dict[str, int], before: int
) -> tuple[EvalSet, Outputs]:
    def complete(key: tuple[str, str]) -> Sequence[str]:
        column = texts[key]
        if isinstance(column, Column):
            return column
        if None in column:
            row = before + list(column).index(None) + 1
            what = f'system "{key[1]}"' if key[0] == "system" else key[0]
            raise InputError(
                f"{label(path)}, row {row}: {what} is missing; give its text, or an empty string"
            )
        return Column.of([text for text in column if text is not None])

    named = {role: key for key in texts for role in [key[0]] if role in ("source", "document")}
    evalset = EvalSet(
        name=base_name(path),
        languages=("", ""),
        source=complete(named["source"]) if "source" in named else None,
        references={name: column for (role, name), column in texts.items() if role == "reference"},
        document=Codes.of(complete(named["document"]), documents) if "document" in named else None,
    )
    return evalset, {key[1]: complete(key) for key in texts if key[0] == "system"}
