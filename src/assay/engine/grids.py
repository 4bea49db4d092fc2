"""Grids of systems and directions, on the processes that make parts of shards.

A task is some directions of one target: their references are read and prepared once. What a worker sends back are the
scores of cells and the tests of each direction; rows stay where they were made, so memory does not grow with the grid.
Where a folder is named, every cell is kept in it as a part, of its system and with its direction as the shard.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import numpy as np

from assay import kernel
from assay.comparison import GridColumn, ScoreGrid
from assay.comparison.grids import PairSpread, corrected_pairs
from assay.comparison.macro_averages import LeftOut
from assay.engine.doubts import pass_on_warnings
from assay.engine.flow import ENGINES, NAMED, made_folder
from assay.engine.mapping import MapReport, MapTask, form_of
from assay.engine.options import EngineOptions, GridOptions
from assay.engine.work import do_task
from assay.errors import AssayWarning, InputError, OptionError, counted
from assay.io import shown
from assay.io.large.grids import Direction, GridFiles, find_grid, read_groups
from assay.metrics import Metric, parse_metric, spec_of
from assay.text import SPACED_TOKENISERS

# Outputs of a task, but for those of one direction, which stay together
CELLS = 16
# Bytes of text that are not worth the start of another process
IN_PROCESS = 4 << 20
# Languages written without blanks between words, by their codes of ISO 639-1 and 639-3, and the tokeniser for each.
UNSPACED = {
    **dict.fromkeys(("zh", "zho", "cmn", "yue", "wuu", "lzh"), "zh"),
    **dict.fromkeys(("ja", "jpn"), "ja-mecab"),
    **dict.fromkeys(("th", "tha", "lo", "lao", "km", "khm", "my", "mya", "bo", "bod", "dz", "dzo"), "char"),
}
Progress = Callable[[MapReport], None]


def score_grid(
    options: GridOptions,
    metrics: Sequence[Metric],
    engine: EngineOptions | None = None,
    *,
    documents: str | None = None,
    resources: str | None = None,
    progress: Progress | None = None,
) -> ScoreGrid:
    """Score every output that patterns stand for, test all pairs of each direction, and correct over the whole grid.

    `documents` is the pattern of files that name the document of every segment.
    """
    files = find_grid(options.grid or "", options.references, options.sources, documents)
    groups = read_groups(options.groups) if options.groups is not None else {}
    own = _target_metrics(options, metrics, files.directions)
    _warn_of_unspaced(own, files.directions)
    _warn_of_groups(groups, files.directions)
    tasks = list(_tasks(files, own, options.parts or "", resources))
    answers: dict[str, dict[str, Any]] = {}
    with made_folder(options.parts) if options.parts is not None else nullcontext():
        reports = []
        for report in _run(tasks, engine or EngineOptions()):
            reports.append(report)
            answers |= report.answers
            if progress is not None:
                progress(report)
        _refuse_failed(reports)
    return _assembled(files, answers, metrics=metrics, own=own, groups=groups, options=options)


def _target_metrics(
    options: GridOptions, metrics: Sequence[Metric], directions: Sequence[Direction]
) -> dict[str, tuple[Metric, ...]]:
    """Return the metrics of every target language: those asked for, but for what was said of this target."""
    own = {direction.target: list(metrics) for direction in directions}
    for text in options.target_metric:
        targets, _, spec = text.partition("=")
        metric = parse_metric(spec)
        place = next((at for at, each in enumerate(metrics) if each.name == metric.name), None)
        if place is None:
            named = ", ".join(map(spec_of, metrics))
            raise OptionError(
                f"--target-metric {text}: {metric.name} is none of the metrics {named}; ask for it with -m"
            )
        for target in targets.split(","):
            if target not in own:
                known = ", ".join(sorted(own)[:12])
                raise OptionError(
                    f"--target-metric {text}: no direction has the target {target}; there are {known}"
                )
            if metric in own[target]:
                raise OptionError(
                    f"--target-metric {text}: {target} has {spec_of(metric)} already; name each once"
                )
            own[target][place] = metric
    return {target: tuple(chosen) for target, chosen in own.items()}


def _warn_of_unspaced(own: Mapping[str, Sequence[Metric]], directions: Sequence[Direction]) -> None:
    """Warn of metrics of words for languages that write none apart."""
    suspects: dict[str, list[str]] = {}
    for target in dict.fromkeys(direction.target for direction in directions):
        for metric in own[target] if _tokeniser_of(target) else ():
            tokeniser = getattr(metric, "tok", "").partition("#")[0]
            if tokeniser in SPACED_TOKENISERS:
                suspects.setdefault(f"{metric.label} with tok={tokeniser}", []).append(target)
    for named, targets in suspects.items():
        metric_name = named.partition(" ")[0].lower()
        warnings.warn(
            f"{named} splits text at blanks, which do not part words in {', '.join(targets)}; choose a "
            f"tokeniser, such as --target-metric {targets[0]}={metric_name}:tok={_tokeniser_of(targets[0])}",
            AssayWarning,
            stacklevel=3,
        )


def _tokeniser_of(target: str) -> str | None:
    """Return the tokeniser of a target language that is known to be written without blanks."""
    return UNSPACED.get(target.lower().replace("_", "-").partition("-")[0])


def _warn_of_groups(groups: Mapping[str, object], directions: Sequence[Direction]) -> None:
    unknown = [
        each for each in dict.fromkeys(direction.target for direction in directions) if each not in groups
    ]
    if groups and unknown:
        more = f" and {len(unknown) - NAMED} more" if len(unknown) > NAMED else ""
        warnings.warn(
            f"--groups has no row for {', '.join(unknown[:NAMED])}{more}; the averages of groups leave them out",
            AssayWarning,
            stacklevel=3,
        )


def _tasks(
    files: GridFiles, own: Mapping[str, Sequence[Metric]], folder: str, resources: str | None
) -> Iterator[MapTask]:
    """Yield tasks: directions with the same references, source and metrics, some cells at a time."""
    alike: dict[tuple[object, ...], list[Direction]] = {}
    for direction in files.directions:
        key = (direction.references, direction.source, direction.docs, own[direction.target])
        alike.setdefault(key, []).append(direction)
    for directions in alike.values():
        cells: list[tuple[str, str, str]] = []
        for at, direction in enumerate(directions):
            cells += [(system, direction.name, path) for system, path in files.of(direction.name).items()]
            if len(cells) >= CELLS or at == len(directions) - 1:
                yield _task(cells, direction, form_of(own[direction.target]), folder, resources)
                cells = []


def _task(
    cells: Sequence[tuple[str, str, str]],
    direction: Direction,
    form: tuple[str, ...],
    folder: str,
    resources: str | None,
) -> MapTask:
    names = list(dict.fromkeys(name for _, name, _ in cells))
    keys = [shown(f"{system} {name}") for system, name, _ in cells]
    if len(set(keys)) < len(cells):  # "a b" with "c", and "a" with "b c"; no name has a slash
        keys = [shown(f"{system}/{name}") for system, name, _ in cells]
    return MapTask(
        shard=names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more",
        systems={key: path for key, (_, _, path) in zip(keys, cells, strict=True)},
        references=direction.references,
        source=direction.source,
        docs=direction.docs,
        columns=(),
        missing=None,
        metrics=form,
        folder=folder,
        work="grid",
        resources=resources,
        cells={key: (system, name) for key, (system, name, _) in zip(keys, cells, strict=True)},
        unspaced=_tokeniser_of(direction.target) is not None,
    )


def _run(tasks: Sequence[MapTask], engine: EngineOptions) -> Iterator[MapReport]:
    """Give tasks to an engine; do few and small ones here, for starting processes takes longer."""
    cores = kernel.cores(0)
    size = sum(os.path.getsize(path) for task in tasks for path in task.systems.values())
    if engine.engine == "processes" and (size < IN_PROCESS or len(tasks) == 1):
        yield from (do_task(replace(task, threads=engine.workers or cores)) for task in tasks)
    else:
        yield from ENGINES[engine.engine](tasks, engine.workers or cores, cores)


def _refuse_failed(reports: Sequence[MapReport]) -> None:
    pass_on_warnings(report.warned for report in reports)
    failed = [report for report in reports if report.error is not None]
    if failed:
        told = "; ".join(f"{report.shard}: {report.error}" for report in failed[:NAMED])
        more = f"; and {len(failed) - NAMED} more" if len(failed) > NAMED else ""
        raise InputError(f"{told}{more}")


def _assembled(
    files: GridFiles,
    answers: Mapping[str, Mapping[str, Any]],
    *,
    metrics: Sequence[Metric],
    own: Mapping[str, Sequence[Metric]],
    groups: Mapping[str, Mapping[str, str]],
    options: GridOptions,
) -> ScoreGrid:
    """Put what workers sent back in its place."""
    row = {system: at for at, system in enumerate(files.systems)}
    scores = np.full((len(metrics), len(files.systems), len(files.directions)), np.nan)
    filled = np.zeros(scores.shape[1:], dtype=bool)
    columns, pairs, left_out = [], [], []
    tokenised = dict[str, int]()
    for place, direction in enumerate(files.directions):
        answer = answers[direction.name]
        for system, values in answer["scores"].items():
            scores[:, row[system], place] = values
            filled[row[system], place] = True
        tokenised |= {
            f"{system} {direction.name}": lines for system, lines in answer.get("tokenised", {}).items()
        }
        pairs += [PairSpread(metrics[at], direction.name, *rest) for at, *rest in answer["pairs"]]
        left_out += [_left_out(answer["left_out"])] if answer["left_out"] else []
        low, high = answer["references"]
        known = groups.get(direction.target, {})
        columns.append(
            GridColumn(
                direction.name,
                direction.fields,
                answer["segments"],
                (low, high),
                tuple(own[direction.target]),
                known,
            )
        )
    _warn_of(tokenised, 'lines that end in " ." look tokenised; give detokenised text, or choose tok=none')
    return ScoreGrid(
        tuple(metrics),
        files.systems,
        tuple(columns),
        scores,
        filled,
        tuple(corrected_pairs(pairs, metrics, options.correction)),
        options.correction,
        unreferenced=files.unreferenced,
        left_out=tuple(left_out) if len(left_out) == len(columns) else (),
        paths=files.paths,
    )


def _left_out(answer: Mapping[str, Any]) -> LeftOut:
    """Read what a worker sent, which JSON may have made of lists."""
    return LeftOut(
        by=answer["by"],
        segments=answer["segments"],
        groups=tuple(answer["groups"]),
        folded=answer["folded"],
        sizes=tuple(answer["sizes"]),
        moved={name: np.asarray(rows, dtype=np.float64) for name, rows in answer["moved"].items()},
    )


def _warn_of(suspects: Mapping[str, int], trouble: str) -> None:
    if suspects:
        named = ", ".join(
            f"{name} ({counted(lines, 'line')})" for name, lines in list(suspects.items())[:NAMED]
        )
        more = f" and {len(suspects) - NAMED} more" if len(suspects) > NAMED else ""
        warnings.warn(f"{named}{more}: {trouble}", AssayWarning, stacklevel=3)
