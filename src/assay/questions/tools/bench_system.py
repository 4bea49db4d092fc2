"""What does a translation system cost to run, and what are its habits?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assay.efficiency.options import EfficiencyOptions
from assay.errors import InputError, OptionError
from assay.metrics import MetricOptions
from assay.options import nested, option, same_option
from assay.questions.results import Result
from assay.stats import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.comparison import Key
    from assay.diagnosis.checks.glossary import Wanted
    from assay.efficiency import Efficiency
    from assay.metrics import Evaluation
    from assay.questions.given import Given
    from assay.reporting import Block
    from assay.stats import Interval


@dataclass(frozen=True)
class BenchQuestion:
    """Run translation systems, and say what they cost: start-up, speed, latency, memory, size; and their habits.

    A system is a command that reads a segment a line and writes its translation a line.
    """

    commands: tuple[str, ...] = option(
        (), "a system: its name and the command that a shell runs", metavar="NAME=COMMAND", positional="*"
    )
    source: str | None = option(
        None,
        "the file of source segments",
        metavar="SRC",
        flag="-s --source",
        reads=True,
        found=True,
    )
    reference: tuple[str, ...] = option(
        (),
        "a file of references; repeat for more",
        metavar="REF",
        flag="-r --reference",
        reads=True,
        found=True,
    )
    metrics: MetricOptions = nested(MetricOptions)
    efficiency: EfficiencyOptions = nested(EfficiencyOptions)
    threads: int = same_option(Settings, "threads")


@dataclass(frozen=True, repr=False)
class BenchResult(Result):
    """Systems measured: `efficiency` has every run; where there are references, `evaluation` has the scores."""

    efficiency: Efficiency
    evaluation: Evaluation | None = None
    intervals: Mapping[Key, Interval] | None = None
    # Kept and wanted, by system.
    terms: Mapping[str, tuple[int, int]] | None = None

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return quality beside speed, latency and cost, and the habits of every system."""
        from assay.reporting.tables.efficiency import efficiency_report

        return efficiency_report(
            self.efficiency, self.evaluation, self.intervals, self.terms, pictures=pictures
        )

    def summary(self) -> Sequence[Block]:
        """Return the same without what was seen of habits that are as they should be."""
        from assay.reporting.tables.efficiency import efficiency_report

        return efficiency_report(self.efficiency, self.evaluation, self.intervals, self.terms, details=False)

    @property
    def evaluations(self) -> Sequence[Evaluation]:
        """The scores of what the systems wrote, where there are references."""
        return () if self.evaluation is None else (self.evaluation,)


def ask(question: BenchQuestion, given: Given) -> BenchResult:
    """Measure every command, and score what it wrote."""
    from assay.diagnosis.checks.glossary import missed_terms
    from assay.efficiency.measurement import measure_systems
    from assay.efficiency.options import parse_commands

    commands = parse_commands(question.commands)
    source, references = _source_of(question, given), _references_of(question, given)
    # Refused before anything runs for hours.
    if references is not None:
        _check_references(references, source)
    terms = _terms_of(source, question.efficiency)
    efficiency = measure_systems(commands, source, question.efficiency, given.asker.step)
    outputs = {system.name: system.outputs for system in efficiency.systems if not system.problem}
    kept = {
        name: (len(terms) - len(missed_terms(lines, terms)), len(terms)) for name, lines in outputs.items()
    }
    evaluation = intervals = None
    if references is not None and outputs:
        evaluation, intervals = _scored(question, given, outputs, references, source)
    return BenchResult(efficiency, evaluation, intervals, kept if terms else None)


def _source_of(question: BenchQuestion, given: Given) -> list[str]:
    from assay.io import texts_of
    from assay.questions.columns import texts
    from assay.questions.named_files import read_column

    if given.sources is not None:
        return list(texts(read_column(given.sources), "sources"))
    if question.source is None:
        raise OptionError("no source given; name the file of source segments with -s")
    return list(texts_of(question.source, "source"))


def _references_of(question: BenchQuestion, given: Given) -> object:
    """Return the references, None without any."""
    from assay.io import texts_of

    named = question.metrics.metric or given.metrics is not None
    if given.references is None and not question.reference and named:
        raise OptionError("--metric needs references; name them with -r")
    if given.references is not None:
        return given.references
    return {path: texts_of(path, "reference") for path in question.reference} or None


def _scored(
    question: BenchQuestion,
    given: Given,
    outputs: Mapping[str, Sequence[str]],
    references: object,
    source: Sequence[str],
) -> tuple[Evaluation, Mapping[Key, Interval]]:
    """Score what the systems wrote, with intervals."""
    from assay.comparison import AUTO, bootstrap_intervals, in_units
    from assay.questions.given import Given
    from assay.questions.scoring import score_set
    from assay.stats import Settings

    written = Given(outputs, references, sources=source)
    evaluation = score_set(written, given.chosen_metrics(question.metrics), question.threads)
    units, _ = in_units(evaluation, AUTO)
    return evaluation, bootstrap_intervals(units, Settings(threads=question.threads))


def _check_references(references: object, source: Sequence[str]) -> None:
    """Refuse references of another length than the source, and a segment alone, which gives no interval."""
    if len(source) == 1:
        raise InputError("a score of one segment has no interval; give more, or leave the references out")
    from assay.questions.given import Given

    for _ in Given({"source": list(source)}, references).shards():
        pass


def _terms_of(source: Sequence[str], wanted: EfficiencyOptions) -> list[Wanted]:
    """Return the terms of the glossary that the source has; none without a glossary."""
    from assay.diagnosis.checks.glossary import wanted_terms
    from assay.io import parse_languages, read_glossary

    if wanted.glossary is None:
        return []
    languages = parse_languages(wanted.languages) if wanted.languages else None
    terms = wanted_terms(source, read_glossary(wanted.glossary, languages))
    if not terms:
        raise InputError(
            f"{wanted.glossary}: the source has none of its terms; are source and target swapped?"
        )
    return terms
