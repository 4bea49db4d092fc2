"""Exact match: segments whose words are those of one of their references, white space folded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np

from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, ratio
from assay.metrics.tokenised import WordMetric
from assay.resources import Resources
from assay.text import Column


@dataclass(frozen=True)
class Exact(WordMetric):
    """Share of segments whose output is, word for word, one of the references."""

    name: ClassVar[str] = "exact"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    @property
    def label(self) -> str:
        """Return Exact."""
        return "Exact"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return segments that are equal, and all segments."""
        return ("equal", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Split the references into words once."""
        references = self.references(evalset, resources.threads)
        lines = list(references.column)
        accepted = [set(lines[start:end]) for start, end in pairwise(references.groups.tolist())]

        def rows(outputs: Sequence[str]) -> Array:
            words = self.words(Column.of(outputs), resources.threads)
            equal = [line in those for line, those in zip(words, accepted, strict=True)]
            return np.column_stack([np.array(equal, dtype=np.float64), np.ones(len(equal))])

        return rows

    def score(self, totals: Array) -> Array:
        """Return equal segments per hundred."""
        totals = np.asarray(totals, dtype=np.float64)
        return 100 * ratio(totals[..., 0], totals[..., 1])
