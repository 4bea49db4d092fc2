"""Every system of a set under every metric: shards in, statistics out.

Rows are kept a segment, for tests and intervals, or summed as they come, so that a set of any size fits into memory.
Human scores are evaluated in the same shape, so this module loads no metric: signatures are looked up when asked for.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from assay.data import Array, Codes, EvalSet, ExactSums, Outputs, join_shards
from assay.errors import AssayWarning, InputError, MismatchError, counted
from assay.kernel import TooLongError
from assay.metrics.base import REFERENCES, SOURCE, Gathering, Metric, Stats, StatsFn, needs_of
from assay.resources import Resources
from assay.text import count_tokenised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.metrics.ngrams.information import Information

TOKENISED_LINES = 100  # sacreBLEU warns from this number on


@runtime_checkable
class Tabled(Protocol):
    """A metric that learns a table from the whole set, which tables of shards add up to."""

    def information(self, evalset: EvalSet, resources: Resources) -> Information:
        """Return the table of a shard."""

    def prepare_with(self, table: Information | None, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Prepare for a shard of a set whose table is known."""


@dataclass(frozen=True)
class Evaluation:
    """Every system under every metric, and what a signature must say of the set."""

    systems: tuple[str, ...]
    metrics: tuple[Metric, ...]
    # A row a segment, or one row of sums if rows were not kept
    stats: Mapping[tuple[Metric, str], Stats]
    document: Codes | None
    references: tuple[int, int]  # fewest and most references that a segment has
    segments: int
    unit: str = "segment"  # what a row is: in merged parts a block of segments
    # The segments of every row, where a row is a unit of several
    sizes: Array | None = None

    def signature(self, metric: Metric) -> str:
        """Say all that decided the metric's figures."""
        from assay.metrics.specs import signature_of

        return signature_of(metric, self.references)

    def short_signature(self, metric: Metric) -> str:
        """Say it as the field does under a table."""
        from assay.metrics.specs import short_signature_of

        return short_signature_of(metric, self.references)


def evaluate(
    shards: Iterable[tuple[EvalSet, Outputs]],
    metrics: Sequence[Metric],
    resources: Resources = Resources(),
    *,
    keep: bool = True,
) -> Evaluation:
    """Score every system of a set that comes in shards; keep a row a segment, or only their sums."""
    rows: dict[tuple[Metric, str], list[Array]] = {}
    sums: dict[tuple[Metric, str], ExactSums] = {}
    documents: list[Codes] = []
    counts: list[tuple[int, int]] = []
    segments = 0
    for evalset, outputs in _whole_if_needed(shards, metrics):
        for key, stats in shard_rows(evalset, outputs, metrics, resources, before=segments).items():
            if keep:
                rows.setdefault(key, []).append(stats)
            else:
                sums[key] = sums[key] + ExactSums.of(stats) if key in sums else ExactSums.of(stats)
        documents += [evalset.document] if evalset.document else []
        counts.append(evalset.reference_counts())
        segments += len(evalset)
    if not segments:
        raise InputError("there is no segment to score")
    rows |= {key: [total.rounded()] for key, total in sums.items()}
    return Evaluation(
        systems=tuple(dict.fromkeys(system for _, system in rows)),
        metrics=tuple(metrics),
        stats={key: Stats(key[0], _joined(parts)) for key, parts in rows.items()},
        document=Codes(documents[-1].names, np.concatenate([codes.index for codes in documents]))
        if documents
        else None,
        references=(min(low for low, _ in counts), max(high for _, high in counts)),
        segments=segments,
    )


def _joined(parts: Sequence[Array]) -> Array:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def check_lengths(evalset: EvalSet, outputs: Outputs) -> None:
    """Refuse outputs of another length than the set's."""
    first = "the source has" if evalset.source is not None else f"{next(iter(outputs), '')} has"
    others = "the references have" if evalset.references else first
    for system, column in outputs.items():
        if len(column) != len(evalset):
            raise MismatchError(
                f"{system} has {counted(len(column), 'segment')}, {others} {len(evalset)}; give one line a segment, "
                "empty where there is no text"
            )


