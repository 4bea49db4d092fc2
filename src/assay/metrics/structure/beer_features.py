"""The 62 features of BEER 2.0 (Stanojević and Sima'an 2015), by the names of its published models.

Four numbers say how far the pieces of two sentences agree, with P and R their precision and recall: a = min(P, R),
b = max(P, R), f the harmonic and g the geometric mean. Pieces are characters (char1 to char6), words (ngram1 to ngram4)
and pairs of words (skip1 to skip4, skip1000000 at any distance); two features more are the imbalance of the lengths.
"""

from __future__ import annotations

import numpy as np

from assay import kernel
from assay.data import Array
from assay.metrics.base import ratio

_CHARS, _WORDS, _SKIPS = kernel.BEER_CHARS, kernel.BEER_WORDS, kernel.BEER_SKIPS
_ANY = 1_000_000  # what the program calls any number of skipped words
_EMPTY = 100_000.0  # its imbalance of something and nothing
_LENGTHS = 4  # columns before the matches: words, characters of both sides


def beer_features(counts: Array) -> dict[str, Array]:
    """Return each feature of every row of the kernel's counts; a side without words has nothing in common."""
    columns = np.ascontiguousarray(counts.T)
    words, chars = columns[:2], columns[2:_LENGTHS]
    matches = np.where(words.min(axis=0) > 0, columns[_LENGTHS:], 0)
    sizes = _sizes(words, chars)
    kinds = _agreement(matches, np.stack(list(sizes.values())))
    features = {f"{name}.{kind}": kinds[kind][n] for n, name in enumerate(sizes) for kind in kinds}
    return features | {
        "len_disbalance_char.d.1.0": _imbalance(chars),
        "len_disbalance_word.d.1.0": _imbalance(words),
    }


def _sizes(words: Array, chars: Array) -> dict[str, Array]:
    """Return how many pieces of each kind both sides have, in the order of the kernel's matches."""
    sizes = {f"char{n}": np.maximum(chars - n + 1, 0) for n in range(1, _CHARS + 1)}
    sizes |= {f"ngram{n}": np.maximum(words - n + 1, 0) + 2 for n in range(1, _WORDS + 1)}  # and two ends
    sizes |= {f"skip{n}": _near_pairs(words, n + 1) for n in range(1, _SKIPS)}
    return sizes | {f"skip{_ANY}": words * (words - 1) / 2}


def _near_pairs(words: Array, distance: int) -> Array:
    """Return how many pairs of words are at most so far apart."""
    return np.asarray(sum(np.maximum(words - apart, 0) for apart in range(1, distance + 1)))


def _agreement(matches: Array, sizes: Array) -> dict[str, Array]:
    """Return the four numbers of every kind of piece."""
    precision, recall = ratio(matches, sizes[:, 0]), ratio(matches, sizes[:, 1])
    low, high = np.minimum(precision, recall), np.maximum(precision, recall)
    return {"a": low, "b": high, "f.1.0": ratio(2 * low * high, low + high), "g.1.0": np.sqrt(low * high)}


def _imbalance(lengths: Array) -> Array:
    """Return by what share the longer side is longer."""
    return ratio(lengths.max(axis=0), lengths.min(axis=0), empty=_EMPTY + 1) - 1


FEATURES = tuple(beer_features(np.zeros((0, _LENGTHS + _CHARS + _WORDS + _SKIPS))))
