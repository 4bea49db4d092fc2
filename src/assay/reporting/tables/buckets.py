"""Tables and pictures of buckets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from assay.comparison import Comparison
from assay.diagnosis import BucketF, Buckets, SegmentBucket, SourceBucket, WordBucket
from assay.metrics import labels
from assay.reporting.blocks import Block, Estimate, Figure, Head, Table, Value, drawn
from assay.stats import Interval

RIGHT: Literal["right"] = "right"
NOTES = (
    "Of words: reference, output and match count them, and an output word that matches counts where its reference "
    "word does. Buckets without an interval have too few words or segments to say more than their count. P-values "
    "are adjusted for all buckets that were tested; a difference is open where it may be chance."
)


def bucket_blocks(buckets: Buckets, alpha: float, *, pictures: bool = False) -> list[Block]:
    """Show buckets feature by feature: counts and accuracy, what differs, and a picture where asked for."""
    blocks: list[Block] = []
    features = [one.feature for one in buckets.words] + [one.feature for one in buckets.segments]
    for feature in dict.fromkeys(features):
        words = [one for one in buckets.words if one.feature == feature]
        segments = [one for one in buckets.segments if one.feature == feature]
        tests = [(bucket, one) for name, bucket, one in buckets.comparisons if name == feature]
        blocks.append(_words_table(feature, words) if words else _segments_table(feature, segments))
        blocks += [_figure(feature, words)] if pictures and any(not one.small for one in words) else []
        blocks += [_tests_table(feature, tests, alpha)] if tests else []
    return blocks


def _estimate(value: float, interval: Interval | None) -> Value:
    return value if interval is None else Estimate(interval.estimate, interval.low, interval.high)


def _side_by_side(words: Sequence[WordBucket]) -> list[WordBucket]:
    """Put the systems of a bucket below each other, and leave out buckets in which no system has a word."""
    filled = {one.bucket for one in words if one.reference or one.output}
    order = {bucket: place for place, bucket in enumerate(dict.fromkeys(one.bucket for one in words))}
    return sorted((one for one in words if one.bucket in filled), key=lambda one: order[one.bucket])


def _words_table(feature: str, words: Sequence[WordBucket]) -> Table:
    rows: list[tuple[Value, ...]] = [
        (
            one.bucket,
            one.system,
            one.reference,
            one.output,
            one.match,
            100 * one.precision if one.output else None,
            100 * one.recall if one.reference else None,
            _estimate(100 * one.f, one.interval),
        )
        for one in _side_by_side(words)
    ]
    names = ("reference", "output", "match", "precision", "recall", "F")
    heads = [Head(name, align=RIGHT, digits=1) for name in names]
    title = f"Words by {feature}"
    columns = (Head("bucket"), Head("system"), *heads)
    return Table(f"words-by-{feature}", columns, tuple(rows), title)


def _segments_table(feature: str, segments: Sequence[SegmentBucket]) -> Table:
    names = labels(one.metric for one in segments)
    rows: list[tuple[Value, ...]] = [
        (one.bucket, one.system, names[one.metric], one.segments, _score(one))
        for one in segments
        if one.segments
    ]
    heads = (
        Head("bucket"),
        Head("system"),
        Head("metric"),
        Head("segments", align=RIGHT),
        Head("score", align=RIGHT),
    )
    return Table(f"segments-by-{feature}", heads, tuple(rows), f"Segments by {feature}")


def _score(one: SegmentBucket) -> Value:
    return _estimate(one.score, one.interval)


def _tests_table(feature: str, tests: Sequence[tuple[str, Comparison]], alpha: float) -> Table:
    names = labels(one.metric for _, one in tests)
    rows: list[tuple[Value, ...]] = [
        (
            bucket,
            "F" if isinstance(one.metric, BucketF) else names[one.metric],
            one.first,
            one.second,
            one.difference,
            one.adjusted,
            (one.better or "neither") if one.significant(alpha) else "open",
        )
        for bucket, one in tests
    ]
    heads = (
        *(Head(name) for name in ("bucket", "metric", "first", "second")),
        Head("difference", align=RIGHT),
        Head("p", label="adjusted p", align=RIGHT, digits=4, least=1e-4),
        Head("better"),
    )
    return Table(
        f"tests-by-{feature}", heads, tuple(rows), f"Differences by {feature}", facts={"alpha": alpha}
    )


def _figure(feature: str, words: Sequence[WordBucket]) -> Figure:
    shown = [(one, one.interval) for one in words if one.interval is not None]
    rows = [
        (one.bucket, one.system, interval.estimate, interval.low, interval.high) for one, interval in shown
    ]
    said = [
        f"{one.bucket}, {one.system}: {interval.estimate:.1f}, from {interval.low:.1f} to {interval.high:.1f}"
        for one, interval in shown
    ]
    title = f"F of words by {feature}"
    return Figure(
        f"figure-{feature}", "intervals", title, drawn("intervals", feature, rows), "; ".join(said) + "."
    )


def source_table(found: Sequence[SourceBucket]) -> Table:
    """Show how many source words came through, by how often they occur in the source."""
    rows: list[tuple[Value, ...]] = [
        (one.bucket, one.system, one.words, one.right, 100 * one.accuracy) for one in found
    ]
    numbers = (
        Head("words", align=RIGHT),
        Head("right", align=RIGHT),
        Head("accuracy", align=RIGHT, digits=1),
    )
    note = "A source word is right if it is linked and every reference word linked to it is in the output."
    heads = (Head("bucket"), Head("system"), *numbers)
    return Table("source-words", heads, tuple(rows), "Source words by frequency in the source", (note,))
