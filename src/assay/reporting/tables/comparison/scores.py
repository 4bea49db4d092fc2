"""What `assay score` has to say: one table of scores, of systems, documents, segments or blocks by metrics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from assay.data import Codes
from assay.errors import InputError, counted
from assay.metrics import Evaluation, Metric, Stats, block_size, labels, spec_of
from assay.metrics.specs import distinct_labels
from assay.reporting.blocks import (
    Block,
    Fact,
    Head,
    Heading,
    Signature,
    Table,
    Value,
)
from assay.reporting.columns import Better

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.metrics import Estimates  # with the models that estimate, which scores do without

Rows = Sequence[tuple[Value, ...]]
LIKENESS = {
    "pseudo-references": "Pseudo-references: each output against those of systems that are not judged",
    "consensus": "Consensus: each output against those of the other systems as references",
    "round-trip": "Round trip: the back-translation of each output against the source",
}


def score_report(evaluation: Evaluation, level: str) -> list[Block]:
    """Make one table of an evaluation: systems, documents, segments or blocks as rows, metrics as columns."""
    length = block_size(level)
    by = {"corpus": _by_system, "document": _by_document, "segment": _by_segment}
    units, rows = by[level](evaluation) if length is None else _by_block(evaluation, length)
    table = Table(
        name="scores",
        columns=(*units, *metric_heads(evaluation)),
        rows=tuple(rows),
        title=_title(evaluation, level),
        facts=_facts(evaluation, level),
        ranked=level == "corpus",
    )
    return [table]


def estimate_report(estimates: Estimates, level: str) -> list[Block]:
    """Make a table of estimates without references, and one of each comparison with other texts."""
    blocks = score_report(estimates.evaluation, level)
    for name, evaluation in estimates.likeness.items():
        tables = score_report(evaluation, level)
        blocks += [
            Heading(LIKENESS[name]),
            *(replace(block, name=name) for block in tables if isinstance(block, Table)),
        ]
    return blocks


def signed_metrics(evaluation: Evaluation) -> list[Signature]:
    """Return the signatures of metrics for a table that has them in its rows."""
    return [
        Signature(label, evaluation.signature(metric), evaluation.short_signature(metric))
        for metric, label in labels(evaluation.metrics).items()
    ]


def documents_of(document: Codes | None) -> Codes:
    """Return the documents of a set, or say how to give them."""
    if document is None:
        raise InputError(
            "the set does not say which document a segment belongs to; "
            "give --docs FILE with one document name a segment, or a format that has documents"
        )
    return document


def metric_heads(evaluation: Evaluation) -> list[Head]:
    """Return the heads of columns of scores, one a metric, with arrow and signature."""
    return [
        Head(
            name=spec_of(metric),
            label=label,
            align="right",
            better=_better_end(metric),
            signature=evaluation.signature(metric),
            short_signature=evaluation.short_signature(metric),
        )
        for metric, label in zip(evaluation.metrics, distinct_labels(evaluation.metrics), strict=True)
    ]


def _better_end(metric: Metric) -> Better:
    """Say which scores are better; of features without a good end (qe) neither."""
    if not getattr(metric, "has_better_end", True):
        return None
    return "higher" if metric.higher_is_better else "lower"


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


def _by_block(evaluation: Evaluation, size: int) -> tuple[list[Head], Rows]:
    units = [(name,) for name in Codes.blocks(evaluation.segments, size).names]
    return [Head("block"), Head("system")], _crossed(units, evaluation, lambda stats: stats.blocks(size))


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


def size(evaluation: Evaluation, parts: str = "") -> str:
    """Say how many segments, in which parts, and references a set has."""
    each = "" if evaluation.segments == 1 or not evaluation.references[1] else " each"
    return f"{counted(evaluation.segments, 'segment')}{parts}, {reference_count(evaluation)}{each}"


def reference_count(evaluation: Evaluation) -> str:
    """Say how many references segments have."""
    fewest, most = evaluation.references
    if not most:
        return "no references"
    return counted(most, "reference") if fewest == most else f"{fewest} to {most} references"


def _title(evaluation: Evaluation, level: str) -> str:
    kind, _, length = level.partition(":")
    return f"{kind.capitalize()} scores: {size(evaluation, f' in blocks of {length}' if length else '')}"


def _facts(evaluation: Evaluation, level: str) -> dict[str, Fact]:
    return {
        "level": level,
        "systems": evaluation.systems,
        "segments": evaluation.segments,
        "references": evaluation.references,
    }
