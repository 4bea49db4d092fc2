"""One value as a person reads it: a number rounded, nothing that breaks a line, and its width on a screen."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence

from assay.reporting.blocks import Estimate, Head, Table, Value

MISSING = "–"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_WIDE = {"W", "F"}
_NO_WIDTH = {"Mn", "Me", "Cf"}
_SOFT_HYPHEN = "\u00ad"
_JOINING_JAMO = range(0x1160, 0x1200)


def cell(value: Value, head: Head) -> str:
    """Return a value as a table for people shows it under this head."""
    if isinstance(value, float) and 0 <= value < head.least:
        return f"<{head.least:.{head.digits}f}"
    return shown(value, head.digits)


def shown(value: Value, digits: int) -> str:
    """Write a float rounded, an estimate with its interval, a dash for what is not known."""
    if isinstance(value, Estimate):
        low, middle, high = (shown(number, digits) for number in (value.low, value.value, value.high))
        return f"{middle} [{low}, {high}]{value.sign and ' ' + visible(value.sign)}"
    if isinstance(value, float):
        return MISSING if math.isnan(value) else f"{value:z.{digits}f}"
    return MISSING if value is None else visible(str(value))


def signed(value: float, digits: int, plus: bool = True) -> str:
    """Write a number with a sign: a real minus, and a plus where asked for; none before zero."""
    return f"{value:{'+' if plus and round(value, digits) else ''}z.{digits}f}".replace("-", "−")


def column(values: Sequence[Value], head: Head) -> list[str]:
    """Return the values of a column; the parts of estimates stand below each other."""
    marks = max((width(visible(value.sign)) for value in values if isinstance(value, Estimate)), default=0)
    parts = [_numbers(value, head) for value in values if isinstance(value, Estimate)]
    widths = [max(map(width, numbers)) for numbers in zip(*parts, strict=True)]
    aligned = []
    for value in values:
        if isinstance(value, Estimate):
            middle, low, high = map(pad, _numbers(value, head), widths, ["right"] * 3)
            mark = f" {pad(visible(value.sign), marks, 'left')}" if marks else ""
            aligned.append(f"{middle} [{low}, {high}]{mark}")
        else:
            aligned.append(cell(value, head))
    return aligned


def best_cells(table: Table) -> set[tuple[int, int]]:
    """Return row and column of the best values of a table whose rows compete; equal as they are shown, all of them."""
    best: set[tuple[int, int]] = set()
    for at, head in enumerate(table.columns if table.ranked and len(table.rows) > 1 else ()):
        numbers = {row: _number(values[at]) for row, values in enumerate(table.rows)}
        known = {row: number for row, number in numbers.items() if number is not None}
        if head.better and known:
            top = (max if head.better == "higher" else min)(known.values())
            written = shown(top, head.digits)
            best |= {(row, at) for row, number in known.items() if shown(number, head.digits) == written}
    return best


def _number(value: Value) -> float | None:
    number = value.value if isinstance(value, Estimate) else value
    return number if isinstance(number, float | int) and not math.isnan(number) else None


def _numbers(value: Estimate, head: Head) -> list[str]:
    return [shown(number, head.digits) for number in (value.value, value.low, value.high)]


def visible(text: str) -> str:
    r"""Write control characters as escapes (`\n`, `\x1b`): a name must not move the cursor or end a row."""
    return _CONTROL.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)


def width(text: str) -> int:
    """Return how many cells of a terminal a text takes: two a CJK character, none a combining mark."""
    return len(text) if text.isascii() else sum(map(_character_width, text))


def _character_width(character: str) -> int:
    if unicodedata.category(character) in _NO_WIDTH and character != _SOFT_HYPHEN:
        return 0
    if ord(character) in _JOINING_JAMO:
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1


def pad(text: str, cells: int, align: str) -> str:
    """Fill a text up with blanks to a width on the screen."""
    blanks = " " * (cells - width(text))
    return blanks + text if align == "right" else text + blanks
