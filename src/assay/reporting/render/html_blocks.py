"""Blocks as parts of an HTML page, and what such a page may do.

Every text is escaped, and a page's own Content-Security-Policy forbids whatever escaping might have missed: only its
very style sheet and script, known by their checksums, are allowed. Figures are SVG with their words beside them. Long
tables show their first rows, and a fold that needs no script has the others. Operations of an alignment have a colour
and a sign, so that the page can be read without colours. Every token is isolated (`bdi`), and an alignment runs in the
direction of its reference.
"""

from __future__ import annotations

import math
import re
import unicodedata
from base64 import b64encode
from collections.abc import Callable, Container, Iterator, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import assert_never

from assay.reporting.blocks import (
    Alignment,
    AlignmentPlace,
    Block,
    Estimate,
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
    mark,
)
from assay.reporting.render import charts
from assay.reporting.render.cells import cell, shown, visible

# Rows that are shown of a long table, and of one that is shown whole
FIRST_ROWS, MOST_OPEN = 10, 13
SHADES = 10  # of a heat map; the style sheet knows as many
MOST_NOTES = 3  # below a table; more are folded
# What the rows of a table are where the best of a column is set in bold
RANKED = ("system", "metric")
_MARKS = {"same": "{}", "right": '<mark class="good">{}</mark>', "wrong": '<mark class="bad">{}</mark>'}
_NO_SLUG = re.compile(r"[^a-z0-9]+")
_LEGEND = """\
<p class="note">Above the reference, below the output. <span class="substitution">S</span> replaced,
<span class="insertion">I</span> too many, <span class="deletion">D</span> missing,
<span class="shifted">@1</span> brought here by shift 1, <span class="jump">J1</span> jump 1: the output is read on
somewhere else.</p>"""


def style_sheet() -> str:
    """Return how a report looks."""
    return asset("render/style.css")


def asset(name: str) -> str:
    """Return a file of this package: a style sheet, a script, a frame."""
    return files("assay.reporting").joinpath(name).read_text(encoding="utf-8")


def policy(style: str, script: str = "") -> str:
    """Return what a page may do: nothing but this style sheet and this script, known by their checksums."""
    allowed = f"style-src {_checksum(style)}; " + (f"script-src {_checksum(script)}; " if script else "")
    return f"default-src 'none'; {allowed}base-uri 'none'; form-action 'none'"


