"""Tables with a header (TSV, CSV, JSONL) as columns of names and numbers, a block at a time.

CSV may be separated by semicolons, as spreadsheets write it where numbers have a decimal comma; there 17,5 is a number.
The kernel splits rows; from the first row on whose quotes are doubled or go over its line, a CSV file is read by
Python's `csv`. Numbers come as floats, with the text of the column beside them where they are not written as we would.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array, Codes, Layout
from assay.errors import InputError
from assay.io.opening import blocks, bounded, empty_file, label, opened
from assay.io.ratings.cells import (
    dumped,
    json_name,
    json_number,
    json_text,
    number_text,
    parse_number,
    parse_numbers,
    warn_of_commas,
)
from assay.io.texts.lines import check_utf8, text_lines, whole_lines, without_mark
from assay.io.texts.rows import csv_fields, json_object, ragged, refuse_repeated

TSV, CSV, JSONL = "tsv", "csv", "jsonl"
SEPARATORS = {TSV: "\t", CSV: ","}
SEMICOLON = ";"
DOUBLED = "\r\r\n"  # what text mode on Windows makes of a line end that csv has written
LINE_ENDS = (DOUBLED, "\r\n", "\n")
BATCH = (
    1 << 24
)  # bytes that the kernel takes at a time: names are numbered once a batch, memory stays bounded
PART = 1 << 16  # rows that the csv module gives at a time


@dataclass(frozen=True)
class RatingTable:
    """Columns of a file by their names; `written` has those whose text says more than the values."""

    path: str
    kind: str
    names: Mapping[str, Codes]
    numbers: Mapping[str, Array]
    written: Mapping[str, Sequence[str]]
    line: NDArray[np.int64]
    layout: Layout

    def __len__(self) -> int:
        return len(self.line)

    def where(self, row: int) -> str:
        """Return file and line of a row."""
        return f"{label(self.path)}, line {self.line[row]}"

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of all columns."""
        return (*self.names, *self.numbers)

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


def table_of(
    path: str, columns: Mapping[str, Sequence[str]], line: Sequence[int], layout: Layout
) -> RatingTable:
    """Return a table of texts that stand in the lines of a file which no header or no separator makes a table."""
    names = {name: Codes.of(column) for name, column in columns.items()}
    return RatingTable(path, CSV, names, {}, {}, np.array(line, dtype=np.int64), layout)


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


def read_rating_table(path: str, numbers: Collection[str]) -> RatingTable:
    """Read a table whose columns of these names hold numbers; all others hold names."""
    with opened(path) as stream:
        batches = _batches(path, bounded(path, blocks(path, stream)))
        first = next(batches, b"")
        if not first:
            raise empty_file(path)
        head, end, _ = first.partition(b"\n")
        kind = kind_of(head.decode())
        if not kind:
            raise InputError(
                f"{label(path)}: the first line is neither a TSV or CSV header nor a JSON object"
            )
        reader = (_JsonReader if kind == JSONL else _SeparatedReader)(path, kind, numbers)
        reader.layout_of(head + end)
        for batch in chain([first], batches):
            reader.add(batch.replace(b"\r\r\n", b"\r\n") if reader.line_end == DOUBLED else batch)
        return reader.table()


def _batches(path: str, raw: Iterable[bytes]) -> Iterator[bytes]:
    """Yield whole lines of checked UTF-8, many at a time."""
    held: list[bytes] = []
    lines = size = 0
    for number, block in enumerate(whole_lines(path, raw)):
        text = block if number else without_mark(path, block)
        check_utf8(path, text, lines)
        lines += text.count(b"\n")
        held.append(text)
        size += len(text)
        if size >= BATCH:
            yield b"".join(held)
            held, size = [], 0
    if size:
        yield b"".join(held)


