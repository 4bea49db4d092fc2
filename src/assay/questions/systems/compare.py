"""Is one system really better than another? Scores, intervals, tests, and what may be claimed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assay.comparison import PARTS, CompareOptions
from assay.comparison.options import PAGE_EXAMPLES
from assay.errors import InputError, OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import nested, option
from assay.questions.parts import chosen_parts, show_option
from assay.questions.results import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.comparison import Compared, ComparedRuns
    from assay.data import Results
    from assay.metrics import Evaluation
    from assay.questions.given import Given
    from assay.reporting import Block
    from assay.reporting.tables.comparison.segments import SegmentTexts

NO_OUTPUTS = "no system output given; name two or more files, or one that holds a whole set"


@dataclass(frozen=True)
class CompareQuestion:
    """Compare systems: scores with intervals, paired tests, ranks, and what may be claimed."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    comparison: CompareOptions = nested(CompareOptions)
    runs: tuple[tuple[str, ...], ...] = option(
        (),
        "outputs of several training runs of one system, NAME=FILE FILE …; repeat for the other systems",
        metavar="FILE",
        reads=True,
        found=True,
    )
    examples: int | None = option(
        None,
        "show the N segments in which one system is furthest ahead, and N for the other "
        f"(default: {PAGE_EXAMPLES} in html, else none)",
        metavar="N",
        least=0,
        found=True,
    )
    show: str | None = show_option(PARTS)
    cite: bool = option(False, "add a sentence for a paper, and a BibTeX entry for every method", found=True)

    def __post_init__(self) -> None:
        """Refuse what is no part, and what has no meaning beside several runs."""
        chosen_parts(self.show, PARTS)
        if not self.runs:
            return
        if self.files.systems:
            raise OptionError(
                f"{self.files.systems[0]} stands beside --runs; a system with one run is --runs NAME=FILE, "
                "and the references come after -r"
            )
        self.refuse_beside_runs()

    def without_outputs(self) -> str:
        """Say what is missing where no output is given."""
        return "" if self.runs else NO_OUTPUTS

    def refuse_beside_runs(self) -> None:
        """Refuse what has no meaning beside several runs, rather than leave it out without a word."""
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


@dataclass(frozen=True, repr=False)
class CompareResult(Result):
    """Systems compared: `compared` holds the scores with intervals, every test, and the ranks."""

    compared: Compared
    # Nothing of them where no example can be asked for.
    texts: SegmentTexts | None = None
    examples: int | None = None
    cite: bool = False

    has_table = True

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return what may be claimed, with the scores, ranks and pairs that it rests on."""
        from assay.reporting import comparison_report

        parts = chosen_parts(self.show, PARTS)
        blocks = comparison_report(self.compared, parts, citation=self.cite, pictures=pictures)
        return [*blocks, *self._examples(PAGE_EXAMPLES if pictures else 0)]

    def summary(self) -> Sequence[Block]:
        """Return what may be claimed, the scores, and how it was tested."""
        from assay.reporting.tables.comparison.reports import comparison_summary

        return [*comparison_summary(self.compared, citation=self.cite), *self._examples(0)]

    def table(self, *, numbered: bool = False) -> Sequence[Block]:
        """Return the scores of every system alone."""
        from assay.reporting.tables.comparison.reports import comparison_table

        return comparison_table(self.compared, numbered=numbered, citation=self.cite)

    def results(self) -> Results:
        """Return scores, differences and tests as typed figures."""
        from assay.reporting.results import comparison_results

        return comparison_results(self.compared)

    @property
    def evaluations(self) -> Sequence[Evaluation]:
        """The statistics behind the scores."""
        return (self.compared.evaluation,)

    def _examples(self, usual: int) -> Sequence[Block]:
        from assay.reporting.tables.comparison.reports import comparison_examples

        number = usual if self.examples is None else self.examples
        return comparison_examples(self.compared, self.texts, number) if number and self.texts else ()


@dataclass(frozen=True, repr=False)
class CompareRunsResult(Result):
    """Systems compared of which there are several training runs."""

    compared: ComparedRuns
    cite: bool = False
    scored: Evaluation | None = None
    paths: tuple[str, ...] = ()

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return what may be claimed, with means, spreads and tests of runs."""
        from assay.reporting.tables.comparison.training_runs import runs_report

        return runs_report(self.compared, citation=self.cite, pictures=pictures)

    def results(self) -> Results:
        """Return means, spreads and tests as typed figures."""
        from assay.reporting.results import runs_results

        return runs_results(self.compared)

    @property
    def evaluations(self) -> Sequence[Evaluation]:
        """The statistics of every run."""
        return () if self.scored is None else (self.scored,)

    @property
    def inputs(self) -> Sequence[str]:
        """The files of every run."""
        return self.paths