def check_needs(evalset: EvalSet, metrics: Sequence[Metric]) -> None:
    """Refuse metrics that need references or a source where there are none."""
    for metric in metrics:
        needs = needs_of(metric)
        if REFERENCES in needs and not evalset.references:
            raise InputError(f"{metric.label} compares outputs with references; name at least one with -r")
        if SOURCE in needs and evalset.source is None:
            raise InputError(f"{metric.label} compares outputs with the source; name it with --source")


def shard_rows(
    evalset: EvalSet,
    outputs: Outputs,
    metrics: Sequence[Metric],
    resources: Resources,
    *,
    before: int = 0,
    tables: Mapping[Metric, Information] | None = None,
) -> dict[tuple[Metric, str], Array]:
    """Return a row a segment for every metric and system of a shard that so many segments come before.

    `tables` are what metrics learnt from the whole set, where a shard of it may then be scored alone.
    """
    check_lengths(evalset, outputs)
    check_needs(evalset, metrics)
    rows: dict[tuple[Metric, str], Array] = {}
    for metric in metrics:
        table = (tables or {}).get(metric)
        if table is not None and isinstance(metric, Tabled):
            stats = metric.prepare_with(table, evalset, resources)
        else:
            stats = metric.prepare(evalset, resources)
        if isinstance(metric, Gathering):
            metric.gather(evalset, outputs, resources, before)
        for system, column in outputs.items():
            try:
                rows[metric, system] = stats(column)
            except TooLongError as error:
                raise error.within(f"{system}, {metric.label}", before) from None
    return rows


def _whole_if_needed(
    shards: Iterable[tuple[EvalSet, Outputs]], metrics: Sequence[Metric]
) -> Iterable[tuple[EvalSet, Outputs]]:
    """Join all shards where some metric has to see the whole set."""
    if not any(metric.fits_corpus for metric in metrics):
        return shards
    parts = list(shards)
    return [join_shards(parts)] if len(parts) > 1 else parts


def with_tokenised_warning(
    shards: Iterable[tuple[EvalSet, Outputs]], metrics: Sequence[Metric]
) -> Iterator[tuple[EvalSet, Outputs]]:
    """Warn once, at the end, of outputs that look tokenised, if a metric is going to tokenise them again."""
    counts: Counter[str] = Counter()
    for evalset, outputs in shards:
        counts.update(tokenised_lines(outputs, metrics))
        yield evalset, outputs
    warn_of_tokenised(counts, metrics)


def tokenised_lines(outputs: Outputs, metrics: Sequence[Metric]) -> dict[str, int]:
    """Count the lines of every output that look tokenised, if a metric is going to tokenise them again."""
    if not _tokenising(metrics):
        return {}
    return {name: count_tokenised(column) for name, column in outputs.items()}


def warn_of_tokenised(counts: Mapping[str, int], metrics: Sequence[Metric]) -> None:
    """Warn of outputs in which so many lines look tokenised that they are."""
    suspects = {name: count for name, count in counts.items() if count >= TOKENISED_LINES}
    if suspects:
        warnings.warn(_looks_tokenised(suspects, _tokenising(metrics)[0]), AssayWarning, stacklevel=3)


def _tokenising(metrics: Sequence[Metric]) -> list[str]:
    return [metric.label for metric in metrics if getattr(metric, "tok", "none") != "none"]


def _looks_tokenised(suspects: dict[str, int], label: str) -> str:
    named = ", ".join(f"{name} ({counted(count, 'line')})" for name, count in suspects.items())
    return (
        f'{named}: lines that end in " ." look tokenised, and {label} does its own tokenisation; '
        "give detokenised text, or choose tok=none for text that must stay as it is"
    )
