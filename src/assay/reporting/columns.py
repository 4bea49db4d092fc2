"""Tables made of records: every column says once what it is called, what it reads of a record, and how it is shown.

A record is a result dataclass (or a tuple, whose items go by their number). A column reads the attribute of its own
name; `read` names another one, also of a part (`"interval.low"`), or is a function for what must be computed.

    table_of(
        "human-pairs",
        "Pairs: first minus second; * significant",
        ranking.comparisons,
        [
            *texts("first", "second"),
            estimate("difference", digits=3, mark=lambda pair: "*" if pair.significant(alpha) else ""),
            p_value("p"),
            p_value("adjusted", "adjusted p"),
            percent("wins"),
            percent("losses"),
            number("units"),
        ],
        notes=[provenance, few and f"left out: {few}"],
        facts={"alpha": alpha},
    )

That is a whole table: no tuple of values beside a tuple of heads that must be of one length. What is not known is None,
and stays None in every kind of column. Notes that are empty are left out, so a note that is said only sometimes needs
no `*([…] if … else [])`; `numbered=True` counts the rows in a first column `#`. Where the number of columns depends on
the input, one `several` reads them all at once:

    several([number_head(f"domain.{name}", name) for name in domains], read=lambda place: place.by_domain)

`figure_of` does the same for pictures. A table without records (one row a fact) may still be built as a `Table`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from string import ascii_uppercase
from typing import Any, Literal

from assay.reporting.blocks import (
    Estimate,
    Fact,
    Figure,
    FigureKind,
    Head,
    Signature,
    Table,
    Value,
    drawn,
)

# Smaller p-values are shown as <0.0001, which 10,000 draws, the default, cannot tell from 0
LEAST_P = 0.0001


Better = Literal["higher", "lower"] | None
# An attribute, an item of a tuple, or a function of the record
Read = str | int | Callable[[Any], Any]


@dataclass(frozen=True)
class TableColumn:
    """One column of a table, or several that are read together: heads, and what they show of a record."""

    heads: tuple[Head, ...]
    values: Callable[[Any], Sequence[Value]]


def table_of(
    name: str,
    title: str,
    records: Iterable[Any],
    columns: Iterable[TableColumn],
    *,
    notes: Iterable[str | None] = (),
    facts: Mapping[str, Fact] | None = None,
    numbered: bool = False,
    ranked: bool = False,
    signed: Iterable[Signature] = (),
) -> Table:
    """Return the table that shows every record in a row, counted from 1 if `numbered`; empty notes are left out.

    Rows of a `ranked` table compete; `signed` are the metrics of rows.
    """
    columns = tuple(columns)
    heads = [head for column in columns for head in column.heads]
    rows = [[value for column in columns for value in column.values(record)] for record in records]
    if numbered:
        heads = [number_head("number", "#"), *heads]
        rows = [[place, *row] for place, row in enumerate(rows, start=1)]
    return Table(
        name,
        tuple(heads),
        tuple(map(tuple, rows)),
        title,
        tuple(note for note in notes if note),
        facts or {},
        ranked=ranked,
        signed=tuple(signed),
    )


def text(name: str, label: str = "", *, read: Read | None = None, segments: bool = False) -> TableColumn:
    """Return a column of words; `segments` says that they are numbers of segments, which a page may link."""
    return _single(Head(name, label, segments=segments), _reader(name, read))


def texts(*names: str) -> list[TableColumn]:
    """Return columns of words that go by the names of their attributes."""
    return [text(name) for name in names]


def number(
    name: str,
    label: str = "",
    *,
    read: Read | None = None,
    digits: int = 2,
    better: Better = None,
    segments: bool = False,
) -> TableColumn:
    """Return a column of numbers; `digits` are those after the point of a float, whole numbers have none."""
    head = number_head(name, label, digits=digits, better=better, segments=segments)
    return _single(head, _reader(name, read))


def numbers(*names: str, digits: int = 2, better: Better = None) -> list[TableColumn]:
    """Return columns of numbers that go by the names of their attributes."""
    return [number(name, digits=digits, better=better) for name in names]


def percent(
    name: str, label: str | None = None, *, read: Read | None = None, digits: int = 1, better: Better = None
) -> TableColumn:
    """Return a column that shows a share as a percentage; its label says `%` after the name if no other is given."""
    share = _reader(name, read)

    def percentage(record: object) -> Value:
        part = share(record)
        return None if part is None else 100 * part

    label = f"{name} %" if label is None else label
    return _single(number_head(name, label, digits=digits, better=better), percentage)


def p_value(name: str = "p", label: str = "", *, read: Read | None = None, digits: int = 4) -> TableColumn:
    """Return a column of p-values: four digits, and `<0.0001` below; the column `p` reads `p_value`."""
    attribute = "p_value" if name == "p" else name
    return _single(number_head(name, label, digits=digits, least=LEAST_P), _reader(attribute, read))


def estimate(
    name: str,
    label: str = "",
    *,
    read: Read | None = None,
    interval: Read | None = None,
    mark: Read | None = None,
    digits: int = 2,
    better: Better = None,
) -> TableColumn:
    """Return a column of numbers with intervals: `low` and `high` of the record, or of what `interval` reads.

    A number whose `interval` is None, or undefined, stands alone.
    """
    middle = _reader(name, read)
    bounds = None if interval is None else _reader(name, interval)
    marked = None if mark is None else _reader(name, mark)

    def estimated(record: Any) -> Value:
        ends = record if bounds is None else bounds(record)
        if bounds is not None and (ends is None or math.isnan(ends.low)):
            alone: Value = middle(record)
            return alone
        return Estimate(middle(record), ends.low, ends.high, "" if marked is None else marked(record))

    return _single(number_head(name, label, digits=digits, better=better), estimated)


def several(heads: Iterable[Head], *, read: Read) -> TableColumn:
    """Return columns whose values are read together, one under each head."""
    return TableColumn(tuple(heads), _reader("", read))


def number_head(
    name: str,
    label: str = "",
    *,
    digits: int = 2,
    better: Better = None,
    least: float = 0.0,
    segments: bool = False,
) -> Head:
    """Return the head of a column of numbers, for `several`."""
    return Head(name, label, "right", digits, least, better, segments=segments)


def _single(head: Head, read: Callable[[Any], Value]) -> TableColumn:
    return TableColumn((head,), lambda record: (read(record),))


def _reader(name: str, read: Read | None) -> Callable[[Any], Any]:
    if callable(read):
        return read
    return itemgetter(read) if isinstance(read, int) else attrgetter(read or name)


def figure_of(
    kind: FigureKind,
    name: str,
    title: str,
    rows: Iterable[tuple[Value, ...]],
    words: str | Iterable[str],
    *,
    data: str = "",
    axis: str = "",
    upright: str = "",
    systems: Sequence[str] = (),
) -> Figure:
    """Return a picture of rows under the columns of its kind; several `words` become one sentence.

    The table of its data goes by the name of the figure without `-figure`, unless `data` names it.
    """
    said = words if isinstance(words, str) else "; ".join(words) + "."
    table = drawn(kind, data or name.removesuffix("-figure"), rows)
    return Figure(name, kind, title, table, said, axis, upright, tuple(systems))


def cluster_letter(cluster: int) -> str:
    """Return the letter of a cluster of systems, from A for the first; beyond Z its number."""
    return ascii_uppercase[cluster - 1] if cluster <= len(ascii_uppercase) else str(cluster)


def matrix_label(word: str, p_value: float) -> str:
    """Write how two systems stand to each other, in a word, and the adjusted p-value: no sign that p could take."""
    return f"{word} {p_value:.4f}" if p_value >= LEAST_P else f"{word} <{LEAST_P:.4f}"
