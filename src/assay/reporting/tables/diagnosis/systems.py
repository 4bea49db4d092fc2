"""Tables of systems side by side: how alike they are, what divides them, where metrics disagree, what is hard."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.diagnosis import Diagnosis
from assay.diagnosis.words.conflicts import BucketConflict, Conflict
from assay.diagnosis.words.systems import Likeness, Predictor
from assay.metrics import Metric, labels
from assay.reporting.blocks import Block, Table
from assay.reporting.columns import (
    TableColumn,
    figure_of,
    number,
    number_head,
    numbers,
    p_value,
    percent,
    several,
    table_of,
    text,
    texts,
)
from assay.reporting.tables.comparison.figures import system_order
from assay.reporting.tables.diagnosis.words import segment_column


def system_blocks(diagnosis: Diagnosis, *, pictures: bool = False) -> list[Block]:
    """Show systems side by side; a table of which there is nothing to show is left out."""
    blocks: list[Block] = []
    blocks += [likeness_table(diagnosis.systems.likenesses)] if diagnosis.systems.likenesses else []
    blocks += [conflicts_table(diagnosis.systems.conflicts)] if diagnosis.systems.conflicts else []
    blocks += [bucket_conflicts_table(diagnosis.buckets.conflicts)] if diagnosis.buckets.conflicts else []
    metrics = diagnosis.corpus.evaluation.metrics
    return blocks + (_score_blocks(diagnosis, metrics[0], pictures) if metrics else [])


def likeness_table(likenesses: Sequence[Likeness]) -> Table:
    """Show how alike the outputs of every pair of systems are."""
    columns = [
        *texts("first", "second"),
        number("chrf", "chrF1", read="similarity"),
        number("identical", "identical segments"),
        text("remark", read=lambda likeness: "nearly identical" if likeness.near else ""),
    ]
    return table_of("likeness", "Similarity of the systems", likenesses, columns)


def conflicts_table(conflicts: Sequence[Conflict]) -> Table:
    """Show how often two metrics disagree about two systems."""
    columns = [
        *_opponents(conflicts),
        *numbers("agree", "disagree", "ties"),
        percent("share", "disagree, %"),
        text("opposite", "opposite ranking", read=lambda conflict: "yes" if conflict.opposite else "no"),
        segment_column("largest disagreement", most=5),
    ]
    note = (
        "Counts of segments; ties: at least one of the two metrics sees no difference. The share is of segments "
        "without a tie."
    )
    return table_of("conflicts", "Where metrics disagree", conflicts, columns, notes=[note])


def bucket_conflicts_table(conflicts: Sequence[BucketConflict]) -> Table:
    """Show the buckets in which metrics order systems oppositely."""
    columns = [*texts("feature", "bucket"), *_opponents(conflicts), number("segments")]
    return table_of("bucket-conflicts", "Buckets in which metrics disagree", conflicts, columns)


def _opponents(conflicts: Sequence[Conflict] | Sequence[BucketConflict]) -> list[TableColumn]:
    """Return the columns of the two metrics and the two systems of a conflict."""
    names = labels(
        metric for conflict in conflicts for metric in (conflict.first_metric, conflict.second_metric)
    )
    return [
        text("metrics", read=lambda of: f"{names[of.first_metric]} / {names[of.second_metric]}"),
        text("systems", read=lambda of: " / ".join(of.systems)),
    ]


def _score_blocks(diagnosis: Diagnosis, metric: Metric, pictures: bool) -> list[Block]:
    """Show what rests on the scores of segments under a metric."""
    tables = [
        disputes_table(diagnosis, metric) if diagnosis.systems.disputes else None,
        hard_table(diagnosis, metric) if diagnosis.systems.hard else None,
        difficulty_table(diagnosis, metric) if diagnosis.systems.difficulty else None,
    ]
    blocks: list[Block] = [table for table in tables if table is not None]
    return blocks + (_position_blocks(diagnosis, metric, pictures) if diagnosis.systems.positions else [])


def disputes_table(diagnosis: Diagnosis, metric: Metric) -> Table:
    """Show the segments over which systems are furthest apart."""
    heads = [number_head(f"score.{name}", name) for name in diagnosis.corpus.systems]
    columns = [
        number("segment", read=lambda dispute: dispute.segment + 1, segments=True),
        number("spread"),
        *texts("best", "worst"),
        several(heads, read="scores"),
    ]
    title = f"Segments on which systems differ most by {metric.label}"
    return table_of("disputes", title, diagnosis.systems.disputes, columns)


def hard_table(diagnosis: Diagnosis, metric: Metric) -> Table:
    """Show the segments that are hard for all."""
    columns = [
        number("segment", read=lambda hard: hard[0] + 1, segments=True),
        number("mean", f"mean {metric.label}", read=1),
    ]
    return table_of("hard", "Segments that are difficult for all systems", diagnosis.systems.hard, columns)


def difficulty_table(diagnosis: Diagnosis, metric: Metric) -> Table:
    """Show which features of a segment go with low scores, and which with high ones."""
    alpha = diagnosis.settings.alpha
    note = (
        f"Spearman's correlation with the mean {metric.label} of all systems; none for a constant feature. "
        "p-values are adjusted for all features (Holm)."
    )
    columns = [
        text("feature"),
        number("spearman", digits=3, read=_known_correlation),
        p_value("p", "adjusted p", read="adjusted"),
        text("effect", "higher values make a segment", read=lambda predictor: predictor.effect(alpha)),
    ]
    title = "What makes a segment difficult or easy"
    return table_of("difficulty", title, diagnosis.systems.difficulty, columns, notes=[note])


def _known_correlation(predictor: Predictor) -> float | None:
    return None if math.isnan(predictor.correlation) else predictor.correlation


def _position_blocks(diagnosis: Diagnosis, metric: Metric, pictures: bool) -> list[Block]:
    """Show scores by place in the document, in a table and a picture."""
    title = f"{metric.label} by position in the document, in tenths"
    columns = [text("system"), *numbers("tenth", "segments", "score")]
    blocks: list[Block] = [table_of("positions", title, diagnosis.systems.positions, columns)]
    if not pictures:
        return blocks
    points = [(place.system, float(place.tenth), place.score, "") for place in diagnosis.systems.positions]
    words = [
        f"{place.system}, tenth {place.tenth}: {place.score:.1f}" for place in diagnosis.systems.positions
    ]
    title = f"{metric.label} over the document"
    figure = figure_of(
        "curve",
        "positions-figure",
        title,
        points,
        words,
        axis="tenth of the document",
        upright=metric.label,
        systems=system_order(diagnosis.corpus.evaluation),
    )
    return [*blocks, figure]
