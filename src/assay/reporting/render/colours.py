"""One look a system throughout a report: its colour and, where colours come again, another form.

The first four colours are of Okabe and Ito (2008). The others were chosen so that any two of the eight differ by at
least 16 in CIELAB to normal eyes and under full protanopia, deuteranopia and tritanopia (matrices of Machado, Oliveira
and Fernandes 2009), and stand out by 2.5 to 1 on white and on the dark cards of a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assay.reporting.blocks import Block, Figure

SYSTEMS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8b5237", "#8a9bee", "#53666f", "#9340e6")
FORMS = (  # paths around 0, 0 that look alike in size: circle, square, triangle, diamond
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
