"""How good is each system? One table, systems by metrics; or a grid of systems by directions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assay.engine import GridOptions
from assay.errors import OptionError
from assay.io import FileOptions
from assay.metrics import MetricOptions, block_size
from assay.metrics.options import level_option
from assay.options import nested, same_option
from assay.questions.parts import NO_OUTPUTS
from assay.stats import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.questions.given import Given
    from assay.questions.results import Result


@dataclass(frozen=True)
class ScoreQuestion:
    """Score outputs against references: one table, systems by metrics."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    grid: GridOptions = nested(GridOptions)
    level: str = level_option()
    threads: int = same_option(Settings, "threads")

    def __post_init__(self) -> None:
        """Refuse what is no level, and files beside a grid."""
        block_size(self.level)
        if self.grid.grid is not None:
            self._check_grid()

    def without_outputs(self) -> str:
        """Say what is missing where no output is given."""
        return NO_OUTPUTS if self.grid.grid is None else ""

    def _check_grid(self) -> None:
        """Refuse what a grid has no use for."""
        files = self.files
        idle = {"outputs": files.systems, "-r": files.reference, "-s": files.source}
        name = next((name for name, given in idle.items() if given), None)
        if name is not None:
            raise OptionError(
                f"--grid finds its files by patterns (--references, --sources, --docs); leave out {name}"
            )
        if self.level != "corpus":
            raise OptionError(f"--level {self.level}: a grid has scores of whole outputs; leave it out")
        if self.metrics.plugins.cache or self.metrics.plugins.budget:
            raise OptionError("--cache and --budget hold in one process, and --grid works in several")


def ask(question: ScoreQuestion, given: Given) -> Result:
    """Evaluate what is given."""
    from assay.questions.scoring import merged_set, score_set
    from assay.questions.systems.grid import score_grid
    from assay.questions.systems.scores import SystemScores

    if question.grid.grid is not None:
        metrics = given.chosen_metrics(question.metrics)
        return score_grid(question.grid, metrics, question.files.docs, question.threads, given.asker)
    merged = merged_set(given, question.metrics)
    if merged is not None and question.level != "corpus":
        raise OptionError(f"--level {question.level}: parts hold sums of blocks; leave the level out")
    evaluation = merged or score_set(
        given,
        given.chosen_metrics(question.metrics),
        question.threads,
        documents=question.level == "document",
        keep=question.level != "corpus" or given.asker.segments or given.asker.pages,
    )
    named = given.metrics
    alone = named is not None and (isinstance(named, str) or not isinstance(named, Iterable))
    return SystemScores(evaluation, alone, question.level, merged is not None)
