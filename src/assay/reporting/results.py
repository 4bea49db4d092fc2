"""The typed results of a report, for run files: the figures that its tables show, apart from how they are shown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from assay.data import BucketScore, Codes, FindingKey, PairResult, RankRange, Results, SystemScore
from assay.data.results import BY_SEGMENTS, BY_WORDS, OPEN
from assay.metrics import Evaluation, Metric, block_size, labels, spec_of
from assay.reporting.tables.comparison.scores import documents_of

TYPE_CHECKING = False
if TYPE_CHECKING:  # `assay score` comes here, and has nothing to do with these
    from assay.comparison import Compared, ComparedRuns, Comparison
    from assay.comparison.training_runs import RunComparison
    from assay.diagnosis import Diagnosis
    from assay.diagnosis.words.buckets import SegmentBucket, WordBucket


def score_results(evaluation: Evaluation, level: str = "corpus") -> Results:
    """Return the scores of systems; of every document or block at these levels, else of the whole set."""
    size = block_size(level)
    if size is not None:
        scores = _unit_scores(evaluation, Codes.blocks(evaluation.segments, size))
    elif level == "document":
        scores = _unit_scores(evaluation, documents_of(evaluation.document))
    else:
        scores = _corpus_scores(evaluation)
    return Results(_labels(evaluation.metrics), tuple(scores))


def _labels(metrics: Iterable[Metric]) -> dict[str, str]:
    return {spec_of(metric): label for metric, label in labels(metrics).items()}


def _corpus_scores(evaluation: Evaluation) -> Iterator[SystemScore]:
    for system in evaluation.systems:
        for metric in evaluation.metrics:
            total = evaluation.stats[metric, system].total()
            yield SystemScore(system, spec_of(metric), _number(total))


def _unit_scores(evaluation: Evaluation, units: Codes) -> Iterator[SystemScore]:
    scores = {key: stats.collapse(units).each().tolist() for key, stats in evaluation.stats.items()}
    for place, unit in enumerate(units.names):
        for system in evaluation.systems:
            for metric in evaluation.metrics:
                score = _number(scores[metric, system][place])
                yield SystemScore(system, spec_of(metric), score, unit=unit)


def _number(figure: float) -> float | None:
    return figure if math.isfinite(figure) else None


def comparison_results(compared: Compared) -> Results:
    """Return scores with intervals, pairs with what may be claimed of them, and ranks where there are some."""
    alpha = compared.alpha
    scores = [
        SystemScore(
            system, spec_of(metric), _number(interval.estimate), _number(interval.low), _number(interval.high)
        )
        for system in compared.evaluation.systems
        for metric in compared.evaluation.metrics
        for interval in [compared.intervals[metric, system]]
    ]
    pairs = [_pair(pair, pair.better if pair.significant(alpha) else None) for pair in compared.comparisons]
    ranks = _ranks(compared) if compared.all_pairs else ()
    return Results(_labels(compared.evaluation.metrics), tuple(scores), tuple(pairs), tuple(ranks))


def _pair(pair: Comparison | RunComparison, better: str | None) -> PairResult:
    return PairResult(
        metric=spec_of(pair.metric),
        first=pair.first,
        second=pair.second,
        difference=_number(pair.difference),
        low=_number(pair.low),
        high=_number(pair.high),
        p_value=_number(pair.p_value),
        adjusted=_number(pair.adjusted),
        better=better or OPEN,
    )


def _ranks(compared: Compared) -> Iterator[RankRange]:
    from assay.comparison import standings

    for metric in compared.evaluation.metrics:
        for place in standings(compared.evaluation, compared.comparisons, metric, compared.alpha):
            yield RankRange(spec_of(metric), place.system, place.rank_low, place.rank_high, place.cluster)


def runs_results(compared: ComparedRuns) -> Results:
    """Return what may be claimed of systems with several runs."""
    from assay.reporting.tables.comparison.training_runs import better_runs

    alpha = compared.settings.alpha
    pairs = [
        _pair(pair, better_runs(pair) if pair.significant(alpha) else None) for pair in compared.comparisons
    ]
    return Results(_labels(compared.evaluation.metrics), pairs=tuple(pairs))


def diagnosis_results(diagnosis: Diagnosis) -> Results:
    """Return what findings go by, and F or score of every bucket."""
    findings = [
        FindingKey(finding.kind, finding.ahead, finding.behind, " / ".join(finding.row))
        for finding in diagnosis.findings
    ]
    words, segments = diagnosis.buckets.words.words, diagnosis.buckets.segments.segments
    buckets = [*_word_buckets(words), *_segment_buckets(segments)]
    return Results(
        _labels(bucket.metric for bucket in segments), findings=tuple(findings), buckets=tuple(buckets)
    )


def _word_buckets(words: Sequence[WordBucket]) -> Iterator[BucketScore]:
    filled = {(bucket.feature, bucket.bucket) for bucket in words if bucket.reference or bucket.output}
    for bucket in words:
        if (bucket.feature, bucket.bucket) in filled:
            score = 100 * bucket.f if bucket.interval is None else bucket.interval.estimate
            key = (BY_WORDS, bucket.feature, bucket.bucket, bucket.system)
            yield BucketScore(*key, metric="", score=_number(score))


def _segment_buckets(segments: Sequence[SegmentBucket]) -> Iterator[BucketScore]:
    for bucket in segments:
        if bucket.segments:
            score = bucket.score if bucket.interval is None else bucket.interval.estimate
            key = (BY_SEGMENTS, bucket.feature, bucket.bucket, bucket.system)
            yield BucketScore(*key, metric=spec_of(bucket.metric), score=_number(score))
