"""Tables as sacreBLEU prints them: a grid of lines for people, booktabs for LaTeX; the first column is flush right."""

from __future__ import annotations

import re
from collections.abc import Sequence

LATEX = {
    "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "^": r"\^{}", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "\\": r"\textbackslash{}", "<": r"\ensuremath{<}", ">": r"\ensuremath{>}",
}  # fmt: skip
_COLOUR = re.compile("\x1b\\[\\d+m")
HEADING_ROOM = 2  # blanks that a heading has besides its own letters


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, latex: bool) -> str:
    """Return a table of cells, which may have several lines."""
    columns = list(zip(headings, *rows, strict=True))
    widths = [max(map(_width, column)) for column in columns]
    widths = [max(width, _width(name) + HEADING_ROOM) for width, name in zip(widths, headings, strict=True)]
    cells = [[_padded(row, widths, line) for line in range(_height(row))] for row in (headings, *rows)]
    return "\n".join(_latex(cells, len(headings)) if latex else _grid(cells, widths))


def _grid(cells: list[list[list[str]]], widths: Sequence[int]) -> list[str]:
    heading, *rows = [["│ " + " │ ".join(line) + " │" for line in row] for row in cells]
    lines = [_rule("╒═╤╕", widths), *heading, _rule("╞═╪╡", widths)]
    for row in rows[:-1]:
        lines += [*row, _rule("├─┼┤", widths)]
    return [*lines, *rows[-1], _rule("╘═╧╛", widths)]


def _rule(signs: str, widths: Sequence[int]) -> str:
    left, line, cross, right = [*signs]
    return left + cross.join(line * (width + 2) for width in widths) + right


def _latex(cells: list[list[list[str]]], columns: int) -> list[str]:
    heading, *rows = [" " + " & ".join(map(_escaped, row[0])) + r" \\" for row in cells]
    start = [rf"\begin{{tabular}}{{r{'c' * (columns - 1)}}}", r"\toprule", heading, r"\midrule"]
    return [*start, *rows, r"\bottomrule", r"\end{tabular}"]


def _escaped(text: str) -> str:
    return "".join(LATEX.get(sign, sign) for sign in text)


def _padded(row: Sequence[str], widths: Sequence[int], line: int) -> list[str]:
    """Return one line of every cell: the first flush right, others in the middle."""
    texts = [(cell.split("\n") + [""] * line)[line] for cell in row]
    padded = []
    for place, (text, width) in enumerate(zip(texts, widths, strict=True)):
        room = width - _width(text)
        left = room // 2 if place else room
        padded.append(" " * left + text + " " * (room - left))
    return padded


def _height(row: Sequence[str]) -> int:
    return max(cell.count("\n") + 1 for cell in row)


def _width(text: str) -> int:
    """Count the signs of the longest line that can be seen."""
    return max(len(line) for line in _COLOUR.sub("", text).split("\n"))
