"""Tables and pictures of buckets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.diagnosis import Diagnosis
from assay.diagnosis.words.buckets import Buckets, BucketTest, SegmentBucket, WordBucket
from assay.diagnosis.words.rates import BucketF
from assay.diagnosis.words.source_words import SourceBucket
from assay.metrics import Metric, labels
from assay.reporting.blocks import Block, Figure, Prose, Table, Value, drawn
from assay.reporting.columns import (
    estimate,
    number,
    numbers,
    p_value,
    percent,
    table_of,
    text,
    texts,
)
from assay.reporting.tables.comparison.figures import system_order

NOTES = (
    "reference, output and match are counts of words; a matching output word counts in the bucket of its "
    "reference word. Buckets without an interval have too few words or segments for one. With "
    "several systems, the best or the baseline is compared with each of the others; every feature and pair gets "
    "an equal "
    "part of the error rate, which its buckets share (Holm). A difference is open if it is not significant, and "
    "untestable if so few segments differ that it could not have been."
)


def all_bucket_blocks(diagnosis: Diagnosis, *, pictures: bool = False) -> list[Block]:
    """Show buckets of words, of segments and of source words; pictures come first, and fold the tables."""
    alpha = diagnosis.settings.alpha
    tables = [
        *bucket_tables(diagnosis.buckets.words, alpha),
        *bucket_tables(diagnosis.buckets.segments, alpha),
        *([source_table(diagnosis.buckets.sources)] if diagnosis.buckets.sources else []),
    ]
    if not pictures:
        return [Prose(NOTES), *tables] if tables else []
    systems = system_order(diagnosis.corpus.evaluation)
    figures = [
        figure
        for buckets in (diagnosis.buckets.words, diagnosis.buckets.segments)
        for feature in _features(buckets)
        for figure in bucket_figures(buckets, feature, alpha, systems)
    ]
    return (
        [*figures, Prose(NOTES), *(replace(table, folded=bool(figures)) for table in tables)]
        if tables
        else []
    )


def _features(buckets: Buckets) -> list[str]:
    """Return what was parted by, in order."""
    words, segments = ([part.feature for part in parts] for parts in (buckets.words, buckets.segments))
    return list(dict.fromkeys([*words, *segments]))


def bucket_tables(buckets: Buckets, alpha: float) -> list[Table]:
    """Show buckets feature by feature: counts and accuracy, and what differs."""
    tables: list[Table] = []
    for feature in _features(buckets):
        words = [bucket for bucket in buckets.words if bucket.feature == feature]
        segments = [bucket for bucket in buckets.segments if bucket.feature == feature]
        tests = [test for test in buckets.comparisons if test.feature == feature]
        tables.append(_words_table(feature, words) if words else _segments_table(feature, segments))
        tables += [_tests_table(feature, tests, alpha)] if tests else []
    return tables


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


def bucket_figures(buckets: Buckets, feature: str, alpha: float, systems: Sequence[str] = ()) -> list[Figure]:
    """Draw one bucketing: F of words, or the score of segments by the first metric; nothing without an interval."""
    parts = _drawn_buckets(buckets, feature)
    if not parts:
        return []
    metric = parts[0].metric if isinstance(parts[0], SegmentBucket) else None
    tests = [test for test in buckets.comparisons if test.feature == feature]
    tests = [test for test in tests if metric is None or test.comparison.metric == metric]
    leader = _leader(tests)
    verdicts = _verdicts(tests, alpha) | {(part.bucket, leader): "leader" for part in parts if leader}
    rows, said = list[tuple[Value, ...]](), []
    for part in parts:
        f = part.interval
        if f is not None:
            word = verdicts.get((part.bucket, part.system), "open" if tests else "untested")
            rows.append((part.bucket, part.system, f.estimate, f.low, f.high, word, _count(part)))
            said.append(f"{part.bucket}, {part.system}: {f.estimate:.1f}, from {f.low:.1f} to {f.high:.1f}")
    data = drawn("buckets", f"buckets-{feature}", rows)
    data = replace(data, facts={"against": leader} if leader else {})
    unit, label = ("words", "F of words") if metric is None else ("segments", f"{metric.label} of segments")
    name, title = f"figure-{feature}", f"{unit.capitalize()} by {feature}"
    return [Figure(name, "buckets", title, data, "; ".join(said) + ".", label, unit, systems=tuple(systems))]


def _drawn_buckets(buckets: Buckets, feature: str) -> list[WordBucket | SegmentBucket]:
    """Return the buckets of a feature that have an interval, of segments those of the first metric."""
    words = [part for part in buckets.words if part.feature == feature and part.interval]
    segments = [part for part in buckets.segments if part.feature == feature and part.interval]
    return [*words, *(part for part in segments if part.metric == segments[0].metric)]


def _count(part: WordBucket | SegmentBucket) -> int:
    return part.reference if isinstance(part, WordBucket) else part.segments


def _verdicts(tests: Sequence[BucketTest], alpha: float) -> dict[tuple[str, str], str]:
    """Return how each system of a bucket stands to the one that it was held against."""
    pairs = [(test.bucket, test.comparison) for test in tests]
    return {
        (bucket, system): pair.relation(system, alpha)
        for bucket, pair in pairs
        for system in (pair.first, pair.second)
    }


def _leader(tests: Sequence[BucketTest]) -> str:
    """Return the system that all others were held against; none where nothing was tested."""
    pairs = [(test.comparison.first, test.comparison.second) for test in tests]
    return next((name for name in (pairs[0] if pairs else ()) if all(name in pair for pair in pairs)), "")


def source_table(buckets: Sequence[SourceBucket]) -> Table:
    """Show how many source words came through, by how often they occur in the source and how long they are."""
    columns = [*texts("feature", "bucket", "system"), *numbers("words", "right"), percent("accuracy", "")]
    note = (
        "A source word is right if it is aligned and every reference word aligned with it is in the output."
    )
    shown = [bucket for bucket in buckets if bucket.words]
    return table_of("source-words", "Source words translated", shown, columns, notes=[note])
