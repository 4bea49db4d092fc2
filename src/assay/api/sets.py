"""An evaluation set as a Python call gives it: lists, columns, frames, or files as on the command line.

Hypotheses that name their systems (a mapping, several files, a file or frame that holds a whole set) keep these names;
one list alone is called "hypotheses".
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assay.api.columns import (
    aligned_texts,
    elements,
    frame_columns,
    frame_rows,
    imported,
    reference_streams,
    texts,
)
from assay.data import Codes, EvalSet, Outputs, numbered_ids, shards
from assay.diagnosis import with_quick_checks
from assay.errors import InputError, MismatchError, OptionError, counted
from assay.io import (
    Columns,
    FileOptions,
    Source,
    open_set,
    open_unreferenced,
    parse_columns,
    read_lines,
    read_table,
    texts_of,
)
from assay.metrics import (
    Evaluation,
    Metric,
    evaluate,
    need_no_references,
    parse_metric,
    spec_of,
    with_tokenised_warning,
)
from assay.resources import Resources
from assay.text import Column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.reporting import SegmentTexts

Shard = tuple[EvalSet, Outputs]
Metrics = str | Metric | Sequence[str | Metric]
Path = str | os.PathLike[str]
SYSTEM = "hypotheses"
BESIDES = (
    "hypotheses",
    "references",
    "metrics",
    "sources",
    "documents",
    "references_by",
)  # other keywords of calls
FILE_NAME = re.compile(r"\S*(/\S*|\.\w{1,8})")


@dataclass(frozen=True)
class Given:
    """What a call says of its set; `files` are the options of files, which may also name the whole set."""

    hypotheses: object
    references: object = None
    sources: object = None
    documents: object = None
    references_by: str | None = None
    files: FileOptions = FileOptions()

    def __post_init__(self) -> None:
        """Take in what speaks Arrow's C stream interface; some of it can be read only once."""
        for name in ("hypotheses", "references", "sources", "documents"):
            object.__setattr__(self, name, imported(getattr(self, name)))

    @property
    def is_given(self) -> bool:
        """Whether there is any system."""
        return self.hypotheses is not None or bool(self.files.systems)

    @property
    def is_one_list(self) -> bool:
        """Whether there is one system, without a name of its own."""
        if isinstance(self.hypotheses, Mapping):
            return False
        if self.references is None:
            return isinstance(self.hypotheses, list | tuple) and _paths(self.hypotheses) is None
        if _paths(self.hypotheses) is not None:
            return len(_paths(self.hypotheses) or ()) == 1
        frame = frame_columns(self.hypotheses)
        return frame is None or len(frame) == 1

    def shards(self) -> Iterator[Shard]:
        """Yield the set in parts."""
        files = self.as_files()
        yield from self._in_memory() if files is None else open_set(files)

    def unreferenced(self) -> Iterator[Shard]:
        """Yield the set as one part, for metrics that need no references."""
        files = self.as_files()
        if files is not None:
            yield from open_unreferenced(files)
            return
        outputs = self.outputs()
        _check_lengths(outputs)
        segments = len(next(iter(outputs.values())))
        documents = self._column("documents", segments)
        codes = None if documents is None else Codes.of(documents)
        source = self._column("sources", segments)
        yield EvalSet("hypotheses", ("", ""), source, {}, codes, numbered_ids(segments)), outputs

    def shards_for(self, metrics: Sequence[Metric]) -> Iterator[Shard]:
        """Yield the set in parts for these metrics: without references where none are given and none needed."""
        named = self.references is not None or bool(self.files.reference)
        alone = not named and need_no_references(metrics)
        return self.unreferenced() if alone else self.checked_shards()

    def checked_shards(self) -> Iterator[Shard]:
        """Yield the set in parts, and warn of what would make its scores wrong."""
        return with_quick_checks(self.shards(), "assay.check")

    def as_files(self) -> FileOptions | None:
        """Return the options that name the same set, if all of it lies in files."""
        if not self.is_given:
            raise InputError(
                "no hypotheses given; give a list, a frame, a file, or a mapping from systems to these"
            )
        if self.hypotheses is None:
            return self.files
        if self.files.systems or self.files.reference or self.files.source or self.files.docs:
            raise OptionError(
                "systems, reference, source and docs name files in place of hypotheses; give one or the other"
            )
        systems = _paths(self.hypotheses)
        references = () if self.references is None else _paths(self.references)
        others = [_path(other) for other in (self.sources, self.documents)]
        if systems is None or references is None or None in others:
            return None
        source, docs = (other or None for other in others)
        return replace(self.files, systems=systems, reference=references, source=source, docs=docs)

    def _in_memory(self) -> Iterator[Shard]:
        if self.references is None:
            yield from shards(*self._whole_frame(frame_columns(self.hypotheses)))
            return
        outputs = self.outputs()
        _check_lengths(outputs)
        segments = len(next(iter(outputs.values())))
        documents = self._column("documents", segments)
        evalset = EvalSet(
            name="references",
            languages=("", ""),
            source=self._column("sources", segments),
            references=reference_streams(self._given_references(), segments, self.references_by),
            document=None if documents is None else Codes.of(documents),
        )
        yield from shards(evalset, outputs)

    def _given_references(self) -> object:
        """Return the references, of a frame of several columns those that `columns` name."""
        frame = frame_columns(self.references)
        if frame is None or len(frame) == 1 or not self.files.columns:
            return read_column(self.references, "reference")
        roles = parse_columns(self.files.columns)
        chosen = [
            (name, column) for column in frame for role, name in roles.roles(column) if role == "reference"
        ]
        return {name: frame[column] for name, column in chosen} or self.references

    def _whole_frame(self, frame: Mapping[str, list[Any]] | None) -> Shard:
        """Read a frame that holds outputs and references under their names, as a table in a file would."""
        if frame is None:
            kind = type(self.hypotheses).__name__
            raise InputError(
                f"no references given for hypotheses of type {kind}; give one string per hypothesis"
            )
        if self.sources is not None or self.documents is not None:
            raise OptionError("a frame with references also holds source and documents; name its columns")
        columns = parse_columns(self.files.columns) if self.files.columns else None
        return read_table(Source("the frame", rows=frame_rows(frame)), columns, self.files.missing)

    def outputs(self) -> dict[str, Column]:
        """Return the outputs of every system, where these are not in files."""
        frame = frame_columns(self.hypotheses)
        if isinstance(self.hypotheses, Mapping):
            return _systems(self.hypotheses)
        if frame is not None and len(frame) > 1:
            chosen = _system_columns(frame, self.files.columns)
            return {name: texts(frame[column], f"hypotheses[{column!r}]") for name, column in chosen.items()}
        return {SYSTEM: texts(read_column(self.hypotheses), SYSTEM)}

    def _column(self, name: str, segments: int) -> Column | None:
        column = getattr(self, name)
        if column is None:
            return None
        given = read_column(column, "source") if name == "sources" else _read_names(column)
        return aligned_texts(given, name, segments)


