"""Sides of a set in frames whose rows have ids, by which they are joined as those of files are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.io.opening import Source
from assay.io.sides.side import KEYS, Side, table_side
from assay.io.tables.names import exact_column
from assay.io.texts.columns import Columns, parse_columns


def has_ids(header: Iterable[str]) -> bool:
    """Tell whether these are the columns of a frame of several, one of which has the ids of its rows."""
    names = list(header)
    return len(names) > 1 and any(exact_column(names, role) for role in KEYS)


def frame_sides(
    source: Source, role: str, columns: Sequence[str] = (), missing: str | None = None
) -> dict[str, Side]:
    """Return the texts of a frame for a role, by the names of their columns; with its ids each."""
    header = list(dict.fromkeys(name for row in source.rows or () for name in row))
    named = (parse_columns(columns) if columns else Columns()).resolved(header)
    chosen = {name: column for column in header for each, name in named.roles(column) if each == role}
    if not chosen:
        return {"": table_side(source, role, None, missing)}
    return {name: table_side(source, role, _only(role, column), missing) for name, column in chosen.items()}


def _only(role: str, column: str) -> Columns:
    if role == "source":
        return Columns(source=column)
    return Columns(references=(column,)) if role == "reference" else Columns(systems=(column,))
