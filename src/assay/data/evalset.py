"""The evaluation set and what systems made of it: frozen columns, one entry a segment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.errors import InputError, MismatchError, OptionError, counted
from assay.text import is_whole

Array = NDArray[np.float64]
SHARD = 65536  # segments that are read and scored at a time


@dataclass(frozen=True)
class Codes:
    """A column of names, each stored once; row i is `names[index[i]]`."""

    names: tuple[str, ...]
    index: NDArray[np.int32]

    @classmethod
    def of(cls, column: Sequence[str], known: dict[str, int] | None = None) -> Codes:
        """Number the names in the order in which they first appear.

        `known` holds the numbers given so far and grows: shards that share it agree on every number.
        """
        numbers = {} if known is None else known
        index = numbered(column, numbers)
        return cls(tuple(numbers), index)

    @classmethod
    def blocks(cls, segments: int, size: int) -> Codes:
        """Name blocks of consecutive segments by their numbers, from 1 on: "1-10", "11-20"; the last may be short."""
        if size < 1:
            raise OptionError(f"a block must have at least 1 segment, not {size}")
        starts = range(1, segments + 1, size)
        ends = (min(start + size - 1, segments) for start in starts)
        names = (
            f"{start}-{end}" if start < end else str(start) for start, end in zip(starts, ends, strict=True)
        )
        return cls(tuple(names), np.arange(segments, dtype=np.int32) // np.int32(min(size, max(segments, 1))))

    @classmethod
    def alike(cls, name: str, rows: int) -> Codes:
        """Return a column that has the same name in every row."""
        return cls((name,), np.zeros(rows, dtype=np.int32))

    def __len__(self) -> int:
        return len(self.index)

    def at(self, rows: NDArray[np.int64]) -> Codes:
        """Return the column of some rows; names keep their numbers."""
        return Codes(self.names, self.index[rows])

    def followed_by(self, later: Codes) -> Codes:
        """Return this column and another one after it; names keep their numbers."""
        known = {name: number for number, name in enumerate(self.names)}
        own = numbered(later.names, known)
        return Codes(tuple(known), np.concatenate([self.index, own[later.index]]))

    def used(self) -> Codes:
        """Return the column without the names that no row has, and without two numbers for one name."""
        names: dict[str, int] = {}
        numbers = np.zeros(len(self.names), dtype=np.int32)
        for number in np.flatnonzero(np.bincount(self.index, minlength=len(numbers))).tolist():
            numbers[number] = names.setdefault(self.names[number], len(names))
        return self if len(names) == len(numbers) else Codes(tuple(names), numbers[self.index])

    def among(self, names: Iterable[str]) -> NDArray[np.bool_]:
        """Tell for every row whether its name is one of these."""
        wanted = set(names)
        known = np.array([name in wanted for name in self.names], dtype=bool)
        return known[self.index] if len(known) else np.zeros(len(self), dtype=bool)

    def column(self) -> list[str]:
        """Return the names row by row."""
        if len(self.names) == 1:
            return list(self.names) * len(self.index)
        column: list[str] = np.array(self.names, dtype=object)[self.index].tolist()
        return column


def numbered(column: Sequence[str], numbers: dict[str, int]) -> NDArray[np.int32]:
    """Number names in the order in which they first appear; `numbers` holds those given so far, and grows."""
    for name in dict.fromkeys(column):
        numbers.setdefault(name, len(numbers))
    return np.fromiter(map(numbers.__getitem__, column), dtype=np.int32, count=len(column))


@dataclass(frozen=True)
class EvalSet:
    """Source, references and document of every segment; `None` is a missing reference, "" an empty one.

    A set for metrics that need no reference has none at all; its length is that of the source, or of the ids.
    """

    name: str
    languages: tuple[str, str]
    source: Sequence[str] | None
    references: Mapping[str, Sequence[str | None]]
    document: Codes | None
    ids: Sequence[str] | None = None  # what the files call segments, where they name them

    def __post_init__(self) -> None:
        """Refuse columns of different lengths and segments that lack the reference which others have."""
        if not self.references and self.source is None and self.ids is None:
            raise InputError(f"{self.name}: no reference; give at least one")
        (first, other), *columns = self._columns()
        for name, column in columns:
            if len(column) != len(other):
                raise MismatchError(
                    f"{self.name}: {name} has {counted(len(column), 'segment')}, {first} has {len(other)}"
                )
        self._refuse_bare_segments()

    def _columns(self) -> Iterator[tuple[str, Sequence[object] | Codes]]:
        yield from self.references.items()
        named = {"source": self.source, "the column of ids": self.ids, "the document column": self.document}
        yield from ((name, column) for name, column in named.items() if column is not None)

    def _refuse_bare_segments(self) -> None:
        if not self.references or any(map(is_whole, self.references.values())):
            return
        for number, refs in enumerate(zip(*self.references.values(), strict=True), start=1):
            if all(ref is None for ref in refs):
                raise InputError(
                    f"{self.name}: segment {number} has no reference; "
                    "give it one, or leave the segment out of the set and of every output"
                )

    def __len__(self) -> int:
        return len(next(self._columns())[1])

    def reference_counts(self) -> tuple[int, int]:
        """Return the smallest and the largest number of references that any segment has."""
        counts = np.zeros(len(self), dtype=np.int64)
        for column in self.references.values():
            counts += 1 if is_whole(column) else [text is not None for text in column]
        return (int(counts.min()), int(counts.max())) if len(self) else (len(self.references),) * 2

    def part(self, start: int, stop: int) -> EvalSet:
        """Return segments start to stop (exclusive) as a set of their own."""
        rows = slice(start, stop)
        document = self.document and replace(self.document, index=self.document.index[rows])
        return replace(
            self,
            source=None if self.source is None else self.source[rows],
            references={name: column[rows] for name, column in self.references.items()},
            document=document,
            ids=None if self.ids is None else self.ids[rows],
        )


Outputs = Mapping[str, Sequence[str]]


def shards(evalset: EvalSet, outputs: Outputs, rows: int = SHARD) -> Iterator[tuple[EvalSet, Outputs]]:
    """Yield a set in parts of so many segments: what is worked on at a time should stay small."""
    if len(evalset) <= rows:
        yield evalset, outputs
        return
    for start in range(0, len(evalset), rows):
        part = slice(start, start + rows)
        yield evalset.part(start, start + rows), {name: column[part] for name, column in outputs.items()}


def join_shards(parts: Sequence[tuple[EvalSet, Outputs]]) -> tuple[EvalSet, Outputs]:
    """Put the shards of a set together again."""
    sets = [evalset for evalset, _ in parts]
    last = sets[-1].document
    joined = replace(
        sets[0],
        source=None if sets[0].source is None else [line for part in sets for line in part.source or ()],
        references={
            name: [text for part in sets for text in part.references[name]] for name in sets[0].references
        },
        document=last
        and Codes(last.names, np.concatenate([part.document.index for part in sets if part.document])),
        ids=None if sets[0].ids is None else [name for part in sets for name in part.ids or ()],
    )
    return joined, {name: [line for _, part in parts for line in part[name]] for name in parts[0][1]}


@dataclass(frozen=True)
class Bilingual:
    """Source and outputs of a text that has no reference; `ids` are what the file calls its segments, or numbers."""

    name: str
    languages: tuple[str, str]
    source: Sequence[str]
    outputs: Outputs
    ids: Sequence[str]
    document: Codes | None = None

    def __post_init__(self) -> None:
        """Refuse columns of different lengths."""
        if self.document is not None and len(self.document) != len(self):
            raise MismatchError(
                f"{self.name}: {len(self.document)} documents are named, the source has {len(self)} segments; name one "
                "per segment"
            )
        for name, column in self.outputs.items():
            if len(column) != len(self):
                raise MismatchError(
                    f"{self.name}: {name} has {counted(len(column), 'segment')}, the source has {len(self)}; give one "
                    "per segment"
                )

    def __len__(self) -> int:
        return len(self.source)


def numbered_ids(segments: int) -> list[str]:
    """Return what segments without a name are called: their numbers, from 1."""
    return [str(number) for number in range(1, segments + 1)]


@dataclass(frozen=True)
class Term:
    """A source term and the target terms that are right for it."""

    source: str
    targets: tuple[str, ...]


@dataclass(frozen=True)
class NBest:
    """The n best outputs of a system for every segment: those of segment i are `texts[starts[i]:starts[i + 1]]`."""

    name: str
    texts: tuple[str, ...]
    starts: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.starts) - 1
