"""NIST (Doddington 2002): n-gram matches weighted by how much they tell, as mteval computes it.

The information of an n-gram is learnt from all references of the set, and the table stays the same for
documents, segments and resamples, as in mteval. Text is lower-cased by default, as there. Where segments have
different numbers of references, the length of a segment's reference is the mean of those it has. With a table from a
file, shards of a set can be scored alone.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.errors import InputError
from assay.metrics.base import StatsFn, check_range, ratio, running_sum
from assay.metrics.identities import file_identity, plain_path
from assay.metrics.ngrams.information import Information, UnknownNgramError
from assay.metrics.ngrams.information_files import read_table
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
    table: str | None = option(
        None, "file with the n-grams of all references of the set, by assay nist-table", reads=True
    )

    def __post_init__(self) -> None:
        """Refuse orders without meaning, and spell out which tokeniser is meant."""
        check_range(self, 1, 100, "order")
        super().__post_init__()
        if self.table is not None:
            object.__setattr__(self, "table", file_identity(self.table))
            # Whatever there was to learn is in the table
            object.__setattr__(self, "fits_corpus", False)

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
        return self.prepare_with(self._given(), evalset, resources)

    @property
    def counted(self) -> str:
        """Return which n-grams are counted, as files of tables say it."""
        return f"nist|order:{self.order}|tok:{self.tok}|lowercase:{'yes' if self.lowercase else 'no'}"

    def _given(self) -> Information | None:
        if self.table is None:
            return None
        path = plain_path(self.table)
        return _read(path, os.stat(path).st_mtime_ns, self.counted)

    def information(self, evalset: EvalSet, resources: Resources) -> Information:
        """Return the table of one set or shard; tables of shards add up to that of the whole."""
        return Information.of(self.references(evalset, resources.threads).column, self.order)

    def prepare_with(self, table: Information | None, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Prepare for a shard of a set whose table is known; `None` learns one from these references."""
        threads = resources.threads
        references = self.references(evalset, threads)
        own = Information.of(references.column, self.order)
        try:
            weights = (own if table is None else table).weights(own)
        except UnknownNgramError as error:
            raise InputError(
                f"{self.table or 'the table'}: the references have {error}, and the table has not; make it of all "
                "references of the set, with assay nist-table"
            ) from None

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


@lru_cache(maxsize=4)
def _read(path: str, _: int, counted: str) -> Information:
    """Return the table of a file, which is kept: all shards of a set have the same."""
    return read_table(path, counted)
