"""Bitexts: word alignments in one direction, links of two, and the phrase pairs that links leave whole."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.kernel.columns import Ids, Offsets, bounded, check_ids, check_offsets, cores

SYMMETRIES = ("intersection", "union", "grow-diag", "grow-diag-final", "grow-diag-final-and")
ROOM = 1 << 26  # pairs of words: 256 MB


class Side(NamedTuple):
    """One language of a bitext: words numbered over the whole column, and where each sentence begins."""

    ids: Ids
    offsets: Offsets


@bounded
def align_words(
    source: Side,
    target: Side,
    *,
    model1: int = 5,
    hmm: int = 5,
    null_probability: float = 0.2,
    room: int = ROOM,
) -> Ids:
    """Return for every target word the place of its source word in the sentence, or -1.

    So many iterations of IBM model 1 are followed by those of a hidden Markov model. Where pairs of words are in the
    lexicon is kept from one to the next for as many pairs as there is `room`, which costs four bytes each.
    """
    _check(source, target)
    words = int(source.ids.max()) + 1 if len(source.ids) else 0
    out = np.full(len(target.ids), -1, dtype=np.int32)
    native.align_words(*source, *target, words, model1, hmm, null_probability, room, out)
    return out


def _check(source: Side, target: Side) -> None:
    for side in (source, target):
        check_offsets(side.ids, side.offsets)
        check_ids(side.ids, max(len(side.ids), 1))
        if side.offsets[0] or side.offsets[-1] != len(side.ids):
            raise ValueError("sentences must cover all words")
    if len(source.offsets) != len(target.offsets):
        raise ValueError("both sides must have as many sentences")


@bounded
def symmetrise(forward: Side, backward: Side, rule: str, *, threads: int = 0) -> NDArray[np.uint8]:
    """Join the alignments of two directions, by one of `SYMMETRIES`, to tables of source by target words.

    `forward` has places in the source for all target words, `backward` the reverse; 1 in a table is a link, and the
    tables of all sentences follow each other.
    """
    tables = table_offsets(backward.offsets, forward.offsets)
    for side, other in ((forward, backward), (backward, forward)):
        check_offsets(side.ids, side.offsets)
        sizes = np.repeat(np.diff(other.offsets), np.diff(side.offsets))
        if (side.ids < -1).any() or (side.ids >= sizes).any():
            raise ValueError("a place must be that of a word of the other side, or -1")
    out = np.empty(tables[-1], dtype=np.uint8)
    native.symmetrise(*forward, *backward, tables, SYMMETRIES.index(rule), cores(threads), out)
    return out


def table_offsets(source: Offsets, target: Offsets) -> Offsets:
    """Return where the table of each sentence begins: as many cells as its source and target words make pairs."""
    sizes = np.diff(source) * np.diff(target)
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


@bounded
def phrase_pairs(
    links: NDArray[np.uint8], source: Offsets, target: Offsets, most: int, *, threads: int = 0
) -> tuple[NDArray[np.int32], Offsets]:
    """Return all pairs of phrases of at most `most` words that no link leaves, and where those of a sentence begin.

    A row is the place of a source phrase in its sentence, its length, and those of the target phrase; each pair holds a
    link, and words without links may stand at the ends of the source phrase and of the target phrase.
    """
    tables = table_offsets(source, target)
    if len(links) != tables[-1] or most < 1:
        raise ValueError("links must fill the tables of all sentences, and phrases have words")
    counts = np.zeros(len(source) - 1, dtype=np.int64)
    nothing = np.empty(0, dtype=np.int32)
    offsets = np.zeros(len(source), dtype=np.int64)
    native.phrase_pairs(links, tables, source, target, most, cores(threads), offsets, counts, nothing)
    np.cumsum(counts, out=offsets[1:])
    out = np.empty(4 * offsets[-1], dtype=np.int32)
    if len(out):
        native.phrase_pairs(links, tables, source, target, most, cores(threads), offsets, counts, out)
    return out.reshape(-1, 4), offsets
