"""`assay compare`: is one system really better than another? Scores, intervals, tests, and what may be claimed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.cli import parts as shown
from assay.cli import sets
from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import OutputOptions
from assay.cli.running import RunOptions
from assay.comparison import PAGE_EXAMPLES, PARTS, CompareOptions
from assay.errors import OptionError
from assay.io import FileOptions, run_files
from assay.metrics import MetricOptions
from assay.options import nested, option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.reporting import Block

EPILOG = """\
examples:
  assay compare -r ref.txt base=a.txt big=b.txt
  assay compare evalset.xml --baseline alder --test bootstrap -m chrf -o report.html
  assay compare evalset.xml --show table --cite -o scores.tex
  assay compare parts                                      what assay map wrote
  assay compare -r ref.txt --runs A=a1.txt a2.txt a3.txt --runs B=b1.txt b2.txt b3.txt
"assay power" says how large a difference the set can show at all.
"""


@dataclass(frozen=True)
class Arguments:
    """Compare systems: scores with intervals, paired tests, ranks, and what may be claimed."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    comparison: CompareOptions = nested(CompareOptions)
    runs: tuple[tuple[str, ...], ...] = option(
        (),
        "outputs of several training runs of one system, NAME=FILE FILE …; repeat for the other systems",
        metavar="FILE",
        reads=True,
    )
    examples: int | None = option(
        None,
        "show the N segments in which one system is furthest ahead, and N for the other "
        f"(default: {PAGE_EXAMPLES} in html, else none)",
        metavar="N",
        least=0,
    )
    show: str | None = option(None, shown.words(PARTS, shown.A_SUMMARY), metavar="PARTS")
    cite: bool = option(False, "add a sentence for a paper, and a BibTeX entry for every method")
    manners: Manners = nested(Manners)
    writing: OutputOptions = nested(OutputOptions)
    record: RunOptions = nested(RunOptions)

    def __post_init__(self) -> None:
        """Refuse what has no meaning beside several runs, rather than leave it out without a word."""
        shown.chosen(self.show, PARTS)
        if not self.runs:
            if not self.files.systems:
                raise OptionError(
                    "no system output given; name two or more files, or one that holds a whole set"
                )
            return
        if self.files.systems:
            raise OptionError(
                f"{self.files.systems[0]} stands beside --runs; a system with one run is --runs NAME=FILE, "
                "and the references come after -r"
            )
        usual, settings = CompareOptions(), self.comparison.settings
        refused = {
            "test": self.comparison.test != usual.test,
            "interval": settings.interval != usual.settings.interval,
            "primary": self.comparison.primary is not None,
            "examples": self.examples is not None,
            "show": self.show is not None,
        }
        for name in [name for name in refused if refused[name]]:
            raise OptionError(
                f"--{name} is not for --runs, which has its own tests and intervals; leave it out"
            )


def run(arguments: Arguments) -> Answer:
    """Evaluate, compare, and say what may be claimed."""
    arguments = sets.with_baseline_file(arguments)
    return _compare_runs(arguments) if arguments.runs else _compare_systems(arguments)


def _compare_systems(arguments: Arguments) -> Answer:
    from assay.comparison import compare
    from assay.reporting import (
        SegmentTexts,
        comparison_examples,
        comparison_report,
        comparison_results,
        comparison_summary,
        comparison_table,
    )

    options, form = arguments.comparison, arguments.writing.form
    pictures = form == "html"
    examples = (PAGE_EXAMPLES if pictures else 0) if arguments.examples is None else arguments.examples
    evaluation = sets.merged_set(arguments.files, arguments.metrics)
    if evaluation is not None and arguments.examples:
        raise OptionError("--examples: parts hold no text; leave it out")
    texts = SegmentTexts() if examples and evaluation is None else None
    evaluation = evaluation or sets.score_set(
        arguments.files,
        sets.chosen_metrics(arguments.metrics, arguments.files),
        arguments.manners,
        documents=options.unit == "document",
        baseline=options.baseline,
        seen=texts.keeping if texts else None,
    )
    compared = compare(evaluation, options, bar=sets.progress_bar(arguments.manners))
    parts, cite = shown.chosen(arguments.show, PARTS), arguments.cite
    blocks = comparison_report(compared, parts, citation=cite, pictures=pictures)
    more = comparison_examples(compared, texts, examples) if texts else []
    summary: list[Block] | None = None
    if shown.asks_table(arguments.show, form):
        summary = comparison_table(compared, numbered=form == "csv", citation=cite)
    elif shown.asks_summary(arguments.show, form):
        summary = [*comparison_summary(compared, citation=cite), *more]
    return Answer(
        [*blocks, *more],
        summary,
        results=lambda: comparison_results(compared),
        evaluations=[evaluation],
    )


def _compare_runs(arguments: Arguments) -> Answer:
    from assay.comparison import check_baseline, compare_training_runs
    from assay.reporting import runs_report, runs_results

    options = arguments.comparison
    outputs = run_files(arguments.runs)
    runs = {system: tuple(paths) for system, paths in outputs.items()}
    check_baseline(options.baseline, runs)
    named = tuple(f"{run}={path}" for paths in outputs.values() for run, path in paths.items())
    files = replace(arguments.files, systems=named)
    metrics = sets.chosen_metrics(arguments.metrics, files)
    evaluation = sets.score_set(files, metrics, arguments.manners, documents=options.unit == "document")
    compared = compare_training_runs(evaluation, runs, options, bar=sets.progress_bar(arguments.manners))
    blocks = runs_report(compared, citation=arguments.cite, pictures=arguments.writing.form == "html")
    return Answer(
        blocks, results=lambda: runs_results(compared), evaluations=[evaluation], inputs=files.paths()
    )
