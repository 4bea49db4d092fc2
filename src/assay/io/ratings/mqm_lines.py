"""The lines of an MQM table and which of its columns is what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from assay.data import DEGRADED, GENUINE
from assay.errors import InputError
from assay.io.opening import label
from assay.io.ratings.marks import Marked, read_marks
from assay.io.ratings.span_rows import folded
from assay.io.texts.quoting import Rows

METADATA = "metadata"
PLACES = {"doc_id": "seg_id", "docSegId": "globalSegId"}  # number in the document, number in the set
TEXTS = ("source", "target")
CLEAN = ("category", "severity")  # of a line without an error
QUOTING = "quoting"
LINE = "line"


@dataclass(frozen=True)
class Head:
    """The columns of a table by name; `others` have no name of ours."""

    place: str
    numbers: dict[str, int]
    others: dict[str, int]

    def line(self, file: str, number: int, cells: Sequence[str]) -> Line:
        """Return a line of the table; one without system or segment is an error."""
        values = {name: cells[column] for name, column in self.numbers.items()}
        others = tuple(cells[column] for column in self.others.values())
        for name in ("system", "segment"):
            if not values[name]:
                raise InputError(f"{file}, line {number}: no {name}; fill the cell or remove the line")
        return Line(number, others=others, **values)


@dataclass
class Line:
    """One line of a table."""

    number: int
    system: str
    document: str
    place: str
    segment: str
    rater: str
    source: str
    target: str
    category: str
    severity: str
    others: tuple[str, ...]

    @cached_property
    def marks(self) -> tuple[Marked, Marked]:
        """Source and target without their marks."""
        return read_marks(self.source), read_marks(self.target)

    @cached_property
    def item(self) -> str:
        """What the line is there for."""
        if not self.rater:
            return METADATA
        return DEGRADED if folded(self.severity).startswith("hotw") else GENUINE

    @property
    def visit(self) -> tuple[str, ...]:
        """What the lines of one row of the judgements have in common."""
        return (self.system, self.document, self.place, self.segment, self.rater, self.item)

    @property
    def content(self) -> tuple[str | tuple[str, ...], ...]:
        """What the line says of its output."""
        return (self.source, self.target, self.category, self.severity, self.others)

    @property
    def says_no_error(self) -> bool:
        """Tell whether the rater found nothing."""
        return "no-error" in (folded(self.severity), folded(self.category))

    @property
    def bare(self) -> bool:
        """Tell whether the line marks nothing: no error was found, or there is metadata only."""
        texts = tuple(marked.text for marked in self.marks)
        return (self.says_no_error or not self.rater) and texts == (self.source, self.target)


def recognises(first: str) -> bool:
    """Tell from the first line of a file whether it is an MQM table."""
    return {"system", "rater", "source", "target", "category", "severity"} <= set(first.split("\t"))


def read_head(path: str, rows: Rows) -> Head:
    """Return which column is what; one that is missing is an error."""
    place = next((name for name in PLACES if name in rows.header), "doc_id")
    names = {"system": "system", "document": "doc", "place": place, "segment": PLACES[place]}
    names |= {name: name for name in ("rater", *TEXTS, *CLEAN)}
    missing = [name for name in names.values() if name not in rows.header]
    if missing:
        raise InputError(
            f"{label(path)}, line 1: no column {', '.join(missing)}; an MQM table begins with the names "
            "system, doc, doc_id, seg_id, rater, source, target, category, severity"
        )
    others = {name: number for number, name in enumerate(rows.header) if name not in names.values()}
    return Head(place, {ours: rows.header.index(name) for ours, name in names.items()}, others)
