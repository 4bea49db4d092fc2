"""Where systems differ: accuracy over buckets of words, and scores over buckets of segments.

Words (compare-mt's definition): a reference word belongs to the bucket of its own feature; so does an output word,
unless it matches a reference word, whose bucket it then takes. Per bucket, precision is the share of output words that
match, recall that of reference words. Each bucket is a metric of its own with sums that add, so intervals and paired
tests are those of any metric; p-values are adjusted for all buckets of the analysis at once. A bucket with few words
is flagged and not tested: what it shows is chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np

from assay.comparison import (
    Comparison,
    Key,
    Scores,
    bootstrap,
    bootstrap_intervals,
    bootstrap_sums,
    compare_pairs,
)
from assay.data import Array, EvalSet
from assay.diagnosis.material import Material
from assay.diagnosis.words.classes import Classified, per_segment
from assay.diagnosis.words.features import Codes, SegmentFeature, WordFeature
from assay.diagnosis.words.matching import Matching, match
from assay.errors import OptionError
from assay.metrics import Evaluation, Metric, Stats, StatsFn, ratio
from assay.resources import Resources
from assay.stats import Interval, Settings, adjust

FEWEST_WORDS, FEWEST_SEGMENTS = 30, 10


@dataclass(frozen=True)
class BucketF:
    """F of the words of one bucket; its rows come from matched words, not from text alone."""

    name: ClassVar[str] = "bucket-f"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False
    feature: str = ""
    bucket: str = ""

    @property
    def label(self) -> str:
        """Return feature and bucket."""
        return f"{self.feature}: {self.bucket}"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the statistics."""
        return "match", "reference", "output"

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Refuse to be computed from text alone."""
        raise OptionError(f"accuracy on {self.label} comes from an analysis; see assay diagnose")

    def score(self, totals: Array) -> Array:
        """Return 100 times the harmonic mean of precision and recall."""
        return 200 * ratio(totals[..., 0], totals[..., 1] + totals[..., 2])


ALL_WORDS = BucketF("words", "all")


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


@dataclass(frozen=True)
class Buckets:
    """Buckets of words, buckets of segments, and the comparisons of systems within them."""

    words: tuple[WordBucket, ...] = ()
    segments: tuple[SegmentBucket, ...] = ()
    comparisons: tuple[tuple[str, str, Comparison], ...] = ()  # feature, bucket, comparison
    evaluation: Evaluation | None = None  # the buckets of words that were tested, and ALL_WORDS
    sums: Scores = field(default_factory=dict)  # the sums of their bootstrap draws


def matched(classified: Mapping[str, Classified]) -> dict[str, Matching]:
    """Match the words of every system with those of its closest references."""
    return {system: match(one.output, one.reference) for system, one in classified.items()}


def reference_codes(material: Material, one: Classified, feature: WordFeature) -> Codes:
    """Return the bucket of every word of the references that one system's outputs are held against."""
    names = list(material.references)
    if len(names) == 1:
        return feature.of[names[0]]
    parts = [
        feature.of[names[place]][slice(*material.references[names[place]].offsets[row : row + 2])]
        for row, place in enumerate(one.chosen.tolist())
    ]
    return np.concatenate([np.empty(0, np.int64), *parts])


def word_statistics(
    material: Material, one: Classified, found: Matching, feature: WordFeature
) -> tuple[Array, Array, Array]:
    """Return matches, reference words and output words of every segment (rows) and bucket (columns)."""
    ref = reference_codes(material, one, feature)
    out = feature.of[one.system].copy()
    hits = found.output >= 0
    out[hits] = ref[found.output[hits]]
    ref_rows, out_rows = one.reference.segments(), one.output.segments()
    return (
        _table(material, out_rows[hits], out[hits], feature),
        _table(material, ref_rows, ref, feature),
        _table(material, out_rows, out, feature),
    )


def _table(material: Material, rows: Codes, codes: Codes, feature: WordFeature) -> Array:
    width = len(feature.buckets)
    counts = np.bincount(rows * width + codes, minlength=len(material) * width)
    return counts.reshape(len(material), width).astype(np.float64)


def word_buckets(
    material: Material,
    classified: Mapping[str, Classified],
    features: Sequence[WordFeature],
    settings: Settings,
    correction: str = "holm",
) -> Buckets:
    """Count and test the words of every bucket of some features."""
    matchings = matched(classified)
    rows: dict[Key, Array] = {}
    for feature in features:
        for system, one in classified.items():
            tables = word_statistics(material, one, matchings[system], feature)
            parts = np.ascontiguousarray(np.stack(tables, axis=2).swapaxes(0, 1))
            rows |= {
                (BucketF(feature.name, bucket), system): part
                for bucket, part in zip(feature.buckets, parts, strict=True)
            }
    stats = {key: Stats(key[0], one) for key, one in (rows | _all_words(classified, matchings)).items()}
    tested = _evaluation(material, stats)
    sums = bootstrap_sums(tested, settings) if tested.metrics else {}
    drawn = {key: key[0].score(one) for key, one in sums.items()}
    intervals = bootstrap_intervals(tested, settings, drawn=drawn) if tested.metrics else {}
    words = [_word_bucket(key, stats[key], intervals.get(key)) for key in rows]
    comparisons = _compared(tested, settings, correction, drawn)
    return Buckets(words=tuple(words), comparisons=comparisons, evaluation=tested, sums=sums)


def _all_words(classified: Mapping[str, Classified], matchings: Mapping[str, Matching]) -> dict[Key, Array]:
    return {
        (ALL_WORDS, system): np.column_stack(
            [
                per_segment(one.output, matchings[system].output >= 0),
                one.reference.lengths,
                one.output.lengths,
            ]
        ).astype(np.float64)
        for system, one in classified.items()
    }


