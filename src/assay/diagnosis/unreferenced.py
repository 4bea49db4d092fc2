"""Texts without references: every check that holds outputs against their source, and the most that a gate allows.

Metrics that need no reference may stand beside the checks, with the errors that they mark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from assay.data import Bilingual, EvalSet, Outputs, Term, numbered_ids
from assay.diagnosis.checks.details import Failure, failures
from assay.diagnosis.checks.hallucination import Suspect, suspects
from assay.diagnosis.checks.source_checks import CHECKS, Checks, bilingual_columns, check_outputs
from assay.errors import OptionError
from assay.metrics import Evaluation, Metric, evaluate, labels
from assay.metrics.base import Marking
from assay.resources import Resources

# what a gate may limit beside single checks: every check whose name begins so, and lengths and languages
GROUPS: Mapping[str, tuple[str, ...]] = {
    kind: tuple(check for check in CHECKS if check.startswith(f"{kind}-"))
    for kind in (
        "numbers",
        "dates",
        "urls",
        "emails",
        "tags",
        "placeholders",
        "brackets",
        "quotes",
        "glossary",
    )
} | {"length": ("too-long", "too-short"), "language": ("wrong-language", "wrong-script")}


@dataclass(frozen=True)
class ErrorCount:
    """How many errors of a kind a metric marks in the outputs of a system, and in how many segments."""

    marker: str  # the label of the metric
    system: str
    category: str
    severity: str
    errors: int
    segments: int


@dataclass(frozen=True)
class SourceCheck:
    """What outputs show against their source, without a reference, and what metrics that need none say of them."""

    text: Bilingual
    checks: Checks
    suspects: tuple[Suspect, ...]
    evaluation: Evaluation | None = None
    marked: tuple[ErrorCount, ...] = ()

    @cached_property
    def failures(self) -> tuple[Failure, ...]:
        """Every segment that fails a check, with what it is about."""
        return tuple(failures(self.checks, self.text.source, self.text.outputs, self.text.ids))


def check_source(text: Bilingual, glossary: Sequence[Term] = ()) -> SourceCheck:
    """Hold outputs against their source: numbers, placeholders, tags, terms, lengths, languages."""
    source, outputs = bilingual_columns(text)
    checks = check_outputs(source, outputs, text.languages, glossary=glossary)
    return SourceCheck(text, checks, tuple(suspects(outputs, checks)))


def score_unreferenced(
    check: SourceCheck, evalset: EvalSet, metrics: Sequence[Metric], resources: Resources = Resources()
) -> SourceCheck:
    """Add what metrics say that need no reference, and the errors that they mark."""
    outputs = check.text.outputs
    evaluation = evaluate([(evalset, outputs)], metrics, resources)
    marked = [
        count
        for metric, label in labels(metrics).items()
        if isinstance(metric, Marking)
        for count in _marked(label, metric, evalset, outputs, resources)
    ]
    return replace(check, evaluation=evaluation, marked=tuple(marked))


def _marked(
    label: str, metric: Marking, evalset: EvalSet, outputs: Outputs, resources: Resources
) -> Iterator[ErrorCount]:
    """Count the errors that a metric marks by system, category and severity."""
    judgements = metric.mark(evalset, outputs, resources)
    if judgements is None or judgements.spans is None:
        return
    spans, rows = judgements.spans, judgements.spans.rows()
    systems, segments = judgements.system.column(), judgements.segment.column()
    kinds = [
        (systems[row], category, severity)
        for row, category, severity in zip(
            rows.tolist(), spans.category.column(), spans.severity.column(), strict=True
        )
    ]
    places = {(kind, segments[row]) for kind, row in zip(kinds, rows.tolist(), strict=True)}
    apart = Counter(kind for kind, _ in places)
    for kind, errors in sorted(Counter(kinds).items()):
        yield ErrorCount(label, *kind, errors, apart[kind])


def without_references(evalset: EvalSet, outputs: Outputs) -> Bilingual:
    """Return source and outputs of a set; one without a source is refused."""
    if evalset.source is None:
        raise OptionError("outputs are checked against their source, and there is none; name it with -s")
    ids = evalset.ids or numbered_ids(len(evalset))
    return Bilingual(evalset.name, evalset.languages, evalset.source, outputs, ids)


@dataclass(frozen=True)
class Limit:
    """How many segments may fail a check, or any check of a group."""

    name: str
    most: int

    @property
    def checks(self) -> tuple[str, ...]:
        """The checks that count."""
        return GROUPS.get(self.name, (self.name,))


@dataclass(frozen=True)
class Count:
    """How many segments of a system fail a check that a gate limits, and which."""

    system: str
    limit: Limit
    failures: tuple[Failure, ...]

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The segments that fail, each once."""
        return tuple(dict.fromkeys(failure.id for failure in self.failures))

    @property
    def holds(self) -> bool:
        """Whether there are no more than may be."""
        return len(self.ids) <= self.limit.most


def parse_limits(texts: Sequence[str]) -> list[Limit]:
    """Read limits, CHECK=N, each check or group once."""
    limits: dict[str, Limit] = {}
    for text in texts:
        name, _, number = text.partition("=")
        if name not in CHECKS and name not in GROUPS:
            raise OptionError(
                f"--most {text}: {name!r} is not a check; choose from {', '.join(GROUPS)}, and {', '.join(CHECKS)}"
            )
        if not number.isdecimal():
            raise OptionError(
                f"--most {text}: write {name}=N, the most segments that may fail, such as {name}=0"
            )
        if name in limits:
            raise OptionError(f"--most {text}: {name} has a limit already; give one")
        limits[name] = Limit(name, int(number))
    return list(limits.values())


def count_failures(check: SourceCheck, system: str, limits: Sequence[Limit]) -> list[Count]:
    """Count the segments of a system that fail each check with a limit; a check that was not made is refused."""
    made = check.checks.counts[system]
    for limit in limits:
        if not any(name in made for name in limit.checks):
            need = "give --glossary" if limit.name.startswith("glossary") else "its language is not known"
            raise OptionError(f"--most {limit.name}={limit.most}: this check was not made; {need}")
    return [
        Count(
            system,
            limit,
            tuple(
                failure
                for failure in check.failures
                if failure.system == system and failure.check in limit.checks
            ),
        )
        for limit in limits
    ]
