"""What a worker does with a task, wherever it is: a part, a table, or the scores of segments."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace

from assay.engine.mapping import MapReport, MapTask, make_parts, make_tables
from assay.engine.segments import write_segments
from assay.errors import AssayError

WORK: Mapping[str, Callable[[MapTask], MapReport]] = {
    "parts": make_parts,
    "tables": make_tables,
    "segments": write_segments,
}


def do_task(task: MapTask) -> MapReport:
    """Do a task; what is wrong with its shard, and what was warned of, is said in the report."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            report = WORK[task.work](task)
        except AssayError as error:
            report = MapReport(task.shard, error=str(error))
    return replace(report, warned=tuple(dict.fromkeys(str(warning.message) for warning in warned)))
