"""What a metric is: text to rows of numbers that add, sums of rows to scores; and the arithmetic that metrics share.

A metric is a frozen dataclass whose fields are its options. `prepare` looks at a set once and returns a
function from one system's outputs to a row of statistics a segment. Everything else (corpus and document
scores, shards, intervals, tests) is arithmetic on these rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Codes, EvalSet, Judgements, Outputs
from assay.data.exact_sums import exact_total
from assay.errors import OptionError
from assay.resources import Resources

StatsFn = Callable[[Sequence[str]], Array]


class Metric(Protocol):
    """A way to score, with all its options; two of the same class and options are equal."""

    name: ClassVar[str]
    higher_is_better: ClassVar[bool]
    # Learns weights from the whole set: never given a shard of it
    fits_corpus: ClassVar[bool]

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


REFERENCES, SOURCE = "references", "source"


def needs_of(metric: Metric) -> tuple[str, ...]:
    """Return what a metric has to be given beside outputs: "references", unless its class says otherwise in `needs`."""
    needs: tuple[str, ...] = getattr(metric, "needs", (REFERENCES,))
    return needs


def need_no_references(metrics: Sequence[Metric]) -> bool:
    """Tell whether all metrics can do without references."""
    return bool(metrics) and not any(REFERENCES in needs_of(metric) for metric in metrics)


def ask_plugins(metrics: Sequence[Metric]) -> bool:
    """Tell whether any metric has its figures from a plug-in: one process asks it, with one budget and one model."""
    return any(getattr(metric, "asks_plugins", False) for metric in metrics)


@runtime_checkable
class Drawing(Protocol):
    """A metric that draws on resources, which differ by language."""

    language: str

    @property
    def draws_on(self) -> Mapping[str, str]:
        """Return the resource of each of its parts, "none" where there is none."""


@runtime_checkable
class Crossing(Protocol):
    """A metric that counts every output next to every reference faster than pair by pair."""

    def cross(self, outputs: Sequence[str], references: Sequence[str], resources: Resources) -> Array | None:
        """Return a row of statistics for every pair, output by output; None where it has to go pair by pair."""


@runtime_checkable
class Gathering(Protocol):
    """A metric that wants the outputs of all systems at once, before it is asked for those of each."""

    def gather(self, evalset: EvalSet, outputs: Outputs, resources: Resources, before: int) -> None:
        """Do for all systems what need not be done for each; `before` are the segments of earlier shards."""


@runtime_checkable
class Marking(Protocol):
    """A metric that marks errors in outputs, as people do."""

    def mark(self, evalset: EvalSet, outputs: Outputs, resources: Resources) -> Judgements | None:
        """Return its errors as judgements, one a segment and system, segments by number; None if it marks none."""


def check_range(metric: Metric, low: float, high: float, *names: str) -> None:
    """Refuse an option whose value could only be a slip of the keyboard, or more than the kernel can count."""
    for name in names:
        number = getattr(metric, name)
        if not low <= number <= high:
            raise OptionError(f"{metric.name}: {name} must be from {low:g} to {high:g}, not {number}")


@dataclass(frozen=True)
class Stats:
    """The statistics of one system under one metric; rows add, shards concatenate."""

    metric: Metric
    rows: Array
    known: Array | None = (
        # The sum of all rows, where it was rounded once and the rows were rounded before
        None
    )

    @cached_property
    def sums(self) -> Array:
        """The sum of all rows, rounded once: no cut into shards and no order changes a bit of it."""
        return exact_total(self.rows) if self.known is None else self.known

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


def ratio(part: Array, whole: Array, empty: Array | float = 0.0) -> Array:
    """Divide, with `empty` where there is nothing to divide by."""
    something = np.asarray(whole) > 0
    if something.all():
        return np.asarray(part / whole)
    return np.where(something, part / np.where(something, whole, 1), empty)


def running_sum(values: Array) -> Array:
    """Add along the last axis from left to right, so that the last digit is the one a plain loop gets."""
    if values.ndim < 2 or values.shape[-1] > len(values):
        return np.asarray(np.add.accumulate(values, axis=-1)[..., -1])
    total = values[..., 0]
    # The same order, and faster where rows are many and short
    for place in range(1, values.shape[-1]):
        total = total + values[..., place]
    return total


def best_references(scores: Array, groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return of each segment the row of its reference with the highest score, the first of equals."""
    if len(groups) < 2:
        return np.zeros(0, dtype=np.int64)
    segment = np.repeat(np.arange(len(groups) - 1), np.diff(groups))
    best = np.flatnonzero(scores == np.maximum.reduceat(scores, groups[:-1])[segment])
    return best[np.unique(segment[best], return_index=True)[1]]


def best_rows(groups: NDArray[np.int64], first: Array, second: Array) -> NDArray[np.int64]:
    """Return of each group the row with the highest `first`, of equal ones that with the highest `second`."""
    segment = np.repeat(np.arange(len(groups) - 1), np.diff(groups))
    order: NDArray[np.int64] = np.lexsort((-second, -first, segment))
    return order[groups[:-1]]


def f_by_ratio(precision: Array, recall: Array) -> Array:
    """Return F with beta = precision / recall (Lin and Och 2004), 0 where nothing matches.

    (1 + b²) R P / (R + b² P) with b = P / R is written without b, which may be 0 / 0.
    """
    return ratio((recall**2 + precision**2) * recall * precision, recall**3 + precision**3)
