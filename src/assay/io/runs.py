"""Run files: one JSON object a run, checked member by member when it is read.

`version` goes up when a member changes its meaning or goes away; new members do not change it, and members that
are not known here are passed over.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from assay.data import (
    BucketScore,
    FindingKey,
    InputState,
    PairResult,
    RankRange,
    Results,
    Run,
    SegmentBuckets,
    SegmentStatistics,
    SystemScore,
)
from assay.data.runs import KINDS, SCHEMA, VERSION, InputFile
from assay.errors import AssayError, InputError
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.checked.shapes import ShapeError, shaped
from assay.io.opening import STDIN, check_rereadable, check_size, contents, label, opened
from assay.io.texts.foreign import foreign
from assay.io.texts.lines import decoded

BLOCK = 1 << 20
FLOAT_BYTES = 8
_Made = TypeVar("_Made")
ROWS = ("rows", "columns", "items")  # the members of a block that stand one a line
RESULTS: Mapping[str, type] = {  # the members of results, and what each is a list of
    "scores": SystemScore,
    "pairs": PairResult,
    "ranks": RankRange,
    "findings": FindingKey,
    "buckets": BucketScore,
}


def fingerprint(path: str) -> InputFile:
    """Return path, SHA-256 and size of a file as it is now."""
    check_rereadable(path)  # a device may have no end, a pipe no writer
    digest, size = hashlib.sha256(), 0
    with opened(path) as stream:
        while part := stream.read(BLOCK):
            digest.update(part)
            size += len(part)
    return InputFile(path, digest.hexdigest(), size)


def input_states(run: Run, directory: str = "") -> list[InputState]:
    """Return what became of the inputs of a run, whose paths start in a directory."""
    return [InputState(file, _file_now(file.path, directory)) for file in run.inputs]


def _file_now(path: str, directory: str) -> InputFile | None:
    try:
        return fingerprint(os.path.join(directory, path))
    except AssayError:
        return None


def find_inputs(run: Run, path: str) -> str | None:
    """Return the directory of a run file or the one above it, if all inputs are there as they were."""
    beside = os.path.dirname(path) or os.curdir
    for directory in (beside, os.path.join(beside, os.pardir)):
        if run.inputs and all(state.kind == "same" for state in input_states(run, directory)):
            return directory
    return None


def write_run(run: Run) -> str:
    """Write a run as JSON, one line an input, row or matrix, so that two can be compared by lines."""
    members = {
        "schema": json.dumps(SCHEMA),
        "version": json.dumps(VERSION),
        "command": _dump(run.command),
        "arguments": _dump(run.arguments),
        "options": _dump(run.options),
        "inputs": _lines(_dump(vars(record)) for record in run.inputs),
        "signatures": _dump(run.signatures),
        "environment": _dump(run.environment),
        "seed": _dump(run.seed),
        "started": _dump(run.started),
        "seconds": _dump(run.seconds),
        "code": _dump(run.code),
        **({} if run.results is None else {"results": _results_text(run.results)}),
        "blocks": _lines(map(_block, run.blocks)),
        "statistics": _lines(_dump(vars(record)) for record in run.statistics),
        "buckets": _lines(_dump(vars(record)) for record in run.buckets),
    }
    return "{" + ",\n".join(f'"{name}": {text}' for name, text in members.items()) + "}\n"


def _results_text(results: Results) -> str:
    """Write results one a line; what is not a number is null."""
    members = {"labels": _dump(results.labels)}
    for name in RESULTS:
        members[name] = _lines(_dump(_plain(record)) for record in getattr(results, name))
    return "{" + ",\n".join(f'"{name}": {text}' for name, text in members.items()) + "}"


def _plain(record: object) -> dict[str, object]:
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in vars(record).items()
    }


def _block(block: Mapping[str, object]) -> str:
    parts = []
    for name, value in block.items():
        rows = value if name in ROWS and isinstance(value, list) else None
        parts.append(f"{_dump(name)}: {_dump(value) if rows is None else _lines(map(_dump, rows))}")
    return "{" + ", ".join(parts) + "}"


def _lines(items: Iterable[str]) -> str:
    body = ",\n".join(items)
    return f"[\n{body}\n]" if body else "[]"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def is_run(path: str) -> bool:
    """Tell whether a file may be a run file, damaged or not: one object of JSON, as no text of segments is."""
    if path == STDIN:
        return True
    data = contents(path)
    if not data.lstrip().startswith(b"{"):
        return False
    found = foreign(path, data)
    return found is None or not found.name.startswith("JSONL")


def read_run(path: str) -> Run:
    """Read a run file; what is not one is refused with the member that is wrong."""
    try:
        members = parse_json(decoded(path, contents(path)))
    except JsonError as error:
        raise InputError(f"{label(path)}: {_no_json(path, error)}; {_NEXT}") from None
    if not isinstance(members, dict) or members.get("schema") != SCHEMA:
        raise InputError(f'{label(path)}: not a run file, it does not say "schema": "{SCHEMA}"; {_NEXT}')
    _check_version(path, members.get("version"))
    try:
        return _run(members)
    except (_DamagedError, ShapeError) as error:
        raise InputError(f"{label(path)}: damaged run file: {error}; {_NEXT}") from None


def _no_json(path: str, error: Exception) -> str:
    """Say what is wrong with a run file that cannot be parsed: nothing of JSON, where it begins like none."""
    begins = contents(path).lstrip().startswith(b"{")
    return f"a run file that is damaged or cut off ({error})" if begins else "not a run file"


_NEXT = "write one with --run FILE"


class _DamagedError(Exception):
    """A member that is not what it should be."""


def _check_version(path: str, version: object) -> None:
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InputError(f"{label(path)}: damaged run file: version is {version!r}; {_NEXT}")
    if version > VERSION:
        raise InputError(
            f"{label(path)}: a run file of version {version}, and this program reads versions up to "
            f"{VERSION}; use a newer Assay"
        )


def _run(members: Mapping[str, Any]) -> Run:
    seed = members.get("seed")
    if seed is not None:
        seed = _whole(members, "seed")
    return Run(
        command=_text(members, "command"),
        arguments=tuple(_texts(members, "arguments")),
        options=_mapping(members, "options"),
        inputs=tuple(_each(members, "inputs", _input)),
        signatures=_names(members, "signatures"),
        environment=_names(members, "environment"),
        seed=seed,
        started=_text(members, "started"),
        seconds=_number(members, "seconds"),
        code=_whole(members, "code"),
        blocks=tuple(_each(members, "blocks", _named)),
        statistics=tuple(_each(members, "statistics", _statistics)),
        buckets=tuple(_each(members, "buckets", _buckets) if "buckets" in members else ()),
        results=_results(_member(members, "results", dict)) if "results" in members else None,
    )


def _results(members: Mapping[str, Any]) -> Results:
    records = {name: tuple(_each(members, name, partial(_record, kind))) for name, kind in RESULTS.items()}
    return Results(_names(members, "labels"), **records)


def _record(kind: type[_Made], members: Mapping[str, Any]) -> _Made:
    """Return a record of results; whatever whole number one holds is a rank or a count."""
    record = shaped(kind, members)
    for name, value in members.items():
        if type(value) is int and type(getattr(record, name, None)) is int:
            _whole(members, name)
    return record


def _named(block: Mapping[str, Any]) -> Mapping[str, object]:
    _text(block, "block")
    return block


def _input(members: Mapping[str, Any]) -> InputFile:
    digest = _text(members, "sha256")
    if len(digest) != 64 or not set(digest) <= set("0123456789abcdef"):
        raise _DamagedError(f"sha256 {digest!r} is not 64 hexadecimal digits")
    return InputFile(_text(members, "path"), digest, _whole(members, "size"))


def _statistics(members: Mapping[str, Any]) -> SegmentStatistics:
    statistics = SegmentStatistics(_text(members, "metric"), _text(members, "system"), *_matrix(members))
    try:
        _ = statistics.rows
    except ValueError as error:
        raise _DamagedError(f"statistics of {statistics.system}, {statistics.metric} ({error})") from None
    return statistics


def _buckets(members: Mapping[str, Any]) -> SegmentBuckets:
    buckets = SegmentBuckets(_text(members, "feature"), tuple(_texts(members, "buckets")), *_matrix(members))
    try:
        _ = buckets.codes
    except ValueError as error:
        raise _DamagedError(f"buckets by {buckets.feature} ({error})") from None
    return buckets


def _matrix(members: Mapping[str, Any]) -> tuple[tuple[int, int], str, str]:
    shape = _member(members, "shape", list)
    if len(shape) != 2 or not all(type(size) is int and size > 0 for size in shape):
        raise _DamagedError(f"shape {shape!r} is not two numbers from 1 on")
    if _text(members, "kind") not in KINDS:
        raise _DamagedError(f"a matrix of kind {members['kind']!r}")
    check_size("the statistics of a run file", FLOAT_BYTES * shape[0] * shape[1])
    return (shape[0], shape[1]), members["kind"], _text(members, "packed")


def _member(members: Mapping[str, Any], name: str, kind: type) -> Any:
    value = members.get(name)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise _DamagedError(
            f"{name} is {'missing' if name not in members else f'of type {type(value).__name__}'}"
        )
    return value


def _text(members: Mapping[str, Any], name: str) -> str:
    return str(_member(members, name, str))


def _whole(members: Mapping[str, Any], name: str) -> int:
    value = int(_member(members, name, int))
    if value < 0:
        raise _DamagedError(f"{name} is {value}")
    return value


def _number(members: Mapping[str, Any], name: str) -> float:
    value = members.get(name)
    number = value if type(value) is int else _member(members, name, float)
    if not abs(number) <= sys.float_info.max:
        raise _DamagedError(f"{name} is not a finite number")
    return float(number)


def _texts(members: Mapping[str, Any], name: str) -> Sequence[str]:
    values = _member(members, name, list)
    if not all(isinstance(value, str) for value in values):
        raise _DamagedError(f"{name} holds something other than text")
    return list(values)


def _mapping(members: Mapping[str, Any], name: str) -> dict[str, object]:
    return dict(_member(members, name, dict))


def _names(members: Mapping[str, Any], name: str) -> dict[str, str]:
    values = _mapping(members, name)
    if not all(isinstance(value, str) for value in values.values()):
        raise _DamagedError(f"{name} holds something other than text")
    return {key: str(value) for key, value in values.items()}


def _each(members: Mapping[str, Any], name: str, read: Callable[[Mapping[str, Any]], _Made]) -> list[_Made]:
    values = _member(members, name, list)
    if not all(isinstance(value, dict) for value in values):
        raise _DamagedError(f"{name} holds something other than an object")
    return [read(value) for value in values]
