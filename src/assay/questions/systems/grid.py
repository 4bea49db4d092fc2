"""How do many systems do in many directions? Their files are patterns with named fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.questions.results import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.comparison import ScoreGrid
    from assay.engine import GridOptions
    from assay.metrics import Metric
    from assay.questions.asker import Asker
    from assay.reporting import Block, Table


@dataclass(frozen=True, repr=False)
class GridResult(Result):
    """A grid that was scored: `grid` has scores, averages, swaps and tests; the first frame has a row per output."""

    grid: ScoreGrid

    has_table = True

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return averages, heat map, groups, swaps, cells and tests."""
        from assay.reporting.tables.grids.report import grid_report

        return grid_report(self.grid)

    def summary(self) -> Sequence[Block]:
        """Return what fits on a screen."""
        from assay.reporting.tables.grids.report import grid_summary

        return grid_summary(self.grid)

    def shown(self, form: str, *, filed: bool = False) -> Sequence[Block]:
        """Return the summary with every row where no screen limits it."""
        from assay.reporting.tables.grids.report import grid_summary

        if form in ("markdown", "latex"):
            return grid_summary(self.grid, whole=True)
        return super().shown(form, filed=filed)

    def table(self, *, numbered: bool = False) -> Sequence[Block]:
        """Return a row per output; what is missing is warned of, for the table has no place for words."""
        import warnings

        from assay.errors import AssayWarning
        from assay.reporting.tables.grids.report import grid_holes
        from assay.reporting.tables.grids.tables import cell_table

        for words in grid_holes(self.grid):
            warnings.warn(words, AssayWarning, stacklevel=2)
        return [cell_table(self.grid)]

    @property
    def tables(self) -> dict[str, list[Table]]:
        """The tables of the report by name, that of all cells first."""
        from assay.reporting.tables.grids.tables import cell_table

        return {"scores": [cell_table(self.grid)]} | super().tables

    @property
    def inputs(self) -> Sequence[str]:
        """Every file of the grid."""
        return self.grid.paths


def score_grid(
    options: GridOptions, metrics: Sequence[Metric], documents: str | None, threads: int, asker: Asker
) -> GridResult:
    """Score systems by directions; `documents` is the pattern of files that name those of segments."""
    from assay.engine import EngineOptions
    from assay.engine import score_grid as score_patterns

    with asker.mapped() as progress:
        grid = score_patterns(
            options,
            metrics,
            EngineOptions(workers=threads),
            documents=documents,
            resources=asker.resources,
            progress=progress,
        )
    return GridResult(grid)
