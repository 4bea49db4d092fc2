"""Lines of files: as sets of words, for checks of whole files, and as rows of a table of ratings.

Names of ratings become numbers and scores floats, without a Python string a field; and so the other way round: columns
are written as texts, and texts joined to rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.kernel.columns import Bytes, Ids, Matrix, Offsets, Texts, check_ids, check_offsets

UNLIKE, EQUAL, BLANK = 0, 1, 2
# How a number is written: as we would, in another way, not a number at all. A file is written back as it was read.
PLAIN, OTHERWISE, WORD = range(3)
NUMBER, PLACE = 24, 11  # bytes that a number, and a place in a text, take at most


@dataclass(frozen=True)
class LineWords:
    """The different words of lines: `keys[ends[i]:ends[i + 1]]` are those of line i, each as 32 bits of a hash."""

    sizes: Offsets  # words a line, all of them
    characters: Offsets
    ends: Offsets
    keys: NDArray[np.uint32]


def line_words(texts: Texts) -> LineWords:
    """Find the words of every line: runs of letters and numbers in lower case, single characters without blanks."""
    check_offsets(texts.data, texts.offsets)
    rows = len(texts.offsets) - 1
    sizes, characters, ends = (np.empty(size, dtype=np.int64) for size in (rows, rows, rows + 1))
    keys = np.empty((int(texts.offsets[-1] - texts.offsets[0]) + rows) // 2 + 1, dtype=np.uint32)
    native.line_words(*texts, sizes, characters, ends, keys)
    return LineWords(sizes, characters, ends, keys[: ends[-1]])


def shared_words(lines: LineWords, others: LineWords, shifts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count for every shift (rows) the different words that each line shares with the line so much further on."""
    for words in (lines, others):
        check_offsets(words.keys, words.ends)
    shared = np.empty(len(shifts) * len(lines.sizes), dtype=np.int64)
    native.shared_words(lines.keys, lines.ends, others.keys, others.ends, shifts, shared)
    return shared.reshape(len(shifts), -1)


def line_likeness(
    lines: LineWords, others: LineWords, shifts: NDArray[np.int64], *, penalty: float, widest: float
) -> tuple[Matrix, NDArray[np.bool_]]:
    """Return for every shift (rows) how alike each line and the line so much further on are, and where both have words.

    That is the share of words in common, less `penalty` times the difference of the logarithms of their lengths, which
    counts up to `widest`.
    """
    lengths, other_lengths = (np.log(words.characters + 5.0) for words in (lines, others))
    for words in (lines, others):
        check_offsets(words.keys, words.ends)
    likeness = np.empty(len(shifts) * len(lengths), dtype=np.float64)
    known = np.empty(len(likeness), dtype=np.bool_)
    native.line_likeness(
        *(lines.keys, lines.ends, lengths, others.keys, others.ends, other_lengths),
        *(shifts, penalty, widest, likeness, known),
    )
    return likeness.reshape(len(shifts), -1), known.reshape(len(shifts), -1)


def split_lines(text: bytes) -> Texts:
    """Cut text into its lines, without the line feed, or carriage return and line feed, that ends each."""
    data, offsets = np.empty(len(text), dtype=np.uint8), np.empty(text.count(b"\n") + 2, dtype=np.int64)
    rows = native.split_lines(np.frombuffer(text, dtype=np.uint8), data, offsets)
    return Texts(data[: offsets[rows]], offsets[: rows + 1])


def is_utf8(text: bytes) -> bool:
    """Tell whether bytes are UTF-8."""
    return native.is_utf8(np.frombuffer(text, dtype=np.uint8))


def take_lines(texts: Texts, rows: NDArray[np.int64]) -> Texts:
    """Put the lines of some rows one after the other; one below 0 is an empty line."""
    check_offsets(texts.data, texts.offsets)
    lines = rows[rows >= 0]
    size = int((texts.offsets[lines + 1] - texts.offsets[lines]).sum())
    data, offsets = np.empty(size, dtype=np.uint8), np.empty(len(rows) + 1, dtype=np.int64)
    native.take_lines(*texts, rows, data, offsets)
    return Texts(data, offsets)


def equal_lines(texts: Texts, others: Texts) -> Bytes:
    """Tell of every line whether it is `EQUAL` to the other but for its ends, `UNLIKE`, or the other `BLANK`."""
    for column in (texts, others):
        check_offsets(column.data, column.offsets)
    if len(texts.offsets) != len(others.offsets):
        raise ValueError("columns must have the same number of rows")
    equality = np.empty(len(texts.offsets) - 1, dtype=np.uint8)
    native.equal_lines(*texts, *others, equality)
    return equality


@dataclass(frozen=True)
class RatingCells:
    """Columns of a block of rows; a table has one row for each column of its kind, in the order of the file."""

    # How many have the right number of fields, up to the first that has not
    rows: int
    ragged: bool  # whether there is one that has not
    codes: Ids  # (name columns, rows)
    names: tuple[tuple[str, ...], ...]  # the names of each name column, by number
    # (number columns, rows), NaN for an empty field and for what is no number
    numbers: Matrix
    written: NDArray[np.uint8]  # (number columns, rows): PLAIN, OTHERWISE or WORD


