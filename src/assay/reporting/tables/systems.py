"""Tables of systems side by side: how alike they are, what divides them, where metrics disagree, what is hard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from assay.diagnosis import BucketConflict, Conflict, Dispute, Likeness, Position, Predictor
from assay.metrics import Metric, labels
from assay.reporting.blocks import Figure, Head, Table, Value, drawn

RIGHT: Literal["right"] = "right"


def likeness_table(found: Sequence[Likeness]) -> Table:
    """Show how alike the outputs of every pair of systems are."""
    rows: list[tuple[Value, ...]] = [
        (one.first, one.second, one.similarity, one.identical, "nearly the same" if one.near else "")
        for one in found
    ]
    numbers = (
        Head("chrf", label="chrF1", align=RIGHT),
        Head("identical", label="identical segments", align=RIGHT),
    )
    heads = (Head("first"), Head("second"), *numbers, Head("remark"))
    return Table("likeness", heads, tuple(rows), "How alike the systems are")


def disputes_table(found: Sequence[Dispute], systems: Sequence[str], metric: Metric) -> Table:
    """Show the segments over which systems are furthest apart."""
    rows: list[tuple[Value, ...]] = [
        (one.segment + 1, one.spread, one.best, one.worst, *one.scores) for one in found
    ]
    numbers = (Head("segment", align=RIGHT, segments=True), Head("spread", align=RIGHT))
    heads = (
        *numbers,
        Head("best"),
        Head("worst"),
        *(Head(f"score.{name}", label=name, align=RIGHT) for name in systems),
    )
    return Table("disputes", heads, tuple(rows), f"Segments over which systems differ most in {metric.label}")


def hard_table(found: Sequence[tuple[int, float]], metric: Metric) -> Table:
    """Show the segments that are hard for all."""
    rows = tuple((segment + 1, score) for segment, score in found)
    heads = (
        Head("segment", align=RIGHT, segments=True),
        Head("mean", label=f"mean {metric.label}", align=RIGHT),
    )
    return Table("hard", heads, rows, "Segments that are hard for all systems")


def difficulty_table(found: Sequence[Predictor], metric: Metric) -> Table:
    """Show which features of a segment go with low scores."""
    rows = tuple(
        (one.feature, None if one.correlation != one.correlation else one.correlation) for one in found
    )
    heads = (Head("feature"), Head("spearman", align=RIGHT, digits=3))
    worse = "below" if metric.higher_is_better else "above"
    note = (
        f"Spearman's correlation with the mean {metric.label} of all systems: {worse} 0, segments with more of it have "
        "worse scores; none where a feature never varies."
    )
    return Table("difficulty", heads, rows, "What makes a segment hard", (note,))


def positions_table(found: Sequence[Position], metric: Metric) -> Table:
    """Show scores by place in the document."""
    rows = tuple((one.system, one.tenth, one.segments, one.score) for one in found)
    heads = (Head("system"), *(Head(name, align=RIGHT) for name in ("tenth", "segments", "score")))
    return Table("positions", heads, rows, f"{metric.label} by tenth of the document")


def positions_figure(found: Sequence[Position], metric: Metric) -> Figure:
    """Draw scores by place in the document."""
    rows = [(one.system, float(one.tenth), one.score, "") for one in found]
    words = "; ".join(f"{one.system}, tenth {one.tenth}: {one.score:.1f}" for one in found)
    data = drawn("curve", "positions", rows)
    title = f"{metric.label} over the document"
    return Figure("positions-figure", "curve", title, data, f"{words}.", axis="tenth", upright=metric.label)


def conflicts_table(found: Sequence[Conflict]) -> Table:
    """Show how often two metrics disagree about two systems."""
    said = labels(metric for one in found for metric in (one.first_metric, one.second_metric))
    rows: list[tuple[Value, ...]] = [
        (
            f"{said[one.first_metric]} / {said[one.second_metric]}",
            f"{one.systems[0]} / {one.systems[1]}",
            one.agree,
            one.disagree,
            one.ties,
            100 * one.share,
            "yes" if one.opposite else "no",
            ", ".join(str(segment + 1) for segment in one.segments[:5]),
        )
        for one in found
    ]
    names = ("agree", "disagree", "ties")
    heads = (
        Head("metrics"),
        Head("systems"),
        *(Head(name, align=RIGHT) for name in names),
        Head("share", label="disagree, %", align=RIGHT, digits=1),
        Head("opposite", label="opposite overall"),
        Head("segments", label="furthest apart", segments=True),
    )
    note = (
        "Segments; ties: one of the two metrics sees no difference. The share is of segments without a tie."
    )
    return Table("conflicts", heads, tuple(rows), "Where metrics disagree", (note,))


def bucket_conflicts_table(found: Sequence[BucketConflict]) -> Table:
    """Show the buckets in which metrics order systems oppositely."""
    names = labels(metric for one in found for metric in (one.first_metric, one.second_metric))
    rows = tuple(
        (
            one.feature,
            one.bucket,
            f"{names[one.first_metric]} / {names[one.second_metric]}",
            f"{one.systems[0]} / {one.systems[1]}",
            one.segments,
        )
        for one in found
    )
    heads = (*map(Head, ("feature", "bucket", "metrics", "systems")), Head("segments", align=RIGHT))
    return Table("bucket-conflicts", heads, rows, "Buckets in which metrics disagree")
