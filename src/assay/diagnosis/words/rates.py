"""Counts as metrics: errors over words, and matches over buckets of words, row by row.

Their rows come from an analysis and add as those of any metric do, so that every interval and paired test applies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, EvalSet
from assay.errors import OptionError
from assay.metrics import Evaluation, Metric, Stats, StatsFn, ratio
from assay.resources import Resources

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Rate:
    """So many errors in a hundred words; its rows come from an analysis, not from text alone."""

    name: ClassVar[str] = "rate"
    higher_is_better: ClassVar[bool] = False
    fits_corpus: ClassVar[bool] = False
    of: str = ""

    @property
    def label(self) -> str:
        """Return what is counted."""
        return self.of

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the statistics."""
        return "count", "words"

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Refuse to be computed from text alone."""
        raise OptionError(f"the rate of {self.of} comes from an analysis; see assay diagnose")

    def score(self, totals: Array) -> Array:
        """Return 100 times count over words; nothing of nothing is 0."""
        return 100 * ratio(totals[..., 0], totals[..., 1])


def rates(counts: Mapping[str, Mapping[Rate, tuple[Counts, Counts]]]) -> Evaluation:
    """Put counts and lengths, per system and rate one entry a segment, together as an evaluation."""
    first = next(iter(counts.values()))
    stats: dict[tuple[Metric, str], Stats] = {
        (rate, system): Stats(rate, np.column_stack(of_system[rate]).astype(np.float64))
        for system, of_system in counts.items()
        for rate in first
    }
    segments = len(next(iter(first.values()))[0]) if first else 0
    return Evaluation(tuple(counts), tuple(first), stats, None, (1, 1), segments)


@dataclass(frozen=True)
class BucketF:
    """F of the words of one bucket; its rows come from matched words, not from text alone."""

    name: ClassVar[str] = "bucket-f"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False
    feature: str = ""
    bucket: str = ""

    @property
    def label(self) -> str:
        """Return feature and bucket."""
        return f"{self.feature}: {self.bucket}"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the statistics."""
        return "match", "reference", "output"

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Refuse to be computed from text alone."""
        raise OptionError(f"accuracy on {self.label} comes from an analysis; see assay diagnose")

    def score(self, totals: Array) -> Array:
        """Return 100 times the harmonic mean of precision and recall."""
        return 200 * ratio(totals[..., 0], totals[..., 1] + totals[..., 2])


ALL_WORDS = BucketF("words", "all")
