"""Rows of fields as TSV or CSV: a table is joined as a whole, and gone through line by line only where it must be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from assay.data import Layout
from assay.errors import InputError
from assay.io.ratings.tables import CSV, SEMICOLON, SEPARATORS


def write_fields(rows: Iterable[Sequence[str]], kind: str, layout: Layout) -> str:
    """Write rows of fields as TSV or CSV; what TSV cannot hold is refused."""
    separator = SEMICOLON if layout.separators == (SEMICOLON,) else SEPARATORS[kind]
    lines, end = list(rows), layout.line_end
    text = end.join(map(separator.join, lines))
    if not _is_plain(text, lines, separator, end) or (kind == CSV and '"' in text):
        text = end.join(
            map(_tsv_line, lines) if kind != CSV else (_csv_line(row, separator) for row in lines)
        )
    return text + (end if layout.ends and lines else "")


def _is_plain(text: str, rows: Sequence[Sequence[str]], separator: str, end: str) -> bool:
    """Tell of a table as a whole, which is faster than line by line, that no field has a separator or a line end."""
    ends = max(0, len(rows) - 1)
    return (
        text.count(separator) == sum(map(len, rows)) - len(rows)
        and text.count("\n") == ends * end.count("\n")
        and text.count("\r") == ends * end.count("\r")
    )


def _csv_line(row: Sequence[str], separator: str) -> str:
    """Join fields; most lines have none that must be quoted, which the line itself tells faster than its fields."""
    line = separator.join(row)
    if '"' in line or "\n" in line or "\r" in line or line.count(separator) >= len(row):
        return separator.join(_csv_field(field, separator) for field in row)
    return line


def _csv_field(field: str, separator: str) -> str:
    """Quote what needs it; Python's csv forgets a carriage return."""
    return '"' + field.replace('"', '""') + '"' if re.search(rf'[{separator}"\r\n]', field) else field


def _tsv_line(row: Sequence[str]) -> str:
    line = "\t".join(row)
    if "\n" in line or "\r" in line or line.count("\t") >= max(1, len(row)):
        field = next(field for field in row if "\t" in field or "\n" in field or "\r" in field)
        raise InputError(f"TSV cannot hold {field!r}, which has a TAB or a line end; write CSV or JSONL")
    return line
