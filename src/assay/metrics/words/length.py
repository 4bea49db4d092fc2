"""Length: how near the number of words comes to that of the reference, so that it can be tested like any score.

A ratio of lengths is neither better nor worse for being higher: 1.1 is as far off as 0.9. What is scored is
therefore how near it comes to 1: the smaller length over the larger, of the sums over all segments. MultEval prints
output over reference; both sums are among the statistics. The reference length is the closest one, the shorter of two,
as in BLEU.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, ratio
from assay.metrics.tokenised import WordMetric
from assay.options import option
from assay.resources import Resources


@dataclass(frozen=True)
class Length(WordMetric):
    """How near the length of the output comes to that of the closest reference, in words."""

    name: ClassVar[str] = "length"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    penalise: Literal["both", "short", "long"] = option(
        "both", "what is penalised: any difference in length, only short output, or only long output"
    )

    @property
    def label(self) -> str:
        """Return Length."""
        return "Length"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return both lengths."""
        return ("output", "reference")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Split the references into words once."""
        return self.on_tokens(evalset, resources, _lengths)

    def score(self, totals: Array) -> Array:
        """Return the smaller length per hundred words of the larger; nothing beside nothing is 100."""
        totals = np.asarray(totals, dtype=np.float64)
        output, reference = totals[..., 0], totals[..., 1]
        shorter = ratio(output, reference, empty=1.0) if self.penalise != "long" else np.ones_like(output)
        longer = ratio(reference, output, empty=1.0) if self.penalise != "short" else np.ones_like(output)
        return 100 * np.minimum(1.0, np.minimum(shorter, longer))


def _lengths(tokens: kernel.Tokens, threads: int) -> Array:
    return kernel.ngram_stats(tokens, 1, threads=threads)[:, :2]
