"""Findings: what the analyses say of two systems, in plain words, the largest effect first.

Every finding rests on a row of a table and on segments one can look at. Effects share one unit, words in a hundred
reference words. For a class of errors it is the difference of the two rates. For a bucket of words it is how many more
words the better system gets right there than its lead over all words would give it: a bucket that only shares the
general lead is no finding of its own. Where a class and a bucket explain the same words, the bucket says more, and a
class counts nine tenths. A segment that fails a check counts as one word.

P-values are of permutation tests for classes and checks, of 10,000 draws or more, and from the standard error of a
bootstrap for buckets, adjusted together for all that was looked at. Nothing is said where the evidence is thin: small
buckets, small effects, large p-values.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from assay import kernel
from assay.comparison import Key, Pair, bootstrap_sums, p_values
from assay.data import Array
from assay.diagnosis.words.buckets import Buckets, Units, by_segment
from assay.diagnosis.words.classes import CLASS_RATES, MISSING, Classified, error_rates
from assay.diagnosis.words.conflicts import Conflict
from assay.diagnosis.words.rates import ALL_WORDS, BucketF, Rate
from assay.diagnosis.words.systems import Likeness
from assay.metrics import Evaluation, labels
from assay.stats import PERMUTATION_DRAWS, Settings, adjust

# set by hand
SMALLEST = 0.2  # words in a hundred; what is smaller is not worth a sentence
NOTABLE = 1.25  # the lead on some words next to the lead over all; less is the general lead once more
EXAMPLES = 3  # segments that a finding names
CLASS_SHARE = 0.9  # what a class of errors counts beside a bucket, which says more of the same words

# what the system with the lower rate does better
CLASS_WORDS = {
    "inflection": "gets the form of words right more often",
    "reordering": "puts fewer words in the wrong place",
    "missing": "leaves out fewer words",
    "extra": "adds fewer words that are not in the reference",
    "lexical": "chooses the wrong word less often",
}
FEATURE_WORDS = {
    "training-frequency": "words seen {} times in training",
    "reference-frequency": "words that occur {} times in the references",
    "length": "words of {} characters",
    "case": "words in {} case",
    "script": "words in {} script",
    "digits": "words of the kind “{}”",
    "position": "words in the {} of a segment",
    "label": "words labelled {}",
}
NUMBERS = {
    "number": "numbers",
    "with digits": "words with digits in them",
    "no digits": "words without digits",
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


def findings(
    classified: Mapping[str, Classified],
    buckets: Buckets,
    settings: Settings,
    *,
    checks: Evaluation | None = None,
    pairs: Sequence[tuple[str, str]] | None = None,
    correction: str = "holm",
    units: Units = by_segment,
) -> list[Finding]:
    """Say what sets systems apart, for all pairs or those asked for; tests draw `units`, as those of buckets did."""
    spoken_of = list(pairs) if pairs is not None else list(combinations(classified, 2))
    many = replace(settings, draws=max(settings.permutation_draws, PERMUTATION_DRAWS))
    candidates = [
        *_class_findings(classified, spoken_of, many, units),
        *_word_findings(buckets, spoken_of, settings),
        *(
            _check_findings(checks, spoken_of, many, _segments_per_word(classified), units)
            if checks is not None and checks.metrics
            else []
        ),
    ]
    values = adjust(np.array([finding.p_value for finding in candidates]), correction).tolist()
    adjusted = [
        replace(finding, adjusted=p_value) for finding, p_value in zip(candidates, values, strict=True)
    ]
    sure = _merged([finding for finding in adjusted if finding.adjusted < settings.alpha], buckets)
    return sorted(
        (finding for finding in sure if finding.effect >= SMALLEST),
        key=lambda finding: (-finding.effect, finding.sentence),
    )


def _class_findings(
    classified: Mapping[str, Classified], pairs: Sequence[tuple[str, str]], settings: Settings, units: Units
) -> list[Finding]:
    rates = error_rates(classified)
    classes = tuple(CLASS_RATES.values())
    stats = {key: rows for key, rows in rates.stats.items() if key[0] in classes}
    of_classes = replace(rates, metrics=classes, stats=stats)
    candidates = []
    for lead in _leads(of_classes, pairs, settings, units):
        unit = "reference words" if lead.of == "missing" else "words"
        sentence = (
            f"{lead.ahead} {CLASS_WORDS[lead.of]} than {lead.behind}: "
            f"{lead.fewer:.1f} against {lead.more:.1f} of a hundred {unit} ({lead.of})."
        )
        number = kernel.CLASSES.index(lead.of)
        candidates.append(
            Finding(
                lead.of,
                sentence,
                lead.ahead,
                lead.behind,
                CLASS_SHARE * lead.size,
                lead.p_value,
                lead.p_value,
                "error-rates",
                (lead.of,),
                _class_segments(classified, lead.ahead, lead.behind, number),
            )
        )
    return candidates


@dataclass(frozen=True)
class _Lead:
    """A rate that is lower in one system than in another, and how sure that is."""

    of: str
    ahead: str
    behind: str
    fewer: float  # the rate of the system ahead
    more: float
    size: float
    p_value: float


def _leads(
    rates: Evaluation, pairs: Sequence[tuple[str, str]], settings: Settings, units: Units
) -> Iterator[_Lead]:
    """Test the rates of some pairs; of the tests nothing but the p-values is wanted."""
    tested = [
        Pair(metric, *names)
        for metric in rates.metrics
        for names in combinations(rates.systems, 2)
        if names in pairs
    ]
    p_of_pairs = p_values(units(rates), "permutation", settings, tested) if tested else []
    for pair, p_value in zip(tested, p_of_pairs, strict=True):
        difference, scores = pair.difference(rates), pair.scores(rates)
        if difference == 0 or not isinstance(pair.metric, Rate):
            continue
        ahead, behind = (pair.first, pair.second) if difference < 0 else (pair.second, pair.first)
        yield _Lead(pair.metric.of, ahead, behind, min(scores), max(scores), abs(difference), p_value)


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


def _word_findings(buckets: Buckets, pairs: Sequence[tuple[str, str]], settings: Settings) -> list[Finding]:
    """Return a candidate for every bucket and pair; its sentence is written when buckets have been merged."""
    evaluation = buckets.evaluation
    if evaluation is None or len(evaluation.systems) < 2 or not evaluation.metrics:
        return []
    metrics = [metric for metric in evaluation.metrics if isinstance(metric, BucketF) and metric != ALL_WORDS]
    totals = {key: stats.sums for key, stats in evaluation.stats.items()}
    drawn = buckets.sums or bootstrap_sums(evaluation, settings)
    candidates = []
    for pair in pairs:
        for metric in metrics:
            effect = float(_departure(totals, metric, pair))
            draws = _departure(drawn, metric, pair)
            p_value = _normal_p(effect, draws)
            ahead, behind = pair if effect > 0 else (pair[1], pair[0])
            row = (metric.feature, metric.bucket)
            table = f"words-by-{metric.feature}"
            candidates.append(
                Finding("words", "", ahead, behind, abs(effect), p_value, p_value, table, row, ())
            )
    return candidates


def _normal_p(effect: float, draws: Array) -> float:
    """Return the two-sided p-value of an effect from the spread of its draws; counting draws could not go below 1/n."""
    spread = float(draws.std(ddof=1)) if len(draws) > 1 else 0.0
    if spread <= 1e-12 * abs(effect):
        return 1.0 if effect == 0 else 1 / (len(draws) + 1)
    return math.erfc(abs(effect) / spread * math.sqrt(0.5))


def _departure(sums: Mapping[Key, Array], metric: BucketF, pair: tuple[str, str]) -> Array:
    """Return how many more words in a hundred the first gets right in a bucket than its lead over all words gives it.

    With several references each system may have its own: a system's words right are then a share of its own reference.
    """
    here, whole = ([sums[key, system] for system in pair] for key in (metric, ALL_WORDS))
    words = [np.maximum(sums_of[..., 1], 1) for sums_of in whole]
    lead = [sums_of[..., 0] / size for sums_of, size in zip(whole, words, strict=True)]
    right = [sums_of[..., 0] / size for sums_of, size in zip(here, words, strict=True)]
    share = (here[0][..., 1] / words[0] + here[1][..., 1] / words[1]) / 2
    return np.asarray(100 * ((right[0] - right[1]) - share * (lead[0] - lead[1])))


def _merged(sure: Sequence[Finding], buckets: Buckets) -> list[Finding]:
    """Make one finding of all buckets of a feature on which the same system is ahead; their effects add."""
    groups: dict[tuple[str, str, str], list[Finding]] = {}
    others = [finding for finding in sure if finding.kind != "words"]
    for finding in sure:
        if finding.kind == "words":
            groups.setdefault((finding.row[0], finding.ahead, finding.behind), []).append(finding)
    evaluation = buckets.evaluation
    merged = [_of_buckets(evaluation, group) for group in groups.values() if evaluation is not None]
    return others + [finding for finding in merged if finding is not None]


def _of_buckets(evaluation: Evaluation, group: Sequence[Finding]) -> Finding | None:
    """Say on which words a system is better; nothing where it is as far ahead elsewhere, or only less far behind."""
    first = group[0]
    pair = first.ahead, first.behind
    metrics = [BucketF(finding.row[0], finding.row[1]) for finding in group]
    rows = [sum(evaluation.stats[metric, system].rows for metric in metrics) for system in pair]
    here = [float(ALL_WORDS.score(np.asarray(of_system).sum(axis=0))) for of_system in rows]
    whole = [evaluation.stats[ALL_WORDS, system].total() for system in pair]
    if here[0] - here[1] <= max(0, NOTABLE * (whole[0] - whole[1])):
        return None
    lead = f"{abs(whole[0] - whole[1]):.1f} points {'ahead' if whole[0] > whole[1] else 'behind'}"
    sentence = (
        f"{first.ahead} is better than {first.behind} on {_named(metrics)}: F {here[0]:.1f} against {here[1]:.1f}, "
        f"while over all words it is {lead}."
    )
    more = np.asarray(rows[0])[:, 0] - np.asarray(rows[1])[:, 0]
    return replace(
        first,
        sentence=sentence,
        effect=sum(finding.effect for finding in group),
        p_value=max(finding.p_value for finding in group),
        adjusted=max(finding.adjusted for finding in group),
        row=(first.row[0], *(finding.row[1] for finding in group)),
        segments=_top(more),
    )


def _named(metrics: Sequence[BucketF]) -> str:
    """Put buckets into words; neighbouring buckets of numbers become one range."""
    feature, names = metrics[0].feature, [metric.bucket for metric in metrics]
    if feature == "digits":
        return " and ".join(NUMBERS[name] for name in names)
    if feature == "training-frequency" and names[0] == "0":
        return (
            "words never seen in training"
            if len(names) == 1
            else f"words seen {_range(names)} times in training"
        )
    return FEATURE_WORDS.get(feature, feature + " {}").format(_range(names))


def _range(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    if not all(name[0].isdigit() or name.startswith("below") for name in names):
        return ", ".join(names[:-1]) + f" or {names[-1]}"
    low, top = names[0].split(" to ")[0], names[-1].split(" to ")[-1]
    if "more" in top:
        return f"{low} or more" if not low.startswith("below") else "any number of"
    return f"at most {top}" if low == "0" or low.startswith("below") else f"{low} to {top}"


def _check_findings(
    checks: Evaluation,
    pairs: Sequence[tuple[str, str]],
    settings: Settings,
    segments_per_word: float,
    units: Units,
) -> list[Finding]:
    """Say which system has fewer segments that fail a check; the rates are of a hundred segments."""
    candidates = []
    for lead in _leads(checks, pairs, settings, units):
        sentence = (
            f"{lead.ahead} has fewer segments with {lead.of} than {lead.behind}: "
            f"{lead.fewer:.1f} against {lead.more:.1f} of a hundred."
        )
        rows = [checks.stats[Rate(lead.of), system].rows[:, 0] for system in (lead.behind, lead.ahead)]
        candidates.append(
            Finding(
                "check",
                sentence,
                lead.ahead,
                lead.behind,
                lead.size * segments_per_word,
                lead.p_value,
                lead.p_value,
                "checks",
                (lead.of,),
                _top(rows[0] - rows[1]),
            )
        )
    return candidates


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
        f"{conflict.systems[1]} oppositely, and disagree on {100 * conflict.share:.0f} % of the segments that both can "
        "tell apart."
        for conflict in conflicts
        if conflict.opposite
    ]
    return said + [
        f"{likeness.first} and {likeness.second} are nearly the same: chrF {likeness.similarity:.1f} between them, "
        f"{likeness.identical} of {likeness.segments} segments identical."
        for likeness in likenesses
        if likeness.near
    ]
