"""The frame of every page: contents, headline, first screen, and sections of which those further down are folded.

What is shown where is decided by the kinds of blocks: what stands before the first heading of the second level is the
answer, rankings and listings of it are the first screen (the ranking, one metric at a time, and cards beside it), and
every such heading begins a section. A section is open as long as the page stays short, and printed as long as the paper
does. The file fetches nothing. Its Content-Security-Policy allows one style sheet and one script, both known by their
checksums; without the script the page can be read as well.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from assay.reporting.blocks import (
    Alignment,
    Block,
    Card,
    Examples,
    Figure,
    Heading,
    Listing,
    Prose,
    Table,
    Value,
)
from assay.reporting.render.charts import figure_svg
from assay.reporting.render.html_blocks import (
    FIRST_ROWS,
    MOST_OPEN,
    asset,
    escaped,
    fragments,
    legend,
    picture,
    policy,
    slug,
    style_sheet,
)
from assay.version import installed_version

BESIDE = 3  # cards beside a ranking; others stand below it
# Figures of which one is seen at a time; the style sheet knows as many
MOST_TABS = 8
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


MOST_SENTENCES = 16  # a longer listing is folded
MOST_ROWS = 150  # of a table on the page
MOST_EXAMPLES = 6  # of segments; more are folded
# Pixels that the sections of a page may take, on the screen and on paper, as estimated
OPEN, PRINTED = (4500, 1100)
SCRIPTS = ("elements", "folding", "tables", "start")  # the files of one script, in this order


@dataclass(frozen=True)
class Extra:
    """What a page has besides its blocks: a browser of segments, and the scripts it takes."""

    body: str
    contents: tuple[tuple[str, str], ...]  # address and words
    scripts: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """What stands below a heading of the second level, and whether it is seen at first, and on paper."""

    address: str
    title: str
    blocks: tuple[Block, ...]
    open: bool = True
    printed: bool = True


def shell(blocks: Sequence[Block], extra: Extra | None = None) -> str:
    """Write a whole page; the first heading is its headline, or else the title of its first table."""
    style = style_sheet() + asset("page/page.css")
    script = "\n".join(asset(f"page/{name}.js") for name in (extra.scripts if extra else SCRIPTS))
    blocks = _with_headline(blocks)
    answer, *parts = _parted(blocks)
    sections = list(_folded([Section(slug(title), title, tuple(part)) for title, part in parts]))
    names = Counter[str]()
    body = [_answer(answer[1], names, browser=extra is not None)]
    body += [_section(section, names) for section in sections]
    left_out = [section.title for section in sections if not section.printed]
    links = [(section.address, section.title) for section in sections] + list(extra.contents if extra else ())
    return asset("page/page.html").format(
        policy=policy(style, script),
        title=escaped(_headline(blocks)),
        style=style,
        contents="".join(f'<li><a href="#{address}">{escaped(words)}</a></li>' for address, words in links),
        skip=links[0][0] if len(links) == 1 else "answer",
        body="\n".join([*body, extra.body if extra else "", _not_printed(left_out)]),
        script=script,
        version=escaped(installed_version()),
        date=_today(),
    )


def _with_headline(blocks: Sequence[Block]) -> list[Block]:
    """Begin with a heading, which blocks without one lend from their first title."""
    if blocks and isinstance(blocks[0], Heading) and blocks[0].level == 1:
        return list(blocks)
    titled = next((block for block in blocks if not isinstance(block, Heading | Prose) and block.title), None)
    if titled is None:
        return [Heading("Assay report"), *blocks]
    rest = [
        replace(block, title="") if block is titled and isinstance(block, Table) else block
        for block in blocks
    ]
    return [Heading(titled.title), *rest]


def _headline(blocks: Sequence[Block]) -> str:
    return next(block.text for block in blocks if isinstance(block, Heading))


def _today() -> str:
    today = datetime.datetime.now(tz=datetime.UTC).date()
    return f"{today.day} {today:%B %Y}"


def _parted(blocks: Sequence[Block]) -> Iterator[tuple[str, list[Block]]]:
    """Part blocks at headings of the first two levels: the heading's words, and what stands below it."""
    title, part = "", list[Block]()
    for place, block in enumerate(blocks):
        if isinstance(block, Heading) and block.level <= 2 and place:
            yield title, part
            title, part = block.text, []
        else:
            part.append(block)
    yield title, part


def _folded(sections: Sequence[Section]) -> Iterator[Section]:
    """Say which sections are open and which are printed, as long as there is room; no two have one address."""
    seen, room, paper = Counter[str](), float(OPEN), float(PRINTED)
    for section in sections:
        height = sum(map(_height, section.blocks))
        address = f"{section.address}-{seen[section.address]}" if seen[section.address] else section.address
        seen[section.address] += 1
        fits, prints = height <= room, height <= paper
        room -= height if fits else 0
        paper -= height if prints else 0
        yield replace(section, address=address, open=fits, printed=prints)


