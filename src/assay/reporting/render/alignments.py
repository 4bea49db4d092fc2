"""An alignment as three rows of text: reference, output, operations, wrapped to the width of a screen.

Tokens stand below each other by their width on the screen. A token written from right to left is put between
U+2068 and U+2069, which keep it together and leave the order of the tokens around it alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from assay.reporting.blocks import Aligned, mark
from assay.reporting.render.cells import pad, visible, width

COLUMNS = 100
_LABELS = ("REF", "OUT", "")
_GAP = "*"
_BAR = "|"
_RIGHT_TO_LEFT = {"R", "AL", "AN"}


def is_right_to_left(text: str) -> bool:
    """Tell whether any character of a text is written from right to left."""
    return not text.isascii() and any(map(_RIGHT_TO_LEFT.__contains__, map(unicodedata.bidirectional, text)))


def isolated(token: str) -> str:
    """Return a token as a row shows it: a blank made visible, text from right to left in an isolate."""
    token = visible(token) if token.strip() else "␣" * max(1, len(token))
    return f"\u2068{token}\u2069" if is_right_to_left(token) else token


def rows(places: Sequence[Aligned], columns: int = COLUMNS) -> Iterator[str]:
    """Yield the lines of an alignment, up to three a stretch that fits, and an empty one between two stretches."""
    cells = [_column(place) for place in places]
    labels = max(map(width, _LABELS))
    for number, stretch in enumerate(_stretches(cells, columns - labels - 1)):
        yield from [""] if number else []
        lines = [
            f"{pad(label, labels, 'left')} {' '.join(row)}".rstrip()
            for label, row in zip(_LABELS, zip(*stretch, strict=True), strict=True)
        ]
        yield from lines if lines[-1] else lines[:-1]


def _column(place: Aligned) -> tuple[str, str, str]:
    """Return reference, output and sign of one place in one width; stars stand for a gap, bars for a jump."""
    texts = [None if token is None else isolated(token) for token in (place.reference, place.output)]
    sign = mark(place)
    cells = max(width(text) for text in (*(text for text in texts if text is not None), sign))
    gap = _BAR if place.operation == "jump" else _GAP * cells
    reference, output = (pad(gap if text is None else text, cells, "left") for text in texts)
    return reference, output, pad(sign, cells, "left")


def _stretches(cells: Sequence[tuple[str, str, str]], most: int) -> Iterator[list[tuple[str, str, str]]]:
    stretch: list[tuple[str, str, str]] = []
    used = 0
    for cell in cells:
        needed = width(cell[0]) + 1
        if stretch and used + needed > most + 1:
            yield stretch
            stretch, used = [], 0
        stretch.append(cell)
        used += needed
    if stretch:
        yield stretch
