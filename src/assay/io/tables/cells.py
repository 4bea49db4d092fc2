"""Cells of rating files to values and back, such that nothing of what was written is lost.

A value is written in one way: numbers with the fewest digits that mean them. Where a file has it otherwise
(`28.0`, `NA`, `BAD.ref`), the column is kept as it was written in `extra`, under the name of our column; the writer
takes that text as long as it still means the value. In files of JSON a cell is the text of a JSON value, a string
without its quotes unless it would be taken for another value (`json_text`), and "" stands for a key that is absent.
"""

from __future__ import annotations

import json
import math
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from assay import kernel
from assay.data import Array, Codes
from assay.errors import AssayWarning, InputError
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.opening import shown
from assay.text import Column

MISSING = frozenset({"", "NA", "N/A", "NaN", "nan", "None", "none", "null", "NULL"})
NUMBER_FORM = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
SURROGATE = re.compile("[\ud800-\udfff]")
THOUSANDS = re.compile(r"[+-]?\d{1,3},\d{3}", re.ASCII)  # what could be 7.07 or 7070
BEGINNINGS = frozenset('"{[-0123456789tfn')  # of a JSON value
# Made once: to make one for every cell takes as long as to write the cell.
_SPACED = json.JSONEncoder(ensure_ascii=False).encode
_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
NULL = "null"


Where = Callable[[int], str]  # from the number of a row to its place in a file


@dataclass(frozen=True)
class Cell:
    """How a cell is read and written; `read` returns None for a text that is no such cell."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    numeric: bool = False
    # Of a column's name and a text: what is wrong with it
    refusal: Callable[[str, str], str] = "{}{}".format
    kept: Callable[[str], Any] | None = (
        # What a text that was kept means, where that is not what `read` says
        None
    )
    tolerance: float = 0.0  # how far a number may be from its text
    write_all: Callable[[Sequence[Any] | Array], Sequence[str]] | None = (
        None  # the same as `write`, of a column and faster
    )

    def means(self, text: str, value: Any) -> bool:
        """Tell whether a text is a way to write this value; NaN is like NaN."""
        meant = (self.kept or self.read)(text)
        if not self.numeric or meant is None:
            return bool(meant == value)
        same = meant == value or (math.isnan(meant) and math.isnan(value))
        return bool(same or abs(meant - value) < self.tolerance)

    def written(self, values: Sequence[Any] | Array, texts: Sequence[str] | None = None) -> Sequence[str]:
        """Write a column: as it was where that still means the value, else in our way."""
        if texts is None and self.write_all:
            return self.write_all(values)
        each = values.tolist() if isinstance(values, np.ndarray) else values
        if texts is None:
            return list(map(self.write, each))
        cells = zip(texts, each, strict=True)
        return [text if self.means(text, value) else self.write(value) for text, value in cells]

    def parsed(self, codes: Codes, name: str, where: Where) -> tuple[Codes | Array, bool]:
        """Return the values of a column, and whether all cells are written as we would; one without is an error."""
        values = [self.read(text) for text in codes.names]
        for number, value in enumerate(values):
            if value is None:
                text, row = codes.names[number], int(np.argmax(codes.index == number))
                raise InputError(f"{where(row)}: {self.refusal(name, text)}")
        ours = [self.write(value) for value in values] == list(codes.names)
        if self.numeric:
            return np.array(values, dtype=np.float64)[codes.index], ours
        return renamed(codes, self.read), ours


def number_text(value: float) -> str:
    """Write a number with the fewest digits that mean it, nothing where there is none."""
    return "" if math.isnan(value) else repr(float(value)).removesuffix(".0")


def number_texts(values: Sequence[float] | Array, missing: str = "", *, point: bool = False) -> Column:
    """Write a column of numbers as `number_text` does, with `point` whole ones with ".0", too."""
    numbers = np.ascontiguousarray(values, dtype=np.float64)
    return Column(*kernel.number_texts(numbers, missing, point=point))


def number_of(text: str) -> float:
    """Return the number of a text, NaN where it is none."""
    return float(text) if NUMBER_FORM.fullmatch(text) else math.nan


def read_number(text: str) -> float | None:
    """Return the number of a cell, NaN where it says that there is none, None where it is not a number."""
    value = number_of(text)
    return value if math.isfinite(value) or text in MISSING else None


def not_a_number(name: str, text: str) -> str:
    """Say what is wrong with a cell that should be a number."""
    pointed = text.replace(",", ".")
    comma = math.isfinite(number_of(pointed)) and "write a decimal point"
    if THOUSANDS.fullmatch(text):
        comma = f"write {number_text(float(pointed))} or {text.replace(',', '')}, whichever is meant"
    return f'{name} "{shown(text)}" is not a number; {comma or "correct it, or leave it empty"}'


def _kept_number(text: str) -> float | None:
    return read_number(text.replace(",", "."))  # it may be from a file with decimal commas


def parse_number(where: str, name: str, text: str) -> float:
    """Return the number of a cell, NaN where it says that there is none."""
    value = read_number(text)
    if value is None:
        raise InputError(f"{where}: {not_a_number(name, text)}")
    return value


def parse_numbers(texts: Sequence[str], name: str, where: Where) -> Array:
    """Return the numbers of a column; `where` names the place of a row."""
    known: dict[str, float] = {}
    values = np.empty(len(texts))
    for row, text in enumerate(texts):
        if text not in known:
            known[text] = parse_number(where(row), name, text)
        values[row] = known[text]
    return values


def warn_of_commas(texts: Sequence[str], where: Where) -> None:
    """Warn of numbers such as 7,070 in a column that has no other commas: the comma may part thousands."""
    commas = [row for row, text in enumerate(texts) if "," in text]
    if commas and all(THOUSANDS.fullmatch(texts[row]) for row in commas):
        text = texts[commas[0]]
        warnings.warn(
            f'{where(commas[0])}: "{shown(text)}" is read as {number_text(float(text.replace(",", ".")))}; this and '
            f"{len(commas) - 1} more have three digits after a comma: if it separates thousands, remove it",
            AssayWarning,
            4,
        )


def renamed(codes: Codes, name: Callable[[str], str]) -> Codes:
    """Give every name of a column another; names that become the same are one."""
    names = Codes.of([name(old) for old in codes.names])
    return Codes(names.names, names.index[codes.index] if len(codes.names) else codes.index)


# --- JSON ---------------------------------------------------------------------------------------------------


def json_text(record: Mapping[str, Any], name: str) -> str:
    """Return a value of a JSON object as text: strings as they are, unless they look like JSON; "" if absent."""
    if name not in record:
        return ""
    value = record[name]
    if isinstance(value, str) and value and not _is_json(value) and not SURROGATE.search(value):
        return value
    return dumped(value)


def json_value(text: str) -> Any:
    """Return the value that `json_text` wrote."""
    return parse_json(text) if _is_json(text) else text


def inside(value: object, steps: Sequence[str]) -> object:
    """Return what names and numbers lead to inside objects and lists, None where there is nothing."""
    for step in steps:
        if isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def only(value: object) -> object:
    """Return what a list of one holds, however deep; any other value as it is."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value


