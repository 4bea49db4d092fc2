"""What readers share about a file: how its lines were laid out, and what was noticed in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from assay.data import Remark
from assay.data.judgements import Layout

# How many places of a kind of remark are kept; all are counted
PLACES = 5


def layout_of(text: str, columns: Iterable[str] = (), form: str = "") -> Layout:
    """Return the layout of a text; the first line tells how lines end."""
    first, feed, _ = text.partition("\n")
    line_end = "\r\n" if feed and first.endswith("\r") else "\n"
    return Layout(tuple(columns), line_end, text.endswith("\n"), form)


def laid_out(lines: Iterable[str], layout: Layout | None) -> str:
    """Join lines as the layout says; without one, every line ends with a line feed."""
    given = layout or Layout()
    written = list(lines)
    if given.ends and written:
        written.append("")
    return given.line_end.join(written)


@dataclass
class Remarks:
    """What a reader noticed, counted by kind in the order in which kinds first came up, with the first places."""

    counts: dict[str, int] = field(default_factory=dict)
    places: dict[str, list[str]] = field(default_factory=dict)

    def add(self, kind: str, place: str) -> None:
        """Count one more of a kind, and keep its place if it is among the first."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        places = self.places.setdefault(kind, [])
        if len(places) < PLACES:
            places.append(place)

    def taken(self) -> tuple[Remark, ...]:
        """Return what was noticed."""
        return tuple(Remark(kind, count, tuple(self.places[kind])) for kind, count in self.counts.items())
