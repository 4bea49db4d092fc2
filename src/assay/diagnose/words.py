"""Text as words: all columns of a set tokenised alike, their words numbered in one list.

A feature of a word (its frequency, its case, its stem) is then an array over that list, and a feature of all words
of a column is a look-up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count

import numpy as np
from numpy.typing import NDArray

from assay.text.column import Column
from assay.text.tokenize import tokenize


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
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    split = [_split(column, tok, lowercase, threads) for column in columns]
    found = []
    for lines in split:
        ids = list(map(numbers.__getitem__, chain.from_iterable(lines)))
        offsets = np.concatenate([[0], np.cumsum([len(line) for line in lines], dtype=np.int64)])
        found.append((np.array(ids, dtype=np.int32), offsets.astype(np.int64)))
    vocabulary = tuple(numbers)
    return [Words(vocabulary, ids, offsets) for ids, offsets in found]


def _split(column: Sequence[str], tok: str, lowercase: bool, threads: int) -> list[list[str]]:
    texts = column if isinstance(column, Column) else Column.of(column)
    tokenised = tokenize(texts.lower() if lowercase else texts, tok, threads)
    lines = [line.split(" ") for line in tokenised]
    return [[word for word in line if word] if "" in line else line for line in lines]
