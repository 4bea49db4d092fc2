"""`map_shards`: every shard of a set to parts in a folder; what is there is kept, what is not is computed.

Files are known by their SHA-256. So that a restart need not read them all again, size and time of each are noted beside
it in the folder, once the file is old enough that a change would show.
"""

from __future__ import annotations

import glob
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from assay import kernel
from assay.engine.doubts import pass_on_warnings, warn_of_doubts
from assay.engine.mapping import (
    MapReport,
    MapTask,
    check_mappable,
    form_of,
    learns_table,
    names_of,
    reference_digests,
    stat_of,
)
from assay.engine.options import EngineOptions, MapOptions
from assay.engine.processes import Engine, run_processes
from assay.engine.ray_tasks import run_ray
from assay.engine.tables import merge_tables, table_name
from assay.engine.work import run_here
from assay.errors import AssayError, InputError, OptionError, counted
from assay.io import FileOptions, contents, parse_json, shaped, write_file
from assay.io.drafts import tidy_drafts
from assay.io.large.shards import find_shards
from assay.metrics import Metric, need_no_references, parse_metric
from assay.metrics.base import ask_plugins

ENGINES: Mapping[str, Engine] = {"processes": run_processes, "ray": run_ray}
DIGESTS = ".digests.json"
# Nanoseconds after which a file that changes has another time on every file system
SETTLED = 2_000_000_000
NAMED = 3  # shards whose errors are told
Digests = dict[str, tuple[int, int, str]]
Progress = Callable[[MapReport], None]


@dataclass(frozen=True)
class Mapped:
    """What was done: shards of this share, files that were written, and those that were there."""

    folder: str
    shards: int
    systems: tuple[str, ...]
    written: int
    kept: int
    segments: int  # that were scored now


def map_shards(
    files: FileOptions,
    metrics: Sequence[Metric],
    options: MapOptions,
    engine: EngineOptions | None = None,
    *,
    resources: str | None = None,
    progress: Progress | None = None,
) -> Mapped:
    """Score every shard that is not scored yet, and write its parts."""
    tasks = [replace(task, rows=options.rows) for task in _tasks(files, metrics, options.output, resources)]
    engine = engine or EngineOptions()
    place, shares = options.share()
    with made_folder(options.output):
        if options.manifest is not None:
            write_file(options.manifest, "".join(f"{task.shard}\n" for task in tasks))
        tables = _learn(tasks, metrics, engine, options.output)
        mine = [replace(task, tables=tables) for task in tasks[place::shares]]
        reports = _reports(mine, engine, options.output, progress)
    _warn_of_doubts(reports, metrics)
    return _mapped(options.output, reports)


def score_segments(
    files: FileOptions,
    metrics: Sequence[Metric],
    folder: str,
    engine: EngineOptions | None = None,
    *,
    resources: str | None = None,
    progress: Progress | None = None,
) -> Mapped:
    """Write the scores of all segments, a file a shard, beside whatever else the shards hold."""
    tasks = _tasks(files, metrics, folder, resources)
    tasks = [replace(task, work="segments") for task in tasks]
    with made_folder(folder):
        reports = _reports(tasks, engine or EngineOptions(), folder, progress)
    _warn_of_doubts(reports, metrics)
    return _mapped(folder, reports)


def _warn_of_doubts(reports: Sequence[MapReport], metrics: Sequence[Metric]) -> None:
    warn_of_doubts({report.shard: report.doubts for report in reports if report.doubts}, metrics)


def _tasks(
    files: FileOptions, metrics: Sequence[Metric], folder: str, resources: str | None
) -> list[MapTask]:
    check_mappable(metrics)
    return [
        MapTask(
            shard.name,
            dict(shard.systems),
            shard.references,
            shard.source,
            shard.docs,
            files.columns,
            files.missing,
            form_of(metrics),
            folder,
            resources=resources,
            reference_names=files.reference,
        )
        for shard in find_shards(files, alone=need_no_references(metrics))
    ]


def _mapped(folder: str, reports: Sequence[MapReport]) -> Mapped:
    return Mapped(
        folder,
        len(reports),
        tuple(dict.fromkeys(system for report in reports for system in report.systems)),
        sum(len(report.written) for report in reports),
        sum(len(report.kept) for report in reports),
        sum(report.segments for report in reports),
    )


@contextmanager
def made_folder(folder: str) -> Iterator[None]:
    """Make a folder for what is written meanwhile; if nothing is, for an error came first, take it away again.

    Drafts of programs that were killed are deleted before and after. In a folder that was not there, all are those
    of our workers, on whatever machine.
    """
    absent = []
    above = os.path.abspath(folder)
    while not os.path.exists(above):
        absent.append(above)
        above = os.path.dirname(above)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise AssayError(f"{folder}: the folder cannot be made: {error.strerror}; name another") from None
    tidy_drafts(folder)
    try:
        yield
    except BaseException:
        tidy_drafts(folder)
        with suppress(OSError):  # a folder that is not empty stays
            for draft in glob.glob(os.path.join(glob.escape(folder), ".assay-*")) if absent else ():
                os.unlink(draft)
            for each in absent:
                os.rmdir(each)
        raise


