"""Which system is better, why, and which segments to look at: one page with all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape

from assay.comparison import CompareOptions
from assay.diagnosis import DiagnoseOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import first_given, nested, option, paths_read
from assay.questions.outputs.diagnose import SourceCheckResult, read_and_check, read_and_diagnose
from assay.questions.parts import ALL, NO_OUTPUTS, SUMMARISED
from assay.questions.results import Result
from assay.questions.systems.compare import CompareResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.comparison import Compared
    from assay.data import Results, Run, SegmentBuckets
    from assay.diagnosis import Diagnosis, SourceCheck
    from assay.metrics import Evaluation
    from assay.questions.given import Given
    from assay.questions.results import Pages
    from assay.reporting import Block

# Of a page in a notebook, in pixels.
FRAME_HEIGHT = 800
# Options of comparisons, too, which have a meaning without references.
SHARED = ("seed", "draws", "alpha", "unit")


@dataclass(frozen=True)
class ReportQuestion:
    """Compare systems, say why one is better, and make a page to browse every segment."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    diagnosis: DiagnoseOptions = nested(DiagnoseOptions)
    comparison: CompareOptions = nested(CompareOptions)
    against: str | None = option(
        None,
        "say what changed since this run file, and whether the change is significant",
        metavar="RUN",
        reads=True,
        found=True,
    )

    def without_outputs(self) -> str:
        """Say what is missing where no output is given."""
        return NO_OUTPUTS


@dataclass(frozen=True, repr=False)
class ReportResult(Result):
    """The page with the verdict, its reasons, and every segment to look at."""

    compared: Compared
    diagnosis: Diagnosis
    # Since an older run.
    changes: tuple[Block, ...] = ()

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the comparison and the diagnosis together, what changed since an older run first."""
        from assay.reporting.tables.comparison.joint_report import full_report

        heading, *blocks = full_report(self.compared, self.diagnosis, pictures=pictures)
        return [heading, *self.changes, *blocks]

    def summary(self) -> Sequence[Block]:
        """Return who leads, why, and what changed; the page has the rest."""
        from assay.reporting.tables.comparison.joint_report import report_digest

        return report_digest(self.compared, self.diagnosis, self.changes)

    def shown(self, form: str, *, filed: bool = False) -> Sequence[Block]:
        """Return the digest on a screen, and the whole in a file, which is what a report is for."""
        return self.report() if filed and form in SUMMARISED else super().shown(form, filed=filed)

    def results(self) -> Results:
        """Return the figures of both as typed figures."""
        from assay.reporting.results import comparison_results, diagnosis_results

        return comparison_results(self.compared) | diagnosis_results(self.diagnosis)

    @property
    def evaluations(self) -> Sequence[Evaluation]:
        """The statistics of segments, and of buckets of words."""
        return self.diagnosis.evaluations

    @property
    def buckets(self) -> Sequence[SegmentBuckets]:
        """The segments of every bucket."""
        return self.diagnosis.recorded_buckets

    def pages(self, path: str | None) -> Pages:
        """Begin the page, and further ones where there are more segments than one should hold."""
        from assay.reporting.page.page import start_pages

        return start_pages(self.compared, self.diagnosis, path)

    @cached_property
    def html(self) -> str:
        """The page as text, which needs nothing else; a set that takes several pages is saved, not shown."""
        return next(iter(self.pages(None)(self.composed("html"))))[1]

    def written(self, form: str) -> str:
        """Return the text that `--format` writes."""
        return self.html if form == "html" else super().written(form)

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html)}" width="100%" height="{FRAME_HEIGHT}"></iframe>'

    def _save(self, path: str, form: str) -> None:
        from assay.io import write_file

        if form != "html":
            super()._save(path, form)
            return
        for name, page in self.pages(path)(self.composed("html", filed=True)):
            write_file(name or path, page)


@dataclass(frozen=True, repr=False)
class UnreferencedReport(Result):
    """Systems compared by metrics that need no reference, and the checks of their outputs."""

    compared: Compared
    check: SourceCheck

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the comparison, then the checks."""
        from assay.comparison import PARTS
        from assay.reporting import comparison_report
        from assay.reporting.tables.diagnosis.checks import source_check_report

        blocks = comparison_report(self.compared, PARTS, pictures=pictures)
        return [*blocks, *source_check_report(self.check, level=2, scores=False)]

    def results(self) -> Results:
        """Return scores, differences and tests as typed figures."""
        from assay.reporting.results import comparison_results

        return comparison_results(self.compared)

    @property
    def evaluations(self) -> Sequence[Evaluation]:
        """The statistics behind the scores."""
        return (self.compared.evaluation,)


def ask(question: ReportQuestion, given: Given) -> Result:
    """Look into a set, and compare its systems on the same scores."""
    from assay.comparison import compare
    from assay.questions.scoring import merged_set, with_baseline_file

    question, given = with_baseline_file(question, given)
    merged = merged_set(given, question.metrics)
    if merged is not None:
        return _report_parts(question, given, merged)
    if (question.metrics.metric or given.metrics is not None) and given.lacks_references:
        return _report_unreferenced(question, given)
    before, asker = _older_run(question.against), given.asker
    with asker.step("looking into the outputs"):
        diagnosis = read_and_diagnose(given, question.metrics, question.diagnosis)
    with asker.step("comparing systems"):
        evaluation = diagnosis.corpus.evaluation
        compared = compare(evaluation, question.comparison, bar=asker.draws, alone=True)
    result = ReportResult(compared, diagnosis)
    return result if before is None else replace(result, changes=_changes(before, question, given, result))


def _report_parts(question: ReportQuestion, given: Given, evaluation: Evaluation) -> CompareResult:
    """Compare systems of which only sums are known: there is no text to look into."""
    from assay.comparison import compare

    name = "against" if question.against else first_given(question.diagnosis)
    if name is not None:
        raise OptionError(f"--{name.replace('_', '-')}: parts hold sums, and no text; leave it out")
    return CompareResult(compare(evaluation, question.comparison, bar=given.asker.draws), show=ALL)


def _report_unreferenced(question: ReportQuestion, given: Given) -> UnreferencedReport | SourceCheckResult:
    """Compare systems by metrics that need no reference, and hold their outputs against the source."""
    from assay.comparison import compare

    if question.against:
        raise OptionError("--against needs references; name them with -r")
    check = read_and_check(given, question.metrics, question.diagnosis, besides=SHARED)
    assert check.evaluation is not None
    if len(check.evaluation.systems) == 1:
        return SourceCheckResult(check)
    return UnreferencedReport(compare(check.evaluation, question.comparison, bar=given.asker.draws), check)


def _older_run(path: str | None) -> Run | None:
    """Read the older run before any work, so that a wrong file is said at once."""
    from assay.io import read_run

    return None if path is None else read_run(path)


def _changes(before: Run, question: ReportQuestion, given: Given, result: ReportResult) -> tuple[Block, ...]:
    """Say what changed since a run; references are known to be the same where they are files."""
    from assay.reporting import make_run
    from assay.reporting.tables.run_files.against import against_report

    files = given.as_files() or FileOptions()
    now = make_run(
        "report",
        result.report(),
        result.results(),
        options={"reference": list(files.reference)},
        paths=[*files.paths(), *paths_read(replace(question, files=FileOptions()))],
        evaluations=result.evaluations,
        buckets=result.buckets,
    )
    return tuple(against_report(before, now, level=2))
