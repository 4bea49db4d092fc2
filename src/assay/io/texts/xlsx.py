"""XLSX workbooks (ECMA-376) as tables: the first sheet, its first row the header, one row a segment.

The workbook is read by openpyxl, after its parts were looked through: a document type declaration is refused, as is a
workbook that unpacks to more than may be read as a whole. A formula counts as the value that was last computed for it;
where there is none, where it came to an error, and where a cell is empty because it is merged with another, the cell is
refused.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Callable, Iterator, Sequence
from datetime import date, time
from typing import IO, Any
from xml.etree import ElementTree

from assay.errors import AssayWarning, InputError
from assay.io.opening import BLOCK, Named, check_size, label, shown
from assay.io.texts.columns import Columns

DECLARATION = "<!DOCTYPE"
FORBIDDEN = (DECLARATION.encode(), DECLARATION.encode("utf-16-le"), DECLARATION.encode("utf-16-be"))
ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")
ROW = re.compile(rb"<(?:\w+:)?row\s[^>]*>")
HIDDEN = re.compile(rb"\shidden=[\"'](?:1|true)[\"']")
PLACE = re.compile(rb"\sr=[\"'](\d{1,9})[\"']")
MOST_ROWS = 1 << 20  # of a sheet of Excel 2007 and later
MOST_CELLS = 20_000_000  # a row is as wide as its last cell, so that few bytes can make very many
SheetRow = tuple[object, ...]
CellPlace = tuple[int, int]  # row and column, from 1
Doubts = Callable[[list[list[str]]], set[CellPlace]]


def xlsx_fields(
    path: str, data: bytes, columns: Columns | None = None, missing: str | None = None
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of the first sheet with their numbers; warn of hidden rows and of further sheets."""
    rows = _sheet(path, data, lambda rows: _doubtful(rows, columns or Columns(), missing))
    yield from _table(path, rows)


def xlsx_texts(path: Named, data: bytes, doubtful: Doubts) -> list[list[str]]:
    """Return all rows of the first sheet, blank ones too; `doubtful` names the cells that must not be unknown."""
    rows = _sheet(path, data, lambda rows: doubtful([list(map(_text, row)) for row in rows]))
    return [list(map(_text, row)) for row in rows]


