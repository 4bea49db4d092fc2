"""What a worker does with some directions of a grid: scores of outputs against references that are prepared once.

Tests draw on blocks, as those of parts do, so that a part that is read again gives the digits that it was written of:
documents where they are known, else lines, by their number, so that sets of the same text in many languages have the
same blocks.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.comparison import leave_out
from assay.comparison.grids import spread_pairs
from assay.comparison.macro_averages import BY_DOCUMENT, BY_LINE
from assay.data import BLOCKS, Array, EvalSet, ExactSums, Outputs, Part, ShardRecord, join_shards
from assay.diagnosis.files.quick_checks import quick_findings
from assay.diagnosis.files.tallies import Tallies
from assay.engine.mapping import MapReport, MapTask, blocks_of, digest_of, reference_hashes
from assay.errors import AssayWarning
from assay.io import open_set
from assay.io.large.parts import part_name, read_part, write_part
from assay.metrics import Evaluation, Metric, Stats, parse_metric, shard_rows
from assay.metrics.evaluation import TOKENISED_LINES, tokenised_lines
from assay.resources import Resources
from assay.text import SPACED_TOKENISERS

WHOLE = 1 << 53  # below it sums of whole numbers are exact
# How the blocks of a grid's parts are known: their directions are no shards of one set.
PART_BLOCKS = {
    by: f"{name}, a direction a shard" for by, name in {BY_DOCUMENT: "document", BY_LINE: "number"}.items()
}


@dataclass(frozen=True)
class _Cell:
    """An output that was scored: its statistics by metric, a row a block that has segments."""

    stats: tuple[Stats, ...]
    segments: int
    references: tuple[int, int]
    filled: NDArray[np.int64]  # the blocks that have segments
    sizes: Array  # how many each has
    by: str


@dataclass(frozen=True)
class _Blocks:
    """The blocks of a set: which have segments, and which of these every segment is in."""

    filled: NDArray[np.int64]
    index: NDArray[np.int64]
    order: NDArray[np.int64]  # the segments block by block
    starts: NDArray[np.int64]  # where each block begins in that order
    hashes: NDArray[np.uint64]
    # What decides the block of a segment: its document, or its line
    by: str

    @classmethod
    def of(cls, evalset: EvalSet) -> _Blocks:
        """Find the block of every segment."""
        hashes = reference_hashes(evalset)
        # Of a single document there would be a single block, and nothing to tell a spread by.
        known = evalset.document is not None and len(np.unique(evalset.document.index)) > 1
        numbers = blocks_of(evalset, hashes) if known else np.arange(len(evalset), dtype=np.int64) % BLOCKS
        filled, index, counts = np.unique(numbers, return_inverse=True, return_counts=True)
        order = np.argsort(index, kind="stable")
        by = BY_DOCUMENT if known else BY_LINE
        return cls(filled, index.astype(np.int64), order, np.cumsum(counts) - counts, hashes, by)

    @property
    def sizes(self) -> Array:
        """The segments of every block."""
        return np.bincount(self.index, minlength=len(self.filled)).astype(np.float64)

    def stats(self, metric: Metric, rows: Array) -> Stats:
        """Add rows up by block, without rounding; whole numbers, which most are, need no care."""
        if (rows == np.floor(rows)).all() and rows.min(initial=0) >= 0 and rows.sum() < WHOLE:
            sums = np.add.reduceat(rows[self.order], self.starts, axis=0)
            return Stats(metric, sums, known=sums.sum(axis=0))
        exact = ExactSums.of(rows, self.index, len(self.filled))
        return Stats(metric, exact.rounded(), known=exact.all_groups().rounded()[0])

    def all_sums(self, rows: Array) -> ExactSums:
        """Return the sums of all blocks there may be, as parts hold them."""
        return ExactSums.of(rows, self.filled[self.index], BLOCKS)


def score_directions(task: MapTask) -> MapReport:
    """Score all outputs of a task, or read their parts; return scores and tests, direction by direction."""
    metrics = [parse_metric(text) for text in task.metrics]
    names = _part_names(task) if task.folder else {}
    there = {key: path for key, path in names.items() if os.path.exists(path)}
    cells = {key: _cell_of(read_part(path), metrics) for key, path in there.items()}
    wanted = {key: path for key, path in task.systems.items() if key not in there}
    suspects: dict[str, dict[str, int]] = {}
    if wanted:
        evalset, outputs = _read(replace(task, systems=wanted))
        suspects = {"tokenised": _tokenised(outputs, metrics)}
        open_to_doubt = [
            metric
            for metric in metrics
            if not (task.unspaced and getattr(metric, "tok", "") in SPACED_TOKENISERS)
        ]
        _warn_of_doubts(task, evalset, outputs, open_to_doubt)
        cells |= _scored(task, evalset, outputs, metrics, names)
    return MapReport(
        task.shard,
        tuple(os.path.basename(names[key]) for key in wanted if names),
        tuple(map(os.path.basename, there.values())),
        tuple(dict.fromkeys(system for system, _ in task.cells.values())),
        sum(cells[key].segments for key in wanted),
        answers=_answers(task, metrics, cells, suspects),
    )


def _part_names(task: MapTask) -> dict[str, str]:
    """Return the file of every cell's part."""
    digests = {path: digest_of(path)[2] for path in task.paths}
    names: dict[str, str] = {}
    for key in task.systems:
        system, direction = task.cells[key]
        content = {role: digests[path] for role, path in task.files.roles(key).items()}
        names[key] = os.path.join(task.folder, part_name(system, direction, content, task.metrics))
    return names