def _check_lengths(outputs: Outputs) -> None:
    (first, column), *others = outputs.items()
    for name, other in others:
        if len(other) != len(column):
            raise MismatchError(
                f"hypotheses[{name!r}] has {counted(len(other), 'segment')}, hypotheses[{first!r}] has {len(column)}"
            )


def score_set(
    given: Given,
    metrics: Metrics,
    threads: int,
    baseline: str | None = None,
    texts: SegmentTexts | None = None,
) -> Evaluation:
    """Score every system; a baseline must be one of them. `texts` are kept where they will be shown."""
    chosen = parse_metrics(metrics)
    shards = _with_baseline(with_tokenised_warning(given.shards_for(chosen), chosen), baseline)
    return evaluate(shards if texts is None else texts.keeping(shards), chosen, Resources(threads=threads))


def _with_baseline(shards: Iterable[Shard], baseline: str | None) -> Iterator[Shard]:
    """Refuse a baseline that is none of the systems before anything is scored."""
    for evalset, outputs in shards:
        if baseline is not None:
            from assay.comparison import check_baseline  # which scores alone do without

            check_baseline(baseline, outputs)
        yield evalset, outputs


def parse_metrics(metrics: Metrics) -> list[Metric]:
    """Parse the specifications; the same metric twice would give two scores of one name."""
    listed = [metrics] if isinstance(metrics, str) or not isinstance(metrics, Iterable) else metrics
    chosen = [_parsed(metric) for metric in listed]
    if not chosen:
        raise InputError('metrics is an empty list; name at least one, such as "bleu"')
    for place, metric in enumerate(chosen):
        if metric in chosen[:place]:
            raise InputError(f"metrics[{place}] is {spec_of(metric)!r} again; name each metric once")
    return chosen


