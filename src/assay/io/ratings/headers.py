"""What tables made by hand call our columns, and how such a table is opened and written back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import Codes, Judgements, Layout
from assay.errors import InputError
from assay.io.opening import label
from assay.io.ratings.tables import (
    CSV,
    JSONL,
    SEPARATORS,
    TSV,
    Table,
    header_of,
    kind_of,
    read_table,
    write_fields,
)
from assay.io.ratings.verbatim import as_written, keep_unlike, means_number, number_text, parse_numbers

Names = Mapping[str, tuple[str, ...]]

NAMES: Names = {
    "rater": ("rater", "judge", "annotator", "evaluator", "user", "worker", "reader"),
    "system": ("system", "mt", "engine", "model"),
    "segment": ("segment", "sentence", "segment_id", "sentence_id", "seg", "id"),
    "document": ("document", "doc"),
    "domain": ("domain",),
    "seconds": ("seconds", "time"),
}


def columns_of(header: Sequence[str], choices: Sequence[str]) -> dict[str, str]:
    """Return the columns of the header that have one of these names, in any case of letters."""
    lower = {name.strip().lower(): name for name in reversed(header)}
    return {choice: lower[choice] for choice in choices if choice in lower}


def roles_of(header: Sequence[str], names: Names) -> dict[str, str]:
    """Return the column of each role, by the first of its names that the header has."""
    found: dict[str, str] = {}
    for role, choices in names.items():
        column = next(iter(columns_of(header, choices).values()), None)
        if column is not None and column not in found.values():
            found[role] = column
    return found


def has_columns(first: str, *choices: Sequence[str]) -> bool:
    """Tell by its first line whether a CSV or TSV file has a column of each of these choices of names."""
    header = header_of(first)
    return kind_of(first) in (CSV, TSV) and all(columns_of(header, choice) for choice in choices)


@dataclass(frozen=True)
class Roles:
    """A table and what it calls our columns."""

    column: Mapping[str, str]
    table: Table
    names: Names

    def codes(self, role: str) -> Codes | None:
        """Return the column of a role, `None` where the table has none."""
        return self.table.names.get(self.column.get(role, ""))

    def needed(self, role: str) -> Codes:
        """Return the column of a role that the table must have."""
        codes = self.codes(role)
        if codes is None:
            raise InputError(
                f"{label(self.table.path)}, line 1: no column for the {role}; "
                f"name one of them {' or '.join(self.names[role][:3])}"
            )
        return codes

    def others(self, *taken: str) -> dict[str, Sequence[str]]:
        """Return the columns that have no role and are not these."""
        known = {*self.column.values(), *taken}
        return {name: codes.column() for name, codes in self.table.names.items() if name not in known}

    def seconds(self, extra: dict[str, Sequence[str]]) -> NDArray[np.float64] | None:
        """Return the time spent, and keep it in `extra` where it is not written as we would."""
        codes = self.codes("seconds")
        if codes is None:
            return None
        seconds = parse_numbers(codes.column(), self.column["seconds"], self.table.where)
        keep_unlike(extra, "seconds", codes.column(), map(number_text, seconds.tolist()))
        return seconds


def open_table(path: str, names: Names) -> Roles:
    """Read a CSV or TSV table, all of it as names."""
    table = read_table(path, ())
    if table.kind == JSONL:
        raise InputError(f"{label(path)}: JSONL where CSV or TSV was meant; in JSONL write a tidy table")
    return Roles(roles_of(table.layout.columns, names), table, names)


def default_columns(judgements: Judgements, scores: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of a table that comes from no file of its kind."""
    optional = [name for name in ("document", "domain", "seconds") if getattr(judgements, name) is not None]
    others = [name for name in judgements.extra if name not in (*NAMES, "score")]
    return ("rater", "system", "segment", *scores, *optional, *others)


def written_columns(judgements: Judgements, names: Names, layout: Layout) -> dict[str, Sequence[str]]:
    """Return the fields of every column but those of the scores."""
    columns: dict[str, Sequence[str]] = dict(judgements.extra)
    for role, column in roles_of(layout.columns, names).items():
        value = getattr(judgements, role, None)
        if isinstance(value, Codes):
            columns[column] = value.column()
        elif value is not None:
            columns[column] = as_written(
                judgements.extra.get(role), value.tolist(), number_text, means_number
            )
    return columns


def write_table(columns: Mapping[str, Sequence[str]], layout: Layout) -> str:
    """Write a table as the file was, else as CSV."""
    names = [name for name in layout.columns if name in columns]
    rows = zip(*(columns[name] for name in names), strict=True)
    kind = TSV if layout.separators == (SEPARATORS[TSV],) else CSV
    return write_fields([names, *map(list, rows)], kind, layout)
