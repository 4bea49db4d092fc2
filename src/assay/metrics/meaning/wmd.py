"""Word mover's distance (Kusner et al. 2015): how far the words of an output must travel to become those of the
reference.

Words are vectors of length 1, static or in context, and a way is the straight line between their ends: 0 for the same
word, at most 2. All words of a text weigh the same, or by idf, as in MoverScore (Zhao et al. 2019), of which this is
the form with single words. The distance is exact; `relaxed` gives Kusner's lower bound, where every word goes to the
nearest one. Words without a vector are left out. The least distance of several references counts, the score of a set
is the mean of its segments, and a text without words is as far as can be from one that has some.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.meaning.models import DEFAULT_ENCODER, DEFAULT_LAYER, warn_of_cut
from assay.metrics.meaning.weights import in_parts, no_weights, weights_of
from assay.metrics.meaning.word_vectors import SPACE_HELP, Numbered, open_space, space_identity
from assay.options import option
from assay.resources import Resources
from assay.text import Column
from assay.text.column import Grouped

_FARTHEST = 2.0  # between unit vectors


@dataclass(frozen=True)
class Wmd:
    """Least way from the words of the output to those of the reference; mean of segments."""

    name: ClassVar[str] = "wmd"
    higher_is_better: ClassVar[bool] = False
    fits_corpus: ClassVar[bool] = False  # with idf it does, see __post_init__

    model: str = option(DEFAULT_ENCODER, SPACE_HELP)
    layer: int = option(DEFAULT_LAYER, "layer of the encoder; 0 is that of the embeddings")
    relaxed: bool = option(False, "the lower bound: every word goes to the nearest one")
    idf: bool = option(False, "weigh words by how few references they are in")
    centre: bool = option(False, "take the mean off static vectors first")
    lowercase: bool = option(False, "lower-case both sides")

    def __post_init__(self) -> None:
        """Spell out which vectors are meant."""
        check_range(self, 0, 1000, "layer")
        object.__setattr__(self, "model", space_identity(self.model, self.layer))
        object.__setattr__(self, "fits_corpus", self.idf)

    @property
    def label(self) -> str:
        """Return WMD."""
        return "WMD"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the sum of distances; segments, and those too long for the encoder."""
        return ("sum", "segments", "cut")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Open the vectors, and learn what words weigh."""
        references = Grouped.of(evalset.references.values()).map(self._text)
        space = open_space(self.model, self.layer, self.centre, resources)
        weigh = weights_of(self.model, references.column, resources) if self.idf else no_weights

        def stats(outputs: Sequence[str]) -> Array:
            texts = self._text(Column.of(outputs))
            rows = np.ones((len(texts), 3))
            for start, stop, part in in_parts(texts, references):
                numbered = space(texts[start:stop], part)
                distances = self._distances(numbered, weigh(numbered.names), resources.threads)
                rows[start:stop, 0] = np.minimum.reduceat(distances, part.groups[:-1])
                rows[start:stop, 2] = numbered.cut
            warn_of_cut(self.name, rows[:, 2] > 0)
            return rows

        return stats

    def _text(self, column: Column) -> Column:
        return column.lower() if self.lowercase else column

    def _distances(self, numbered: Numbered, weights: Array, threads: int) -> Array:
        """Return the distance of each reference; where both texts have no word, 0."""
        tokens = _known(numbered)
        distances = kernel.mover_distances(
            tokens, weights, numbered.words.vectors, relaxed=self.relaxed, threads=threads
        )
        outputs = np.repeat(np.diff(tokens.hyp_offsets), np.diff(tokens.groups))
        both_empty = (outputs == 0) & (np.diff(tokens.ref_offsets) == 0)
        return np.where(both_empty, 0, np.minimum(distances, _FARTHEST))

    def score(self, totals: Array) -> Array:
        """Return the mean distance, times 100."""
        totals = np.asarray(totals)
        return 100 * ratio(totals[..., 0], totals[..., 1])


def _known(numbered: Numbered) -> kernel.Tokens:
    """Leave out words that have no vector."""
    known = np.asarray(numbered.words.vectors.any(axis=1))
    tokens = numbered.tokens
    hyp, hyp_offsets = _kept(tokens.hyp, tokens.hyp_offsets, known)
    ref, ref_offsets = _kept(tokens.ref, tokens.ref_offsets, known)
    return kernel.Tokens(hyp, hyp_offsets, ref, ref_offsets, tokens.groups)


def _kept(
    ids: NDArray[np.int32], offsets: NDArray[np.int64], known: NDArray[np.bool_]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    before = np.concatenate([[0], np.cumsum(known[ids])])
    return ids[known[ids]], before[offsets]
