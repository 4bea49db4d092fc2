"""Rows of TSV, CSV and JSONL files as cells: what role, what name, what text, in which line of the file.

TSV has no quoting: a TAB separates, a line feed ends; what looks quoted all the same is warned of. CSV is read by
Python's `csv` in its strict mode; semicolons may separate its cells. In JSONL every line is an object; a reference may
be a list of strings, which count as `reference:1`, `reference:2`, …, and a system may be an object from name to text.

In some tables cells may be quoted as in CSV, or may not, and the file itself tells which (`quoted_rows`). In a quoted
table a cell is in quotes where it holds a quote, a separator or a line end, and nowhere else. A table
that does not come out the same when it is read like that and written again is raw: quotes in it are text. Where both
readings could be, with other rows each, the raw one is taken.
"""

from __future__ import annotations

import csv
import io
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice

from assay.data.judgements import Layout
from assay.errors import AssayWarning, InputError, counted
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.layout import laid_out, layout_of
from assay.io.opening import Named, label, shown
from assay.io.tables.cells import inside, only
from assay.io.tables.names import key_of
from assay.io.tables.spellings import SPELLINGS
from assay.io.texts.columns import Columns
from assay.io.texts.lines import bare, text_lines

Key = tuple[str, str]  # role and name: ("system", "mt1")
Fields = Iterator[tuple[int, list[str]]]


@dataclass
class TableCells:
    """The cells of a table by role and name, `None` where there is none; `lines` is where each row began."""

    path: Named
    lines: list[int] = field(default_factory=list)
    columns: dict[Key, list[str | None]] = field(default_factory=dict)
    # Of every row, with its document; () without one
    ids: list[tuple[str, ...]] = field(default_factory=list)
    unit: str = "line"

    def start_row(self, line: int) -> None:
        """Begin the next row of the table."""
        self.lines.append(line)

    def put(self, key: Key, text: str | None) -> None:
        """Set a cell of the current row; a second text for it is an error."""
        column = self.columns.setdefault(key, [])
        column.extend([None] * (len(self.lines) - 1 - len(column)))
        if len(column) == len(self.lines):
            raise self.doubled(key)
        column.append(text)

    def doubled(self, key: Key) -> InputError:
        """Return the error for a second column of one role and name."""
        return InputError(f'{self.where(0)}: two columns for {key[0]} "{key[1]}"; rename one of them')

    def close(self) -> None:
        """Fill the columns that ended before the last row."""
        for column in self.columns.values():
            column.extend([None] * (len(self.lines) - len(column)))

    def where(self, row: int = -1) -> str:
        """Return file and line of a row."""
        return f"{label(self.path)}, {self.unit} {self.lines[row]}"


def cell_batches(
    path: Named,
    fields: Fields,
    columns: Columns,
    missing: str | None,
    *,
    unit: str = "line",
    most: int | None = None,
) -> Iterator[TableCells]:
    """Read rows of fields under a header into cells, so many rows at a time; the last ones may be none."""
    _, header = next(fields, (1, []))
    refuse_repeated(f"{label(path)}, {unit} 1", header, "columns")
    columns = columns.resolved(header)
    columns.check(label(path), header)
    keys = [columns.roles(name) for name in header]
    places = [header.index(name) for name in id_columns(tuple(header), columns)]
    full = True
    while full:
        cells = TableCells(path, unit=unit)
        for line, row in islice(fields, most):
            cells.start_row(line)
            if len(row) != len(header):
                raise ragged(cells.where(), row, len(header))
            for roles, text in zip(keys, row, strict=True):
                for key in roles:
                    cells.put(key, None if text == missing else text)
            cells.ids.append(tuple(row[place] for place in places))
        full = len(cells.lines) == most
        yield cells


@lru_cache
def id_columns(header: tuple[str, ...], columns: Columns) -> tuple[str, ...]:
    """Return the column that names rows, and after it one that names documents, within which ids may begin anew."""
    free = {key_of(name): name for name in header if not columns.roles(name)}
    spelt = (SPELLINGS["id"], SPELLINGS["row_document"])
    chosen = [next((free[name] for name in names if name in free), None) for names in spelt]
    return tuple(name for name in chosen if name is not None) if chosen[0] is not None else ()


