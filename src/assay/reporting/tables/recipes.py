"""Numbers to blocks: what each command has to say, before any format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import starmap

import numpy as np

from assay.data import Codes
from assay.errors import InputError
from assay.metrics import (
    OPERATIONS,
    Evaluation,
    Metric,
    Stats,
    WordAlignment,
    block_size,
    distinct_labels,
    spec_of,
)
from assay.reporting.blocks import (
    Alignment,
    AlignmentPlace,
    Block,
    Fact,
    Figure,
    Head,
    Jumped,
    Moved,
    Table,
    Value,
    drawn,
)

BINS = 20
Rows = Sequence[tuple[Value, ...]]


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
    )
    return [table]


def alignment_report(
    found: Mapping[str, Sequence[WordAlignment]],
    references: Sequence[str],
    label: str,
    *,
    first: int = 0,
    errors_only: bool = False,
) -> Iterator[Block]:
    """Make one block of each segment and system; `first` is the number of segments before these."""
    for row, of_segment in enumerate(zip(*found.values(), strict=True), start=first + 1):
        for system, one in zip(found, of_segment, strict=True):
            if one.edits or not errors_only:
                yield _alignment(one, row, system, references[one.reference], label)


def _alignment(one: WordAlignment, segment: int, system: str, reference: str, label: str) -> Alignment:
    moves = one.moves
    places, jumps = [], 0
    for operation, theirs, ours in one.pairs():
        origin, shift = (0, 0) if ours is None else moves[ours]
        jumps += operation == "jump"
        places.append(
            AlignmentPlace(
                operation,
                None if theirs is None else one.reference_tokens[theirs],
                None if ours is None else one.output_tokens[origin],
                shift,
                jumps if operation == "jump" else 0,
            )
        )
    counts = {f"{kind}s": one.operations.count(kind) for kind in OPERATIONS[1:-1]}
    every = [*counts.items(), ("shifts", len(one.shifts)), ("jumps", jumps)]
    kinds = ", ".join(_counted(count, kind.removesuffix("s")) for kind, count in every if count)
    words = f"{_counted(one.edits, 'edit')}{f' ({kinds})' if kinds else ''}"
    return Alignment(
        name="alignment",
        places=tuple(places),
        shifts=_moved(one),
        title=f"{label} of segment {segment}, {system} against {reference}: {words}",
        facts={"segment": segment, "system": system, "reference": reference, "edits": one.edits, **counts},
        jumps=tuple(starmap(Jumped, one.leaps())),
    )


def _moved(one: WordAlignment) -> tuple[Moved, ...]:
    tokens, moved = list(one.output_tokens if one.words is None else one.words), []
    for shift in one.shifts:
        end = shift.start + shift.length
        span, rest = tokens[shift.start : end], tokens[: shift.start] + tokens[end:]
        moved.append(Moved(tuple(span), shift.start, shift.target))
        tokens = rest[: shift.target] + span + rest[shift.target :]
    return tuple(moved)


def segment_figures(evaluation: Evaluation) -> list[Figure]:
    """Draw how the scores of segments spread, a figure a metric and a histogram a system."""
    return [
        _segment_figure(evaluation, metric, label)
        for metric, label in zip(evaluation.metrics, distinct_labels(evaluation.metrics), strict=True)
    ]


def _segment_figure(evaluation: Evaluation, metric: Metric, label: str) -> Figure:
    rows: list[tuple[Value, ...]] = []
    words = []
    scores = {system: evaluation.stats[metric, system].each() for system in evaluation.systems}
    known = {system: column[np.isfinite(column)] for system, column in scores.items()}
    edges = np.histogram_bin_edges(np.concatenate(list(known.values())), BINS)
    for system, column in known.items():
        counts = np.histogram(column, edges)[0]
        bars = zip(edges[:-1].tolist(), edges[1:].tolist(), counts.tolist(), strict=True)
        rows += [(system, low, high, count) for low, high, count in bars]
        if len(column):
            low, middle, high = np.quantile(column, [0, 0.5, 1]).tolist()
            words.append(f"{system} from {low:.2f} to {high:.2f}, median {middle:.2f}")
    return Figure(
        f"segments-figure.{spec_of(metric)}",
        "histograms",
        f"{label} of {_counted(evaluation.segments, 'segment')}",
        drawn("histograms", "segments", rows),
        "; ".join(words) + ".",
        axis=label,
        upright="segments",
    )


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
    fewest, most = evaluation.references
    references = _counted(most, "reference") if fewest == most else f"{fewest} to {most} references"
    each = "" if evaluation.segments == 1 else " each"
    return f"{_counted(evaluation.segments, 'segment')}{parts}, {references}{each}"


def _title(evaluation: Evaluation, level: str) -> str:
    kind, _, length = level.partition(":")
    return f"{kind.capitalize()} scores: {size(evaluation, f' in blocks of {length}' if length else '')}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _facts(evaluation: Evaluation, level: str) -> dict[str, Fact]:
    return {
        "level": level,
        "systems": evaluation.systems,
        "segments": evaluation.segments,
        "references": evaluation.references,
    }