def split_ratings(
    text: bytes, separator: str, is_number: Sequence[bool], *, quoting: bool = False
) -> RatingCells:
    """Split whole lines of UTF-8 at a separator that is one ASCII character.

    With `quoting`, fields may stand in double quotes; a row whose quotes are doubled or go over its line is ragged.
    """
    buffer: Bytes = np.frombuffer(text, dtype=np.uint8)
    rows = text.count(b"\n") + (not text.endswith(b"\n") and text != b"")
    kinds = np.array(is_number, dtype=np.uint8)
    numbers = int(kinds.sum())
    names = len(kinds) - numbers
    codes = np.empty((names, rows), dtype=np.int32)
    starts, lengths = np.empty((2, names, rows), dtype=np.int64)
    counts = np.zeros(names, dtype=np.int64)
    values = np.empty((numbers, rows))
    written = np.empty((numbers, rows), dtype=np.uint8)
    quote = ord('"') if quoting else 0
    good = native.split_ratings(
        buffer, ord(separator), quote, kinds, codes, starts, lengths, counts, values, written
    )
    vocabularies = tuple(
        _names(text, starts[column, :count], lengths[column, :count])
        for column, count in enumerate(counts.tolist())
    )
    return RatingCells(good, good < rows, codes[:, :good], vocabularies, values[:, :good], written[:, :good])


def _names(text: bytes, starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> tuple[str, ...]:
    ends = (starts + lengths).tolist()
    return tuple(text[start:end].decode() for start, end in zip(starts.tolist(), ends, strict=True))


# --- writing ------------------------------------------------------------------------------------------------


def number_texts(values: Matrix, missing: str = "", *, point: bool = False) -> Texts:
    """Write numbers as Python's `repr` does, and whole ones without ".0" unless `point`; `missing` stands for NaN."""
    nothing = _bytes(missing)
    data = np.empty(len(values) * max(NUMBER, len(nothing)), dtype=np.uint8)
    offsets = np.empty(len(values) + 1, dtype=np.int64)
    native.number_texts(values, point, nothing, data, offsets)
    return Texts(data[: offsets[-1]], offsets)


@dataclass(frozen=True)
class ErrorKinds:
    """How errors of each kind are written: as an object with both places, which ends in `tails`.

    `start` and `end` stand before the places, and `between` between two errors. The tail of a kind that is not
    `placed` is the whole object.
    """

    tails: Sequence[str]
    placed: Sequence[bool]
    start: str
    end: str
    between: str


def error_texts(offsets: Offsets, places: tuple[Ids, Ids], kind: Ids, kinds: ErrorKinds) -> Texts:
    """Write the errors of each row as a JSON list; -1 is a place that is not known, null."""
    start, end = places
    tails = [tail.encode("utf-8", "surrogatepass") for tail in kinds.tails]
    sizes = np.array([0, *map(len, tails)], dtype=np.int64)
    check_offsets(kind, offsets)
    check_ids(kind, len(tails))
    if not len(start) == len(end) == len(kind) or len(kinds.placed) != len(tails):
        raise ValueError("columns of errors must be equally long")
    form = _bytes(kinds.start), _bytes(kinds.end), _bytes(kinds.between)
    rows, most = len(offsets) - 1, 2 * PLACE + sum(map(len, form))
    data = np.empty(2 * rows + most * len(kind) + int(sizes[1:][kind].sum()), dtype=np.uint8)
    ends, placed = np.empty(rows + 1, dtype=np.int64), np.array(kinds.placed, dtype=np.uint8)
    joined = np.frombuffer(b"".join(tails), dtype=np.uint8)
    native.error_texts(offsets, start, end, kind, joined, np.cumsum(sizes), placed, *form, data, ends)
    return Texts(data[: ends[-1]], ends)


def quote_fields(texts: Texts, separator: str) -> Texts:
    """Put fields that have a separator, a quote or a line end into quotes, as CSV does, and double their quotes."""
    check_offsets(texts.data, texts.offsets)
    rows = len(texts.offsets) - 1
    data, offsets = np.empty(2 * (len(texts.data) + rows), dtype=np.uint8), np.empty(rows + 1, dtype=np.int64)
    quoted = native.quote_fields(*texts, ord(separator), data, offsets)
    return Texts(data[: offsets[-1]], offsets) if quoted else texts


@dataclass(frozen=True)
class CellColumn:
    """A column of cells: row i is text `index[i]`, without an index text i."""

    texts: Texts
    index: Ids | None = None

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return len(self.texts.offsets) - 1 if self.index is None else len(self.index)


@dataclass(frozen=True)
class RowForm:
    """What stands before the first cell of a row, between two and behind the last; `last`: behind that of the last row.

    Every column may have a key that stands before its cells; with `skips`, an empty cell is left out with its key.
    """

    opening: str = ""
    between: str = ""
    closing: str = ""
    last: str = ""
    keys: Sequence[str] = ()
    skips: bool = False


def join_rows(columns: Sequence[CellColumn], form: RowForm, before: str = "") -> tuple[bytes, Offsets]:
    """Join the cells of each row, row after row, `before` all of them; also return where rows begin and end."""
    if len({column.rows for column in columns}) > 1:
        raise ValueError("columns must have the same number of rows")
    if form.keys and len(form.keys) != len(columns):
        raise ValueError("there must be a key for every column, or none")
    rows = columns[0].rows if columns else 0
    indices = [np.empty(0, np.int32) if column.index is None else column.index for column in columns]
    for column, index in zip(columns, indices, strict=True):
        check_offsets(column.texts.data, column.texts.offsets)
        check_ids(index, len(column.texts.offsets) - 1)
    offsets = np.empty(rows + 1, dtype=np.int64)
    joined = native.join_rows(
        [column.texts.data for column in columns],
        [column.texts.offsets for column in columns],
        indices,
        [_bytes(key) for key in form.keys or [""] * len(columns)],
        [_bytes(text) for text in (before, form.opening, form.between, form.closing, form.last)],
        form.skips,
        offsets,
    )
    return joined, offsets


def _bytes(text: str) -> Bytes:
    return np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)
