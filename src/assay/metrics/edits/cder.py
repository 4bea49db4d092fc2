"""CDER, cover disjoint error rate (Leusch, Ueffing and Ney 2006): edits and jumps over the reference length.

The formula of the paper lets a jump precede the first reference word, and so do Moses and we; cicada's program,
which does not, is `first_row=cicada`. The paper also prices a replaced word by how much of its spelling is
wrong; the share of characters to change, `substitution=characters`, is that idea in its plainest form. Of
several references the nearest counts, and the length is the mean of all, as for TER.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, ratio
from assay.metrics.edits import alignment
from assay.metrics.tokenised import Tokenised
from assay.options import option
from assay.resources import Resources
from assay.text import Column


@dataclass(frozen=True)
class Cder(Tokenised):
    """Edits and jumps within the output to the nearest reference, over the mean reference length."""

    name: ClassVar[str] = "cder"
    higher_is_better: ClassVar[bool] = False
    fits_corpus: ClassVar[bool] = False

    first_row: Literal["formula", "cicada"] = option(
        "formula", "before the first reference word: one jump to any place, or one edit per word"
    )
    substitution: Literal["unit", "characters"] = option(
        "unit", "cost of a substituted word: 1, or the share of its characters to change"
    )
    tok: str = option("none", "tokeniser: none, 13a, intl, char, zh, unicode, ja-mecab, ko-mecab, spm:PATH")
    lowercase: bool = option(False, "lower-case both sides")

    @property
    def label(self) -> str:
        """Return CDER."""
        return "CDER"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the distance and the mean reference length."""
        return ("distance", "length")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Tokenise the references once."""
        threads = resources.threads
        references = self.references(evalset, threads)

        def stats(outputs: Sequence[str]) -> Array:
            words = self.words(Column.of(outputs), threads)
            return kernel.cder_stats(
                words.texts, references.column.texts, references.groups, **self._form, threads=threads
            )

        return stats

    def align(self, evalset: EvalSet, resources: Resources) -> alignment.AlignFn:
        """Tokenise the references once; return the function from outputs to alignments."""
        threads, places = resources.threads, alignment.present(evalset)
        references = self.references(evalset, threads)

        def align(outputs: Sequence[str]) -> list[alignment.WordAlignment]:
            words = self.words(Column.of(outputs), threads)
            alignments = kernel.cder_alignments(
                words.texts, references.column.texts, references.groups, **self._form, threads=threads
            )
            return alignment.read(
                alignments, alignment.Sides(words, references, alignment.split_words), places
            )

        return align

    @property
    def _form(self) -> Mapping[str, bool]:
        return {"cicada": self.first_row == "cicada", "characters": self.substitution == "characters"}

    def score(self, totals: Array) -> Array:
        """Return the distance per hundred reference words; 100 of any, 0 of none, without a reference word."""
        distance, length = np.asarray(totals)[..., 0], np.asarray(totals)[..., 1]
        return 100 * ratio(distance, length, empty=(distance > 0).astype(np.float64))
