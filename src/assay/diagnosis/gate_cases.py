"""What a gate checks: the whole set under every metric, and the buckets of words and segments that were named.

A bucket of words is checked by the F of its words, a bucket of segments by every metric on its segments. The
statistics of the baseline come from its output, or from a run file; both systems are held against each other
segment by segment, so that a bucket of segments must be the same for both. A margin, [METRIC=]X, says how much worse
the new system may be; one that cannot mean what it says is warned of.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import get_args

import numpy as np

from assay.comparison import AUTO, BASELINE, NEW, Check, UnitChoice
from assay.comparison.noninferiority import Case
from assay.comparison.unit_choice import choose_unit
from assay.data import Array, Codes
from assay.diagnosis.corpus import Corpus
from assay.diagnosis.options import GateOptions, NamedBucket, WordFeatureName
from assay.diagnosis.words.buckets import FEWEST_WORDS, match_outputs, word_statistics
from assay.diagnosis.words.classes import Classified, classify
from assay.diagnosis.words.features import SEGMENT_FEATURES, SHARED_FEATURES, WORD_FEATURES
from assay.diagnosis.words.rates import BucketF
from assay.diagnosis.words.tokens import Matching
from assay.errors import AssayWarning, OptionError
from assay.metrics import Evaluation, Metric, Stats, labels, parse_metric, spec_of

WORDS = "words"  # the margin of buckets of words
REST = ""  # the margin of all that have none of their own


@dataclass(frozen=True)
class Margins:
    """How much worse the new system may be: by metric, and for all metrics that have none of their own."""

    of: Mapping[str, float] = field(default_factory=dict)
    rest: float = 0.0

    def under(self, metric: Metric) -> float:
        """Return the margin of a metric, by its specification or its name."""
        return self.of.get(spec_of(metric), self.of.get(metric.name, self.rest))

    def words(self) -> float:
        """Return the margin of buckets of words."""
        return self.of.get(WORDS, self.rest)


def parse_margins(texts: Sequence[str], metrics: Sequence[Metric]) -> Margins:
    """Read the margins of a gate; each metric may have one, and all that have none may share one."""
    margins: dict[str, float] = {}
    known = {name for metric in metrics for name in (metric.name, spec_of(metric))} | {WORDS, REST}
    for text in texts:
        name, sign, amount = text.rpartition("=")
        if (sign and not name) or name not in known:
            name = _specified(text, name)
        if name not in known:
            raise OptionError(f"--margin {text}: {name} is not a metric of this gate; add -m {name}")
        if name in margins:
            raise OptionError(f"--margin {text}: there is one already; give one margin for each")
        margins[name] = _points(text, amount)
    return Margins(margins, margins.pop(REST, 0.0))


def _specified(text: str, name: str) -> str:
    try:
        return spec_of(parse_metric(name))
    except OptionError as error:
        raise OptionError(f"--margin {text}: {error}") from None


def _points(text: str, amount: str) -> float:
    try:
        points = float(amount)
    except ValueError:
        points = math.nan
    if not math.isfinite(points):
        raise OptionError(
            f"--margin {text}: {amount!r} is not a number; a margin is in points of the metric, "
            "as in --margin 0.5 or --margin bleu=0.5"
        )
    if points < 0:
        raise OptionError(f"--margin {text}: a margin is 0 or more for every metric")
    return points


def warn_of_wide(checks: Sequence[Check]) -> None:
    """Speak up where a margin is as large as the baseline's score: no system can be that much worse."""
    names = labels(check.metric for check in checks)
    for check in checks:
        if check.metric.higher_is_better and 0 < check.baseline <= check.margin:
            warn(
                f"{names[check.metric]} ({check.scope}): a margin of {check.margin:g} can never fail, since the "
                f"baseline scores {check.baseline:.2f}; margins are in points of the metric"
            )


def warn_of_idle(options: GateOptions, margins: Margins, buckets: Sequence[NamedBucket]) -> None:
    """Speak up where a margin of words has no bucket of words, and where draws are spoken of: there are none."""
    if WORDS in margins.of and not any(bucket.feature in get_args(WordFeatureName) for bucket in buckets):
        warn("--margin words=… is for buckets of words, and this gate has none")
    for name in ("draws", "seed"):
        if getattr(options, name) != getattr(GateOptions, name):
            warn(f"--{name} has no effect any more: a gate makes no draws; leave it out")


def warn(message: str) -> None:
    """Say what makes a gate weaker than it looks."""
    warnings.warn(message, AssayWarning, stacklevel=3)


WHOLE_SET = "all"  # the scope of a check that is of no bucket


@dataclass(frozen=True)
class SystemPair:
    """Both systems: the new one with its text, the baseline with its text or with statistics only."""

    new: str
    # Of the new system, and of the baseline where its text is there
    evaluation: Evaluation
    baseline: Mapping[str, Array]  # rows by name of metric, as in a run file
    paired: bool = True
    unit: str = AUTO  # what was asked for
    text: str | None = None  # the name of the baseline in `evaluation` and `corpus`
    corpus: Corpus | None = None

    def rows(self, metric: Metric) -> tuple[Array, Array]:
        """Return the statistics of both systems under a metric."""
        new = self.evaluation.stats[metric, self.new].rows
        if self.text is not None:
            return new, self.evaluation.stats[metric, self.text].rows
        if spec_of(metric) not in self.baseline:
            there = ", ".join(name for name in self.baseline if not name.startswith("words:")) or "none"
            raise OptionError(
                f"the baseline's run file has no statistics of segments for {spec_of(metric)}, only for: {there}; "
                "give the baseline's output with --baseline-output, or record it again with --run-segments"
            )
        return new, self.baseline[spec_of(metric)]

    @cached_property
    def choice(self) -> UnitChoice:
        """What is drawn as one: of sets that may differ nothing but segments can be."""
        if not self.paired:
            if self.unit not in (AUTO, "segment"):
                raise OptionError(
                    f"--unit {self.unit}: the baseline was scored on another test set; use segment"
                )
            return UnitChoice("segment", self.unit)
        rows = {metric: self.rows(metric) for metric in self.evaluation.metrics}
        both = _both(rows, self.evaluation.document, self.evaluation.unit)
        return choose_unit(both, self.unit)

    @property
    def words(self) -> Corpus:
        """The corpus, which buckets need."""
        if self.corpus is None:
            raise ValueError("buckets are of words and segments, which need the text")
        return self.corpus

    @cached_property
    def classified(self) -> dict[str, Classified]:
        """The words of every output with their closest references."""
        return classify(self.words)

    @cached_property
    def matchings(self) -> dict[str, Matching]:
        """Which words of every output match."""
        return match_outputs(self.classified)


