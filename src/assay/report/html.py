"""Blocks as one HTML page that needs nothing else: style inside, all text escaped, no script.

Operations of an alignment have a colour and a sign, so that the page can be read without colours. Every token
is isolated (`bdi`), and an alignment runs in the direction of its reference.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from html import escape
from typing import assert_never

from assay.report.blocks import Aligned, Alignment, Block, Heading, Prose, Table, mark
from assay.report.cells import shown, visible

_STYLE = """\
body { font: 16px/1.4 system-ui, sans-serif; color: #1a1a1a; background: #fff; }
body { margin: 2em auto; max-width: 70em; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
caption { text-align: left; padding-bottom: .4em; }
th, td { padding: .2em .8em; text-align: left; }
thead { border-bottom: 2px solid #444; }
tbody tr:nth-child(even) { background: #f4f4f4; }
.right { text-align: right; font-variant-numeric: tabular-nums; }
.note, .signature { font-size: .85em; color: #444; overflow-wrap: anywhere; margin: .2em 0; }
.alignment { margin: 1em 0 0; }
.place { display: inline-block; vertical-align: top; margin: .2em .15em; padding: .1em .35em; border-radius: .25em; }
.place > * { display: block; text-align: center; min-height: 1.4em; white-space: pre; }
.place b { font-size: .8em; min-height: 1.3em; }
.substitution { background: #fff0c2; } .insertion { background: #ffd9d6; } .deletion { background: #d5e6ff; }
.shifted { outline: 1px dashed #7a3fb0; }
.gap { color: #595959; }
"""
_LEGEND = """\
<p class="note">Above the reference, below the output. <span class="substitution">S</span> replaced,
<span class="insertion">I</span> too many, <span class="deletion">D</span> missing,
<span class="shifted">@1</span> brought here by shift 1.</p>"""


def render(blocks: Sequence[Block]) -> str:
    """Write all blocks as one page."""
    title = next((block.text for block in blocks if isinstance(block, Heading)), "assay")
    legend = [_LEGEND] if any(isinstance(block, Alignment) for block in blocks) else []
    body = "\n".join([*legend, *map(_block, blocks)])
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{_text(title)}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _block(block: Block) -> str:
    match block:
        case Heading():
            level = min(max(block.level, 1), 6)
            return f'<h{level} dir="auto">{_text(block.text)}</h{level}>'
        case Prose():
            return f'<p dir="auto">{_text(block.text)}</p>'
        case Table():
            return _table(block)
        case Alignment():
            return _alignment(block)
        case _:
            assert_never(block)


def _table(table: Table) -> str:
    sides = [' class="right"' if head.align == "right" else "" for head in table.columns]
    heads = "".join(
        f"<th{side}>{_text(head.heading)}</th>" for head, side in zip(table.columns, sides, strict=True)
    )
    body = [
        "".join(
            f"<td{side}><bdi>{_text(shown(value, head.digits))}</bdi></td>"
            for value, head, side in zip(row, table.columns, sides, strict=True)
        )
        for row in table.rows
    ]
    caption = f'<caption dir="auto">{_text(table.title)}</caption>' if table.title else ""
    lines = [f"<table>{caption}", f"<thead><tr>{heads}</tr></thead>", "<tbody>"]
    lines += [*(f"<tr>{cells}</tr>" for cells in body), "</tbody></table>"]
    lines += [
        f'<p class="signature">{_text(label)}: <code>{_text(signature)}</code></p>'
        for label, signature in table.signatures
    ]
    return "\n".join([*lines, *map(_note, table.notes)])


def _alignment(block: Alignment) -> str:
    title = [f'<p dir="auto"><strong>{_text(block.title)}</strong></p>'] if block.title else []
    direction = _direction([place.reference or place.output or "" for place in block.places])
    places = "\n".join(map(_place, block.places))
    return "\n".join(
        [*title, f'<div class="alignment" dir="{direction}">', places, "</div>", *map(_note, block.notes)]
    )


def _place(place: Aligned) -> str:
    classes = f"place {place.operation}{' shifted' if place.shift else ''}"
    words = f'title="{place.operation}{f", shift {place.shift}" if place.shift else ""}"'
    return (
        f'<span class="{classes}" {words}>{_token(place.reference)}{_token(place.output)}'
        f'<b dir="ltr">{mark(place) or "&nbsp;"}</b></span>'
    )


def _token(token: str | None) -> str:
    if token is None:
        return '<bdi class="gap">∅</bdi>'
    return f"<bdi>{_text(token if token.strip() else '␣' * max(1, len(token)))}</bdi>"


def _direction(tokens: Sequence[str]) -> str:
    """Return the direction of the first letter that has one."""
    for character in "".join(tokens):
        kind = unicodedata.bidirectional(character)
        if kind in ("L", "R", "AL"):
            return "ltr" if kind == "L" else "rtl"
    return "ltr"


def _note(note: str) -> str:
    return f'<p class="note" dir="auto">{_text(note)}</p>'


def _text(text: str) -> str:
    return escape(visible(text))
