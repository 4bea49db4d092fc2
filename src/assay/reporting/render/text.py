"""Blocks as text for a terminal or an e-mail: aligned columns, numbers rounded, no trailing blanks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import assert_never

from assay.reporting.blocks import (
    Alignment,
    Block,
    Examples,
    Figure,
    Heading,
    Line,
    Listing,
    Piece,
    Prose,
    Table,
)
from assay.reporting.render.alignments import COLUMNS, rows
from assay.reporting.render.cells import column, pad, shown, visible, width

GAP = "  "
MEASURE = 110  # columns of prose where no terminal says how many
_VALUE = re.compile(r"[\d.e+-]+(?:\|.*)?")
_SIGNS = {"same": "{}", "right": "[+{}+]", "wrong": "[-{}-]"}
_BOLD, _PLAIN = "\033[1m", "\033[0m"


def render_text(
    blocks: Sequence[Block], colour: bool = False, columns: int = COLUMNS, measure: int = MEASURE
) -> str:
    """Write blocks one below the other, a blank line between two.

    `colour` makes headings bold; alignments are wrapped to so many `columns`, sentences to `measure`, tables never.
    """
    return "\n".join(_block(block, colour, columns, measure) for block in blocks)


def _block(block: Block, colour: bool, columns: int, measure: int) -> str:
    match block:
        case Heading():
            return _heading(block, colour)
        case Prose():
            return _lines(wrapped(block.text, measure))
        case Listing():
            title = [visible(block.title)] if block.title else []
            items = (line for item in block.items for line in _item(item, measure))
            return _lines((*title, *items))
        case Table():
            return _table(block, colour, measure)
        case Figure():
            return _lines(wrapped(f"{block.title}: {block.words}", measure))
        case Examples():
            return _examples(block, colour)
        case Alignment():
            return _alignment(block, colour, columns, measure)
        case _:
            assert_never(block)


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def wrapped(text: str, measure: int) -> list[str]:
    """Return sentences as lines of so many columns; what is longer than a line stays whole where it stands."""
    lines: list[str] = []
    line: list[str] = []
    used = 0
    for word in _words(visible(text)):
        cells = width(word)
        if line and used + 1 + cells > measure >= cells:
            lines.append(" ".join(line).rstrip())
            line, used = [], 0
        used += cells + bool(line)
        line.append(word)
    return [*lines, " ".join(line)]


def _words(text: str) -> list[str]:
    """Part a text at its blanks, but for those in "95 %" and in a signature: `BLEU: bleu|orders:1 2 3 4|…`."""
    words: list[str] = []
    for word in text.split(" "):
        if words and _belongs(word, words[-1]):
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


def _belongs(word: str, before: str) -> bool:
    if "|" in before:
        return _VALUE.fullmatch(word) is not None
    return word.startswith("%") or ("|" in word and before.endswith(":"))


def _item(sentence: str, measure: int) -> list[str]:
    first, *others = wrapped(sentence, measure - len(GAP))
    return [f"- {first}", *(f"{GAP}{line}" for line in others)]


def _alignment(block: Alignment, colour: bool, columns: int, measure: int) -> str:
    above = [_strong(visible(block.title), colour), ""] if block.title else []
    below = ["", *(line for note in block.notes for line in wrapped(note, measure))] if block.notes else []
    return "\n".join([*above, *rows(block.places, columns), *below, ""])


def _heading(block: Heading, colour: bool) -> str:
    words = visible(block.text)
    rule = ("═" if block.level == 1 else "─") * width(words)
    return f"{_strong(words, colour)}\n{rule}\n"


def _table(table: Table, colour: bool, measure: int) -> str:
    heads = [head.heading for head in table.columns]
    columns = [column([row[at] for row in table.rows], head) for at, head in enumerate(table.columns)]
    widths = [max(map(width, (words, *cells))) for words, cells in zip(heads, columns, strict=True)]
    aligns = [head.align for head in table.columns]
    lines = [
        _strong(_line(heads, widths, aligns), colour),
        "─" * (sum(widths) + len(GAP) * (len(widths) - 1)),
    ]
    lines += [_line(row, widths, aligns) for row in zip(*columns, strict=True)]
    above = [visible(table.title), ""] if table.title else []
    below = _below(table, measure)
    return "\n".join([*above, *lines, *([""] if below else []), *below, ""])


def _line(cells: Sequence[str], widths: Sequence[int], aligns: Sequence[str]) -> str:
    return GAP.join(map(pad, cells, widths, aligns)).rstrip()


def _below(table: Table, measure: int) -> list[str]:
    labels = max((width(label) for label, _ in table.signatures), default=0)
    signed = [f"{pad(label, labels, 'left')}{GAP}{signature}" for label, signature in table.signatures]
    return [*map(visible, signed), *(line for note in table.notes for line in wrapped(note, measure))]


def _examples(block: Examples, colour: bool) -> str:
    names = [_line_name(line) for item in block.items for line in item.lines]
    cells = max(map(width, names), default=0)
    lines = [visible(block.title), *([_pieces(block.legend)] if block.legend else [])]
    for item in block.items:
        lines += ["", _strong(visible(item.title), colour)]
        lines += [f"{pad(_line_name(line), cells, 'left')}{GAP}{_pieces(line.pieces)}" for line in item.lines]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _line_name(line: Line) -> str:
    return visible(line.name) if line.score is None else f"{visible(line.name)} ({shown(line.score, 2)})"


def _pieces(pieces: Sequence[Piece]) -> str:
    return "".join(_SIGNS[piece.kind].format(visible(piece.text)) for piece in pieces)


def _strong(line: str, colour: bool) -> str:
    return f"{_BOLD}{line}{_PLAIN}" if colour else line
