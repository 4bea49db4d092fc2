"""Words without their order (Koehn 2010, equations 8.2 to 8.6): the one statistic of precision, recall, F and PER.

A word of the output is correct as often as the reference has it. With several references a word counts up to
its largest number in any one of them, as in BLEU, and the reference length is the closest one, the shorter of
two; the textbook defines one reference only. No more words are recalled than the closest reference has, so that
recall stays within 100.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, ratio
from assay.metrics.words import WordMetric
from assay.resources import Resources

CORRECT, RECALLED, OUTPUT, REFERENCE, EXCESS = range(5)


@dataclass(frozen=True)
class BagMetric(WordMetric):
    """A score of the words that output and references share."""

    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    @property
    def columns(self) -> tuple[str, ...]:
        """Return correct words, those of them that the reference can hold, both lengths, and words too many."""
        return ("correct", "recalled", "output", "reference", "excess")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Split the references into words once."""
        number = self.numbering(evalset, resources)

        def stats(outputs: Sequence[str]) -> Array:
            rows = kernel.ngram_stats(number(outputs), 1, threads=resources.threads)
            output, reference, correct = rows[:, 0], rows[:, 1], rows[:, 4]
            excess = np.maximum(output - reference, 0)
            recalled = np.minimum(correct, reference)
            return np.column_stack([correct, recalled, output, reference, excess])

        return stats


def precision(totals: Array) -> Array:
    """Return the share of the output's words that are correct, 0 for no output."""
    totals = np.asarray(totals)
    return ratio(totals[..., CORRECT], totals[..., OUTPUT])


def recall(totals: Array) -> Array:
    """Return the share of the reference's words that the output has, 0 for an empty reference."""
    totals = np.asarray(totals)
    return ratio(totals[..., RECALLED], totals[..., REFERENCE])
