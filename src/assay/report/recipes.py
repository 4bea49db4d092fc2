"""Numbers to blocks: what each command has to say, before any format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from assay.data.evalset import Codes
from assay.errors import InputError
from assay.metrics.base import Evaluation, Metric, Stats
from assay.metrics.spec import spec
from assay.report.blocks import Block, Fact, Head, Table, Value

Level = Literal["corpus", "document", "segment"]
Rows = Sequence[tuple[Value, ...]]


def score_report(evaluation: Evaluation, level: Level) -> list[Block]:
    """Make one table of an evaluation: systems, documents or segments as rows, metrics as columns."""
    units, rows = {"corpus": _by_system, "document": _by_document, "segment": _by_segment}[level](evaluation)
    table = Table(
        name="scores",
        columns=(*units, *metric_heads(evaluation)),
        rows=tuple(rows),
        title=f"{level.capitalize()} scores: {size(evaluation)}",
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
    return set.intersection(
        *(chosen for other, chosen in zip(labels, options, strict=True) if other == label)
    )


def _with_options(metric: Metric, label: str, shared: set[str]) -> str:
    own = [option for option in _options(metric) if option not in shared]
    return f"{label} {','.join(own)}" if own else label


def _options(metric: Metric) -> list[str]:
    return [option for option in spec(metric).partition(":")[2].split(",") if option]


def metric_heads(evaluation: Evaluation) -> list[Head]:
    """Return the heads of columns of scores, one a metric, with arrow and signature."""
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
    rows: Rows = [
        (system, *(evaluation.stats[metric, system].total() for metric in evaluation.metrics))
        for system in evaluation.systems
    ]
    return [Head("system")], rows


def _by_document(evaluation: Evaluation) -> tuple[list[Head], Rows]:
    document = documents_of(evaluation.document)
    units = [(name,) for name in document.names]
    return [Head("document"), Head("system")], _crossed(
        units, evaluation, lambda stats: stats.collapse(document)
    )


def _by_segment(evaluation: Evaluation) -> tuple[list[Head], Rows]:
    numbers = range(1, evaluation.segments + 1)
    heads = [Head("segment", align="right"), Head("system")]
    if evaluation.document is None:
        return heads, _crossed([(number,) for number in numbers], evaluation)
    documents = [evaluation.document.names[code] for code in evaluation.document.index.tolist()]
    heads.insert(1, Head("document"))
    return heads, _crossed(list(zip(numbers, documents, strict=True)), evaluation)


def _crossed(
    units: Sequence[tuple[Value, ...]],
    evaluation: Evaluation,
    unit_stats: Callable[[Stats], Stats] = lambda stats: stats,
) -> Rows:
    """Put the scores of every system beside every unit; the systems of one unit stand together."""
    columns = [
        [unit_stats(evaluation.stats[metric, system]).each().tolist() for metric in evaluation.metrics]
        for system in evaluation.systems
    ]
    scores = [list(zip(*of_system, strict=True)) for of_system in columns]
    return [
        (*unit, system, *of_system[at])
        for at, unit in enumerate(units)
        for system, of_system in zip(evaluation.systems, scores, strict=True)
    ]


def size(evaluation: Evaluation) -> str:
    """Say how many segments and references a set has."""
    fewest, most = evaluation.references
    references = _counted(most, "reference") if fewest == most else f"{fewest} to {most} references"
    each = "" if evaluation.segments == 1 else " each"
    return f"{_counted(evaluation.segments, 'segment')}, {references}{each}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _facts(evaluation: Evaluation, level: Level) -> dict[str, Fact]:
    return {
        "level": level,
        "systems": evaluation.systems,
        "segments": evaluation.segments,
        "references": evaluation.references,
    }