class _TableReader:
    """What both kinds of tables share: the growing columns, and where rows stand."""

    def __init__(self, path: str, kind: str, numbers: Collection[str]) -> None:
        self.path, self.kind, self.wanted = path, kind, numbers
        self.lines = 0  # lines read so far
        self.line: list[NDArray[np.int64]] = []
        self.line_end, self.ends = "\n", True

    def layout_of(self, first: bytes) -> None:
        ends = (end for end in LINE_ENDS if first.endswith(end.encode()))
        self.line_end = next(ends, "\n")

    def where(self, row: int) -> str:
        return f"{label(self.path)}, line {self.lines + row + 1}"

    def rows(self) -> NDArray[np.int64]:
        line = np.concatenate([np.empty(0, np.int64), *self.line])
        if not len(line):
            raise InputError(f"{label(self.path)}: a header but no rows; add one row per judgement")
        return line

    def add(self, text: bytes) -> None:
        self.ends = text.endswith(b"\n")


class _SeparatedReader(_TableReader):
    def __init__(self, path: str, kind: str, numbers: Collection[str]) -> None:
        super().__init__(path, kind, numbers)
        self.header: list[str] = []
        self.separator = SEPARATORS[kind]
        self.codes: dict[str, list[NDArray[np.int32]]] = {}
        self.known: dict[str, dict[str, int]] = {}
        self.values: dict[str, list[Array]] = {}
        self.texts: dict[str, list[list[str] | None]] = {}
        self.quoted: list[bytes] | None = None  # what the csv module will read, from the first quote on

    def add(self, text: bytes) -> None:
        super().add(text)
        if self.quoted is not None:
            self.quoted.append(text)
        elif self.header:
            self.take_block(text)
        else:
            head, _, rest = text.partition(b"\n")
            self.separator = separator_of(head.decode(), self.kind)
            if self.kind == CSV and b'"' in head:
                self.quoted = [text]
                return
            self.take_header(head.removesuffix(b"\r").decode().split(self.separator))
            self.lines = 1
            self.take_block(rest)

    def take_header(self, header: list[str]) -> None:
        refuse_repeated(f"{label(self.path)}, line 1", header, "columns")
        self.header = header
        self.numeric = [name in self.wanted for name in header]
        for name, numeric in zip(header, self.numeric, strict=True):
            if numeric:
                self.values[name], self.texts[name] = [], []
            else:
                self.codes[name], self.known[name] = [], {}

    def take_block(self, text: bytes) -> None:
        cells = self.split(text, self.numeric)
        if cells.ragged:
            lines = text.split(b"\n", cells.rows)
            rest = lines.pop()
            if self.kind != CSV or b'"' not in rest.partition(b"\n")[0]:
                row = text_lines(rest.decode())[0].split(self.separator)
                raise ragged(self.where(cells.rows), row, len(self.header))
            self.quoted = [rest]
            text = b"\n".join([*lines, b""])
            cells = self.split(text, self.numeric)
        for name, names, codes in zip(self.codes, cells.names, cells.codes, strict=True):
            self.codes[name].append(self.numbered(name, names)[codes])
        for name, values, written in zip(self.values, cells.numbers, cells.written, strict=True):
            texts = self.column_text(text, name) if written.any() else None
            self.values[name].append(values if texts is None else self.parsed(texts, name, self.where))
            self.texts[name].append(texts)
        self.line.append(np.arange(self.lines + 1, self.lines + cells.rows + 1, dtype=np.int64))
        self.lines += cells.rows

    def split(self, text: bytes, is_number: Sequence[bool]) -> kernel.RatingCells:
        return kernel.split_ratings(text, self.separator, is_number, quoting=self.kind == CSV)

    def column_text(self, text: bytes, name: str) -> list[str]:
        cells = self.split(text, [other != name for other in self.header])
        return Codes(cells.names[0], cells.codes[0]).column()

    def parsed(self, texts: Sequence[str], name: str, where: Callable[[int], str]) -> Array:
        decimal = [text.replace(",", ".") for text in texts] if self.separator == SEMICOLON else texts
        return parse_numbers(decimal, name, where)

    def numbered(self, name: str, names: Sequence[str]) -> NDArray[np.int32]:
        known = self.known[name]
        return np.array([known.setdefault(text, len(known)) for text in names], dtype=np.int32)

    def take_quoted(self, text: str) -> None:
        rows = csv_fields(self.path, text, self.separator)
        if not self.header:
            self.take_header(next(rows)[1])
        while part := list(islice(rows, PART)):
            self.take_rows(part)

    def take_rows(self, part: Sequence[tuple[int, list[str]]]) -> None:
        lines = [self.lines + line for line, _ in part]
        for line, (_, row) in zip(lines, part, strict=True):
            if len(row) != len(self.header):
                raise ragged(f"{label(self.path)}, line {line}", row, len(self.header))
        for at, name in enumerate(self.header):
            column = [row[at] for _, row in part]
            if name in self.values:
                values = self.parsed(column, name, lambda row: f"{label(self.path)}, line {lines[row]}")
                self.values[name].append(values)
                odd = column != list(map(number_text, values.tolist()))
                self.texts[name].append(column if odd else None)
            else:
                self.codes[name].append(self.numbered(name, column))
        self.line.append(np.array(lines, dtype=np.int64))

    def table(self) -> RatingTable:
        if self.quoted is not None:
            self.take_quoted(b"".join(self.quoted).decode())
        line = self.rows()
        names = {
            name: Codes(tuple(self.known[name]), np.concatenate(parts)) for name, parts in self.codes.items()
        }
        written = {}
        for name, texts in self.texts.items():
            column = _as_they_were(texts, self.values[name])
            if column is not None:
                written[name] = column
                if self.separator == SEMICOLON:
                    warn_of_commas(column, lambda row: f"{label(self.path)}, line {line[row]}")
        numbers = {name: np.concatenate(parts) for name, parts in self.values.items()}
        layout = Layout(tuple(self.header), self.line_end, self.ends, self.kind, (self.separator,))
        return RatingTable(self.path, self.kind, names, numbers, written, line, layout)


