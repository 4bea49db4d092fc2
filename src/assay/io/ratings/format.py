"""A format of judgement files as it is declared: one map of columns that serves reading and writing.

A `ColumnMap` says what files call our columns, how a cell is read and written, and which columns must be there. From
it come the first line that tells the format, the judgements of a table, the table of judgements, and what the format
can hold. Columns without a name of ours are kept as `extra` and come back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from assay.data import GENUINE, Array, Codes, Judgements, Preferences, Spans
from assay.data.judgements import Layout
from assay.errors import InputError
from assay.io.formats import Format
from assay.io.ratings.capabilities import Holds
from assay.io.ratings.lines import Cells, write_fields
from assay.io.ratings.spans import SIDES, SpanCell
from assay.io.tables.cells import JSON_NAME, NAME, Cell
from assay.io.tables.head import SEPARATORS, Head
from assay.io.tables.table import CSV, TSV, Table


@dataclass(frozen=True)
class Field:
    """A column of a format."""

    # The field of Judgements that it fills, or a word of the format
    ours: str
    # What files call it; the first goes before the others, and is the one we write
    names: tuple[str, ...]
    cell: Cell | SpanCell = NAME
    needed: bool = False
    # Under which name texts unlike ours are kept in `extra`, if not under `ours`
    kept: str = ""

    @property
    def verbatim(self) -> str:
        """The name in `extra` of the column as it was written."""
        return self.kept or self.ours


@dataclass(frozen=True)
class ColumnMap:
    """The columns of a format; `any_case` says that their names may be in upper or lower case."""

    fields: tuple[Field, ...]
    # Columns of the source's and the target's, or one of both, as en-de
    languages: tuple[str, ...] = ()
    any_case: bool = False
    absent: str = ""  # what stands where a language is not known

    @property
    def in_json(self) -> bool:
        """Whether cells are JSON."""
        return self.fields[0].cell == JSON_NAME

    def located(self, header: Sequence[str]) -> dict[str, str]:
        """Return which column of a header each field is; one column is one field's."""
        spelt = {name.strip().lower() if self.any_case else name: name for name in reversed(header)}
        places: dict[str, str] = {}
        for field in self.fields:
            column = next((spelt[name] for name in field.names if name in spelt), None)
            if column is not None and column not in places.values():
                places[field.ours] = column
        return places

    def fits(self, header: Sequence[str]) -> bool:
        """Tell whether a header has every column that is needed."""
        places = self.located(header)
        return all(field.ours in places for field in self.fields if field.needed)

    def tells(self, head: Head, *ours: str) -> bool:
        """Tell by its first line whether a file is a CSV or TSV table with these fields, else with all it needs."""
        known = {*ours} <= {*self.located(head.header)} if ours else self.fits(head.header)
        return known and head.kind in (CSV, TSV)

    def holds(
        self,
        form: str,
        *schemes: str,
        derived: tuple[str, ...] = (),
        aspects: tuple[str, ...] = (),
        extra: tuple[str, ...] | None = None,
    ) -> Holds:
        """Return what the format can hold: its columns, and those that it tells in another way."""
        columns = (
            *(field.ours for field in self.fields),
            *derived,
            *(["languages"] if self.languages else []),
        )
        sides = next((field.cell.sides for field in self.fields if isinstance(field.cell, SpanCell)), SIDES)
        return Holds(form, schemes, columns, aspects, extra, sides=sides)

    def read(self, table: Table) -> dict[str, Any]:
        """Return what `Judgements` take of a table, by the names of their fields and those of the format."""
        places = self.located(table.columns)
        extra: dict[str, Sequence[str]] = {}
        values: dict[str, Any] = {}
        for field in self.fields:
            if field.ours in places:
                values[field.ours] = _read_column(table, places[field.ours], field, extra)
            elif field.needed:
                raise InputError(
                    f"{table.header_place}: no column for the {field.ours}; "
                    f"name one of them {' or '.join(field.names[:3])}"
                )
        languages = self._languages(table)
        taken = {*places.values(), *(self.languages if languages else ())}
        extra |= {name: table.texts(name) for name in table.columns if name not in taken}
        known = None if languages == (self.absent,) * 2 else languages
        values |= {"languages": known or ("", ""), "extra": extra, "layout": table.layout}
        return values | {"line": table.line, "path": str(table.source)}

    def _languages(self, table: Table) -> tuple[str, str] | None:
        """Return the languages where every row has the same, None where they vary or are not given."""
        if any(name in table.written for name in self.languages):
            return None
        names = [same_name(table.names.get(name)) for name in self.languages]
        if len(names) == 1 and names[0] is not None:
            names = [*names[0].split("-", 1)]
        if len(names) != 2 or names[0] is None or names[1] is None:
            return None
        return names[0], names[1]

    def written(self, judgements: Judgements | Preferences, header: Sequence[str] = ()) -> dict[str, Cells]:
        """Return the cells of all columns by their names, those of the header where it has them."""
        places, extra = self.located(header), judgements.extra
        columns: dict[str, Cells] = {}
        for field in self.fields:
            value = getattr(judgements, field.ours, None)
            if value is not None:
                column = places.get(field.ours, field.names[0])
                columns[column] = _cells(field, value, len(judgements), extra.get(field.verbatim))
        return (
            columns
            | self.written_languages(judgements)
            | {name: extra[name] for name in extra if name not in columns}
        )

    def json_columns(self, judgements: Judgements, header: Sequence[str] = ()) -> set[str]:
        """Return the columns of which every cell, as we write it, is JSON: errors, and numbers but -0 and infinity."""
        places, extra = self.located(header), judgements.extra
        values = {
            field: getattr(judgements, field.ours, None)
            for field in self.fields
            if field.verbatim not in extra
        }
        return {
            places.get(field.ours, field.names[0])
            for field, value in values.items()
            if isinstance(value, Spans) or (isinstance(value, np.ndarray) and _are_json(value))
        }

    def written_languages(self, judgements: Judgements | Preferences) -> dict[str, Cells]:
        """Return the cells of the columns of languages."""
        languages, write = judgements.languages, JSON_NAME.write if self.in_json else NAME.write
        names = ("-".join(languages),) if len(self.languages) == 1 else languages
        return {
            column: Codes.alike((write(name) if any(languages) else "") or self.absent, len(judgements))
            for column, name in zip(self.languages, names, strict=False)
        }


