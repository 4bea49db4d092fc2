"""Systems compared, looked into and checked: what `assay compare`, `power`, `align` … answer, for Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assay.api.calls import read_keywords, takes
from assay.api.results import Result
from assay.api.sets import BESIDES, Given, Metrics, parse_metrics, score_set
from assay.comparison import (
    PAGE_EXAMPLES,
    AssumedPower,
    Compared,
    ComparedRuns,
    CompareOptions,
    PowerOptions,
    PowerPlan,
    ScoreGrid,
    WinPower,
    assume_power,
    check_baseline,
    compare_training_runs,
    plan_power,
)
from assay.comparison import compare as compare_systems
from assay.engine import EngineOptions, GridOptions
from assay.engine import score_grid as score_patterns
from assay.errors import InputError, OptionError
from assay.io import FileOptions
from assay.metrics import (
    DEFAULT_METRICS,
    AlignedSegments,
    AlignOptions,
    align_set,
)
from assay.options import nested, option
from assay.reporting import (
    Block,
    SegmentTexts,
    Table,
    alignment_report,
    assumed_report,
    cell_table,
    comparison_examples,
    comparison_report,
    grid_report,
    grid_summary,
    power_report,
    runs_report,
)
from assay.resources import Resources


@dataclass(frozen=True)
class CompareCall:
    """What `compare` may be asked."""

    files: FileOptions = nested(FileOptions)
    comparison: CompareOptions = nested(CompareOptions)
    examples: int | None = option(
        None,
        f"number of segments to show in which one system leads by most (default: {PAGE_EXAMPLES} in html)",
    )
    cite: bool = option(False, "add sentences for a paper, with signatures")


@dataclass(frozen=True)
class PowerCall:
    """What `power` may be asked."""

    files: FileOptions = nested(FileOptions)
    power: PowerOptions = nested(PowerOptions)


@dataclass(frozen=True)
class AlignCall:
    """What `align` may be asked."""

    files: FileOptions = nested(FileOptions)
    alignment: AlignOptions = nested(AlignOptions)
    threads: int = option(0, "threads to use; 0 uses every core", least=0)


@dataclass(frozen=True, repr=False)
class CompareResult(Result):
    """Systems compared: `compared` holds the scores with intervals, every test, and the ranks."""

    compared: Compared
    texts: SegmentTexts
    examples: int | None = None
    cite: bool = False

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return what may be claimed, with the scores, ranks and pairs that it rests on."""
        blocks = comparison_report(self.compared, citation=self.cite, pictures=pictures)
        number = (PAGE_EXAMPLES if pictures else 0) if self.examples is None else self.examples
        return [*blocks, *comparison_examples(self.compared, self.texts, number)] if number else blocks


@dataclass(frozen=True, repr=False)
class CompareRunsResult(Result):
    """Systems compared of which there are several training runs."""

    compared: ComparedRuns
    cite: bool = False

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return what may be claimed, with means, spreads and tests of runs."""
        return runs_report(self.compared, citation=self.cite, pictures=pictures)


@dataclass(frozen=True, repr=False)
class PowerResult(Result):
    """What a set can show: a plan from the outputs of systems, or from assumed numbers."""

    plan: PowerPlan | AssumedPower | WinPower
    options: PowerOptions

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return how often the difference would be found, the least that would be, and the units it takes."""
        if isinstance(self.plan, AssumedPower | WinPower):
            return assumed_report(self.plan, self.options.power)
        return power_report(self.plan)


