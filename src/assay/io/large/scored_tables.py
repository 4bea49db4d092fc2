"""Tables with scores beside every row: what a shard had, and a column a metric, in the shard's own format.

Tables are read and written in batches, so that memory does not grow with them; plain text becomes TSV with the scores
alone. Files are whole or not there at all.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import EvalSet, Outputs
from assay.errors import InputError
from assay.io.bilingual import are_outputs, open_unreferenced
from assay.io.checked.json_values import parse_json
from assay.io.large.row_files import drafted
from assay.io.opening import label
from assay.io.options import FileOptions
from assay.io.tables.parquet import import_parquet
from assay.io.texts.batches import TableBatch, small_batches
from assay.io.texts.columns import parse_columns
from assay.io.texts.inputs import open_set
from assay.io.texts.names import extension
from assay.io.texts.table import FORMATS

ScoreColumns = Mapping[str, NDArray[np.float64]]
Score = Callable[[EvalSet, Outputs], ScoreColumns]
Add = Callable[[TableBatch, ScoreColumns], None]
ENDINGS = {"parquet": ".parquet", "jsonl": ".jsonl", "tsv": ".tsv"}


def scored_form(files: FileOptions) -> str:
    """Return the format of the scores of a shard: that of its table, TSV for plain text."""
    form = "tsv" if _is_text(files) else FORMATS.get(extension(files.systems[0]), "")
    if form not in ENDINGS:
        raise InputError(
            f"{label(files.systems[0])}: scores are added to Parquet, JSONL and TSV; save the table as one of these"
        )
    return form


def _is_text(files: FileOptions) -> bool:
    return bool(files.reference) or are_outputs(files.systems)


def write_scored(files: FileOptions, path: str, score: Score) -> int:
    """Write a shard with its scores; return the number of its segments."""
    form = scored_form(files)
    with ExitStack() as stack:
        add = stack.enter_context(_WRITERS[form](stack.enter_context(drafted(path)), files))
        segments = 0
        for batch in _batches(files):
            add(batch, score(batch.evalset, batch.outputs))
            segments += len(batch.evalset)
        if not segments:
            raise InputError(f"{label(files.systems[0])}: no rows; add one row per segment")
    return segments


def shard_batches(files: FileOptions) -> Iterator[tuple[EvalSet, Outputs]]:
    """Yield a shard in the batches that it is scored in."""
    for batch in _batches(files):
        yield batch.evalset, batch.outputs


def _batches(files: FileOptions) -> Iterator[TableBatch]:
    if _is_text(files):
        for evalset, outputs in open_set(files) if files.reference else open_unreferenced(files):
            yield TableBatch(evalset, outputs, None)
        return
    columns = parse_columns(files.columns) if files.columns else None
    yield from small_batches(files.systems[0], scored_form(files), columns, files.missing)


@contextmanager
def _parquet(path: str, files: FileOptions) -> Iterator[Add]:
    arrow = import_parquet(path)
    with ExitStack() as stack:
        writer: list[Any] = []  # opened when the first rows say which columns there are

        def add(batch: TableBatch, scores: ScoreColumns) -> None:
            table = arrow.Table.from_batches([batch.rows])
            for name, column in scores.items():
                table = table.append_column(name, arrow.array(column))
            if not writer:
                writer.append(stack.enter_context(arrow.parquet.ParquetWriter(path, table.schema)))
            writer[0].write_table(table)
            arrow.default_memory_pool().release_unused()

        yield add


@contextmanager
def _jsonl(path: str, files: FileOptions) -> Iterator[Add]:
    with open(path, "w", encoding="utf-8", newline="\n") as stream:

        def add(batch: TableBatch, scores: ScoreColumns) -> None:
            columns = [list(map(_number, column.tolist())) for column in scores.values()]
            keys = [json.dumps(name, ensure_ascii=False) for name in scores]
            for line, *values in zip(batch.rows, *columns, strict=True):
                stream.write(_with_scores(line, keys, values))

        yield add


def _number(score: float) -> str:
    """Return a score as JSON has it: every digit, and nothing where there is none."""
    return repr(score) if math.isfinite(score) else json.dumps(None if math.isnan(score) else score)


def _with_scores(line: str, keys: Sequence[str], values: Sequence[str]) -> str:
    """Return the line of an object with more members at its end, and otherwise as it was."""
    more = ", ".join(f"{key}: {value}" for key, value in zip(keys, values, strict=True))
    if any(key in line for key in keys):  # perhaps as a member, which is then replaced
        return (
            json.dumps(parse_json(line, nan=True) | parse_json(f"{{{more}}}", nan=True), ensure_ascii=False)
            + "\n"
        )
    return f"{line.rstrip()[:-1].rstrip()}, {more}}}\n"


@contextmanager
def _tsv(path: str, files: FileOptions) -> Iterator[Add]:
    with open(path, "w", encoding="utf-8", newline="\n") as stream:

        def add(batch: TableBatch, scores: ScoreColumns) -> None:
            if stream.tell() == 0:
                stream.write("\t".join([*batch.header, *scores]) + "\n")
            columns = [[repr(x) for x in column.tolist()] for column in scores.values()]
            before = [] if batch.rows is None else [batch.rows]
            for cells in zip(*before, *columns, strict=True):
                stream.write("\t".join(cells) + "\n")

        yield add


_WRITERS = {"parquet": _parquet, "jsonl": _jsonl, "tsv": _tsv}
