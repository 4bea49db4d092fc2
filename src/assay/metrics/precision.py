"""Precision of words, their order ignored (Koehn 2010, equation 8.2). See `assay.metrics.bag`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.data import Array
from assay.metrics import bag


@dataclass(frozen=True)
class Precision(bag.BagMetric):
    """Share of the output's words that a reference has, in any order."""

    name: ClassVar[str] = "precision"

    @property
    def label(self) -> str:
        """Return Precision."""
        return "Precision"

    def score(self, totals: Array) -> Array:
        """Return correct words per hundred output words."""
        return 100 * bag.precision(totals)
