"""What the drawings share: the look of every system, colours that mean something, rows by group, and what stands below.

A system has one look throughout a report: its colour and, where colours come again, another form. The first four
colours are of Okabe and Ito (2008). The others were chosen so that any two of the eight differ by at least 16 in CIELAB
to normal eyes and under full protanopia, deuteranopia and tritanopia (matrices of Machado, Oliveira and Fernandes
2009), and stand out by 2.5 to 1 on white and on the dark cards of a page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.reporting.blocks import Block, Figure
from assay.reporting.render.svg import (
    GREY,
    WIDTH,
    Axis,
    box,
    drawable,
    legend,
    line,
    note,
    picture,
    shape,
    tip,
)

SYSTEMS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8b5237", "#8a9bee", "#53666f", "#9340e6")
# Paths around 0, 0 that look alike in size: circle, square, triangle, diamond
FORMS = (
    "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0",
    "M-4 -4h8v8h-8z",
    "M0 -5.6l5.4 9.4h-10.8z",
    "M0 -5.8l5.8 5.8l-5.8 5.8l-5.8 -5.8z",
)


@dataclass(frozen=True)
class Look:
    """How a system is drawn wherever it is: a colour, and the path of its form around 0, 0."""

    colour: str
    form: str


def look(place: int) -> Look:
    """Return the look of the system at a place, from 0: eight colours as circles, then as squares, and so on."""
    return Look(SYSTEMS[place % len(SYSTEMS)], FORMS[place // len(SYSTEMS) % len(FORMS)])


def system_looks(systems: Iterable[str]) -> dict[str, Look]:
    """Return the look of every system, by the order in which the report first names them, the best first."""
    return {system: look(place) for place, system in enumerate(dict.fromkeys(systems))}


def systems_of(blocks: Sequence[Block]) -> tuple[str, ...]:
    """Return the systems of a report in the order of their looks: that of its first figure which has them."""
    return next((block.systems for block in blocks if isinstance(block, Figure) and block.systems), ())


Row = Mapping[str, Any]
Fill = Mapping[str, str | float]
# Blue and orange can be told apart with every kind of colour blindness; no figure relies on colour alone.
BLUE, ORANGE = "#3b82c4", "#d9822b"
VERDICTS = {"better": BLUE, "worse": ORANGE, "open": GREY}
COLOURS = (BLUE, ORANGE, GREY, "#2f9e8f", "#b5577f", "#a08a1f", "#6f5fc0")
RIGHT = WIDTH - 14  # where axes end; a mark's label is wider than its place


def looks_of(figure: Figure, names: Iterable[object]) -> dict[str, Look]:
    """Return the look of every system of the report, and of names that the report does not list."""
    return system_looks([*figure.systems, *map(str, names)])


def mark(seen: Look, at: tuple[float, float], about: str = "", **attributes: str | float) -> str:
    """Draw the mark of a system at a place, with words for the mouse."""
    place = f"translate({at[0]:.1f} {at[1]:.1f})"
    inside = tip(about) if about else ""
    return shape("path", inside, d=seen.form, transform=place, **{"fill": seen.colour, **attributes})


def interval(row: Row, on: Axis, y: float, gap: float = 0, **attributes: str | float) -> str:
    """Draw the interval of a row as a line, with a gap around the estimate for a mark that is not filled."""
    low, middle, high = (on.at(row[key]) for key in ("low", "value", "high"))
    halves = [
        (low, middle - math.copysign(gap, middle - low)),
        (middle + math.copysign(gap, high - middle), high),
    ]
    ends = [(low, high)] if not gap else [half for half in halves if (half[1] - half[0]) * (high - low) > 0]
    return "".join(line((start, y), (stop, y), **attributes) for start, stop in ends)


def known(row: Row) -> bool:
    """Tell whether a row has an estimate and both ends of its interval."""
    return drawable(row["low"], row["value"], row["high"])


def grouped(rows: Iterable[Row], key: str) -> dict[str, list[Row]]:
    """Part rows by a column, in the order in which its values come."""
    parts: dict[str, list[Row]] = {}
    for row in rows:
        parts.setdefault(str(row[key]), []).append(row)
    return parts


def swatch(colour: str, fullness: float = 0.6) -> str:
    """Return the sample of a colour in a legend."""
    return box((4, 1), (17, 13), fill=colour, fill_opacity=fullness, stroke=GREY, stroke_width=0.5)


def closed(
    parts: Sequence[str],
    samples: Sequence[tuple[str, str]],
    top: float,
    words: str = "",
    size: tuple[float, float] = (0, WIDTH),
) -> str:
    """Close a picture, from the left and as wide as `size` says, with a legend and a note below it."""
    left, width = size
    below, height = legend(samples, (left, top), width - left)
    said, more = note(words, top + height, width - left, left)
    return picture([*parts, below, said], (width, top + height + more + 2))
