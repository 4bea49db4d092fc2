"""ESA judgements as JSONL: one object a judgement, a score and error spans.

Two sets of keys are known. WMT 2024 published `annotator`, `system`, `langs`, `line_id`, `doc_id`, `domain`,
`esa_score`, `esa_spans`, `times`, with the texts beside them. Appraise exports `annotator`, `target_id`, `item_id`,
`item_type`, `source_language`, `target_language`, `document_id`, `is_complete_document`, `score`, `mqm_annotations`,
`start_time`, `end_time`; its documents and item numbers are read as those of its CSV. All other keys are kept. Spans
have the words of Appraise (`start_i`, `end_i`, `severity`, `error_type`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from assay.data import FILLER, GENUINE, Array, Judgements
from assay.data.judgements import Layout
from assay.errors import InputError
from assay.io.opening import label
from assay.io.ratings.format import ColumnMap, Field, judgements_of, rating_format
from assay.io.ratings.formats.appraise import (
    ITEM_TYPE,
    by_item_number,
    ends,
    item_kind,
    item_type,
    no_scores,
    scheme_of,
)
from assay.io.ratings.formats.appraise_items import DOCUMENT_ID, ITEM_NUMBER, document_name, with_items
from assay.io.ratings.lines import Cells, json_lists, write_objects
from assay.io.ratings.spans import APPRAISE, SpanCell, gathered, list_of_json
from assay.io.tables.cells import (
    JSON_NAME,
    JSON_NUMBER,
    Cell,
    json_name,
    json_value,
    name_of_json,
    number_of,
)
from assay.io.tables.head import Head
from assay.io.tables.reading import Given, read_table
from assay.io.tables.table import JSONL, Table

FORM = "esa"
IS_DOCUMENT = "is_complete_document"
START, END, TIMES = "start_time", "end_time", "times"


def _kind(text: str) -> str:
    name = text.strip('"')
    return item_kind(name) if name else GENUINE


def _type(kind: str) -> str:
    """Return the name of a kind of item; only Appraise's own keys tell filler by its document."""
    return kind if kind == FILLER else item_type(kind)


ITEM = Field("item", (ITEM_TYPE,), Cell(_kind, _type), kept=ITEM_TYPE)
ASPECT = Field(
    "aspect",
    (IS_DOCUMENT,),
    Cell(lambda text: "document" if text == "true" else "", lambda aspect: "true" if aspect else "false"),
    kept=IS_DOCUMENT,
)
SPANS = SpanCell(APPRAISE, unpacked=list_of_json)
DOCUMENT = Cell(lambda text: document_name(name_of_json(text)), json_name)
WMT = ColumnMap(
    (
        Field("rater", ("annotator",), JSON_NAME, needed=True),
        Field("system", ("system",), JSON_NAME, needed=True),
        Field("segment", ("line_id",), JSON_NAME, needed=True),
        *(Field("document", ("doc_id",), JSON_NAME), Field("domain", ("domain",), JSON_NAME)),
        Field("score", ("esa_score",), JSON_NUMBER, needed=True),
        Field("spans", ("esa_spans",), SPANS, needed=True),
        *(ITEM, ASPECT),
    ),
    languages=("langs",),
)
OF_APPRAISE = ColumnMap(
    (
        Field("rater", ("annotator",), JSON_NAME, needed=True),
        Field("system", ("target_id",), JSON_NAME, needed=True),
        Field("segment", ("item_id",), JSON_NAME, needed=True),
        Field("score", ("score",), JSON_NUMBER, needed=True),
        Field("spans", ("mqm_annotations",), SPANS, needed=True),
        *(Field("document", (DOCUMENT_ID,), DOCUMENT, kept=DOCUMENT_ID), ITEM, ASPECT),
        Field("start", (START,), JSON_NUMBER),
    ),
    languages=("source_language", "target_language"),
)


def recognises(head: Head) -> bool:
    """Tell by its first line whether a file is of this kind."""
    return head.kind == JSONL and _keys(head.header) is not None


def _keys(names: Sequence[str]) -> ColumnMap | None:
    return next((keys for keys in (WMT, OF_APPRAISE) if keys.fits(names)), None)


