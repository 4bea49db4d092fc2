"""Text as words: all columns of a set tokenised alike, their words numbered in one list.

A feature of a word (its frequency, its case, its stem) is then an array over that list, and a feature of all words
of a column is a look-up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.text import Column, tokenize


@dataclass(frozen=True)
class Words:
    """A tokenised column; the words of segment i are `ids[offsets[i]:offsets[i + 1]]`."""

    vocabulary: tuple[str, ...]  # of the whole set, the same for all its columns
    ids: NDArray[np.int32]
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of words of every segment."""
        return np.diff(self.offsets)

    def segments(self) -> NDArray[np.int64]:
        """Return the segment that every word stands in."""
        return np.repeat(np.arange(len(self)), self.lengths)

    def positions(self) -> NDArray[np.int64]:
        """Return the place of every word in its segment, from 0."""
        return np.arange(len(self.ids)) - np.repeat(self.offsets[:-1], self.lengths)

    def counts(self) -> NDArray[np.int64]:
        """Return how often every word of the vocabulary stands in this column."""
        return np.bincount(self.ids, minlength=len(self.vocabulary))

    def at(self, segment: int) -> list[str]:
        """Return the words of a segment."""
        return [
            self.vocabulary[i] for i in self.ids[self.offsets[segment] : self.offsets[segment + 1]].tolist()
        ]


def numbered(
    columns: Sequence[Sequence[str]], tok: str, *, lowercase: bool = False, threads: int = 0
) -> list[Words]:
    """Tokenise columns and number their words in the order in which they first appear."""
    texts = [Column.of(column) for column in columns]
    split = [tokenize(column.lower() if lowercase else column, tok, threads) for column in texts]
    every = _one_after_the_other(split)
    ids, offsets, places = kernel.column_ids(every.texts)
    data, ends = every.data.tobytes(), np.cumsum([0, *map(len, split)]).tolist()
    vocabulary = tuple(data[start:end].decode("utf-8", "surrogatepass") for start, end in places.tolist())
    return [
        Words(
            vocabulary,
            ids[offsets[first] : offsets[last]],
            offsets[first : last + 1] - offsets[first],
        )
        for first, last in pairwise(ends)
    ]


def _one_after_the_other(columns: Sequence[Column]) -> Column:
    """Join columns to one."""
    starts = np.cumsum([0, *(len(column.data) for column in columns)]).tolist()
    offsets = [start + column.offsets[1:] for start, column in zip(starts, columns, strict=False)]
    data = [np.empty(0, dtype=np.uint8), *(column.data for column in columns)]
    return Column(np.concatenate(data), np.concatenate([np.zeros(1, dtype=np.int64), *offsets]))
