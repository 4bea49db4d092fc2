"""Is a change between two runs real? Tests on the statistics of segments that both run files keep.

Only runs on the same references are tested, segment by segment: on other references the segments may be others. A
bucket of words has statistics of its own. A bucket of segments is the same part of both runs only where both files
put the same segments into it; it is tested on the rows of those segments, under every metric. Scores, buckets of words
and buckets of segments are three families, each adjusted by Holm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assay.comparison import Comparison, compare_pairs
from assay.data import Array, Run
from assay.diagnosis import FEWEST_SEGMENTS, BucketF
from assay.errors import OptionError
from assay.metrics import Evaluation, Metric, Stats, labels, parse_metric, spec_of
from assay.stats import Settings, adjust

OLD, NOW = "old", "new"
TEST = "permutation"
Key = tuple[str, str]  # what a change goes by in its table
Tests = dict[Key, Comparison]
Both = dict[
    tuple[Metric, str], tuple[Array, Array]
]  # of metric and system: rows of the new run, rows of the old


def score_tests(old: Run, new: Run, settings: Settings) -> Tests:
    """Test the change of every score; a change goes by system and metric."""
    found = {key: rows for key, rows in _both(old, new).items() if not isinstance(key[0], BucketF)}
    return _adjusted(_tested(found, settings, lambda metric, system: (system, spec_of(metric))))


def word_bucket_tests(old: Run, new: Run, settings: Settings) -> Tests:
    """Test the change of F in every bucket of words; a change goes by bucket and system, and table."""

    def key(metric: Metric, system: str) -> Key:
        feature, bucket = (metric.feature, metric.bucket) if isinstance(metric, BucketF) else ("", "")
        return f"{bucket} / {system}", f"words-by-{feature}"

    found = {key: rows for key, rows in _both(old, new).items() if isinstance(key[0], BucketF)}
    return _adjusted(_tested(found, settings, key))


def segment_bucket_tests(old: Run, new: Run, settings: Settings) -> Tests:
    """Test the change of scores in every bucket of segments; a change goes by bucket, system and metric, and table."""
    scores = {key: rows for key, rows in _both(old, new).items() if not isinstance(key[0], BucketF)}
    labels = _labels(new)
    found: Tests = {}
    for feature, bucket, chosen in _same_buckets(old, new):
        rows = {
            key: (now[chosen], before[chosen])
            for key, (now, before) in scores.items()
            if len(now) == len(chosen)
        }

        def key(metric: Metric, system: str, table: str = feature, bucket: str = bucket) -> Key:
            return f"{bucket} / {system} / {labels[metric]}", f"segments-by-{table}"

        found |= _tested(rows, settings, key)
    return _adjusted(found)


def _same_buckets(old: Run, new: Run) -> Iterator[tuple[str, str, NDArray[np.bool_]]]:
    """Yield feature, name and segments of the buckets that hold the same segments in both runs, and enough of them."""
    before = {one.feature: one.masks() for one in old.buckets}
    for one in new.buckets:
        for bucket, chosen in one.masks().items():
            other = before.get(one.feature, {}).get(bucket)
            if other is not None and np.array_equal(other, chosen) and chosen.sum() >= FEWEST_SEGMENTS:
                yield one.feature, bucket, chosen


def _labels(run: Run) -> dict[Metric, str]:
    """Return what the metrics of a run are called in its tables."""
    known = [metric_of(one.metric) for one in run.statistics]
    return labels(one for one in known if one is not None and not isinstance(one, BucketF))


def same_references(old: Run, new: Run) -> bool:
    """Tell whether both runs read the same references, by their SHA-256."""
    return bool(old.references) and old.references == new.references


def _both(old: Run, new: Run) -> Both:
    """Return the statistics that both runs keep, on the same references."""
    if not same_references(old, new):
        return {}
    before = {(one.metric, one.system): one for one in old.statistics}
    found: Both = {}
    for one in new.statistics:
        other, metric = before.get((one.metric, one.system)), metric_of(one.metric)
        if other is not None and metric is not None and other.shape == one.shape:
            found[metric, one.system] = one.rows, other.rows
    return found


def _tested(both: Both, settings: Settings, key: Callable[[Metric, str], Key]) -> Tests:
    """Test system by system, all metrics of one at once; where no row differs, nothing can have changed."""
    groups: dict[tuple[str, int], dict[tuple[Metric, str], Stats]] = {}
    for (metric, system), (now, before) in both.items():
        if len(now) > 1 and not np.array_equal(now, before, equal_nan=True):
            sides = {(metric, NOW): Stats(metric, now), (metric, OLD): Stats(metric, before)}
            groups.setdefault((system, len(now)), {}).update(sides)
    return {
        key(comparison.metric, system): comparison
        for (system, segments), stats in groups.items()
        for comparison in _paired(stats, segments, settings)
    }


def _paired(stats: Mapping[tuple[Metric, str], Stats], segments: int, settings: Settings) -> list[Comparison]:
    """Test new against old under all metrics of a system at once: the draws are the same."""
    metrics = tuple(dict.fromkeys(metric for metric, _ in stats))
    evaluation = Evaluation((NOW, OLD), metrics, stats, None, (1, 1), segments)
    return compare_pairs(evaluation, TEST, settings, correction="none")


def _adjusted(found: Tests) -> Tests:
    values = adjust(np.array([one.p_value for one in found.values()]), "holm").tolist()
    return {key: replace(one, adjusted=p) for (key, one), p in zip(found.items(), values, strict=True)}


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
