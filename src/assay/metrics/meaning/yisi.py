"""YiSi (Lo 2019): n-grams matched by the likeness of their words, weighted by how few sentences a word is in.

Variant 0 compares words by their spelling (longest common substring in bytes), variant 1 by vectors, variant 2 the
output with the source, by vectors of both languages. Precision is the weighted mean of the best matches of the
output's n-grams, recall that of the reference's; of several references the best precision and the best recall count,
each for itself. The score of a segment is P R / (α P + (1 - α) R), that of a set the mean of its segments. Figures of
variants 0 and 1 are those of the published program, to the digits that it prints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.errors import InputError
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.meaning.models import DEFAULT_ENCODER, DEFAULT_LAYER, warn_of_cut
from assay.metrics.meaning.weights import Weigh, in_parts, no_weights, weights_of, word_weights
from assay.metrics.meaning.word_vectors import (
    SPACE_HELP,
    Numbered,
    number_words,
    open_space,
    space_identity,
)
from assay.options import option
from assay.resources import Resources
from assay.text import Column, Grouped


@dataclass(frozen=True)
class Yisi:
    """F of n-grams whose words are alike in spelling or in meaning; mean of segments."""

    name: ClassVar[str] = "yisi"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = True  # without idf it does not, see __post_init__

    variant: Literal["0", "1", "2"] = option(
        "0", "likeness of words: 0 by spelling, 1 by vectors, 2 by vectors and with the source"
    )
    model: str = option(DEFAULT_ENCODER, f"of variants 1 and 2: {SPACE_HELP}")
    layer: int = option(DEFAULT_LAYER, "layer of the encoder; 0 is that of the embeddings")
    # order 3 and alpha 0.8 are those of the published configurations
    order: int = option(3, "length of n-grams; cut to the shorter text")
    alpha: float = option(0.8, "weight of recall: 1 is recall alone, 0 precision alone")
    idf: bool = option(True, "weigh words by how few references they are in")
    centre: bool = option(False, "take the mean off static vectors before their cosines")
    lowercase: bool = option(False, "lower-case both sides")

    def __post_init__(self) -> None:
        """Refuse what has no meaning, and spell out which vectors are meant."""
        check_range(self, 1, 100, "order")
        check_range(self, 0, 1, "alpha")
        check_range(self, 0, 1000, "layer")
        if self.variant != "0":
            object.__setattr__(self, "model", space_identity(self.model, self.layer))
        object.__setattr__(self, "fits_corpus", self.idf)

    @property
    def label(self) -> str:
        """Return YiSi-0, YiSi-1 or YiSi-2."""
        return f"YiSi-{self.variant}"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return sums of scores, precision and recall; segments, and those too long for the encoder."""
        return ("sum", "precision", "recall", "segments", "cut")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Learn from the references what each word weighs."""
        references = self._compared(evalset)
        weigh = self._weights(evalset, references, resources)
        space = None if self.variant == "0" else open_space(self.model, self.layer, self.centre, resources)

        def stats(outputs: Sequence[str]) -> Array:
            texts = self._text(Column.of(outputs))
            rows = np.zeros((len(texts), 5))
            for start, stop, part in in_parts(texts, references):
                if space is None:
                    tokens, words = number_words(texts[start:stop], part)
                    spelt = Column.of(words).texts
                    found = kernel.spelling_stats(
                        tokens, weigh(words), spelt, self.order, threads=resources.threads
                    )
                else:
                    numbered = space(texts[start:stop], part)
                    found = self._matched(numbered, weigh(numbered.names), resources.threads)
                    rows[start:stop, 4] = numbered.cut
                rows[start:stop, :4] = self._rows(found, part)
            return self._told(rows)

        return stats

    def _compared(self, evalset: EvalSet) -> Grouped:
        """Return what outputs are compared with: the references, or the source."""
        if self.variant != "2":
            return Grouped.of(evalset.references.values()).map(self._text)
        if evalset.source is None:
            raise InputError("yisi:variant=2 compares outputs with the source; give the source with --source")
        return Grouped.of([evalset.source]).map(self._text)

    def _text(self, column: Column) -> Column:
        return column.lower() if self.lowercase else column

    def _weights(self, evalset: EvalSet, compared: Grouped, resources: Resources) -> Weigh:
        """Return the function from names of words, or numbers of pieces, to what they weigh."""
        if not self.idf:
            return no_weights
        texts = [*compared.column]
        if self.variant == "2":  # words of the output are counted in the references, where there are some
            texts += self._text(Grouped.of(evalset.references.values()).column)
        return word_weights(texts) if self.variant == "0" else weights_of(self.model, texts, resources)

    def _matched(self, numbered: Numbered, weights: Array, threads: int) -> Array:
        return kernel.cosine_stats(numbered.tokens, weights, numbered.words, self.order, threads=threads)

    def _rows(self, found: Array, references: Grouped) -> Array:
        """Return score, precision and recall of each segment, and 1: the best of its references."""
        best = np.maximum.reduceat(found, references.groups[:-1], axis=0)
        precision, recall = best[:, 0], best[:, 1]
        score = ratio(precision * recall, self.alpha * precision + (1 - self.alpha) * recall)
        return np.column_stack([np.minimum(score, 1), precision, recall, np.ones(len(best))])

    def _told(self, rows: Array) -> Array:
        warn_of_cut(f"yisi:variant={self.variant}", rows[:, 4] > 0)
        return rows

    def score(self, totals: Array) -> Array:
        """Return the mean score of segments on the scale of 0 to 100."""
        totals = np.asarray(totals)
        return 100 * ratio(totals[..., 0], totals[..., 3])
