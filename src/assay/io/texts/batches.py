"""Large tables in batches: Parquet straight from Arrow's buffers, JSONL some lines at a time; memory does not grow.

What a table says is the same as when it is read whole (`table`), which smaller ones are.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from assay.data import SHARD, Codes, EvalSet, Outputs
from assay.errors import InputError
from assay.io.opening import blocks, label, opened
from assay.io.texts.columns import Columns
from assay.io.texts.lines import check_utf8, whole_lines, without_mark
from assay.io.texts.names import base_name, extension
from assay.io.texts.rows import TableCells, json_object, record_cells, refuse_repeated
from assay.io.texts.table import FORMATS, assemble, damaged_parquet, import_parquet
from assay.text import Column

WHOLE = 1 << 26  # bytes of JSONL that are read at once, where more can be told of them
Shards = Iterator[tuple[EvalSet, Outputs]]


@dataclass(frozen=True)
class TableBatch:
    """Some rows of a table: the set they make, and all their columns as the file has them."""

    evalset: EvalSet
    outputs: Outputs
    rows: Any  # a record batch of Arrow, or the lines of a text


def table_batches(
    path: str, columns: Columns | None, missing: str | None, *, least: int | None = None
) -> Iterator[TableBatch] | None:
    """Return the batches of a table that is large (or has so many rows), None of one that is to be read whole."""
    form = FORMATS.get(extension(path))
    if not os.path.isfile(path) or form not in ("parquet", "jsonl"):
        return None
    if form == "jsonl":
        small = os.path.getsize(path) <= WHOLE if least is None else False
        return None if small else _json_batches(path, columns or Columns(), missing)
    return _parquet_batches(path, columns or Columns(), missing, SHARD if least is None else least)


def _json_batches(path: str, columns: Columns, missing: str | None) -> Iterator[TableBatch]:
    documents: dict[str, int] = {}
    numbers = count(1)
    names: tuple[str, ...] | None = None
    for lines, records in _json_records(path, numbers):
        cells = record_cells(TableCells(path), records, columns, missing)
        evalset, outputs = assemble(cells, documents)
        if names is not None and tuple(outputs) != names:
            raise InputError(
                f"{cells.where(0)}: the systems are {', '.join(outputs)}, and were {', '.join(names)}"
            )
        names = tuple(outputs)
        yield TableBatch(evalset, outputs, lines)


def _json_records(
    path: str, numbers: Iterator[int]
) -> Iterator[tuple[list[str], list[tuple[int, dict[str, object]]]]]:
    """Yield some lines of a file at a time, and the objects that they are, each with its number."""
    where = f"{label(path)}, line"
    with opened(path) as stream:
        for place, text in enumerate(whole_lines(path, blocks(path, stream))):
            body = without_mark(path, text) if place == 0 else text
            check_utf8(path, body)
            lines = body.decode("utf-8").removesuffix("\n").split("\n")
            records = [
                (number, json_object(f"{where} {number}", line))
                for number, line in zip(numbers, lines, strict=False)
            ]
            yield lines, records


def _parquet_batches(
    path: str, columns: Columns, missing: str | None, least: int
) -> Iterator[TableBatch] | None:
    """Return batches of a file with more rows than `least` and columns of plain strings; else nothing."""
    arrow = import_parquet(path)
    try:
        file = arrow.parquet.ParquetFile(path)
        schema = file.schema_arrow
    except Exception as error:  # what pyarrow raises on a damaged file may be anything
        raise damaged_parquet(path, error) from None
    names = list(schema.names)
    refuse_repeated(label(path), names, "columns")
    columns.check(label(path), names)
    roles = {name: columns.roles(name) for name in names if columns.roles(name)}
    if file.metadata.num_rows <= least or not all(_is_text(arrow, schema.field(name).type) for name in roles):
        return None
    return arrow_sets(path, _read_batches(path, file), roles, missing)


def _read_batches(path: str, file: Any) -> Iterator[Any]:
    batches = file.iter_batches(batch_size=SHARD)
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
