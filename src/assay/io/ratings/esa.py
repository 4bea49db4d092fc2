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
from dataclasses import dataclass, replace

import numpy as np

from assay.data import GENUINE, Array, Codes, Judgements, Layout
from assay.errors import InputError
from assay.io.opening import label
from assay.io.ratings.appraise import document_name, item_kind, item_type, with_segments
from assay.io.ratings.capabilities import Holds, fitted
from assay.io.ratings.spans import APPRAISE, dumped, json_value, listed_spans, parse_spans
from assay.io.ratings.tables import JSONL, Table, header_of, json_name, json_number, kind_of, read_table
from assay.io.ratings.verbatim import as_written, languages_of, means_json_number, number_of, renamed


@dataclass(frozen=True)
class Keys:
    """What a set of keys calls our columns; "" where it has none."""

    rater: str
    system: str
    segment: str
    score: str
    spans: str
    document: str
    languages: tuple[str, ...]  # one key for "en-de", or two
    domain: str = ""
    item: str = ""
    start: str = ""
    end: str = ""

    def named(self) -> list[str]:
        """Return the keys that have a column of ours, apart from those of the languages."""
        ours = (self.rater, self.system, self.segment, self.score, self.spans, self.document, self.domain)
        return [key for key in (*ours, self.item, self.start) if key]


WMT = Keys(
    *("annotator", "system", "line_id", "esa_score", "esa_spans", "doc_id"),
    languages=("langs",),
    domain="domain",
    item="item_type",
)
APPRAISE_KEYS = Keys(
    *("annotator", "target_id", "item_id", "score", "mqm_annotations", "document_id"),
    languages=("source_language", "target_language"),
    item="item_type",
    start="start_time",
    end="end_time",
)
SETS = (WMT, APPRAISE_KEYS)
IS_DOCUMENT = "is_complete_document"
HOLDS = Holds(
    "esa",
    schemes=("esa",),
    columns=("document", "domain", "start", "seconds", "spans", "item", "aspect", "languages"),
    aspects=("document",),
    extra=None,
)


def recognises(first: str) -> bool:
    """Tell by its first line whether a file is of this kind."""
    return kind_of(first) == JSONL and _keys(header_of(first)) is not None


def _keys(found: Sequence[str]) -> Keys | None:
    needed = [(keys, {keys.rater, keys.system, keys.segment, keys.score, keys.spans}) for keys in SETS]
    return next((keys for keys, names in needed if names <= set(found)), None)


def read(path: str) -> Judgements:
    """Read ESA judgements with either set of keys."""
    table = read_table(path, [*(keys.score for keys in SETS), APPRAISE_KEYS.start, APPRAISE_KEYS.end])
    keys = _keys(table.layout.columns)
    if table.kind != JSONL or keys is None:
        raise InputError(
            f"{label(path)}: not ESA judgements in JSONL; every line needs an object with "
            f"{WMT.rater}, {WMT.system}, {WMT.segment}, {WMT.score} and {WMT.spans}"
        )
    return _judgements(table, keys)


def _judgements(table: Table, keys: Keys) -> Judgements:
    ours = {name: getattr(keys, name) for name in _COLUMNS if getattr(keys, name)}
    extra: dict[str, Sequence[str]] = {
        name: table.written[key]
        for name, key in ours.items()
        if key in table.written and name not in ("spans", "item")
    }
    spans, texts = parse_spans(_listed(table, keys.spans), APPRAISE, table.where, compact=False)
    if texts is not None or keys.spans in table.written:
        extra["spans"] = table.written.get(keys.spans, table.names[keys.spans].column())
    languages = _languages(table, keys)
    taken = {*ours.values()} | ({*keys.languages} if languages is not None else set())
    extra |= {name: _texts(table, name) for name in table.layout.columns if name not in taken}
    names = {name: table.names[key] for name, key in ours.items() if key in table.names}
    start, seconds = _times(table, keys, extra)
    judgements = Judgements(
        scheme="esa",
        rater=names["rater"],
        system=names["system"],
        segment=names["segment"],
        score=table.numbers[keys.score],
        item=_items(table, keys, extra),
        aspect=_aspects(table),
        document=_documents(table, keys, extra),
        domain=names.get("domain"),
        start=start,
        seconds=seconds,
        spans=spans,
        languages=languages or ("", ""),
        extra=extra,
        line=table.line,
        path=table.path,
        layout=replace(table.layout, form=HOLDS.form),
    )
    return with_segments(judgements) if keys is APPRAISE_KEYS else judgements


