"""NIST (Doddington 2002): n-gram matches weighted by how much they tell, as mteval computes it.

The information of an n-gram is learnt from all references of the set, and the table stays the same for
documents, segments and resamples, as in mteval. Text is lower-cased by default, as there. Where segments have
different numbers of references, the length of a segment's reference is the mean of those it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, check_range, ratio, running_sum
from assay.metrics.ngrams.information import Information
from assay.metrics.tokenised import Tokenised
from assay.options import option
from assay.resources import Resources
from assay.text import Column

# Doddington (2002): output two thirds as long as the reference scores half.
_BETA = np.log(0.5) / np.log(1.5) ** 2


@dataclass(frozen=True)
class Nist(Tokenised):
    """Precision of word n-grams weighted by information, with a penalty for short output."""

    name: ClassVar[str] = "nist"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = True

    order: int = option(5, "longest n-gram")
    tok: str = option(
        "13a", "tokeniser: none, 13a, intl, char, zh, unicode, rouge, ja-mecab, ko-mecab, spm:PATH"
    )
    lowercase: bool = option(True, "lower-case both sides; no is mteval's -c")

    def __post_init__(self) -> None:
        """Refuse orders without meaning, and spell out which tokeniser is meant."""
        check_range(self, 1, 100, "order")
        super().__post_init__()

    @property
    def label(self) -> str:
        """Return NIST."""
        return "NIST"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return information matched and n-grams of every order, then the lengths."""
        orders = range(1, self.order + 1)
        return (
            *(f"information{n}" for n in orders),
            *(f"ngrams{n}" for n in orders),
            "output",
            "reference_average",
        )

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Tokenise the references once, and learn from them what each n-gram tells."""
        return self.prepare_with(None, evalset, resources)

    def information(self, evalset: EvalSet, resources: Resources) -> Information:
        """Return the table of one set or shard; tables of shards add up to that of the whole."""
        return Information.of(self.references(evalset, resources.threads).column, self.order)

    def prepare_with(self, table: Information | None, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Prepare for a shard of a set whose table is known; `None` learns one from these references."""
        threads = resources.threads
        references = self.references(evalset, threads)
        own = Information.of(references.column, self.order)
        weights = (own if table is None else table).weights(own)

        def stats(outputs: Sequence[str]) -> Array:
            column = self.words(Column.of(outputs), threads)
            tokens = kernel.token_ids(
                column.texts, references.column.texts, references.groups, threads=threads
            )
            return kernel.nist_stats(tokens, weights, threads=threads)

        return stats

    def score(self, totals: Array) -> Array:
        """Return information per n-gram, added over the orders; NIST has no upper end."""
        totals = np.asarray(totals, dtype=np.float64)
        gained, ngrams = totals[..., : self.order], totals[..., self.order : 2 * self.order]
        return running_sum(ratio(gained, ngrams)) * self.length_penalty(totals)

    def length_penalty(self, totals: Array) -> Array:
        """Return the factor for short output."""
        totals = np.asarray(totals, dtype=np.float64)
        share = np.minimum(ratio(totals[..., -2], totals[..., -1], empty=1.0), 1)
        with np.errstate(divide="ignore"):
            return np.asarray(np.exp(_BETA * np.log(share) ** 2))
