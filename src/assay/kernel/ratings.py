"""Tables of ratings to columns: names as numbers, scores as floats, without a Python string a field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.kernel.columns import Bytes, Ids, Matrix

# How a number is written: as we would, in another way, not a number at all. A file is written back as it was read.
PLAIN, OTHERWISE, WORD = range(3)


@dataclass(frozen=True)
class RatingCells:
    """Columns of a block of rows; a table has one row for each column of its kind, in the order of the file."""

    rows: int  # how many have the right number of fields, up to the first that has not
    ragged: bool  # whether there is one that has not
    codes: Ids  # (name columns, rows)
    names: tuple[tuple[str, ...], ...]  # the names of each name column, by number
    numbers: Matrix  # (number columns, rows), NaN for an empty field and for what is no number
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
