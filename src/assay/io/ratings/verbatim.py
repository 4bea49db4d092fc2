"""Fields of rating files to values and back, such that nothing of what was written is lost.

A value is written in one way: numbers with the fewest digits that mean them. Where a file has it otherwise
(`28.0`, `NA`, `BAD.ref`), the column is kept as it was written in `extra`, under the name of our column; the writer
takes that text as long as it still means the value.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from assay.data import Array, Codes
from assay.errors import InputError
from assay.io.opening import shown

Value = TypeVar("Value")

# Names of our columns; under them `extra` holds a column as it was written.
OURS = (
    *("scheme", "rater", "system", "segment", "score", "item", "aspect", "document", "domain", "screen"),
    *("start", "seconds", "spans"),
)
MISSING = frozenset({"", "NA", "N/A", "NaN", "nan", "None", "none", "null", "NULL"})
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def number_text(value: float) -> str:
    """Write a number with the fewest digits that mean it, nothing where there is none."""
    return "" if math.isnan(value) else repr(float(value)).removesuffix(".0")


def parse_number(where: str, name: str, text: str) -> float:
    """Return the number of a field, NaN where it says that there is none."""
    if text in MISSING:
        return math.nan
    value = number_of(text)
    if not math.isfinite(value):
        comma = math.isfinite(number_of(text.replace(",", "."))) and "write a decimal point"
        remedy = comma or "correct it, or leave it empty"
        raise InputError(f'{where}: {name} "{shown(text)}" is not a number; {remedy}')
    return value


def number_of(text: str) -> float:
    """Return the number of a text, NaN where it is none."""
    return float(text) if NUMBER.fullmatch(text) else math.nan


def parse_numbers(texts: Sequence[str], name: str, where: Callable[[int], str]) -> Array:
    """Return the numbers of a column; `where` names the place of a row."""
    known: dict[str, float] = {}
    values = np.empty(len(texts))
    for row, text in enumerate(texts):
        if text not in known:
            known[text] = parse_number(where(row), name, text)
        values[row] = known[text]
    return values


def keep_unlike(
    extra: dict[str, Sequence[str]], name: str, texts: Sequence[str], ours: Iterable[str]
) -> None:
    """Keep a column as it was written where it is not written as we would."""
    if any(text != own for text, own in zip(texts, ours, strict=True)):
        extra[name] = texts


def as_written(
    kept: Sequence[str] | None,
    values: Sequence[Value],
    write: Callable[[Value], str],
    means: Callable[[str, Value], bool],
) -> list[str]:
    """Write a column: as it was where that still means the value, else in our way."""
    if kept is None:
        return [write(value) for value in values]
    return [text if means(text, value) else write(value) for text, value in zip(kept, values, strict=True)]


def numbers_as_written(extra: Mapping[str, Sequence[str]], name: str, values: Array) -> list[str]:
    """Write a column of numbers."""
    return as_written(extra.get(name), values.tolist(), number_text, means_number)


def means_number(text: str, value: float) -> bool:
    """Tell whether a field is a way to write this number."""
    if math.isnan(value):
        return text in MISSING
    text = text.replace(",", ".")  # kept from a file with decimal commas
    return NUMBER.fullmatch(text) is not None and float(text) == value


def means_json_number(text: str, value: float) -> bool:
    """Tell whether a piece of JSON is a way to write this number; campaigns also write numbers as strings."""
    return means_number(text.strip('"'), value)


def renamed(codes: Codes, name: Callable[[str], str]) -> Codes:
    """Give every name of a column another; names that become the same are one."""
    names = Codes.of([name(old) for old in codes.names])
    return Codes(names.names, names.index[codes.index] if len(codes.names) else codes.index)


def languages_of(source: Codes | None, target: Codes | None) -> tuple[str, str] | None:
    """Return the languages where every row has the same, `None` where they vary or are not given."""
    if (
        source is None
        or target is None
        or len({*source.index.tolist()}) != 1
        or len({*target.index.tolist()}) != 1
    ):
        return None
    return source.names[source.index[0]], target.names[target.index[0]]


def foreign(extra: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Return the columns of a file that have no name of ours."""
    return {name: column for name, column in extra.items() if name not in OURS}
