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
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assay.data import DEGRADED, GENUINE, REFERENCE, REPEAT, Codes, Judgements, Scores
from assay.data.judgements import Layout
from assay.errors import InputError
from assay.io.layout import laid_out, layout_of
from assay.io.opening import Named, Source, contents, label
from assay.io.ratings.format import ColumnMap, Field, judgements_of, rating_format
from assay.io.ratings.lines import by_row
from assay.io.tables.cells import NUMBER, Cell, parse_numbers, renamed, with_missing
from assay.io.tables.head import Head
from assay.io.tables.table import Table, table_of
from assay.io.texts.lines import decoded, text_lines
from assay.io.texts.rows import ragged, refuse_repeated

FORM = "graham"
CELL = re.compile(r'"[^"]*"|[^\t ]*')
ABSENT = "NA"
TYPES = {"SYSTEM": GENUINE, "REPEAT": REPEAT, "REF": REFERENCE, "BADREF": DEGRADED}
OTHER_TYPES = {"BAD_REF": DEGRADED, "BAD-REF": DEGRADED, "BAD": DEGRADED}
HEADER = (
    *("HITId", "WorkerId", "Input.src", "Input.trg", "Input.item", "hit"),
    *("sys_id", "rid", "type", "sid", "score", "time"),
)
SEGMENT_NEEDED = ("SYS", "SID", "RAW.SCR", "Z.SCR", "N")


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text.startswith('"') and text.endswith('"') else text


def _kind(text: str) -> str:
    name = _unquoted(text)
    return (TYPES | OTHER_TYPES).get(name, name)


def _type(kind: str) -> str:
    return next((name for name, meant in TYPES.items() if meant == kind), kind)


QUOTED = Cell(_unquoted, '"{}"'.format)
PLAIN = Cell(_unquoted, str)
NUMBER_OR_NA = with_missing(NUMBER, ABSENT)
COLUMNS = ColumnMap(
    (
        Field("rater", ("WorkerId",), PLAIN, needed=True),
        Field("system", ("sys_id",), QUOTED, needed=True),
        Field("item", ("type",), Cell(_kind, _type), needed=True),
        Field("segment", ("sid",), PLAIN, needed=True),
        Field("score", ("score",), NUMBER_OR_NA, needed=True),
        Field("seconds", ("time",), NUMBER_OR_NA),
    ),
    languages=("Input.src", "Input.trg"),
    absent=ABSENT,
)


def recognises(head: Head) -> bool:
    """Tell by its first line whether a file holds ratings of this kind."""
    return COLUMNS.fits(_split(head.first)[0])


def _split(line: str) -> tuple[list[str], str]:
    """Return the cells of a line, quotes and all, and what stands between them."""
    cells: list[str] = []
    separators: list[str] = []
    at = 0
    while True:
        match = CELL.match(line, at)
        assert match is not None  # an empty cell matches anywhere
        cells.append(match[0])
        if match.end() == len(line):
            return cells, "".join(separators)
        if line[match.end()] not in "\t ":  # text behind a closing quote
            return line.replace("\t", " ").split(" "), re.sub(r"[^\t ]", "", line)
        separators.append(line[match.end()])
        at = match.end() + 1


def read(path: Named) -> Judgements:
    """Read ratings."""
    return judgements_of("da", COLUMNS.read(_table(path, [field.names[0] for field in COLUMNS.fields[:5]])))


