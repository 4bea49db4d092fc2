"""A table in memory: the names of its columns, what stands in them, and where each row is in the file.

Names are stored once each, numbers as floats, with the text of the column beside them where it is not written as we
would write it. `kind` says how cells are written: those of Parquet and of frames are values as in JSONL, those of
workbooks are texts as in CSV.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Codes
from assay.data.judgements import Layout
from assay.io.opening import Source, label
from assay.io.tables.cells import json_name, json_number, json_value, number_text, parse_numbers, renamed

TSV, CSV, JSONL = "tsv", "csv", "jsonl"
SEMICOLON = ";"


class TextColumns(Mapping[str, Codes]):
    """Columns of texts, whose names are numbered when somebody asks for that."""

    def __init__(self, texts: Mapping[str, Sequence[str]]) -> None:
        self.texts = texts
        self.codes: dict[str, Codes] = {}

    def __getitem__(self, name: str) -> Codes:
        if name not in self.codes:
            self.codes[name] = Codes.of(self.texts[name])
        return self.codes[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __len__(self) -> int:
        return len(self.texts)


@dataclass(frozen=True)
class Table:
    """Columns by their names; `written` has those whose text says more than the values."""

    source: Source
    kind: str
    names: Mapping[str, Codes]
    numbers: Mapping[str, Array]
    written: Mapping[str, Sequence[str]]
    line: NDArray[np.int64]
    layout: Layout
    unit: str = "line"  # what messages call a row
    top: int = 1  # the row of the header
    notes: tuple[str, ...] = field(default=())  # what was recognised on the way
    quoted: bool = False  # whether cells stand in quotes where they must

    def __len__(self) -> int:
        return len(self.line)

    @property
    def path(self) -> str:
        """The name of the source."""
        return str(self.source)

    def place(self, row: int) -> str:
        """Return where a row is in the file."""
        return f"{self.unit} {self.line[row]}"

    def where(self, row: int) -> str:
        """Return file and place of a row."""
        return f"{label(self.source)}, {self.place(row)}"

    @property
    def header_place(self) -> str:
        """File and place of the header."""
        return f"{label(self.source)}, {self.unit} {self.top}"

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of all columns."""
        return (*self.names, *self.numbers)

    @property
    def header(self) -> tuple[str, ...]:
        """The names of all columns in the order of the file."""
        return self.layout.columns

    def texts(self, name: str) -> Sequence[str]:
        """Return a column as it was written; that of JSON tells an empty text from none."""
        if name in self.written:
            return self.written[name]
        as_json = self.kind == JSONL
        if name in self.numbers:
            return list(map(json_number if as_json else number_text, self.numbers[name].tolist()))
        column = self.names[name].column()
        return list(map(json_name, column)) if as_json else column

    def cells(self, name: str) -> Codes:
        """Return a column as it was written, each text stored once."""
        return Codes.of(self.texts(name)) if self.kind == JSONL else self.names[name]

    def column(self, name: str | int) -> Sequence[str]:
        """Return a column, by name or place, as text; what says nothing is empty."""
        return self._plain(self.header[name] if isinstance(name, int) else name)

    def _plain(self, name: str) -> Sequence[str]:
        if isinstance(self.names, TextColumns) and name in self.names.texts and name not in self.written:
            return self.names.texts[name]
        if name not in self._known:
            texts = self.texts(name)
            self._known[name] = list(map(_plain_text, texts)) if self.kind == JSONL else texts
        return self._known[name]

    @cached_property
    def _known(self) -> dict[str, Sequence[str]]:
        return {}

    def rows(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield the cells of every row as text, with its line."""
        cells = zip(*map(self.column, self.header), strict=True)
        return zip(self.line.tolist(), cells, strict=True)

    def row(self, row: int) -> list[str]:
        """Return the cells of a row as text."""
        return [self.column(name)[row] for name in self.header]

    @property
    def decimal_comma(self) -> bool:
        """Whether spreadsheets may have written 12,5 for 12.5, as they do between semicolons."""
        return self.layout.separators == (SEMICOLON,)

    def on_one_line(self) -> Table:
        """Return the table with every cell on one line."""
        names = {
            name: renamed(codes, lambda text: " ".join(text.splitlines()))
            for name, codes in self.names.items()
        }
        return replace(self, names=names)

    def with_numbers(self, wanted: Sequence[str]) -> Table:
        """Return the table with these columns as numbers; a cell that is none is an error."""
        chosen = [name for name in wanted if name in self.names]
        if not chosen:
            return self
        numbers, written = dict(self.numbers), dict(self.written)
        for name in chosen:
            texts = self.column(name)
            pointed = [text.replace(",", ".") for text in texts] if self.decimal_comma else texts
            numbers[name] = parse_numbers(pointed, name, self.where)
            if list(texts) != list(map(number_text, numbers[name].tolist())):
                written[name] = texts
        names = {name: codes for name, codes in self.names.items() if name not in numbers}
        return replace(self, names=names, numbers=numbers, written=written)


def _plain_text(text: str) -> str:
    """Return what a value of JSON says; null and what is absent say nothing."""
    value = json_value(text) if text else None
    return "" if value is None else value if isinstance(value, str) else text


def table_of(
    source: Source, columns: Mapping[str, Sequence[str]], line: Sequence[int], layout: Layout, **more: Any
) -> Table:
    """Return a table of texts."""
    table = Table(source, CSV, TextColumns(columns), {}, {}, np.array(line, dtype=np.int64), layout)
    return replace(table, **more)
