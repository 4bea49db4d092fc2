"""The short report of `assay diagnose`, for people at a terminal: what answers "why" within a minute.

Findings with their evidence, rates of errors, the buckets that shift a lead most, a handful of n-grams, counts of
checks. Everything else is in the parts of the whole report, which the last line names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from assay.comparison import Comparison
from assay.diagnosis import ALL_WORDS, BucketF, Diagnosis, Finding, error_rates, pairs_of
from assay.metrics import Evaluation, Metric
from assay.reporting.blocks import Block, Head, Heading, Prose, Table, Value
from assay.reporting.tables import checks, error_classes, ngrams
from assay.reporting.tables.diagnosis import HEADINGS, MOST, sections, sentences, title

BUCKETS, OF_A_FEATURE = 10, 2  # rows, and of those rows of one feature and pair
NGRAMS, ALONE, SUSPECTS = 3, 5, 5  # n-grams of every kind and system, and of one system alone; outputs
WIDEST = 40  # characters of a cell that names buckets
MORE = {
    "errors": "classes on both sides",
    "buckets": "all of them",
    "ngrams": "longer lists, and each system's own",
    "checks": "which segments fail",
    "systems": "likeness, disputed and hard segments, metrics that disagree",
}


def summary_report(found: Diagnosis) -> list[Block]:
    """Put together what a reader wants first."""
    return [
        Heading(title(found)),
        *sentences(found),
        *_evidence(found.findings),
        error_classes.rates_table(error_rates(found.classified), found.comparisons),
        *_asked_for(found),
        *_buckets(found),
        *_ngrams(found),
        *_checks(found),
        _more(found),
    ]


def _evidence(findings: Sequence[Finding]) -> list[Block]:
    rows: list[tuple[Value, ...]] = [
        (_place(one), one.ahead, one.behind, one.effect, one.adjusted, _listed(one.segments))
        for one in findings[:MOST]
    ]
    heads = (
        *map(Head, ("finding", "ahead", "behind")),
        Head("effect", align="right"),
        Head("p", label="adjusted p", align="right", digits=4, least=1e-4),
        Head("segments", label="see segments", segments=True),
    )
    notes = [
        "effect: words in a hundred reference words; p-values are adjusted for all that was looked at.",
        "assay align --segment N shows a segment edit by edit, and the page of assay report has all of them.",
    ]
    notes += (
        [f"{len(findings) - MOST} findings are smaller: --show findings."] if len(findings) > MOST else []
    )
    return [Table("evidence", heads, tuple(rows), "What the findings rest on", tuple(notes))] if rows else []


def _place(one: Finding) -> str:
    """Name the row of a table; many buckets are cut."""
    first, *others = one.row
    words = f"{first}: {', '.join(others)}" if others else first
    return words if len(words) <= WIDEST else f"{words[: WIDEST - 1].rstrip(', ')}…"


def _listed(segments: Sequence[int]) -> str:
    return ", ".join(str(segment + 1) for segment in segments)


def _asked_for(found: Diagnosis) -> list[Block]:
    """Show what is there only because somebody gave an option for it."""
    blocks: list[Block] = []
    blocks += [error_classes.forms_table(found.forms, found.options.stemmer)] if found.forms else []
    return blocks + ([error_classes.overlap_table(found.spans[1])] if found.spans[1] else [])


@dataclass(frozen=True)
class BucketShift:
    """Two systems in one bucket, against what they are over the whole set."""

    feature: str
    bucket: str
    size: int  # words or segments
    share: float  # of all of them
    here: Comparison
    overall: float  # the difference over the whole set

    @property
    def gain(self) -> float:
        """How much the bucket moves the difference over the whole set."""
        return self.share * abs(self.here.difference - self.overall)


def _buckets(found: Diagnosis) -> list[Block]:
    pairs = pairs_of(found.corpus, found.options.baseline)
    shifts = [*_of_words(found), *_of_segments(found)]
    sure = [one for one in shifts if (one.here.first, one.here.second) in pairs and _telling(one, found)]
    rows = list(islice(_spread(sorted(sure, key=lambda one: -one.gain)), BUCKETS))
    return [_buckets_table(rows, len(sure) - len(rows))] if rows else []


def _telling(one: BucketShift, found: Diagnosis) -> bool:
    """Tell whether systems differ in a bucket beyond chance, or a finding rests on it."""
    rests = any(
        finding.row[0] == one.feature
        and one.bucket in finding.row[1:]
        and {finding.ahead, finding.behind} == {one.here.first, one.here.second}
        for finding in found.findings
    )
    return rests or one.here.significant(found.settings.alpha)


def _spread(shifts: Sequence[BucketShift]) -> Iterator[BucketShift]:
    """Leave out what would be one more row of a feature and a pair of systems."""
    seen: dict[tuple[str, str, str], int] = {}
    for one in shifts:
        key = one.feature, one.here.first, one.here.second
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= OF_A_FEATURE:
            yield one


def _of_words(found: Diagnosis) -> Iterator[BucketShift]:
    evaluation = found.words.evaluation
    if evaluation is None:
        return
    sizes = {(one.feature, one.bucket, one.system): one.reference for one in found.words.words}
    for feature, bucket, one in found.words.comparisons:
        size = sizes[feature, bucket, one.first]
        whole = float(evaluation.stats[ALL_WORDS, one.first].rows[:, 1].sum())
        overall = _difference(evaluation, ALL_WORDS, one)
        yield BucketShift(feature, bucket, size, size / max(whole, 1), one, overall)


def _of_segments(found: Diagnosis) -> Iterator[BucketShift]:
    """Yield the buckets under the first metric: the others would say most of it again.

    Buckets by the score itself are left out: they say how hard segments are, and not why.
    """
    metrics, buckets = found.corpus.evaluation.metrics[:1], found.segments
    sizes = {(one.feature, one.bucket): one.segments for one in buckets.segments}
    for feature, bucket, one in buckets.comparisons:
        if one.metric in metrics and not feature.startswith("mean "):
            size = sizes[feature, bucket]
            overall = _difference(found.corpus.evaluation, one.metric, one)
            yield BucketShift(feature, bucket, size, size / len(found.corpus), one, overall)


def _difference(evaluation: Evaluation, metric: Metric, one: Comparison) -> float:
    first, second = (evaluation.stats[metric, system].total() for system in (one.first, one.second))
    return first - second


def _buckets_table(shifts: Sequence[BucketShift], more: int) -> Table:
    rows: list[tuple[Value, ...]] = [_bucket_row(one) for one in shifts]
    heads = (
        *map(Head, ("feature", "bucket")),
        Head("size", align="right"),
        *map(Head, ("metric", "ahead")),
        Head("ahead.score", label="score", align="right", digits=1),
        Head("behind"),
        Head("behind.score", label="score", align="right", digits=1),
        Head("lead", align="right", digits=1),
        Head("overall", label="over all", align="right", digits=1),
        Head("p", label="adjusted p", align="right", digits=4, least=1e-4),
    )
    notes = [
        "size: words of the reference, or segments. over all: the same lead over the whole set; the buckets that "
        "change it most come first.",
        "adjusted p: of the lead itself, for all buckets that were tested; a finding asks whether it is another "
        "than over all.",
    ]
    notes += [f"{more} more buckets differ or carry a finding: --show buckets."] if more else []
    return Table("telling-buckets", heads, tuple(rows), "The most telling buckets", tuple(notes))


def _bucket_row(one: BucketShift) -> tuple[Value, ...]:
    scores = [(one.here.first, one.here.score_first), (one.here.second, one.here.score_second)]
    (ahead, best), (behind, worst) = scores if one.here.better == one.here.first else reversed(scores)
    sign = (1 if one.here.better == one.here.first else -1) * (1 if one.here.metric.higher_is_better else -1)
    label = "F" if isinstance(one.here.metric, BucketF) else one.here.metric.label
    lead, overall = abs(one.here.difference), sign * one.overall
    return (
        one.feature,
        one.bucket,
        one.size,
        label,
        ahead,
        best,
        behind,
        worst,
        lead,
        overall,
        one.here.adjusted,
    )


def _ngrams(found: Diagnosis) -> list[Block]:
    """Show what sets two systems apart; of one system alone, what it makes too often and too seldom."""
    if found.pair is not None:
        return [ngrams.telling_table(found.ngrams, found.pair, NGRAMS)]
    return [
        ngrams.production_table((often[:ALONE], seldom[:ALONE]), system)
        for system, (often, seldom) in found.production.items()
    ]


def _checks(found: Diagnosis) -> list[Block]:
    if found.checks is None:
        return []
    counts = checks.checks_table(found.checks, brief=True)
    number = len(next(iter(found.checks.counts.values())))
    nothing = Prose(f"None of the {number} checks of outputs against their source found anything.")
    blocks: list[Block] = [counts if counts.rows else nothing]
    return blocks + ([checks.suspects_table(found.suspects, SUSPECTS)] if found.suspects else [])


def _more(found: Diagnosis) -> Prose:
    made = sections(found)
    named = ", ".join(f"{name} ({MORE[name]})" for name in HEADINGS if made[name])
    return Prose(f"There is more: --show {named}; names may be joined by commas, and all is everything.")
