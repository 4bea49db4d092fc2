r"""Blocks as LaTeX with `booktabs` tables, ready for \input. Numbers are rounded, special signs escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from assay.reporting.blocks import (
    Alignment,
    Block,
    Estimate,
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
from assay.reporting.render.cells import MISSING, best_cells, cell, shown, visible

_SIGNS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    '"': r"\textquotedbl{}",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    "±": r"$\pm$",
    MISSING: "--",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
_STROKE = "-{}"  # two strokes would be set as one long one
_SPECIAL = re.compile("-(?=-)|[" + re.escape("".join(_SIGNS)) + "]")
_PIECES = {"same": "%s", "right": r"\textbf{%s}", "wrong": r"\textit{%s}"}
_NO_LABEL = re.compile("[^A-Za-z0-9]+")
_SECTIONS = ("section", "subsection", "subsubsection")


def render_latex(blocks: Sequence[Block]) -> str:
    """Write blocks one below the other, a blank line between two."""
    return "\n".join(map(_block, blocks))


def _block(block: Block) -> str:
    match block:
        case Heading():
            command = _SECTIONS[min(block.level, len(_SECTIONS)) - 1]
            return f"\\{command}*{{{_escape(block.text)}}}\n"
        case Prose():
            return _escape(block.text) + "\n"
        case Listing():
            items = [f"\\item {_escape(item)}" for item in block.items]
            title = [_escape(block.title)] if block.title else []
            return "\n".join([*title, r"\begin{itemize}", *items, r"\end{itemize}", ""])
        case Verbatim():
            return "".join(f"% {line}\n" for line in (block.title, *block.text.splitlines()))
        case Table():
            return _table(block)
        case Figure():
            return f"{_escape(block.title)}: {_escape(block.words)}\n"
        case Examples():
            return _examples(block)
        case Alignment():
            return _table(block.table())
        case _:
            assert_never(block)


def _table(table: Table) -> str:
    aligns = "".join(head.align[0] for head in table.columns)
    best = best_cells(table)
    body = [
        [_cell(row[at], head, best=(place, at) in best) for at, head in enumerate(table.columns)]
        for place, row in enumerate(table.rows)
    ]
    lines = [
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        *([f"\\caption{{{_escape(table.title)}}}"] if table.title else []),
        f"\\label{{tab:{_NO_LABEL.sub('-', table.name)}}}",
        f"\\begin{{tabular}}{{{aligns}}}",
        r"\toprule",
        _row([_escape(head.heading) for head in table.columns]),
        r"\midrule",
        *map(_row, body),
        r"\bottomrule",
        r"\end{tabular}",
        *_below(table),
        r"\end{table}",
        "",
    ]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _cell(value: Value, head: Head, *, best: bool) -> str:
    """Write a value, the best of its column bold; the interval of an estimate is small, its mark raised."""
    if not isinstance(value, Estimate):
        written = _escape(cell(value, head)) if isinstance(value, str) else _number(cell(value, head))
        return _bold(written) if best else written
    middle, low, high = (
        _number(shown(number, head.digits)) for number in (value.value, value.low, value.high)
    )
    mark = f"\\textsuperscript{{{_escape(value.sign)}}}" if value.sign else ""
    return f"{_bold(middle) if best else middle}{mark} {{\\scriptsize[{low}, {high}]}}"


def _bold(written: str) -> str:
    return rf"\textbf{{{written}}}"


def _number(written: str) -> str:
    """Write a number with a minus sign, where a hyphen would be set."""
    return f"$-${_escape(written[1:])}" if written.startswith("-") else _escape(written)


def _examples(block: Examples) -> str:
    lines = [f"{_escape(block.title)}\n", *([f"{_pieces(block.legend)}\n"] if block.legend else [])]
    for item in block.items:
        lines += [f"\\paragraph{{{_escape(item.title)}}}", r"\begin{description}"]
        lines += [f"\\item[{{{_escape(_line_name(line))}}}] {_pieces(line.pieces)}" for line in item.lines]
        lines += [r"\end{description}", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _line_name(line: ExampleLine) -> str:
    return line.name if line.score is None else f"{line.name} ({shown(line.score, 2)})"


def _pieces(pieces: Sequence[Piece]) -> str:
    return "".join(_PIECES[piece.kind] % _escape(piece.text) for piece in pieces)


def _below(table: Table) -> list[str]:
    notes = [f"{_escape(each.label)}: {_breakable(each.shown)}" for each in table.signatures]
    notes += map(_escape, table.notes)
    return [r"\par\medskip\footnotesize\raggedright", *(f"{note}\\par" for note in notes)] if notes else []


def _breakable(signature: str) -> str:
    """Set a signature in typewriter; it has few blanks, so that lines may also end at a bar."""
    return r"\texttt{" + _escape(signature).replace(r"\textbar{}", r"\textbar{}\allowbreak{}") + "}"


def _escape(text: str) -> str:
    return _SPECIAL.sub(lambda match: _SIGNS.get(match.group(), _STROKE), visible(text))
