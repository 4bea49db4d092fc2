"""The short report of `assay diagnose`, for people at a terminal: what answers "why" within a minute.

Findings with segments to look at, rates of errors, the buckets that shift a lead most, what checks found. Everything
else is in the parts of the whole report, which the last line names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from assay.comparison import Comparison
from assay.diagnosis import Diagnosis, counted
from assay.diagnosis.words.rates import ALL_WORDS
from assay.metrics import Evaluation, Metric
from assay.reporting.blocks import Block, Listing, Prose, Table
from assay.reporting.columns import number, p_value, table_of, text, texts
from assay.reporting.tables.diagnosis import checks, words
from assay.reporting.tables.diagnosis.buckets import measured_by
from assay.reporting.tables.diagnosis.report import HEADINGS, sections, sentences, top
from assay.reporting.wording import joined

# Sentences, rows, and of those rows of one feature and pair
FINDINGS, BUCKETS, OF_A_FEATURE = 8, 5, 2
ALONE = 5  # n-grams of one system alone
FAILED = 4  # checks that are named of a system
MORE = ("findings", *HEADINGS)


def summary_report(diagnosis: Diagnosis) -> list[Block]:
    """Put together what a reader wants first."""
    return [
        *top(diagnosis),
        *findings_in_short(diagnosis),
        words.rates_table(diagnosis.errors.rates, diagnosis.errors.comparisons, diagnosis.settings.alpha),
        *_asked_for(diagnosis),
        *_buckets(diagnosis),
        *_ngrams(diagnosis),
        *_checks(diagnosis),
        _more(diagnosis),
    ]


def findings_in_short(diagnosis: Diagnosis, most: int = FINDINGS) -> list[Block]:
    """Say what was found, each with segments that show it, and what should make a reader careful."""
    listing, *others = sentences(diagnosis, most)
    findings = diagnosis.findings
    if not isinstance(listing, Listing) or not findings:
        return [listing, *others]
    said = [
        f"{sentence.removesuffix('.')} [{words.listed(finding.segments)}]." if finding.segments else sentence
        for sentence, finding in zip(listing.items, findings, strict=False)
    ]
    rest = len(findings) - most
    more = [f"{rest} more: assay diagnose --show findings."] if rest > 0 else []
    cautions = [block for block in others if isinstance(block, Listing)]
    title = "Findings, with segments to look at"
    return [replace(listing, title=title, items=(*said, *more)), *cautions]


def _asked_for(diagnosis: Diagnosis) -> list[Block]:
    """Show what is there only because somebody gave an option for it."""
    blocks: list[Block] = []
    blocks += (
        [words.forms_table(diagnosis.errors.forms, diagnosis.options.stem)] if diagnosis.errors.forms else []
    )
    return blocks + [words.overlap_table(each) for each in diagnosis.errors.spans]


@dataclass(frozen=True)
class BucketShift:
    """Two systems in one bucket, against what they are over the whole set."""

    feature: str
    bucket: str
    size: int  # words or segments
    share: float  # of all of them
    here: Comparison
    difference: float  # over the whole set

    @property
    def gain(self) -> float:
        """How much the bucket moves the difference over the whole set."""
        return self.share * abs(self.here.difference - self.difference)

    @property
    def ahead(self) -> tuple[str, float]:
        """The system that is better here, and its score."""
        return self._sides[0]

    @property
    def behind(self) -> tuple[str, float]:
        """The other system, and its score."""
        return self._sides[1]

    @property
    def _sides(self) -> list[tuple[str, float]]:
        sides = [(self.here.first, self.here.score_first), (self.here.second, self.here.score_second)]
        return sides if self.here.better == self.here.first else sides[::-1]

    @property
    def overall(self) -> float:
        """The lead of the system that is ahead here, over the whole set."""
        sign = 1 if self.here.better == self.here.first else -1
        return sign * (1 if self.here.metric.higher_is_better else -1) * self.difference


def _buckets(diagnosis: Diagnosis) -> list[Block]:
    shifts = [
        shift
        for shift in [*_of_words(diagnosis), *_of_segments(diagnosis)]
        if (shift.here.first, shift.here.second) in diagnosis.pairs and _telling(shift, diagnosis)
    ]
    shown = list(islice(_spread(sorted(shifts, key=lambda shift: -shift.gain)), BUCKETS))
    return [_buckets_table(shown, len(shifts) - len(shown))] if shown else []


def _telling(shift: BucketShift, diagnosis: Diagnosis) -> bool:
    """Tell whether systems differ in a bucket beyond chance, or a finding rests on it."""
    rests = any(
        finding.row[0] == shift.feature
        and shift.bucket in finding.row[1:]
        and {finding.ahead, finding.behind} == {shift.here.first, shift.here.second}
        for finding in diagnosis.findings
    )
    return rests or shift.here.significant(diagnosis.settings.alpha)


def _spread(shifts: Sequence[BucketShift]) -> Iterator[BucketShift]:
    """Leave out what would be one more row of a feature and a pair of systems."""
    seen: dict[tuple[str, str, str], int] = {}
    for shift in shifts:
        key = shift.feature, shift.here.first, shift.here.second
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= OF_A_FEATURE:
            yield shift


def _of_words(diagnosis: Diagnosis) -> Iterator[BucketShift]:
    evaluation = diagnosis.buckets.words.evaluation
    if evaluation is None:
        return
    sizes = {
        (part.feature, part.bucket, part.system): part.reference for part in diagnosis.buckets.words.words
    }
    for feature, bucket, here, _ in diagnosis.buckets.words.comparisons:
        size = sizes[feature, bucket, here.first]
        whole = float(evaluation.stats[ALL_WORDS, here.first].rows[:, 1].sum())
        overall = _difference(evaluation, ALL_WORDS, here)
        yield BucketShift(feature, bucket, size, size / max(whole, 1), here, overall)


def _of_segments(diagnosis: Diagnosis) -> Iterator[BucketShift]:
    """Yield the buckets under the first metric: the others would say most of it again.

    Buckets by the score itself are left out: they say how hard segments are, and not why.
    """
    evaluation, buckets = diagnosis.corpus.evaluation, diagnosis.buckets.segments
    sizes = {(part.feature, part.bucket): part.segments for part in buckets.segments}
    for feature, bucket, here, _ in buckets.comparisons:
        if here.metric in evaluation.metrics[:1] and not feature.startswith("mean "):
            size = sizes[feature, bucket]
            overall = _difference(evaluation, here.metric, here)
            yield BucketShift(feature, bucket, size, size / len(diagnosis.corpus), here, overall)


def _difference(evaluation: Evaluation, metric: Metric, pair: Comparison) -> float:
    first, second = (evaluation.stats[metric, system].total() for system in (pair.first, pair.second))
    return first - second


def _buckets_table(shifts: Sequence[BucketShift], more: int) -> Table:
    columns = [
        *texts("feature", "bucket"),
        number("size"),
        text("metric", read=lambda shift: measured_by(shift.here.metric, shift.here.metric.label)),
        text("ahead", read=lambda shift: shift.ahead[0]),
        number("ahead.score", "score", digits=1, read=lambda shift: shift.ahead[1]),
        text("behind", read=lambda shift: shift.behind[0]),
        number("behind.score", "score", digits=1, read=lambda shift: shift.behind[1]),
        number("lead", digits=1, read=lambda shift: abs(shift.here.difference)),
        number("overall", "overall", digits=1),
        p_value("p", "adjusted p", read="here.adjusted"),
    ]
    notes = [
        "size: reference words, or segments; overall: the lead over the whole set",
        f"{counted(more, 'more bucket')} with a difference or a finding: --show buckets" if more else None,
    ]
    return table_of("telling-buckets", "The buckets that change the lead most", shifts, columns, notes=notes)


def _ngrams(diagnosis: Diagnosis) -> list[Block]:
    """Show of one system alone what it makes too often and too rarely; two are set apart by --show ngrams."""
    if diagnosis.pairs:
        return []
    return [
        words.production_table((often[:ALONE], seldom[:ALONE]), system)
        for system, (often, seldom) in diagnosis.ngrams.production.items()
    ]


def _checks(diagnosis: Diagnosis) -> list[Block]:
    """Say in a sentence a system what checks against the source found."""
    if diagnosis.checks is None:
        return []
    shares = {system: checks.failed_shares(diagnosis.checks, system) for system in diagnosis.corpus.systems}
    said = [f"{system}: {_failed(failed)}." for system, failed in shares.items() if failed]
    faultless = [system for system, failed in shares.items() if not failed]
    nothing = [f"{joined(faultless)}: nothing found."] if faultless else []
    suspects = len(diagnosis.suspects)
    made_up = [f"{counted(suspects, 'output')} may be made up: --show checks."] if suspects else []
    title = "Checks against the source, in per cent of segments"
    return [Listing("failed-checks", title, (*said, *nothing, *made_up))]


def _failed(shares: Sequence[tuple[str, float]]) -> str:
    named = [f"{name} {share:.1f} %" for name, share in shares[:FAILED]]
    return ", ".join(named) + (f" and {len(shares) - FAILED} more" if len(shares) > FAILED else "")


def _more(diagnosis: Diagnosis) -> Prose:
    parts = sections(diagnosis)
    named = [name for name in MORE if parts[name]()]
    return Prose(
        f"More: --show {','.join(named)}, or all. assay align --segment N shows a segment edit by edit."
    )
