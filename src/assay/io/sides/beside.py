"""What stands beside the segments of a set, one value each: their documents, their domains, the seconds they took.

It is a list, a value a line, or a column of a table of any shape, which is known by its name. Rows with ids are joined
by them where the set has ids, too; else position counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from assay.data import numbered_ids
from assay.errors import InputError
from assay.io.opening import Named, blocks, head, label, listed, opened, shown
from assay.io.sides.matching import fitted
from assay.io.sides.side import KEYS, Side, TextTable, complete, is_tabular, read_side, table_of_texts
from assay.io.tables.names import exact_column
from assay.io.texts.foreign import binary, first_cells, foreign, refuse_no_list, refused_if_foreign
from assay.io.texts.lines import columns
from assay.io.texts.textfiles import document_names, read_lines
from assay.text import Column

Beside = Literal["document", "domain", "seconds", "word", "count"]
# What a column may be called, by the lists of names that are asked one after the other.
ROLES: dict[Beside, tuple[str, ...]] = {
    "document": ("row_document", "document"),
    "domain": ("domain",),
    "seconds": ("seconds",),
    "word": ("word",),
    "count": ("count",),
}


def column_of(header: Iterable[str], role: Beside) -> str | None:
    """Return which column is called so, None if none is."""
    names = list(header)
    return next((name for each in ROLES[role] if (name := exact_column(names, each)) is not None), None)


def table_beside(path: Named, *roles: Beside) -> TextTable | None:
    """Read a table that has columns of these roles; None of a file that is a list, a value a line."""

    def known(name: str) -> bool:
        return any(column_of([name], role) for role in roles)

    start = head(path)
    found = foreign(path, start, known=known)
    if found is None or not found.columns:
        refuse_no_list(path, start, "a list of values")
        return None
    # Lines with a tab, such as DOMAIN<TAB>DOCUMENT, are a list.
    if found.name.startswith("a table with") and not any(map(known, first_cells(start))):
        return None
    table = table_of_texts(path, known=known)
    absent = [role for role in roles if column_of(table.header, role) is None]
    if not absent:
        return table
    raise InputError(
        f"{table.table.header_place}: no column is called {' or '.join(absent)}; found "
        f"{listed([shown(name) for name in table.header])}; rename the column that is meant, or give its values "
        "alone, one a line"
    )


def refuse_tables(path: Named, what: str) -> None:
    """Refuse a file that is no list of lines, where what is wanted has a line a segment."""
    start = head(path)
    found = foreign(path, start)
    if found is not None and (found.columns or binary(path, start) is not None):
        raise InputError(
            f"{label(path)}: {found.name}, where {what} are wanted; write these alone, one line a segment"
        )


def read_beside(path: str, role: Beside) -> Side:
    """Read the values of a file, in its order."""
    table = table_beside(path, role)
    if table is None:
        lines = read_lines(path)
        return Side(path, {"": list(document_names(lines)) if role == "document" else lines})
    name = column_of(table.header, role) or ""
    keys = {
        key: list(table.table.column(column))
        for key in KEYS
        if (column := exact_column(table.header, key)) is not None and column != name
    }
    cells = list(table.table.column(name))
    if role == "seconds" and table.table.decimal_comma:
        cells = [cell.replace(",", ".") for cell in cells]
    return Side(path, {"": cells}, keys, table, range(len(table)))


def values_of(path: str, role: Beside, ids: Sequence[str] | None = None) -> list[str]:
    """Return the values of a file for the segments of a set that are called so, or that have no names."""
    side = read_beside(path, role)
    return [text or "" for text in _joined(side, ids, role).texts[""]]


def texts_of(path: str, role: str, ids: Sequence[str] | None = None) -> Sequence[str]:
    """Return the texts of a file, one a row, where the other sides are in memory; their segments may be called so."""
    side = read_side(path, role)
    if len(side.texts) > 1:
        raise InputError(f"{label(path)}: {len(side.texts)} references in every row; give lists of them")
    return complete(_joined(side, ids, role), role)


def _joined(side: Side, ids: Sequence[str] | None, what: str) -> Side:
    """Return a side by the ids of a set, as far as both have some; numbers that were counted off are none."""
    role = next((role for role in reversed(KEYS) if role in side.keys), None)
    if ids is None or role is None:
        return side
    counted_off = list(ids) == list(numbered_ids(len(ids)))
    if {*ids} != {*side.keys[role]} and (counted_off or len({*ids}) < len(ids)):
        return side
    measure = Side("the set", {"": list(ids)}, {role: list(ids)})
    return fitted(replace(side, keys={role: side.keys[role]}), measure, what)


def text_columns(path: str) -> Iterator[Column]:
    """Yield a text that stands alone, a sentence a line or a row, a block at a time."""
    if is_tabular(path):
        yield Column.of(list(texts_of(path, "text")))
        return
    with opened(path) as stream:
        yield from columns(path, refused_if_foreign(path, blocks(path, stream)))
