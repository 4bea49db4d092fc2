"""Lines that begin with their own number: "12. text", "12<TAB>text", "(12) text", as editors and scripts add it."""

from __future__ import annotations

import re
from collections.abc import Sequence

NUMBER = re.compile(r"\W*(?:[^\W\d_]+\W?)?(\d{1,9})(?=[\W_])")  # "seg-12: ", too
FEWEST = 3  # lines from which it is no chance
MOST = 0.9  # of the lines, set by hand: some may be broken


def numbered_rows(
    texts: Sequence[str], rows: Sequence[int], offset: int | None
) -> tuple[int | None, list[int]]:
    """Return how far the numbers of lines are ahead of their rows, and the rows that begin with their number.

    Numbers begin where that of the first line does, unless an earlier part of the file has told (`offset`). A part is
    given up when so many of its lines have no number that it cannot be numbered: ordinary text after a line or two.
    """
    numbered: list[int] = []
    for seen, (text, row) in enumerate(zip(texts, rows, strict=True), start=1):
        match = NUMBER.match(text)
        if match and offset is None and seen == 1:
            offset = int(match[1]) - row
        if match and int(match[1]) - row == offset:
            numbered.append(row)
        elif offset is None or seen - len(numbered) > (1 - MOST) * len(rows):
            break
    return offset, numbered


def is_numbered(numbered: int, lines: int) -> bool:
    """Tell whether so many lines of a file begin with their number that all seem to."""
    return lines >= FEWEST and numbered >= MOST * lines


def is_numbered_file(lines: Sequence[str]) -> bool:
    """Tell whether the lines of a file begin with their numbers."""
    return is_numbered(len(numbered_rows(lines, range(len(lines)), None)[1]), len(lines))
