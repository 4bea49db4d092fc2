"""Spans that are marked in the text itself: `The <v>big</v> house`, as the MQM tables have them.

Places are code points of the text without its marks.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

OPEN, CLOSE = "<v>", "</v>"
MARK = re.compile(r"</?v>")


class Marked(NamedTuple):
    """A text without its marks, the first marked place (-1 without any), and whether the marks are in order.

    Marks are in order where there is no mark, or one opening mark and one closing mark behind it.
    """

    text: str
    start: int
    end: int
    orderly: bool


def read_marks(cell: str) -> Marked:
    """Take the marks out of a cell."""
    if "v>" not in cell:
        return Marked(cell, -1, -1, True)
    marks = list(MARK.finditer(cell))
    text = MARK.sub("", cell)
    shift = 0
    places: list[tuple[str, int]] = []
    for mark in marks:
        places.append((mark.group(), mark.start() - shift))
        shift += len(mark.group())
    for (first, start), (second, end) in pairwise(places):
        if (first, second) == (OPEN, CLOSE):
            return Marked(text, start, end, len(marks) == 2)
    return Marked(text, -1, -1, not marks)


def write_marks(text: str, start: int, end: int) -> str:
    """Put marks round a place of a text; without a place the text stays as it is."""
    return text if start < 0 else f"{text[:start]}{OPEN}{text[start:end]}{CLOSE}{text[end:]}"