def tsv_fields(path: Named, text: str) -> Fields:
    """Split lines at TABs, and at nothing else; a table whose header is in quotes is read as CSV is."""
    return tsv_line_fields(path, ended_lines(text))


def ended_lines(text: str) -> Iterator[str]:
    """Return the lines of a text with what ends them; only a line feed does."""
    return iter(io.StringIO(text, newline="\n"))


def tsv_line_fields(path: Named, lines: Iterable[str]) -> Fields:
    """Do the same with lines, given with their ends, as they come."""
    lines = iter(lines)
    header = list(islice(lines, 1))
    lines = chain(header, lines)
    if header and all(map(_in_quotes, bare(header[0]).split("\t"))):
        _warn(f"{label(path)}: the header is quoted; quotes are removed, there and in cells, as in CSV")
        yield from _csv_line_fields(path, lines, "\t")
        return
    quoted: list[int] = []
    number = 0
    for number, line in enumerate(map(bare, lines), start=1):
        fields = line.split("\t")
        if number > 1 and '"' in line and _looks_quoted(fields):
            quoted.append(number)
        yield number, fields
    if quoted:
        _warn(
            f"{label(path)}: {len(quoted)} of {number} lines look quoted as in CSV (first: line {quoted[0]}); "
            "in TSV, quotes are part of the text and were kept: save the table without quotes, or as CSV"
        )


def _looks_quoted(fields: Sequence[str]) -> bool:
    """Tell whether all cells are in quotes, or one is for the sake of quotes within it, which are doubled."""
    quoted = [cell[1:-1] for cell in fields if _in_quotes(cell)]
    escaped = ['""' in inner and '"' not in inner.replace('""', "") for inner in quoted]
    return any(escaped) or len(quoted) == sum(map(bool, fields)) > 0


def _in_quotes(cell: str) -> bool:
    return len(cell) > 1 and cell[0] == cell[-1] == '"'


def _warn(message: str) -> None:
    warnings.warn(message, AssayWarning, stacklevel=3)


def csv_fields(path: Named, text: str, separator: str = ",", skipped: int = 0) -> Fields:
    """Split by the rules of Python's csv module; a row may go over several lines; so many were skipped before."""
    return _csv_line_fields(path, ended_lines(text), separator, skipped)


def _csv_line_fields(path: Named, lines: Iterable[str], separator: str, skipped: int = 0) -> Fields:
    rows = csv.reader(lines, strict=True, delimiter=separator)
    while True:
        line = rows.line_num + 1 + skipped
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            raise InputError(
                f"{label(path)}, line {line}: not CSV ({error}); look for an unclosed or stray quote"
            ) from None
        yield line, row


def json_cells(path: Named, text: str, columns: Columns, missing: str | None) -> TableCells:
    """Read one JSON object a line into cells."""
    where = f"{label(path)}, line"
    lines = enumerate(text_lines(text), start=1)
    records = ((number, json_object(f"{where} {number}", line)) for number, line in lines)
    return record_cells(TableCells(path), records, columns, missing)


def record_cells(
    cells: TableCells, records: Iterable[tuple[int, dict[str, object]]], columns: Columns, missing: str | None
) -> TableCells:
    """Read rows that name the column of each of their values into cells."""
    header: dict[str, list[Key]] = {}  # what every column is
    for number, record in records:
        if not cells.lines:
            columns = columns.resolved(list(record))
        cells.start_row(number)
        for column, value in (record | _inner_values(record, columns)).items():
            if column not in header:
                header[column] = columns.roles(column)
            for key in header[column]:
                for name, string in _json_texts(cells, key, value):
                    cells.put(name, None if string == missing else string)
        cells.ids.append(tuple(str(record[name]) for name in id_columns(tuple(record), columns)))
    if cells.lines:
        columns.check(label(cells.path), list(header))
    cells.close()
    return cells


