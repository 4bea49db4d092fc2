"""Scores of segments, shard by shard, beside all that the shards hold: to filter a bitext, or to look at later."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence

from assay.data import Array, EvalSet, Outputs
from assay.engine.doubts import ShardDoubts
from assay.engine.mapping import Digest, MapReport, MapTask, digest_of, learns_table, learnt_tables
from assay.errors import InputError
from assay.io import contents, write_file
from assay.io.large.scored_tables import ScoreColumns, scored_form, shard_batches, write_scored
from assay.metrics import Metric, parse_metric, shard_rows, spec_of
from assay.resources import Resources


def write_segments(task: MapTask) -> MapReport:
    """Write the scores of a shard's segments, unless they are there."""
    digests = {path: digest_of(path) for path in task.paths}
    name = f"{task.shard}.{scored_form(task.options)}"
    path, note = os.path.join(task.folder, name), os.path.join(task.folder, f".{name}.key")
    if os.path.realpath(path) in map(os.path.realpath, task.paths):
        raise InputError(f"{path} is also an input, and would be overwritten; give -o another folder")
    key = _key(task, digests)
    if os.path.exists(path) and os.path.exists(note) and _noted(note) == key:
        return MapReport(task.shard, kept=(name,), systems=tuple(task.systems), digests=digests)
    metrics = [parse_metric(text) for text in task.metrics]
    resources = Resources(threads=task.threads)
    learning = [metric for metric in metrics if learns_table(metric)]
    tables = learnt_tables(learning, shard_batches(task.options), resources)
    names: dict[str, None] = {}
    doubts = ShardDoubts(metrics, task.reference_names)

    def score(evalset: EvalSet, outputs: Outputs) -> ScoreColumns:
        names.update(dict.fromkeys(outputs))
        doubts.add(evalset, outputs)
        return _columns(shard_rows(evalset, outputs, metrics, resources, tables=tables), metrics, outputs)

    segments = write_scored(task.options, path, score)
    write_file(note, key)
    return MapReport(task.shard, (name,), (), tuple(names), segments, digests, doubts=doubts.plain())


def _columns(
    rows: Mapping[tuple[Metric, str], Array], metrics: Sequence[Metric], outputs: Outputs
) -> ScoreColumns:
    """Return a column a metric, or one a metric and system where there are several."""
    return {
        spec_of(metric) if len(outputs) == 1 else f"{spec_of(metric)}:{system}": metric.score(
            rows[metric, system]
        )
        for metric in metrics
        for system in outputs
    }


def _key(task: MapTask, digests: Mapping[str, Digest]) -> str:
    said = [
        [digests[path][2] for path in task.paths],
        list(task.systems),
        task.columns,
        task.missing,
        task.metrics,
    ]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def _noted(path: str) -> str:
    return contents(path).decode("ascii", "replace")
