"""Test segments in a training text: found as a whole, or by 13 words in a row, after normalisation.

Normalised are case, width and punctuation: NFKC, case folded, words of letters and digits only; in scripts without
blanks every character is a word. Thirteen words in a row are the usual sign of overlap (Brown et al. 2020). Whole
segments count from five words on: shorter ones are found in any text. The training text is read once, a batch of
lines at a time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

ORDER = 13  # words in a row (Brown et al. 2020)
# Of a segment, set by hand: shorter ones are found in any text
LEAST_WORDS = 5
BATCH = 20_000  # lines that are looked at together
WORD = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[^\W_]+"
)
PRIME = np.uint64(0x9E3779B97F4A7C15)

Keys = NDArray[np.uint64]


@dataclass(frozen=True)
class Leak:
    """A test segment that the training text has: whole, or in part, and the first line where it was met."""

    segment: int  # from 0
    whole: bool
    share: float  # of its runs of 13 words
    line: int  # of the training text, from 1


def words_of(text: str) -> list[str]:
    """Return the words of a text after normalisation."""
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return WORD.findall(plain.casefold())


def leaks(segments: Sequence[str], training: Iterable[str]) -> list[Leak]:
    """Return the segments of which the training text has the whole or a run of words."""
    return _Search(segments).run(training)


class _Search:
    """What is looked for: whole segments and runs of words, by number."""

    def __init__(self, segments: Sequence[str]) -> None:
        split = [words_of(text) for text in segments]
        self.numbers: dict[str, int] = {}
        ids = [[self.numbers.setdefault(word, len(self.numbers)) for word in words] for words in split]
        self.whole: dict[tuple[int, ...], list[int]] = {}
        for row, words in enumerate(ids):
            if len(words) >= LEAST_WORDS:
                self.whole.setdefault(tuple(words), []).append(row)
        self.lengths = {len(words) for words in self.whole}
        keys, rows = _runs(ids)
        self.keys, self.rows = keys, rows
        self.distinct, self.owner = np.unique(keys, return_inverse=True)
        # The line of the training text, 0 for none
        self.found = np.zeros(len(self.distinct), dtype=np.int64)
        self.at: dict[int, int] = {}

    def run(self, training: Iterable[str]) -> list[Leak]:
        line = 1
        for batch in _batches(training):
            self._look(batch, line)
            line += len(batch)
        return self._leaks()

    def _look(self, batch: Sequence[str], first: int) -> None:
        get = self.numbers.get
        ids = [[get(word, -1) for word in words_of(text)] for text in batch]
        for place, words in enumerate(ids):
            if len(words) in self.lengths and -1 not in words:
                for row in self.whole.get(tuple(words), ()):
                    self.at.setdefault(row, first + place)
        keys, lines = _runs(ids)
        if not len(keys) or not len(self.distinct):
            return
        places = np.searchsorted(self.distinct, keys).clip(max=len(self.distinct) - 1)
        hits = np.flatnonzero((self.distinct[places] == keys) & (self.found[places] == 0))
        self.found[places[hits[::-1]]] = first + lines[hits[::-1]]  # the first one is written last

    def _leaks(self) -> list[Leak]:
        met = self.found[self.owner] if len(self.keys) else np.zeros(0, dtype=np.int64)
        size = 1 + max([-1, *self.at, *self.rows.tolist()])
        runs = np.bincount(self.rows, minlength=size)
        hits = np.bincount(self.rows[met > 0], minlength=size)
        first = {int(row): int(line) for row, line in zip(self.rows[::-1], met[::-1], strict=True) if line}
        rows = sorted({*self.at, *np.flatnonzero(hits).tolist()})
        return [
            Leak(
                row,
                row in self.at,
                1.0 if row in self.at else float(hits[row] / runs[row]),
                self.at.get(row) or first[row],
            )
            for row in rows
        ]


def _batches(training: Iterable[str]) -> Iterator[list[str]]:
    lines = iter(training)
    while batch := list(islice(lines, BATCH)):
        yield batch


def _runs(ids: Sequence[Sequence[int]]) -> tuple[Keys, NDArray[np.int64]]:
    """Return a number for every run of 13 known words, and the row it stands in."""
    flat = np.fromiter((word for words in ids for word in words), dtype=np.int64)
    rows = np.repeat(np.arange(len(ids)), [len(words) for words in ids])
    size = len(flat) - ORDER + 1
    if size < 1:
        return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int64)
    unknown = np.concatenate([[0], np.cumsum(flat < 0)])
    starts = np.flatnonzero((rows[:size] == rows[ORDER - 1 :]) & (unknown[ORDER:] == unknown[:size]))
    keys = np.zeros(len(starts), dtype=np.uint64)
    for place in range(ORDER):
        keys = keys * PRIME + flat[starts + place].astype(np.uint64) + np.uint64(1)
    return keys, rows[starts]
