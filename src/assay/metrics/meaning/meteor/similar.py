"""METEOR-E (Servan et al. 2016): words whose vectors are alike match as synonyms do.

The threshold of 0.80 is the recommended one as it is remembered; it is an option.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.metrics.meaning.word_vectors import VectorTable, unit
from assay.text import Column

FIRST = np.uint64(1 << 62)  # of the numbers that pairs have; no synset has one so high


@dataclass(frozen=True)
class Similarity:
    """Vectors of words, and the cosine above which two of them match."""

    table: VectorTable
    least: float


def similar_words(
    sentences: kernel.MeteorSentences, similarity: Similarity
) -> tuple[kernel.Ids, NDArray[np.uint64]]:
    """Return words and for each the number of a pair: two words of an output and its reference have one if alike."""
    words = Column(*sentences.words)
    vectors = unit(similarity.table.vectors(list(words)))
    rows, offsets = len(sentences.groups) - 1, sentences.offsets
    sides = [sentences.ids[start:stop] for start, stop in pairwise(offsets.tolist())]
    pairs = [np.zeros((0, 2), np.int64)]
    for row in range(rows):
        for place in range(int(sentences.groups[row]), int(sentences.groups[row + 1])):
            pairs.append(_alike(sides[row], sides[rows + place], vectors, similarity.least))
    ends = np.unique(np.concatenate(pairs), axis=0)
    numbers = FIRST + np.arange(len(ends), dtype=np.uint64)
    return ends.T.reshape(-1).astype(np.int32), np.tile(numbers, 2)


def _alike(hyp: kernel.Ids, ref: kernel.Ids, vectors: NDArray[np.float32], least: float) -> NDArray[np.int64]:
    """Return the pairs of different words whose cosine is above the threshold."""
    first, second = np.nonzero(vectors[hyp] @ vectors[ref].T > least)
    ends: NDArray[np.int64] = np.column_stack([hyp[first], ref[second]]).astype(np.int64)
    different: NDArray[np.int64] = ends[ends[:, 0] != ends[:, 1]]
    return different
