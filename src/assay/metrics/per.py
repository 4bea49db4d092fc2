"""PER, position-independent error rate (Koehn 2010, equation 8.6). See `assay.metrics.bag`.

    PER = 1 - (correct - max(0, output - reference)) / reference

Moses and PER.pl sum the three counts over the corpus first and take the excess of the sums; the other order, a
sum of every segment's own excess, is an option. Both programs take one reference only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay.data import Array
from assay.metrics import bag
from assay.metrics.base import option, ratio


@dataclass(frozen=True)
class Per(bag.BagMetric):
    """Words of the reference that the output lacks, and words too many, over the reference length."""

    name: ClassVar[str] = "per"
    higher_is_better: ClassVar[bool] = False

    excess: Literal["corpus", "segment"] = option(
        "corpus", "words too many: of the sums, as Moses and PER.pl; or the sum of each segment's own"
    )

    @property
    def label(self) -> str:
        """Return PER."""
        return "PER"

    def score(self, totals: Array) -> Array:
        """Return errors per hundred reference words; an empty reference makes 100 of any output, 0 of none."""
        totals = np.asarray(totals)
        output, reference = totals[..., bag.OUTPUT], totals[..., bag.REFERENCE]
        whole = self.excess == "corpus"
        excess = np.maximum(output - reference, 0) if whole else totals[..., bag.EXCESS]
        errors = reference - (totals[..., bag.CORRECT] - excess)
        return 100 * ratio(errors, reference, empty=(output > 0).astype(np.float64))
