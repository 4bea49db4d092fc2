"""Why is one system better? Word errors, buckets, n-grams, checks against the source, findings in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.diagnosis import PARTS, DiagnoseOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import first_given, nested
from assay.questions.parts import ALL, NO_OUTPUTS, chosen_parts, show_option
from assay.questions.results import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import Results, SegmentBuckets
    from assay.diagnosis import Diagnosis, Failure, SourceCheck
    from assay.metrics import Evaluation
    from assay.questions.given import Given
    from assay.reporting import Block


@dataclass(frozen=True)
class DiagnoseQuestion:
    """Say why one system is better than another, and show it."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    diagnosis: DiagnoseOptions = nested(DiagnoseOptions)
    show: str | None = show_option(PARTS, table=False)

    def __post_init__(self) -> None:
        """Refuse what is no part of the report."""
        chosen_parts(self.show, PARTS, table=False)

    def without_outputs(self) -> str:
        """Say what is missing where no output is given."""
        return NO_OUTPUTS


@dataclass(frozen=True, repr=False)
class DiagnoseResult(Result):
    """Why one system is better: `diagnosis` holds errors, buckets, n-grams, checks, and findings in plain words."""

    diagnosis: Diagnosis

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return all that was found, or the parts that were asked for."""
        from assay.reporting.tables.diagnosis.report import diagnosis_report

        return diagnosis_report(self.diagnosis, self._parts, pictures=pictures)

    def summary(self) -> Sequence[Block]:
        """Return the findings and what they rest on."""
        from assay.reporting.tables.diagnosis.summary import summary_report

        return summary_report(self.diagnosis)

    def for_people(self) -> Sequence[Block]:
        """Return the parts that were asked for, long lists cut."""
        from assay.reporting.tables.diagnosis.report import diagnosis_report

        return diagnosis_report(self.diagnosis, self._parts, most=self.diagnosis.options.most)

    def results(self) -> Results:
        """Return scores, errors and buckets as typed figures."""
        from assay.reporting.results import diagnosis_results

        return diagnosis_results(self.diagnosis)

    @property
    def evaluations(self) -> Sequence[Evaluation]:
        """The statistics of segments, and of buckets of words."""
        return self.diagnosis.evaluations

    @property
    def buckets(self) -> Sequence[SegmentBuckets]:
        """The segments of every bucket."""
        return self.diagnosis.recorded_buckets

    @property
    def failures(self) -> Sequence[Failure]:
        """Every segment that fails a check against the source."""
        if self.diagnosis.checks is None:
            raise OptionError(
                "--flags writes what fails a check against the source, and there is none; give -s"
            )
        return self.diagnosis.failures

    @property
    def _parts(self) -> tuple[str, ...]:
        return chosen_parts(self.show, PARTS, table=False)


@dataclass(frozen=True, repr=False)
class SourceCheckResult(Result):
    """Outputs without references: `check` has the segments that fail a check, and scores that need no reference."""

    check: SourceCheck
    # Segments that people are shown of a list; all of them in a file for programs.
    most: int | None = None

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return all that was found."""
        from assay.reporting.tables.diagnosis.checks import source_check_report

        return source_check_report(self.check)

    def summary(self) -> Sequence[Block]:
        """Return the same, long lists cut."""
        from assay.reporting.tables.diagnosis.checks import source_check_report

        return self.report() if self.most is None else source_check_report(self.check, self.most)

    def for_people(self) -> Sequence[Block]:
        """Return the same: there are no other parts."""
        return self.summary()

    @property
    def evaluations(self) -> Sequence[Evaluation]:
        """The statistics of metrics that need no references."""
        return () if self.check.evaluation is None else (self.check.evaluation,)

    @property
    def failures(self) -> Sequence[Failure]:
        """Every segment that fails a check against the source."""
        return self.check.failures


def ask(question: DiagnoseQuestion, given: Given) -> DiagnoseResult | SourceCheckResult:
    """Look into a set; outputs without references are held against their source."""
    from assay.questions.scoring import with_baseline_file

    question, given = with_baseline_file(question, given)
    if not given.lacks_references:
        diagnosis = read_and_diagnose(given, question.metrics, question.diagnosis)
        return DiagnoseResult(diagnosis, show=question.show)
    if question.show not in (None, "checks", ALL):
        raise OptionError(
            f"--show {question.show}: without references there are only checks; name some with -r"
        )
    check = read_and_check(given, question.metrics, question.diagnosis)
    return SourceCheckResult(check, question.diagnosis.most, show=question.show)


def read_and_diagnose(given: Given, metrics: MetricOptions, options: DiagnoseOptions) -> Diagnosis:
    """Read a set and what else is known of it, and look into it."""
    from assay.diagnosis import diagnose
    from assay.diagnosis.corpus import read_knowledge, whole_set
    from assay.io import parse_languages
    from assay.questions.judgements import with_campaign

    chosen = given.chosen_metrics(metrics)
    evalset, outputs = whole_set(given.shards_for(chosen))
    languages = None if given.files.languages is None else parse_languages(given.files.languages)
    knowledge = read_knowledge(with_campaign(options.files), evalset, list(outputs), languages)
    return diagnose(evalset, outputs, chosen, options, knowledge=knowledge)


def read_and_check(
    given: Given, metrics: MetricOptions, options: DiagnoseOptions, *, besides: Sequence[str] = ()
) -> SourceCheck:
    """Hold outputs without references against their source, and ask the metrics named, which must need none.

    Options that have a meaning elsewhere are in `besides`.
    """
    from assay.diagnosis.corpus import whole_set
    from assay.diagnosis.unreferenced import check_source, score_unreferenced, without_references
    from assay.io import parse_languages, read_glossary
    from assay.questions.specifications import refuse_for_references
    from assay.resources import Resources

    if name := first_given(options, besides=("glossary", "most", "threads", *besides)):
        raise OptionError(f"--{name} needs references; name them with -r")
    named = bool(metrics.metric) or given.metrics is not None
    chosen = given.chosen_metrics(metrics) if named else []
    refuse_for_references(chosen)
    languages = None if given.files.languages is None else parse_languages(given.files.languages)
    evalset, outputs = whole_set(given.unreferenced())
    glossary = read_glossary(options.files.glossary, languages) if options.files.glossary else ()
    check = check_source(without_references(evalset, outputs), glossary)
    threads = Resources(threads=options.settings.threads)
    return score_unreferenced(check, evalset, chosen, threads) if chosen else check
