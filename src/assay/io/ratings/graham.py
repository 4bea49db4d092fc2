"""Direct assessment as Graham's scripts and the WMT pipeline write it: one row a rating, under a header.

Columns: HITId, WorkerId, Input.src, Input.trg, Input.item, hit, sys_id, rid, type, sid, score, time. Tabs and blanks
both separate them, even in one row, and names may stand in double quotes. Types: SYSTEM is genuine, REPEAT a repeat,
REF a reference, BADREF (BAD_REF, BAD-REF) degraded. Columns beyond worker, system, type, segment, score, time and
languages are kept.

`read_segment_scores` reads what the pipeline makes of such a file: SYS, SID (or SEGID, which goes before it), RAW.SCR,
Z.SCR, N, the means of N ratings of one output, which are scores and no judgements any more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from assay.data import DEGRADED, GENUINE, REFERENCE, REPEAT, Codes, Judgements, Layout, Scores
from assay.errors import InputError
from assay.io.opening import contents, label
from assay.io.ratings.capabilities import Holds, fitted
from assay.io.ratings.verbatim import (
    as_written,
    keep_unlike,
    languages_of,
    number_text,
    numbers_as_written,
    parse_numbers,
)
from assay.io.texts.lines import decoded, text_lines
from assay.io.texts.rows import ragged, refuse_repeated

FIELD = re.compile(r'"[^"]*"|[^\t ]*')
TYPES = {"SYSTEM": GENUINE, "REPEAT": REPEAT, "REF": REFERENCE, "BADREF": DEGRADED}
OTHER_TYPES = {"BAD_REF": DEGRADED, "BAD-REF": DEGRADED, "BAD": DEGRADED}
COLUMNS = {
    "rater": "WorkerId",
    "system": "sys_id",
    "segment": "sid",
    "item": "type",
    "score": "score",
    "seconds": "time",
}
NEEDED = ("WorkerId", "sys_id", "type", "sid", "score")
LANGUAGES = ("Input.src", "Input.trg")
HEADER = (
    "HITId",
    "WorkerId",
    *LANGUAGES,
    "Input.item",
    "hit",
    "sys_id",
    "rid",
    "type",
    "sid",
    "score",
    "time",
)
ABSENT = "NA"
HOLDS = Holds("graham", schemes=("da",), columns=("item", "seconds", "languages"), extra=None)

SEGMENT_NEEDED = ("SYS", "SID", "RAW.SCR", "Z.SCR", "N")


def recognises(first: str) -> bool:
    """Tell by its first line whether a file holds ratings of this kind."""
    return set(NEEDED) <= set(_split(first.rstrip("\r"))[0])


def recognises_segment_scores(first: str) -> bool:
    """Tell by its first line whether a file holds means of ratings."""
    return set(SEGMENT_NEEDED) <= set(_split(first.rstrip("\r"))[0])


def _split(line: str) -> tuple[list[str], str]:
    """Return the fields of a line, quotes and all, and what stands between them."""
    fields: list[str] = []
    separators: list[str] = []
    at = 0
    while True:
        match = FIELD.match(line, at)
        assert match is not None  # an empty field matches anywhere
        fields.append(match[0])
        if match.end() == len(line):
            return fields, "".join(separators)
        if line[match.end()] not in "\t ":  # text behind a closing quote
            return line.replace("\t", " ").split(" "), re.sub(r"[^\t ]", "", line)
        separators.append(line[match.end()])
        at = match.end() + 1


def read(path: str) -> Judgements:
    """Read ratings."""
    table = _table(path, NEEDED)
    columns, line = table.columns, table.line
    extra: dict[str, Sequence[str]] = {}
    names = {}
    for name in ("rater", "system", "segment"):
        names[name] = Codes.of([_unquoted(text) for text in columns[COLUMNS[name]]])
        keep_unlike(extra, name, columns[COLUMNS[name]], map(_WRITTEN.get(name, str), names[name].column()))
    score = parse_numbers(columns["score"], "score", table.where)
    seconds = parse_numbers(columns["time"], "time", table.where) if "time" in columns else None
    keep_unlike(extra, "score", columns["score"], map(number_text, score.tolist()))
    if seconds is not None:
        keep_unlike(extra, "seconds", columns["time"], map(number_text, seconds.tolist()))
    kinds = [_kind(_unquoted(text)) for text in columns["type"]]
    keep_unlike(extra, "item", columns["type"], map(_type, kinds))
    languages = languages_of(*(Codes.of(columns[name]) if name in columns else None for name in LANGUAGES))
    taken = {*COLUMNS.values(), *(LANGUAGES if languages else ())}
    return Judgements(
        scheme="da",
        rater=names["rater"],
        system=names["system"],
        segment=names["segment"],
        score=score,
        item=Codes.of(kinds),
        aspect=Codes.alike("", len(line)),
        seconds=seconds,
        languages=("", "") if languages in (None, (ABSENT, ABSENT)) else languages,
        extra=extra | {name: column for name, column in columns.items() if name not in taken},
        line=line,
        path=path,
        layout=table.layout,
    )


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text.startswith('"') and text.endswith('"') else text


def _quoted(text: str) -> str:
    return f'"{text}"'


_WRITTEN: Mapping[str, Callable[[str], str]] = {"system": _quoted}


def _kind(name: str) -> str:
    return (TYPES | OTHER_TYPES).get(name, name)


def _type(kind: str) -> str:
    return next((name for name, meant in TYPES.items() if meant == kind), kind)


class _Table:
    """Fields by column, with the separators that all rows share."""

    def __init__(self, path: str, header: list[str], rows: list[list[str]], layout: Layout) -> None:
        self.path, self.layout = path, layout
        self.columns = {name: [row[at] for row in rows] for at, name in enumerate(header)}
        self.line: NDArray[np.int64] = np.arange(2, len(rows) + 2, dtype=np.int64)

    def where(self, row: int) -> str:
        return f"{label(self.path)}, line {row + 2}"


def _table(path: str, needed: Sequence[str]) -> _Table:
    text = decoded(path, contents(path))
    lines = [_split(line) for line in text_lines(text)]
    header = [_unquoted(name) for name in lines[0][0]]
    trailing = header[-1] == ""  # a blank behind the last name, and behind every row
    refuse_repeated(f"{label(path)}, line 1", header, "columns")
    missing = [name for name in needed if name not in header]
    if missing:
        raise InputError(
            f"{label(path)}, line 1: no column {', '.join(missing)}; the header names the columns"
        )
    for number, (fields, _) in enumerate(lines[1:], start=2):
        if len(fields) != len(header):
            raise ragged(f"{label(path)}, line {number}", fields, len(header) - trailing)
    if len(lines) == 1:
        raise InputError(f"{label(path)}: a header and no rows; add one row a rating")
    patterns = {separators for _, separators in lines[1:]}
    shared = patterns.pop() if len(patterns) == 1 else "\t" * (len(header) - 1)
    line_end = "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"
    layout = Layout(tuple(lines[0][0]), line_end, text.endswith("\n"), HOLDS.form, (lines[0][1], shared))
    return _Table(path, header, [fields for fields, _ in lines[1:]], layout)


# --- writing ------------------------------------------------------------------------------------------------


def write(judgements: Judgements) -> str:
    """Write ratings; a column that is not known is NA, and system names are quoted."""
    judgements = fitted(judgements, HOLDS)
    others = [name for name in judgements.extra if name not in COLUMNS and name not in HEADER]
    known = HEADER if judgements.seconds is not None else HEADER[:-1]
    default = (*known, *others)
    layout = judgements.layout or Layout(default, separators=("\t" * (len(default) - 1),) * 2)
    columns = _columns(judgements)
    rows = len(judgements)
    fields = [columns.get(_unquoted(name), [ABSENT] * rows) for name in layout.columns]
    _refuse_breaks(layout.columns)
    for column in fields:
        _refuse_breaks(column)
    lines = [_joined(list(layout.columns), layout.separators[0])]
    lines += [_joined(row, layout.separators[1]) for row in zip(*fields, strict=True)]
    return layout.line_end.join([*lines, ""] if layout.ends else lines)


def _joined(fields: Sequence[str], separators: str) -> str:
    return fields[0] + "".join(sign + field for sign, field in zip(separators, fields[1:], strict=True))


def _columns(judgements: Judgements) -> dict[str, Sequence[str]]:
    extra, rows = judgements.extra, len(judgements)
    columns: dict[str, Sequence[str]] = {
        name: [judgements.languages[at] or ABSENT] * rows for at, name in enumerate(LANGUAGES)
    }
    for name in ("rater", "system", "segment"):
        codes: Codes = getattr(judgements, name)
        columns[COLUMNS[name]] = as_written(extra.get(name), codes.column(), _WRITTEN.get(name, str), _means)
    columns["type"] = as_written(
        extra.get("item"), judgements.item.column(), _type, lambda text, kind: _kind(_unquoted(text)) == kind
    )
    columns["score"] = [text or ABSENT for text in numbers_as_written(extra, "score", judgements.score)]
    if judgements.seconds is not None:
        columns["time"] = [
            text or ABSENT for text in numbers_as_written(extra, "seconds", judgements.seconds)
        ]
    return columns | {name: column for name, column in extra.items() if name not in (*COLUMNS, "rater")}


def _means(text: str, value: str) -> bool:
    return _unquoted(text) == value


def _refuse_breaks(texts: Sequence[str]) -> None:
    for text in set(texts):
        if FIELD.fullmatch(text) is None or "\n" in text or text.endswith("\r"):
            raise InputError(f"the format graham cannot hold {text!r}: blanks separate; write a tidy table")


# --- means of ratings ---------------------------------------------------------------------------------------


def read_segment_scores(path: str) -> dict[str, Scores]:
    """Read the means of ratings: "raw" and "z" scores, and "n", the number of ratings behind each."""
    table = _table(path, SEGMENT_NEEDED)
    segment = "SEGID" if "SEGID" in table.columns else "SID"
    systems, segments = (
        Codes.of([_unquoted(text) for text in table.columns[name]]) for name in ("SYS", segment)
    )
    cells = systems.index.astype(np.int64) * len(segments.names) + segments.index
    again = np.flatnonzero(
        np.isin(np.arange(len(cells)), np.unique(cells, return_index=True)[1], invert=True)
    )
    if len(again):
        raise InputError(f"{table.where(int(again[0]))}: a second score of one output; keep one of the two")
    found = {}
    for name, column in (("raw", "RAW.SCR"), ("z", "Z.SCR"), ("n", "N")):
        values = np.full((len(systems.names), len(segments.names)), np.nan)
        values[systems.index, segments.index] = parse_numbers(table.columns[column], column, table.where)
        found[name] = Scores(name, systems.names, segments.names, values)
    return found


def write_segment_scores(scores: Mapping[str, Scores]) -> str:
    """Write means of ratings, system by system; outputs without a score are left out."""
    raw = scores["raw"]
    lines = ["SYS SID RAW.SCR Z.SCR N"]
    for row, system in enumerate(raw.systems):
        for column in np.flatnonzero(~np.isnan(raw.values[row])).tolist():
            values = (
                number_text(float(scores[name].values[row, column])) or ABSENT for name in ("raw", "z", "n")
            )
            lines.append(" ".join([system, raw.segments[column], *values]))
    return "\n".join([*lines, ""])
