"""Scores as files have them, one a line, and the matrix of systems by segments that they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, isinf

import numpy as np

from assay.data import Array, Codes, Scores
from assay.errors import InputError
from assay.io.opening import Named, check_size, label, shown

UNKNOWN = frozenset({"", "none", "na", "n/a", "nan", "null"})


def number(where: str, text: str) -> float:
    """Return a score, NaN for what stands for an unknown one; anything else is an error."""
    try:
        value = _float(text)
    except ValueError:
        if text.strip().lower() in UNKNOWN:
            return np.nan
        raise InputError(
            f'{where}: "{shown(text[:40])}" is not a number; write NA where there is no score'
        ) from None
    if isinf(value):
        raise InputError(f"{where}: {text} is not a score; write NA where there is none")
    return value


def is_number(text: str) -> bool:
    """Tell whether a text is a number."""
    try:
        _float(text)
    except ValueError:
        return False
    return True


def _float(text: str) -> float:
    """Return a number as people write it; `1_000` is one for Python only."""
    if "_" in text:
        raise ValueError(text)
    return float(text)


def finite(where: str, value: float) -> float:
    """Return a number of JSON as a score; JSON has whole numbers that no score can be, and Infinity."""
    try:
        score = float(value)
    except OverflowError:
        score = inf
    if isinf(score):
        raise InputError(f"{where}: an infinite score; write null where there is none")
    return score


SPARSE, FLOAT_BYTES = 100, 8  # places of a matrix for each score in it, and bytes of each


@dataclass
class Entries:
    """Which system and segment each line is about; a segment may have a document and a domain."""

    path: Named
    systems: dict[str, int] = field(default_factory=dict)
    segments: dict[str, int] = field(default_factory=dict)
    rows: list[int] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    domains: list[str] = field(default_factory=list)

    def add(self, line: int, system: str, segment: str, document: str = "", domain: str = "") -> None:
        """Say what a line is about."""
        self.rows.append(self.systems.setdefault(system, len(self.systems)))
        column = self.segments.setdefault(segment, len(self.segments))
        if column == len(self.documents):
            self.documents.append(document)
            self.domains.append(domain)
        self.columns.append(column)
        self.lines.append(line)

    def matrix(self, values: Sequence[float]) -> Array:
        """Return the values of all lines as systems by segments; two for one place are an error."""
        places = np.array(self.rows, dtype=np.int64) * len(self.segments) + self.columns
        _, first = np.unique(places, return_index=True)
        if len(first) < len(places):
            again = int(np.setdiff1d(np.arange(len(places)), first)[0])
            raise self._twice(again)
        cells = len(self.systems) * len(self.segments)
        if cells > SPARSE * len(self.lines):
            check_size(self.path, cells * FLOAT_BYTES)
        matrix = np.full((len(self.systems), len(self.segments)), np.nan)
        matrix[self.rows, self.columns] = values
        return matrix

    def _twice(self, entry: int) -> InputError:
        system, segment = list(self.systems)[self.rows[entry]], list(self.segments)[self.columns[entry]]
        return InputError(
            f'{label(self.path)}, line {self.lines[entry]}: a second score of "{shown(system)}" on segment '
            f'"{shown(segment)}"; remove one of the two'
        )

    def scores(
        self,
        name: str,
        values: Sequence[float],
        *,
        higher_is_better: bool = True,
        notes: tuple[str, ...] = (),
    ) -> Scores:
        """Return the scores under one name."""
        return Scores(
            name,
            tuple(self.systems),
            tuple(self.segments),
            self.matrix(values),
            higher_is_better=higher_is_better,
            document=Codes.of(self.documents) if any(self.documents) else None,
            domain=Codes.of(self.domains) if any(self.domains) else None,
            notes=notes,
        )


def of_systems(name: str, totals: dict[str, float], **more: bool | tuple[str, ...]) -> Scores:
    """Return scores of whole systems, without any segment."""
    values = np.array(list(totals.values()), dtype=np.float64)
    notes, higher = more.get("notes", ()), more.get("higher_is_better", True)
    return Scores(
        name,
        tuple(totals),
        (),
        np.empty((len(totals), 0)),
        values,
        higher_is_better=bool(higher),
        notes=notes if isinstance(notes, tuple) else (),
    )
