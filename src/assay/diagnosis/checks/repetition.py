"""Text that is there once too often: source text left as it is, and the same few words again and again.

Runs of source words in the output have at least four words, three of them neither names nor numbers: all letters, the
first not a capital.

A loop, as a decoder writes it that has lost its way, is a stretch of up to eight words that follows upon itself: four
times for one word, three times for more. It must have a letter in it: rows of dots and dashes are typography. Text
without blanks between words is looked at by character."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.words.tokens import Words

# set by hand
RUN = 4  # words in a row
PLAIN = 3  # of them that want translating
# Words that want translating in a source, for its copy to be a fault
LEAST_PLAIN = 2
SPARE = 8  # characters by which blanks and case may change a length
LEAST_LETTERS = 8  # of a source without blanks

Counts = NDArray[np.int64]
PRIME = np.uint64(0x9E3779B97F4A7C15)


@lru_cache(maxsize=4)
def plain_words(vocabulary: tuple[str, ...]) -> NDArray[np.bool_]:
    """Say which words want translating: all letters, the first not a capital, and two of them at least."""
    return np.array(
        [len(word) > 1 and word.isalpha() and not word[0].isupper() for word in vocabulary], dtype=np.bool_
    )


def fragments(source: Words, output: Words) -> Counts:
    """Return how many words of every output stand in runs of words of its source."""
    plain = plain_words(output.vocabulary)
    keys, starts = _windows(output, plain)
    known, _ = _windows(source, plain)
    repeated = starts[np.isin(keys, known)]
    covered = np.zeros(len(output.ids) + RUN, dtype=np.int64)
    np.add.at(covered, repeated, 1)
    np.add.at(covered, repeated + RUN, -1)
    inside = np.cumsum(covered)[: len(output.ids)] > 0
    return np.bincount(output.segments()[inside], minlength=len(output)).astype(np.int64)


def _windows(words: Words, plain: NDArray[np.bool_]) -> tuple[NDArray[np.uint64], Counts]:
    """Return a number for every run of words with enough plain ones in it, and where it begins."""
    ids, segments = words.ids, words.segments()
    if len(ids) < RUN:
        return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int64)
    size = len(ids) - RUN + 1
    keys = segments[:size].astype(np.uint64)
    common = np.zeros(size, dtype=np.int64)
    for place in range(RUN):
        keys = keys * PRIME + ids[place : place + size].astype(np.uint64) + np.uint64(1)
        common += plain[ids[place : place + size]]
    places = np.flatnonzero((segments[:size] == segments[RUN - 1 :]) & (common >= PLAIN))
    return keys[places], places


def copied(source: Sequence[str], words: Words, outputs: Sequence[str]) -> Counts:
    """Return 1 where an output is its source, which has something in it to translate."""
    plain = np.concatenate([[0], np.cumsum(plain_words(words.vocabulary)[words.ids])])
    enough = plain[words.offsets[1:]] - plain[words.offsets[:-1]] >= LEAST_PLAIN
    same = [
        abs(len(original) - len(output)) <= SPARE and _folded(original) == _folded(output)
        for original, output in zip(source, outputs, strict=True)
    ]
    long = [
        equal and (many or (" " not in text and len(text) >= LEAST_LETTERS and not text.isascii()))
        for equal, many, text in zip(same, enough.tolist(), source, strict=True)
    ]
    return np.array(long, dtype=np.int64)


def _folded(text: str) -> str:
    return text.strip().casefold()


# set by hand: what people repeat on purpose is shorter or comes less often
LONGEST = 8  # words that one turn of a loop may have
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
    # Word i equals word i + period for i from start up to end
    starts, ends = edges[::2], edges[1::2]
    long = ends - starts >= period * (times - 1)
    for start, end in zip(starts[long].tolist(), ends[long].tolist(), strict=True):
        if spoken[start : end + period].any():
            looping[start : end + period] = True
