"""Reading a table: of a format whose first line names its columns, or one as people keep them (`headed`)."""

from __future__ import annotations

from collections.abc import Collection

from assay.errors import InputError
from assay.io.opening import Named, Source, blocks, empty_file, held, label, opened
from assay.io.tables.head import kind_of, shape_of
from assay.io.tables.records import read_frame, read_json_lines, read_parquet
from assay.io.tables.separated import read_separated
from assay.io.tables.table import JSONL, Table
from assay.io.texts.lines import UTF8_MARK, as_utf8, check_utf8, without_mark

# What a reader of a format is given: what is to be read, or a table whose header told the format.
Given = Named | Table


def read_table(given: Given, numbers: Collection[str] = ()) -> Table:
    """Read a table whose first row names its columns; those of `numbers` hold numbers, all others names."""
    if isinstance(given, Table):
        return given.with_numbers([name for name in given.columns if name in numbers])
    source = held(given)
    shape = shape_of(source)
    if shape == "frame":
        return read_frame(source).table(numbers)
    if shape == "parquet":
        return read_parquet(source).table(numbers)
    source = as_utf8(source)
    first = _first_line(source)
    kind = kind_of(first)
    if not kind:
        raise InputError(f"{label(source)}: the first line is neither a TSV or CSV header nor a JSON object")
    return read_json_lines(source).table(numbers) if kind == JSONL else read_separated(source, numbers)


def _first_line(source: Source) -> str:
    with opened(source) as stream:
        data = next(blocks(source, stream), b"")
    if not data:
        raise empty_file(source)
    first = without_mark(source, data.removeprefix(UTF8_MARK)).partition(b"\n")[0]
    check_utf8(source, first)
    return first.decode()
