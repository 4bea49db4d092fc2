"""WER and CER, word and character error rate: the cheapest substitutions, deletions and insertions, over the length.

Counts and rates are those of jiwer 4, kind by kind, and so is an empty reference: each insertion counts 100. With
weights the weighted cost is minimised, which is not the same as weighting an alignment of fewest edits. jiwer
splits at blanks alone, we at any white space. In CER white space at both ends is dropped and any other character
counts, blanks too; a character is a code point.

With several references the one with the least weighted edits counts, the longest of equals. There is no standard:
Moses' scorers mean to take the best reference but keep its score as a whole number, so that the first one wins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.kernel import Offsets, Texts
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.edits import alignment
from assay.metrics.tokenised import Number, WordMetric
from assay.options import option
from assay.resources import Resources
from assay.text import Column
from assay.text.column import Grouped

# Of the kernel's counts: operations, and the length that is asked for. A slice makes no copy of them.
_COLUMNS: dict[str, slice | list[int]] = {"own": slice(5), "average": [0, 1, 2, 3, 5]}


@dataclass(frozen=True)
class EditMetric:
    """The options that say what an edit costs; a metric adds how text becomes tokens."""

    name: ClassVar[str]
    higher_is_better: ClassVar[bool] = False
    fits_corpus: ClassVar[bool] = False

    substitution: float = option(1.0, "cost of a substitution")
    insertion: float = option(1.0, "cost of an insertion: an output token without a counterpart")
    deletion: float = option(1.0, "cost of a deletion: a reference token that the output lacks")
    normalize: Literal["own", "average"] = option(
        "own", "divide by the length of the best reference, or by the mean length of all"
    )

    def __post_init__(self) -> None:
        """Refuse costs under which no alignment is the cheapest."""
        check_range(self, 0, 1e6, *self._weights)

    @property
    def label(self) -> str:
        """Return WER or CER."""
        return self.name.upper()

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the operations of the cheapest alignment, and the reference length."""
        return ("substitutions", "deletions", "insertions", "hits", "length")

    @property
    def _weights(self) -> Mapping[str, float]:
        return {
            "substitution": self.substitution, "insertion": self.insertion, "deletion": self.deletion
        }  # fmt: skip

    def numbering(self, evalset: EvalSet, resources: Resources) -> Number:
        """Return the function that numbers outputs beside the references."""
        raise TypeError(f"{type(self).__name__} does not say what a token is")

    def counting(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Split the references once; return the function from outputs to the kernel's counts."""
        number = self.numbering(evalset, resources)
        return lambda outputs: kernel.edit_stats(number(outputs), **self._weights, threads=resources.threads)

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Split the references once."""
        count = self.counting(evalset, resources)
        columns = _COLUMNS[self.normalize]
        return lambda outputs: count(outputs)[:, columns]

    def score(self, totals: Array) -> Array:
        """Return cost per hundred reference tokens; where there are none, hundred times the cost, as jiwer has it."""
        totals = np.asarray(totals)
        costs = (
            self.substitution * totals[..., 0]
            + self.deletion * totals[..., 1]
            + self.insertion * totals[..., 2]
        )
        return 100 * ratio(costs, totals[..., 4], empty=costs)


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
        references, places = self.references(evalset, threads), alignment.present(evalset)

        def align(outputs: Sequence[str]) -> list[alignment.WordAlignment]:
            alignments = kernel.edit_alignments(number(outputs), **self._weights, threads=threads)
            sides = alignment.Sides(
                self.words(Column.of(outputs), threads), references, alignment.split_words
            )
            return alignment.read(alignments, sides, places)

        return align


@dataclass(frozen=True)
class Cer(EditMetric):
    """Characters replaced, missing and too many, over the reference length in characters."""

    name: ClassVar[str] = "cer"

    whitespace: bool = option(
        True, "count white space between words; leading and trailing white space never counts"
    )
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
            alignments = kernel.edit_alignments(number(outputs), **self._weights, threads=resources.threads)
            sides = alignment.Sides(self._text(Column.of(outputs)), references, self._characters)
            return alignment.read(alignments, sides, places)

        return align

    def _sides(self, evalset: EvalSet) -> Callable[[Sequence[str]], tuple[Texts, Texts, Offsets]]:
        references = Grouped.of(evalset.references.values()).map(self._text)
        column, groups = references.column.texts, references.groups
        return lambda outputs: (self._text(Column.of(outputs)).texts, column, groups)

    def _text(self, column: Column) -> Column:
        return column.lower() if self.lowercase else column

    def _characters(self, line: str) -> list[str]:
        return [character for character in line.strip() if self.whitespace or not character.isspace()]
