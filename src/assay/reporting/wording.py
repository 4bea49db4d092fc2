"""Words that reports share: names of systems as people read them, names and counts in a sentence, what was resampled.

An ending that all names of systems have, as in `alder.en` and `birch.en`, is left off. Only what people read is
changed: JSON, TSV and run files keep the whole names, which the options of a command go by.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from assay.reporting.blocks import (
    Alignment,
    Block,
    Card,
    Example,
    Examples,
    Fact,
    Figure,
    Heading,
    Listing,
    Prose,
    Table,
    Verbatim,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.comparison import UnitChoice

CLUSTERS = "A, B, …: clusters; a system is significantly better than every system with a later letter"
_ENDING = re.compile(r"(?<=[^.])\.[A-Za-z][\w-]*$")  # .en, .hyp, .de-en: no end of a number
Rename = Callable[[str], str]


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Return the names without the endings that all of them have; a single name is left as it is."""
    short = list(names)
    while len(short) > 1:
        endings = {match.group() if (match := _ENDING.search(name)) else "" for name in short}
        if len(endings) > 1 or endings == {""}:
            break
        short = [name.removesuffix(*endings) for name in short]
    return dict(zip(names, short, strict=True))


def for_people(blocks: Sequence[Block], systems: Sequence[str]) -> list[Block]:
    """Return a report in which the systems go by their short names, wherever people read them."""
    short = {name: words for name, words in short_names(systems).items() if name != words}
    if not short:
        return list(blocks)
    longest = sorted(short, key=len, reverse=True)
    # a whole name and not a part of a longer one, nor of the path of a file
    pattern = re.compile(rf"(?<![\w./-])(?:{'|'.join(map(re.escape, longest))})(?![\w/-]|\.\w)")

    def rename(words: str) -> str:
        return pattern.sub(lambda match: short[match.group()], words)

    return [_renamed(block, rename) for block in blocks]


def _renamed(block: Block, rename: Rename) -> Block:
    match block:
        case Heading() | Prose():
            return replace(block, text=rename(block.text))
        case Listing():
            items = tuple(map(rename, block.items))
            cards = tuple(_card(card, rename) for card in block.cards)
            return replace(block, title=rename(block.title), items=items, cards=cards)
        case Table():
            return _table(block, rename)
        case Figure():
            return _figure(block, rename)
        case Examples():
            return replace(
                block, title=rename(block.title), items=tuple(_example(item, rename) for item in block.items)
            )
        case Alignment():
            return replace(block, title=rename(block.title))
        case Verbatim():
            return block


def _card(card: Card, rename: Rename) -> Card:
    strip = _figure(card.strip, rename) if card.strip else None
    return replace(card, title=rename(card.title), sentence=rename(card.sentence), strip=strip)


def _table(table: Table, rename: Rename) -> Table:
    """Rename in cells, heads and notes; heads keep their names for programs."""
    heads = tuple(replace(head, label=rename(head.label or head.name)) for head in table.columns)
    rows = tuple(tuple(rename(cell) if isinstance(cell, str) else cell for cell in row) for row in table.rows)
    return replace(
        table, columns=heads, rows=rows, title=rename(table.title), notes=tuple(map(rename, table.notes))
    )


def _figure(figure: Figure, rename: Rename) -> Figure:
    """Rename wherever a picture has words, and in the facts that it is drawn by."""
    facts = {key: rename(fact) if isinstance(fact, str) else fact for key, fact in figure.data.facts.items()}
    return replace(
        figure,
        title=rename(figure.title),
        data=replace(_table(figure.data, rename), facts=facts),
        words=rename(figure.words),
        axis=rename(figure.axis),
        upright=rename(figure.upright),
        systems=tuple(map(rename, figure.systems)),
    )


def _example(item: Example, rename: Rename) -> Example:
    lines = tuple(replace(line, name=rename(line.name)) for line in item.lines)
    return replace(item, title=rename(item.title), lines=lines)


def joined(names: Sequence[str]) -> str:
    """Write names as a sentence lists them: A, B and C."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def drawn_units(choice: UnitChoice, number: int) -> str:
    """Say what was drawn, how many there are, and why."""
    return f"unit: {choice.unit}, {number} in all{f' ({choice.reason})' if choice.reason else ''}"


def unit_facts(choice: UnitChoice) -> dict[str, Fact]:
    """Return the unit, and where documents are known their number and the ratios of standard errors."""
    known: dict[str, Fact] = {
        "documents": choice.documents,
        "error_ratio_scores": choice.scores,
        "error_ratio_differences": choice.differences,
    }
    return {"unit": choice.unit, **(known if choice.documents else {})}
