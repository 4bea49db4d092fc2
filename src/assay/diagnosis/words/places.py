"""Where words stand in their texts: found again one after the other, in texts as they were before tokenising.

Most texts have nothing but blanks beside their words. All words of such texts are placed at once, by counting
characters; those of other texts, which the tokeniser rewrote, are looked for word by word.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.checks.scripts import code_points
from assay.diagnosis.words.tokens import Words

WINDOW = (
    1000  # how far behind the last word the next is looked for: a text of one megabyte may have none of them
)
Numbers = NDArray[np.int64]


def places(words: Words, texts: Sequence[str]) -> tuple[Numbers, Numbers]:
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
