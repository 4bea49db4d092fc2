"""Cosine of sentences: the mean of the vectors of a text's pieces, against that of the reference (Reimers and
Gurevych 2019).

The mean is over all pieces, marks of beginning and end included, of the last layer, as in sentence-transformers; the
best reference counts, and the score of a set is the mean of its segments. It does not see the order of words as
others do, and unrelated sentences may be below 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal

import numpy as np

from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.meaning.encoder import Encoded, Encoder
from assay.metrics.meaning.models import (
    DEFAULT_ENCODER,
    ENCODER_HELP,
    encoder_identity,
    encoder_of,
    warn_of_cut,
)
from assay.options import option
from assay.resources import Resources
from assay.text.column import Grouped

_TEXTS = 2048  # that are encoded at a time


@dataclass(frozen=True)
class Cosine:
    """Cosine of the vectors of output and reference as a whole; mean of segments."""

    name: ClassVar[str] = "cosine"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    model: str = option(DEFAULT_ENCODER, ENCODER_HELP)
    layer: int | None = option(None, "layer whose vectors are taken; none is the last")
    pooling: Literal["mean", "first"] = option(
        "mean", "vector of a text: the mean of its pieces, or that of its mark of beginning"
    )

    def __post_init__(self) -> None:
        """Spell out which encoder is meant."""
        if self.layer is not None:
            check_range(self, 0, 1000, "layer")
        object.__setattr__(self, "model", encoder_identity(self.model, self.layer))

    @property
    def label(self) -> str:
        """Return cosine."""
        return "cosine"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the sum of cosines; segments, and those too long for the encoder."""
        return ("sum", "segments", "cut")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Encode the references once."""
        encoder = encoder_of(self.model, self.layer, resources)
        references = Grouped.of(evalset.references.values())
        groups = references.groups
        ref, ref_cut = self._sentences(encoder, list(references.column))

        def stats(outputs: Sequence[str]) -> Array:
            hyp, cut = self._sentences(encoder, outputs)
            rows = np.ones((len(outputs), 3))
            for row, (first, last) in enumerate(pairwise(groups)):
                rows[row, 0] = min(1.0, float((ref[first:last] * hyp[row]).sum(axis=1).max()))
                rows[row, 2] = cut[row] or ref_cut[first:last].any()
            warn_of_cut(self.name, rows[:, 2] > 0)
            return rows

        return stats

    def _sentences(self, encoder: Encoder, texts: Sequence[str]) -> tuple[Array, Array]:
        """Return a unit vector a text, and which texts were too long."""
        layer = encoder.layers if self.layer is None else self.layer
        parts = [
            encoder.encode(texts[start : start + _TEXTS], layer) for start in range(0, len(texts), _TEXTS)
        ]
        vectors = [self._pooled(part, text) for part in parts for text in range(len(part))]
        return np.array(vectors), np.array([cut for part in parts for cut in part.cut.tolist()])

    def _pooled(self, encoded: Encoded, text: int) -> Array:
        vectors = encoded[text].astype(np.float64)
        vector = vectors[0] if self.pooling == "first" else vectors.mean(axis=0)
        length = np.sqrt((vector * vector).sum())
        return np.asarray(vector / length if length > 0 else vector)

    def score(self, totals: Array) -> Array:
        """Return the mean cosine, times 100."""
        totals = np.asarray(totals)
        return 100 * ratio(totals[..., 0], totals[..., 1])
