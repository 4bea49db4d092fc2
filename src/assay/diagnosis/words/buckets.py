"""Where systems differ: accuracy over buckets of words, and scores over buckets of segments.

Words (compare-mt's definition): a reference word belongs to the bucket of its own feature; so does an output word,
unless it matches a reference word, whose bucket it then takes. Per bucket, precision is the share of output words that
match, recall that of reference words. Each bucket is a metric of its own with sums that add, so intervals and paired
tests are those of any metric. Of many systems, only the pairs that are spoken of are tested; each feature and pair has
an equal part of the error rate, which its buckets share (`swap_tests`). A bucket with few words is flagged and not
tested: what it shows is chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from assay.comparison import Comparison, Key, Scores, bootstrap, bootstrap_intervals, count_units
from assay.comparison.resampling import bootstrap_sums
from assay.data import Array
from assay.diagnosis.corpus import Corpus
from assay.diagnosis.swap_tests import (
    SystemPairs,
    Tested,
    Units,
    by_segment,
    compare_by_swaps,
    share_out,
)
from assay.diagnosis.words.classes import Classified, per_segment
from assay.diagnosis.words.features import Codes, SegmentFeature, WordFeature
from assay.diagnosis.words.rates import ALL_WORDS, BucketF
from assay.diagnosis.words.tokens import Matching, match_words
from assay.metrics import Evaluation, Metric, Stats
from assay.stats import Interval, Settings

FEWEST_WORDS: int = 30  # set by hand, as the next: fewer say no more than chance
FEWEST_SEGMENTS: int = 10


@dataclass(frozen=True)
class WordBucket:
    """One system's words in one bucket."""

    feature: str
    bucket: str
    system: str
    match: int
    reference: int
    output: int
    interval: Interval | None  # of F; none where there are too few words

    @property
    def precision(self) -> float:
        """The share of output words that match."""
        return self.match / self.output if self.output else 0.0

    @property
    def recall(self) -> float:
        """The share of reference words that are matched."""
        return self.match / self.reference if self.reference else 0.0

    @property
    def f(self) -> float:
        """Their harmonic mean."""
        whole = self.reference + self.output
        return 2 * self.match / whole if whole else 0.0

    @property
    def small(self) -> bool:
        """Whether there are too few words for more than a count."""
        return self.interval is None


@dataclass(frozen=True)
class SegmentBucket:
    """One system's segments in one bucket, and their score under one metric."""

    feature: str
    bucket: str
    system: str
    metric: Metric
    segments: int
    interval: Interval | None
    score: float


class BucketTest(NamedTuple):
    """Two systems compared on the words or segments of one bucket."""

    feature: str
    bucket: str
    comparison: Comparison
    smallest: float  # adjusted p-value that the test could have given

    def hopeless(self, alpha: float) -> bool:
        """Tell whether no outcome could have been significant: too few segments differ for so many tests."""
        return self.smallest >= alpha


@dataclass(frozen=True)
class Buckets:
    """Buckets of words, buckets of segments, and the comparisons of systems within them."""

    words: tuple[WordBucket, ...] = ()
    segments: tuple[SegmentBucket, ...] = ()
    comparisons: tuple[BucketTest, ...] = ()
    evaluation: Evaluation | None = None  # the buckets of words that were tested, and ALL_WORDS
    in_units: Evaluation | None = None  # the same, a row a unit that is drawn as one
    sums: Scores = field(default_factory=dict)  # the sums of their bootstrap draws


def match_outputs(classified: Mapping[str, Classified]) -> dict[str, Matching]:
    """Match the words of every system with those of its closest references."""
    return {system: match_words(words.output, words.reference) for system, words in classified.items()}


def reference_codes(corpus: Corpus, classified: Classified, feature: WordFeature) -> Codes:
    """Return the bucket of every word of the references that one system's outputs are held against."""
    names = list(corpus.references)
    if len(names) == 1:
        return feature.of[names[0]]
    parts = [
        feature.of[names[place]][slice(*corpus.references[names[place]].offsets[row : row + 2])]
        for row, place in enumerate(classified.closest.tolist())
    ]
    return np.concatenate([np.empty(0, np.int64), *parts])


