"""A column of text as the kernel takes it: one UTF-8 buffer and int64 offsets (Arrow's layout).

A column is a sequence of `str` to everyone else. Lone surrogates, which Python's strings may hold, are kept
as three bytes each ("surrogatepass"), so that every string comes back as it went in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeGuard, overload

import numpy as np
from numpy.typing import NDArray

from assay import kernel

Bytes = NDArray[np.uint8]
Offsets = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Column(Sequence[str]):
    """Segments of text; segment i is `data[offsets[i]:offsets[i + 1]]` in UTF-8."""

    data: Bytes
    offsets: Offsets

    @classmethod
    def of(cls, strings: Sequence[str]) -> Column:
        """Build a column; a column is returned as it is."""
        if isinstance(strings, Column):
            return strings
        return cls(*kernel.encode(strings if isinstance(strings, list) else list(strings)))

    @classmethod
    def joined(cls, parts: Sequence[Column]) -> Column:
        """Put columns one after the other."""
        if len(parts) == 1:
            return parts[0]
        starts = np.cumsum([0, *(len(part.data) for part in parts)])
        offsets = [part.offsets[1:] + start for part, start in zip(parts, starts, strict=False)]
        data = np.concatenate([np.empty(0, np.uint8), *(part.data for part in parts)])
        return cls(data, np.concatenate([np.zeros(1, np.int64), *offsets]))

    @property
    def texts(self) -> kernel.Texts:
        """Return the arrays as the kernel takes them."""
        return kernel.Texts(self.data, self.offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Column: ...
    def __getitem__(self, index: int | slice) -> str | Column:
        if isinstance(index, slice):
            return self._slice(range(len(self))[index])
        at = range(len(self))[index]
        return self.data[self.offsets[at] : self.offsets[at + 1]].tobytes().decode("utf-8", "surrogatepass")

    def _slice(self, rows: range) -> Column:
        if rows.step != 1:
            return Column.of([self[row] for row in rows])
        ends = self.offsets[rows.start : rows.start + len(rows) + 1]
        first = ends[0] if len(ends) else 0
        return Column(self.data[first : ends[-1]], ends - first)

    def __iter__(self) -> Iterator[str]:
        text = self.data.tobytes()
        ends = self.offsets.tolist()
        for start, end in pairwise(ends):
            yield text[start:end].decode("utf-8", "surrogatepass")

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and all(map(str.__eq__, self, other))

    __hash__ = None  # type: ignore[assignment]  # arrays may change

    def lower(self) -> Column:
        """Lower-case by the full Unicode rules, as `str.lower` does, segment by segment."""
        data, left = kernel.lower(self.texts)
        for row in left.tolist():
            text = self[row].lower().encode("utf-8", "surrogatepass")
            if len(text) != self.offsets[row + 1] - self.offsets[row]:  # such as İ, which grows
                return Column.of([line.lower() for line in self])
            data[self.offsets[row] : self.offsets[row + 1]] = np.frombuffer(text, dtype=np.uint8)
        return Column(data, self.offsets)


def is_whole(column: Sequence[str | None]) -> TypeGuard[Sequence[str]]:
    """Say whether no text of the column is missing."""
    # The first look is the faster one
    return isinstance(column, Column) or all(column) or None not in column


@dataclass(frozen=True)
class Grouped:
    """The references of a set, segment by segment: those of segment i are rows groups[i] to groups[i + 1]."""

    column: Column
    groups: Offsets

    @classmethod
    def of(cls, streams: Iterable[Sequence[str | None]]) -> Grouped:
        """Turn columns of references, `None` where there is none, into one ragged column without holes."""
        columns = list(streams)
        if len(columns) == 1 and is_whole(columns[0]):
            return cls(Column.of(columns[0]), np.arange(len(columns[0]) + 1, dtype=np.int64))
        segments = list(zip(*columns, strict=True))
        texts = [text for segment in segments for text in segment if text is not None]
        sizes = [len(segment) - segment.count(None) for segment in segments]
        return cls(Column.of(texts), np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int64))

    def part(self, start: int, stop: int) -> Grouped:
        """Return the references of some segments."""
        first, last = int(self.groups[start]), int(self.groups[stop])
        return Grouped(self.column[first:last], self.groups[start : stop + 1] - first)

    def map(self, change: Callable[[Column], Column]) -> Grouped:
        """Apply a function from column to column to the texts and keep the grouping."""
        return Grouped(change(self.column), self.groups)


def count_tokenised(column: Sequence[str]) -> int:
    """Count the segments that end in a full stop of its own (" ."), the sign sacreBLEU looks for."""
    if not isinstance(column, Column):
        return sum(text.endswith(" .") for text in column)
    ends = column.offsets[1:][np.diff(column.offsets) >= 2]
    return int(np.count_nonzero((column.data[ends - 1] == ord(".")) & (column.data[ends - 2] == ord(" "))))
