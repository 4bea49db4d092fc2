"""Numbers to blocks: what each command has to say, before any format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from assay.data.evalset import Codes
from assay.errors import InputError
from assay.metrics.base import Evaluation, Metric
from assay.metrics.spec import spec
from assay.report.blocks import Block, Fact, Head, Table, Value

Level = Literal["corpus", "document", "segment"]
Rows = Iterable[tuple[Value, ...]]


def score_report(evaluation: Evaluation, level: Level) -> list[Block]:
    """Make one table of an evaluation: systems, documents or segments as rows, metrics as columns."""
    units, rows = {"corpus": _by_system, "document": _by_document, "segment": _by_segment}[level](evaluation)
    table = Table(
        name="scores",
        columns=(*units, *_metric_heads(evaluation)),
        rows=tuple(rows),
        title=_title(evaluation, level),
        facts=_facts(evaluation, level),
    )
    return [table]


def documents_of(document: Codes | None) -> Codes:
    """Return the documents of a set, or say how to give them."""
    if document is None:
        raise InputError(
            "the set does not say which document a segment belongs to; "
            "give --docs FILE with one document name a segment, or a format that has documents"
        )
    return document


def distinct_labels(metrics: Sequence[Metric]) -> list[str]:
    """Label metrics for headings; those that share a label also show the options in which they differ."""
    labels = [metric.label for metric in metrics]
    options = [set(_options(metric)) for metric in metrics]
    return [
        label if labels.count(label) == 1 else _with_options(metric, label, _shared(label, labels, options))
        for metric, label in zip(metrics, labels, strict=True)
    ]


def _shared(label: str, labels: Sequence[str], options: Sequence[set[str]]) -> set[str]:
    return set.intersection(*(chosen for other, chosen in zip(labels, options, strict=True) if other == label))


def _with_options(metric: Metric, label: str, shared: set[str]) -> str:
    own = [option for option in _options(metric) if option not in shared]
    return f"{label} {','.join(own)}" if own else label


def _options(metric: Metric) -> list[str]:
    return [option for option in spec(metric).partition(":")[2].split(",") if option]


def _metric_heads(evaluation: Evaluation) -> list[Head]:
    return [
        Head(
            name=spec(metric),
            label=label,
            align="right",
            better="higher" if metric.higher_is_better else "lower",
            signature=evaluation.signature(metric),
        )
        for metric, label in zip(evaluation.metrics, distinct_labels(evaluation.metrics), strict=True)
    ]


def _by_system(evaluation: Evaluation) -> tuple[list[Head], Rows]:
    rows = (
        (system, *(evaluation.stats[metric, system].total() for metric in evaluation.metrics))
        for system in evaluation.systems
    )
    return [Head("system")], rows


def _by_document(evaluation: Evaluation) -> tuple[list[Head], Rows]:
    document = documents_of(evaluation.document)
    scores = [
        [evaluation.stats[metric, system].collapse(document).each().tolist() for metric in evaluation.metrics]
        for system in evaluation.systems
    ]
    rows = (
        (name, system, *(values[at] for values in scores[number]))
        for at, name in enumerate(document.names)
        for number, system in enumerate(evaluation.systems)
    )
    return [Head("document"), Head("system")], rows


def _by_segment(evaluation: Evaluation) -> tuple[list[Head], Rows]:
    scores = [
        [evaluation.stats[metric, system].each().tolist() for metric in evaluation.metrics]
        for system in evaluation.systems
    ]
    rows = (
        (at + 1, *_document(evaluation, at), system, *(values[at] for values in scores[number]))
        for at in range(evaluation.segments)
        for number, system in enumerate(evaluation.systems)
    )
    documents = [Head("document")] if evaluation.document is not None else []
    return [Head("segment", align="right"), *documents, Head("system")], rows


def _document(evaluation: Evaluation, at: int) -> tuple[str, ...]:
    codes = evaluation.document
    return () if codes is None else (codes.names[codes.index[at]],)


def _title(evaluation: Evaluation, level: Level) -> str:
    fewest, most = evaluation.references
    references = _counted(most, "reference") if fewest == most else f"{fewest} to {most} references"
    each = " each" if evaluation.segments != 1 and fewest == most else ""
    return f"{level.capitalize()} scores: {_counted(evaluation.segments, 'segment')}, {references}{each}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _facts(evaluation: Evaluation, level: Level) -> dict[str, Fact]:
    return {
        "level": level,
        "systems": evaluation.systems,
        "segments": evaluation.segments,
        "references": evaluation.references,
    }