def word_statistics(
    corpus: Corpus, classified: Classified, matching: Matching, feature: WordFeature
) -> tuple[Array, Array, Array]:
    """Return matches, reference words and output words of every segment (rows) and bucket (columns)."""
    ref = reference_codes(corpus, classified, feature)
    out = feature.of[classified.system].copy()
    hits = matching.output >= 0
    out[hits] = ref[matching.output[hits]]
    ref_rows, out_rows = classified.reference.segments(), classified.output.segments()
    return (
        _table(corpus, out_rows[hits], out[hits], feature),
        _table(corpus, ref_rows, ref, feature),
        _table(corpus, out_rows, out, feature),
    )


def _table(corpus: Corpus, rows: Codes, codes: Codes, feature: WordFeature) -> Array:
    width = len(feature.buckets)
    counts = np.bincount(rows * width + codes, minlength=len(corpus) * width)
    return counts.reshape(len(corpus), width).astype(np.float64)


def word_buckets(
    corpus: Corpus,
    classified: Mapping[str, Classified],
    features: Sequence[WordFeature],
    settings: Settings,
    pairs: SystemPairs | None = None,
    *,
    units: Units = by_segment,
) -> Buckets:
    """Count the words of every bucket of some features, and test them for some pairs of systems, or for all.

    `units` are drawn, and change sides, as one.
    """
    matchings = match_outputs(classified)
    rows: dict[Key, Array] = {}
    for feature in features:
        for system, words_of in classified.items():
            tables = word_statistics(corpus, words_of, matchings[system], feature)
            parts = np.ascontiguousarray(np.stack(tables, axis=2).swapaxes(0, 1))
            rows |= {
                (BucketF(feature.name, bucket), system): part
                for bucket, part in zip(feature.buckets, parts, strict=True)
            }
    stats = {key: Stats(key[0], part) for key, part in (rows | _all_words(classified, matchings)).items()}
    tested = _evaluation(corpus, stats)
    in_units = units(tested)
    sums = bootstrap_sums(in_units, settings) if tested.metrics else {}
    drawn = {key: key[0].score(totals) for key, totals in sums.items()}
    intervals = bootstrap_intervals(in_units, settings, drawn=drawn) if tested.metrics else {}
    words = [_word_bucket(key, stats[key], intervals.get(key)) for key in rows]
    comparisons = _compared(in_units, settings, pairs or SystemPairs.every(corpus.systems), drawn)
    return Buckets(
        words=tuple(words), comparisons=comparisons, evaluation=tested, in_units=in_units, sums=sums
    )


def _all_words(classified: Mapping[str, Classified], matchings: Mapping[str, Matching]) -> dict[Key, Array]:
    return {
        (ALL_WORDS, system): np.column_stack(
            [
                per_segment(words.output, matchings[system].output >= 0),
                words.reference.lengths,
                words.output.lengths,
            ]
        ).astype(np.float64)
        for system, words in classified.items()
    }


def _word_bucket(key: Key, stats: Stats, interval: Interval | None) -> WordBucket:
    metric, system = key
    if not isinstance(metric, BucketF):
        raise TypeError("a bucket of words has statistics of its own")
    hits, reference, output = (int(total) for total in stats.sums)
    return WordBucket(metric.feature, metric.bucket, system, hits, reference, output, interval)


def _evaluation(corpus: Corpus, every: Mapping[Key, Stats]) -> Evaluation:
    """Keep the buckets that have enough words in every system."""
    metrics = list(dict.fromkeys(metric for metric, _ in every))
    large = [
        metric
        for metric in metrics
        if all(every[metric, system].sums[1:].max() >= FEWEST_WORDS for system in corpus.systems)
    ]
    stats = {(metric, system): every[metric, system] for metric in large for system in corpus.systems}
    return Evaluation(corpus.systems, tuple(large), stats, None, (1, 1), len(corpus))


def _compared(
    evaluation: Evaluation, settings: Settings, pairs: SystemPairs, drawn: Scores
) -> tuple[BucketTest, ...]:
    if not pairs.of or not evaluation.metrics:
        return ()
    tested = [
        (metric.feature, metric.bucket, test)
        for test in compare_by_swaps(evaluation, pairs, settings, drawn)
        for metric in [test.comparison.metric]
        if isinstance(metric, BucketF) and metric != ALL_WORDS
    ]
    return _adjusted(tested, pairs.choices)


