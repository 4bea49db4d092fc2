"""Tables with named columns, one line a system and segment (or a system), one column a metric: any program's scores.

In any shape of table, cells separated by blanks too. The columns `system` and `segment`, and
`document`, `domain` and `lp` where there are any, are found under their usual names (`tables.names`); every
other column with numbers in it is a metric. Columns of text are named in a warning. Without a column `segment` a table
with one line a system has scores of whole systems, and any other counts the lines of each system.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from assay.data import Scores
from assay.data.judgements import Layout
from assay.errors import AssayWarning, InputError
from assay.io.opening import Named, Source, held, label, listed, shown
from assay.io.scores.entries import UNKNOWN, Entries, is_number, number, of_systems
from assay.io.tables.head import Head
from assay.io.tables.headed import Wanted, read_headed
from assay.io.tables.names import SCORE_ROLES, located, role_of
from assay.io.tables.reading import Given
from assay.io.tables.table import Table, table_of

WANTED = Wanted(lambda name: bool(role_of(name, SCORE_ROLES)[0]), blanks=True)
SHEET = replace(
    WANTED,
    no_table=(
        "not a score file by its first line; give a table with the columns system, segment and "
        "one column per metric, or name the form with --from"
    ),
    needed=lambda names: "system" in _roles(names),
)
Roles = Mapping[str, str]  # the columns of roles


def recognises(head: Head) -> bool:
    """Tell from the beginning of a source whether it is a table with a column of systems."""
    names = head.header if head.kind else head.first.split()
    return "system" in _roles(names)


def _roles(names: Sequence[str]) -> dict[str, str]:
    """Return the columns of roles; where there is one, a column `mt` holds texts and no names of systems."""
    return located(names, ("mt", "final", *SCORE_ROLES))


def read(given: Given) -> list[Scores]:
    """Read a table."""
    return from_table(given if isinstance(given, Table) else read_headed(held(given), WANTED))


def read_sheet(source: Source) -> list[Scores]:
    """Read a table whose columns stand below a title, or in a workbook or frame; anything else is refused."""
    return read(read_headed(source, SHEET))


def score_table(path: Named, columns: Mapping[str, Sequence[str]], lines: Sequence[int]) -> Table:
    """Return columns of cells as a table, whose rows stand in these lines."""
    return table_of(Source.of(path), columns, lines, Layout(tuple(columns)))


def from_table(table: Table, chosen: Sequence[str] | None = None) -> list[Scores]:
    """Return the scores of every metric of a table, those of different pairs of languages apart."""
    roles = _roles(table.header)
    if "system" not in roles:
        raise InputError(
            f"{label(table.source)}: no column names the system; found "
            f"{listed(table.header)}; call one of them system"
        )
    if not len(table):
        raise InputError(f"{label(table.source)}: a header but no rows; there is nothing to read")
    metrics = _metrics(table, _candidates(table.header, roles), chosen)
    try:
        return _scores(table, roles, metrics)
    except InputError as error:
        rater = located(table.header, ("rater",)).get("rater")
        if rater is None:
            raise
        raise InputError(
            f'{error}; by its column "{shown(rater)}" these are judgements: assay human reads them'
        ) from None


def _scores(table: Table, roles: Roles, metrics: Sequence[str]) -> list[Scores]:
    values = {name: _numbers(table, name) for name in metrics}
    pairs = table.column(roles["langs"]) if "langs" in roles else [""] * len(table)
    scores = []
    rows_of: dict[str, list[int]] = {}
    for row, pair in enumerate(pairs):
        rows_of.setdefault(pair, []).append(row)
    for pair, rows in rows_of.items():
        notes = (f"pair {pair}",) if pair else ()
        make = _maker(table, roles, rows)
        scores += [make(name, [values[name][row] for row in rows], notes) for name in metrics]
    return scores


def _candidates(header: Sequence[str], roles: Roles) -> list[str]:
    """Return the columns that say nothing of system, segment and the like: they may hold scores."""
    texts = {roles.get("mt"), roles.get("final")}
    return [name for name in header if name in texts or not role_of(name, SCORE_ROLES)[0]]


def _metrics(table: Table, names: list[str], chosen: Sequence[str] | None) -> list[str]:
    numeric = [name for name in names if _is_numeric(_cells(table, name))]
    if chosen is not None:
        wanted = set(chosen)
        return [name for name in names if name in wanted]
    known = set(numeric)
    text = [name for name in names if name not in known]
    if text:
        columns = f"the column{'s' * (len(text) > 1)} {listed(text)}"
        warnings.warn(f"{label(table.source)}: read no scores from {columns}", AssayWarning, 2)
    if not numeric:
        commas = any(_is_numeric([cell.replace(",", ".") for cell in table.column(name)]) for name in names)
        remedy = "write decimal points, not commas" if commas else "add one column per metric"
        raise InputError(f"{label(table.source)}: no column holds numbers; {remedy}")
    return numeric


def _is_numeric(cells: Sequence[str]) -> bool:
    first = next((cell for cell in cells if cell.strip().lower() not in UNKNOWN), "")
    return is_number(first)


def _numbers(table: Table, name: str) -> list[float]:
    file, column = f"{label(table.source)}, {table.unit}", shown(name)
    cells = zip(table.line.tolist(), _cells(table, name), strict=True)
    return [number(f"{file} {line}, column {column}", cell) for line, cell in cells]


def _cells(table: Table, name: str) -> Sequence[str]:
    """Return the cells of a column, numbers as we write them: between semicolons, they have a decimal comma."""
    cells = table.column(name)
    return list(map(_pointed, cells)) if table.decimal_comma else cells


def _pointed(cell: str) -> str:
    pointed = cell.replace(",", ".", 1)
    return pointed if is_number(pointed) else cell


Maker = Callable[[str, list[float], tuple[str, ...]], Scores]


def _maker(table: Table, roles: Roles, rows: list[int]) -> Maker:
    """Return what turns a column of values into scores: of segments, or of whole systems."""
    names = table.column(roles["system"])
    systems = [names[row] for row in rows]
    for row, system in zip(rows, systems, strict=True):
        if not system:
            raise InputError(f"{table.where(row)}: no system; fill the cell")
    if "segment" not in roles and len(set(systems)) == len(systems):
        return lambda name, values, notes: of_systems(
            name, dict(zip(systems, values, strict=True)), notes=notes
        )
    entries = _entries(table, roles, rows)
    return lambda name, values, notes: entries.scores(name, values, notes=notes)


def _entries(table: Table, roles: Roles, rows: list[int]) -> Entries:
    entries = Entries(table.source)
    columns = {role: table.column(name) for role, name in roles.items()}
    counts: dict[str, int] = {}
    lines = table.line[rows].tolist()
    for line, row in zip(lines, rows, strict=True):
        system = columns["system"][row]
        counts[system] = counts.get(system, 0) + 1
        segment = columns["segment"][row] if "segment" in columns else str(counts[system])
        document, domain = (columns[role][row] if role in columns else "" for role in ("document", "domain"))
        entries.add(line, system, segment, document, domain)
    return entries