def read(given: Given) -> Judgements:
    """Read ESA judgements with either set of keys."""
    table = read_table(given, ["esa_score", "score", START, END])
    keys = _keys(table.columns)
    if table.kind != JSONL or keys is None:
        *needed, last = [field.names[0] for field in WMT.fields if field.needed]
        raise InputError(
            f"{label(table.source)}: not ESA judgements in JSONL; every line needs an object with "
            f"{', '.join(needed)} and {last}"
        )
    values = keys.read(replace(table, layout=replace(table.layout, form=FORM)))
    start, seconds = _times(table, keys, values["extra"])
    judgements = judgements_of(scheme_of(values), values | {"start": start, "seconds": seconds})
    return with_items(judgements) if keys is OF_APPRAISE else judgements


def _times(
    table: Table, keys: ColumnMap, extra: Mapping[str, Sequence[str]]
) -> tuple[Array | None, Array | None]:
    """Return starts and times spent; WMT 2024 has them as a list of numbers, which stays in `extra`."""
    if keys is OF_APPRAISE and START in table.numbers and END in table.numbers:
        start, end = table.numbers[START], table.numbers[END]
    elif keys is WMT and TIMES in extra:
        start, end = np.array([_first_two(text) for text in extra[TIMES]]).T
    else:
        return None, None
    return start, np.round(end - start, 6)


def _first_two(text: str) -> tuple[float, float]:
    times = json_value(text) if text else None
    if not isinstance(times, list) or len(times) != 2:
        return math.nan, math.nan
    start, end = (number_of(str(time)) for time in times)
    return start, end


def write(judgements: Judgements) -> bytes:
    """Write JSONL with the keys of the file that the judgements come from, else with those of WMT 2024."""
    layout = judgements.layout or Layout()
    keys = _keys(layout.columns) or WMT
    columns = _columns(judgements, keys, layout)
    order = dict.fromkeys([*(name for name in layout.columns if name in columns), *columns])
    known = keys.json_columns(judgements, layout.columns) | ({TIMES} - {*judgements.extra})
    return write_objects({name: columns[name] for name in order}, layout, known)


def _columns(judgements: Judgements, keys: ColumnMap, layout: Layout) -> dict[str, Cells]:
    """Return the JSON of every value by key and row, "" where a key is absent."""
    spans = judgements.spans or gathered([[]] * len(judgements))
    numbered = by_item_number(judgements) if keys is OF_APPRAISE else judgements
    columns = keys.written(replace(numbered, spans=spans), layout.columns)
    if judgements.scheme == "mqm":
        columns["esa_score" if keys is WMT else "score"] = no_scores(judgements, "null")
    names = {field.names[0] for field in keys.fields}
    unsaid = {field.verbatim for field in keys.fields} - names
    unsaid |= {ITEM_NUMBER} if keys is OF_APPRAISE else set()
    unsaid |= {ITEM_TYPE} if {*judgements.item.names} == {GENUINE} else set()
    unsaid |= set() if any(judgements.aspect.names) else {IS_DOCUMENT}
    columns = {name: column for name, column in columns.items() if name not in unsaid - {*layout.columns}}
    return columns | _written_times(judgements, keys)


def _written_times(judgements: Judgements, keys: ColumnMap) -> dict[str, Cells]:
    """Return the times in the words of the keys, where the file's own are not kept."""
    own = TIMES if keys is WMT else END
    if judgements.start is None or own in judgements.extra:
        return {}
    seconds = judgements.seconds
    if seconds is None:
        seconds = np.full(len(judgements), np.nan)
    end = JSON_NUMBER.written(ends(judgements.start, seconds))
    if keys is OF_APPRAISE:
        return {} if judgements.seconds is None else {END: end}
    return {TIMES: json_lists(JSON_NUMBER.written(judgements.start), end)}


HOLDS = WMT.holds(FORM, "esa", "mqm", derived=("start", "seconds"), aspects=("document",))
FORMAT = rating_format(FORM, "error span annotation, JSONL", recognises, read, write, HOLDS)
