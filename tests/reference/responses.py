"""What was said in stored answers: cells, one a field of a unit, and the marks of their lists."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple


class Cell(NamedTuple):
    """What was said in one field of a unit of a row; `number` is None where it is no number."""

    row: int
    unit: str
    field: str
    number: float | None
    said: Any


class Mark(NamedTuple):
    """An element of the list of a cell; "" and -1 where it has no such name or place."""

    cell: int
    start: int
    end: int
    side: str
    severity: str
    category: str
    note: str


def read_responses(texts: Sequence[str]) -> tuple[list[Cell], list[Mark]]:
    """Read answers of the form {unit: {field: what was said}}; null is as good as nothing."""
    cells: list[Cell] = []
    marks: list[Mark] = []
    for row, text in enumerate(texts):
        for unit, fields in json.loads(text).items():
            for field, said in (fields or {}).items():
                if said is None:
                    continue
                elements = said if isinstance(said, list) else []
                marks += [mark_of(len(cells), each) for each in elements if isinstance(each, str | dict)]
                number = float(said) if isinstance(said, int | float) else None
                cells.append(Cell(row, unit, field, number, said))
    return cells, marks


def mark_of(cell: int, element: str | dict[str, Any]) -> Mark:
    """Return a mark; a text is one that has a category alone."""
    if isinstance(element, str):
        return Mark(cell, -1, -1, "", "", element, "")
    start, end = (-1 if element.get(name) is None else element[name] for name in ("start", "end"))
    side, severity, category, note = (
        element.get(name) or "" for name in ("side", "severity", "category", "note")
    )
    return Mark(cell, start, end, side, severity, category, note)


def row_column(rows: Sequence[tuple[Any, ...]], column: int) -> list[Any]:
    """Return a column of a database's rows."""
    return [row[column] for row in rows]