def cases(pair: SystemPair, margins: Margins, buckets: Sequence[NamedBucket]) -> list[Case]:
    """Return all that is to be checked: the whole set first, then the buckets in their order."""
    planned = []
    for metric in pair.evaluation.metrics:
        planned.append(
            _case(
                pair,
                WHOLE_SET,
                metric,
                pair.rows(metric),
                document=pair.evaluation.document,
                margin=margins.under(metric),
            )
        )
    for named in buckets:
        if not pair.paired:
            raise OptionError(
                f"--bucket {named.feature}:{named.bucket}: the baseline was scored on another test set; "
                "buckets need a common set"
            )
        make = _word_cases if named.feature in WORD_FEATURES else _segment_cases
        planned += make(pair, margins, named)
    return planned


def _both(
    rows: Mapping[Metric, tuple[Array, Array]], document: Codes | None, unit: str = "segment"
) -> Evaluation:
    """Put the statistics of both systems together."""
    stats = {
        (metric, name): Stats(metric, part)
        for metric, parts in rows.items()
        for name, part in zip((NEW, BASELINE), parts, strict=True)
    }
    segments = len(next(iter(stats.values())).rows) if stats else 0
    return Evaluation((NEW, BASELINE), tuple(rows), stats, document, (1, 1), segments, unit)


def _case(
    pair: SystemPair,
    scope: str,
    metric: Metric,
    rows: tuple[Array, Array],
    *,
    document: Codes | None,
    margin: float,
    few: str = "",
) -> Case:
    """Plan a check, the rows of a unit added up, of both systems alike."""
    unit, sizes = pair.choice.unit, None
    if unit != "segment" and len(rows[0]):
        units = pair.choice.of_part(_both({metric: rows}, document, pair.evaluation.unit))
        rows = units.stats[metric, NEW].rows, units.stats[metric, BASELINE].rows
        unit, sizes = unit if units.document is None else "segment", units.sizes
    return Case(scope, metric, margin, *rows, pair.paired, unit, few, sizes)


def _place(buckets: Sequence[str], named: NamedBucket) -> int:
    if named.bucket not in buckets:
        raise OptionError(
            f"--bucket {named.feature}:{named.bucket}: there is no such bucket; there are {', '.join(buckets)} "
            "(a margin follows as a number, such as =0.5)"
        )
    return list(buckets).index(named.bucket)


def _word_cases(pair: SystemPair, margins: Margins, named: NamedBucket) -> list[Case]:
    corpus = pair.words
    feature = WORD_FEATURES[named.feature](corpus)
    place = _place(feature.buckets, named)
    metric = BucketF(feature.name, named.bucket)

    def rows(system: str) -> Array:
        tables = word_statistics(corpus, pair.classified[system], pair.matchings[system], feature)
        return np.column_stack([table[:, place] for table in tables])

    new = rows(pair.new)
    baseline = rows(pair.text) if pair.text else _recorded_words(pair, named)
    words = int(new[:, 1].sum())
    few = (
        f"only {words} word{'s' * (words != 1)}; at least {FEWEST_WORDS} are needed"
        if words < FEWEST_WORDS
        else ""
    )
    margin = margins.words() if named.margin is None else named.margin
    scope, document = f"{named.feature}: {named.bucket}", corpus.evalset.document
    return [_case(pair, scope, metric, (new, baseline), document=document, margin=margin, few=few)]


def _recorded_words(pair: SystemPair, named: NamedBucket) -> Array:
    name = f"words:{named.feature}:{named.bucket}"
    if name not in pair.baseline:
        raise OptionError(
            f"--bucket {named.feature}:{named.bucket}: the baseline's run file does not hold this bucket; give "
            "--baseline-output, or record the baseline with assay diagnose --run FILE --run-segments"
        )
    return pair.baseline[name]


def _segment_cases(pair: SystemPair, margins: Margins, named: NamedBucket) -> list[Case]:
    corpus = pair.words
    if named.feature not in SHARED_FEATURES:
        raise OptionError(
            f"--bucket {named.feature}:{named.bucket}: which segments are in it depends on the output, so "
            f"two systems cannot be compared there; use {', '.join(SHARED_FEATURES)}"
        )
    feature = SEGMENT_FEATURES[named.feature](corpus)
    inside = feature.of[pair.new] == _place(feature.buckets, named)
    document = corpus.evalset.document
    codes = document and Codes(document.names, document.index[inside])
    planned = []
    for metric in pair.evaluation.metrics:
        margin = margins.under(metric) if named.margin is None else named.margin
        new, baseline = (rows[inside] for rows in pair.rows(metric))
        scope = f"{named.feature}: {named.bucket}"
        planned.append(_case(pair, scope, metric, (new, baseline), document=codes, margin=margin))
    return planned