def _inner_values(record: dict[str, object], columns: Columns) -> dict[str, object]:
    """Return the values to which names with dots lead, where no column has such a name."""
    ways = {name: name.split(".") for name in columns.inner if name not in record}
    return {name: inside(record, way) for name, way in ways.items() if way[0] in record}


def json_object(where: str, line: str) -> dict[str, object]:
    """Return the object of a line of JSONL; a key that comes twice is an error."""
    try:
        record = parse_json(line, nan=True)
    except JsonError as error:
        raise InputError(
            f"{where}: not JSON ({error}); give one object per line, and no empty line"
        ) from None
    if not isinstance(record, dict):
        raise InputError(f'{where}: not a JSON object; write one per line: {{"name": "value", …}}')
    return record


def _json_texts(cells: TableCells, key: Key, value: object) -> Iterable[tuple[Key, str | None]]:
    """Spread a list of references and an object of systems over columns of their own."""
    role, name = key
    values = [(name, value if role == "reference" else only(value))]
    if role == "reference" and isinstance(value, list):
        base = "" if name == role else f"{name}:"
        values = [(f"{base}{number}", item) for number, item in enumerate(value, start=1)]
    elif role == "system" and isinstance(value, dict):
        values = [(shown(system), text) for system, text in value.items()]
    for column, text in values:
        if text is not None and not isinstance(text, str):
            raise InputError(
                f'{cells.where()}: {role} "{column}" is a {_json_type(text)}, not a string; put it in quotes'
            )
        yield (role, column), text


def _json_type(value: object) -> str:
    names: dict[type, str] = {bool: "Boolean", dict: "object", list: "list"}
    return names.get(type(value), "number")


def refuse_repeated(where: str, names: list[str], kind: str) -> None:
    """Refuse two columns or keys of one name."""
    if len(set(names)) == len(names):
        return
    for name, count in Counter(names).items():
        if count > 1:
            raise InputError(f'{where}: {count} {kind} are named "{shown(name)}"; rename or remove one')


def ragged(where: str, row: list[str], expected: int) -> InputError:
    """Return the error for a row that has not as many fields as the header."""
    if not any(row):
        return InputError(f"{where}: the line is empty, the header has {expected} fields; remove the line")
    fields = counted(len(row), "field")
    return InputError(f"{where}: {fields}, the header has {expected}; look for a stray or missing separator")


Cells = list[tuple[int, list[str]]]  # the rows of a table, each with the line in which it begins


def quoted_rows(text: str, separator: str, raw: Cells) -> Cells | None:
    """Return the rows of a table if it is a quoted one; where both readings could be, the raw one goes before."""
    quoted = _quoted_rows(text, separator, layout_of(text)) if '"' in text else None
    if quoted is not None and (not _is_even(quoted) or (_is_even(raw) and len(raw) != len(quoted))):
        return None
    return quoted


def written_rows(
    rows: Iterable[Sequence[str]], separator: str, layout: Layout | None, *, quoted: bool
) -> str:
    """Write a table; in a raw one no cell can hold a separator or a line end."""
    if quoted:
        given = layout or Layout()
        out = io.StringIO(newline="")
        csv.writer(out, delimiter=separator, lineterminator=given.line_end).writerows(rows)
        return out.getvalue() if given.ends else out.getvalue().removesuffix(given.line_end)
    return laid_out((separator.join(_checked(row, separator)) for row in rows), layout)


def _checked(row: Sequence[str], separator: str) -> Sequence[str]:
    for cell in row:
        if separator in cell or "\n" in cell:
            raise InputError(
                f'"{shown(cell[:40])}": a table without quotes cannot hold a separator or a line end; '
                "replace them with spaces"
            )
    return row


def _quoted_rows(text: str, separator: str, layout: Layout) -> Cells | None:
    """Return the rows of a quoted table, and nothing for one that is raw."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: Cells = []
    line = 1
    try:
        for cells in reader:
            rows.append((line, cells))
            line = reader.line_num + 1
        again = written_rows((cells for _, cells in rows), separator, layout, quoted=True)
    except csv.Error:
        return None
    return rows if again == text else None


def _is_even(rows: Cells) -> bool:
    return all(len(cells) == len(rows[0][1]) for _, cells in rows)
