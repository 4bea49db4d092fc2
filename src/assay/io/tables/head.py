"""What a source is, by its beginning: a frame, a workbook, Parquet or text; its first line, and its columns if any.

Formats are recognised by this, whatever shape their table is in. Nothing is read but the first block, and of a file
that may not be UTF-8 whatever is needed to tell.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from assay.errors import InputError
from assay.io.opening import Source, contents, empty_file, head, is_file, label, opened
from assay.io.tables.parquet import parquet_columns
from assay.io.tables.table import CSV, JSONL, SEMICOLON, TSV
from assay.io.texts.lines import (
    OLD_WORKBOOK,
    UTF8_MARK,
    ZIP,
    as_utf8,
    check_utf8,
    without_mark,
)
from assay.io.texts.rows import json_object
from assay.io.xml_parsing import first_text

Shape = Literal["frame", "workbook", "parquet", "text"]
SEPARATORS = {TSV: "\t", CSV: ","}
BEGINNING = 65_536  # characters of a file by which it is recognised
PARQUET = b"PAR1"


@dataclass(frozen=True)
class Head:
    """The beginning of a source: `kind` says how a table in it is written, "" if it is none."""

    source: Source
    shape: Shape
    start: str = ""  # as text; nothing of what is none
    kind: str = ""
    header: tuple[str, ...] = ()  # the names of its columns, where it is a table
    top: int = 1  # the row that they stand in

    @property
    def first(self) -> str:
        """The first line, nothing of what is no text."""
        return self.start.partition("\n")[0].removesuffix("\r")


def kind_of(first: str) -> str:
    """Tell the kind of a table by its first line, "" if it is none."""
    signs = {
        JSONL: first.lstrip().startswith("{"),
        TSV: "\t" in first,
        CSV: "," in first or SEMICOLON in first,
    }
    return next((kind for kind, present in signs.items() if present), "")


def separator_of(first: str, kind: str) -> str:
    """Return what separates the fields of a table, by its first line."""
    if kind == CSV and first.count(SEMICOLON) > first.count(","):
        return SEMICOLON
    return SEPARATORS[kind]


def header_of(first: str) -> list[str]:
    """Return the names of the columns that the first line of a table gives; none if it cannot."""
    line = first.rstrip("\r")
    try:
        if kind_of(line) == JSONL:
            return list(json_object("", line))
        separator = separator_of(line, kind_of(line) or TSV)
        return next(csv.reader([line], delimiter=separator)) if kind_of(line) == CSV else line.split("\t")
    except (InputError, csv.Error, StopIteration):
        return []


def shape_of(source: Source) -> Shape:
    """Tell by its first bytes what a source is."""
    if source.rows is not None:
        return "frame"
    start = head(source)
    if start.startswith((ZIP, OLD_WORKBOOK)):
        return "workbook"
    return "parquet" if start.startswith(PARQUET) else "text"


def look_at(source: Source) -> Head:
    """Look at the beginning of a source; one that is not there, empty or no UTF-8 in its first line is an error."""
    shape = shape_of(source)
    if shape == "frame":
        return head_of(tuple(next(iter(source.rows or ()), ())), source, shape, JSONL)
    if shape == "parquet":
        return head_of(parquet_columns(source, contents(source)), source, shape, JSONL)
    if shape == "workbook":
        return Head(source, shape)
    if first_text(head(source)[:BEGINNING]).lstrip("\ufeff \t\r\n").startswith("<"):
        # XML says itself which encoding it is in.
        return Head(source, shape, first_text(head(source)[:BEGINNING]).removeprefix("\ufeff"))
    plain = as_utf8(source)
    with opened(plain):  # a file that is not there has a message of its own
        data = head(plain)
    if not is_file(plain):
        raise InputError(
            f"{label(source)}: the format cannot be detected in a file that can be read only once; name it"
        )
    body = without_mark(plain, data.removeprefix(UTF8_MARK))  # the reader warns of the mark
    first, _, _ = body.partition(b"\n")
    if not body:
        raise empty_file(source)
    check_utf8(plain, first)
    return text_head(plain, body[: 4 * BEGINNING].decode(errors="replace")[:BEGINNING])


def text_head(source: Source, start: str) -> Head:
    """Return the head of a source of text that begins so."""
    first = start.partition("\n")[0]
    return Head(source, "text", start, kind_of(first), tuple(header_of(first)))


def head_of(table_header: Sequence[str], source: Source, shape: Shape, kind: str, top: int = 1) -> Head:
    """Return the head of a table that was read: its columns, wherever they stand."""
    return Head(source, shape, "", kind, tuple(table_header), top)
