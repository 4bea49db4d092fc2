"""TSV, CSV, JSONL, XLSX and Parquet tables with named columns, read whole: one row a segment.

An empty cell is a real empty text. A reference that does not exist is null or absent in JSONL and Parquet; TSV, CSV
and XLSX have no way to say so but a marker that the user agrees on (`--missing NA`). Parquet is read by pyarrow; as in
JSONL, a reference may be a list of strings, and a system a structure with a string for every name.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import replace

from assay.data import Bilingual, Codes, EvalSet, Outputs, numbered_ids
from assay.errors import AssayWarning, InputError
from assay.io.opening import Named, Source, contents, head, label, shown
from assay.io.tables.head import shape_of
from assay.io.tables.headed import Wanted, read_headed
from assay.io.tables.names import SET_ROLES, role_of
from assay.io.tables.parquet import parquet_columns, parquet_records
from assay.io.tables.records import plain_row
from assay.io.tables.table import Table
from assay.io.texts.columns import ROLES, Columns
from assay.io.texts.lines import OLD_WORKBOOK, ZIP, as_utf8, marked_text, text_column
from assay.io.texts.names import base_name, extension
from assay.io.texts.rows import TableCells, id_columns, json_cells, record_cells, refuse_repeated
from assay.io.xml_parsing import first_text
from assay.text import Column

FORMATS = {".tsv": "tsv", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
FORMATS |= dict.fromkeys((".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"), "xlsx") | dict.fromkeys(
    (".parquet", ".pq"), "parquet"
)
# What files that are no text begin with
BINARY = {ZIP: "xlsx", OLD_WORKBOOK: "xlsx", b"PAR1": "parquet"}


def read_table(
    path: Named, columns: Columns | None = None, missing: str | None = None
) -> tuple[EvalSet, Outputs]:
    """Read a table; the format goes by the extension, else by the first line."""
    source = Source.of(path)
    return parse_table(source, b"" if source.rows is not None else contents(source), columns, missing)


def parse_table(
    path: Named, data: bytes, columns: Columns | None = None, missing: str | None = None
) -> tuple[EvalSet, Outputs]:
    """Read a table from the bytes of a file."""
    return assemble(table_cells(path, data, columns or Columns(), missing))


def parse_bilingual_table(path: Named, data: bytes, columns: Columns | None = None) -> Bilingual:
    """Read source and outputs of a table, whether or not it has references."""
    cells = table_cells(path, data, replace(columns or Columns(), needed=("source", "system")), None)
    source = _optional(cells, "source")
    if source is None:
        raise InputError(
            f"{label(path)}: no text in the column of the source, which outputs are checked against"
        )
    named = cells.ids and all(key and key[0] for key in cells.ids)
    return Bilingual(
        base_name(path),
        ("", ""),
        source,
        {key[1]: _complete(cells, key) for key in cells.columns if key[0] == "system"},
        [key[0] for key in cells.ids] if named else numbered_ids(len(source)),
        _document(cells),
    )


def has_references(path: Named, data: bytes, columns: Columns | None = None) -> bool:
    """Tell whether a table has a column of references; yes where it has no source either, so that this is said."""
    cells = table_cells(path, data, replace(columns or Columns(), needed=("system",)), None)
    roles = {role for role, _ in cells.columns}
    return "reference" in roles or "source" not in roles


def table_cells(path: Named, data: bytes, roles: Columns, missing: str | None) -> TableCells:
    """Return the cells of a table by role and name."""
    source = Source.of(path)
    if source.rows is not None:
        rows = enumerate(map(plain_row, source.rows), start=1)
        return record_cells(TableCells(path, unit="row"), rows, roles, missing)
    source = replace(source, content=data)
    known = FORMATS.get(extension(path)) or binary_form(data)
    if known == "parquet":
        return record_cells(TableCells(path, unit="row"), parquet_rows(path, data, roles), roles, missing)
    plain = as_utf8(source)
    if not known and shape_of(source) == "text":
        known = _format(plain)
    if known == "jsonl":
        return json_cells(path, marked_text(plain, contents(plain)), roles, missing)
    return _headed_cells(path, read_headed(plain, _wanted(roles, missing)), roles, missing)


def _wanted(roles: Columns, missing: str | None) -> Wanted:
    """Return what is looked for in a table of texts, where an empty row may be a segment and quotes are text."""
    named = [name for role in ROLES for name in roles.wanted(role)]

    def known(name: str) -> bool:
        return name in named or bool(roles.roles(name)) or bool(role_of(name, SET_ROLES)[0])

    return Wanted(
        known,
        used=lambda name: bool(roles.roles(name)),
        needed=lambda _: True,
        quotes="raw",
        missing=missing,
    )


def _headed_cells(path: Named, table: Table, columns: Columns, missing: str | None) -> TableCells:
    """Return the cells of a table that was read, by role and name."""
    header = list(table.header)
    roles = columns.resolved(header)
    roles.check(label(path), header)
    cells = TableCells(path, table.line.tolist(), unit=table.unit)
    for name in header:
        for key in roles.roles(name):
            if key in cells.columns:
                raise cells.doubled(key)
            texts = table.column(name)
            cells.columns[key] = [None if text == missing else text for text in texts]
    places = [table.column(name) for name in id_columns(tuple(header), roles)]
    cells.ids = list(zip(*places, strict=True)) if places else [()] * len(table)
    return cells


def binary_form(start: bytes) -> str | None:
    """Tell by its first bytes whether a table is "xlsx" or "parquet"; others are text."""
    return next((form for sign, form in BINARY.items() if start.startswith(sign)), None)


def _format(source: Source) -> str:
    first = first_text(head(source)).removeprefix("\ufeff").partition("\n")[0]
    csv = "," in first or ";" in first or first.startswith("sep=")
    signs = {"jsonl": first.lstrip().startswith("{"), "tsv": "\t" in first, "csv": csv}
    for kind, present in signs.items():
        if present:
            return kind
    raise InputError(
        f"{label(source)}: not a table: the first line is neither a TSV or CSV header nor a JSON object; "
        "for plain text give references with -r"
    )


def assemble(cells: TableCells, known: dict[str, int] | None = None) -> tuple[EvalSet, Outputs]:
    """Return the set that cells make up; of a table in batches, `known` are the numbers of documents so far."""
    if not cells.lines:
        raise InputError(f"{label(cells.path)}: a header but no rows; add one row per segment")
    document = _document(cells, known)
    _warn_of_repeated_ids(cells, document)
    evalset = EvalSet(
        name=base_name(cells.path),
        languages=("", ""),
        source=_optional(cells, "source"),
        references={
            name: text_column(_not_empty(cells, name, column) if known is None else column)
            for (role, name), column in cells.columns.items()
            if role == "reference"
        },
        document=document,
    )
    return evalset, {key[1]: _complete(cells, key) for key in cells.columns if key[0] == "system"}


def _document(cells: TableCells, known: dict[str, int] | None = None) -> Codes | None:
    documents = _optional(cells, "document")
    return None if documents is None else Codes.of(documents, known)


def _not_empty(cells: TableCells, name: str, column: list[str | None]) -> list[str | None]:
    """Refuse a reference that has no text in any row: no output can agree with it."""
    if not any(text is None or text.strip() for text in column):
        rows = "its row" if len(column) == 1 else f"all {len(column)} rows"
        raise InputError(
            f'{label(cells.path)}: the column of reference "{name}" is empty in {rows}; fill it, take '
            "another column with --columns, or give --missing '' if there is another reference"
        )
    return column


def _warn_of_repeated_ids(cells: TableCells, documents: Codes | None) -> None:
    """Speak up about rows that have the id of another row of their document: each counts as a segment."""
    scopes = [0] * len(cells.ids) if documents is None else documents.index.tolist()
    first: dict[tuple[int, tuple[str, ...]], int] = {}
    again = [
        (place, before)
        for place, key in enumerate(zip(scopes, cells.ids, strict=True))
        if key[1] and key[1][0] and (before := first.setdefault(key, place)) != place
    ]
    if again:
        place, before = again[0]
        warnings.warn(
            f'{cells.where(place)}: id "{shown(cells.ids[place][0])}" was already in {cells.unit} '
            f"{cells.lines[before]}; {len(again)} of {len(cells.ids)} rows repeat an id, and each counts as a "
            "segment: remove "
            "copies, and give one row per segment, with a column for every system",
            AssayWarning,
            stacklevel=2,
        )


def _optional(cells: TableCells, role: str) -> Column | None:
    keys = [key for key in cells.columns if key[0] == role]
    return _complete(cells, keys[0]) if keys and any(t is not None for t in cells.columns[keys[0]]) else None


def _complete(cells: TableCells, key: tuple[str, str]) -> Column:
    column = cells.columns[key]
    if None in column:
        what = f'system "{key[1]}"' if key[0] == "system" else key[0]
        raise InputError(
            f"{cells.where(column.index(None))}: {what} is missing; give its text, or an empty string"
        )
    return Column.of([text for text in column if text is not None])


def parquet_rows(path: Named, data: bytes, columns: Columns) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield the rows with their numbers, in each the columns that have a role."""
    names = parquet_columns(path, data)
    refuse_repeated(label(path), names, "columns")
    roles = columns.resolved(names)
    ways = [name for name in roles.inner if name not in names and name.partition(".")[0] in names]
    roles.check(label(path), [*names, *ways])
    tops = [*id_columns(tuple(names), roles), *(name.partition(".")[0] for name in ways)]
    wanted = [name for name in names if roles.roles(name) or name in tops]
    yield from enumerate(parquet_records(path, data, wanted), start=1)