@dataclass(frozen=True, repr=False)
class AlignResult(Result):
    """Outputs aligned with their references, operation by operation."""

    aligned: tuple[AlignedSegments, ...]
    errors_only: bool = False

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return one alignment per segment and system."""
        return alignment_report(self.aligned, errors_only=self.errors_only)


@takes(CompareCall)
def compare(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics = DEFAULT_METRICS,
    *,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    runs: Mapping[str, Sequence[Any]] | None = None,
    **options: Any,
) -> Any:
    """Compare systems: scores with intervals, paired tests, ranks, and what may be claimed.

    `hypotheses` is a mapping from systems to lists of strings, columns or files; or a frame or file that holds the
    whole set. `runs` stands in its place where systems were trained several times: a mapping from systems to the
    outputs of every run.
    """
    wanted = read_keywords(CompareCall, options, (*BESIDES, "runs"))
    given = Given(hypotheses, references, sources, documents, references_by, wanted.files)
    if runs is not None:
        return _compare_runs(given, runs, metrics, wanted)
    texts = SegmentTexts()
    evaluation = score_set(
        given, metrics, wanted.comparison.settings.threads, wanted.comparison.baseline, texts
    )
    compared = compare_systems(evaluation, wanted.comparison)
    return CompareResult(compared, texts, wanted.examples, wanted.cite)


def _compare_runs(
    given: Given, runs: Mapping[str, Sequence[Any]], metrics: Metrics, wanted: CompareCall
) -> CompareRunsResult:
    if given.hypotheses is not None:
        raise OptionError("runs take the place of hypotheses; give one or the other")
    named = {
        name: [f"{name}.{number + 1}" for number in range(len(outputs))] for name, outputs in runs.items()
    }
    outputs = {run: output for name in runs for run, output in zip(named[name], runs[name], strict=True)}
    if not outputs:
        raise InputError("runs is empty; give the outputs of every run of two systems or more")
    check_baseline(wanted.comparison.baseline, named)
    threads = wanted.comparison.settings.threads
    evaluation = score_set(replace(given, hypotheses=outputs), metrics, threads)
    return CompareRunsResult(compare_training_runs(evaluation, named, wanted.comparison), wanted.cite)


@takes(PowerCall)
def power(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics = DEFAULT_METRICS,
    *,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> PowerResult:
    """Say how large a difference a test set can show, and how many segments it takes.

    Without hypotheses, `difference`, `deviation` and `segments` are assumed, or `win_rate` and `segments`.
    """
    wanted = read_keywords(PowerCall, options)
    given = Given(hypotheses, references, sources, documents, references_by, wanted.files)
    asked = wanted.power
    asked.check_outputs(given=given.is_given)
    if not given.is_given:
        return PowerResult(assume_power(asked), asked)
    return PowerResult(plan_power(score_set(given, metrics, asked.settings.threads), asked), asked)


@takes(AlignCall)
def align(
    hypotheses: Any = None,
    references: Any = None,
    metric: str = "ter",
    *,
    references_by: str | None = None,
    **options: Any,
) -> AlignResult:
    """Show how outputs differ from their references, operation by operation; an edit metric says which these are."""
    wanted = read_keywords(AlignCall, {**options, "metric": metric})
    given = Given(hypotheses, references, references_by=references_by, files=wanted.files)
    aligned = tuple(align_set(given.shards(), wanted.alignment, Resources(threads=wanted.threads)))
    return AlignResult(aligned, wanted.alignment.errors_only)


@dataclass(frozen=True, repr=False)
class GridResult(Result):
    """A grid that was scored: `grid` has scores, averages, swaps and tests; the first frame has a row per output."""

    grid: ScoreGrid

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return averages, heat map, groups, swaps, cells and tests."""
        return grid_report(self.grid)

    def summary(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return what fits on a screen."""
        return grid_summary(self.grid)

    @property
    def tables(self) -> dict[str, list[Table]]:
        """The tables of the report by name, that of all cells first."""
        return {"scores": [cell_table(self.grid)]} | super().tables


@takes(GridOptions)
def score_grid(
    grid: str,
    references: str | Sequence[str],
    metrics: Metrics = DEFAULT_METRICS,
    *,
    documents: str | None = None,
    threads: int = 0,
    **options: Any,
) -> GridResult:
    """Score many systems in many directions, whose files patterns with named fields stand for.

    `score_grid("out/{system}/{pair}.txt", "ref/{target}.txt", "chrf")`; `documents` is the pattern of files that name
    the document of every segment; `threads` are processes that work at a time.
    """
    given = {"grid": grid, "references": references, **options}
    wanted = read_keywords(GridOptions, given, ("metrics", "documents", "threads"))
    engine = EngineOptions(workers=threads)
    return GridResult(score_patterns(wanted, parse_metrics(metrics), engine, documents=documents))