def _read(task: MapTask) -> tuple[EvalSet, Outputs]:
    shards = list(open_set(task.options))
    return shards[0] if len(shards) == 1 else join_shards(shards)


def _tokenised(outputs: Outputs, metrics: Sequence[Metric]) -> dict[str, int]:
    """Count lines that look tokenised, where a metric is going to tokenise them again."""
    counts = tokenised_lines(outputs, metrics)
    return {key: count for key, count in counts.items() if count >= TOKENISED_LINES}


def _warn_of_doubts(task: MapTask, evalset: EvalSet, outputs: Outputs, metrics: Sequence[Metric]) -> None:
    """Warn of what would make scores wrong, as `assay score` does, direction by direction."""
    directions: dict[str, dict[str, Sequence[str]]] = {}
    for key, column in outputs.items():
        directions.setdefault(task.cells[key][1], {})[key] = column
    for together in directions.values():
        tallies = Tallies()
        tallies.add(evalset, together)
        for finding in quick_findings(tallies, metrics=metrics):
            warnings.warn(finding, AssayWarning, stacklevel=3)


def _scored(
    task: MapTask, evalset: EvalSet, outputs: Outputs, metrics: Sequence[Metric], names: Mapping[str, str]
) -> dict[str, _Cell]:
    """Score outputs; write their parts, if these have names."""
    rows = shard_rows(evalset, outputs, metrics, Resources(threads=task.threads))
    blocks = _Blocks.of(evalset)
    counts = evalset.reference_counts()
    cells: dict[str, _Cell] = {}
    for key in outputs:
        own = [rows[metric, key] for metric in metrics]
        stats = tuple(map(blocks.stats, metrics, own))
        cells[key] = _Cell(stats, len(evalset), counts, blocks.filled, blocks.sizes, blocks.by)
        if names:
            write_part(names[key], _part(task, key, own, blocks, counts))
    return cells


def _part(
    task: MapTask, key: str, rows: Sequence[Array], blocks: _Blocks, references: tuple[int, int]
) -> Part:
    """Return the part of a cell: its system's, of a shard that is called as the direction is."""
    system, direction = task.cells[key]
    content = {role: digest_of(path)[2] for role, path in task.files.roles(key).items()}
    counts = np.zeros(BLOCKS, dtype=np.int64)
    counts[blocks.filled] = np.bincount(blocks.index, minlength=len(blocks.filled))
    texts = np.zeros(BLOCKS, dtype=np.uint64)
    np.add.at(texts, blocks.filled[blocks.index], blocks.hashes)
    return Part(
        system,
        (ShardRecord(direction, content, len(blocks.index)),),
        task.metrics,
        PART_BLOCKS[blocks.by],
        references,
        counts,
        texts,
        tuple(map(blocks.all_sums, rows)),
    )


def _cell_of(part: Part, metrics: Sequence[Metric]) -> _Cell:
    filled = np.flatnonzero(part.counts)
    stats = tuple(
        Stats(metric, sums.rounded()[filled], known=sums.all_groups().rounded()[0])
        for metric, sums in zip(metrics, part.sums, strict=True)
    )
    by = next(by for by, name in PART_BLOCKS.items() if name == part.blocks_by)
    return _Cell(stats, part.segments, part.references, filled, part.counts[filled].astype(np.float64), by)


def _answers(
    task: MapTask,
    metrics: Sequence[Metric],
    cells: Mapping[str, _Cell],
    suspects: Mapping[str, Mapping[str, int]],
) -> dict[str, dict[str, Any]]:
    """Return what is known of every direction, in values that JSON has."""
    keys: dict[str, list[str]] = {}
    for key, (_, direction) in task.cells.items():
        keys.setdefault(direction, []).append(key)
    return {
        direction: _answer(direction, metrics, {task.cells[key][0]: cells[key] for key in own})
        | {
            kind: {task.cells[key][0]: counts[key] for key in own if key in counts}
            for kind, counts in suspects.items()
        }
        for direction, own in keys.items()
    }


def _answer(direction: str, metrics: Sequence[Metric], cells: Mapping[str, _Cell]) -> dict[str, Any]:
    first = next(iter(cells.values()))
    stats = {
        (metric, system): cell.stats[at]
        for at, metric in enumerate(metrics)
        for system, cell in cells.items()
    }
    evaluation = Evaluation(
        tuple(cells), tuple(metrics), stats, None, first.references, first.segments, "block", first.sizes
    )
    left_out = leave_out(evaluation, first.filled, first.by) if len(first.filled) > 1 else None
    place = {metric: at for at, metric in enumerate(metrics)}
    pairs = [
        (place[pair.metric], pair.first, pair.second, pair.difference, pair.error, pair.units, pair.freedom)
        for pair in spread_pairs(evaluation, direction)
    ]
    return {
        "segments": first.segments,
        "references": first.references,
        "scores": {
            system: [stats[metric, system].total() for metric in metrics] for system in cells
        },
        "pairs": pairs,
        "left_out": left_out and {
            **vars(left_out), "moved": {name: moved.tolist() for name, moved in left_out.moved.items()}
        },
    }  # fmt: skip
