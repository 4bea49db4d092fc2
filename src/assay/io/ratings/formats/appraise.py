"""Appraise's CSV export: no header; direct assessment, document-level assessment and error spans (ESA).

The first seven columns are always there: user, system, item, type, source language, target language, score. Then may
come document and whether the row judges the whole of it (`True`, aspect "document"), error spans as JSON (scheme
"esa"), start and end in seconds since 1970; which of them is told by the first row, and further columns are kept.
Types: TGT is genuine, CHK a repeat, REF a reference, BAD (or `BAD.…`) degraded.
Which segments items are of, and which only fill up a task, is told in `appraise_items`. Where errors are marked and
nobody gave a score but 0, there was no slider: that is MQM, whose scores come from the errors.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from assay.data import DEGRADED, FILLER, GENUINE, REFERENCE, REPEAT, Array, Codes, Judgements
from assay.data.judgements import Layout
from assay.errors import InputError, counted
from assay.io.layout import layout_of
from assay.io.opening import Named, Source, contents, label, shown
from assay.io.ratings.format import ColumnMap, Field, judgements_of, rating_format
from assay.io.ratings.formats.appraise_items import (
    DOCUMENT_ID,
    ITEM_NUMBER,
    document_name,
    unheld_items,
    with_items,
    with_marked_filler,
)
from assay.io.ratings.lines import write_fields
from assay.io.ratings.spans import APPRAISE, SpanCell
from assay.io.tables.cells import NUMBER, Cell, number_texts, read_number
from assay.io.tables.head import Head
from assay.io.tables.table import CSV, table_of
from assay.io.texts.lines import UTF8_MARK, decoded
from assay.io.texts.rows import csv_fields

FORM = "appraise"
TYPES = {"TGT": GENUINE, "CHK": REPEAT, "REF": REFERENCE, "BAD": DEGRADED}
BASE = ("rater", "system", "item_number", "item", "source_language", "target_language", "score")
FLAGS = {"True": "document", "False": ""}
# Decimals of a time in seconds since 1970 that a float can hold
PRECISION = 6
ITEM_TYPE = "item_type"  # what `extra` calls types as they were written
WITHOUT_SCORE = "0"  # what an MQM task exports as the score


def item_kind(name: str) -> str:
    """Return the kind of an item by Appraise's name of it; a name that is not known stays."""
    return TYPES.get(name.partition(".")[0], name)


def item_type(kind: str) -> str:
    """Return Appraise's name of a kind of item."""
    return next((name for name, meant in TYPES.items() if meant == kind), "TGT" if kind == FILLER else kind)


def _flag(aspect: str) -> str:
    return next(flag for flag, meant in FLAGS.items() if meant == aspect)


FLAG = Cell(
    FLAGS.get,
    _flag,
    refusal=lambda _, text: f'"{shown(text)}" where True or False says if a document is judged',
)
TIME = Cell(
    read_number,
    lambda value: "" if math.isnan(value) else repr(value),
    numeric=True,
    refusal=NUMBER.refusal,
    tolerance=10**-PRECISION,
    write_all=partial(number_texts, point=True),
)
# Which of them a file has is told by its first row; they stand in this order.
COLUMNS = ColumnMap(
    (
        *(Field("rater", ("rater",)), Field("system", ("system",)), Field("segment", (ITEM_NUMBER,))),
        Field("item", ("item",), Cell(item_kind, item_type), kept=ITEM_TYPE),
        Field("score", ("score",), NUMBER),
        Field("document", ("document",), Cell(document_name, str), kept=DOCUMENT_ID),
        Field("aspect", ("is_document",), FLAG),
        Field("spans", ("spans",), SpanCell(APPRAISE, compact=True)),
        *(Field("start", ("start",), TIME), Field("end", ("end",), TIME)),
    ),
    languages=BASE[4:6],
)


def recognises(head: Head) -> bool:
    """Tell by its first line whether a file is an Appraise export."""
    try:
        row = next(csv.reader([head.first]), [])
    except csv.Error:
        return False
    return len(row) >= len(BASE) and item_kind(row[3]) in (*TYPES.values(),) and row[3] not in TYPES.values()


def read(path: Named) -> Judgements:
    """Read an Appraise export of any of the column sets."""
    text = decoded(path, contents(path))
    lines, rows = zip(*csv_fields(path, text), strict=True)
    names = _column_names(path, rows[0])
    for line, row in zip(lines, rows, strict=True):
        if len(row) != len(names):
            raise InputError(
                f"{label(path)}, line {line}: {counted(len(row), 'field')}, the first row has {len(names)}; "
                "look for a stray or missing comma, or split the file by its columns"
            )
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    values = COLUMNS.read(table_of(Source.of(path), columns, lines, layout_of(text, names, FORM)))
    if "end" in values:
        _spend_time(values, columns["end"])
    return with_items(judgements_of(scheme_of(values), values))


