"""Loops: the same few words again and again, as a decoder writes them that has lost its way.

A loop is a stretch of up to eight words that follows upon itself: four times for one word, three times for more. It
must have a letter in it: rows of dots and dashes are typography. Text without blanks between words is looked at by
character.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.words.tokens import Words

LONGEST = 8
TIMES_ONE, TIMES = 4, 3
LONGEST_CHARACTERS = 12
TIMES_CHARACTERS = 5  # laughter and sighs have three or four


def loops(words: Words, *, characters: bool = False) -> NDArray[np.int64]:
    """Return how many words of every segment stand in loops, their first turn included."""
    letters = _with_letters(words.vocabulary)
    spoken = letters[words.ids] if len(words.ids) else np.zeros(0, dtype=np.bool_)
    segments = words.segments()
    looping = np.zeros(len(words.ids), dtype=np.bool_)
    longest = LONGEST_CHARACTERS if characters else LONGEST
    for period in range(1, longest + 1):
        times = TIMES_CHARACTERS if characters else TIMES_ONE if period == 1 else TIMES
        _mark(looping, words.ids, segments, spoken, (period, times))
    return np.bincount(segments[looping], minlength=len(words)).astype(np.int64)


@lru_cache(maxsize=4)
def _with_letters(vocabulary: tuple[str, ...]) -> NDArray[np.bool_]:
    return np.array([any(map(str.isalpha, word)) for word in vocabulary], dtype=np.bool_)


def _mark(
    looping: NDArray[np.bool_],
    ids: NDArray[np.int32],
    segments: NDArray[np.int64],
    spoken: NDArray[np.bool_],
    kind: tuple[int, int],
) -> None:
    """Mark the words of all loops of one period."""
    period, times = kind
    if len(ids) <= period:
        return
    same = np.concatenate(
        [[0], (ids[period:] == ids[:-period]) & (segments[period:] == segments[:-period]), [0]]
    )
    edges = np.flatnonzero(np.diff(same))
    starts, ends = edges[::2], edges[1::2]  # word i equals word i + period for i from start up to end
    long = ends - starts >= period * (times - 1)
    for start, end in zip(starts[long].tolist(), ends[long].tolist(), strict=True):
        if spoken[start : end + period].any():
            looping[start : end + period] = True