def _height(block: Block) -> float:
    """Estimate how many pixels a block takes on a page of usual width."""
    match block:
        case Table() if block.heat:
            return 140 + min(37 * len(block.rows), 640) if not block.folded else 40
        case Table():
            rows = len(block.rows) if len(block.rows) <= MOST_OPEN else FIRST_ROWS + 1
            return 90 + 37 * rows + 22 * min(len(block.notes), 3)
        case Figure():
            return 110 + 8 * len(block.systems)  # three stand side by side
        case Listing():
            return 70 + 27 * min(len(block.items), MOST_SENTENCES)
        case Examples():
            return 60 + 230 * min(len(block.items), MOST_EXAMPLES)
        case Alignment():
            return 120 + 7 * len(block.places)
        case _:
            return 50


def _answer(blocks: Sequence[Block], names: Counter[str], *, browser: bool) -> str:
    """Write headline, what it is about, the first screen; then what else stands before the first section."""
    heading, *rest = blocks
    # Cautions may come before it
    about = next((block for block in rest if not isinstance(block, Listing)), None)
    said = [about.text] if isinstance(about, Prose) else []
    rest = [block for block in rest if not (said and block is about)]
    meta = f'<p class="meta">{escaped(" ".join([*said, f"{_today()}."]))}</p>'
    title = f"<h1>{escaped(heading.text)}</h1>" if isinstance(heading, Heading) else ""
    first = hero(rest, browser=browser)
    inside = [title, meta, '<h2 class="sr">Answer</h2>', first]
    others = [block for block in rest if not in_hero(block)]
    at = next((at for at, block in enumerate(others) if isinstance(block, Alignment)), len(others))
    inside += [*_written(others[:at], names), legend(others), *_written(others[at:], names)]
    return "\n".join(['<section class="top" id="answer">', *filter(None, inside), "</section>"])


def _section(section: Section, names: Counter[str]) -> str:
    inside = "\n".join(_written(section.blocks, names))
    title = f'<summary><h2 id="{section.address}-title">{escaped(section.title)}</h2></summary>'
    printed = ' class="printed"' if section.printed else ""
    return (
        f'<section id="{section.address}" aria-labelledby="{section.address}-title"{printed}>\n'
        f'<details class="section"{" open" if section.open else ""}>{title}\n{legend(section.blocks)}{inside}\n'
        "</details>\n</section>"
    )


def _written(blocks: Sequence[Block], names: Counter[str]) -> Iterator[str]:
    """Write blocks; figures that follow each other stay together, and tables and listings can be linked to."""
    for pictures, group in groupby(blocks, key=lambda block: isinstance(block, Figure)):
        part = list(group)
        yield from [fragments(part)] if pictures else (_named(block, names) for block in part)


def _named(block: Block, names: Counter[str]) -> str:
    match block:
        case Table():
            address = _unique(f"table-{slug(block.name)}", names)
            return f'<div id="{address}">{fragments([shortened(block)])}</div>'
        case Listing():
            return _listing(block, _unique(slug(block.name), names))
        case Examples() if len(block.items) > MOST_EXAMPLES:
            rest = replace(block, items=block.items[MOST_EXAMPLES:], title="", legend=())
            first = fragments([replace(block, items=block.items[:MOST_EXAMPLES])])
            more = f"<summary>{len(rest.items)} more segments</summary>"
            return f'{first}<details class="more">{more}{fragments([rest])}</details>'
        case _:
            return fragments([block])


def _unique(address: str, names: Counter[str]) -> str:
    names[address] += 1
    return address if names[address] == 1 else f"{address}-{names[address]}"


def _listing(block: Listing, address: str) -> str:
    """Write sentences; more than a reader takes in at a glance are folded under their title."""
    if len(block.items) <= MOST_SENTENCES:
        return f'<div id="{address}">{fragments([block])}</div>'
    title = f"{escaped(block.title)} <small>{len(block.items)} sentences</small>"
    inside = fragments([replace(block, title="")])
    return f'<details class="more" id="{address}"><summary>{title}</summary>\n{inside}\n</details>'


def shortened(table: Table) -> Table:
    """Leave out rows of a table that is too long for a page, alike for all values of its second column."""
    if table.heat or len(table.rows) <= MOST_ROWS or len(table.columns) < 2:
        return table
    seen = Counter[Value]()
    share = max(1, MOST_ROWS // len({row[1] for row in table.rows}))
    kept: list[tuple[Value, ...]] = []
    for row in table.rows:
        seen[row[1]] += 1
        kept += [row] if seen[row[1]] <= share and len(kept) < MOST_ROWS else []
    note = f"{len(kept)} of {len(table.rows)} rows; the report in JSON or TSV has all."
    return replace(table, rows=tuple(kept), notes=(*table.notes, note))


def _not_printed(titles: Sequence[str]) -> str:
    """Tell readers on paper what the screen has besides."""
    if not titles:
        return ""
    return f'<p class="on-screen">The page on the screen also has: {escaped(", ".join(titles))}.</p>'