def _items(table: Table, keys: Keys, extra: dict[str, Sequence[str]]) -> Codes:
    if keys.item not in table.names:
        return Codes.alike(GENUINE, len(table))
    texts = _texts(table, keys.item)
    if any(text != item_type(_kind(text)) for text in set(texts)):
        extra["item_type"] = texts
    return renamed(table.names[keys.item], _kind)


def _kind(text: str) -> str:
    return item_kind(text.strip('"')) if text.strip('"') else GENUINE


def _aspects(table: Table) -> Codes:
    if IS_DOCUMENT not in table.names:
        return Codes.alike("", len(table))
    return renamed(table.names[IS_DOCUMENT], lambda text: "document" if text == "true" else "")


def _documents(table: Table, keys: Keys, extra: dict[str, Sequence[str]]) -> Codes | None:
    names = table.names.get(keys.document)
    if names is None or keys is not APPRAISE_KEYS:
        return names
    if any(document_name(name) != name for name in names.names):
        extra["document_id"] = extra.pop("document", names.column())
    return renamed(names, document_name)


_COLUMNS = ("rater", "system", "segment", "score", "spans", "document", "domain", "item", "start")


def _listed(table: Table, key: str) -> Codes:
    """Return the spans as JSON texts; Appraise exports the list as a string."""
    return renamed(table.names[key], lambda text: "[]" if text == "null" else text)


def _texts(table: Table, name: str) -> Sequence[str]:
    if name in table.written:
        return table.written[name]
    if name in table.numbers:
        return [json_number(value) for value in table.numbers[name].tolist()]
    return list(map(json_name, table.names[name].column()))


def _languages(table: Table, keys: Keys) -> tuple[str, str] | None:
    columns = [table.names.get(key) for key in keys.languages]
    if any(key in table.written for key in keys.languages):
        return None
    if len(columns) == 2:
        return languages_of(columns[0], columns[1])
    pair = languages_of(columns[0], columns[0])
    source, dash, target = pair[0].partition("-") if pair else ("", "", "")
    return (source, target) if dash else None


def _times(table: Table, keys: Keys, extra: Mapping[str, Sequence[str]]) -> tuple[Array | None, Array | None]:
    """Return starts and times spent; WMT 2024 has them as a list of numbers, which stays in `extra`."""
    if keys.start in table.numbers and keys.end in table.numbers:
        start, end = table.numbers[keys.start], table.numbers[keys.end]
    elif keys is WMT and "times" in extra:
        start, end = np.array([_first_two(text) for text in extra["times"]]).T
    else:
        return None, None
    return start, np.round(end - start, 6)


def _first_two(text: str) -> tuple[float, float]:
    times = json_value(text) if text else None
    if not isinstance(times, list) or len(times) != 2:
        return math.nan, math.nan
    start, end = (number_of(str(time)) for time in times)
    return start, end


# --- writing ------------------------------------------------------------------------------------------------


def write(judgements: Judgements) -> str:
    """Write JSONL with the keys of the file that the judgements come from, else with those of WMT 2024."""
    judgements = fitted(judgements, HOLDS)
    layout = judgements.layout or Layout()
    keys = _keys(layout.columns) or WMT
    columns = _columns(judgements, keys, layout)
    order = [*(name for name in layout.columns if name in columns), *columns]
    lines = []
    for row in range(len(judgements)):
        fields = {name: columns[name][row] for name in order}
        lines.append(dumped({name: json_value(text) for name, text in fields.items() if text}))
    return layout.line_end.join([*lines, ""] if layout.ends else lines)


