"""Which words of an output are in its reference: the k-th copy of a word matches the k-th copy on the other side.

Order does not matter. With several references, the one that the error classes chose is the reference of the segment.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.words.tokens import Words

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
    found = np.empty(len(keys), dtype=np.int64)
    found[order] = np.arange(len(keys)) - np.repeat(starts, lengths)
    return found


def match(output: Words, reference: Words) -> Matching:
    """Match words copy by copy, segment by segment."""
    counts = copies(output), copies(reference)
    most = max((int(one.max()) for one in counts if len(one)), default=0) + 1
    keys = _keys(output, counts[0], most), _keys(reference, counts[1], most)
    _, first, second = np.intersect1d(keys[0], keys[1], assume_unique=True, return_indices=True)
    found = Matching(np.full(len(output.ids), -1), np.full(len(reference.ids), -1))
    found.output[first] = second
    found.reference[second] = first
    return found


def _keys(words: Words, copy: Places, most: int) -> Places:
    """Return a number for every word that tells segment, word and copy; no two are equal on one side."""
    pairs = words.segments() * np.int64(max(len(words.vocabulary), 1)) + words.ids
    return np.asarray(pairs * np.int64(most) + copy)
