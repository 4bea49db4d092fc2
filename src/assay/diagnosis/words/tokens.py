"""Text as words: all columns of a set tokenised alike, their words numbered in one list.

A feature of a word (its frequency, its case, its stem) is then an array over that list, and a feature of all words
of a column is a look-up.

Words of an output match words of its reference whatever their order: the k-th copy of a word matches the k-th copy on
the other side. With several references, the one that the error classes chose is the reference of the segment.

Words are placed in their texts as these were before tokenising. Most texts have nothing but blanks beside their words:
all words of such texts are placed at once, by counting characters; those of other texts, which the tokeniser rewrote,
are looked for word by word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.diagnosis.words.scripts import code_points
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


def number_words(
    columns: Sequence[Sequence[str]], tok: str, *, lowercase: bool = False, threads: int = 0
) -> list[Words]:
    """Tokenise columns and number their words in the order in which they first appear."""
    texts = [Column.of(column) for column in columns]
    split = [tokenize(column.lower() if lowercase else column, tok, threads) for column in texts]
    every = _one_after_the_other(split)
    ids, offsets, places = kernel.column_ids(every.texts)
    letters, ends = every.data.tobytes(), np.cumsum([0, *map(len, split)]).tolist()
    vocabulary = tuple(letters[start:end].decode("utf-8", "surrogatepass") for start, end in places.tolist())
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
    buffers = [np.empty(0, dtype=np.uint8), *(column.data for column in columns)]
    return Column(np.concatenate(buffers), np.concatenate([np.zeros(1, dtype=np.int64), *offsets]))


Places = NDArray[np.int64]


@dataclass(frozen=True)
class Matching:
    """For every output word the place of the reference word that it matches, and the other way round; -1 for none."""

    output: Places
    reference: Places


def copies(words: Words) -> Places:
    """Return for every word how many copies of it stand before it in its segment."""
    keys = words.segments() * np.int64(len(words.vocabulary)) + words.ids
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = (
        np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
        if len(keys)
        else np.empty(0, int)
    )
    lengths = np.diff(np.concatenate([starts, [len(keys)]]))
    before = np.empty(len(keys), dtype=np.int64)
    before[order] = np.arange(len(keys)) - np.repeat(starts, lengths)
    return before


def match_words(output: Words, reference: Words) -> Matching:
    """Match words copy by copy, segment by segment."""
    counts = copies(output), copies(reference)
    most = max((int(copies_of.max()) for copies_of in counts if len(copies_of)), default=0) + 1
    keys = _keys(output, counts[0], most), _keys(reference, counts[1], most)
    _, first, second = np.intersect1d(keys[0], keys[1], assume_unique=True, return_indices=True)
    matching = Matching(np.full(len(output.ids), -1), np.full(len(reference.ids), -1))
    matching.output[first] = second
    matching.reference[second] = first
    return matching


def _keys(words: Words, copy: Places, most: int) -> Places:
    """Return a number for every word that tells segment, word and copy; no two are equal on one side."""
    pairs = words.segments() * np.int64(max(len(words.vocabulary), 1)) + words.ids
    return np.asarray(pairs * np.int64(most) + copy)


WINDOW = (
    # How far behind the last word the next is looked for: a text of one megabyte may have none of them
    1000
)
Numbers = NDArray[np.int64]


def word_places(words: Words, texts: Sequence[str]) -> tuple[Numbers, Numbers]:
    """Return where every word begins and ends in its text; -1 for a word that is not found there."""
    starts, ends = np.full(len(words.ids), -1), np.full(len(words.ids), -1)
    lengths = np.fromiter(map(len, words.vocabulary), dtype=np.int64, count=len(words.vocabulary))[words.ids]
    known = _between_blanks(words, texts)
    rows = np.flatnonzero(known[words.segments()])
    starts[rows], ends[rows] = _counted(words, lengths, texts, rows)
    known &= _in_sight(words, starts) & _unbroken(words, ends - starts == lengths)
    for segment in np.flatnonzero(~known).tolist():
        part = slice(*words.offsets[segment : segment + 2].tolist())
        starts[part] = _searched(words.at(segment), texts[segment])
        ends[part] = np.where(starts[part] < 0, -1, starts[part] + lengths[part])
    return starts, ends


def _between_blanks(words: Words, texts: Sequence[str]) -> NDArray[np.bool_]:
    """Tell which texts are their words and blanks."""
    spelt = list(map(words.vocabulary.__getitem__, words.ids.tolist()))
    bounds = words.offsets.tolist()
    told = [
        "".join(spelt[start:stop]) == text.replace(" ", "")
        for text, start, stop in zip(texts, bounds[:-1], bounds[1:], strict=True)
    ]
    return np.array(told, dtype=bool)


def _counted(words: Words, lengths: Numbers, texts: Sequence[str], rows: Numbers) -> tuple[Numbers, Numbers]:
    """Place some words of such texts: the first has the first characters that are no blanks, and so on."""
    points, sizes = code_points(texts)
    solid, begins = np.flatnonzero(points != ord(" ")), np.cumsum(sizes) - sizes
    before, owners = np.concatenate([[0], np.cumsum(lengths)]), words.segments()[rows]
    shift = np.searchsorted(solid, begins) - before[words.offsets[:-1]]
    first = before[rows] + shift[owners]
    return solid[first] - begins[owners], solid[first + lengths[rows] - 1] + 1 - begins[owners]


def _in_sight(words: Words, starts: Numbers) -> NDArray[np.bool_]:
    """Tell which segments have every word begin near the one before: what is further away may be out of sight."""
    apart = np.diff(starts, prepend=0)
    begin = words.offsets[:-1][words.lengths > 0]
    apart[begin] = starts[begin]
    return _unbroken(words, apart <= WINDOW)


def _unbroken(words: Words, holds: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell of which segments something holds for all words."""
    return np.asarray(np.bincount(words.segments()[~holds], minlength=len(words)) == 0)


def _searched(words: Sequence[str], text: str) -> list[int]:
    """Look for the words of one text, each behind the one before."""
    position, starts = 0, []
    for word in words:
        starts.append(text.find(word, position, position + WINDOW + len(word)))
        position = starts[-1] + len(word) if starts[-1] >= 0 else position
    return starts
