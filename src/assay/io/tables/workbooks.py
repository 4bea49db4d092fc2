"""Workbooks (XLSX, XLSB, XLS and ODS) as rows of text: the first sheet, read by calamine.

A workbook is looked through first: a document type declaration is refused, as is one that unpacks to more than may be
read as a whole, or whose cells lie so far apart that the sheet between them could not be held. A formula counts as the
value that was last computed for it. In XLSX, where that can be told, a cell is refused if there is none, if it came to
an error, or if it is empty because it is merged with another; in the other kinds such a cell is empty.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from typing import IO, Any
from xml.etree import ElementTree

from assay.errors import AssayWarning, InputError
from assay.io.opening import BLOCK, Named, check_size, label, shown
from assay.io.texts.lines import ZIP

DECLARATION = "<!DOCTYPE"
FORBIDDEN = (DECLARATION.encode(), DECLARATION.encode("utf-16-le"), DECLARATION.encode("utf-16-be"))
TAG = rb"<(?:\w+:)?"
ROW = re.compile(TAG + rb"row\s[^>]*>")
HIDDEN = re.compile(rb"\shidden=[\"'](?:1|true)[\"']")
PLACE = re.compile(rb"\sr=[\"'](\d{1,9})[\"']")
CELL = re.compile(TAG + rb"c\s([^>]*[^/>])>")
CELL_PLACE = re.compile(rb"\br=[\"']([A-Z]{1,9})(\d{1,9})[\"']")
ERROR = re.compile(TAG + rb"c\s([^>]*\bt=[\"']e[\"'][^>]*)>.*?" + TAG + rb"v>([^<]*)<", re.DOTALL)
# Without one of them no cell can be unknown
DOUBTS = (b"<f", b":f", b"mergeCell", b't="e"', b"t='e'")
REPEATED = re.compile(rb"table:number-(rows|columns)-repeated=\"(\d+)\"")
MOST_ROWS = 1 << 20  # of a sheet of Excel 2007 and later
# Two cells may lie so far apart that few bytes make very many
MOST_CELLS = 20_000_000
CellPlace = tuple[int, int]  # row and column, from 1
Doubts = Callable[[list[list[str]]], set[CellPlace]]
ERRORS = ("#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!")
# What an archive is by a part that it has; the ending says which reader of calamine takes a workbook.
PARTS = {
    "xl/workbook.xml": "XLSX",
    "xl/workbook.bin": "XLSB",
    "content.xml": "ODS",
    "word/document.xml": "DOCX",
}
OPEN_DOCUMENT = b"application/vnd.oasis.opendocument.spreadsheet"


def workbook_kind(source: Named, data: bytes) -> str:
    """Return "XLSX", "XLSB", "ODS" or "XLS"; any other archive is refused by name."""
    if not data.startswith(ZIP):
        return "XLS"
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            names = parts.namelist()
            kind = next((kind for part, kind in PARTS.items() if part in names), "")
            written = kind == "ODS" and OPEN_DOCUMENT not in parts.read("mimetype")[:99]
    except (zipfile.BadZipFile, KeyError, OSError, ValueError, NotImplementedError) as error:
        raise _no_workbook(source, error) from None
    if kind in ("", "DOCX") or written:
        what = (
            "a ZIP archive without a workbook; unpack it"
            if not kind
            else "a document of text, and no workbook"
        )
        raise InputError(
            f"{label(source)}: {what}, and give a file of it"
            if not kind
            else f"{label(source)}: {what}; save its table as XLSX or CSV, or its text as plain text, a line a segment"
        )
    return kind


def workbook_texts(source: Named, data: bytes, doubtful: Doubts) -> list[list[str]]:
    """Return all rows of the first sheet, blank ones too; `doubtful` names the cells that must not be unknown."""
    from python_calamine import CalamineError, SheetTypeEnum, SheetVisibleEnum, load_workbook

    kind = workbook_kind(source, data)
    try:
        sheets = _look_through(source, data, kind)
        with load_workbook(io.BytesIO(data)) as book:
            known = [sheet for sheet in book.sheets_metadata if sheet.typ == SheetTypeEnum.WorkSheet]
            first = book.get_sheet_by_name(known[0].name)
            rows = [[_text(cell) for cell in row] for row in first.to_python(skip_empty_area=False)]
            filled = [
                sheet.name
                for sheet in known[1:]
                if (_has_cells(sheets[sheet.name]) if kind == "XLSX" else _is_filled(book, sheet.name))
            ]
    except (InputError, KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # what a library raises on a damaged file may be anything, a panic too
        if isinstance(error, CalamineError) and "assword" in f"{type(error).__name__}{error}":
            raise InputError(f"{label(source)}: it is locked with a password; save it without one") from None
        raise _no_workbook(source, error) from None
    name = known[0].name
    if kind == "XLSX":
        _take_errors(sheets[name], rows)
    _trim(source, rows)
    if kind == "XLSX":
        _refuse_unknown(source, sheets[name], name, doubtful(rows))
    cautions = [
        *(_hidden_rows(sheets[name], len(rows)) if kind == "XLSX" else ()),
        *_unseen(known[0].visible != SheetVisibleEnum.Visible, filled),
    ]
    for caution in cautions:
        warnings.warn(f'{label(source)}, sheet "{shown(name)}": {caution}', AssayWarning, stacklevel=3)
    return rows


def _no_workbook(source: Named, error: BaseException) -> InputError:
    return InputError(
        f"{label(source)}: not a workbook ({type(error).__name__}); save it again as XLSX or CSV"
    )


def _is_filled(book: Any, name: str) -> bool:
    return bool(book.get_sheet_by_name(name).total_height)


def _look_through(source: Named, data: bytes, kind: str) -> dict[str, bytes]:
    """Refuse what would take up too much, and return the sheets of an XLSX workbook by name."""
    if kind == "XLS":
        return {}
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        _check_parts(source, parts)
        if kind == "XLSX":
            sheets = {name: parts.read(path) for name, path in _sheet_paths(parts).items()}
            for name, text in sheets.items():
                _check_extent(source, name, *_extent(text))
            return sheets
        if kind == "ODS":
            _check_extent(source, "", *_repeated_extent(parts.read("content.xml")))
        else:
            for path in parts.namelist():
                if path.startswith("xl/worksheets/") and path.endswith(".bin"):
                    _check_extent(source, "", *_binary_extent(parts.read(path)))
    return {}


def _check_parts(source: Named, parts: zipfile.ZipFile) -> None:
    size = 0
    for part in parts.infolist():
        with parts.open(part) as stream:
            held = b""
            while block := stream.read(BLOCK):
                size += len(block)
                check_size(source, size)
                if any(sign in held + block for sign in FORBIDDEN):
                    raise InputError(
                        f"{label(source)}: a DOCTYPE in {part.filename} is refused; save it again"
                    )
                held = block[-32:]


def _check_extent(source: Named, name: str, rows: int, columns: int) -> None:
    if rows > MOST_ROWS or rows * columns > MOST_CELLS:
        sheet = f', sheet "{shown(name)}"' if name else ""
        raise InputError(
            f"{label(source)}{sheet}: more than {MOST_ROWS:,} rows or {MOST_CELLS:,} cells; save it as TSV"
        )


def _sheet_paths(parts: zipfile.ZipFile) -> dict[str, str]:
    """Return where the sheets of an XLSX workbook are, by name."""
    targets = {
        each.get("Id"): each.get("Target", "")
        for each in ElementTree.fromstring(parts.read("xl/_rels/workbook.xml.rels"))
    }
    paths = {}
    for element in ElementTree.fromstring(parts.read("xl/workbook.xml")).iter():
        if _local(element) == "sheet":
            key = next((value for name, value in element.items() if name.endswith("}id")), "")
            target = targets.get(key, "")
            path = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
            if path in parts.namelist() and "chartsheet" not in path:
                paths[element.get("name", "")] = path
    return paths


def _extent(text: bytes) -> CellPlace:
    """Return the last row and the last column of a sheet of XLSX in which there is a cell with something in it."""
    rows = columns = 0
    widths: dict[bytes, int] = {}
    for cell in CELL.finditer(text):
        place = CELL_PLACE.search(cell[1])
        if place is not None:
            rows = max(rows, int(place[2]))
            if place[1] not in widths:
                widths[place[1]] = _place(place[1].decode() + "1")[1]
                columns = max(columns, widths[place[1]])
    return rows, columns


def _repeated_extent(text: bytes) -> CellPlace:
    """Return more rows and columns than a sheet of ODS has up to its last cell with something in it."""
    rows = widest = 0
    waiting = 0
    for row in text.split(b"<table:table-row")[1:]:
        head, _, cells = row.partition(b">")
        times = int(next((each[2] for each in REPEATED.finditer(head)), 1))
        waiting += times
        width = last = 0
        for cell in re.split(rb"<table:(?:covered-)?table-cell", cells)[1:]:
            tag = cell.partition(b">")[0]
            width += int(next((each[2] for each in REPEATED.finditer(tag)), 1))
            if not tag.endswith(b"/") or b"office:value" in tag:
                last = width
        if last:
            rows, waiting, widest = rows + waiting, 0, max(widest, last)
    return rows, widest


def _binary_extent(data: bytes) -> CellPlace:
    """Return the last row and column of a sheet of XLSB that has a cell: records of a kind, a length and content."""
    at = row = rows = columns = 0
    while at < len(data):
        kind, at = _variable(data, at, 2)
        size, at = _variable(data, at, 4)
        if kind == 0:
            row = int.from_bytes(data[at : at + 4], "little") + 1
        elif 2 <= kind <= 11:
            rows = max(rows, row)
            columns = max(columns, int.from_bytes(data[at : at + 4], "little") + 1)
        at += size
    return rows, columns


def _variable(data: bytes, at: int, most: int) -> CellPlace:
    """Return a number of XLSB, seven bits a byte, and where it ends."""
    value = 0
    for place in range(most):
        byte = data[at + place] if at + place < len(data) else 0
        value |= (byte & 127) << 7 * place
        if byte < 128:
            return value, at + place + 1
    return value, at + most


def _has_cells(text: bytes) -> bool:
    return CELL.search(text) is not None


def _take_errors(text: bytes, rows: list[list[str]]) -> None:
    """Put the names of errors into their cells, which calamine leaves empty."""
    for error in ERROR.finditer(text):
        place = CELL_PLACE.search(error[1])
        if place is not None:
            row, column = _place((place[1] + place[2]).decode())
            while len(rows) < row:
                rows.append([])
            rows[row - 1] += [""] * (column - len(rows[row - 1]))
            rows[row - 1][column - 1] = error[2].decode(errors="replace")


def _trim(source: Named, rows: list[list[str]]) -> None:
    while rows and not any(rows[-1]):
        rows.pop()
    if not rows:
        raise InputError(f"{label(source)}: the first sheet is empty; put the table into it, a header on top")


def _hidden_rows(text: bytes, rows: int) -> Iterator[str]:
    """Say how many rows of the table are hidden: those that a filter left out may not be meant."""
    tags = [tag[0] for tag in ROW.finditer(text) if HIDDEN.search(tag[0])]
    places = [int(place[1]) for tag in tags if (place := PLACE.search(tag)) and int(place[1]) <= rows]
    if places:
        yield (
            f"{len(places)} of {rows} rows are hidden, perhaps by a filter (first: row {places[0]}), but are "
            "read like the others; delete them if they should not count"
        )


def _unseen(hidden: bool, others: list[str]) -> Iterator[str]:
    """Say which sheets are not read though there is something in them, and whether the one that is read shows."""
    if hidden:
        yield "it is hidden, but is read because it is the first of the workbook; move another to the front"
    if others:
        named = ", ".join(f'"{shown(name)}"' for name in others[:3]) + (", …" if len(others) > 3 else "")
        yield (
            f"only this first sheet is read, and not {named}; save another as a workbook of its own to read that"
        )


def _refuse_unknown(source: Named, text: bytes, name: str, doubtful: set[CellPlace]) -> None:
    """Refuse cells whose text is not known: the sheet itself says which of the doubtful ones are."""
    if not doubtful or not any(sign in text for sign in DOUBTS):
        return
    problem = look_at(io.BytesIO(text), doubtful)
    if problem is not None:
        raise InputError(f'{label(source)}, sheet "{shown(name)}", cell {problem}')


def _text(cell: object) -> str:
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, date) and not isinstance(cell, datetime):
        return datetime(cell.year, cell.month, cell.day).isoformat()
    if isinstance(cell, date | time):
        return cell.isoformat()
    return str(cell)


# A formula that was never computed, one that came to an empty text and an empty cell are all empty when they are read.
# In the XML of the sheet the first has no value, or one that is empty and not said to be a text.
def look_at(sheet: IO[bytes], doubtful: set[CellPlace]) -> str | None:
    """Return the first cell whose text is not known, with the reason and what to do; None where there is none."""
    for _, element in ElementTree.iterparse(sheet):
        name = _local(element)
        if name == "c":
            where = element.get("r", "")
            if _place(where) in doubtful and (reason := _reason(element)):
                return f"{where}: {reason}"
            element.clear()
        elif name == "mergeCell":
            hidden = _hidden(element.get("ref", ""), doubtful)
            if hidden is not None:
                return hidden
    return None


def _reason(cell: ElementTree.Element) -> str:
    parts = {_local(part): part for part in cell}
    value = parts.get("v")
    if cell.get("t") == "e" and value is not None:
        return (
            f"its value is the error {value.text}; repair it, or give --missing '{value.text}' if it marks "
            "a missing reference"
        )
    if "f" in parts and cell.get("t") != "str" and (value is None or not value.text):
        return (
            "a formula without a saved value; open the workbook in a spreadsheet program and save it again, or put "
            "the text itself into the cell"
        )
    return ""


def _local(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _hidden(merged: str, doubtful: set[CellPlace]) -> str | None:
    """Return the first cell that a range of merged cells hides, such as A3 of A2:A3."""
    first, _, last = merged.partition(":")
    (top, left), (bottom, right) = _place(first), _place(last or first)
    for row, column in sorted(doubtful):
        if top <= row <= bottom and left <= column <= right and (row, column) != (top, left):
            where = _name((row, column))
            return f"{where}: merged with {first}, it has no text of its own; unmerge the cells and fill each"
    return None


def _place(name: str) -> CellPlace:
    """Return row and column of a cell such as C2."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("A") + 1
    return int(name[len(letters) :] or 0), column


def _name(place: CellPlace) -> str:
    row, column = place
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"