def json_cell(text: str) -> str:
    """Return a cell as JSON, "" where it says that there is no value."""
    return text if not text or _is_numbers(text) or _is_json(text) else dumped(text)


def _is_numbers(text: str) -> bool:
    """Tell of most numbers, and of lists of them, that they are JSON without reading it: times are a million."""
    inner = text[1:-1] if text[:1] == "[" and text[-1] == "]" else text
    try:
        return all(part[-1:].isdecimal() and repr(float(part)) == part for part in inner.split(", "))
    except ValueError:
        return False


def dumped(value: Any, *, compact: bool = False) -> str:
    """Write JSON with characters as they are; lone surrogates, which no file can hold, are escaped."""
    text = (_COMPACT if compact else _SPACED)(value)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":") if compact else None)
    return text


@lru_cache(maxsize=1 << 16)
def _is_json(text: str) -> bool:
    """Tell whether a text stands for a JSON value; a string is quoted only where it would be taken for another value.

    So every text stands for one value, and every value for one text: `"7"` is the string 7, `"good"` has quotes in it.
    """
    if text[:1] not in BEGINNINGS:
        return False
    try:
        value = parse_json(text)
    except JsonError:
        return False
    if dumped(value) != text:
        return False
    return not isinstance(value, str) or not value or bool(SURROGATE.search(value)) or _is_json(value)


def json_name(name: str) -> str:
    """Write a name as JSON: numbers and the like as they are, and as a string what has to be one."""
    value = json_value(name)
    return name if name and (value == name or not isinstance(value, str)) else dumped(name)


def name_of_json(text: str) -> str:
    """Return the name that a JSON value stands for; what is no string is its JSON."""
    value = json_value(text) if text else ""
    return value if isinstance(value, str) else dumped(value)


def json_number(value: float) -> str:
    """Write a number as JSON, null where there is none."""
    return number_text(value) or NULL


def with_missing(cell: Cell, text: str) -> Cell:
    """Return a cell of numbers that writes this text where there is none."""
    write_all = partial(number_texts, missing=text)
    return replace(cell, write=lambda value: number_text(value) or text, write_all=write_all)


NAME = Cell(str, str)
NUMBER = Cell(
    read_number,
    number_text,
    numeric=True,
    refusal=not_a_number,
    kept=_kept_number,
    write_all=number_texts,
)
JSON_NAME = Cell(name_of_json, json_name)
# Campaigns also write numbers as strings.
JSON_NUMBER = with_missing(
    Cell(lambda text: _kept_number(text.strip('"')), json_number, numeric=True, refusal=not_a_number), NULL
)