def _columns(judgements: Judgements, keys: Keys, layout: Layout) -> dict[str, Sequence[str]]:
    """Return the JSON of every value by key and row, "" where a key is absent."""
    extra = judgements.extra
    columns: dict[str, Sequence[str]] = {}
    for name in ("rater", "system", "segment", "document", "domain"):
        codes: Codes | None = getattr(judgements, name)
        if codes is not None and getattr(keys, name):
            columns[getattr(keys, name)] = as_written(extra.get(name), codes.column(), json_name, _means_name)
    if keys is APPRAISE_KEYS and judgements.document is not None and "document_id" in extra:
        documents = judgements.document.column()
        columns[keys.document] = as_written(extra["document_id"], documents, json_name, _means_document)
    if keys is APPRAISE_KEYS and "item_number" in extra:
        columns[keys.segment] = as_written(extra.get("segment"), extra["item_number"], json_name, _means_name)
    scores = judgements.score.tolist()
    columns[keys.score] = as_written(extra.get("score"), scores, json_number, means_json_number)
    columns[keys.spans] = _spans(judgements)
    if keys.item in layout.columns or set(judgements.item.names) != {GENUINE}:
        items = judgements.item.column()
        columns[keys.item] = as_written(
            extra.get("item_type"), items, item_type, lambda text, kind: _kind(text) == kind
        )
    if any(judgements.aspect.names) and IS_DOCUMENT not in extra:
        columns[IS_DOCUMENT] = ["true" if aspect else "false" for aspect in judgements.aspect.column()]
    columns |= _language_columns(judgements, keys)
    if keys.start and judgements.start is not None:
        columns[keys.start] = as_written(
            extra.get("start"), judgements.start.tolist(), json_number, means_json_number
        )
        columns |= _ends(judgements, keys)
    if keys is WMT and judgements.start is not None and "times" not in extra:
        columns["times"] = _time_lists(judgements)
    known = {*_COLUMNS, *columns} | ({"item_number"} if keys is APPRAISE_KEYS else set())
    return columns | {name: column for name, column in extra.items() if name not in known}


def _time_lists(judgements: Judgements) -> list[str]:
    assert judgements.start is not None
    seconds = np.full(len(judgements), np.nan) if judgements.seconds is None else judgements.seconds
    ends = np.round(judgements.start + seconds, 6).tolist()
    pairs = zip(judgements.start.tolist(), ends, strict=True)
    return [f"[{json_number(start)}, {json_number(end)}]" for start, end in pairs]


def _means_document(text: str, value: str) -> bool:
    return _means_name(text, value) or document_name(text) == value


def _means_name(text: str, value: str) -> bool:
    found = json_value(text) if text else ""
    return (found if isinstance(found, str) else dumped(found)) == value


def _spans(judgements: Judgements) -> list[str]:
    if judgements.spans is None:
        return ["[]"] * len(judgements)
    ours = [dumped(errors) for errors in listed_spans(judgements.spans, APPRAISE)]
    kept = judgements.extra.get("spans")
    if kept is None:
        return ours
    return [text if _means_spans(text, own) else own for text, own in zip(kept, ours, strict=True)]


def _means_spans(text: str, own: str) -> bool:
    listed = json_value(text) if text else "[]"
    unpacked = Codes.of([(listed if isinstance(listed, str) else dumped(listed)) if listed else "[]"])
    try:
        spans, _ = parse_spans(unpacked, APPRAISE, str, compact=False)
    except InputError:
        return False
    return dumped(listed_spans(spans, APPRAISE)[0]) == own


def _language_columns(judgements: Judgements, keys: Keys) -> dict[str, Sequence[str]]:
    if judgements.languages == ("", ""):
        return {}
    values = judgements.languages if len(keys.languages) == 2 else ("-".join(judgements.languages),)
    return {key: [value] * len(judgements) for key, value in zip(keys.languages, values, strict=True)}


def _ends(judgements: Judgements, keys: Keys) -> dict[str, Sequence[str]]:
    if judgements.start is None or judgements.seconds is None or keys.end in judgements.extra:
        return {}
    ends = np.round(judgements.start + judgements.seconds, 6)
    return {keys.end: [json_number(value) for value in ends.tolist()]}
