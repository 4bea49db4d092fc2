"""F-score of words, their order ignored (Koehn 2010, equations 8.4 and 8.5). See `assay.metrics.bag`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.data import Array
from assay.metrics import bag
from assay.metrics.base import check_range, option, ratio


@dataclass(frozen=True)
class F(bag.BagMetric):
    """Harmonic mean of precision and recall of words, in any order."""

    name: ClassVar[str] = "f"

    beta: float = option(1.0, "how many times as much recall weighs as precision")

    def __post_init__(self) -> None:
        """Refuse a beta without meaning."""
        super().__post_init__()
        check_range(self, 1e-6, 1e6, "beta")

    @property
    def label(self) -> str:
        """Return F1."""
        return f"F{self.beta:g}"

    def score(self, totals: Array) -> Array:
        """Return F on the scale of 0 to 100, 0 where nothing is correct."""
        precision, recall, factor = bag.precision(totals), bag.recall(totals), self.beta**2
        return 100 * ratio((1 + factor) * precision * recall, factor * precision + recall)
