"""One shard to one part a system: read it in batches, score it, add the rows of each block up without rounding."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import BLOCKS, EvalSet, ExactSums, Outputs, Part, ShardRecord
from assay.engine.doubts import ShardDoubts
from assay.engine.tables import table_name
from assay.errors import InputError
from assay.io import FileOptions, fingerprint, open_set, open_unreferenced
from assay.io.large.parts import part_name, write_part
from assay.io.large.row_files import segment_rows
from assay.io.large.shards import ShardFiles
from assay.metrics import (
    Metric,
    need_no_references,
    parse_metric,
    read_table,
    shard_rows,
    signature_of,
    spec_of,
)
from assay.metrics.evaluation import Tabled
from assay.metrics.ngrams.information import Information
from assay.metrics.ngrams.information_files import write_table
from assay.resources import Resources
from assay.text import Column, is_whole

Key = tuple[Metric, str]
FNV_PRIME = np.uint64(0x100000001B3)  # which joins the hashes of several references
ROWS = ".rows.parquet"
Digest = tuple[int, int, str]  # size, time and SHA-256 of a file


@dataclass(frozen=True)
class MapTask:
    """All that a worker needs to know of a shard; plain values, for it may be on another machine."""

    shard: str
    systems: Mapping[str, str]
    references: tuple[str, ...]
    source: str | None
    docs: str | None
    columns: tuple[str, ...]
    missing: str | None
    metrics: tuple[str, ...]  # full signatures, without the number of references
    folder: str
    rows: bool = False
    tables: tuple[str, ...] = ()  # of metrics that learn from the whole set: "" or the file
    # Or "tables", which come before parts, "segments", the scores of these, or "grid"
    work: str = "parts"
    threads: int = 1
    resources: str | None = None
    # Of a grid: system and direction
    cells: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    reference_names: tuple[str, ...] = ()  # for warnings: as they are called in all shards
    unspaced: bool = (
        # The target of a grid's direction writes no blanks, which was warned of by its name
        False
    )

    @property
    def files(self) -> ShardFiles:
        """The files of the shard."""
        return ShardFiles(self.shard, self.systems, self.references, self.source, self.docs)

    @property
    def options(self) -> FileOptions:
        """What to read."""
        return replace(self.files.options, columns=self.columns, missing=self.missing)

    @property
    def is_table(self) -> bool:
        """Whether the shard is a file that names its systems itself."""
        return "" in self.systems

    @property
    def paths(self) -> list[str]:
        """All files of the shard."""
        others = (path for path in (self.source, self.docs) if path)
        return [*self.systems.values(), *self.references, *others]

    def plain(self) -> dict[str, Any]:
        """Return the task as JSON has it."""
        return asdict(self)

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> MapTask:
        """Read a task from JSON."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()
        }
        return cls(**values)


@dataclass(frozen=True)
class MapReport:
    """What became of a shard: files that were written, and those that were there."""

    shard: str
    written: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    segments: int = 0
    digests: Mapping[str, Digest] = field(default_factory=dict)  # by path
    warned: tuple[str, ...] = ()
    error: str | None = None
    final: bool = False  # the error is not of this shard: others would have it, too
    doubts: Mapping[str, Any] = field(default_factory=dict)  # sums over texts that were scored now
    # Of a grid: scores and tests by direction
    answers: Mapping[str, Any] = field(default_factory=dict)


def form_of(metrics: Sequence[Metric]) -> tuple[str, ...]:
    """Return what decides the statistics of metrics: their signatures without the number of references."""
    return tuple(signature_of(metric, (1, 1)).replace("|refs:1|", "|") for metric in metrics)


def stat_of(path: str) -> tuple[int, int]:
    """Return size and time of a file, by which it is known to be the same."""
    status = os.stat(path)
    return status.st_size, status.st_mtime_ns


def digest_of(path: str) -> Digest:
    """Return size, time and SHA-256 of a file."""
    size, time = stat_of(path) if os.path.exists(path) else (0, 0)
    return size, time, fingerprint(path).sha256


def names_of(task: MapTask, system: str, digests: Mapping[str, Digest]) -> tuple[str, ...]:
    """Return the names of the files that a system's shard becomes."""
    part = part_name(system, task.shard, content_of(task, system, digests), task.metrics)
    return (part, part.removesuffix(".part") + ROWS) if task.rows else (part,)


def content_of(task: MapTask, system: str, digests: Mapping[str, Digest]) -> dict[str, str]:
    """Return the SHA-256 of every file that a system's part depends on, by its role; tables go by their names."""
    content = {role: digests[path][2] for role, path in task.files.roles(system).items()}
    tables = [os.path.basename(path) for path in task.tables if path]
    return content | ({"table": " ".join(tables)} if tables else {})


