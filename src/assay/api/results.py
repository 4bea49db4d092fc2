"""What every result can do: print itself, show in a notebook, become a frame or a dictionary, be saved and drawn.

A result wraps what a flow computed, and says which blocks a report of it has. All else is read off these blocks, so
that a notebook, a file and the command line never say different things.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, TypeVar

from assay.api.pictures import Picture, draw_on
from assay.errors import DependencyError, InputError, OptionError
from assay.io import check_writable, write_file
from assay.reporting import (
    ENDINGS,
    FORMATS,
    Alignment,
    Block,
    Estimate,
    Figure,
    Table,
    render_as,
    render_text,
)

Part = TypeVar("Part", bound=str)
EVERY_PART = "all"
SUMMARISED = ("text", "markdown", "latex")  # formats for people
KNOWN_ENDINGS = {".txt": "text", **ENDINGS}


class Result(ABC):
    """An answer: printed it is the report of the command line, and every table of that is a frame."""

    @abstractmethod
    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the blocks that the command line writes; with pictures those of its page."""

    def summary(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return what people are shown where the whole would be too long; files for programs hold the whole."""
        return self.report(pictures=pictures)

    @property
    def blocks(self) -> Sequence[Block]:
        """The report as plain values: headings, sentences, tables."""
        return tuple(self.report())

    @property
    def tables(self) -> dict[str, list[Table]]:
        """The tables of the report by name; some names, such as those of alignments, have several."""
        tables: dict[str, list[Table]] = {}
        for block in self.blocks:
            table = block.table() if isinstance(block, Alignment) else block
            if isinstance(table, Table):
                tables.setdefault(table.name, []).append(table)
        return tables

    @property
    def figures(self) -> dict[str, Figure]:
        """The figures of the report by name."""
        return {block.name: block for block in self.report(pictures=True) if isinstance(block, Figure)}

    def __str__(self) -> str:
        return render_text(self.summary()).rstrip("\n")

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from assay.reporting import render_fragment  # only notebooks draw a page

        return render_fragment(self.summary(pictures=True))

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain values with every digit: what the command line writes as JSON."""
        plain: dict[str, Any] = json.loads(render_as(self.blocks, "json"))
        return plain

    def to_pandas(self, table: str | None = None) -> Any:
        """Return a table of the report, the first unless one is named, as a pandas DataFrame."""
        return _library("pandas").DataFrame(self._columns(table))

    def to_polars(self, table: str | None = None) -> Any:
        """Return a table of the report, the first unless one is named, as a Polars DataFrame."""
        return _library("polars").DataFrame(self._columns(table), strict=False)

    def to_arrow(self, table: str | None = None) -> Any:
        """Return a table of the report, the first unless one is named, as a table of pyarrow."""
        return _library("pyarrow").table(self._columns(table))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Give the first table of the report to whatever reads Arrow: DuckDB, Polars, pandas, …"""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> None:
        """Write the report to a file, whole or not at all, in the format that its name ends in."""
        target = os.fspath(path)
        form = format or KNOWN_ENDINGS.get(os.path.splitext(target)[1].lower(), "")
        if not form:
            raise OptionError(
                f"{target}: the name of a report ends in {', '.join(KNOWN_ENDINGS)}; or say format={'|'.join(FORMATS)}"
            )
        if form not in FORMATS:
            raise OptionError(f"format={form!r} is not recognised; choose from {', '.join(FORMATS)}")
        check_writable(target, "save")
        self._save(target, form)

    def _save(self, path: str, form: str) -> None:
        blocks = self.summary() if form in SUMMARISED else self.report(pictures=form == "html")
        write_file(path, render_as(blocks, form))

    def plot(self, figure: str | None = None, *, ax: Any = None) -> Any:
        """Draw a figure of the report, the first unless one is named: an SVG for notebooks.

        Given matplotlib axes, draw on these, and return them.
        """
        chosen = _named(self.figures, figure, "figure")
        return Picture(chosen) if ax is None else draw_on(chosen, ax)

    def _columns(self, name: str | None) -> dict[str, list[object]]:
        return _frame_columns(_named(self.tables, name, "table"))


def chosen_parts(show: str | None, parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return the parts that are named, in the order of the report; all if none are."""
    named = [EVERY_PART] if show is None else show.split(",")
    unknown = [name for name in named if name not in (*parts, EVERY_PART)]
    if unknown:
        raise OptionError(f"show={show!r}: a part is {', '.join(parts)}, or {EVERY_PART}")
    return tuple(part for part in parts if part in named or EVERY_PART in named)


def _named(known: Mapping[str, Any], name: str | None, kind: str) -> Any:
    """Return the entry of a name, the first without one; say what there is where there is none such."""
    if not known:
        raise InputError(f"there is no {kind} in this result")
    if name is not None and name not in known:
        raise OptionError(f"there is no {kind} {name!r} in this result; there are {', '.join(known)}")
    return known[next(iter(known)) if name is None else name]


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise DependencyError(f"{name} is not installed; pip install {name}") from None


def _frame_columns(tables: Sequence[Table]) -> dict[str, list[object]]:
    """Put tables of one name below each other; what tells them apart, such as the segment, comes first."""
    facts = [
        {name: fact for name, fact in table.facts.items() if not isinstance(fact, tuple)} for table in tables
    ]
    apart = [name for name in facts[0] if any(other.get(name) != facts[0][name] for other in facts[1:])]
    rows = [
        {name: of_table.get(name) for name in apart} | _row(table, row)
        for table, of_table in zip(tables, facts, strict=True)
        for row in table.rows
    ]
    names = dict.fromkeys(name for row in rows for name in row) or [head.name for head in tables[0].columns]
    return {name: [row.get(name) for row in rows] for name in names}


def _row(table: Table, row: Sequence[object]) -> dict[str, object]:
    """Return the cells of a row by column; an estimate takes three, with the ends of its interval."""
    cells: dict[str, object] = {}
    for head, cell in zip(table.columns, row, strict=True):
        if isinstance(cell, Estimate):
            cells |= {head.name: cell.value, f"{head.name}.low": cell.low, f"{head.name}.high": cell.high}
        else:
            cells[head.name] = cell
    return cells
