"""What a report is made of: plain values that know nothing of any format.

A number stays a number in its block. How many digits a reader sees is said by the column's head, and only
the formats made for people round; the formats made for programs write every digit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Value = str | float | int | None
Fact = str | int | tuple[str, ...] | tuple[int, ...]

ARROWS = {"higher": "↑", "lower": "↓"}


@dataclass(frozen=True)
class Heading:
    """A title; level 1 is the report's own."""

    text: str
    level: int = 1


@dataclass(frozen=True)
class Prose:
    """A paragraph of plain text, without markup."""

    text: str


@dataclass(frozen=True)
class Head:
    """The head of a table's column: `name` for programs, `label` for people, and how its values are shown."""

    name: str
    label: str = ""
    align: Literal["left", "right"] = "left"
    digits: int = 2
    better: Literal["higher", "lower"] | None = None
    signature: str = ""

    @property
    def heading(self) -> str:
        """Return the words above the column, with an arrow to the better end where there is one."""
        words = self.label or self.name
        return f"{words} {ARROWS[self.better]}" if self.better else words


@dataclass(frozen=True)
class Table:
    """Rows of values under heads; `facts` are what a program wants to know of the table as a whole."""

    name: str
    columns: tuple[Head, ...]
    rows: tuple[tuple[Value, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what no format could write: ragged rows, or two columns of one name."""
        if len({head.name for head in self.columns}) < len(self.columns):
            raise ValueError(f"table {self.name}: two columns have the same name")
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"table {self.name}: a row does not have {len(self.columns)} values")

    @property
    def signatures(self) -> list[tuple[str, str]]:
        """Return label and signature of every column that has one."""
        return [(head.label or head.name, head.signature) for head in self.columns if head.signature]


@dataclass(frozen=True)
class Aligned:
    """One place of an alignment: a reference token, an output token, or both, and what leads from one to the other."""

    operation: Literal["match", "substitution", "insertion", "deletion"]
    reference: str | None
    output: str | None
    shift: int = 0  # the number of the shift that brought the output token here


@dataclass(frozen=True)
class Moved:
    """A shift, in its turn: words from position `start` on come to stand at `target` of what is left, from 0."""

    tokens: tuple[str, ...]
    start: int
    target: int


@dataclass(frozen=True)
class Alignment:
    """How an output differs from a reference; outputs stand in the order after all shifts."""

    name: str
    places: tuple[Aligned, ...]
    shifts: tuple[Moved, ...] = ()
    title: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def table(self) -> Table:
        """Return the same as a table, one row an operation, for formats that have no other form for it."""
        heads = (Head("operation"), Head("reference"), Head("output"), Head("shift", align="right"))
        rows = [
            (place.operation, place.reference, place.output, place.shift or None) for place in self.places
        ]
        return Table(self.name, heads, tuple(rows), self.title, self.notes, self.facts)

    @property
    def notes(self) -> tuple[str, ...]:
        """Say in words what was shifted, with positions from 1."""
        return tuple(
            f"shift {number}: {' '.join(shift.tokens)} from {shift.start + 1} to {shift.target + 1}"
            for number, shift in enumerate(self.shifts, start=1)
        )


MARKS = {"match": "", "substitution": "S", "insertion": "I", "deletion": "D"}


def mark(place: Aligned) -> str:
    """Return the sign of an operation: S, I, D, @n for words that shift n brought, or nothing."""
    return MARKS[place.operation] + (f"@{place.shift}" if place.shift else "")


Block = Heading | Prose | Table | Alignment
