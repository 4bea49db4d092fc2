"""Results as tables: aligned columns to read, plain values to keep."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

VERDICTS = {True: "yes", False: "NO"}


@dataclass
class Section:
    """One table with its title, its rows in words, the same as values, and what there is to say of it."""

    title: str
    headings: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    figures: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    correct: bool = True

    def add(self, cells: Sequence[str], **figures: Any) -> None:
        """Add a row, as it is printed and as it is saved; `reached` is both."""
        verdict = [VERDICTS[figures["reached"]]] if "reached" in figures else []
        self.rows.append([*cells, *verdict])
        self.figures.append(figures)

    def values(self) -> dict[str, Any]:
        """Return what is saved."""
        return {"title": self.title, "rows": self.figures, "notes": self.notes}

    def __str__(self) -> str:
        table = [self.headings, *self.rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = ["  ".join(_cells(row, widths)).rstrip() for row in table]
        return "\n".join([self.title, "", lines[0], "-" * max(map(len, lines)), *lines[1:], *self.notes, ""])


def _cells(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    first, *others = zip(row, widths, strict=True)
    return [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]


def seconds(value: float) -> str:
    """Write a time with three digits that count."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.3g} {unit}" if value < 100 * size else f"{value / size:.0f} {unit}"
    return f"{value * 1e6:.3g} µs"


def say(what: str) -> None:
    """Tell whoever waits what is being timed."""
    print(f"timing {what} …", file=sys.stderr, flush=True)