def scheme_of(values: dict[str, Any]) -> str:
    """Tell the scheme of what was read; of MQM, the zeros that stand where others have scores are taken away."""
    if "spans" not in values:
        return "da"
    score = values["score"]
    known = score[~np.isnan(score)]
    without = len(known) == 0 < len(score)
    if (known != 0).any() or not (len(values["spans"]) or without):
        return "esa"
    values["score"] = np.full(len(score), np.nan)
    return "mqm"


def no_scores(judgements: Judgements, nothing: str) -> Codes:
    """Return what stands for the scores of MQM: zeros, and nothing if no error was marked, for zeros could be ESA's."""
    marked = judgements.spans is not None and len(judgements.spans) > 0
    return Codes.alike(WITHOUT_SCORE if marked else nothing, len(judgements))


def _column_names(path: Named, row: Sequence[str]) -> list[str]:
    """Tell by a row what its columns hold."""
    if len(row) < len(BASE):
        raise InputError(
            f"{label(path)}, line 1: {counted(len(row), 'field')}, an Appraise export has at least {len(BASE)}: "
            f"{', '.join(BASE)}"
        )
    names, rest = list(BASE), list(row[len(BASE) :])
    if len(rest) >= 2 and rest[1] in FLAGS:
        names, rest = [*names, "document", "is_document"], rest[2:]
    if rest and rest[0].startswith("["):
        names, rest = [*names, "spans"], rest[1:]
    if len(rest) >= 2 and all(text == "" or text.replace(".", "", 1).isdecimal() for text in rest[:2]):
        names, rest = [*names, "start", "end"], rest[2:]
    return names + [f"column_{len(names) + number}" for number in range(1, len(rest) + 1)]


def _spend_time(values: dict[str, Any], texts: Sequence[str]) -> None:
    """Turn ends to seconds, and keep the ends as they were written where they cannot be computed again."""
    start, end = values["start"], values.pop("end")
    values["seconds"] = np.round(end - start, PRECISION)
    if not np.array_equal(ends(start, values["seconds"]), end, equal_nan=True):
        values["extra"]["end"] = texts


def ends(start: Array, seconds: Array) -> Array:
    """Return when ratings ended, to the digits that a float can hold."""
    return np.round(start + seconds, PRECISION)


def by_item_number(judgements: Judgements) -> Judgements:
    """Name segments by their item numbers again, where these were kept."""
    numbers = judgements.extra.get(ITEM_NUMBER)
    return judgements if numbers is None else replace(judgements, segment=Codes.of(numbers))


def write(judgements: Judgements) -> bytes:
    """Write an Appraise export; which columns it has goes by what there is to say."""
    if DOCUMENT_ID not in judgements.extra:
        judgements = _with_told_items(judgements)
    columns = COLUMNS.written(by_item_number(judgements))
    if judgements.scheme == "mqm":
        columns["score"] = no_scores(judgements, "")
    names = [*BASE, *_document_names(judgements), *(["spans"] if judgements.spans is not None else [])]
    if judgements.start is not None and judgements.seconds is not None:
        names += ["start", "end"]
        values = ends(judgements.start, judgements.seconds)
        columns["end"] = TIME.written(values, judgements.extra.get("end"))
    elif judgements.start is not None or judgements.seconds is not None:
        raise InputError("an Appraise export holds both start and seconds, or neither; write a tidy table")
    names += [name for name in judgements.extra if name.startswith("column_")]
    layout = judgements.layout or Layout(line_end="\r\n")
    return _guarded(write_fields([columns[name] for name in names], CSV, layout))


def _with_told_items(judgements: Judgements) -> Judgements:
    """Mark filler as Appraise does; refuse names that would be read as something else."""
    unheld = unheld_items(judgements)
    if unheld:
        raise InputError(f"the format {FORM} cannot hold {unheld}; write a tidy table")
    return with_marked_filler(judgements)


def _guarded(table: bytes) -> bytes:
    """Put quotes round a first name that begins as files of Windows do: its first sign would be taken for a mark."""
    if not table.startswith(UTF8_MARK):
        return table
    name, comma, rest = table.partition(b",")
    return b'"' + name + b'"' + comma + rest


def _document_names(judgements: Judgements) -> list[str]:
    if judgements.document is not None:
        return ["document", "is_document"]
    if any(judgements.aspect.column()):
        raise InputError("judgements of whole documents need a document; write a tidy table")
    return []


# What a reader puts into `extra`, so that documents, items and languages come back as they were.
KEPT = (ITEM_NUMBER, ITEM_TYPE, DOCUMENT_ID, *BASE[4:6])
FORMAT = rating_format(
    FORM,
    "Appraise export, CSV without a header",
    recognises,
    read,
    write,
    COLUMNS.holds(FORM, "da", "esa", "mqm", derived=("seconds",), aspects=("document",), extra=KEPT),
)
