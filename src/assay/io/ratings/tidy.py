"""Our own table of judgements: one row a judgement, named columns, as TSV, CSV or JSONL.

`rater`, `system`, `segment` and `score` are needed. `scheme`, `item`, `aspect`, `document`, `domain`, `screen`,
`start`, `seconds`, `spans`, `source_language` and `target_language` are known; any other column is kept as `extra`. It
is the format that can hold all that `Judgements` can.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from assay.data import GENUINE, SCALES, Codes, Judgements, Layout
from assay.errors import AssayWarning, InputError
from assay.io.opening import label, shown
from assay.io.ratings.capabilities import in_its_own_words
from assay.io.ratings.spans import OWN, dumped, json_value, parse_spans, write_spans
from assay.io.ratings.tables import (
    CSV,
    EMPTY,
    JSONL,
    SEPARATORS,
    TSV,
    Table,
    header_of,
    json_name,
    json_number,
    kind_of,
    read_table,
    write_fields,
)
from assay.io.ratings.verbatim import (
    as_written,
    foreign,
    languages_of,
    means_json_number,
    means_number,
    number_text,
    renamed,
)

NEEDED = ("rater", "system", "segment", "score")
NUMBERS = ("score", "start", "seconds")
OPTIONAL = ("document", "domain", "screen")
NULL = "null"
LANGUAGES = ("source_language", "target_language")
KNOWN = ("scheme", *NEEDED, "item", "aspect", *OPTIONAL, "start", "seconds", "spans", *LANGUAGES)


def recognises(first: str, kind: str) -> bool:
    """Tell by its first line whether a file is such a table of this kind."""
    return kind_of(first) == kind and set(NEEDED) <= set(header_of(first))


def read(path: str) -> Judgements:
    """Read a tidy table of any kind."""
    return from_table(read_table(path, NUMBERS))


def from_table(table: Table) -> Judgements:
    """Make judgements of a table with our column names."""
    missing = [name for name in NEEDED if name not in table.layout.columns]
    if missing:
        raise InputError(
            f"{label(table.path)}: no column {_listed(missing)}; a table of judgements needs {_listed(NEEDED)} "
            f"and this one has {_listed(table.layout.columns)}"
        )
    extra = {name: table.written[name] for name in KNOWN if name in table.written}
    spans, text = None, None
    if "spans" in table.names:
        spans, text = parse_spans(table.names["spans"], OWN, table.where, compact=False)
        extra |= {} if text is None else {"spans": text}
    languages = languages_of(*map(table.names.get, LANGUAGES))
    extra |= {name: _texts(table, name) for name in table.names if _is_foreign(name, languages)}
    score = table.numbers["score"]
    return Judgements(
        scheme=_scheme(table, default_scheme(score, spans is not None)),
        rater=table.names["rater"],
        system=table.names["system"],
        segment=table.names["segment"],
        score=score,
        item=_items(table, extra),
        aspect=table.names.get("aspect") or Codes.alike("", len(table)),
        document=table.names.get("document"),
        domain=table.names.get("domain"),
        screen=table.names.get("screen"),
        start=table.numbers.get("start"),
        seconds=table.numbers.get("seconds"),
        spans=spans,
        languages=languages or ("", ""),
        extra=extra,
        line=table.line,
        path=table.path,
        layout=table.layout,
    )


def default_scheme(score: np.ndarray[Any, Any], spans: bool) -> str:
    """Return the scheme of a table that names none: with spans ESA, or MQM if no row has a score; else DA."""
    if not spans:
        return "da"
    return "mqm" if bool(np.isnan(score).all()) else "esa"


def _is_foreign(name: str, languages: tuple[str, str] | None) -> bool:
    return name not in KNOWN or (name in LANGUAGES and languages is None)


def _texts(table: Table, name: str) -> Sequence[str]:
    """Return a column as it was written; JSON tells an empty text from none."""
    if name in table.written:
        return table.written[name]
    column = table.names[name].column()
    return list(map(json_name, column)) if table.kind == JSONL else column


def _scheme(table: Table, default: str) -> str:
    if "scheme" not in table.names:
        return default
    codes = table.names["scheme"]
    for number, name in enumerate(codes.names):
        row = int(np.argmax(codes.index == number))
        if name not in SCALES:
            raise InputError(
                f'{table.where(row)}: unknown scheme "{shown(name)}"; the schemes are {", ".join(SCALES)}'
            )
        if number:
            raise InputError(
                f"{table.where(row)}: scheme {name} after {codes.names[0]}; put every scheme into its own file"
            )
    return codes.names[0]


def _items(table: Table, extra: dict[str, Sequence[str]]) -> Codes:
    """Return the kinds of the items; an empty one is genuine."""
    if "item" not in table.names:
        return Codes.alike(GENUINE, len(table))
    codes = table.names["item"]
    if "" in codes.names:
        extra.setdefault("item", codes.column())
    return renamed(codes, lambda name: name or GENUINE)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f'"{shown(name)}"' for name in names) or "none"


# --- writing ------------------------------------------------------------------------------------------------


def write(judgements: Judgements) -> str:
    """Write a TSV table."""
    return write_separated(judgements, TSV)


def write_csv(judgements: Judgements) -> str:
    """Write a CSV table."""
    return write_separated(judgements, CSV)


def write_separated(judgements: Judgements, kind: str) -> str:
    """Write a table of fields, the columns in the order of the file that the judgements come from."""
    judgements = _in_kind(judgements, kind)
    columns = _columns(judgements, lambda text, value: text == value, means_number)
    rows = zip(*columns.values(), strict=True)
    return write_fields([list(columns), *map(list, rows)], kind, judgements.layout or Layout())


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
        kept = [name for name in (*NUMBERS, "item", "spans") if name in extra]
        extra |= {name: [write(name, text) for text in extra[name]] for name in kept}
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


def write_jsonl(judgements: Judgements) -> str:
    """Write one object a line."""
    judgements = _in_kind(judgements, JSONL)
    columns = _columns(judgements, _means_name, means_json_number, JSONL)
    empty = [name for name, texts in columns.items() if not any(texts)]
    if empty:
        warnings.warn(f"JSONL has no empty columns; left out: {_listed(empty)}", AssayWarning, 2)
    layout = judgements.layout or Layout()
    lines = []
    for row in zip(*columns.values(), strict=True):
        fields = zip(columns, row, strict=True)
        lines.append(dumped({name: json_value(text) for name, text in fields if text}))
    return layout.line_end.join([*lines, ""] if layout.ends else lines)


def _means_name(text: str, value: str) -> bool:
    found = json_value(text) if text else ""
    return (found if isinstance(found, str) else dumped(found)) == value


def _columns(
    judgements: Judgements,
    means_name: Callable[[str, str], bool],
    means: Callable[[str, float], bool],
    kind: str = TSV,
) -> dict[str, list[str]]:
    """Return the fields of all columns that say something or that the file had, in its order."""
    extra, layout = judgements.extra, judgements.layout or Layout()
    columns: dict[str, list[str]] = {}
    for name in _order(judgements, layout):
        value = _value(judgements, name)
        if isinstance(value, Codes):
            write_name = json_name if kind == JSONL else str
            means_it = _means_item(means_name) if name == "item" else means_name
            columns[name] = as_written(extra.get(name), value.column(), write_name, means_it)
        elif value is not None:
            write_number = json_number if kind == JSONL else number_text
            columns[name] = as_written(extra.get(name), value.tolist(), write_number, means)
        elif name == "spans" and judgements.spans is not None:
            columns[name] = _span_texts(judgements)
        else:
            columns[name] = list(extra[name])
    return columns


def _means_item(means: Callable[[str, str], bool]) -> Callable[[str, str], bool]:
    return lambda text, value: means(text, value) or (text in ("", EMPTY) and value == GENUINE)


def _value(judgements: Judgements, name: str) -> Any:
    """Return one of our columns, `None` where there is none of that name or it is no plain column."""
    if name == "scheme":
        return Codes.alike(judgements.scheme, len(judgements))
    if name in LANGUAGES and (name not in judgements.extra or judgements.languages != ("", "")):
        return Codes.alike(judgements.languages[LANGUAGES.index(name)], len(judgements))
    return getattr(judgements, name) if name in KNOWN and name not in ("spans", *LANGUAGES) else None


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


def _span_texts(judgements: Judgements) -> list[str]:
    spans = judgements.spans
    assert spans is not None
    ours = write_spans(spans, OWN, compact=False)
    kept = judgements.extra.get("spans")
    if kept is None:
        return ours
    codes = Codes.of(["" if text == EMPTY else text for text in kept])
    meant = write_spans(parse_spans(codes, OWN, str, compact=False)[0], OWN, compact=False)
    return [text if same == own else own for text, same, own in zip(kept, meant, ours, strict=True)]
