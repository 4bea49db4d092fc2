"""Tables with named columns, one line a system and segment (or a system), one column a metric: any program's scores.

TSV, CSV (with semicolons, too), cells separated by blanks, or JSONL. The columns `system` and `segment`, and
`document`, `domain` and `lp` where there are any, are found under their usual names, in upper or lower case; every
other column with numbers in it is a metric. Columns of text are named in a warning. Without a column `segment` a table
with one line a system has scores of whole systems, and any other counts the lines of each system.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from assay.data import Scores
from assay.errors import AssayWarning, InputError, counted
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.opening import contents, label, listed, shown
from assay.io.scores.entries import UNKNOWN, Entries, is_number, number, of_systems
from assay.io.texts.lines import decoded, text_lines
from assay.io.texts.rows import read_rows

ROLES = {
    "system": ("system", "sys", "system_id", "systemid", "model"),
    "segment": ("segment", "seg", "seg_id", "segid", "segment_id", "sid", "globalsegid"),
    "document": ("document", "doc", "doc_id", "docid", "document_id"),
    "domain": ("domain",),
    "lp": ("lp", "language_pair", "langpair", "lang-pair"),
}

SPELLINGS = frozenset(name for names in ROLES.values() for name in names)


@dataclass(frozen=True)
class ScoreTable:
    """Cells as text, by column; `lines` says where each row stands."""

    path: str
    lines: tuple[int, ...]
    columns: dict[str, list[str]]


def recognises(first: str) -> bool:
    """Tell from the first line of a file whether it is a table with a column of systems."""
    if first.lstrip().startswith("{"):
        record = _parsed(first)
        return isinstance(record, dict) and _role("system", list(record)) is not None
    return _role("system", first.replace(",", " ").replace(";", " ").replace('"', "").split()) is not None


def read(path: str) -> list[Scores]:
    """Read a table."""
    text = decoded(path, contents(path))
    table = json_table(path, text) if text.lstrip().startswith("{") else _separated(path, text)
    return from_table(table)


def _separated(path: str, text: str) -> ScoreTable:
    first = text.split("\n", 1)[0]
    separator = next((sign for sign in "\t;," if sign in first), "")
    if separator:
        rows = read_rows(path, text, separator)
        header, body = rows.header, rows.body
    else:
        header, *others = [line.split() for line in text_lines(text)]
        body = list(enumerate(others, start=2))
    for line, cells in body:
        if len(cells) != len(header):
            raise InputError(
                f"{label(path)}, line {line}: {counted(len(cells), 'cell')}, the header has {len(header)}"
            )
    columns = {name: [cells[at] for _, cells in body] for at, name in enumerate(header)}
    if separator == ";":
        columns = {name: list(map(_decimal_point, cells)) for name, cells in columns.items()}
    return ScoreTable(path, tuple(line for line, _ in body), columns)


def _decimal_point(cell: str) -> str:
    """Return a number as we write it: where semicolons separate, spreadsheets write a decimal comma."""
    pointed = cell.replace(",", ".", 1)
    return pointed if is_number(pointed) else cell


def json_table(path: str, text: str) -> ScoreTable:
    """Read one JSON object a line; what is neither text nor number is left out, and named in a warning."""
    records = []
    for line, given in enumerate(text_lines(text), start=1):
        record = _parsed(given)
        if not isinstance(record, dict):
            raise InputError(
                f"{label(path)}, line {line}: not a JSON object; give one per line, and no empty line"
            )
        records.append(record)
    names = dict.fromkeys(name for record in records for name in record)
    columns = {name: [_cell(record.get(name)) for record in records] for name in names}
    return ScoreTable(path, tuple(range(1, len(records) + 1)), columns)


def _parsed(text: str) -> Any:
    try:
        return parse_json(text, nan=True)
    except JsonError:
        return None


def _cell(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def from_table(table: ScoreTable, chosen: Sequence[str] | None = None) -> list[Scores]:
    """Return the scores of every metric of a table, those of different pairs of languages apart."""
    roles = {role: _role(role, list(table.columns)) for role in ROLES}
    if roles["system"] is None:
        raise InputError(
            f"{label(table.path)}: no column names the system; found "
            f"{listed(table.columns)}; call one of them system"
        )
    if not table.lines:
        raise InputError(f"{label(table.path)}: a header but no rows; there is nothing to read")
    metrics = _metrics(table, [name for name in table.columns if name.lower() not in SPELLINGS], chosen)
    values = {name: _numbers(table, name) for name in metrics}
    pairs = [""] * len(table.lines) if roles["lp"] is None else table.columns[roles["lp"]]
    scores = []
    rows_of: dict[str, list[int]] = {}
    for row, pair in enumerate(pairs):
        rows_of.setdefault(pair, []).append(row)
    for pair, rows in rows_of.items():
        notes = (f"pair {pair}",) if pair else ()
        make = _maker(table, roles, rows)
        scores += [make(name, [values[name][row] for row in rows], notes) for name in metrics]
    return scores


def _metrics(table: ScoreTable, names: list[str], chosen: Sequence[str] | None) -> list[str]:
    numeric = [name for name in names if _is_numeric(table.columns[name])]
    if chosen is not None:
        wanted = set(chosen)
        return [name for name in names if name in wanted]
    known = set(numeric)
    text = [name for name in names if name not in known]
    if text:
        columns = f"the column{'s' * (len(text) > 1)} {listed(text)}"
        warnings.warn(f"{label(table.path)}: read no scores from {columns}", AssayWarning, 2)
    if not numeric:
        commas = any(_is_numeric([cell.replace(",", ".") for cell in table.columns[name]]) for name in names)
        remedy = "write decimal points, not commas" if commas else "add one column per metric"
        raise InputError(f"{label(table.path)}: no column holds numbers; {remedy}")
    return numeric


def _is_numeric(cells: Sequence[str]) -> bool:
    first = next((cell for cell in cells if cell.strip().lower() not in UNKNOWN), "")
    return is_number(first)


def _numbers(table: ScoreTable, name: str) -> list[float]:
    cells = zip(table.lines, table.columns[name], strict=True)
    file, column = label(table.path), shown(name)
    return [number(f"{file}, line {line}, column {column}", cell) for line, cell in cells]


def _role(role: str, names: Sequence[str]) -> str | None:
    """Return the column of a role; earlier spellings go before later ones."""
    return next((name for known in ROLES[role] for name in names if name.lower() == known), None)


Maker = Callable[[str, list[float], tuple[str, ...]], Scores]


def _maker(table: ScoreTable, roles: dict[str, str | None], rows: list[int]) -> Maker:
    """Return what turns a column of values into scores: of segments, or of whole systems."""
    systems = [table.columns[roles["system"] or ""][row] for row in rows]
    for row, system in zip(rows, systems, strict=True):
        if not system:
            raise InputError(f"{label(table.path)}, line {table.lines[row]}: no system; fill the cell")
    if roles["segment"] is None and len(set(systems)) == len(systems):
        return lambda name, values, notes: of_systems(
            name, dict(zip(systems, values, strict=True)), notes=notes
        )
    entries = _entries(table, roles, rows)
    return lambda name, values, notes: entries.scores(name, values, notes=notes)


def _entries(table: ScoreTable, roles: dict[str, str | None], rows: list[int]) -> Entries:
    entries = Entries(table.path)
    columns = {role: table.columns[name] for role, name in roles.items() if name is not None}
    counts: dict[str, int] = {}
    for row in rows:
        system = columns["system"][row]
        counts[system] = counts.get(system, 0) + 1
        segment = columns["segment"][row] if "segment" in columns else str(counts[system])
        document, domain = (columns[role][row] if role in columns else "" for role in ("document", "domain"))
        entries.add(table.lines[row], system, segment, document, domain)
    return entries
