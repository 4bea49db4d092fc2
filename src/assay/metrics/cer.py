"""CER, character error rate: the cheapest edits of characters, over the reference length in characters.

Counts and rate are those of jiwer 4: white space at both ends is dropped, any other character counts, blanks
too. A character is a code point. An empty reference is as in WER: each insertion counts 100.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay import kernel
from assay.data import EvalSet
from assay.kernel import Offsets, Texts
from assay.metrics import alignment
from assay.metrics.base import StatsFn, option
from assay.metrics.edits import EditMetric
from assay.metrics.words import Number
from assay.resources import Resources
from assay.text import Column, Grouped


@dataclass(frozen=True)
class Cer(EditMetric):
    """Characters replaced, missing and too many, over the reference length in characters."""

    name: ClassVar[str] = "cer"

    whitespace: bool = option(True, "count white space between words; that at both ends never counts")
    lowercase: bool = option(False, "lower-case both sides")

    def counting(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Lower-case the references once, if asked; return the function that counts without numbering characters."""
        sides, weights = self._sides(evalset), self._weights
        return lambda outputs: kernel.char_edit_stats(
            *sides(outputs), whitespace=self.whitespace, **weights, threads=resources.threads
        )

    def numbering(self, evalset: EvalSet, resources: Resources) -> Number:
        """Lower-case the references once, if asked; return the function that numbers characters."""
        sides = self._sides(evalset)
        return lambda outputs: kernel.char_ids(
            *sides(outputs), whitespace=self.whitespace, threads=resources.threads
        )

    def align(self, evalset: EvalSet, resources: Resources) -> alignment.AlignFn:
        """Lower-case the references once, if asked; return the function from outputs to alignments."""
        number = self.numbering(evalset, resources)
        references = Grouped.of(evalset.references.values()).map(self._text)
        places = alignment.present(evalset)

        def align(outputs: Sequence[str]) -> list[alignment.WordAlignment]:
            found = kernel.edit_alignments(number(outputs), **self._weights, threads=resources.threads)
            compared = alignment.Compared(self._text(Column.of(outputs)), references, self._characters)
            return alignment.read(found, compared, places)

        return align

    def _sides(self, evalset: EvalSet) -> Callable[[Sequence[str]], tuple[Texts, Texts, Offsets]]:
        references = Grouped.of(evalset.references.values()).map(self._text)
        column, groups = references.column.texts, references.groups
        return lambda outputs: (self._text(Column.of(outputs)).texts, column, groups)

    def _text(self, column: Column) -> Column:
        return column.lower() if self.lowercase else column

    def _characters(self, line: str) -> list[str]:
        return [character for character in line.strip() if self.whitespace or not character.isspace()]