def _checksum(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def fragments(blocks: Sequence[Block]) -> str:
    """Write blocks as a part of a page. Figures that follow each other stand side by side."""
    return "\n".join(_grouped(blocks))


def legend(blocks: Sequence[Block]) -> str:
    """Say what the signs of alignments are, where there are any."""
    return _LEGEND if any(isinstance(block, Alignment) for block in blocks) else ""


def _grouped(blocks: Sequence[Block]) -> Iterator[str]:
    for pictures, group in groupby(blocks, key=lambda block: isinstance(block, Figure)):
        parts = "\n".join(map(_block, group))
        yield f'<div class="figures">\n{parts}\n</div>' if pictures else parts


def _block(block: Block) -> str:
    match block:
        case Heading():
            level = min(block.level, 6)
            return f"<h{level}>{escaped(block.text)}</h{level}>"
        case Prose():
            return f"<p>{escaped(block.text)}</p>"
        case Listing():
            return _listing(block)
        case Verbatim():
            return f"<p>{escaped(block.title)}</p>\n<pre>{escaped(block.text)}</pre>"
        case Table():
            return _table(block)
        case Figure():
            return _figure(block)
        case Examples():
            return _examples(block)
        case Alignment():
            return _alignment(block)
        case _:
            assert_never(block)


def _listing(block: Listing) -> str:
    title = f"<p>{escaped(block.title)}</p>\n" if block.title else ""
    items = "\n".join(f"<li>{escaped(item)}</li>" for item in block.items)
    return f'<section class="listing">\n{title}<ul>\n{items}\n</ul>\n</section>'


def _table(table: Table) -> str:
    if table.folded:
        return _folded(table.title or table.name, _open_table(table))
    caption = f'<p class="caption">{escaped(table.title)}</p>\n' if table.title else ""
    return _open_table(table, caption)


def _folded(title: str, inside: str) -> str:
    """Hide a part of a page under its title."""
    return f'<details class="folded"><summary>{escaped(title)}</summary>\n{inside}\n</details>'


def _open_table(table: Table, caption: str = "") -> str:
    if table.heat:
        return heat_table(table, caption)
    key = _key(table)
    heads = "".join(
        f'<th scope="col" data-name="{escaped(head.name)}"{_classes(head, at == key)}>'
        f"<bdi>{escaped(head.heading)}</bdi></th>"
        for at, head in enumerate(table.columns)
    )
    best = set(_best(table, key))
    rows = [
        f"<tr>{_row(row, table.columns, key, {at for place, at in best if place == number})}</tr>"
        for number, row in enumerate(table.rows)
    ]
    first = FIRST_ROWS if len(rows) > MOST_OPEN else len(rows)
    body = "<tbody>\n" + "\n".join(rows[:first]) + "\n</tbody>"
    folded = ""
    if rows[first:]:
        body += '\n<tbody class="rest">\n' + "\n".join(rows[first:]) + "\n</tbody>"
        folded = f'\n<details class="rows"><summary>All {len(rows)} rows</summary></details>'
    label = escaped(table.title or table.name)
    return (
        f'<div class="table">{caption}<div class="scroll" role="group" tabindex="0" aria-label="{label}">\n'
        f"<table>\n<thead><tr>{heads}</tr></thead>\n{body}\n</table>\n</div>{folded}{_below(table)}</div>"
    )


def heat_table(table: Table, caption: str = "") -> str:
    """Write a table whose figures are shaded, the fuller the better, with all its rows; a script lets one sort it."""
    levels = _levels(table)
    heads = "".join(
        f'<th scope="col" data-name="{escaped(head.name)}"{_classes(head, not at)}>'
        f"<bdi>{escaped(head.label or head.name)}</bdi></th>"
        for at, head in enumerate(table.columns)
    )
    rows = [
        f'<tr><th scope="row" class="key">{_value(first, table.columns[0])}</th>{_shaded(rest, table, levels)}</tr>'
        for first, *rest in table.rows
    ]
    label = escaped(table.title or table.name)
    legend = (
        '<p class="note">Worse <span class="scale" aria-hidden="true">'
        + "".join(f'<i class="heat{level}"></i>' for level in range(SHADES))
        + "</span> better; the best of a row is bold; – there is no output.</p>"
    )
    return (
        f'<div class="table">{caption}{legend}'
        f'<div class="scroll tall" role="group" tabindex="0" aria-label="{label}">\n'
        f'<table class="heat">\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{chr(10).join(rows)}\n</tbody>\n</table>\n'
        f"</div>{_below(table)}</div>"
    )


def _levels(table: Table) -> Callable[[float, Head], int]:
    """Return what says how full a figure is shaded, from 0 for the worst of the table."""
    figures = [
        value
        for row in table.rows
        for value, head in zip(row, table.columns, strict=True)
        if head.better and isinstance(value, float) and math.isfinite(value)
    ]
    low, high = min(figures, default=0.0), max(figures, default=1.0)

    def level(value: float, head: Head) -> int:
        share = (value - low) / (high - low) if high > low else 0.5
        return min(int((share if head.better == "higher" else 1 - share) * SHADES), SHADES - 1)

    return level


def _shaded(values: Sequence[Value], table: Table, levels: Callable[[float, Head], int]) -> str:
    """Write the cells of a row but the first; the best of them are bold."""
    heads = table.columns[1:]
    known = {
        at: round(value, head.digits)
        for at, (value, head) in enumerate(zip(values, heads, strict=True))
        if head.better and isinstance(value, float) and math.isfinite(value)
    }
    upward = any(head.better == "higher" for head in heads)
    top = (max if upward else min)(known.values(), default=None)
    cells = []
    for at, (value, head) in enumerate(zip(values, heads, strict=True)):
        best = at in known and known[at] == top and len(known) > 1
        shade = f" heat{levels(known[at], head)}" if at in known else ""
        right = "right" if head.align == "right" else ""
        cells.append(f'<td class="{right}{shade}">{_value(value, head, best=best)}</td>')
    return "".join(cells)


def _key(table: Table) -> int:
    """Return the column that names the rows: the second one where the first has ranks or numbers."""
    if len(table.columns) < 2 or not table.rows:
        return 0
    first, second = ([row[at] for row in table.rows] for at in (0, 1))
    counted = not any(isinstance(value, str) for value in first)
    return 1 if counted and all(isinstance(value, str) for value in second) else 0


def _best(table: Table, key: int) -> Iterator[tuple[int, int]]:
    """Find row and column of the best figures, as they are shown, where each row is a system or a metric."""
    names = [row[key] for row in table.rows]
    if table.columns[key].name not in RANKED or len(names) < 2 or len(set(names)) < len(names):
        return
    for at, head in enumerate(table.columns):
        figures = {number: _figure_of(row[at], head.digits) for number, row in enumerate(table.rows)}
        known = {number: figure for number, figure in figures.items() if figure is not None}
        if head.better and len(set(known.values())) > 1:
            top = (max if head.better == "higher" else min)(known.values())
            yield from ((number, at) for number, figure in known.items() if figure == top)


def _figure_of(value: Value, digits: int) -> float | None:
    number = value.value if isinstance(value, Estimate) else value
    if isinstance(number, str) or number is None or not math.isfinite(number):
        return None
    return round(number, digits)


def _row(row: Sequence[Value], heads: Sequence[Head], key: int, best: Container[int]) -> str:
    return "".join(
        f'<th scope="row"{_classes(head, True)}>{_value(value, head)}</th>'
        if at == key
        else f"<td{_classes(head)}>{_value(value, head, best=at in best)}</td>"
        for at, (value, head) in enumerate(zip(row, heads, strict=True))
    )


def _value(value: Value, head: Head, *, best: bool = False) -> str:
    if not isinstance(value, Estimate):
        kind = ' class="segments"' if head.segments else ""
        shown_value = _bold(escaped(cell(value, head)), best)
        return f"<bdi{kind}>{shown_value}</bdi>" if kind or isinstance(value, str) else shown_value
    middle, low, high = (
        escaped(shown(number, head.digits)) for number in (value.value, value.low, value.high)
    )
    mark = f"<sup>{escaped(value.sign)}</sup>" if value.sign else ""
    return f"{_bold(middle, best)}{mark} <small>[{low}, {high}]</small>"


def _bold(text: str, best: bool) -> str:
    return f"<b>{text}</b>" if best else text


def _classes(head: Head, key: bool = False) -> str:
    names = [*(["key"] if key else []), *(["right"] if head.align == "right" else [])]
    return f' class="{" ".join(names)}"' if names else ""


def _below(table: Table) -> str:
    signatures = [f"{escaped(label)}: <code>{escaped(text)}</code>" for label, text, _ in table.signatures]
    notes = _items([escaped(note) for note in table.notes])
    if len(table.notes) > MOST_NOTES:
        notes = f'\n<details class="notes"><summary>{len(table.notes)} notes</summary>{notes}</details>'
    folded = f'\n<details class="signatures"><summary>Signatures</summary>{_items(signatures)}</details>'
    return notes + (folded if signatures else "")


def _items(items: Sequence[str]) -> str:
    return '\n<ul class="below">' + "".join(f"<li>{item}</li>" for item in items) + "</ul>" if items else ""


def _figure(figure: Figure) -> str:
    """Write a picture under its title, where it needs one also as a narrow page shows it, and its words below."""
    drawn = picture(charts.figure_svg(figure), figure)
    narrow = charts.narrow_svg(figure)
    if narrow is not None:
        drawn = f'<div class="broad">{drawn}</div><div class="narrow">{picture(narrow, figure)}</div>'
    words = f"<details><summary>In words</summary>{escaped(figure.words)}</details>"
    shown = f"<h3>{escaped(figure.title)}</h3>\n{drawn}"
    inside = _folded(figure.title, drawn) if figure.folded else shown
    return f"<figure>\n{inside}\n<figcaption>{words}</figcaption>\n</figure>"


def picture(drawn: str, figure: Figure) -> str:
    """Give what was drawn of a figure its words, and where it is wide a frame to move it in."""
    named = drawn.replace("<svg", f'<svg role="img" aria-label="{escaped(figure.words)}"', 1)
    if 'class="wide"' not in drawn:
        return named
    title = escaped(figure.title)
    return f'<div class="scroll" role="group" tabindex="0" aria-label="{title}">{named}</div>'


def _examples(block: Examples) -> str:
    legend = f"<p>{''.join(map(_piece, block.legend))}</p>\n" if block.legend else ""
    return f"<p>{escaped(block.title)}</p>\n{legend}" + "\n".join(map(_example, block.items))


def _example(item: Example) -> str:
    lines = "\n".join(map(_line, item.lines))
    return f'<article class="example">\n<h3>{escaped(item.title)}</h3>\n<dl class="texts">\n{lines}\n</dl>\n</article>'


def _line(line: ExampleLine) -> str:
    """Write a text under its name; outputs, which have a score, stand side by side, other texts alone."""
    whole = ' class="whole"' if line.score is None else ""
    score = "" if line.score is None else f" · {escaped(shown(line.score, 2))}"
    words = "".join(_piece(piece) for piece in line.pieces)
    return f'<div{whole}><dt><bdi>{escaped(line.name)}</bdi>{score}</dt><dd dir="auto">{words}</dd></div>'


def _piece(piece: Piece) -> str:
    return _MARKS[piece.kind].format(escaped(piece.text))


def _alignment(block: Alignment) -> str:
    title = [f'<p dir="auto"><strong>{escaped(block.title)}</strong></p>'] if block.title else []
    direction = _direction([place.reference or place.output or "" for place in block.places])
    notes = [f'<p class="note" dir="auto">{escaped(note)}</p>' for note in block.notes]
    opening = f'<div class="alignment" dir="{direction}">'
    return "\n".join([*title, opening, *map(_place, block.places), "</div>", *notes])


def _place(place: AlignmentPlace) -> str:
    classes = f"place {place.operation}{' shifted' if place.shift else ''}"
    number = f" {place.jump}" if place.jump else f", shift {place.shift}" if place.shift else ""
    tokens = (place.reference, place.output)
    both = "<bdi>↷</bdi><bdi>↷</bdi>" if place.operation == "jump" else "".join(map(_token, tokens))
    return (
        f'<span class="{classes}" title="{place.operation}{number}">{both}'
        f'<b dir="ltr">{mark(place) or "&nbsp;"}</b></span>'
    )


def _token(token: str | None) -> str:
    if token is None:
        return '<bdi class="gap">∅</bdi>'
    return f"<bdi>{escaped(token if token.strip() else '␣' * max(1, len(token)))}</bdi>"


def _direction(tokens: Sequence[str]) -> str:
    """Return the direction of the first letter that has one."""
    for character in "".join(tokens):
        kind = unicodedata.bidirectional(character)
        if kind in ("L", "R", "AL"):
            return "ltr" if kind == "L" else "rtl"
    return "ltr"


def slug(words: str) -> str:
    """Return words as an address within a page."""
    return _NO_SLUG.sub("-", words.lower()).strip("-")


def escaped(text: str) -> str:
    """Write a text so that it is nothing but text, between tags and in attributes."""
    return escape(visible(text), quote=True)
