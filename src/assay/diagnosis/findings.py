"""Findings: what the analyses say of two systems, in plain words, the largest effect first.

Every finding rests on a row of a table and on segments one can look at. Effects share one unit, words in a hundred
reference words. For a class of errors it is the difference of the two rates; for a bucket of words, `word_findings`
says what it is. Where a class and a bucket explain the same words, the bucket says more, and a class counts nine
tenths. A segment that fails a check counts as one word.

P-values are of tests in closed form (`swap_tests`). The classes, the buckets of each feature and the checks are
families that share the error rate, pair by pair. Nothing is said where the evidence is thin: small buckets, small
effects, large p-values; and it is counted how many tests could have found nothing, whatever the outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay import kernel
from assay.comparison.pairs import Pair
from assay.data import Array
from assay.diagnosis.swap_tests import (
    SwapTest,
    SystemPairs,
    Units,
    by_segment,
    share_of_error,
    shared_p,
    swap_test_of,
)
from assay.diagnosis.word_findings import Levels, better_sentence, departures, level_sentence, levels, named
from assay.diagnosis.words.buckets import Buckets
from assay.diagnosis.words.classes import CLASS_RATES, MISSING, Classified, error_rates
from assay.diagnosis.words.conflicts import Conflict
from assay.diagnosis.words.rates import BucketF, Rate
from assay.diagnosis.words.systems import Likeness
from assay.metrics import Evaluation, labels

# set by hand
# Words in a hundred; what is smaller is not worth a sentence
SMALLEST = 0.2
EXAMPLES = 3  # segments that a finding names
# What a class of errors counts beside a bucket, which says more of the same words
CLASS_SHARE = 0.9

# what the system with the lower rate does better
CLASS_WORDS = {
    "inflection": "gets the form of words right more often",
    "reordering": "puts fewer words in the wrong place",
    "missing": "leaves out fewer words",
    "extra": "adds fewer words that are not in the reference",
    "lexical": "chooses the wrong word less often",
}


@dataclass(frozen=True)
class Finding:
    """A sentence, what it rests on, and how sure and how large it is."""

    kind: str  # the class, "words", "check", "metrics" or "systems"
    sentence: str
    ahead: str
    behind: str
    effect: float
    p_value: float
    adjusted: float
    table: str  # the table that has the row
    row: tuple[str, ...]
    segments: tuple[int, ...]


@dataclass(frozen=True)
class Findings:
    """What was found, and how many of the tests behind it could have found nothing for want of segments that differ."""

    sure: tuple[Finding, ...] = ()
    tests: int = 0
    hopeless: int = 0


@dataclass(frozen=True)
class _Candidate:
    """A difference that was tested; a finding if it is sure and large enough."""

    finding: Finding
    test: SwapTest
    family: Hashable


def findings(
    classified: Mapping[str, Classified],
    buckets: Buckets,
    alpha: float,
    *,
    checks: Evaluation | None = None,
    pairs: SystemPairs | None = None,
    units: Units = by_segment,
) -> Findings:
    """Say what sets systems apart, for all pairs or those asked for; `units` change sides as one, as in buckets."""
    spoken_of = pairs or SystemPairs.every(classified)
    per_word = _segments_per_word(classified)
    candidates = [
        *_class_candidates(classified, spoken_of, units),
        *_word_candidates(buckets, spoken_of),
        *(_check_candidates(checks, spoken_of, per_word, units) if checks is not None else ()),
    ]
    families = [candidate.family for candidate in candidates]
    adjusted = shared_p([candidate.test.p_value for candidate in candidates], families, spoken_of.choices)
    sure = [
        replace(candidate.finding, adjusted=p_value)
        for candidate, p_value in zip(candidates, adjusted, strict=True)
        if p_value < alpha
    ]
    times = share_of_error(families, spoken_of.choices)
    told = _worded(sure, buckets, times, alpha)
    return Findings(
        tuple(
            sorted(
                (finding for finding in told if finding.effect >= SMALLEST),
                key=lambda finding: (-finding.effect, finding.sentence),
            )
        ),
        len(candidates),
        sum(candidate.test.smallest * times[candidate.family] >= alpha for candidate in candidates),
    )


def _class_candidates(
    classified: Mapping[str, Classified], pairs: SystemPairs, units: Units
) -> Iterator[_Candidate]:
    rates = error_rates(classified)
    classes = tuple(CLASS_RATES.values())
    for lead in _leads(replace(rates, metrics=classes), pairs, units):
        number = kernel.CLASSES.index(lead.of)
        segments = _class_segments(classified, lead.ahead, lead.behind, number)
        finding = lead.finding(lead.of, class_sentence(lead), CLASS_SHARE, "error-rates", segments)
        yield _Candidate(finding, lead.test, ("classes", lead.pair))


@dataclass(frozen=True)
class Lead:
    """A rate that is lower in one system than in another, and how sure that is."""

    of: str
    pair: tuple[str, str]
    ahead: str
    behind: str
    fewer: float  # the rate of the system ahead
    more: float
    test: SwapTest

    def finding(
        self, kind: str, sentence: str, weight: float, table: str, segments: tuple[int, ...]
    ) -> Finding:
        """Return what may be said of it; a point of the rate weighs so many words in a hundred."""
        p_value, effect = self.test.p_value, weight * (self.more - self.fewer)
        return Finding(
            *(kind, sentence, self.ahead, self.behind, effect, p_value, p_value, table, (self.of,), segments)
        )


def class_sentence(lead: Lead) -> str:
    """Say who makes fewer errors of a class."""
    unit = "reference words" if lead.of == "missing" else "words"
    return (
        f"{lead.ahead} {CLASS_WORDS[lead.of]} than {lead.behind}: "
        f"{lead.fewer:.1f} versus {lead.more:.1f} per 100 {unit} ({lead.of})."
    )


def check_sentence(lead: Lead) -> str:
    """Say of whom fewer segments fail a check."""
    return (
        f"{lead.ahead} has fewer segments with {lead.of} than {lead.behind}: "
        f"{lead.fewer:.1f} versus {lead.more:.1f} per 100 segments."
    )


def _leads(rates: Evaluation, pairs: SystemPairs, units: Units) -> Iterator[Lead]:
    """Test the rates of some pairs."""
    in_units = units(rates)
    for metric in rates.metrics:
        for names in pairs.of:
            pair = Pair(metric, *names)
            difference, scores = pair.difference(rates), pair.scores(rates)
            if difference and isinstance(metric, Rate):
                ahead, behind = names if difference < 0 else names[::-1]
                test = swap_test_of(in_units, pair)
                yield Lead(metric.of, names, ahead, behind, min(scores), max(scores), test)


def _class_segments(
    classified: Mapping[str, Classified], ahead: str, behind: str, number: int
) -> tuple[int, ...]:
    """Return the segments in which the worse system has most more errors of a class than the better."""
    side = "reference" if number == MISSING else "output"
    more = classified[behind].counts(side, number) - classified[ahead].counts(side, number)
    return _top(more.astype(np.float64))


def _top(values: Array) -> tuple[int, ...]:
    order = np.argsort(-values, kind="stable")[:EXAMPLES]
    return tuple(int(row) for row in order if values[row] > 0)


def _word_candidates(buckets: Buckets, pairs: SystemPairs) -> Iterator[_Candidate]:
    """Yield a candidate for every bucket and pair; its sentence is written when buckets have been merged."""
    if buckets.in_units is None:
        return
    for departure in departures(buckets.in_units, pairs.of):
        metric, (ahead, behind), p_value = departure.metric, departure.pair, departure.test.p_value
        row, table = (metric.feature, metric.bucket), f"words-by-{metric.feature}"
        finding = Finding("words", "", ahead, behind, departure.effect, p_value, p_value, table, row, ())
        yield _Candidate(finding, departure.test, (metric.feature, frozenset(departure.pair)))


def _worded(
    sure: Sequence[Finding], buckets: Buckets, times: Mapping[Hashable, float], alpha: float
) -> list[Finding]:
    """Make one finding of all buckets of a feature on which the same system departs upwards.

    Where one system is better on some words, the rest of the words is the other side of that, and no second finding.
    """
    told = [finding for finding in sure if finding.kind != "words"]
    if buckets.evaluation is None or buckets.in_units is None:
        return told
    groups: dict[Hashable, dict[tuple[str, str], list[Finding]]] = {}
    for finding in sure:
        if finding.kind == "words":
            sides = groups.setdefault((finding.row[0], frozenset([finding.ahead, finding.behind])), {})
            sides.setdefault((finding.ahead, finding.behind), []).append(finding)
    for family, sides in groups.items():
        merged = [_merged(buckets.evaluation, buckets.in_units, group) for group in sides.values()]
        better = [side for side in merged if side.at.p_value < alpha / times[family]]
        worded = [side.worded(better_sentence, side.pair) for side in better]
        if not any(worded):
            worded = [side.worded(level_sentence, side.pair[::-1]) for side in merged if side not in better]
        told += [finding for finding in worded if finding is not None]
    return told


@dataclass(frozen=True, eq=False)
class _Side:
    """Buckets on which one system does better than its general lead would have it, added up."""

    finding: Finding  # without its sentence
    metrics: tuple[BucketF, ...]
    at: Levels

    @property
    def pair(self) -> tuple[str, str]:
        return self.finding.ahead, self.finding.behind

    def worded(
        self, say: Callable[[tuple[str, str], str, Levels], str], order: tuple[str, str]
    ) -> Finding | None:
        """Return the finding with its sentence, who is ahead in it first; None where there is nothing to say."""
        sentence = say(self.pair, named(self.metrics), self.at)
        ahead, behind = order
        return replace(self.finding, sentence=sentence, ahead=ahead, behind=behind) if sentence else None


def _merged(evaluation: Evaluation, in_units: Evaluation, group: Sequence[Finding]) -> _Side:
    """Add up buckets; so do their effects."""
    first = group[0]
    metrics = tuple(BucketF(finding.row[0], finding.row[1]) for finding in group)
    at = levels(evaluation, in_units, metrics, (first.ahead, first.behind))
    finding = replace(
        first,
        effect=sum(finding.effect for finding in group),
        p_value=max(finding.p_value for finding in group),
        adjusted=max(finding.adjusted for finding in group),
        row=(first.row[0], *(finding.row[1] for finding in group)),
        segments=_top(at.more),
    )
    return _Side(finding, metrics, at)


def _check_candidates(
    checks: Evaluation, pairs: SystemPairs, segments_per_word: float, units: Units
) -> Iterator[_Candidate]:
    """Say which system has fewer segments that fail a check; the rates are of a hundred segments."""
    for lead in _leads(checks, pairs, units):
        behind, ahead = (checks.stats[Rate(lead.of), name].rows[:, 0] for name in (lead.behind, lead.ahead))
        finding = lead.finding(
            "check", check_sentence(lead), segments_per_word, "checks", _top(behind - ahead)
        )
        yield _Candidate(finding, lead.test, ("checks", lead.pair))


def _segments_per_word(classified: Mapping[str, Classified]) -> float:
    lengths = next(iter(classified.values())).reference.lengths
    return len(lengths) / max(int(lengths.sum()), 1)


def cautions(conflicts: Sequence[Conflict], likenesses: Sequence[Likeness]) -> list[str]:
    """Say what should make a reader careful: metrics that disagree, systems that are nearly the same."""
    names = labels(
        metric for conflict in conflicts for metric in (conflict.first_metric, conflict.second_metric)
    )
    said = [
        f"{names[conflict.first_metric]} and {names[conflict.second_metric]} order {conflict.systems[0]} and "
        f"{conflict.systems[1]} in opposite ways, and disagree on {100 * conflict.share:.0f} % of the segments where "
        "neither sees a tie."
        for conflict in conflicts
        if conflict.opposite
    ]
    return said + [
        f"{likeness.first} and {likeness.second} are identical in all {likeness.segments} segments."
        if likeness.identical == likeness.segments
        else f"{likeness.first} and {likeness.second} are nearly identical: chrF {likeness.similarity:.1f} between "
        f"them, {likeness.identical} of {likeness.segments} segments identical."
        for likeness in likenesses
        if likeness.near
    ]
