"""Tables of ratings to columns, in plain Python."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

NUMBER = re.compile(r"-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def number_cell(field: str) -> tuple[float, int]:
    """Return a field's number and how it is written: 0 as we would, 1 in another way, 2 not a number.

    The shortest digits that mean the number, without an exponent, are how we would write it.
    """
    if not field:
        return math.nan, 0
    value = float(field) if NUMBER.fullmatch(field) else math.nan
    if not math.isfinite(value) or (value == 0 and re.search(r"[1-9]", re.split("[eE]", field)[0])):
        return math.nan, 2
    plain = repr(value).removesuffix(".0")
    return value, int(field != plain or "e" in plain)


def rating_fields(line: str, separator: str, quoting: bool) -> list[str]:
    """Return the fields of a line, none where its quotes are doubled, left open, or have text behind them."""
    if not (quoting and line.startswith('"')):
        field, sign, rest = line.partition(separator)
    else:
        field, close, behind = line[1:].partition('"')
        if not close or (behind and not behind.startswith(separator)):
            return []
        sign, rest = behind[:1], behind[1:]
    if not sign:
        return [field]
    others = rating_fields(rest, separator, quoting)
    return [field, *others] if others else []


def rating_cells(
    text: str, separator: str, is_number: Sequence[bool], quoting: bool = False
) -> tuple[int, list[list[str]], list[list[tuple[float, int]]]]:
    """Return how many rows have the right number of fields, their names by column, and their numbers."""
    lines = text.split("\n")
    last = lines.pop()
    fields = [rating_fields(line.removesuffix("\r"), separator, quoting) for line in lines]
    fields += [rating_fields(last, separator, quoting)] if last else []
    good = next((i for i, row in enumerate(fields) if len(row) != len(is_number)), len(fields))
    columns = [[row[at] for row in fields[:good]] for at in range(len(is_number))]
    names = [column for column, number in zip(columns, is_number, strict=True) if not number]
    numbers = [
        [number_cell(field) for field in column]
        for column, number in zip(columns, is_number, strict=True)
        if number
    ]
    return good, names, numbers
