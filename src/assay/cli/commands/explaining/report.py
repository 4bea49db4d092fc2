"""`assay report`: one page with the verdict, its reasons, and every segment to look at."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.cli import parts as shown
from assay.cli import running, sets
from assay.cli.answer import Answer
from assay.cli.commands.explaining import diagnose
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.comparison import PARTS, CompareOptions
from assay.diagnosis import DiagnoseOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import nested, option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import Run
    from assay.metrics import Evaluation
    from assay.reporting import Block

SHARED = ("seed", "draws", "alpha", "unit")  # options of comparisons, too

EPILOG = """\
examples:
  assay report -r ref.txt a.txt b.txt -o report.html
  assay report evalset.xml --baseline alder -o report.html
  assay report -r ref.txt -s src.txt a.txt b.txt --counts train.counts -o report.json
"""


@dataclass(frozen=True)
class Arguments:
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
    )
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse a call without outputs."""
        sets.check_outputs(self.files)


def run(arguments: Arguments) -> Answer:
    """Look into a set, compare its systems on the same scores, and write the page or the numbers."""
    arguments = sets.with_baseline_file(arguments)
    from assay.cli import watch
    from assay.comparison import compare
    from assay.reporting import comparison_results, diagnosis_results, full_report, report_digest, start_pages

    merged = sets.merged_set(arguments.files, arguments.metrics)
    if merged is not None:
        return _report_parts(arguments, merged)
    if _needs_no_references(arguments):
        return _report_unreferenced(arguments)
    before, quiet = _older_run(arguments.against), arguments.manners.quiet
    with watch.step("looking into the outputs", quiet=quiet):
        diagnosis = diagnose.read_and_diagnose(
            arguments.files, arguments.metrics, arguments.diagnosis, arguments.manners
        )
    evaluation, bar = diagnosis.corpus.evaluation, sets.progress_bar(arguments.manners)
    with watch.step("comparing systems", quiet=quiet):
        compared = compare(evaluation, arguments.comparison, bar=bar, alone=True)
    with watch.step("writing the report", quiet=quiet):
        pictures = arguments.writing.form == "html"
        pages = start_pages(compared, diagnosis, arguments.writing.path) if pictures else None
        blocks = full_report(compared, diagnosis, pictures=pictures)
    answer = Answer(
        blocks,
        results=lambda: comparison_results(compared) | diagnosis_results(diagnosis),
        evaluations=diagnosis.evaluations,
        buckets=diagnosis.recorded_buckets,
        pages=pages,
    )
    changes = [] if before is None else _changes(before, arguments, answer)
    blocks[1:1] = changes
    in_short = arguments.writing.form in shown.SUMMARISED and arguments.writing.path is None
    return replace(answer, summary=report_digest(compared, diagnosis, changes)) if in_short else answer


def _report_parts(arguments: Arguments, evaluation: Evaluation) -> Answer:
    """Compare systems of which only sums are known: there is no text to look into."""
    from assay.comparison import compare
    from assay.options import first_given
    from assay.reporting import comparison_report, comparison_results

    name = "against" if arguments.against else first_given(arguments.diagnosis)
    if name is not None:
        raise OptionError(f"--{name.replace('_', '-')}: parts hold sums, and no text; leave it out")
    bar = sets.progress_bar(arguments.manners)
    compared = compare(evaluation, arguments.comparison, bar=bar)
    blocks = comparison_report(compared, PARTS, pictures=arguments.writing.form == "html")
    return Answer(blocks, results=lambda: comparison_results(compared), evaluations=[evaluation])


def _needs_no_references(arguments: Arguments) -> bool:
    """Tell whether there are no references, and metrics are named that need none."""
    from assay.io import lacks_references

    return bool(arguments.metrics.metric) and lacks_references(arguments.files)


def _report_unreferenced(arguments: Arguments) -> Answer:
    """Compare systems by metrics that need no reference, and hold their outputs against the source."""
    from assay.comparison import compare
    from assay.reporting import comparison_report, comparison_results, source_check_report

    if arguments.against:
        raise OptionError("--against needs references; name them with -r")
    check = diagnose.read_and_check(
        arguments.files, arguments.metrics, arguments.diagnosis, arguments.manners, besides=SHARED
    )
    assert check.evaluation is not None
    if len(check.evaluation.systems) == 1:
        return Answer(source_check_report(check), evaluations=[check.evaluation])
    bar = sets.progress_bar(arguments.manners)
    compared = compare(check.evaluation, arguments.comparison, bar=bar)
    blocks = comparison_report(compared, PARTS, pictures=arguments.writing.form == "html")
    blocks += source_check_report(check, level=2, scores=False)
    return Answer(blocks, results=lambda: comparison_results(compared), evaluations=[check.evaluation])


def _older_run(path: str | None) -> Run | None:
    """Read the older run before any work, so that a wrong file is said at once."""
    if path is None:
        return None
    from assay.io import read_run

    return read_run(path)


def _changes(before: Run, arguments: Arguments, answer: Answer) -> list[Block]:
    from assay.reporting import against_report

    return against_report(before, running.describe_run("report", (), arguments, answer), level=2)
