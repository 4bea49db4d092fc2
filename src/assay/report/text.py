"""Blocks as text for a terminal or an e-mail: aligned columns, numbers rounded, no trailing blanks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from assay.report.alignments import COLUMNS, rows
from assay.report.blocks import Alignment, Block, Heading, Prose, Table
from assay.report.cells import pad, shown, visible, width

GAP = "  "
_BOLD, _PLAIN = "\033[1m", "\033[0m"


def render(blocks: Sequence[Block], colour: bool = False, columns: int = COLUMNS) -> str:
    """Write blocks one below the other, a blank line between two.

    `colour` makes headings bold; alignments are wrapped to so many `columns`.
    """
    return "\n".join(_block(block, colour, columns) for block in blocks)


def _block(block: Block, colour: bool, columns: int) -> str:
    match block:
        case Heading():
            return _heading(block, colour)
        case Prose():
            return visible(block.text) + "\n"
        case Table():
            return _table(block, colour)
        case Alignment():
            return _alignment(block, colour, columns)
        case _:
            assert_never(block)


def _alignment(block: Alignment, colour: bool, columns: int) -> str:
    above = [_strong(visible(block.title), colour), ""] if block.title else []
    below = ["", *map(visible, block.notes)] if block.notes else []
    return "\n".join([*above, *rows(block.places, columns), *below, ""])


def _heading(block: Heading, colour: bool) -> str:
    words = visible(block.text)
    rule = ("═" if block.level == 1 else "─") * width(words)
    return f"{_strong(words, colour)}\n{rule}\n"


def _table(table: Table, colour: bool) -> str:
    heads = [head.heading for head in table.columns]
    body = [
        [shown(value, head.digits) for value, head in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
    widths = [max(map(width, column)) for column in zip(heads, *body, strict=True)]
    aligns = [head.align for head in table.columns]
    lines = [
        _strong(_line(heads, widths, aligns), colour),
        "─" * (sum(widths) + len(GAP) * (len(widths) - 1)),
    ]
    lines += [_line(row, widths, aligns) for row in body]
    above = [visible(table.title), ""] if table.title else []
    below = _below(table)
    return "\n".join([*above, *lines, *([""] if below else []), *below, ""])


def _line(cells: Sequence[str], widths: Sequence[int], aligns: Sequence[str]) -> str:
    return GAP.join(map(pad, cells, widths, aligns)).rstrip()


def _below(table: Table) -> list[str]:
    labels = max((width(label) for label, _ in table.signatures), default=0)
    signed = [f"{pad(label, labels, 'left')}{GAP}{signature}" for label, signature in table.signatures]
    return [visible(line) for line in (*signed, *table.notes)]


def _strong(line: str, colour: bool) -> str:
    return f"{_BOLD}{line}{_PLAIN}" if colour else line