def _learn(
    tasks: Sequence[MapTask], metrics: Sequence[Metric], engine: EngineOptions, folder: str
) -> tuple[str, ...]:
    """Return the tables that metrics learn from the whole set, made of those of all shards; "" for other metrics."""
    if not any(map(learns_table, metrics)):
        return ()
    reports = _reports([replace(task, work="tables") for task in tasks], engine, folder, None)
    digests = {path: known for report in reports for path, known in report.digests.items()}
    names = {report.shard: report.written for report in reports}
    references = [digest for task in tasks for digest in reference_digests(task, digests)]
    paths: list[str] = []
    place = 0
    for metric, text in zip(metrics, tasks[0].metrics, strict=True):
        if not learns_table(metric):
            paths.append("")
            continue
        whole = os.path.join(folder, table_name(metric, text, references))
        if not os.path.exists(whole):
            merge_tables([os.path.join(folder, names[task.shard][place]) for task in tasks], whole, text)
        paths.append(whole)
        place += 1
    return tuple(paths)


def _reports(
    tasks: Sequence[MapTask], engine: EngineOptions, folder: str, progress: Progress | None
) -> list[MapReport]:
    """Return what became of every task; those whose files are all there cost no more than a look."""
    notes = _Notes(folder)
    known = [(task, notes.kept(task)) for task in tasks]
    reports = [report for _, report in known if report is not None]
    waiting = [task for task, report in known if report is None]
    for report in _run(waiting, engine):
        reports.append(report)
        notes.add(report)
        if progress is not None:
            progress(report)
    if any(report.error is None for report in reports) and waiting:
        notes.save()
    pass_on_warnings(report.warned for report in reports)
    _refuse_failed(reports)
    return reports


def _run(tasks: Sequence[MapTask], engine: EngineOptions) -> Iterator[MapReport]:
    if not tasks:
        return
    cores = kernel.cores(0)
    if not ask_plugins([parse_metric(text) for text in tasks[0].metrics]):
        yield from ENGINES[engine.engine](tasks, engine.workers or cores, cores)
    elif engine.engine != "processes":
        raise OptionError(f"--engine {engine.engine}: plug-ins are asked by one process; leave it out")
    else:
        yield from run_here(tasks, cores)


def _refuse_failed(reports: Sequence[MapReport]) -> None:
    failed = [report for report in reports if report.error is not None]
    if failed:
        told = "; ".join(f"shard {report.shard}: {report.error}" for report in failed[:NAMED])
        more = f"; and {counted(len(failed) - NAMED, 'shard')} more" if len(failed) > NAMED else ""
        raise InputError(f"{told}{more}")


@dataclass(frozen=True)
class NotedFiles:
    """What the notes of a folder hold: size, time and SHA-256 of files, and the systems of tables."""

    files: Mapping[str, tuple[int, int, str]]
    systems: Mapping[str, tuple[str, ...]]


class _Notes:
    """Size, time and SHA-256 of files as they were when they were scored, and the systems of tables."""

    def __init__(self, folder: str) -> None:
        self._path = os.path.join(folder, DIGESTS)
        self._files: dict[str, tuple[int, int, str]] = {}
        self._systems: dict[str, tuple[str, ...]] = {}
        with suppress(AssayError, ValueError):  # notes are only notes
            noted = shaped(NotedFiles, parse_json(contents(self._path)))
            self._files, self._systems = dict(noted.files), dict(noted.systems)

    def kept(self, task: MapTask) -> MapReport | None:
        """Return the report of a task of which all files are known to be there."""
        paths = list(
            dict.fromkeys(path for system in task.systems for path in task.files.roles(system).values())
        )
        if task.work != "parts" or not all(map(self._is_same, paths)):
            return None
        first = next(iter(task.systems.values()))
        systems = self._systems.get(first, ()) if task.is_table else tuple(task.systems)
        names = [name for system in systems for name in names_of(task, system, self._files)]
        if not names or not all(os.path.exists(os.path.join(task.folder, name)) for name in names):
            return None
        return MapReport(task.shard, kept=tuple(names), systems=systems)

    def _is_same(self, path: str) -> bool:
        key = os.path.abspath(path)
        with suppress(OSError):
            if key in self._files and stat_of(path) == self._files[key][:2]:
                self._files[path] = self._files[key]
                return True
        return False

    def add(self, report: MapReport) -> None:
        """Note the files of a shard, but for those that may be changing."""
        now = time.time_ns()
        settled = {path: known for path, known in report.digests.items() if known[1] < now - SETTLED}
        self._files |= {os.path.abspath(path): known for path, known in settled.items()}
        for path in settled:
            self._systems[path] = report.systems

    def save(self) -> None:
        """Write the notes down."""
        files = {path: known for path, known in self._files.items() if os.path.isabs(path)}
        write_file(self._path, json.dumps({"files": files, "systems": self._systems}))
