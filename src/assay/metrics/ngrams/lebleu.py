"""LeBLEU (Virpioja & Grönroos 2015): BLEU whose n-grams match as far as their letters do.

Definition and figures are those of the authors' script (Waino/LeBLEU): n-grams of the output, as strings, against
n-grams of the reference of up to twice the length; similarity is 1 - edit distance / length of the longer, and
nothing below a threshold; the penalty for short output counts characters. The script takes one reference; of
several we take the one with the best score of the segment. Lengths are those of the text with single spaces; the
script's are those of the line. An empty reference, at which the script stops, gives no hits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array, EvalSet
from assay.errors import OptionError
from assay.metrics.base import StatsFn, best_references, check_range, ratio, running_sum
from assay.metrics.tokenised import Tokenised
from assay.options import option
from assay.resources import Resources
from assay.text import Column


@dataclass(frozen=True)
class Lebleu(Tokenised):
    """Precision of word n-grams that match as far as their letters do."""

    name: ClassVar[str] = "lebleu"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    # the defaults of the authors' script
    max_n: int = option(4, "longest n-gram of the output; those of the reference are up to twice as long")
    threshold: float = option(0.4, "lowest similarity, from 0 to 1, at which n-grams match")
    average: Literal["arithmetic", "geometric"] = option("arithmetic", "mean of the precisions")
    smooth: bool = option(False, "count 1/2, 1/4, … matches for orders without any; for the geometric mean")
    ngram_limit: int = option(2000, "approximate number of n-grams compared in a long segment; 0: all")
    tok: str = option("none", "tokeniser: none, 13a, intl, char, zh, unicode, ja-mecab, ko-mecab, spm:PATH")
    lowercase: bool = option(False, "lower-case both sides")

    def __post_init__(self) -> None:
        """Refuse numbers under which nothing is compared."""
        check_range(self, 1, 100, "max_n")
        check_range(self, 0, 1, "threshold")
        check_range(self, 0, 1e9, "ngram_limit")
        if 0 < self.ngram_limit < 2 * self.max_n:
            raise OptionError(
                f"lebleu: ngram_limit must be 0 or at least twice max_n ({2 * self.max_n}), not {self.ngram_limit}"
            )
        super().__post_init__()

    @property
    def label(self) -> str:
        """Return LeBLEU."""
        return "LeBLEU"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return hits and n-grams of every order, and the characters of output and reference."""
        orders = range(1, self.max_n + 1)
        return (
            *(f"hits{n}" for n in orders),
            *(f"ngrams{n}" for n in orders),
            "output_characters",
            "reference_characters",
        )

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Tokenise the references once."""
        threads = resources.threads
        references = self.references(evalset, threads)

        def stats(outputs: Sequence[str]) -> Array:
            rows = kernel.lebleu_stats(
                self.words(Column.of(outputs), threads).texts,
                references.column.texts,
                references.groups,
                max_n=self.max_n,
                threshold=self.threshold,
                ngram_limit=self.ngram_limit,
                threads=threads,
            )
            return rows[best_references(self.score(rows), references.groups)]

        return stats

    def score(self, totals: Array) -> Array:
        """Return LeBLEU on the scale of 0 to 100; orders without n-grams do not count."""
        totals = np.asarray(totals, dtype=np.float64)
        hits, ngrams = totals[..., : self.max_n], totals[..., self.max_n : 2 * self.max_n]
        output, reference = totals[..., -2], totals[..., -1]
        present = ngrams > 0
        precisions = ratio(self._smoothed(hits) if self.smooth else hits, ngrams)
        orders = np.maximum(present.sum(axis=-1), 1)
        penalty = np.where(output < reference, np.exp(1 - ratio(reference, output, empty=np.inf)), 1.0)
        mean = self._mean(precisions, present, orders)
        return np.where(output > 0, np.minimum(100 * penalty * mean, 100), 0.0)

    def _mean(self, precisions: Array, present: NDArray[np.bool_], orders: NDArray[np.int64]) -> Array:
        if self.average == "arithmetic":
            return np.asarray(running_sum(np.where(present, precisions, 0)) / orders)
        with np.errstate(divide="ignore"):
            return np.asarray(np.exp(running_sum(np.where(present, np.log(precisions), 0)) / orders))

    def _smoothed(self, hits: Array) -> Array:
        """Put 1/2**k for 0 hits, k being the distance from the order before the first that has none."""
        empty = hits == 0
        first = np.argmax(empty, axis=-1)[..., None]
        distance = np.arange(1, self.max_n + 1) - first
        return np.where(empty, 0.5 ** np.maximum(distance, 0), hits)
