"""What a metric is, and how it is applied: text to rows of numbers that add, sums of rows to scores.

A metric is a frozen dataclass whose fields are its options. `prepare` looks at a set once and returns a
function from one system's outputs to a row of statistics a segment. Everything else (corpus and document
scores, shards, intervals, tests) is arithmetic on these rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Protocol

import numpy as np

from assay.data import Array, Codes, EvalSet
from assay.errors import OptionError
from assay.resources import Resources

StatsFn = Callable[[Sequence[str]], Array]


class Metric(Protocol):
    """A way to score, with all its options; two of the same class and options are equal."""

    name: ClassVar[str]
    higher_is_better: ClassVar[bool]
    fits_corpus: ClassVar[bool]  # learns weights from the whole set: never given a shard of it

    @property
    def label(self) -> str:
        """Return the heading of its column."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the statistics."""

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Do once what only the references need; return outputs -> (segments, columns)."""

    def score(self, totals: Array) -> Array:
        """Turn sums of rows, of any leading shape, into scores: (..., columns) -> (...)."""


def option(default: Any, help: str) -> Any:
    """Declare an option of a metric: a field with its default and the words that explain it."""
    return field(default=default, metadata={"help": help})


def check_range(metric: Metric, low: float, high: float, *names: str) -> None:
    """Refuse an option whose value could only be a slip of the keyboard, or more than the kernel can count."""
    for name in names:
        value = getattr(metric, name)
        if not low <= value <= high:
            raise OptionError(f"{metric.name}: {name} must be from {low:g} to {high:g}, not {value}")


@dataclass(frozen=True)
class Stats:
    """The statistics of one system under one metric; rows add, shards concatenate."""

    metric: Metric
    rows: Array

    @cached_property
    def sums(self) -> Array:
        """The sum of all rows."""
        return np.asarray(self.rows.sum(axis=0))

    def total(self) -> float:
        """Return the score of all rows together."""
        return self._total

    @cached_property
    def _total(self) -> float:
        return float(self.metric.score(self.sums))

    def each(self) -> Array:
        """Return one score a row."""
        return self.metric.score(self.rows)

    def under(self, weights: Array) -> Array:
        """Return one score a resample; weights is (draws, rows)."""
        return self.metric.score(weights @ self.rows)

    def collapse(self, codes: Codes) -> Stats:
        """Add up the rows of each name, so that rows become documents."""
        rows = np.zeros((len(codes.names), self.rows.shape[1]))
        np.add.at(rows, codes.index, self.rows)
        return replace(self, rows=rows)

    def blocks(self, size: int) -> Stats:
        """Add up every `size` consecutive rows, so that rows become blocks; the last may have fewer."""
        return self.collapse(Codes.blocks(len(self.rows), size))
