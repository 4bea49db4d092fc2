"""What words weigh: YiSi's idf, log₂(1 + (N + 1) / (c + 1)), where c of the N references have the word (Lo 2019).

A word is looked up as it is spelt, or else with its letters from A to Z in lower case, as in the published program.
Pieces of an encoder are weighed by their numbers in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from assay.data import Array
from assay.metrics.meaning.models import encoder_of
from assay.metrics.meaning.word_vectors import ascii_lower, is_table, number_column
from assay.resources import Resources
from assay.text import Column
from assay.text.column import Grouped

_SEGMENTS = 512  # whose vectors are in memory at a time

Names = Sequence[str] | NDArray[np.int32]
Weigh = Callable[[Names], Array]


def in_parts(
    texts: Column, references: Grouped, *, whole: bool = False
) -> Iterator[tuple[int, int, Grouped]]:
    """Yield some segments after the other, with their references; or all of them at once."""
    size = max(len(texts), 1) if whole else _SEGMENTS
    for start in range(0, len(texts), size):
        stop = min(start + size, len(texts))
        yield start, stop, references.part(start, stop)


def no_weights(names: Names) -> Array:
    """Weigh all words the same."""
    return np.ones(len(names))


def weights_of(model: str, texts: Column, resources: Resources) -> Weigh:
    """Learn from texts what the words of a table, or the pieces of an encoder, weigh."""
    if is_table(model):
        return word_weights(texts)
    encoder = encoder_of(model, None, resources)
    counts = Counter(piece for text in texts for piece in set(encoder.pieces(text)[0]))
    return lambda names: _idf(np.array([counts[int(name)] for name in names]), len(texts))


def word_weights(texts: Column) -> Weigh:
    """Learn from texts what words weigh."""
    numbered = number_column(texts)
    rows = np.repeat(np.arange(len(texts)), np.diff(numbered.offsets))
    pairs = np.sort(rows * max(len(numbered.words), 1) + numbered.ids)
    once = pairs[np.diff(pairs, prepend=-1) > 0] % max(len(numbered.words), 1)
    counts = dict(zip(numbered.words, np.bincount(once, minlength=len(numbered.words)).tolist(), strict=True))

    def weigh(names: Names) -> Array:
        found = [counts.get(name) or counts.get(ascii_lower(name), 0) for name in map(str, names)]
        return _idf(np.array(found, dtype=np.int64), len(texts))

    return weigh


def _idf(counts: NDArray[np.int64], texts: int) -> Array:
    return np.asarray(np.log2(1 + (texts + 1) / (counts + 1.0)))
