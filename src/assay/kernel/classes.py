"""Classes of words in error (Popović and Ney 2011), for whole columns: what is wrong with every word of both sides.

A word has a base form besides, which tells an inflection from another word. `diagnosis` says what the classes mean.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import assay.kernel._native as native
from assay.kernel.columns import Bytes, Ids, Offsets, bounded, check_offsets, cores

# Ids for each word, at most: tables of four bytes an id stay small beside the texts
SPARSE = 64
CLASSES: tuple[str, ...] = ("", "inflection", "reordering", "missing", "extra", "lexical")


@dataclass(frozen=True)
class SideWords:
    """Words of one side: ids and bases, and the words of segment i at `offsets[i]` to `offsets[i + 1]`."""

    words: Ids
    bases: Ids
    offsets: Offsets

    def __post_init__(self) -> None:
        """Refuse arrays that do not belong together: the kernel reads them without looking."""
        check_offsets(self.words, self.offsets)
        check_offsets(self.bases, self.offsets)
        for ids in (self.words, self.bases):
            if len(ids) and ids.min() < 0:
                raise ValueError("ids must not be negative")


@dataclass(frozen=True)
class WordErrors:
    """What is wrong with every word of a side.

    `marks` are operations of the edit path, `wrong` is 1 for words without a partner and 2 where another form of the
    word is one, `classes` are numbers of CLASSES.
    """

    marks: Bytes
    wrong: Bytes
    classes: Bytes

    @classmethod
    def room(cls, side: SideWords) -> WordErrors:
        """Make room for the kernel to fill."""
        return cls(*(np.zeros(len(side.words), dtype=np.uint8) for _ in range(3)))


@bounded
def word_classes(hyp: SideWords, ref: SideWords, *, threads: int = 0) -> tuple[WordErrors, WordErrors]:
    """Return what is wrong with every word of the outputs, and with every word of the references."""
    if len(hyp.offsets) != len(ref.offsets):
        raise ValueError(f"{len(hyp.offsets) - 1} outputs, {len(ref.offsets) - 1} references")
    outputs, references = WordErrors.room(hyp), WordErrors.room(ref)
    hyp, ref = _renumbered(hyp, ref)
    native.word_classes(
        hyp.words,
        hyp.bases,
        hyp.offsets,
        ref.words,
        ref.bases,
        ref.offsets,
        cores(threads),
        outputs.marks,
        outputs.wrong,
        outputs.classes,
        references.marks,
        references.wrong,
        references.classes,
    )
    return outputs, references


def _renumbered(hyp: SideWords, ref: SideWords) -> tuple[SideWords, SideWords]:
    """Return both sides with ids no higher than needed where they are far apart: the kernel keeps tables that long."""
    split, highest = len(hyp.words), max(int(ids.max(initial=0)) for ids in _ids(hyp, ref))
    if highest < SPARSE * (split + len(ref.words) + 1):
        return hyp, ref
    words, bases = (
        np.unique(np.concatenate(pair), return_inverse=True)[1].astype(np.int32)
        for pair in ((hyp.words, ref.words), (hyp.bases, ref.bases))
    )
    return (
        SideWords(words[:split], bases[:split], hyp.offsets),
        SideWords(words[split:], bases[split:], ref.offsets),
    )


def _ids(*sides: SideWords) -> list[Ids]:
    return [ids for side in sides for ids in (side.words, side.bases)]
