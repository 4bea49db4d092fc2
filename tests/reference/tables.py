"""Columns to the lines of a file: numbers and errors as texts, fields in quotes, and the cells of rows joined."""

import math
from collections.abc import Sequence


def number_text(value: float, missing: str, point: bool) -> str:
    """Write a number as Python does; whole numbers without a point, unless they should have one."""
    if math.isnan(value):
        return missing
    return repr(value) if point else repr(value).removesuffix(".0")


def error_text(errors: Sequence[tuple[int, int, str, bool]], start: str, end: str, between: str) -> str:
    """Write errors as a JSON list: start, end and tail of each, and whether it has places at all."""
    texts = [
        f"{start}{_place(first)}{end}{_place(last)}{tail}" if placed else tail
        for first, last, tail, placed in errors
    ]
    return f"[{between.join(texts)}]"


def _place(place: int) -> str:
    return "null" if place == -1 else str(place)


def quoted_field(field: str, separator: str) -> str:
    """Put a field into quotes where CSV wants them."""
    if not any(sign in field for sign in (separator, '"', "\r", "\n")):
        return field
    return '"' + field.replace('"', '""') + '"'


def joined_row(cells: Sequence[str], keys: Sequence[str], between: str, skips: bool) -> str:
    """Join the cells of a row behind their keys; empty ones may be left out."""
    pairs = zip(keys, cells, strict=True)
    return between.join(key + cell for key, cell in pairs if cell or not skips)