def ask(question: CompareQuestion, given: Given) -> Result:
    """Evaluate, compare, and say what may be claimed."""
    if question.runs or given.runs is not None:
        return _compare_runs(question, given)
    from assay.comparison import compare
    from assay.questions.scoring import merged_set, score_set, with_baseline_file
    from assay.reporting.tables.comparison.segments import SegmentTexts

    question, given = with_baseline_file(question, given)
    options, settings = question.comparison, question.comparison.settings
    evaluation = merged_set(given, question.metrics)
    if evaluation is not None and question.examples:
        raise OptionError("--examples: parts hold no text; leave it out")
    wanted = given.asker.pages if question.examples is None else bool(question.examples)
    texts = SegmentTexts() if wanted and evaluation is None else None
    evaluation = evaluation or score_set(
        given,
        given.chosen_metrics(question.metrics),
        settings.threads,
        documents=options.unit == "document",
        baseline=options.baseline,
        seen=texts.keeping if texts is not None else iter,
    )
    compared = compare(evaluation, options, bar=given.asker.draws)
    return CompareResult(compared, texts, question.examples, question.cite, show=question.show)


def _compare_runs(question: CompareQuestion, given: Given) -> CompareRunsResult:
    """Compare systems of which there are several runs, each an output of its own."""
    if given.hypotheses is not None:
        raise OptionError("runs take the place of hypotheses; give one or the other")
    question.refuse_beside_runs()
    from assay.comparison.paired import check_baseline
    from assay.comparison.training_runs import compare_training_runs
    from assay.questions.scoring import score_set

    options, settings = question.comparison, question.comparison.settings
    runs, outputs = _runs_in_files(question.runs, given) if question.runs else _runs_given(given)
    check_baseline(options.baseline, runs)
    evaluation = score_set(
        outputs,
        outputs.chosen_metrics(question.metrics),
        settings.threads,
        documents=options.unit == "document",
    )
    compared = compare_training_runs(evaluation, runs, options, bar=given.asker.draws)
    paths = outputs.files.paths() if outputs.hypotheses is None else []
    return CompareRunsResult(compared, question.cite, evaluation, tuple(paths))


def _runs_in_files(
    runs: tuple[tuple[str, ...], ...], given: Given
) -> tuple[Mapping[str, Sequence[str]], Given]:
    from assay.io.texts.names import run_files

    outputs = run_files(runs)
    named = tuple(f"{run}={path}" for paths in outputs.values() for run, path in paths.items())
    files = replace(given.files, systems=named)
    return {system: tuple(paths) for system, paths in outputs.items()}, replace(given, files=files)


def _runs_given(given: Given) -> tuple[Mapping[str, Sequence[str]], Given]:
    """Name the runs as files of runs are named; one file may not stand for two of them."""
    from assay.io.texts.names import run_files
    from assay.questions.named_files import path_of

    runs = {name: list(outputs) for name, outputs in (given.runs or {}).items()}
    if not any(runs.values()):
        raise InputError("runs is empty; give the outputs of every run of two systems or more")
    paths = [path for outputs in runs.values() for path in map(path_of, outputs) if path]
    if paths:
        run_files([[f"runs={paths[0]}", *paths[1:]]])
    named = {name: [f"{name}.{number}" for number in range(1, len(runs[name]) + 1)] for name in runs}
    outputs = {run: output for name in runs for run, output in zip(named[name], runs[name], strict=True)}
    return named, replace(given, hypotheses=outputs)