def make_parts(task: MapTask) -> MapReport:
    """Score a shard, and write the parts that are not there."""
    digests = {path: digest_of(path) for path in task.paths}
    shards = iter(_open(task))
    first = next(shards, None)
    if first is None:
        raise InputError(f"shard {task.shard} has no segment")
    systems = tuple(first[1])
    names = {system: names_of(task, system, digests) for system in systems}
    there = {system: all(os.path.exists(os.path.join(task.folder, name)) for name in names[system])
             for system in systems}  # fmt: skip
    kept = tuple(name for system in systems if there[system] for name in names[system])
    wanted = [system for system in systems if not there[system]]
    if not wanted:
        return MapReport(task.shard, (), kept, systems, digests=digests)
    doubts = ShardDoubts([parse_metric(text) for text in task.metrics], task.reference_names)
    batches = doubts.watch(_chain(first, shards))  # in all systems, so that shards can be added up
    parts = _score(task, _chosen(batches, wanted), wanted, names, digests)
    for system, part in parts.items():
        write_part(os.path.join(task.folder, names[system][0]), part)
    written = tuple(name for system in wanted for name in names[system])
    segments = next(iter(parts.values())).segments
    return MapReport(task.shard, written, kept, systems, segments, digests, doubts=doubts.plain())


def _open(task: MapTask) -> Iterable[tuple[EvalSet, Outputs]]:
    """Read a shard, without references where none are given and no metric needs them."""
    alone = not task.references and need_no_references([parse_metric(text) for text in task.metrics])
    return open_unreferenced(task.options) if alone else open_set(task.options)


def make_tables(task: MapTask) -> MapReport:
    """Write the table of a shard for every metric that learns one."""
    digests = {path: digest_of(path) for path in task.paths}
    metrics = [parse_metric(text) for text in task.metrics]
    resources = Resources(threads=task.threads)
    learning: dict[Metric, str] = {
        metric: text for metric, text in zip(metrics, task.metrics, strict=True) if learns_table(metric)
    }
    names = {
        metric: table_name(metric, text, reference_digests(task, digests))
        for metric, text in learning.items()
    }
    missing = {metric for metric in learning if not os.path.exists(os.path.join(task.folder, names[metric]))}
    tables = learnt_tables(missing, open_set(task.options), resources)
    for metric, table in tables.items():
        write_table(os.path.join(task.folder, names[metric]), table, learning[metric])
    return MapReport(task.shard, tuple(names.values()), digests=digests)


def learnt_tables(
    metrics: Collection[Metric], shards: Iterable[tuple[EvalSet, Outputs]], resources: Resources
) -> dict[Metric, Information]:
    """Return what metrics learn from a set that comes in shards; nothing is read where none learns."""
    tables: dict[Metric, Information] = {}
    for evalset, _ in shards if metrics else ():
        for metric in metrics:
            own = cast(Tabled, metric).information(evalset, resources)
            tables[metric] = tables[metric] + own if metric in tables else own
    return tables


def learns_table(metric: Metric) -> bool:
    """Tell whether a metric has to learn a table of the whole set first; one that was given a table does not."""
    return metric.fits_corpus and isinstance(metric, Tabled)


def reference_digests(task: MapTask, digests: Mapping[str, Digest]) -> list[str]:
    """Return the SHA-256 of the references of a shard; of a table, that of the whole."""
    return [digests[path][2] for path in task.references or task.systems.values()]


def _chain(
    first: tuple[EvalSet, Outputs], rest: Iterator[tuple[EvalSet, Outputs]]
) -> Iterator[tuple[EvalSet, Outputs]]:
    yield first
    yield from rest


def _chosen(
    shards: Iterator[tuple[EvalSet, Outputs]], wanted: Sequence[str]
) -> Iterator[tuple[EvalSet, Outputs]]:
    for evalset, outputs in shards:
        yield evalset, {system: outputs[system] for system in wanted}


def _score(
    task: MapTask,
    shards: Iterator[tuple[EvalSet, Outputs]],
    wanted: Sequence[str],
    names: Mapping[str, Sequence[str]],
    digests: Mapping[str, Digest],
) -> dict[str, Part]:
    """Return the part of every system that is wanted; rows, if they are, go to the disk as they come."""
    metrics = [parse_metric(text) for text in task.metrics]
    tables = {
        metric: read_table(path) for metric, path in zip(metrics, task.tables, strict=True) if path
    } if task.tables else {}  # fmt: skip
    total = BlockSums(metrics, wanted, task.shard)
    paths = {system: os.path.join(task.folder, names[system][-1]) for system in wanted} if task.rows else {}
    with segment_rows(paths, metrics_columns(metrics)) as writer:
        for evalset, outputs in shards:
            block, rows = total.add(evalset, outputs, Resources(threads=task.threads), tables)
            if writer is not None:
                for system in wanted:
                    writer.add(system, block, [metric.score(rows[metric, system]) for metric in metrics])
    return {
        system: total.part(system, task.shard, content_of(task, system, digests), task.metrics)
        for system in wanted
    }