def _sheet(path: Named, data: bytes, doubtful: Callable[[list[SheetRow]], set[CellPlace]]) -> list[SheetRow]:
    import openpyxl

    try:
        _look_through(path, data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl's are about styles and menus, which are not read
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            sheet = book.worksheets[0]
            rows = _trimmed(path, list(_rows(path, sheet)))
            _refuse_unknown(path, data, sheet, doubtful(rows))
            cautions = [*_hidden_rows(data, sheet, len(rows)), *_further_sheets(path, book.worksheets)]
    except InputError:
        raise
    except Exception as error:  # what openpyxl raises on a damaged file may be anything
        raise InputError(
            f"{label(path)}: not an XLSX workbook ({type(error).__name__}); save it again"
        ) from None
    for caution in cautions:
        warnings.warn(f'{label(path)}, sheet "{shown(sheet.title)}": {caution}', AssayWarning, stacklevel=3)
    return rows


def _rows(path: Named, sheet: Any) -> Iterator[SheetRow]:
    """Yield the rows of a sheet, blank ones too, as many as a workbook may have and memory can hold."""
    sheet.reset_dimensions()  # what a sheet says of its size may be a million rows of nothing
    cells = 0
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        cells += len(row)
        if number > MOST_ROWS or cells > MOST_CELLS:
            raise InputError(
                f'{label(path)}, sheet "{shown(sheet.title)}": more than {MOST_ROWS:,} rows or {MOST_CELLS:,} cells; '
                "save it as TSV"
            )
        yield row


def _hidden_rows(data: bytes, sheet: Any, rows: int) -> Iterator[str]:
    """Say how many rows of the table are hidden: those that a filter left out may not be meant."""
    with zipfile.ZipFile(io.BytesIO(data)) as parts, parts.open(sheet._worksheet_path) as stream:
        tags = [tag[0] for tag in ROW.finditer(stream.read()) if HIDDEN.search(tag[0])]
    places = [int(place[1]) for tag in tags if (place := PLACE.search(tag)) and int(place[1]) <= rows]
    if places:
        yield (
            f"{len(places)} of {rows} rows are hidden, perhaps by a filter (first: row {places[0]}), but are "
            "read like the others; delete them if they should not count"
        )


def _further_sheets(path: Named, sheets: Sequence[Any]) -> Iterator[str]:
    """Say which sheets are not read though there is something in them, and whether the one that is read shows."""
    if sheets[0].sheet_state != "visible":
        yield "it is hidden, but is read because it is the first of the workbook; move another to the front"
    others = [sheet.title for sheet in sheets[1:] if any(map(any, _rows(path, sheet)))]
    if others:
        named = ", ".join(f'"{shown(name)}"' for name in others[:3]) + (", …" if len(others) > 3 else "")
        yield (
            f"only this first sheet is read, and not {named}; save another as a workbook of its own to read that"
        )


def _look_through(path: Named, data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        size = 0
        for part in parts.infolist():
            with parts.open(part) as stream:
                held = b""
                while block := stream.read(BLOCK):
                    size += len(block)
                    check_size(path, size)
                    if any(sign in held + block for sign in FORBIDDEN):
                        raise InputError(
                            f"{label(path)}: a DOCTYPE in {part.filename} is refused; save it again"
                        )
                    held = block[-32:]


def _trimmed(path: Named, rows: list[SheetRow]) -> list[SheetRow]:
    while rows and not any(cell is not None for cell in rows[-1]):
        rows.pop()
    if not rows:
        raise InputError(f"{label(path)}: the first sheet is empty; put the table into it, a header on top")
    return rows


def _doubtful(rows: Sequence[SheetRow], columns: Columns, missing: str | None) -> set[tuple[int, int]]:
    """Return row and column, from 1, of cells that are empty or say an error, where that decides something."""
    used = [place for place, name in enumerate(rows[0]) if columns.roles(_text(name))]
    return {
        (number, place + 1)
        for number, row in enumerate(rows, start=1)
        for place in (used if number > 1 else range(len(row)))
        if (cell := row[place] if place < len(row) else None) is None or (cell in ERRORS and cell != missing)
    }


def _refuse_unknown(path: Named, data: bytes, sheet: Any, doubtful: set[tuple[int, int]]) -> None:
    """Refuse cells whose text is not known: the sheet itself says which of the doubtful ones are."""
    if not doubtful:
        return
    with zipfile.ZipFile(io.BytesIO(data)) as parts, parts.open(sheet._worksheet_path) as stream:
        problem = look_at(stream, doubtful)
    if problem is not None:
        raise InputError(f'{label(path)}, sheet "{shown(sheet.title)}", cell {problem}')


def _table(path: Named, rows: Sequence[SheetRow]) -> Iterator[tuple[int, list[str]]]:
    width = max((place + 1 for place, cell in enumerate(rows[0]) if cell is not None), default=0)
    for number, row in enumerate(rows, start=1):
        if any(cell is not None for cell in row[width:]):
            raise InputError(
                f"{label(path)}, row {number}: a cell beyond the last column of the header; name it"
            )
        if not any(cell is not None for cell in row):
            raise InputError(f"{label(path)}, row {number}: the row is empty, and others follow; remove it")
        yield number, [_text(cell) for cell in row[:width]] + [""] * (width - len(row))


def _text(cell: object) -> str:
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, date | time):
        return cell.isoformat()
    return "" if cell is None else ESCAPE.sub(_unescaped, str(cell))


def _unescaped(match: re.Match[str]) -> str:
    """Return the character that _xHHHH_ stands for, as in _x000D_ for a carriage return."""
    code = int(match[1], 16)
    return match[0] if 0xD800 <= code < 0xE000 else chr(code)


ERRORS = ("#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!")


# openpyxl gives a formula that was never computed, one that came to an empty text and an empty cell alike as nothing.
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
