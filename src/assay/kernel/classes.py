"""Classes of words in error, for whole columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.kernel import _native
from assay.kernel.columns import Bytes, Ids, Offsets, check_offsets, cores

CLASSES = ("", "inflection", "reordering", "missing", "extra", "lexical")


@dataclass(frozen=True)
class Side:
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
class Judged:
    """What was found out about every word of a side.

    `marks` are operations of the edit path, `wrong` is 1 for words without a partner and 2 where another form of the
    word is one, `classes` are numbers of CLASSES.
    """

    marks: Bytes
    wrong: Bytes
    classes: Bytes

    @classmethod
    def room(cls, side: Side) -> Judged:
        """Make room for what will be found out."""
        return cls(*(np.zeros(len(side.words), dtype=np.uint8) for _ in range(3)))


def word_classes(hyp: Side, ref: Side, *, threads: int = 0) -> tuple[Judged, Judged]:
    """Return what is wrong with every word of the outputs, and with every word of the references."""
    if len(hyp.offsets) != len(ref.offsets):
        raise ValueError(f"{len(hyp.offsets) - 1} outputs, {len(ref.offsets) - 1} references")
    outputs, references = Judged.room(hyp), Judged.room(ref)
    _native.word_classes(
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
