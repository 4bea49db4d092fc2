"""What cells of sheets of judgements say: numbers as people write them, and what stands for none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assay.io.opening import shown
from assay.io.tables.cells import MISSING, NUMBER_FORM

DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+", re.ASCII)
# 4 - good, 5 (very good)
LABELLED = re.compile(r"(\d{1,3})\s*(?:[-\u2013:=]|(?=\())\s*\(?[^\W\d][^\d]{0,25}")
NO_NUMBER = MISSING | {"-", "\u2013", "\u2014", "n.a.", "n/a", "na", "nan", "null", "#N/A", "x", "?"}


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


def listed(names: Sequence[str], most: int = 12) -> str:
    """Name columns in quotes, as many as fit a message."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(f'"{shown(name)}"' for name in names[:most]) + more