def _parsed(metric: str | Metric) -> Metric:
    if isinstance(metric, str):
        return parse_metric(metric)
    if not hasattr(metric, "prepare"):
        raise InputError(f'a metric is a name such as "chrf", and not of type {type(metric).__name__}')
    return metric


def _system_columns(frame: Iterable[str], columns: Sequence[str]) -> dict[str, str]:
    """Return the columns of a frame that hold outputs, by the names of the systems; it would be a guess otherwise."""
    roles = parse_columns(columns) if columns else Columns()
    chosen = {name: column for column in frame for role, name in roles.roles(column) if role == "system"}
    if not chosen:
        listed = ", ".join(f'"{column}"' for column in frame)
        raise InputError(
            f"hypotheses is a frame with the columns {listed}; choose one, "
            f'or say which are outputs, as in columns={{"system": [{listed}]}}'
        )
    return chosen


def _systems(hypotheses: Mapping[str, object]) -> dict[str, Column]:
    if not hypotheses:
        raise InputError("hypotheses is empty; give at least one system")
    for name, column in hypotheses.items():
        if not isinstance(column, Iterable) and not isinstance(column, os.PathLike):
            raise InputError(
                f"hypotheses is of type dict, and hypotheses[{name!r}] of type {type(column).__name__}; "
                "give a list of strings for each system"
            )
    return {
        str(name): texts(read_column(column), f"hypotheses[{name!r}]") for name, column in hypotheses.items()
    }


def read_column(value: object, role: str = "system") -> object:
    """Read the lines of a file where a path is given among lists."""
    paths = _paths(value)
    if paths is None or isinstance(value, Mapping):
        return value
    columns = [texts_of(path, role) for path in paths]
    return columns if isinstance(value, list | tuple) else columns[0]


def _read_names(value: object) -> object:
    """Read the names of documents where a file of them is given."""
    path = _path(value)
    return read_lines(path) if path else value


def _paths(value: object) -> tuple[str, ...] | None:
    """Return the files that a value names as the command line would, None where it holds texts."""
    if isinstance(value, Mapping):
        paths = [_path(path) for path in value.values()]
        return (
            tuple(f"{name}={path}" for name, path in zip(value, paths, strict=True)) if all(paths) else None
        )
    if isinstance(value, list | tuple):
        named = value and all(isinstance(path, os.PathLike) for path in value)
        return tuple(map(os.fspath, value)) if named else None
    path = _path(value)
    return (path,) if path else None


def _path(value: object) -> str | None:
    """Return the path that a value is, "" for no value, None for what is no path; a string must look like one."""
    if value is None:
        return ""
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    if isinstance(value, str) and (os.path.exists(value) or FILE_NAME.fullmatch(value)):
        return value
    return None


def column_options(columns: object) -> tuple[str, ...]:
    """Write `columns={"reference": "ref", "system": ["a", "b"]}` as the command line does: reference=ref, …"""
    if isinstance(columns, str):
        return (columns,)
    if not isinstance(columns, Mapping):
        return tuple(map(str, elements(columns, "columns")))
    return tuple(
        f"{role}={column}"
        for role, named in columns.items()
        for column in ([named] if isinstance(named, str) else named)
    )
