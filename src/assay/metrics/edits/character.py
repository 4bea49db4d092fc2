"""CharacTER (Wang et al. 2016): phrases are moved as in TER, then characters are compared.

Every segment has the figure that the authors' script and the package `cer` 1.2.0 give it, ties and rounding
included; the score of a set is the mean of its segments. Both know one reference only; of several we take the
one with the least score. Where they divide by zero, an empty reference makes 100 of any output and 0 of none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

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
class Character(Tokenised):
    """Character edits after moves of phrases, over the characters of the output; mean of segments."""

    name: ClassVar[str] = "character"
    higher_is_better: ClassVar[bool] = False
    fits_corpus: ClassVar[bool] = False

    tok: str = option("none", "tokeniser: none, 13a, intl, char, zh, unicode, ja-mecab, ko-mecab, spm:PATH")
    lowercase: bool = option(False, "lower-case both sides")

    @property
    def label(self) -> str:
        """Return CharacTER."""
        return "CharacTER"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the sum of scores and their number, and the parts that the scores are made of."""
        return ("sum", "segments", "edits", "shift_cost", "characters")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Tokenise the references once."""
        threads = resources.threads
        references = self.references(evalset, threads)

        def stats(outputs: Sequence[str]) -> Array:
            column = self.words(Column.of(outputs), threads)
            return kernel.character_stats(
                column.texts, references.column.texts, references.groups, threads=threads
            )

        return stats

    def align(self, evalset: EvalSet, resources: Resources) -> alignment.AlignFn:
        """Tokenise the references once; return the function from outputs to alignments."""
        threads, places = resources.threads, alignment.present(evalset)
        references = self.references(evalset, threads)

        def align(outputs: Sequence[str]) -> list[alignment.WordAlignment]:
            column = self.words(Column.of(outputs), threads)
            alignments = kernel.character_alignments(
                column.texts, references.column.texts, references.groups, threads=threads
            )
            return alignment.read(alignments, alignment.Sides(column, references, list, words=True), places)

        return align

    def score(self, totals: Array) -> Array:
        """Return the mean score of segments on the scale of 0 to 100."""
        totals = np.asarray(totals)
        return 100 * ratio(totals[..., 0], totals[..., 1])