def _adjusted(tested: Sequence[tuple[str, str, Tested]], choices: float) -> tuple[BucketTest, ...]:
    """Share out the error rate: buckets of one feature, pair of systems and metric are a family."""
    families = [
        (feature, test.comparison.first, test.comparison.second, _measure(test.comparison.metric))
        for feature, _, test in tested
    ]
    shared = share_out([test for *_, test in tested], families, choices)
    return tuple(
        BucketTest(feature, bucket, *test) for (feature, bucket, _), test in zip(tested, shared, strict=True)
    )


def _measure(metric: Metric) -> Metric:
    """Return what a bucket is measured by: F of its words is one measure, whichever the bucket."""
    return ALL_WORDS if isinstance(metric, BucketF) else metric


def segment_buckets(
    corpus: Corpus,
    features: Sequence[SegmentFeature],
    settings: Settings,
    pairs: SystemPairs | None = None,
    *,
    units: Units = by_segment,
) -> Buckets:
    """Score the segments of every bucket of some features under every metric, and test some pairs, or all."""
    buckets: list[SegmentBucket] = []
    tests: list[tuple[str, str, Tested]] = []
    pairs = pairs or SystemPairs.every(corpus.systems)
    for feature in features:
        for number, bucket in enumerate(feature.buckets):
            parts = {system: np.asarray(feature.of[system] == number) for system in corpus.systems}
            for part in _alike(corpus, parts):
                in_units = units(part)
                drawn = _drawn(part, in_units, settings)
                buckets += _segment_rows(part, feature.name, bucket, _intervals(in_units, settings, drawn))
                tests += [
                    (feature.name, bucket, test) for test in _part_tests(in_units, settings, pairs, drawn)
                ]
    return Buckets(segments=tuple(buckets), comparisons=_adjusted(tests, pairs.choices))


def _alike(corpus: Corpus, parts: Mapping[str, Array]) -> list[Evaluation]:
    """Return the segments of a bucket: of all systems at once where they are the same, else system by system."""
    first = parts[corpus.systems[0]]
    same = all(np.array_equal(first, part) for part in parts.values())
    groups = [corpus.systems] if same else [(system,) for system in corpus.systems]
    return [_part(corpus, systems, parts) for systems in groups]


def _part(corpus: Corpus, systems: Sequence[str], parts: Mapping[str, Array]) -> Evaluation:
    stats = {
        (metric, system): Stats(metric, corpus.evaluation.stats[metric, system].rows[parts[system]])
        for metric in corpus.evaluation.metrics
        for system in systems
    }
    rows = np.flatnonzero(parts[systems[0]])
    document = corpus.evaluation.document and corpus.evaluation.document.at(rows)
    return replace(
        corpus.evaluation, systems=tuple(systems), stats=stats, document=document, segments=len(rows)
    )


def _drawn(part: Evaluation, in_units: Evaluation, settings: Settings) -> Scores:
    """Draw from the segments of a bucket, for intervals and tests alike; not from few."""
    enough = part.segments >= FEWEST_SEGMENTS and part.metrics and count_units(in_units) > 1
    return bootstrap(in_units, settings) if enough else {}


def _intervals(part: Evaluation, settings: Settings, drawn: Scores) -> Mapping[Key, Interval]:
    return bootstrap_intervals(part, settings, drawn=drawn) if drawn else {}


def _part_tests(part: Evaluation, settings: Settings, pairs: SystemPairs, drawn: Scores) -> list[Tested]:
    """Compare the systems on the segments of a bucket, where these are the same for all."""
    if not drawn or len(part.systems) < 2:
        return []
    return compare_by_swaps(part, pairs, settings, drawn)


def _segment_rows(
    part: Evaluation, feature: str, bucket: str, intervals: Mapping[Key, Interval]
) -> list[SegmentBucket]:
    return [
        SegmentBucket(
            feature,
            bucket,
            system,
            metric,
            part.segments,
            intervals.get((metric, system)),
            part.stats[metric, system].total() if part.segments else float("nan"),
        )
        for system in part.systems
        for metric in part.metrics
    ]
