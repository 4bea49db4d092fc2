"""Tolerant BLEU (Libovický & Pecina 2014): BLEU after words are matched to similar words of the reference.

No program and no full text of the paper was at hand: the definition is the one that the abstract gives, its
constants and formulas are as remembered, and every one of them is an option. A word of the output is matched to a
word of the reference by the edit distance of their beginnings and ends; n-grams with such words count in
proportion. Ours: equal words are matched first; a word without partner stays as it is; the reference with the
highest mean of weighted precisions counts; where the reference has fewer of an n-gram, those of most weight count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, best_references, check_range, ratio
from assay.metrics.ngrams import smoothing
from assay.metrics.ngrams.bleu import Bleu
from assay.metrics.tokenised import Tokenised
from assay.options import option
from assay.resources import Resources
from assay.text import Column
from assay.text.column import Grouped


@dataclass(frozen=True)
class TolerantBleu(Tokenised):
    """BLEU in which words similar to words of the reference count in part."""

    name: ClassVar[str] = "tolerant-bleu"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    epsilon: float = option(0.43, "affix distance, from 0 to 1, at or above which words do not match")
    weighting: Literal["mean", "product", "minimum"] = option(
        "mean", "weight of an n-gram, from the weights of its words"
    )
    largest: int = option(500, "larger groups of similar words are matched greedily, nearest first")
    max_n: int = option(4, "longest n-gram")
    smooth: smoothing.SmoothingMethod = option("exp", "smoothing of orders without a match, as in bleu")
    tok: str = option("13a", "tokeniser: none, 13a, intl, char, zh, unicode, ja-mecab, ko-mecab, spm:PATH")
    lowercase: bool = option(False, "lower-case both sides")

    def __post_init__(self) -> None:
        """Refuse numbers without meaning, and spell out which tokeniser is meant."""
        check_range(self, 0, 1, "epsilon")
        check_range(self, 1, 100, "max_n")
        check_range(self, 0, 1e9, "largest")
        super().__post_init__()

    @property
    def _bleu(self) -> Bleu:
        """The BLEU that makes a score of weighted matches."""
        orders = tuple(range(1, self.max_n + 1))
        return Bleu(orders=orders, smooth=self.smooth, tok=self.tok, lowercase=self.lowercase)

    @property
    def label(self) -> str:
        """Return tBLEU."""
        return "tBLEU"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns of BLEU."""
        return self._bleu.columns

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Tokenise the references once."""
        threads = resources.threads
        references = self.references(evalset, threads)
        return lambda outputs: self._rows(self.words(Column.of(outputs), threads), references, threads)

    def _rows(self, column: Column, references: Grouped, threads: int) -> Array:
        """Return the rows of BLEU with weighted matches in place of the exact ones."""
        texts, order = (column.texts, references.column.texts, references.groups), self.max_n + 1
        rows = kernel.ngram_stats(kernel.token_ids(*texts, threads=threads), order, threads=threads)
        matches = kernel.tolerant_stats(
            *texts,
            order=order,
            epsilon=self.epsilon,
            weighting=self.weighting,
            largest=self.largest,
            threads=threads,
        )
        ngrams = rows[:, 4 + order :].repeat(references.groups[1:] - references.groups[:-1], axis=0)
        ranks = _ranks(ratio(matches, ngrams)[:, : self.max_n])
        rows[:, 4 : 4 + order] = matches[best_references(ranks, references.groups)]
        return rows

    def score(self, totals: Array) -> Array:
        """Return the score on the scale of 0 to 100."""
        return self._bleu.score(totals)


def _ranks(precisions: Array) -> Array:
    """Number rows by their mean, those of equal mean by the highest order, so that no order of references shows."""
    ranks = np.empty(len(precisions))
    ranks[np.lexsort((*precisions.T, precisions.sum(axis=1)))] = np.arange(len(precisions))
    return ranks
