"""Blocks as text for a terminal or an e-mail: aligned columns, numbers rounded, no trailing blanks.

An alignment is three rows, reference, output and operations, wrapped to the width of a screen. Tokens stand below each
other by their width on the screen. A token written from right to left is put between U+2068 and U+2069, which keep it
together and leave the order of the tokens around it alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from assay.reporting.blocks import (
    Alignment,
    AlignmentPlace,
    Block,
    ExampleLine,
    Examples,
    Figure,
    Heading,
    Listing,
    Piece,
    Prose,
    Table,
    Verbatim,
    mark,
)
from assay.reporting.render.cells import best_cells, column, pad, shown, visible, width

GAP = "  "
# Of alignments and of prose, where no terminal says how many
COLUMNS, MEASURE = 100, 110
_VALUE = re.compile(r"[\d.e+-]+(?:\|.*)?")
_SIGNS = {"same": "{}", "right": "[+{}+]", "wrong": "[-{}-]"}
_LABELS = ("REF", "OUT", "")
_GAP, _BAR = "*", "|"  # no token, and a jump
_RIGHT_TO_LEFT = {"R", "AL", "AN"}
_BOLD, _PLAIN = "\033[1m", "\033[0m"
# Readable on dark and on light, and to the colour-blind
_BLUE, _ORANGE = ("\033[1;38;5;33m", "\033[1;38;5;208m")
_WORD_COLOURS = {"better": _BLUE, "pass": _BLUE, "worse": _ORANGE, "fail": _ORANGE}


def render_text(
    blocks: Sequence[Block], colour: bool = False, columns: int = COLUMNS, measure: int = MEASURE
) -> str:
    """Write blocks one below the other, a blank line between two.

    `colour` makes headings and best values bold, and paints what is better or worse; alignments are wrapped to so many
    `columns`, sentences to `measure`, tables never.
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
        case Verbatim():
            return _lines((visible(block.title), "", *map(visible, block.text.splitlines())))
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
    return "\n".join([*above, *alignment_rows(block.places, columns), *below, ""])


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
    best = best_cells(table) if colour else set()
    for place, row in enumerate(zip(*columns, strict=True)):
        cells = map(pad, row, widths, aligns)
        painted = [
            _painted(cell, best=(place, at) in best) if colour else cell for at, cell in enumerate(cells)
        ]
        lines.append(GAP.join(painted).rstrip())
    above = [visible(table.title), ""] if table.title else []
    below = _below(table, measure)
    return "\n".join([*above, *lines, *([""] if below else []), *below, ""])


def _painted(cell: str, *, best: bool) -> str:
    """Make the best value of a column bold, and words that judge blue or orange, which nobody confuses."""
    word = cell.split(maxsplit=1)[0] if cell.strip() else ""
    sign = _WORD_COLOURS.get(word, _BOLD if best else "")
    return f"{sign}{cell}{_PLAIN}" if sign else cell


def _line(cells: Sequence[str], widths: Sequence[int], aligns: Sequence[str]) -> str:
    return GAP.join(map(pad, cells, widths, aligns)).rstrip()


def _below(table: Table, measure: int) -> list[str]:
    labels = max((width(each.label) for each in table.signatures), default=0)
    signed = [f"{pad(each.label, labels, 'left')}{GAP}{each.shown}" for each in table.signatures]
    return [*map(visible, signed), *(line for note in table.notes for line in wrapped(note, measure))]


def _examples(block: Examples, colour: bool) -> str:
    names = [_line_name(line) for item in block.items for line in item.lines]
    cells = max(map(width, names), default=0)
    lines = [visible(block.title), *([_pieces(block.legend)] if block.legend else [])]
    for item in block.items:
        lines += ["", _strong(visible(item.title), colour)]
        lines += [f"{pad(_line_name(line), cells, 'left')}{GAP}{_pieces(line.pieces)}" for line in item.lines]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _line_name(line: ExampleLine) -> str:
    return visible(line.name) if line.score is None else f"{visible(line.name)} ({shown(line.score, 2)})"


def _pieces(pieces: Sequence[Piece]) -> str:
    return "".join(_SIGNS[piece.kind].format(visible(piece.text)) for piece in pieces)


def _strong(line: str, colour: bool) -> str:
    return f"{_BOLD}{line}{_PLAIN}" if colour else line


def is_right_to_left(text: str) -> bool:
    """Tell whether any character of a text is written from right to left."""
    return not text.isascii() and any(map(_RIGHT_TO_LEFT.__contains__, map(unicodedata.bidirectional, text)))


def isolated(token: str) -> str:
    """Return a token as a row shows it: a blank made visible, text from right to left in an isolate."""
    token = visible(token) if token.strip() else "␣" * max(1, len(token))
    return f"\u2068{token}\u2069" if is_right_to_left(token) else token


def alignment_rows(places: Sequence[AlignmentPlace], columns: int = COLUMNS) -> Iterator[str]:
    """Yield the lines of an alignment, up to three a stretch that fits, and an empty one between two stretches."""
    cells = [_place_cells(place) for place in places]
    labels = max(map(width, _LABELS))
    for number, stretch in enumerate(_stretches(cells, columns - labels - 1)):
        yield from [""] if number else []
        lines = [
            f"{pad(label, labels, 'left')} {' '.join(row)}".rstrip()
            for label, row in zip(_LABELS, zip(*stretch, strict=True), strict=True)
        ]
        yield from lines if lines[-1] else lines[:-1]


def _place_cells(place: AlignmentPlace) -> tuple[str, str, str]:
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
