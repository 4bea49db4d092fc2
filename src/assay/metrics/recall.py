"""Recall of words, their order ignored (Koehn 2010, equation 8.3). See `assay.metrics.bag`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.data import Array
from assay.metrics import bag


@dataclass(frozen=True)
class Recall(bag.BagMetric):
    """Share of the reference's words that the output has, in any order."""

    name: ClassVar[str] = "recall"

    @property
    def label(self) -> str:
        """Return Recall."""
        return "Recall"

    def score(self, totals: Array) -> Array:
        """Return correct words per hundred reference words."""
        return 100 * bag.recall(totals)
