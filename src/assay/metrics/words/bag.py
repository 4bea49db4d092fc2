"""Precision, recall, F and PER: words without their order (Koehn 2010, equations 8.2 to 8.6), from one statistic.

A word of the output is correct as often as the reference has it. With several references a word counts up to
its largest number in any one of them, as in BLEU, and the reference length is the closest one, the shorter of
two; the textbook defines one reference only. No more words are recalled than the closest reference has, so that
recall stays within 100.

    PER = 1 - (correct - max(0, output - reference)) / reference

Moses and PER.pl sum the three counts over the corpus first and take the excess of the sums; the other order, a
sum of every segment's own excess, is an option. Both programs take one reference only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.tokenised import WordMetric
from assay.options import option
from assay.resources import Resources

_CORRECT, _RECALLED, _OUTPUT, _REFERENCE, _EXCESS = range(5)


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
        return self.on_tokens(evalset, resources, _rows)


def _rows(tokens: kernel.Tokens, threads: int) -> Array:
    rows = kernel.ngram_stats(tokens, 1, threads=threads)
    output, reference, correct = rows[:, 0], rows[:, 1], rows[:, 4]
    excess = np.maximum(output - reference, 0)
    recalled = np.minimum(correct, reference)
    return np.column_stack([correct, recalled, output, reference, excess])


def _precision(totals: Array) -> Array:
    """Return the share of the output's words that are correct, 0 for no output."""
    totals = np.asarray(totals)
    return ratio(totals[..., _CORRECT], totals[..., _OUTPUT])


def _recall(totals: Array) -> Array:
    """Return the share of the reference's words that the output has, 0 for an empty reference."""
    totals = np.asarray(totals)
    return ratio(totals[..., _RECALLED], totals[..., _REFERENCE])


@dataclass(frozen=True)
class Precision(BagMetric):
    """Share of the output's words that a reference has, in any order."""

    name: ClassVar[str] = "precision"

    @property
    def label(self) -> str:
        """Return Precision."""
        return "Precision"

    def score(self, totals: Array) -> Array:
        """Return correct words per hundred output words."""
        return 100 * _precision(totals)


@dataclass(frozen=True)
class Recall(BagMetric):
    """Share of the reference's words that the output has, in any order."""

    name: ClassVar[str] = "recall"

    @property
    def label(self) -> str:
        """Return Recall."""
        return "Recall"

    def score(self, totals: Array) -> Array:
        """Return correct words per hundred reference words."""
        return 100 * _recall(totals)


@dataclass(frozen=True)
class F(BagMetric):
    """Harmonic mean of precision and recall of words, in any order."""

    name: ClassVar[str] = "f"

    beta: float = option(1.0, "weight of recall relative to precision")

    def __post_init__(self) -> None:
        """Refuse a beta without meaning."""
        super().__post_init__()
        check_range(self, 1e-6, 1e6, "beta")

    @property
    def label(self) -> str:
        """Return F1."""
        return f"F{self.beta:g}"

    def score(self, totals: Array) -> Array:
        """Return F on the scale of 0 to 100, 0 where nothing is correct."""
        precision, recall, factor = _precision(totals), _recall(totals), self.beta**2
        return 100 * ratio((1 + factor) * precision * recall, factor * precision + recall)


@dataclass(frozen=True)
class Per(BagMetric):
    """Words of the reference that the output lacks, and words too many, over the reference length."""

    name: ClassVar[str] = "per"
    higher_is_better: ClassVar[bool] = False

    excess: Literal["corpus", "segment"] = option(
        "corpus", "surplus words: of the corpus totals, as in Moses and PER.pl, or summed over segments"
    )

    @property
    def label(self) -> str:
        """Return PER."""
        return "PER"

    def score(self, totals: Array) -> Array:
        """Return errors per hundred reference words; an empty reference makes 100 of any output, 0 of none."""
        totals = np.asarray(totals)
        output, reference = totals[..., _OUTPUT], totals[..., _REFERENCE]
        whole = self.excess == "corpus"
        excess = np.maximum(output - reference, 0) if whole else totals[..., _EXCESS]
        errors = reference - (totals[..., _CORRECT] - excess)
        return 100 * ratio(errors, reference, empty=(output > 0).astype(np.float64))
