"""Every system of a set under every metric: shards in, statistics out.

Rows are kept a segment, for tests and intervals, or summed as they come, so that a set of any size fits into memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assay.data import Array, Codes, EvalSet, Outputs, join_shards
from assay.errors import InputError, MismatchError
from assay.metrics.base import Metric, Stats
from assay.metrics.specs import signature_of
from assay.resources import Resources


@dataclass(frozen=True)
class Evaluation:
    """Every system under every metric, and what a signature must say of the set."""

    systems: tuple[str, ...]
    metrics: tuple[Metric, ...]
    stats: Mapping[tuple[Metric, str], Stats]  # a row a segment, or one row of sums if rows were not kept
    document: Codes | None
    references: tuple[int, int]  # fewest and most references that a segment has
    segments: int

    def signature(self, metric: Metric) -> str:
        """Say all that decided the metric's figures."""
        return signature_of(metric, self.references)


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
    return [join_shards(parts)] if len(parts) > 1 else parts
