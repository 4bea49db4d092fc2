"""What a worker does with a task, wherever it is: a part, a table, scores of segments, directions of a grid."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from assay.engine.grid_work import score_directions
from assay.engine.mapping import MapReport, MapTask, make_parts, make_tables
from assay.engine.segments import write_segments
from assay.errors import AssayError, DependencyError
from assay.plugins.judge.budget import BudgetError

WORK: Mapping[str, Callable[[MapTask], MapReport]] = {
    "parts": make_parts,
    "tables": make_tables,
    "segments": write_segments,
    "grid": score_directions,
}


def do_task(task: MapTask) -> MapReport:
    """Do a task; what is wrong with its shard, and what was warned of, is said in the report."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            report = WORK[task.work](task)
        except AssayError as error:
            final = isinstance(error, DependencyError | BudgetError)
            report = MapReport(task.shard, error=str(error), final=final)
    return replace(report, warned=tuple(dict.fromkeys(str(warning.message) for warning in warned)))


def run_here(tasks: Sequence[MapTask], cores: int) -> Iterator[MapReport]:
    """Do tasks one after the other in this process, with all cores for each; stop at what would fail all of them.

    So plug-ins are asked: a budget, a cache and a model are for all shards.
    """
    for task in tasks:
        report = do_task(replace(task, threads=cores))
        yield report
        if report.final:
            return
