"""WER, word error rate: the cheapest substitutions, deletions and insertions, over the reference length.

Counts and rate are those of jiwer 4, kind by kind, and so is an empty reference: each insertion counts 100. With
weights the weighted cost is minimised, which is not the same as weighting an alignment of fewest edits. jiwer
splits at blanks alone, we at any white space.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay import kernel
from assay.data import EvalSet
from assay.metrics import alignment
from assay.metrics.edits import EditMetric
from assay.metrics.words import WordMetric
from assay.resources import Resources
from assay.text import Column, Grouped


@dataclass(frozen=True)
class Wer(WordMetric, EditMetric):
    """Words replaced, missing and too many, over the reference length."""

    name: ClassVar[str] = "wer"

    def __post_init__(self) -> None:
        """Check the options of both kinds."""
        WordMetric.__post_init__(self)
        EditMetric.__post_init__(self)

    def align(self, evalset: EvalSet, resources: Resources) -> alignment.AlignFn:
        """Split the references once; return the function from outputs to alignments."""
        threads, number = resources.threads, self.numbering(evalset, resources)
        references = Grouped.of(evalset.references.values()).map(lambda column: self.words(column, threads))
        places = alignment.present(evalset)

        def align(outputs: Sequence[str]) -> list[alignment.WordAlignment]:
            found = kernel.edit_alignments(number(outputs), **self._weights, threads=threads)
            words = self.words(Column.of(outputs), threads)
            return alignment.read(found, alignment.Compared(words, references, alignment.split_words), places)

        return align
