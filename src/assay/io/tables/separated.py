"""TSV and CSV straight from bytes to columns, a block at a time: what makes a million rows take seconds.

CSV may be separated by semicolons, as spreadsheets write it where numbers have a decimal comma; there 17,5 is a number.
The kernel splits rows; from the first row on whose quotes are doubled or go over its line, a CSV file is read by
Python's `csv`. Numbers come as floats, with the text of the column beside them where they are not written as we would.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array, Codes
from assay.data.judgements import Layout
from assay.errors import InputError
from assay.io.opening import Source, blocks, bounded, empty_file, label, opened
from assay.io.tables.cells import number_text, parse_numbers, warn_of_commas
from assay.io.tables.head import SEPARATORS, kind_of, separator_of
from assay.io.tables.table import CSV, SEMICOLON, Table
from assay.io.texts.lines import check_utf8, text_lines, whole_lines, without_mark
from assay.io.texts.rows import csv_fields, ragged, refuse_repeated

# What text mode on Windows makes of a line end that csv has written
DOUBLED = "\r\r\n"
LINE_ENDS = (DOUBLED, "\r\n", "\n")
# Bytes that the kernel takes at a time: names are numbered once a batch, memory stays bounded.
BATCH = 1 << 24
PART = 1 << 16  # rows that the csv module gives at a time


def read_separated(source: Source, numbers: Collection[str]) -> Table:
    """Read a table whose first line names its columns; those of `numbers` hold numbers, all others names."""
    with opened(source) as stream:
        batches = line_batches(source, bounded(source, blocks(source, stream)))
        first = next(batches, b"")
        if not first:
            raise empty_file(source)
        head, end, _ = first.partition(b"\n")
        reader = _SeparatedReader(source, kind_of(head.decode()), numbers)
        reader.layout_of(head + end)
        for batch in chain([first], batches):
            reader.add(batch.replace(b"\r\r\n", b"\r\n") if reader.line_end == DOUBLED else batch)
        return reader.table()


def line_batches(path: Source, raw: Iterable[bytes]) -> Iterator[bytes]:
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


class _SeparatedReader:
    """The growing columns, and where rows stand."""

    def __init__(self, path: Source, kind: str, numbers: Collection[str]) -> None:
        self.path, self.kind, self.wanted = path, kind, numbers
        self.lines = 0  # lines read so far
        self.line: list[NDArray[np.int64]] = []
        self.line_end, self.ends = "\n", True
        self.header: list[str] = []
        self.separator = SEPARATORS[kind]
        self.codes: dict[str, list[NDArray[np.int32]]] = {}
        self.known: dict[str, dict[str, int]] = {}
        self.values: dict[str, list[Array]] = {}
        self.texts: dict[str, list[list[str] | None]] = {}
        # What the csv module will read, from the first quote on
        self.quoted: list[bytes] | None = None

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

    def table(self) -> Table:
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
        return Table(self.path, self.kind, names, numbers, written, line, layout)


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
