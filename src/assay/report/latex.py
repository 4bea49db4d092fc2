r"""Blocks as LaTeX with `booktabs` tables, ready for \input. Numbers are rounded, special signs escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from assay.report.blocks import Alignment, Block, Heading, Prose, Table
from assay.report.cells import MISSING, shown, visible

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
_SPECIAL = re.compile("[" + re.escape("".join(_SIGNS)) + "]")
_SECTIONS = ("section", "subsection", "subsubsection")


def render(blocks: Sequence[Block]) -> str:
    """Write blocks one below the other, a blank line between two."""
    return "\n".join(map(_block, blocks))


def _block(block: Block) -> str:
    match block:
        case Heading():
            command = _SECTIONS[min(block.level, len(_SECTIONS)) - 1]
            return f"\\{command}*{{{_escape(block.text)}}}\n"
        case Prose():
            return _escape(block.text) + "\n"
        case Table():
            return _table(block)
        case Alignment():
            return _table(block.table())
        case _:
            assert_never(block)


def _table(table: Table) -> str:
    aligns = "".join(head.align[0] for head in table.columns)
    body = [
        [shown(value, head.digits) for value, head in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
    lines = [
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        *([f"\\caption{{{_escape(table.title)}}}"] if table.title else []),
        f"\\begin{{tabular}}{{{aligns}}}",
        r"\toprule",
        _row([head.heading for head in table.columns]),
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
    return " & ".join(map(_escape, cells)) + r" \\"


def _below(table: Table) -> list[str]:
    notes = [f"{_escape(label)}: {_breakable(signature)}" for label, signature in table.signatures]
    notes += map(_escape, table.notes)
    return [r"\par\medskip\footnotesize\raggedright", *(f"{note}\\par" for note in notes)] if notes else []


def _breakable(signature: str) -> str:
    """Set a signature in typewriter; it has few blanks, so that lines may also end at a bar."""
    return r"\texttt{" + _escape(signature).replace(r"\textbar{}", r"\textbar{}\allowbreak{}") + "}"


def _escape(text: str) -> str:
    return _SPECIAL.sub(lambda match: _SIGNS[match.group()], visible(text))
