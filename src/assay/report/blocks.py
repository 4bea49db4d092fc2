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


Block = Heading | Prose | Table
