"""MER, WIL and WIP: how many words come through, of reference and output together (Morris, Maier and Green 2004).

All three come from the words that an alignment of fewest edits gets right (H), replaces (S), lacks (D) and has too many
(I), as in WER; unlike WER they never exceed 100.

    MER = (S + D + I) / (H + S + D + I)        WIP = H / (H + S + D) · H / (H + S + I)        WIL = 1 - WIP

Figures are those of jiwer 4, which of several alignments takes the one that RapidFuzz traces; so do we. Nothing said
where nothing was to be said is perfect. With several references the one with the best score counts; jiwer knows one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, ratio
from assay.metrics.tokenised import WordMetric
from assay.resources import Resources
from assay.text import Column


@dataclass(frozen=True)
class AlignedWords(WordMetric):
    """A score of the words that an alignment of fewest edits gets right and wrong."""

    name: ClassVar[str]
    higher_is_better: ClassVar[bool] = False
    fits_corpus: ClassVar[bool] = False

    @property
    def label(self) -> str:
        """Return MER, WIL or WIP."""
        return self.name.upper()

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the operations of the alignment."""
        return ("substitutions", "deletions", "insertions", "hits")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Split the references into words once; each is aligned by itself."""
        threads, references = resources.threads, self.references(evalset, resources.threads)
        segment = np.repeat(np.arange(len(references.groups) - 1), np.diff(references.groups))
        alone = np.arange(len(segment) + 1)

        def rows(outputs: Sequence[str]) -> Array:
            words = list(self.words(Column.of(outputs), threads))
            column = Column.of([words[row] for row in segment])
            tokens = kernel.token_ids(column.texts, references.column.texts, alone, threads=threads)
            return self._best(_operations(tokens, threads), segment, references.groups[:-1])

        return rows

    def _best(self, operations: Array, segment: NDArray[np.int64], first: NDArray[np.int64]) -> Array:
        """Return of each segment the operations towards its best reference, whichever place that has."""
        substitutions, deletions, _, hits = operations.T
        scores = self.score(operations)
        order = np.lexsort(
            (deletions, substitutions, -hits, -scores if self.higher_is_better else scores, segment)
        )
        return operations[order[first]]

    def score(self, totals: Array) -> Array:
        """Turn sums of operations into scores; every metric of the three says how."""
        raise TypeError(f"{type(self).__name__} does not say what it scores")


def _operations(tokens: kernel.Tokens, threads: int) -> Array:
    return kernel.edit_stats(tokens, substitution=1.0, insertion=1.0, deletion=1.0, threads=threads)[:, :4]


def _preserved(totals: Array) -> Array:
    """Return the share of information that comes through, 1 where there is none on either side."""
    substitutions, deletions, insertions, hits = np.moveaxis(np.asarray(totals, dtype=np.float64), -1, 0)
    reference, output = hits + substitutions + deletions, hits + substitutions + insertions
    nothing = ((reference == 0) & (output == 0)).astype(np.float64)
    return ratio(hits, reference, empty=nothing) * ratio(hits, output, empty=nothing)


@dataclass(frozen=True)
class Mer(AlignedWords):
    """Edits as a share of all words aligned, right or wrong (match error rate)."""

    name: ClassVar[str] = "mer"

    def score(self, totals: Array) -> Array:
        """Return edits per hundred words of the alignment."""
        totals = np.asarray(totals, dtype=np.float64)
        edits = totals[..., 0] + totals[..., 1] + totals[..., 2]
        return 100 * ratio(edits, edits + totals[..., 3])


@dataclass(frozen=True)
class Wil(AlignedWords):
    """Word information lost: what is missing of word information preserved."""

    name: ClassVar[str] = "wil"

    def score(self, totals: Array) -> Array:
        """Return the share that is lost, in per cent."""
        return 100 * (1 - _preserved(totals))


@dataclass(frozen=True)
class Wip(AlignedWords):
    """Word information preserved: recall times precision of the words that an alignment gets right."""

    name: ClassVar[str] = "wip"
    higher_is_better: ClassVar[bool] = True

    def score(self, totals: Array) -> Array:
        """Return the share that comes through, in per cent."""
        return 100 * _preserved(totals)
