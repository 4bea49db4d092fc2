"""Systems compared, looked into and checked: what `assay compare`, `power`, `align` … answer, for Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.api.calls import answered, read_keywords, takes
from assay.comparison import (
    AssumedPower,
    PowerOptions,
    PowerPlan,
    ScoreGrid,
    WinPower,
    assume_power,
    plan_power,
)
from assay.engine import EngineOptions, GridOptions
from assay.engine import score_grid as score_patterns
from assay.io import FileOptions
from assay.metrics import (
    DEFAULT_METRICS,
    AlignedSegments,
    AlignOptions,
    align_set,
)
from assay.options import nested, option
from assay.questions import (
    BESIDES,
    CompareQuestion,
    Given,
    Metrics,
    Result,
    parse_metrics,
    score_set,
)
from assay.reporting import (
    Block,
    Table,
    alignment_report,
    assumed_report,
    cell_table,
    grid_report,
    grid_summary,
    power_report,
)
from assay.resources import Resources


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


@takes(CompareQuestion)
def compare(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics | None = None,
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
    question = read_keywords(CompareQuestion, options, (*BESIDES, "runs"))
    texts = (hypotheses, references, sources, documents, references_by)
    return answered("compare", question, Given(*texts, question.files, metrics, runs=runs))


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
    return PowerResult(
        plan_power(score_set(given, parse_metrics(metrics), asked.settings.threads), asked), asked
    )


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
    wanted = read_keywords(
        AlignCall, {**options, "metric": metric}, ("hypotheses", "references", "references_by")
    )
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
    threads: int = 0,
    **options: Any,
) -> GridResult:
    """Score many systems in many directions, whose files patterns with named fields stand for.

    `score_grid("out/{system}/{pair}.txt", "ref/{target}.txt", "chrf")`; `threads` are processes that work at a time.
    """
    given = {"grid": grid, "references": references, **options}
    wanted = read_keywords(GridOptions, given, ("metrics", "threads"))
    return GridResult(score_patterns(wanted, parse_metrics(metrics), EngineOptions(workers=threads)))
