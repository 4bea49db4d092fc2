"""TER, translation edit rate (Snover et al. 2006): edits and block shifts over the mean reference length.

The search is tercom's as sacreBLEU implements it, equal in edits on every segment: a greedy choice of shifts,
with the distance taken inside a beam. The limits are options, since they are part of the definition. Like
sacreBLEU, references are normalised twice and outputs once, which matters only for odd text ("x's's" is split
further the second time).

`mode=definition` is the definition to the letter, as Morgenroth's thesis states it (definition 11): a shift has
one target, the position of the word that the first reference word of the phrase is aligned to; a phrase whose
first reference word is aligned to nothing cannot move; and there is no limit and no beam. Of shifts that save
as much and are as long, which the thesis leaves open, the first from the left is taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.edits import alignment
from assay.options import option
from assay.resources import Resources
from assay.text import Column, stem_column, stemmer_identity, tercom
from assay.text.column import Grouped


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
        False,
        "with normalize, split Chinese and Japanese into characters; without punctuation, drop theirs too",
    )
    # the limits of tercom as sacreBLEU 2 has them
    beam: int = option(25, "width of the beam around the diagonal")
    shift_size: int = option(10, "longest phrase that may move, in words")
    shift_distance: int = option(50, "farthest move, in words")
    candidates: int = option(1000, "shifts tried for one segment and reference before the search ends")
    mode: Literal["tercom", "definition"] = option(
        "tercom", "tercom's search, or every eligible shift (one target each) without any limit"
    )
    stem: str = option("none", "Snowball stemmer: none, or a language such as english")

    def __post_init__(self) -> None:
        """Refuse limits under which no search is possible."""
        check_range(self, 1, 1e6, "beam", "candidates")
        check_range(self, 0, 1e6, "shift_size", "shift_distance")
        object.__setattr__(self, "stem", stemmer_identity(self.stem))

    @property
    def label(self) -> str:
        """Return TER."""
        return "TER"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the edits, the mean reference length, and the edits by kind."""
        return ("edits", "length", "insertions", "deletions", "substitutions", "shifts", "shifted_words")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Tokenise the references once."""
        threads = resources.threads
        references = self._references(evalset, threads)

        def stats(outputs: Sequence[str]) -> Array:
            tokens = _numbered(self._output_words(outputs, threads), references, threads)
            return kernel.ter_stats(tokens, **self._search, threads=threads)

        return stats

    def align(self, evalset: EvalSet, resources: Resources) -> alignment.AlignFn:
        """Tokenise the references once; return the function from outputs to alignments."""
        threads = resources.threads
        references = self._references(evalset, threads)
        places = alignment.present(evalset)

        def align(outputs: Sequence[str]) -> list[alignment.WordAlignment]:
            words = self._output_words(outputs, threads)
            tokens = _numbered(words, references, threads)
            alignments = kernel.ter_alignments(tokens, **self._search, threads=threads)
            return alignment.read(
                alignments, alignment.Sides(words, references, alignment.split_words), places
            )

        return align

    @property
    def _search(self) -> Mapping[str, Any]:
        return {
            "beam": self.beam,
            "shift_size": self.shift_size,
            "shift_distance": self.shift_distance,
            "candidates": self.candidates,
            "definition": self.mode == "definition",
        }

    def _references(self, evalset: EvalSet, threads: int) -> Grouped:
        return Grouped.of(evalset.references.values()).map(
            lambda column: self.reference_words(column, threads)
        )

    def reference_words(self, column: Column, threads: int) -> Column:
        """Turn references into words; what normalising changes, it changes twice, as in sacreBLEU."""
        words = self._tokens(column, threads)
        if self.normalize or not self.punctuation:
            words = self._tokens(words, threads)
        return stem_column(words, self.stem)

    def _output_words(self, outputs: Sequence[str], threads: int) -> Column:
        return stem_column(self._tokens(Column.of(outputs), threads), self.stem)

    def _tokens(self, column: Column, threads: int) -> Column:
        column = column.lower() if self.lowercase else column
        return tercom(
            column, normalize=self.normalize, punctuation=self.punctuation, cjk=self.cjk, threads=threads
        )  # fmt: skip

    def score(self, totals: Array) -> Array:
        """Return edits per hundred reference words; an empty reference makes 100 of any edit, 0 of none."""
        edits, length = np.asarray(totals)[..., 0], np.asarray(totals)[..., 1]
        return 100 * ratio(edits, length, empty=(edits > 0).astype(np.float64))


def _numbered(outputs: Column, references: Grouped, threads: int) -> kernel.Tokens:
    return kernel.token_ids(outputs.texts, references.column.texts, references.groups, threads=threads)
