r"""Blocks as tab-separated values for programs: every digit, one line a row, the first plain line the names.

Lines that start with `#` come before the names and hold what is no row: facts, signatures, notes, prose. In a
cell, tab, newline, carriage return and backslash are written `\t`, `\n`, `\r`, `\\`. A value that does not
exist is an empty cell, a score that is not defined is `nan`. A column of estimates is four: NAME, NAME.low,
NAME.high and NAME.mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from assay.reporting.blocks import (
    Alignment,
    Block,
    Estimate,
    Examples,
    Fact,
    Figure,
    Head,
    Heading,
    Listing,
    Prose,
    Table,
    Value,
    Verbatim,
)

_ENDS = ("", ".low", ".high", ".mark")
_ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


def render_tsv(blocks: Sequence[Block]) -> str:
    """Write blocks one below the other, an empty line between two tables."""
    return "".join(f"{line}\n" for number, block in enumerate(blocks) for line in _lines(block, number > 0))


def _lines(block: Block, apart: bool) -> Iterator[str]:
    match block:
        case Heading() | Prose():
            yield _comment(block.text)
        case Listing():
            yield from (_comment(text) for text in (block.title, *block.items) if text)
        case Verbatim():
            yield from (_comment(line) for line in (block.title, *block.text.splitlines()))
        case Table():
            yield from [""] if apart else []
            yield from _table(block)
        case Figure():
            yield from [""] if apart else []
            yield from (_comment(text) for text in (block.title, block.words))
            yield from _table(block.data)
        case Examples():
            yield from [""] if apart else []
            legend = "".join(piece.text for piece in block.legend)
            yield from (_comment(text) for text in (block.title, legend) if text)
            yield from _table(examples_table(block))
        case Alignment():
            yield from [""] if apart else []
            yield from _table(block.table())
        case _:
            assert_never(block)


def _table(table: Table) -> Iterator[str]:
    yield from (_comment(f"{name}: {_fact(fact)}") for name, fact in table.facts.items())
    yield from (_comment(f"{head.name}: {head.signature}") for head in table.columns if head.signature)
    yield from map(_comment, table.notes)
    yield from (_comment(f"{each.label}: {each.full}") for each in table.signed)
    yield "\t".join(map(_cell, columns_of(table)))
    yield from ("\t".join(map(_cell, row)) for row in rows_of(table))


def columns_of(table: Table) -> list[str]:
    """Return the names of columns, four for one of estimates."""
    return [
        head.name + end
        for head, many in zip(table.columns, _wide(table), strict=True)
        for end in (_ENDS if many else ("",))
    ]


def rows_of(table: Table) -> Iterator[list[Value]]:
    """Return rows whose estimates are spread over their columns."""
    wide = _wide(table)
    for row in table.rows:
        yield [part for value, many in zip(row, wide, strict=True) for part in _parts(value, many)]


def _wide(table: Table) -> list[bool]:
    return [any(isinstance(row[at], Estimate) for row in table.rows) for at in range(len(table.columns))]


def _parts(value: Value, wide: bool) -> tuple[Value, ...]:
    """Spread an estimate over the columns it takes; another value leaves the rest of them empty."""
    if isinstance(value, Estimate):
        return value.value, value.low, value.high, value.mark
    return (value, *[None] * (len(_ENDS) - 1)) if wide else (value,)


def examples_table(block: Examples) -> Table:
    """Return examples as a table, a row a text."""
    rows = [
        (item.title, line.name, line.score, "".join(piece.text for piece in line.pieces))
        for item in block.items
        for line in item.lines
    ]
    return Table(block.name, tuple(map(Head, ("segment", "name", "score", "text"))), tuple(rows))


def _comment(text: str) -> str:
    return f"# {text.translate(_ESCAPES)}"


def _fact(fact: Fact) -> str:
    return ", ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact)


def _cell(value: Value) -> str:
    if isinstance(value, str):
        return value.translate(_ESCAPES)
    return "" if value is None else repr(value)
