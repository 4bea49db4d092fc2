r"""Blocks as tab-separated values for programs: every digit, one line a row, the first plain line the names.

Lines that start with `#` come before the names and hold what is no row: facts, signatures, notes, prose. In a
cell, tab, newline, carriage return and backslash are written `\t`, `\n`, `\r`, `\\`. A value that does not
exist is an empty cell, a score that is not defined is `nan`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from assay.report.blocks import Alignment, Block, Fact, Heading, Prose, Table, Value

_ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


def render(blocks: Sequence[Block]) -> str:
    """Write blocks one below the other, an empty line between two tables."""
    return "".join(f"{line}\n" for number, block in enumerate(blocks) for line in _lines(block, number > 0))


def _lines(block: Block, apart: bool) -> Iterator[str]:
    match block:
        case Heading() | Prose():
            yield _comment(block.text)
        case Table():
            yield from [""] if apart else []
            yield from _table(block)
        case Alignment():
            yield from [""] if apart else []
            yield from _table(block.table())
        case _:
            assert_never(block)


def _table(table: Table) -> Iterator[str]:
    yield from (_comment(f"{name}: {_fact(fact)}") for name, fact in table.facts.items())
    yield from (_comment(f"{head.name}: {head.signature}") for head in table.columns if head.signature)
    yield from map(_comment, table.notes)
    yield "\t".join(_cell(head.name) for head in table.columns)
    yield from ("\t".join(map(_cell, row)) for row in table.rows)


def _comment(text: str) -> str:
    return f"# {text.translate(_ESCAPES)}"


def _fact(fact: Fact) -> str:
    return ", ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact)


def _cell(value: Value) -> str:
    if isinstance(value, str):
        return value.translate(_ESCAPES)
    return "" if value is None else repr(value)
