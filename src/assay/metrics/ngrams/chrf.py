"""chrF, chrF++ and wordF: F-scores of character and word n-grams (Popović 2015, 2016, 2017).

Counts equal sacreBLEU's: white space is dropped unless asked for, words have one punctuation mark parted from
them, the best reference of each segment counts, and output n-grams of an order that the reference lacks do
not. Two averages are in use and named in the signature: "pr", as in the paper and sacreBLEU, averages
precision and recall over the orders that both sides have and takes one F; "f", as in chrF++.py, averages F
over all orders. With `stem`, word n-grams are those of stems; characters stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.errors import OptionError
from assay.metrics.base import StatsFn, check_range, ratio, running_sum
from assay.options import option
from assay.resources import Resources
from assay.text import Column, stem_column, stemmer_identity
from assay.text.column import Grouped
from assay.text.stem import NO_STEMMER

_TINY = 1e-16  # what chrF++.py puts for an order without n-grams


@dataclass(frozen=True)
class Chrf:
    """F-score of character n-grams, and of word n-grams with word_order > 0 (chrF++)."""

    name: ClassVar[str] = "chrf"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    # order 6 and beta 2 are those of Popović (2015, 2016) and sacreBLEU
    char_order: int = option(6, "longest character n-gram; 0 leaves characters out (wordF)")
    word_order: int = option(0, "longest word n-gram; 2 is chrF++")
    beta: float = option(2.0, "weight of recall relative to precision")
    whitespace: bool = option(False, "keep white space in character n-grams")
    average: Literal["pr", "f"] = option(
        "pr", "average precision and recall, then F; or average F over all orders"
    )
    lowercase: bool = option(False, "lower-case both sides")
    stem: str = option("none", "Snowball stemmer for the words: none, or a language such as english")

    def __post_init__(self) -> None:
        """Refuse orders that count nothing and a beta without meaning."""
        check_range(self, 0, 100, "char_order", "word_order")
        check_range(self, 1e-6, 1e6, "beta")
        if self.char_order + self.word_order == 0:
            raise OptionError("chrf: char_order and word_order must not both be 0")
        object.__setattr__(self, "stem", stemmer_identity(self.stem))
        if self.stem != NO_STEMMER and not self.word_order:
            raise OptionError("chrf: stem changes words only; give word_order=2 with it, or leave it out")

    @property
    def label(self) -> str:
        """Return chrF2, chrF2++, wordF2."""
        if self.char_order == 0:
            return f"wordF{self.beta:g}"
        return f"chrF{self.beta:g}{'+' * self.word_order}"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return output, reference and match counts of every order, characters first."""
        orders = [f"char{n}" for n in range(1, self.char_order + 1)]
        orders += [f"word{n}" for n in range(1, self.word_order + 1)]
        return tuple(f"{kind}_{order}" for order in orders for kind in ("output", "reference", "match"))

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Lower-case and stem the references once, if asked."""
        threads = resources.threads
        references = Grouped.of(evalset.references.values()).map(self._text)
        reference_stems = self._stems(references.column, threads)

        def stats(outputs: Sequence[str]) -> Array:
            column = self._text(Column.of(outputs))
            stems = self._stems(column, threads)
            return kernel.chrf_stats(
                column.texts,
                references.column.texts,
                references.groups,
                char_order=self.char_order,
                word_order=self.word_order,
                beta=self.beta,
                whitespace=self.whitespace,
                mean_f=self.average == "f",
                words=(stems, reference_stems) if stems and reference_stems else None,
                threads=threads,
            )

        return stats

    def cross(self, outputs: Sequence[str], references: Sequence[str], resources: Resources) -> Array | None:
        """Count every output next to every reference; each text is counted once."""
        threads = resources.threads
        columns = [self._text(Column.of(side)) for side in (outputs, references)]
        output_stems, reference_stems = (self._stems(column, threads) for column in columns)
        return kernel.chrf_matrix(
            columns[0].texts,
            columns[1].texts,
            char_order=self.char_order,
            word_order=self.word_order,
            whitespace=self.whitespace,
            words=(output_stems, reference_stems) if output_stems and reference_stems else None,
            threads=threads,
        )

    def _text(self, column: Column) -> Column:
        return column.lower() if self.lowercase else column

    def _stems(self, column: Column, threads: int) -> kernel.Texts | None:
        """Return the stems of chrF's words, or nothing where words stay as they are."""
        if self.stem == NO_STEMMER:
            return None
        words = Column(*kernel.tokenize(column.texts, "chrf", threads=threads))
        return stem_column(words, self.stem).texts

    def score(self, totals: Array) -> Array:
        """Return chrF on the scale of 0 to 100."""
        counts = np.reshape(totals, (*np.shape(totals)[:-1], self.char_order + self.word_order, 3))
        output, reference, match = counts[..., 0], counts[..., 1], counts[..., 2]
        precision = ratio(match, output, empty=_TINY)
        recall = ratio(match, reference, empty=_TINY)
        if self.average == "f":
            return np.asarray(
                100 * running_sum(self._f(precision, recall, empty=_TINY)) / precision.shape[-1]
            )
        effective = (output > 0) & (reference > 0)
        orders = np.maximum(effective.sum(axis=-1), 1)
        return 100 * self._f(
            running_sum(np.where(effective, precision, 0)) / orders,
            running_sum(np.where(effective, recall, 0)) / orders,
            empty=0.0,
        )

    def _f(self, precision: Array, recall: Array, empty: float) -> Array:
        factor = self.beta**2
        return ratio((1 + factor) * precision * recall, factor * precision + recall, empty)
