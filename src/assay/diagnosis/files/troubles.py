"""The files of a set, and what is wrong with them, as plain values: what, where, how bad, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
SHOWN = 5  # lines that a sentence names


@dataclass(frozen=True)
class Trouble:
    """One kind of trouble in one file; `lines` are those it was found at, from 1, in the order of the file.

    An error makes scores wrong, a warning may, a note is good to know.
    """

    severity: Severity
    check: str
    file: str
    what: str
    advice: str
    lines: tuple[int, ...] = ()


def worst_first(troubles: Sequence[Trouble]) -> list[Trouble]:
    """Put errors before warnings and warnings before notes, else keep the order."""
    return sorted(troubles, key=lambda trouble: SEVERITIES.index(trouble.severity))


def lines_named(lines: Sequence[int]) -> str:
    """Write line numbers: "line 7", "lines 3, 4 and 9", "lines 1, 2, 3, 4, 5 and 12 more"."""
    if len(lines) == 1:
        return f"line {lines[0]}"
    if len(lines) <= SHOWN:
        return f"lines {', '.join(map(str, lines[:-1]))} and {lines[-1]}"
    return f"lines {', '.join(map(str, lines[:SHOWN]))} and {len(lines) - SHOWN} more"


def counted(number: int, singular: str, plural: str = "") -> str:
    """Write a number with its noun: 1 line, 2 lines."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"
