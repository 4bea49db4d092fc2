"""Our own table of judgements: one row a judgement, named columns, as TSV, CSV or JSONL.

`rater`, `system`, `segment` and `score` are needed. `scheme`, `item`, `aspect`, `document`, `domain`, `screen`,
`start`, `seconds`, `spans`, `source_language` and `target_language` are known; any other column is kept as `extra`. It
is the format that can hold all that `Judgements` can.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from assay.data import GENUINE, SCALES, Array, Codes, Judgements
from assay.data.judgements import Layout
from assay.errors import AssayWarning, InputError
from assay.io.opening import label, listed, shown
from assay.io.ratings.capabilities import foreign, in_its_own_words
from assay.io.ratings.format import ColumnMap, Field, judgements_of, rating_format
from assay.io.ratings.lines import Cells, has_text, write_fields, write_objects
from assay.io.ratings.spans import OWN, SpanCell, list_of_json
from assay.io.tables.cells import (
    JSON_NAME,
    JSON_NUMBER,
    NAME,
    NUMBER,
    Cell,
    dumped,
    name_of_json,
)
from assay.io.tables.head import SEPARATORS, Head
from assay.io.tables.reading import Given, read_table
from assay.io.tables.table import CSV, JSONL, TSV, Table

NEEDED = ("rater", "system", "segment", "score")
NUMBERS = ("score", "start", "seconds")
OPTIONAL = ("document", "domain", "screen")
LANGUAGES = ("source_language", "target_language")
KNOWN = ("scheme", *NEEDED, "item", "aspect", *OPTIONAL, "start", "seconds", "spans", *LANGUAGES)
NULL, EMPTY = "null", '""'  # JSON; what is absent has no text


def _columns_of(name: Cell, number: Cell, item: Cell, spans: SpanCell) -> ColumnMap:
    """Return our columns, whose cells are plain or JSON; an item of which nothing is said is genuine."""
    cells = dict.fromkeys(NUMBERS, number)
    special: Mapping[str, Cell | SpanCell] = {"item": item, "spans": spans, **cells}
    ours = [column for column in KNOWN if column not in LANGUAGES]
    fields = (Field(column, (column,), special.get(column, name), column in NEEDED) for column in ours)
    return ColumnMap(tuple(fields), LANGUAGES)


PLAIN = _columns_of(NAME, NUMBER, Cell(lambda text: text or GENUINE, str), SpanCell(OWN))
IN_JSON = _columns_of(
    JSON_NAME,
    JSON_NUMBER,
    replace(JSON_NAME, read=lambda text: name_of_json(text) or GENUINE),
    SpanCell(OWN, unpacked=list_of_json),
)


def recognises(head: Head, kind: str) -> bool:
    """Tell by its first line whether a file is such a table of this kind."""
    return head.kind == kind and set(NEEDED) <= set(head.header)


def read(given: Given) -> Judgements:
    """Read a tidy table of any kind."""
    return from_table(read_table(given, NUMBERS))


def from_table(table: Table) -> Judgements:
    """Make judgements of a table with our column names."""
    missing = [name for name in NEEDED if name not in table.columns]
    if missing:
        raise InputError(
            f"{label(table.path)}: no column {_listed(missing)}; a table of judgements needs {_listed(NEEDED)} "
            f"and this one has {_listed(table.layout.columns)}"
        )
    values = (IN_JSON if table.kind == JSONL else PLAIN).read(table)
    schemes = values.pop("scheme", None)
    default = default_scheme(values["score"], "spans" in values)
    return judgements_of(default if schemes is None else _scheme(table, schemes), values)


def default_scheme(score: Array, spans: bool) -> str:
    """Return the scheme of a table that names none: with spans ESA, or MQM if no row has a score; else DA."""
    if not spans:
        return "da"
    return "mqm" if bool(np.isnan(score).all()) else "esa"


def _scheme(table: Table, schemes: Codes) -> str:
    """Return the scheme that all rows name; one that is not known, and a second one, are errors."""
    for number, name in enumerate(schemes.names):
        row = int(np.argmax(schemes.index == number))
        if name not in SCALES:
            raise InputError(
                f'{table.where(row)}: unknown scheme "{shown(name)}"; the schemes are {", ".join(SCALES)}'
            )
        if number:
            raise InputError(
                f"{table.where(row)}: scheme {name} after {schemes.names[0]}; put every scheme into its own file"
            )
    return schemes.names[0]


def _listed(names: Sequence[str]) -> str:
    return listed([f'"{name}"' for name in names]) or "none"


# --- writing ------------------------------------------------------------------------------------------------


def write(judgements: Judgements, kind: str) -> bytes:
    """Write a table, the columns in the order of the file that the judgements come from."""
    judgements = _in_kind(judgements, kind)
    columns, layout = _columns(judgements, IN_JSON if kind == JSONL else PLAIN), judgements.layout or Layout()
    if kind != JSONL:
        return write_fields([*columns.values()], kind, layout, [*columns])
    empty = [name for name, cells in columns.items() if not has_text(cells)]
    if empty:
        warnings.warn(f"JSONL has no empty columns; left out: {_listed(empty)}", AssayWarning, 2)
    return write_objects(columns, layout, IN_JSON.json_columns(judgements))


def _in_kind(judgements: Judgements, kind: str) -> Judgements:
    """Return judgements as a tidy table of this kind writes them: from another kind of it, with the same fields."""
    layout = judgements.layout
    if layout is not None and layout.form == "seg-rating":
        _warn_of_unrated(judgements)
    if layout is None or layout.form not in (TSV, CSV, JSONL) or not set(NEEDED) <= set(layout.columns):
        return in_its_own_words(judgements, kind)
    if layout.form == kind:
        return judgements
    extra = dict(judgements.extra)
    extra |= {name: [text.replace(",", ".") for text in extra[name]] for name in NUMBERS if name in extra}
    if JSONL in (layout.form, kind):
        write = _as_json if kind == JSONL else _as_field
        verbatim = [name for name in (*NUMBERS, "item", "spans") if name in extra]
        extra |= {name: [write(name, text) for text in extra[name]] for name in verbatim}
    separators = () if kind == JSONL else (SEPARATORS[kind],)
    return replace(judgements, extra=extra, layout=replace(layout, form=kind, separators=separators))


def _warn_of_unrated(judgements: Judgements) -> None:
    """Say what a table of judgements cannot: which systems and segments of a test set nobody judged."""
    both = {"systems": judgements.system, "segments": judgements.segment}
    bare = {what: len(codes.names) - len(np.unique(codes.index)) for what, codes in both.items()}
    words = " and ".join(f"{count} {what}" for what, count in bare.items() if count)
    if words:
        warnings.warn(f"{words} without any judgement are not in a table of judgements", AssayWarning, 2)


def _as_json(name: str, field: str) -> str:
    """Write a field that is kept as it was as JSON; an empty number is null, and null itself a string."""
    if name in NUMBERS:
        return dumped(field) if field == NULL else field or NULL
    return field or EMPTY


def _as_field(name: str, text: str) -> str:
    """Write the JSON of a value as a field: the other way round."""
    if name in NUMBERS:
        return "" if text == NULL else text.strip('"')
    return "" if text == EMPTY else text


def _columns(judgements: Judgements, ours: ColumnMap) -> dict[str, Cells]:
    """Return the cells of all columns that say something or that the file had, in its order."""
    cells = ours.written(judgements)
    return {column: cells[column] for column in _order(judgements, judgements.layout or Layout())}


def _order(judgements: Judgements, layout: Layout) -> list[str]:
    tidy = set(NEEDED) <= set(layout.columns)
    present = _said(judgements, tidy)
    ours = [name for name in KNOWN if name in present]
    others = [name for name in foreign(judgements.extra) if name not in ours]
    if not tidy:
        return [*ours, *others]
    available = {*ours, *others, "scheme", "item", "aspect"} | ({*LANGUAGES} & {*layout.columns})
    return list(dict.fromkeys([*(name for name in layout.columns if name in available), *ours, *others]))


def _said(judgements: Judgements, tidy: bool) -> set[str]:
    """Return the columns of ours that say something beyond what a reader takes for granted."""
    default = default_scheme(judgements.score, judgements.spans is not None)
    optional: Mapping[str, bool] = {
        "scheme": not tidy or judgements.scheme != default,
        "item": set(judgements.item.names) != {GENUINE} or "item" in judgements.extra,
        "aspect": set(judgements.aspect.names) != {""},
        "spans": judgements.spans is not None,
    }
    said = {*NEEDED} | {name for name, is_said in optional.items() if is_said}
    said |= {*LANGUAGES} if judgements.languages != ("", "") else set()
    return said | {name for name in (*OPTIONAL, *NUMBERS) if getattr(judgements, name) is not None}


FORMATS = tuple(
    rating_format(
        name,
        f"our own table, {kind.upper()}",
        partial(recognises, kind=kind),
        read,
        partial(write, kind=kind),
        general=True,
    )
    for name, kind in (("tidy", TSV), ("tidy-csv", CSV), ("tidy-jsonl", JSONL))
)
