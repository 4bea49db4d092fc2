"""A sheet as cells: from XLSX, CSV, TSV or JSONL, with the header found wherever it stands.

Titles and empty rows above the header, empty rows in the table, empty columns and rows of totals are left out and
counted. Separators are told by the rows themselves, or by a line `sep=;`, which Excel writes and reads.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assay.errors import InputError
from assay.io.opening import contents, label, shown
from assay.io.ratings.cells import MISSING, NUMBER_FORM, dumped
from assay.io.ratings.sheets.names import TEXTS, aspect_of, key_of, role_of
from assay.io.texts.lines import UTF8_MARK, check_utf8, is_workbook, text_lines, without_mark
from assay.io.texts.rows import csv_fields, json_object, ragged, refuse_repeated
from assay.io.texts.xlsx import CellPlace, xlsx_texts

SEPARATORS = {"\t": "tabs", ";": "semicolons", ",": "commas", "|": "bars"}
SEP_LINE = re.compile(r'"?sep=(.)"?\r?', re.IGNORECASE)
LOOKED_AT = 200  # lines by which the separator is told
TOP = 20  # rows among which the header is looked for
TOTALS = (
    "average",
    "averages",
    "avg",
    "mean",
    "total",
    "totals",
    "sum",
    "median",
    "mittelwert",
    "summe",
    "moyenne",
)
DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+", re.ASCII)
LABELLED = re.compile(
    r"(\d{1,3})\s*(?:[-\u2013:=]|(?=\())\s*\(?[^\W\d][^\d]{0,25}"
)  # 4 - good, 5 (very good)
NO_NUMBER = MISSING | {"-", "\u2013", "\u2014", "n.a.", "n/a", "na", "nan", "null", "#N/A", "x", "?"}
Row = tuple[int, list[str]]  # its number in the file, and its cells


@dataclass(frozen=True)
class Grid:
    """The cells of a sheet under its header, and how they were found."""

    path: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]
    unit: str = "line"  # what messages call a row
    notes: tuple[str, ...] = ()  # what was recognised
    top: int = 1  # the row of the header

    def column(self, place: int) -> list[str]:
        """Return the cells of a column."""
        return [cells[place] for _, cells in self.rows]

    def flat_rows(self) -> Iterator[Row]:
        """Yield the rows with every cell on one line."""
        for number, cells in self.rows:
            yield number, [" ".join(cell.splitlines()) for cell in cells]

    def table_name(self) -> str:
        """Return what messages call the table, whose lines are counted from its header on where titles stand above."""
        follow = all(number == at for at, (number, _) in enumerate(self.rows, start=2))
        return self.path if follow else f"{self.path}, the table from {self.unit} {self.top} on"

    def where(self, row: int) -> str:
        """Return file and place of a row."""
        return f"{label(self.path)}, {self.unit} {self.rows[row][0]}"


def number_in(text: str) -> float | None:
    """Return the number of a cell, with a decimal point or comma, in per cent or not; None where it is none.

    NaN stands for a cell that says that there is no number.
    """
    bare = text.strip().removesuffix("%").strip().replace("\u2212", "-")
    if DECIMAL_COMMA.fullmatch(bare):
        bare = bare.replace(",", ".")
    if NUMBER_FORM.fullmatch(bare):
        value = float(bare)
        return value if abs(value) < float("inf") else None
    grade = LABELLED.fullmatch(text.strip())
    if grade is not None:
        return float(grade[1])
    return float("nan") if text.strip() in NO_NUMBER else None


def is_numeric(cells: Sequence[str]) -> bool:
    """Tell whether more than half of the cells that say something are numbers, and there is one."""
    said = [number_in(cell) for cell in cells if cell.strip() and cell.strip() not in NO_NUMBER]
    return sum(value is not None for value in said) * 2 > len(said)


def read_grid(path: str, wanted: Sequence[str] = (), encoding: str = "") -> Grid:
    """Read a sheet; `wanted` are columns that the header must have, where any were named."""
    if is_workbook(path):
        data = contents(path)
        texts = xlsx_texts(path, data, lambda rows: _doubtful(rows, wanted))
        return _headed(path, list(enumerate(texts, start=1)), wanted, ["XLSX, the first sheet"])
    text, notes = _text(path, encoding)
    if text.lstrip().startswith("{"):
        return _headed(path, _json_rows(path, text), wanted, ["JSONL", *notes])
    rows, separator = _separated(path, text, strict=bool(wanted))
    return _headed(path, rows, wanted, [f"{SEPARATORS.get(separator, 'one column')} between columns", *notes])


def _text(path: str, encoding: str) -> tuple[str, list[str]]:
    data = contents(path)
    notes = [encoding] if encoding else []
    if data.startswith(UTF8_MARK):
        data, notes = data.removeprefix(UTF8_MARK), [*notes, "UTF-8 with a byte-order mark"]
    body = without_mark(path, data)  # refuses UTF-32
    check_utf8(path, body)
    text = body.decode()
    if "\r" in text and "\n" not in text:
        return text.replace("\r", "\n"), [*notes, "lines ended by carriage returns"]
    return text.replace("\r\r\n", "\r\n"), notes


def _json_rows(path: str, text: str) -> list[Row]:
    lines = enumerate(text_lines(text), start=1)
    records = [(number, json_object(f"{label(path)}, line {number}", line)) for number, line in lines]
    names = list(dict.fromkeys(name for _, record in records for name in record))
    cells = [(number, [_json_cell(record.get(name)) for name in names]) for number, record in records]
    return [(0, names), *cells]


def _json_cell(value: object) -> str:
    return "" if value is None else value if isinstance(value, str) else dumped(value)


def _separated(path: str, text: str, *, strict: bool) -> tuple[list[Row], str]:
    """Return the rows of a text, and what separates their cells; "" where nothing does."""
    first, _, rest = text.partition("\n")
    told = SEP_LINE.fullmatch(first)
    if told:
        return [(line + 1, cells) for line, cells in _fields(path, rest, told[1])], told[1]
    separator = _separator(text)
    top = [name for line in text.split("\n", TOP)[:TOP] for name in line.split(separator or None)]
    if not strict and not any(_is_known(name.strip('"\r ')) for name in top):
        raw = [(number, line.split(separator or None)) for number, line in enumerate(text_lines(text), 1)]
        if not _is_table(raw[0][1] if raw else [], raw):
            raise _no_table(path)
    return _fields(path, text, separator or "\t"), separator


def _fields(path: str, text: str, separator: str) -> list[Row]:
    try:
        return list(csv_fields(path, text.replace("\r\n", "\n"), separator))
    except InputError:
        if separator != "\t":
            raise
        return [(number, line.split("\t")) for number, line in enumerate(text_lines(text), start=1)]


def _separator(text: str) -> str:
    """Return the sign that gives the most lines the same number of cells, and that number the larger."""
    lines = [line for line in text.split("\n", LOOKED_AT)[:LOOKED_AT] if line.strip()]

    def evenness(sign: str) -> tuple[float, int]:
        counts = Counter(line.count(sign) for line in lines if sign in line)
        (width, rows), *_ = counts.most_common(1) or [(0, 0)]
        return round(rows / max(len(lines), 1), 1), width

    best = max(SEPARATORS, key=evenness)
    return best if evenness(best)[1] else ""


def _headed(path: str, rows: Sequence[Row], wanted: Sequence[str], notes: Sequence[str]) -> Grid:
    """Find the header, and leave out what is no row of the table."""
    unit = "row" if "XLSX" in notes[0] else "line"
    at = _header_at([cells for _, cells in rows[:TOP]], wanted)
    line, header = rows[at] if rows else (1, [])
    if not wanted and not _is_table(header, rows):
        raise _no_table(path)
    body = [row for row in rows[at + 1 :] if any(map(str.strip, row[1]))]
    kept = [place for place, name in enumerate(header) if name.strip() or _is_filled(body, place)]
    named = [header[place].strip() or f"column {place + 1}" for place in kept]
    refuse_repeated(f"{label(path)}, {unit} {line}", named, "columns")
    cells = [(number, _fitted(path, f"{unit} {number}", row, len(header))) for number, row in body]
    table = [(number, [row[place] for place in kept]) for number, row in cells]
    totals = [number for number, row in table[-3:] if _is_total(row)]
    if len(table) == len(totals):
        raise InputError(f"{label(path)}: a header but no rows; add one row per judgement")
    skipped = len(rows) - at - 1 - len(body)
    told = [
        *notes,
        *([f"header in {unit} {line}"] if at else []),
        *([f"{skipped} empty {unit}{'s' * (skipped > 1)} left out"] if skipped else []),
        *([f"{unit} {totals[0]} left out as a total"] if totals else []),
    ]
    return Grid(
        path,
        tuple(named),
        tuple(row for row in table if row[0] not in totals),
        unit,
        tuple(told),
        line,
    )


def _header_at(rows: Sequence[Sequence[str]], wanted: Sequence[str]) -> int:
    """Return which row is the header: that with the most names that were asked for, or that are known."""

    def known(cells: Sequence[str]) -> int:
        names = {cell.strip() for cell in cells}
        if wanted:
            return len(names & {*wanted})
        return sum(_is_known(name) for name in names if name)

    counts = [known(cells) for cells in rows]
    most = max(counts, default=0)
    if most:
        return counts.index(most)
    return next((at for at, cells in enumerate(rows) if sum(map(bool, map(str.strip, cells))) > 1), 0)


def _is_table(header: Sequence[str], rows: Sequence[Row]) -> bool:
    """Tell whether rows are a table: under a known name, or at least with as many cells as one another."""
    if any(_is_known(name) for name in header):
        return True
    widths = {len(cells) for _, cells in rows if any(map(str.strip, cells))}
    return sum(map(bool, map(str.strip, header))) > 1 and len(widths) == 1


def _no_table(path: str) -> InputError:
    return InputError(
        f"{label(path)}: neither a known format of judgements nor a table of ratings; "
        "give a table with the columns rater, system, segment and score, or name the format (--from)"
    )


def _is_known(name: str) -> bool:
    return bool(role_of(name)[0]) or aspect_of(name) is not None


def _is_filled(body: Sequence[Row], place: int) -> bool:
    return any(place < len(cells) and cells[place].strip() for _, cells in body)


def _fitted(path: str, place: str, row: list[str], width: int) -> list[str]:
    """Return a row as wide as the header; a cell beyond it is an error, and so is a CSV row that was cut."""
    if len(row) > width and any(map(str.strip, row[width:])):
        raise ragged(f"{label(path)}, {place}", row, width)
    if len(row) < width and not place.startswith("row"):
        raise ragged(f"{label(path)}, {place}", row, width)
    return [*row[:width], *[""] * (width - len(row))]


def _is_total(cells: Sequence[str]) -> bool:
    """Tell whether a row sums up others: its first words say so."""
    said = [cell for cell in cells if cell.strip()]
    return key_of(said[0]).rstrip(":") in TOTALS and cells[0].strip() in ("", said[0].strip())


def _doubtful(rows: list[list[str]], wanted: Sequence[str]) -> set[CellPlace]:
    """Return the cells of a workbook that are empty or say an error, where that decides something."""
    at = _header_at(rows[:TOP], wanted)
    header = rows[at] if rows else []
    used = [place for place, name in enumerate(header) if name.strip() and role_of(name)[0] not in TEXTS]
    return {
        (number + 1, place + 1)
        for number, row in enumerate(rows)
        if number > at and any(map(str.strip, row))
        for place in used
        if place >= len(row) or not row[place] or row[place].startswith("#")
    }


def listed(names: Sequence[str], most: int = 12) -> str:
    """Name columns in quotes, as many as fit a message."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(f'"{shown(name)}"' for name in names[:most]) + more