def _table(path: Named, needed: Sequence[str]) -> Table:
    """Read the cells of a file by column, with the separators that all rows share."""
    text = decoded(path, contents(path))
    lines = [_split(line) for line in text_lines(text)]
    (names, separators), *rows = lines
    header = [_unquoted(name) for name in names]
    trailing = header[-1] == ""  # a blank behind the last name, and behind every row
    refuse_repeated(f"{label(path)}, line 1", header, "columns")
    missing = [name for name in needed if name not in header]
    if missing:
        raise InputError(
            f"{label(path)}, line 1: no column {', '.join(missing)}; the header names the columns"
        )
    for number, (cells, _) in enumerate(rows, start=2):
        if len(cells) != len(header):
            raise ragged(f"{label(path)}, line {number}", cells, len(header) - trailing)
    if not rows:
        raise InputError(f"{label(path)}: a header but no rows; add one row per rating")
    patterns = {between for _, between in rows}
    shared = patterns.pop() if len(patterns) == 1 else "\t" * (len(header) - 1)
    layout = replace(layout_of(text, names, FORM), separators=(separators, shared))
    columns = {name: [cells[at] for cells, _ in rows] for at, name in enumerate(header)}
    return table_of(Source.of(path), columns, range(2, len(rows) + 2), layout)


def write(judgements: Judgements) -> bytes:
    """Write ratings; a column that is not known is NA, and system names are quoted."""
    _refuse_quoted(judgements)
    columns = COLUMNS.written(judgements)
    others = [name for name in judgements.extra if name not in (*HEADER, *_OURS)]
    default = (*(HEADER if judgements.seconds is not None else HEADER[:-1]), *others)
    layout = judgements.layout or Layout(default, separators=("\t" * (len(default) - 1),) * 2)
    absent = Codes.alike(ABSENT, len(judgements))
    cells = [by_row(columns.get(_unquoted(name), absent)) for name in layout.columns]
    for column in (layout.columns, *cells):
        _refuse_breaks(column)
    rows = [_joined(row, layout.separators[1]) for row in zip(*cells, strict=True)]
    return laid_out([_joined(layout.columns, layout.separators[0]), *rows], layout).encode()


_OURS = tuple(field.ours for field in COLUMNS.fields)


def _joined(cells: Sequence[str], separators: str) -> str:
    return cells[0] + "".join(sign + cell for sign, cell in zip(separators, cells[1:], strict=True))


def _refuse_quoted(judgements: Judgements) -> None:
    """Refuse names whose quotes would be taken off when they are read."""
    for name in (*judgements.rater.names, *judgements.segment.names):
        if _unquoted(name) != name:
            raise InputError(f"the format graham cannot hold the quotes of {name!r}; write a tidy table")


def _refuse_breaks(texts: Sequence[str]) -> None:
    for text in dict.fromkeys(texts):
        cell = CELL.match(text)
        if cell is None or cell[0] != text or "\n" in text or text.endswith("\r") or text == '"':
            raise InputError(
                f"the format graham cannot hold {text!r}: it is separated by spaces; write a tidy table"
            )


FORMAT = rating_format(
    FORM,
    "direct assessment, one rating per row (HITId, WorkerId, …)",
    recognises,
    read,
    write,
    COLUMNS.holds(FORM, "da"),
)


# --- means of ratings ---------------------------------------------------------------------------------------


def read_segment_scores(path: Named) -> dict[str, Scores]:
    """Read the means of ratings: "raw" and "z" scores, and "n", the number of ratings behind each."""
    table = _table(path, SEGMENT_NEEDED)
    segment = "SEGID" if "SEGID" in table.names else "SID"
    systems, segments = (renamed(table.names[name], _unquoted) for name in ("SYS", segment))
    cells = systems.index.astype(np.int64) * len(segments.names) + segments.index
    again = np.flatnonzero(
        np.isin(np.arange(len(cells)), np.unique(cells, return_index=True)[1], invert=True)
    )
    if len(again):
        raise InputError(f"{table.where(int(again[0]))}: a second score of one output; keep one of the two")
    means = {}
    for name, column in (("raw", "RAW.SCR"), ("z", "Z.SCR"), ("n", "N")):
        values = np.full((len(systems.names), len(segments.names)), np.nan)
        values[systems.index, segments.index] = parse_numbers(
            table.names[column].column(), column, table.where
        )
        means[name] = Scores(name, systems.names, segments.names, values)
    return means
