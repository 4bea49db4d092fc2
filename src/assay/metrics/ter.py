"""TER, translation edit rate (Snover et al. 2006): edits and block shifts over the mean reference length.

The search is tercom's as sacreBLEU implements it, equal in edits on every segment: a greedy choice of shifts,
with the distance taken inside a beam. The limits are options, since they are part of the definition. Like
sacreBLEU, references are normalised twice and outputs once, which matters only for odd text ("x's's" is split
further the second time).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay import kernel
from assay.data.evalset import EvalSet
from assay.metrics.base import Array, StatsFn, check_range, option, ratio
from assay.resources import Resources
from assay.text.column import Column, Grouped
from assay.text.tokenize import tercom


@dataclass(frozen=True)
class Ter:
    """Edits and block shifts to the best reference, over the mean reference length."""

    name: ClassVar[str] = "ter"
    higher_is_better: ClassVar[bool] = False
    fits_corpus: ClassVar[bool] = False

    lowercase: bool = option(True, "lower-case both sides")
    normalize: bool = option(False, "split punctuation and unescape entities as tercom -N does")
    punctuation: bool = option(True, "keep punctuation; no is tercom -P")
    cjk: bool = option(
        False, "with normalize, split Chinese and Japanese to characters; without marks, drop theirs too"
    )
    beam: int = option(25, "width of the beam around the diagonal")
    shift_size: int = option(10, "longest phrase that may move, in words")
    shift_distance: int = option(50, "farthest move, in words")
    candidates: int = option(1000, "shifts tried for one segment and reference before the search ends")

    def __post_init__(self) -> None:
        """Refuse limits under which no search is possible."""
        check_range(self, 1, 1e6, "beam", "candidates")
        check_range(self, 0, 1e6, "shift_size", "shift_distance")

    @property
    def label(self) -> str:
        """Return TER."""
        return "TER"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the edits, the mean reference length, and the edits by kind."""
        return ("edits", "length", "insertions", "deletions", "substitutions", "shifts", "shifted_words")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Tokenise the references; what normalising changes, it changes twice, as in sacreBLEU."""
        threads = resources.threads
        references = Grouped.of(evalset.references.values()).map(lambda column: self._tokens(column, threads))
        if self.normalize or not self.punctuation:
            references = references.map(lambda column: self._tokens(column, threads))

        def stats(outputs: Sequence[str]) -> Array:
            column = self._tokens(Column.of(outputs), threads)
            tokens = kernel.token_ids(
                column.texts, references.column.texts, references.groups, threads=threads
            )
            return kernel.ter_stats(
                tokens,
                beam=self.beam,
                shift_size=self.shift_size,
                shift_distance=self.shift_distance,
                candidates=self.candidates,
                threads=threads,
            )

        return stats

    def _tokens(self, column: Column, threads: int) -> Column:
        column = column.lower() if self.lowercase else column
        return tercom(
            column, normalize=self.normalize, punctuation=self.punctuation, cjk=self.cjk, threads=threads
        )  # fmt: skip

    def score(self, totals: Array) -> Array:
        """Return edits per hundred reference words; an empty reference makes 100 of any edit, 0 of none."""
        edits, length = np.asarray(totals)[..., 0], np.asarray(totals)[..., 1]
        return 100 * ratio(edits, length, empty=(edits > 0).astype(np.float64))
