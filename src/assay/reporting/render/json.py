"""Blocks as one JSON object for programs: every digit, `null` for what is not known, one line a row.

    {"schema": 1, "blocks": [{"block": "table", "name": "scores", "level": "corpus", …,
                              "columns": [{"name": "bleu", "signature": …}, …], "rows": [{"system": …}, …]}]}

Rows are objects keyed by the columns' names. `schema` goes up when a member changes its meaning or goes away;
new members do not change it. JSON has no infinity: it is written as the string "Infinity" or "-Infinity". An
estimate is an object with `value`, `low`, `high` and `mark`, and `cluster` where systems are ranked.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from assay.reporting.blocks import (
    Alignment,
    Block,
    Estimate,
    Example,
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

SCHEMA = 1


def render_json(blocks: Sequence[Block]) -> str:
    """Write all blocks as the members of one object."""
    return f'{{"schema": {SCHEMA}, "blocks": {_lines(map(_block, blocks))}}}\n'


def _block(block: Block) -> str:
    match block:
        case Heading():
            return _dump({"block": "heading", "level": block.level, "text": block.text})
        case Prose():
            return _dump({"block": "prose", "text": block.text})
        case Listing():
            about = {"block": "listing", "name": block.name, "title": block.title, "items": block.items}
            return _dump(about)
        case Verbatim():
            words = {"title": block.title, "kind": block.kind, "text": block.text}
            return _dump({"block": "verbatim", "name": block.name, **words})
        case Table():
            return _table(block)
        case Figure():
            return _figure(block)
        case Examples():
            about = {"block": "examples", "name": block.name, "title": block.title}
            about |= {"legend": "".join(piece.text for piece in block.legend)}
            return f'{_dump(about)[:-1]},\n"items": {_lines(map(_example, block.items))}}}'
        case Alignment():
            return _alignment(block)
        case _:
            assert_never(block)


def _table(table: Table) -> str:
    about = {"block": "table", "name": table.name, **_facts(table.facts)}
    signed = [f"{each.label}: {each.full}" for each in table.signed]
    about |= {"title": table.title, "notes": [*table.notes, *signed]}
    names = [head.name for head in table.columns]
    rows = (dict(zip(names, map(_number, row), strict=True)) for row in table.rows)
    columns = _lines(_dump(_head(head)) for head in table.columns)
    return f'{_dump(about)[:-1]},\n"columns": {columns},\n"rows": {_lines(map(_dump, rows))}}}'


def _figure(figure: Figure) -> str:
    about = {"block": "figure", "name": figure.name, "kind": figure.kind, "title": figure.title}
    more = {"words": figure.words, "axis": figure.axis}
    return f'{_dump(about | more)[:-1]},\n"data": {_table(figure.data)}}}'


def _example(item: Example) -> str:
    lines = [
        {
            "name": line.name,
            "score": None if line.score is None else _number(line.score),
            "pieces": [{"text": piece.text, "kind": piece.kind} for piece in line.pieces],
        }
        for line in item.lines
    ]
    return _dump({"title": item.title, "lines": lines})


def _alignment(block: Alignment) -> str:
    about = {"block": "alignment", "name": block.name, **_facts(block.facts), "title": block.title}
    places = [
        {"operation": place.operation, "reference": place.reference, "output": place.output}
        | ({"shift": place.shift} if place.shift else {})
        | ({"jump": place.jump} if place.jump else {})
        for place in block.places
    ]
    shifts = [
        {"tokens": shift.tokens, "start": shift.start, "target": shift.target} for shift in block.shifts
    ]
    jumps = [{"source": jump.source, "target": jump.target} for jump in block.jumps]
    lists: dict[str, Sequence[Mapping[str, object]]] = {"places": places, "shifts": shifts}
    if jumps:
        lists["jumps"] = jumps
    parts = (f'"{name}": {_lines(map(_dump, items))}' for name, items in lists.items())
    return ",\n".join([_dump(about)[:-1], *parts]) + "}"


def _head(head: Head) -> Mapping[str, object]:
    more = {"better": head.better, "signature": head.signature}
    return {"name": head.name, "label": head.label or head.name} | {
        key: value for key, value in more.items() if value
    }


def _facts(facts: Mapping[str, Fact]) -> dict[str, object]:
    return {name: value if isinstance(value, tuple) else _number(value) for name, value in facts.items()}


def _number(value: Value) -> object:
    if isinstance(value, Estimate):
        numbers = {"value": value.value, "low": value.low, "high": value.high}
        marks = {"mark": value.mark} | ({"cluster": value.cluster} if value.cluster else {})
        return {name: _number(number) for name, number in numbers.items()} | marks
    if not isinstance(value, float) or math.isfinite(value):
        return value
    return None if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _lines(items: Iterable[str]) -> str:
    """Write a list with one item a line, so that a long report can be read, compared and cut by lines."""
    body = ",\n".join(items)
    return f"[\n{body}\n]" if body else "[]"


def _dump(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
