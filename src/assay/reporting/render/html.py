"""Blocks as one HTML file that needs nothing else: style and pictures inside, no script, nothing fetched.

Every text is escaped, and the page's own Content-Security-Policy forbids whatever escaping might have missed:
only this very style sheet, known by its checksum, is allowed. Figures are SVG with their words beside them.
Operations of an alignment have a colour and a sign, so that the page can be read without colours. Every token
is isolated (`bdi`), and an alignment runs in the direction of its reference.
"""

from __future__ import annotations

import unicodedata
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import replace
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
from assay.version import installed_version

_MARKS = {"same": "{}", "right": '<mark class="good">{}</mark>', "wrong": '<mark class="bad">{}</mark>'}
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
{body}
</main>
<footer>Made by Assay {version}.</footer>
</body>
</html>
"""


_LEGEND = """\
<p class="note">Above the reference, below the output. <span class="substitution">S</span> replaced,
<span class="insertion">I</span> too many, <span class="deletion">D</span> missing,
<span class="shifted">@1</span> brought here by shift 1, <span class="jump">J1</span> jump 1: the output is read on
somewhere else.</p>"""


def render_html(blocks: Sequence[Block]) -> str:
    """Write a whole page; its title is the first heading. Figures that follow each other stand side by side."""
    titles = [block.text for block in blocks if isinstance(block, Heading)]
    legend = [_LEGEND] if any(isinstance(block, Alignment) for block in blocks) else []
    style = style_sheet()
    return _PAGE.format(
        policy=policy(style),
        title=escaped(titles[0] if titles else "Assay report"),
        style=style,
        body="\n".join([*legend, *_grouped(blocks)]),
        version=escaped(installed_version()),
    )


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


def render_fragment(blocks: Sequence[Block]) -> str:
    """Write blocks for a page of somebody else, such as a notebook: the style holds for nothing but them."""
    style = style_sheet().replace(":root", ":scope").replace("\nbody {", "\n:scope {")
    legend = [_LEGEND] if any(isinstance(block, Alignment) for block in blocks) else []
    body = "\n".join([*legend, fragments(blocks)])
    return f'<div class="assay"><style>@scope (.assay) {{{style}}}</style>\n{body}\n</div>'


def fragments(blocks: Sequence[Block]) -> str:
    """Write blocks as a part of a page."""
    return "\n".join(_grouped(blocks))


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
    return (
        _folded(table.title or table.name, _open_table(replace(table, title="")))
        if table.folded
        else _open_table(table)
    )


def _folded(title: str, inside: str) -> str:
    """Hide a part of a page under its title."""
    return f'<details class="folded"><summary>{escaped(title)}</summary>\n{inside}\n</details>'


def _open_table(table: Table) -> str:
    caption = f'<p class="caption">{escaped(table.title)}</p>\n' if table.title else ""
    heads = "".join(
        f'<th scope="col"{_align(head)}><bdi>{escaped(head.heading)}</bdi></th>' for head in table.columns
    )
    rows = "\n".join(f"<tr>{_row(row, table.columns)}</tr>" for row in table.rows)
    label = escaped(table.title or table.name)
    return (
        f'{caption}<div class="scroll" role="region" tabindex="0" aria-label="{label}">\n<table>\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n</div>{_below(table)}"
    )


def _row(row: Sequence[Value], heads: Sequence[Head]) -> str:
    first, *others = (f"{_align(head)}>{_value(value, head)}" for value, head in zip(row, heads, strict=True))
    return f'<th scope="row"{first}</th>' + "".join(f"<td{other}</td>" for other in others)


def _value(value: Value, head: Head) -> str:
    if not isinstance(value, Estimate):
        kind = ' class="segments"' if head.segments else ""
        shown_value = escaped(cell(value, head))
        return f"<bdi{kind}>{shown_value}</bdi>" if kind or isinstance(value, str) else shown_value
    middle, low, high = (
        escaped(shown(number, head.digits)) for number in (value.value, value.low, value.high)
    )
    mark = f"<sup>{escaped(value.mark)}</sup>" if value.mark else ""
    return f"{middle}{mark} <small>[{low}, {high}]</small>"


def _align(head: Head) -> str:
    return ' class="right"' if head.align == "right" else ""


def _below(table: Table) -> str:
    signatures = [f"{escaped(label)}: <code>{escaped(text)}</code>" for label, text, _ in table.signatures]
    folded = f'\n<details class="signatures"><summary>Signatures</summary>{_items(signatures)}</details>'
    return _items([escaped(note) for note in table.notes]) + (folded if signatures else "")


def _items(items: Sequence[str]) -> str:
    return '\n<ul class="below">' + "".join(f"<li>{item}</li>" for item in items) + "</ul>" if items else ""


def _figure(figure: Figure) -> str:
    """Write a picture under its title, where it needs one also as a narrow page shows it, and its words below."""
    drawn = _picture(charts.figure_svg(figure), figure)
    narrow = charts.narrow_svg(figure)
    if narrow is not None:
        drawn = f'<div class="broad">{drawn}</div><div class="narrow">{_picture(narrow, figure)}</div>'
    words = f"<details><summary>In words</summary>{escaped(figure.words)}</details>"
    shown = f"<h3>{escaped(figure.title)}</h3>\n{drawn}"
    inside = _folded(figure.title, drawn) if figure.folded else shown
    return f"<figure>\n{inside}\n<figcaption>{words}</figcaption>\n</figure>"


def _picture(drawn: str, figure: Figure) -> str:
    named = drawn.replace("<svg", f'<svg role="img" aria-label="{escaped(figure.words)}"', 1)
    if 'class="wide"' not in drawn:
        return named
    title = escaped(figure.title)
    return f'<div class="scroll" role="region" tabindex="0" aria-label="{title}">{named}</div>'


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


def escaped(text: str) -> str:
    """Write a text so that it is nothing but text, between tags and in attributes."""
    return escape(visible(text), quote=True)
