"""Lines as sets of words: how many words lines share, and which lines are equal. For checks of whole files."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.kernel.columns import Bytes, Matrix, Offsets, Texts, check_offsets

UNLIKE, EQUAL, BLANK = 0, 1, 2


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


def equal_lines(texts: Texts, others: Texts) -> Bytes:
    """Tell of every line whether it is `EQUAL` to the other but for its ends, `UNLIKE`, or the other `BLANK`."""
    for column in (texts, others):
        check_offsets(column.data, column.offsets)
    if len(texts.offsets) != len(others.offsets):
        raise ValueError("columns must have the same number of rows")
    equality = np.empty(len(texts.offsets) - 1, dtype=np.uint8)
    native.equal_lines(*texts, *others, equality)
    return equality