def _are_json(numbers: Array) -> bool:
    return not (np.isinf(numbers) | ((numbers == 0) & np.signbit(numbers))).any()


def _read_column(table: Table, name: str, field: Field, extra: dict[str, Sequence[str]]) -> Any:
    """Return the values of a column, and keep its texts where they are not written as we would."""
    values: Any
    if name in table.numbers or field.cell in (NAME, JSON_NAME):
        values = table.numbers[name] if name in table.numbers else table.names[name]
        texts = table.written.get(name)
    else:
        cells = table.cells(name)
        values, ours = field.cell.parsed(cells, name, table.where)
        texts = None if ours else cells.column()
    if texts is not None:
        extra[field.verbatim] = texts
    return values


def _cells(field: Field, value: Any, rows: int, texts: Sequence[str] | None) -> Cells:
    """Write a column; where nothing was kept of how it was written, every different name is written once."""
    written: Callable[..., Sequence[str]] = field.cell.written
    codes = Codes.alike(value, rows) if isinstance(value, str) else value
    if texts is None and isinstance(codes, Codes):
        # A part of many may keep the names of all
        said = codes.used() if len(codes.names) > rows else codes
        return Codes(tuple(written(said.names)), said.index)
    return written(codes.column() if isinstance(codes, Codes) else codes, texts)


def same_name(codes: Codes | None) -> str | None:
    """Return the name that every row of a column has, None where they differ or there is no column."""
    rows = () if codes is None else (*{*codes.index.tolist()},)
    return codes.names[rows[0]] if codes is not None and len(rows) == 1 else None


def judgements_of(scheme: str, values: Mapping[str, Any]) -> Judgements:
    """Return judgements of what was read; items are genuine and there is one question where nothing else is said."""
    rows = len(values["score"])
    plain = {"item": Codes.alike(GENUINE, rows), "aspect": Codes.alike("", rows)}
    return Judgements(scheme, **{**plain, **values})


def several_a_row(values: Mapping[str, Any], width: int) -> dict[str, Any]:
    """Return what was read of a table whose rows each hold so many judgements: a row for each of them."""

    def repeated(value: Any) -> Any:
        if isinstance(value, Codes):
            return Codes(value.names, np.repeat(value.index, width))
        if isinstance(value, np.ndarray):
            return np.repeat(value, width)
        if isinstance(value, dict):
            return {name: [cell for cell in column for _ in range(width)] for name, column in value.items()}
        return value

    return {name: repeated(value) for name, value in values.items()}


def write_table(columns: Mapping[str, Cells], layout: Layout) -> bytes:
    """Write a table with a header as the file was, else as CSV."""
    names = [name for name in layout.columns if name in columns]
    kind = TSV if layout.separators == (SEPARATORS[TSV],) else CSV
    return write_fields([columns[name] for name in names], kind, layout, names)


@dataclass(frozen=True)
class RatingFormat(Format[Judgements | Preferences]):
    """A format of judgement files; without `write` they are only read."""

    # What it can hold, `None` for everything or where `write` itself knows
    holds: Holds | None = None
    pairs: bool = False  # whether it is of Preferences
    # Leaves out what it cannot hold, where `holds` does not say
    reduced: Callable[[Any], Any] | None = None


rating_format = partial(RatingFormat, "judgements")