def _word_bucket(key: Key, stats: Stats, interval: Interval | None) -> WordBucket:
    metric, system = key
    if not isinstance(metric, BucketF):
        raise TypeError("a bucket of words has statistics of its own")
    hits, reference, output = (int(total) for total in stats.sums)
    return WordBucket(metric.feature, metric.bucket, system, hits, reference, output, interval)


def _evaluation(material: Material, found: Mapping[Key, Stats]) -> Evaluation:
    """Keep the buckets that have enough words in every system."""
    metrics = list(dict.fromkeys(metric for metric, _ in found))
    large = [
        metric
        for metric in metrics
        if all(found[metric, system].sums[1:].max() >= FEWEST_WORDS for system in material.systems)
    ]
    stats = {(metric, system): found[metric, system] for metric in large for system in material.systems}
    return Evaluation(material.systems, tuple(large), stats, None, (1, 1), len(material))


def _compared(
    evaluation: Evaluation, settings: Settings, correction: str, drawn: Scores
) -> tuple[tuple[str, str, Comparison], ...]:
    if len(evaluation.systems) < 2 or not evaluation.metrics:
        return ()
    every = compare_pairs(evaluation, "permutation", settings, correction="none", drawn=drawn)
    found = [
        (one.metric, one) for one in every if isinstance(one.metric, BucketF) and one.metric != ALL_WORDS
    ]
    values = adjust(np.array([one.p_value for _, one in found]), correction).tolist()
    return tuple(
        (metric.feature, metric.bucket, replace(one, adjusted=value))
        for (metric, one), value in zip(found, values, strict=True)
    )


def segment_buckets(
    material: Material, features: Sequence[SegmentFeature], settings: Settings, correction: str = "holm"
) -> Buckets:
    """Score and test the segments of every bucket of some features, under every metric of the evaluation."""
    buckets: list[SegmentBucket] = []
    tested: list[tuple[str, str, Comparison]] = []
    for feature in features:
        for number, bucket in enumerate(feature.buckets):
            parts = {system: np.asarray(feature.of[system] == number) for system in material.systems}
            for part in _alike(material, parts):
                rows, found = _segment_part(part, feature.name, bucket, settings)
                buckets += rows
                tested += found
    values = adjust(np.array([one.p_value for *_, one in tested]), correction).tolist()
    adjusted = tuple(
        (feature, bucket, replace(one, adjusted=value))
        for (feature, bucket, one), value in zip(tested, values, strict=True)
    )
    return Buckets(segments=tuple(buckets), comparisons=adjusted)


def _alike(material: Material, parts: Mapping[str, Array]) -> list[Evaluation]:
    """Return the segments of a bucket: of all systems at once where they are the same, else system by system."""
    first = parts[material.systems[0]]
    same = all(np.array_equal(first, part) for part in parts.values())
    groups = [material.systems] if same else [(system,) for system in material.systems]
    return [_part(material, systems, parts) for systems in groups]


def _part(material: Material, systems: Sequence[str], parts: Mapping[str, Array]) -> Evaluation:
    stats = {
        (metric, system): Stats(metric, material.evaluation.stats[metric, system].rows[parts[system]])
        for metric in material.evaluation.metrics
        for system in systems
    }
    rows = int(parts[systems[0]].sum())
    return replace(material.evaluation, systems=tuple(systems), stats=stats, document=None, segments=rows)


def _segment_part(
    part: Evaluation, feature: str, bucket: str, settings: Settings
) -> tuple[list[SegmentBucket], list[tuple[str, str, Comparison]]]:
    """Score the systems on the segments of a bucket, and compare them; intervals and tests share their draws."""
    if part.segments < FEWEST_SEGMENTS or not part.metrics:
        return _segment_rows(part, feature, bucket, {}), []
    drawn = bootstrap(part, settings)
    rows = _segment_rows(part, feature, bucket, bootstrap_intervals(part, settings, drawn=drawn))
    if len(part.systems) < 2:
        return rows, []
    compared = compare_pairs(part, "permutation", settings, correction="none", drawn=drawn)
    return rows, [(feature, bucket, one) for one in compared]


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


@dataclass(frozen=True)
class BucketExamples:
    """Segments in which the words of a bucket come out well, badly, or well for some systems only."""

    feature: str
    bucket: str
    good: tuple[int, ...]
    mixed: tuple[int, ...]
    bad: tuple[int, ...]


def bucket_examples(
    material: Material, classified: Mapping[str, Classified], feature: WordFeature, most: int = 3
) -> list[BucketExamples]:
    """Pick segments of every bucket: those with the most words of it first."""
    matchings = matched(classified)
    tables = [word_statistics(material, one, matchings[name], feature) for name, one in classified.items()]
    hits = np.stack([table[0] for table in tables])  # systems, segments, buckets
    there = np.stack([table[1] for table in tables])
    examples = []
    for number, bucket in enumerate(feature.buckets):
        size = there[:, :, number].min(axis=0)
        share = ratio(hits[:, :, number], there[:, :, number])
        kinds = (share.min(axis=0) == 1, share.max(axis=0) - share.min(axis=0) >= 0.5, share.max(axis=0) == 0)
        chosen = [_largest(size * kind, most) for kind in kinds]
        examples.append(BucketExamples(feature.name, bucket, *chosen))
    return examples


def _largest(size: Array, most: int) -> tuple[int, ...]:
    order = np.argsort(-size, kind="stable")[:most]
    return tuple(int(row) for row in order if size[row] > 0)
