"""What a metric is, and how it is applied: text to rows of numbers that add, sums of rows to scores.

A metric is a frozen dataclass whose fields are its options. `prepare` looks at a set once and returns a
function from one system's outputs to a row of statistics a segment. Everything else (corpus and document
scores, shards, intervals, tests) is arithmetic on these rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Codes, EvalSet, Outputs
from assay.errors import InputError, MismatchError, OptionError
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
    for place in range(1, values.shape[-1]):  # the same order, and faster where rows are many and short
        total = total + values[..., place]
    return total


def best_references(scores: Array, groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return of each segment the row of its reference with the highest score, the first of equals."""
    if len(groups) < 2:
        return np.zeros(0, dtype=np.int64)
    segment = np.repeat(np.arange(len(groups) - 1), np.diff(groups))
    best = np.flatnonzero(scores == np.maximum.reduceat(scores, groups[:-1])[segment])
    return best[np.unique(segment[best], return_index=True)[1]]


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


@dataclass(frozen=True)
class Evaluation:
    """Every system under every metric, and what a signature must say of the set."""

    systems: tuple[str, ...]
    metrics: tuple[Metric, ...]
    stats: Mapping[
        tuple[Metric, str], Stats
    ]  # a row a segment, or a single row of sums if rows were not kept
    document: Codes | None
    references: tuple[int, int]  # fewest and most references that a segment has
    segments: int

    def signature(self, metric: Metric) -> str:
        """Say all that decided the metric's figures."""
        from assay.metrics import specs as spec

        return spec.signature_of(metric, self.references)


def evaluate(
    shards: Iterable[tuple[EvalSet, Outputs]],
    metrics: Sequence[Metric],
    resources: Resources = Resources(),
    *,
    keep: bool = True,
) -> Evaluation:
    """Score every system of a set that comes in shards; keep a row a segment, or only their sums."""
    rows: dict[tuple[Metric, str], list[Array]] = {}
    documents: list[Codes] = []
    counts: list[tuple[int, int]] = []
    segments = 0
    for evalset, outputs in _whole_if_needed(shards, metrics):
        for key, stats in _shard_rows(evalset, outputs, metrics, resources).items():
            _collect(rows.setdefault(key, []), stats, keep)
        documents += [evalset.document] if evalset.document else []
        counts.append(evalset.reference_counts())
        segments += len(evalset)
    if not segments:
        raise InputError("there is no segment to score")
    return Evaluation(
        systems=tuple(dict.fromkeys(system for _, system in rows)),
        metrics=tuple(metrics),
        stats={key: Stats(key[0], np.concatenate(parts)) for key, parts in rows.items()},
        document=Codes(documents[-1].names, np.concatenate([codes.index for codes in documents]))
        if documents
        else None,
        references=(min(low for low, _ in counts), max(high for _, high in counts)),
        segments=segments,
    )


def check_lengths(evalset: EvalSet, outputs: Outputs) -> None:
    """Refuse outputs of another length than the set's."""
    for system, column in outputs.items():
        if len(column) != len(evalset):
            raise MismatchError(f"{system} has {len(column)} segments, the references have {len(evalset)}")


def _shard_rows(
    evalset: EvalSet, outputs: Outputs, metrics: Sequence[Metric], resources: Resources
) -> dict[tuple[Metric, str], Array]:
    check_lengths(evalset, outputs)
    rows: dict[tuple[Metric, str], Array] = {}
    for metric in metrics:
        stats = metric.prepare(evalset, resources)
        rows |= {(metric, system): stats(column) for system, column in outputs.items()}
    return rows


def _collect(parts: list[Array], rows: Array, keep: bool) -> None:
    if keep:
        parts.append(rows)
    elif parts:
        parts[0] += rows.sum(axis=0, keepdims=True)
    else:
        parts.append(rows.sum(axis=0, keepdims=True))


def _whole_if_needed(
    shards: Iterable[tuple[EvalSet, Outputs]], metrics: Sequence[Metric]
) -> Iterable[tuple[EvalSet, Outputs]]:
    """Join all shards where some metric has to see the whole set."""
    if not any(metric.fits_corpus for metric in metrics):
        return shards
    parts = list(shards)
    return [join(parts)] if len(parts) > 1 else parts


def join(parts: Sequence[tuple[EvalSet, Outputs]]) -> tuple[EvalSet, Outputs]:
    """Put the shards of a set together again."""
    sets = [evalset for evalset, _ in parts]
    last = sets[-1].document
    joined = replace(
        sets[0],
        source=None if sets[0].source is None else [line for part in sets for line in part.source or ()],
        references={
            name: [text for part in sets for text in part.references[name]] for name in sets[0].references
        },
        document=last
        and Codes(last.names, np.concatenate([part.document.index for part in sets if part.document])),
    )
    return joined, {name: [line for _, part in parts for line in part[name]] for name in parts[0][1]}
