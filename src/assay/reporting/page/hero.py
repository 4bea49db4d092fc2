"""The first screen of a page: the ranking, one metric at a time, and beside it what is to be said in a few cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assay.reporting.blocks import Block, Card, Figure, Listing
from assay.reporting.render.charts import figure_svg
from assay.reporting.render.html_blocks import escaped, fragments, picture, slug

BESIDE = 3  # cards beside a ranking; others stand below it
MOST_TABS = 8  # figures of which one is seen at a time; the style sheet knows as many
OPEN_LETTERS = 300  # of the sentences of a card; more are folded
MOST_LINKED = 3  # segments that a card leads to


def hero(blocks: Sequence[Block], *, browser: bool) -> str:
    """Write rankings and listings; `browser` says whether the page can show segments."""
    ranked = [block for block in blocks if isinstance(block, Figure) and block.kind == "ranking"]
    listings = sorted((block for block in blocks if isinstance(block, Listing)), key=_place)
    cards = [card for block in listings for card in _cards(block, browser)]
    if not ranked:
        return _column("cards row", cards) if cards else ""
    beside, below = cards[:BESIDE], cards[BESIDE:]
    left = _column("left", [_tabs(ranked), *([_column("cards row", below)] if below else [])])
    return _column(
        "hero" if beside else "hero alone", [left, *([_column("cards", beside)] if beside else [])]
    )


def _column(kind: str, cards: Sequence[str]) -> str:
    return "\n".join([f'<div class="{kind}">', *cards, "</div>"])


def _place(block: Listing) -> int:
    """Put reasons first, and cautions last."""
    return 0 if block.cards else 2 if block.name == "cautions" else 1


def in_hero(block: Block) -> bool:
    """Tell whether a block before the first section is shown on the first screen."""
    return isinstance(block, Listing) or (isinstance(block, Figure) and block.kind == "ranking")


def _tabs(figures: Sequence[Figure]) -> str:
    """Write figures of which one is seen at a time; no script is needed to choose, and all are printed."""
    if len(figures) == 1 or len(figures) > MOST_TABS:
        return f'<div class="ranking">{fragments(figures)}</div>'
    buttons = "".join(
        f'<input type="radio" name="metric" id="tab-{place}"{" checked" if not place else ""}>'
        f'<label for="tab-{place}">{escaped(figure.tab or figure.title)}</label>'
        for place, figure in enumerate(figures)
    )
    panels = "".join(f'<div class="panel">{fragments([figure])}</div>' for figure in figures)
    return (
        f'<fieldset class="tabs ranking"><legend class="sr">Ranking by</legend>{buttons}{panels}</fieldset>'
    )


def _cards(block: Listing, browser: bool) -> Iterator[str]:
    """Write a listing as a card a reason where it has such, else as one card with its first sentences."""
    yield from (_reason(card, browser) for card in block.cards[:BESIDE])
    said = [card.sentence for card in block.cards[:BESIDE]]
    rest = [item for item in block.items if item not in said]
    if not rest:
        return
    first = [] if said else list(_openers(rest))
    more = rest[len(first) :]
    words = f"{block.title}: {len(more)} more" if said else f"{len(more)} more"
    folded = f"<details><summary>{escaped(words)}</summary>{_sentences(more)}</details>" if more else ""
    title = f"<h3>{escaped(block.title)}</h3>" if block.title and not said else ""
    yield f'<article class="card" id="{slug(block.name)}">{title}{_sentences(first)}{folded}</article>'


def _openers(items: Sequence[str]) -> Iterator[str]:
    """Return the sentences that a card shows at once: the first, and others as long as they are short together."""
    room = OPEN_LETTERS
    for place, item in enumerate(items):
        room -= len(item)
        if place and room < 0:
            return
        yield item


def _sentences(items: Sequence[str]) -> str:
    if len(items) == 1:
        return f"<p>{escaped(items[0])}</p>"
    return f"<ul>{''.join(f'<li>{escaped(item)}</li>' for item in items)}</ul>" if items else ""


def _reason(card: Card, browser: bool) -> str:
    strip = picture(figure_svg(card.strip), card.strip) if card.strip else ""
    return (
        f'<article class="card reason"><h3>{escaped(card.title)}</h3><p>{escaped(card.sentence)}</p>'
        f"{strip}{_link(card, browser)}</article>"
    )


def _link(card: Card, browser: bool) -> str:
    numbers = [str(number) for number in card.segments[:MOST_LINKED]]
    if numbers and browser:
        words = "See 1 segment" if len(numbers) == 1 else f"See {len(numbers)} segments"
        return f'<p class="see"><a href="#segments?segments={",".join(numbers)}">{words} →</a></p>'
    address = f"table-{slug(card.table)}"
    return f'<p class="see"><a href="#{address}">See the table →</a></p>' if card.table else ""
