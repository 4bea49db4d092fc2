"""What WER and CER share: operations of the cheapest alignment, their weights, and what they are divided by.

With several references the one with the least weighted edits counts, the longest of equals. There is no standard:
Moses' scorers mean to take the best reference but keep its score as a whole number, so that the first one wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, check_range, option, ratio
from assay.metrics.words import Number
from assay.resources import Resources

_LENGTHS = {"own": 4, "average": 5}


@dataclass(frozen=True)
class EditMetric:
    """The options that say what an edit costs; a metric adds how text becomes tokens."""

    name: ClassVar[str]
    higher_is_better: ClassVar[bool] = False
    fits_corpus: ClassVar[bool] = False

    substitution: float = option(1.0, "cost of a token replaced")
    insertion: float = option(1.0, "cost of a token that the output has too many")
    deletion: float = option(1.0, "cost of a reference token that the output lacks")
    normalize: Literal["own", "average"] = option(
        "own", "divide by the length of the best reference, or by the mean length of all"
    )

    def __post_init__(self) -> None:
        """Refuse costs under which no alignment is the cheapest."""
        check_range(self, 0, 1e6, *self._weights)

    @property
    def label(self) -> str:
        """Return WER or CER."""
        return self.name.upper()

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the operations of the cheapest alignment, and the reference length."""
        return ("substitutions", "deletions", "insertions", "hits", "length")

    @property
    def _weights(self) -> Mapping[str, float]:
        return {
            "substitution": self.substitution, "insertion": self.insertion, "deletion": self.deletion
        }  # fmt: skip

    def numbering(self, evalset: EvalSet, resources: Resources) -> Number:
        """Return the function that numbers outputs beside the references."""
        raise TypeError(f"{type(self).__name__} does not say what a token is")

    def counting(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Split the references once; return the function from outputs to the kernel's counts."""
        number = self.numbering(evalset, resources)
        return lambda outputs: kernel.edit_stats(number(outputs), **self._weights, threads=resources.threads)

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Split the references once."""
        count = self.counting(evalset, resources)
        columns = [0, 1, 2, 3, _LENGTHS[self.normalize]]
        return lambda outputs: count(outputs)[:, columns]

    def score(self, totals: Array) -> Array:
        """Return cost per hundred reference tokens; where there are none, hundred times the cost, as jiwer has it."""
        totals = np.asarray(totals)
        costs = (
            self.substitution * totals[..., 0]
            + self.deletion * totals[..., 1]
            + self.insertion * totals[..., 2]
        )
        return 100 * ratio(costs, totals[..., 4], empty=costs)