def _as_they_were(texts: Sequence[list[str] | None], values: Sequence[Array]) -> list[str] | None:
    """Return a column of numbers as it was written, `None` where that is as we would write it."""
    if not any(
        part is not None and part != list(map(number_text, numbers.tolist()))
        for part, numbers in zip(texts, values, strict=True)
    ):
        return None
    parts = (
        list(map(number_text, numbers.tolist())) if part is None else part
        for part, numbers in zip(texts, values, strict=True)
    )
    return list(chain.from_iterable(parts))


class _JsonReader(_TableReader):
    """One object a line; `written` has the JSON of what is no string in a name column, "" where it is absent."""

    def __init__(self, path: str, kind: str, numbers: Collection[str]) -> None:
        super().__init__(path, kind, numbers)
        self.records: list[dict[str, Any]] = []

    def add(self, text: bytes) -> None:
        super().add(text)
        lines = text_lines(text.decode())
        self.records += [json_object(self.where(row), line) for row, line in enumerate(lines)]
        self.line.append(np.arange(self.lines + 1, self.lines + len(lines) + 1, dtype=np.int64))
        self.lines += len(lines)

    def table(self) -> RatingTable:
        line = self.rows()
        columns = _in_order(list(dict.fromkeys(map(tuple, self.records))))
        names, numbers, written = {}, {}, {}
        self.lines = 0
        for name in columns:
            texts = [json_text(record, name) for record in self.records]
            if name in self.wanted:
                numbers[name] = np.array([self.number(row, name) for row in range(len(texts))])
                plain = list(map(json_number, numbers[name].tolist()))
            else:
                names[name] = Codes.of([_name(record.get(name, "")) for record in self.records])
                plain = list(map(json_name, names[name].column()))
            if texts != plain:
                written[name] = texts
        layout = Layout(columns, self.line_end, self.ends, self.kind)
        return RatingTable(self.path, self.kind, names, numbers, written, line, layout)

    def number(self, row: int, name: str) -> float:
        value = self.records[row].get(name)
        if value is None:
            return float("nan")
        return parse_number(self.where(row), name, value if isinstance(value, str) else dumped(value))


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
