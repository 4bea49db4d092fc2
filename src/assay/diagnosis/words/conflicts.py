"""Where two metrics disagree: systems, segments and buckets that they order oppositely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from assay.diagnosis.corpus import Corpus
from assay.diagnosis.words.buckets import SegmentBucket
from assay.diagnosis.words.systems import segment_scores
from assay.metrics import Metric

# Points of a score: far above the noise of float64, far below a digit that is shown
TIE = 1e-9


@dataclass(frozen=True)
class Conflict:
    """Two metrics on two systems: in how many segments they agree, disagree, or one sees no difference."""

    first_metric: Metric
    second_metric: Metric
    systems: tuple[str, str]
    agree: int
    disagree: int
    ties: int
    opposite: bool  # they order the two systems oppositely on the whole set
    segments: tuple[int, ...]  # where they are furthest apart

    @property
    def share(self) -> float:
        """The share of segments without a tie on which they disagree."""
        decided = self.agree + self.disagree
        return self.disagree / decided if decided else 0.0


def conflicts(corpus: Corpus, most: int = 10) -> list[Conflict]:
    """Compare all pairs of metrics on all pairs of systems."""
    scores = {metric: segment_scores(corpus, metric) for metric in corpus.evaluation.metrics}
    return [
        _conflict(corpus, metrics, pair, [scores[metric][list(pair)] for metric in metrics], most)
        for metrics in combinations(scores, 2)
        for pair in combinations(range(len(corpus.systems)), 2)
    ]


def _conflict(
    corpus: Corpus,
    metrics: tuple[Metric, Metric],
    pair: tuple[int, int],
    scores: Sequence[np.ndarray],
    most: int,
) -> Conflict:
    # A score that is missing decides nothing
    apart = [np.nan_to_num(first - second) for first, second in scores]
    signs = [np.where(np.abs(difference) <= TIE, 0, np.sign(difference)) for difference in apart]
    product = signs[0] * signs[1]
    scaled = [difference / (difference.std() or 1.0) for difference in apart]
    strength = np.minimum(np.abs(scaled[0]), np.abs(scaled[1])) * (product < 0)
    order = [row for row in np.argsort(-strength, kind="stable")[:most].tolist() if strength[row] > 0]
    systems = corpus.systems[pair[0]], corpus.systems[pair[1]]
    return Conflict(
        metrics[0],
        metrics[1],
        systems,
        int((product > 0).sum()),
        int((product < 0).sum()),
        int((product == 0).sum()),
        _whole(corpus, metrics[0], systems) * _whole(corpus, metrics[1], systems) < 0,
        tuple(order),
    )


def _whole(corpus: Corpus, metric: Metric, systems: tuple[str, str]) -> float:
    first, second = (corpus.evaluation.stats[metric, system].total() for system in systems)
    return float(np.sign(first - second)) * (1 if metric.higher_is_better else -1)


@dataclass(frozen=True)
class BucketConflict:
    """A bucket of segments in which two metrics order two systems oppositely."""

    feature: str
    bucket: str
    first_metric: Metric
    second_metric: Metric
    systems: tuple[str, str]
    segments: int


def bucket_conflicts(buckets: Sequence[SegmentBucket]) -> list[BucketConflict]:
    """Return the buckets, large enough for an interval, in which metrics order systems oppositely."""
    opposed = []
    places = dict.fromkeys((part.feature, part.bucket) for part in buckets)
    for feature, bucket in places:
        here = [
            part for part in buckets if (part.feature, part.bucket) == (feature, bucket) and part.interval
        ]
        score = {
            (part.metric, part.system): part.score * (1 if part.metric.higher_is_better else -1)
            for part in here
        }
        metrics = list(dict.fromkeys(part.metric for part in here))
        systems = list(dict.fromkeys(part.system for part in here))
        for first, second in combinations(metrics, 2):
            for pair in combinations(systems, 2):
                signs = [score[metric, pair[0]] - score[metric, pair[1]] for metric in (first, second)]
                if signs[0] * signs[1] < 0:
                    opposed.append(BucketConflict(feature, bucket, first, second, pair, here[0].segments))
    return opposed