def metrics_columns(metrics: Sequence[Metric]) -> list[str]:
    """Return what the columns of scores are called."""
    return [spec_of(metric) for metric in metrics]


class BlockSums:
    """The sums of systems under metrics as the batches of a shard go by: by block, without rounding."""

    def __init__(self, metrics: Sequence[Metric], systems: Sequence[str], shard: str = "") -> None:
        self.metrics = metrics
        self.shard = shard
        self.sums: dict[Key, ExactSums] = {
            (metric, system): ExactSums(0, np.zeros((1, BLOCKS, len(metric.columns)), dtype=np.int64))
            for metric in metrics
            for system in systems
        }
        self.counts = np.zeros(BLOCKS, dtype=np.int64)
        self.texts = np.zeros(BLOCKS, dtype=np.uint64)
        self.references: list[tuple[int, int]] = []
        self.by = "references"

    def add(
        self,
        evalset: EvalSet,
        outputs: Outputs,
        resources: Resources,
        tables: Mapping[Metric, Information] | None = None,
    ) -> tuple[NDArray[np.int64], dict[Key, NDArray[np.float64]]]:
        """Score a batch and add it; return the block of every segment, and the rows."""
        before = int(self.counts.sum())
        hashes, self.by = segment_hashes(evalset, f"{self.shard} {before}")
        block = blocks_of(evalset, hashes)
        rows = shard_rows(evalset, outputs, self.metrics, resources, before=before, tables=tables)
        for key, each in rows.items():
            self.sums[key] += ExactSums.of(each, block, BLOCKS)
        self.counts += np.bincount(block, minlength=BLOCKS)
        np.add.at(self.texts, block, hashes)
        self.references.append(evalset.reference_counts())
        return block, rows

    def part(self, system: str, shard: str, content: Mapping[str, str], form: Sequence[str]) -> Part:
        """Return what was added up of one system."""
        lows, highs = zip(*self.references, strict=True)
        return Part(
            system,
            (ShardRecord(shard, dict(content), int(self.counts.sum())),),
            tuple(form),
            self.by,
            (min(lows), max(highs)),
            self.counts,
            self.texts,
            tuple(self.sums[metric, system] for metric in self.metrics),
        )


def segment_hashes(evalset: EvalSet, batch: str) -> tuple[NDArray[np.uint64], str]:
    """Return a hash of every segment that is the same for all systems, and what blocks go by.

    It is that of its references, else of its source, else of its number in a batch of this name.
    """
    by = "references" if evalset.references else "number" if evalset.source is None else "source"
    if by == "references":
        hashes = reference_hashes(evalset)
    else:
        texts = evalset.source or [f"{batch} {number}" for number in range(len(evalset))]
        hashes = kernel.text_hashes(Column.of(texts).texts)
    return hashes, by if evalset.document is None else "document"


def reference_hashes(evalset: EvalSet) -> NDArray[np.uint64]:
    """Return a hash of the references of every segment; a missing one is not the same as an empty one."""
    hashes = np.zeros(len(evalset), dtype=np.uint64)
    for stream in evalset.references.values():
        whole = stream if is_whole(stream) else [text or "" for text in stream]
        each = kernel.text_hashes(Column.of(whole).texts)
        if not is_whole(stream):
            each[np.array([text is None for text in stream])] = 0
        hashes = hashes * FNV_PRIME + each
    return hashes


def blocks_of(evalset: EvalSet, hashes: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the block of every segment: by its document, else by its hash."""
    if evalset.document is not None:
        present, index = np.unique(evalset.document.index, return_inverse=True)
        names = [evalset.document.names[place] for place in present.tolist()]
        hashes = kernel.text_hashes(Column.of(names).texts)[index]
    mixed = hashes ^ (hashes >> np.uint64(32))
    return np.asarray((mixed ^ (mixed >> np.uint64(12))) & np.uint64(BLOCKS - 1)).astype(np.int64)


def check_mappable(metrics: Sequence[Metric]) -> None:
    """Refuse metrics that learn from the whole set what no tables of shards add up to."""
    for metric in metrics:
        if metric.fits_corpus and not isinstance(metric, Tabled):
            raise InputError(
                f"{metric.label} learns weights from the whole set, and shards of it cannot be scored alone; give "
                "its weights from a file, or score the set as a whole with assay score"
            )
