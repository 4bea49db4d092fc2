"""Blocks as GitHub's Markdown. Numbers are rounded, and signs that would be read as markup escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from assay.reporting.blocks import (
    Alignment,
    Block,
    Example,
    ExampleLine,
    Examples,
    Figure,
    Head,
    Heading,
    Listing,
    Piece,
    Prose,
    Table,
    Value,
    Verbatim,
)
from assay.reporting.render.cells import best_cells, cell, pad, shown, visible, width

_MARKUP = re.compile(r"[\\`*_\[\]<>|~&#$]")
_SIGNS = {"same": "{}", "right": "**{}**", "wrong": "*{}*"}
_RULES = {"left": ("-", "-"), "right": ("-", ":")}


def render_markdown(blocks: Sequence[Block]) -> str:
    """Write blocks one below the other, a blank line between two."""
    return "\n".join(map(_block, blocks))


def _block(block: Block) -> str:
    match block:
        case Heading():
            return f"{'#' * min(block.level, 6)} {_escape(block.text)}\n"
        case Prose():
            return _escape(block.text) + "\n"
        case Listing():
            title = f"{_escape(block.title)}\n\n" if block.title else ""
            return title + "".join(f"- {_escape(item)}\n" for item in block.items)
        case Verbatim():
            return f"{_escape(block.title)}\n\n```{block.kind}\n{block.text}\n```\n"
        case Table():
            return _table(block)
        case Figure():
            return f"{_escape(block.title)}: {_escape(block.words)}\n"
        case Examples():
            legend = [f"{_pieces(block.legend)}\n"] if block.legend else []
            return "\n".join([f"{_escape(block.title)}\n", *legend, *map(_example, block.items)])
        case Alignment():
            return _table(block.table())
        case _:
            assert_never(block)


def _table(table: Table) -> str:
    heads = [_escape(head.heading) for head in table.columns]
    best = best_cells(table)
    body = [
        [_cell(row[at], head, best=(place, at) in best) for at, head in enumerate(table.columns)]
        for place, row in enumerate(table.rows)
    ]
    widths = [max(3, *map(width, column)) for column in zip(heads, *body, strict=True)]
    aligns = [head.align for head in table.columns]
    rule = ["-" * (cells - 1) + _RULES[align][1] for cells, align in zip(widths, aligns, strict=True)]
    lines = [f"| {' | '.join(map(pad, row, widths, aligns))} |" for row in (heads, rule, *body)]
    above = [_escape(table.title), ""] if table.title else []
    below = [f"- {_escape(each.label)}: {_code(each.shown)}" for each in table.signatures]
    below += [f"- {_escape(note)}" for note in table.notes]
    return "\n".join([*above, *lines, *([""] if below else []), *below, ""])


def _cell(value: Value, head: Head, *, best: bool) -> str:
    """Write a value, the best of its column in bold without its interval."""
    written = _escape(cell(value, head))
    if not best:
        return written
    number, *interval = written.split(" ", maxsplit=1)
    return " ".join([f"**{number}**", *interval])


def _example(item: Example) -> str:
    lines = [f"- {_escape(line.name)}{_score(line)}: {_pieces(line.pieces)}" for line in item.lines]
    return "\n".join([f"{_escape(item.title)}:", "", *lines, ""])


def _score(line: ExampleLine) -> str:
    return "" if line.score is None else f" ({shown(line.score, 2)})"


def _pieces(pieces: Sequence[Piece]) -> str:
    return "".join(_SIGNS[piece.kind].format(_escape(piece.text)) for piece in pieces)


def _escape(text: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", visible(text))


def _code(text: str) -> str:
    """Fence a text with one backtick more than it holds in a row."""
    runs = [len(run) for run in re.findall("`+", text)]
    fence = "`" * (max(runs, default=0) + 1)
    blank = " " if runs else ""
    return f"{fence}{blank}{visible(text)}{blank}{fence}"
