"""Tables and pictures of buckets."""

from __future__ import annotations

from collections.abc import Sequence

from assay.diagnosis import BucketF, Buckets, BucketTest, Diagnosis, SegmentBucket, SourceBucket, WordBucket
from assay.metrics import Metric, labels
from assay.reporting.blocks import Block, Figure, Prose, Table
from assay.reporting.columns import (
    estimate,
    figure_of,
    number,
    numbers,
    p_value,
    percent,
    table_of,
    text,
    texts,
)

NOTES = (
    "reference, output and match are counts of words; a matching output word counts in the bucket of its "
    "reference word. Buckets without an interval have too few words or segments for one. With "
    "several systems, the best or the baseline is compared with each of the others; every feature and pair gets "
    "an equal "
    "part of the error rate, which its buckets share (Holm). A difference is open if it is not significant, and "
    "untestable if so few segments differ that it could not have been."
)


def all_bucket_blocks(diagnosis: Diagnosis, *, pictures: bool = False) -> list[Block]:
    """Show buckets of words, of segments and of source words, with a paragraph that says how to read them."""
    alpha = diagnosis.settings.alpha
    blocks = bucket_blocks(diagnosis.words, alpha, pictures=pictures)
    blocks += bucket_blocks(diagnosis.segments, alpha)
    blocks += [source_table(diagnosis.sources)] if diagnosis.sources else []
    return [Prose(NOTES), *blocks] if blocks else []


def bucket_blocks(buckets: Buckets, alpha: float, *, pictures: bool = False) -> list[Block]:
    """Show buckets feature by feature: counts and accuracy, what differs, and a picture where asked for."""
    blocks: list[Block] = []
    features = [*(bucket.feature for bucket in buckets.words), *(part.feature for part in buckets.segments)]
    for feature in dict.fromkeys(features):
        words = [bucket for bucket in buckets.words if bucket.feature == feature]
        segments = [bucket for bucket in buckets.segments if bucket.feature == feature]
        tests = [test for test in buckets.comparisons if test.feature == feature]
        blocks.append(_words_table(feature, words) if words else _segments_table(feature, segments))
        blocks += [_figure(feature, words)] if pictures and any(not bucket.small for bucket in words) else []
        blocks += [_tests_table(feature, tests, alpha)] if tests else []
    return blocks


def _words_table(feature: str, words: Sequence[WordBucket]) -> Table:
    columns = [
        *texts("bucket", "system"),
        *numbers("reference", "output", "match", digits=1),
        percent("precision", "", read=lambda bucket: bucket.precision if bucket.output else None),
        percent("recall", "", read=lambda bucket: bucket.recall if bucket.reference else None),
        estimate("F", digits=1, read=_f, interval="interval"),
    ]
    return table_of(f"words-by-{feature}", f"Words by {feature}", _side_by_side(words), columns)


def _f(bucket: WordBucket) -> float:
    return 100 * bucket.f if bucket.interval is None else bucket.interval.estimate


def _side_by_side(words: Sequence[WordBucket]) -> list[WordBucket]:
    """Put the systems of a bucket below each other, and leave out buckets in which no system has a word."""
    filled = {part.bucket for part in words if part.reference or part.output}
    order = {bucket: place for place, bucket in enumerate(dict.fromkeys(part.bucket for part in words))}
    return sorted((part for part in words if part.bucket in filled), key=lambda part: order[part.bucket])


def _segments_table(feature: str, segments: Sequence[SegmentBucket]) -> Table:
    names = labels(part.metric for part in segments)
    columns = [
        *texts("bucket", "system"),
        text("metric", read=lambda part: names[part.metric]),
        number("segments"),
        estimate("score", read=_score, interval="interval"),
    ]
    filled = [part for part in segments if part.segments]
    return table_of(f"segments-by-{feature}", f"Segments by {feature}", filled, columns)


def _score(part: SegmentBucket) -> float:
    return part.score if part.interval is None else part.interval.estimate


def _tests_table(feature: str, tests: Sequence[BucketTest], alpha: float) -> Table:
    names = labels(test.comparison.metric for test in tests)

    def better(test: BucketTest) -> str:
        if test.hopeless(alpha):
            return "untestable"
        return (test.comparison.better or "neither") if test.comparison.significant(alpha) else "open"

    columns = [
        text("bucket"),
        text("metric", read=lambda test: measured_by(test.comparison.metric, names[test.comparison.metric])),
        text("first", read="comparison.first"),
        text("second", read="comparison.second"),
        number("difference", read="comparison.difference"),
        p_value("p", "adjusted p", read="comparison.adjusted"),
        text("better", read=better),
    ]
    return table_of(
        f"tests-by-{feature}", f"Differences by {feature}", tests, columns, facts={"alpha": alpha}
    )


def measured_by(metric: Metric, label: str) -> str:
    """Name what a bucket is measured by: a metric, or the F of its words."""
    return "F" if isinstance(metric, BucketF) else label


def _figure(feature: str, words: Sequence[WordBucket]) -> Figure:
    shown = [(part, part.interval) for part in words if part.interval is not None]
    rows = [(part.bucket, part.system, f.estimate, f.low, f.high) for part, f in shown]
    said = [
        f"{bucket}, {system}: {f:.1f}, from {low:.1f} to {high:.1f}" for bucket, system, f, low, high in rows
    ]
    name, title = f"figure-{feature}", f"F of words by {feature}"
    return figure_of("intervals", name, title, rows, said, data=feature)


def source_table(buckets: Sequence[SourceBucket]) -> Table:
    """Show how many source words came through, by how often they occur in the source and how long they are."""
    columns = [*texts("feature", "bucket", "system"), *numbers("words", "right"), percent("accuracy", "")]
    note = (
        "A source word is right if it is aligned and every reference word aligned with it is in the output."
    )
    shown = [bucket for bucket in buckets if bucket.words]
    return table_of("source-words", "Source words translated", shown, columns, notes=[note])
