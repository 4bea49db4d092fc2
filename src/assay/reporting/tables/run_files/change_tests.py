"""Is a change between two runs real? Tests on the statistics of segments that both run files keep.

Only runs on the same references are tested, segment by segment: on other references the segments may be others. A
bucket of words has statistics of its own. A bucket of segments is the same part of both runs only where both files
put the same segments into it; it is tested on the rows of those segments, under every metric. Scores, buckets of words
and buckets of segments are three families, each adjusted by Holm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from assay.comparison import Comparison, compare_pairs
from assay.data import Array, Results, Run
from assay.data.results import BY_SEGMENTS, BY_WORDS, results_of_tables
from assay.diagnosis.words.buckets import FEWEST_SEGMENTS
from assay.diagnosis.words.rates import BucketF
from assay.errors import InputError, OptionError
from assay.metrics import Evaluation, Metric, Stats, labels, parse_metric, spec_of
from assay.stats import Settings, adjust_family

OLD, NOW = "old", "new"
TEST = "permutation"
# Unit, system, metric: what a score goes by; the unit of the whole set is empty
ScoreKey = tuple[str, str, str]
BucketKey = tuple[str, str, str, str, str]  # words or segments, feature, bucket, system, metric
# Of metric and system: rows of the new run, and of the old
Both = dict[tuple[Metric, str], tuple[Array, Array]]
Key = TypeVar("Key")


def score_tests(old: Run, new: Run, settings: Settings) -> dict[ScoreKey, Comparison]:
    """Test the change of every score."""
    return _adjusted(
        {
            ("", system, spec_of(test.metric)): test
            for system, test in _tested(_score_rows(old, new), settings)
        }
    )


def bucket_tests(old: Run, new: Run, settings: Settings) -> dict[BucketKey, Comparison]:
    """Test the change of F in every bucket of words, and of scores in every bucket of segments."""
    return _word_bucket_tests(old, new, settings) | _segment_bucket_tests(old, new, settings)


def _word_bucket_tests(old: Run, new: Run, settings: Settings) -> dict[BucketKey, Comparison]:
    words = {key: rows for key, rows in _both(old, new).items() if isinstance(key[0], BucketF)}
    return _adjusted(
        {
            (BY_WORDS, test.metric.feature, test.metric.bucket, system, ""): test
            for system, test in _tested(words, settings)
            if isinstance(test.metric, BucketF)
        }
    )


def _segment_bucket_tests(old: Run, new: Run, settings: Settings) -> dict[BucketKey, Comparison]:
    scores = _score_rows(old, new)
    tests = {}
    for feature, bucket, inside in _same_buckets(old, new):
        rows = {
            key: (now[inside], before[inside])
            for key, (now, before) in scores.items()
            if len(now) == len(inside)
        }
        for system, test in _tested(rows, settings):
            tests[BY_SEGMENTS, feature, bucket, system, spec_of(test.metric)] = test
    return _adjusted(tests)


def _same_buckets(old: Run, new: Run) -> Iterator[tuple[str, str, NDArray[np.bool_]]]:
    """Yield feature, name and segments of the buckets that hold the same segments in both runs, and enough of them."""
    before = {buckets.feature: buckets.masks() for buckets in old.buckets}
    for buckets in new.buckets:
        for bucket, inside in buckets.masks().items():
            other = before.get(buckets.feature, {}).get(bucket)
            if other is not None and np.array_equal(other, inside) and inside.sum() >= FEWEST_SEGMENTS:
                yield buckets.feature, bucket, inside


def same_references(old: Run, new: Run) -> bool:
    """Tell whether both runs read the same references, by their SHA-256."""
    return bool(old.references) and old.references == new.references


def _both(old: Run, new: Run) -> Both:
    """Return the statistics that both runs keep, on the same references."""
    if not same_references(old, new):
        return {}
    before = {(statistics.metric, statistics.system): statistics for statistics in old.statistics}
    both: Both = {}
    for statistics in new.statistics:
        other, metric = before.get((statistics.metric, statistics.system)), metric_of(statistics.metric)
        if other is not None and metric is not None and other.shape == statistics.shape:
            both[metric, statistics.system] = statistics.rows, other.rows
    return both


def check_widths(run: Run, name: str) -> None:
    """Refuse statistics that no metric of this version could have given."""
    for statistics in run.statistics:
        metric = metric_of(statistics.metric)
        width = statistics.shape[1]
        if metric is not None and width != len(metric.columns):
            raise InputError(
                f"the {name} run file: {statistics.system}, {statistics.metric}: {width} statistics a segment, and "
                f"there are {len(metric.columns)}: the file is damaged, or another version wrote it; record the run "
                "again with --run-segments"
            )


def _score_rows(old: Run, new: Run) -> Both:
    return {key: rows for key, rows in _both(old, new).items() if not isinstance(key[0], BucketF)}


def _tested(both: Both, settings: Settings) -> Iterator[tuple[str, Comparison]]:
    """Test system by system, all metrics of one at once; where no row differs, nothing can have changed."""
    groups: dict[tuple[str, int], dict[tuple[Metric, str], Stats]] = {}
    for (metric, system), (now, before) in both.items():
        if len(now) > 1 and not np.array_equal(now, before, equal_nan=True):
            sides = {(metric, NOW): Stats(metric, now), (metric, OLD): Stats(metric, before)}
            groups.setdefault((system, len(now)), {}).update(sides)
    for (system, segments), stats in groups.items():
        for comparison in _paired(stats, segments, settings):
            yield system, comparison


def _paired(stats: Mapping[tuple[Metric, str], Stats], segments: int, settings: Settings) -> list[Comparison]:
    """Test new against old under all metrics of a system at once: the draws are the same."""
    metrics = tuple(dict.fromkeys(metric for metric, _ in stats))
    evaluation = Evaluation((NOW, OLD), metrics, stats, None, (1, 1), segments)
    return compare_pairs(evaluation, TEST, settings, correction="none")


def _adjusted(tests: dict[Key, Comparison]) -> dict[Key, Comparison]:
    return dict(zip(tests, adjust_family(tests.values(), "holm"), strict=True))


def metric_of(name: str) -> Metric | None:
    """Return the metric that a run file names, None where it is not known any more."""
    kind, _, rest = name.partition(":")
    if kind == "words":
        feature, _, bucket = rest.partition(":")
        return BucketF(feature, bucket)
    try:
        return parse_metric(name)
    except OptionError:
        return None


def results_of(run: Run) -> Results:
    """Return the results of a run, read off its tables where the file is too old to have others."""
    if run.results is not None:
        return run.results
    known = [metric_of(statistics.metric) for statistics in run.statistics]
    named = labels(metric for metric in known if metric is not None and not isinstance(metric, BucketF))
    return results_of_tables(run.blocks, {label: spec_of(metric) for metric, label in named.items()})
