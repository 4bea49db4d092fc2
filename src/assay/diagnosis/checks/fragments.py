"""Source text that was left as it is: runs of source words in the output, and outputs that are their source.

A run has at least four words, three of them neither names nor numbers: all letters, the first not a capital.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.words.tokens import Words

RUN = 4
PLAIN = 3
LEAST_PLAIN = 2  # words that want translating in a source, for its copy to be a fault
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
    found = starts[np.isin(keys, known)]
    covered = np.zeros(len(output.ids) + RUN, dtype=np.int64)
    np.add.at(covered, found, 1)
    np.add.at(covered, found + RUN, -1)
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
    kept = np.flatnonzero((segments[:size] == segments[RUN - 1 :]) & (common >= PLAIN))
    return keys[kept], kept


def copied(source: Sequence[str], words: Words, outputs: Sequence[str]) -> Counts:
    """Return 1 where an output is its source, which has something in it to translate."""
    plain = np.concatenate([[0], np.cumsum(plain_words(words.vocabulary)[words.ids])])
    enough = plain[words.offsets[1:]] - plain[words.offsets[:-1]] >= LEAST_PLAIN
    same = [
        abs(len(one) - len(other)) <= SPARE and _folded(one) == _folded(other)
        for one, other in zip(source, outputs, strict=True)
    ]
    long = [
        one and (many or (" " not in text and len(text) >= LEAST_LETTERS and not text.isascii()))
        for one, many, text in zip(same, enough.tolist(), source, strict=True)
    ]
    return np.array(long, dtype=np.int64)


def _folded(text: str) -> str:
    return text.strip().casefold()
