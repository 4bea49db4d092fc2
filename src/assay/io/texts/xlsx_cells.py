"""Cells of an XLSX sheet that show nothing, or an error: why, as the XML of the sheet says it.

openpyxl gives a formula that was never computed, one that came to an empty text and an empty cell alike as nothing.
In the sheet the first has no value, or one that is empty and not said to be a text.
"""

from __future__ import annotations

from typing import IO
from xml.etree import ElementTree

ERRORS = ("#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!")
Place = tuple[int, int]  # row and column, from 1


def look_at(sheet: IO[bytes], doubtful: set[Place]) -> str | None:
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
            f"it came to the error {value.text}; repair it, or give --missing '{value.text}' if it stands for a "
            "reference that is not there"
        )
    if "f" in parts and cell.get("t") != "str" and (value is None or not value.text):
        return (
            "a formula without a saved value; open the workbook in a spreadsheet program and save it again, or put "
            "the text itself into the cell"
        )
    return ""


def _local(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _hidden(merged: str, doubtful: set[Place]) -> str | None:
    """Return the first cell that a range of merged cells hides, such as A3 of A2:A3."""
    first, _, last = merged.partition(":")
    (top, left), (bottom, right) = _place(first), _place(last or first)
    for row, column in sorted(doubtful):
        if top <= row <= bottom and left <= column <= right and (row, column) != (top, left):
            where = _name((row, column))
            return f"{where}: merged with {first}, it has no text of its own; unmerge the cells and fill each"
    return None


def _place(name: str) -> Place:
    """Return row and column of a cell such as C2."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("A") + 1
    return int(name[len(letters) :] or 0), column


def _name(place: Place) -> str:
    row, column = place
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"
