"""The page of `assay report`: blocks as they stand in any HTML report, and a browser for all segments, in one file.

The file fetches nothing. Its Content-Security-Policy allows one style sheet and one script, both known by their
checksums; the script builds what it shows from text nodes alone, so that no segment can become markup. Tables and
figures do not need the script; only the browser and the scatter of segments do.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from assay.comparison import Compared
from assay.diagnosis import Diagnosis
from assay.errors import OptionError
from assay.reporting.blocks import Block, Figure, Heading, Listing, Prose, Table, Value
from assay.reporting.page.segments import pack_segments, page_content
from assay.reporting.render.html import asset, escaped, fragments, policy, style_sheet
from assay.reporting.tables.comparison.figures import foremost
from assay.version import installed_version

MOST_SEGMENTS = 20_000  # of one page: a browser takes a second or two to unpack them
LONGEST_OPEN = 14  # rows; a longer table is folded
MOST_SENTENCES = 16  # a longer listing is folded
MOST_TABS = 8  # figures of which one is seen at a time; the style sheet knows as many
MOST_CARDS = 3
MOST_ROWS = 150  # of a table on the page
# The files of one script, in this order.
SCRIPTS = ("elements", "segments", "card", "address", "browser", "scatter", "tables", "start")
Pages = Callable[[Sequence[Block]], Iterator[tuple[str | None, str]]]
_NO_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Browser:
    """The part of a set that one page lets one browse: its data, and the pages that hold the other parts."""

    data: str
    pages: tuple[tuple[str, str], ...] = ()  # address and words of each, where there are several
    place: int = 0
    scatter: bool = False  # whether there are two systems and two metrics to hold against each other


def start_pages(compared: Compared, found: Diagnosis, path: str | None) -> Pages:
    """Begin to pack the segments of a report, and return what makes pages of its blocks: paths and texts.

    The first page, which has all blocks, comes last: it links the others. Without a path there can be one page only.
    """
    pair = foremost(compared) if compared.comparisons else ()
    segments = len(found.corpus)
    parts = _page_parts(segments, path or "")
    first = _start_packing(found, pair, parts, 0)  # goes on while the blocks are made
    evaluation = found.corpus.evaluation
    scatter = min(len(evaluation.metrics), len(evaluation.systems)) > 1
    links = tuple((os.path.basename(name), f"{rows.start + 1:,} to {rows.stop:,}") for name, rows in parts)

    def pages(blocks: Sequence[Block]) -> Iterator[tuple[str | None, str]]:
        if (
            len(parts) > 1 and path is None
        ):  # said here: a run that is repeated writes nothing and needs no path
            raise OptionError(f"{segments:,} segments take {len(parts)} pages; give -o the name of the first")
        for place in range(len(parts) - 1, -1, -1):
            packed = _start_packing(found, pair, parts, place) if place else first
            browser = Browser(packed(), links, place, scatter)
            yield parts[place][0] or None, render_page(blocks[:1] if place else blocks, browser)

    return pages


def _page_parts(segments: int, path: str) -> list[tuple[str, range]]:
    """Name the page, and further pages where there are more segments than one should hold."""
    rows = range(segments)
    parts = [rows[start : start + MOST_SEGMENTS] for start in range(0, segments, MOST_SEGMENTS)]
    stem, ending = os.path.splitext(path)
    return [(f"{stem}-{place + 1}{ending}" if place else path, part) for place, part in enumerate(parts)]


def _start_packing(
    found: Diagnosis, pair: Sequence[str], parts: Sequence[tuple[str, range]], place: int
) -> Callable[[], str]:
    names = [os.path.basename(name) for name, _ in parts]
    content = page_content(found, pair, parts[place][1])
    return pack_segments(content | {"pages": names, "size": MOST_SEGMENTS})


def render_page(blocks: Sequence[Block], browser: Browser) -> str:
    """Write the whole page; the first heading is its title."""
    style, script = style_sheet() + _asset("page.css"), "\n".join(_asset(f"{name}.js") for name in SCRIPTS)
    title = next((block.text for block in blocks if isinstance(block, Heading)), "Assay report")
    sections = list(_sections(blocks))
    segments = _segments_of_findings(blocks)
    parts = [_section(*section) if section[1] else _summary(section[2], segments) for section in sections]
    return _asset("page.html").format(
        policy=policy(style, script),
        title=escaped(title),
        style=style,
        contents=_contents([(slug, words) for slug, words, _ in sections if words]),
        body="\n".join(parts),
        conflict_link='<li><a href="#conflict">Metric conflict</a></li>' if browser.scatter else "",
        conflict=_asset("conflict.html") if browser.scatter else "",
        parts=_parts(browser),
        data=browser.data,
        script=script,
        version=escaped(installed_version()),
    )


def _asset(name: str) -> str:
    return asset(f"page/{name}")


def _sections(blocks: Sequence[Block]) -> Iterator[tuple[str, str, list[Block]]]:
    """Part blocks at headings of the second level: an address, the heading's words, and what stands below it."""
    slug, words, part = "", "", list[Block]()
    for block in blocks:
        if isinstance(block, Heading) and block.level == 2:
            yield slug, words, part
            slug, words, part = _slug(block.text), block.text, []
        else:
            part.append(block)
    yield slug, words, part


def _slug(words: str) -> str:
    return _NO_SLUG.sub("-", words.lower()).strip("-")


def _segments_of_findings(blocks: Sequence[Block]) -> list[str]:
    """Return the numbers of the segments that show each finding, in the order of the findings."""
    table = next((block for block in blocks if isinstance(block, Table) and block.name == "evidence"), None)
    if table is None:
        return []
    place = next(place for place, head in enumerate(table.columns) if head.segments)
    return [str(row[place] or "") for row in table.rows]


def _summary(blocks: Sequence[Block], segments: Sequence[str]) -> str:
    """Write the first screen: headline, ranking of systems by each metric, reasons beside it; then the rest."""
    top = [block for block in blocks[:2] if isinstance(block, Heading | Prose)]
    ranked = [block for block in blocks if isinstance(block, Figure) and block.kind == "ranking"]
    reasons = next(
        (block for block in blocks if isinstance(block, Listing) and block.name == "findings"), None
    )
    rest = [
        block for block in blocks[len(top) :] if block not in ranked and not (ranked and block is reasons)
    ]
    hero = ""
    if ranked:
        cards = _reasons(reasons, segments) if reasons else ""
        hero = (
            f'<h2 class="sr">Systems, best first</h2>\n<div class="hero">\n{_tabs(ranked)}\n{cards}\n</div>'
        )
    inside = "\n".join([*map(_named, top), hero, *_folded(rest)])
    return f'<section class="top" aria-label="Summary">\n{inside}\n</section>'


def _tabs(figures: Sequence[Figure]) -> str:
    """Write figures of which one is seen at a time; no script is needed to choose, and all are printed."""
    if len(figures) == 1 or len(figures) > MOST_TABS:
        return f'<div class="ranking">{fragments(figures)}</div>'
    labels = [figure.title.partition(" with ")[0] for figure in figures]
    buttons = "".join(
        f'<input type="radio" name="metric" id="tab-{place}"{" checked" if not place else ""}>'
        f'<label for="tab-{place}">{escaped(label)}</label>'
        for place, label in enumerate(labels)
    )
    panels = "".join(f'<div class="panel">{fragments([figure])}</div>' for figure in figures)
    return f'<fieldset class="tabs ranking"><legend class="sr">Metric</legend>{buttons}{panels}</fieldset>'


def _reasons(block: Listing, segments: Sequence[str]) -> str:
    """Write the first findings as cards, each with the segments that show it; the others are folded below."""
    shown = zip_longest(block.items[:MOST_CARDS], segments[:MOST_CARDS], fillvalue="")
    cards = "\n".join(_card(sentence, numbers) for sentence, numbers in shown)
    more = block.items[MOST_CARDS:]
    others = "".join(f"<li>{escaped(sentence)}</li>" for sentence in more)
    folded = f"<details><summary>{len(more)} more</summary><ul>{others}</ul></details>" if more else ""
    return f'<section class="reasons" id="findings" aria-label="{escaped(block.title)}">\n{cards}\n{folded}</section>'


def _card(sentence: str, segments: str) -> str:
    numbers = [number for number in segments.split(", ") if number][:MOST_CARDS]
    links = ", ".join(f'<a href="#seg-{number}">{number}</a>' for number in map(escaped, numbers))
    see = f"<p>See segment{'s' * (len(numbers) > 1)} {links}</p>" if links else ""
    return f'<article class="reason"><p>{escaped(sentence)}</p>{see}</article>'


def _section(slug: str, words: str, blocks: Sequence[Block]) -> str:
    inside = "\n".join(_folded(blocks))
    heading = f'<h2 id="{slug}-title">{escaped(words)}</h2>'
    return f'<section id="{slug}" aria-labelledby="{slug}-title">\n{heading}\n{inside}\n</section>'


def _folded(blocks: Sequence[Block]) -> Iterator[str]:
    """Write blocks; long tables are folded under their titles, and figures that follow each other stay together."""
    for pictures, group in groupby(blocks, key=lambda block: isinstance(block, Figure)):
        part = list(group)
        yield from [fragments(part)] if pictures else map(_named, part)


def _named(block: Block) -> str:
    """Write a block, so that a table or a listing can be linked to by its name."""
    if isinstance(block, Listing):
        return _listing(block)
    if not isinstance(block, Table):
        return fragments([block])
    name, block = f"table-{_slug(block.name)}", shortened(block)
    if len(block.rows) <= LONGEST_OPEN and not block.folded:
        return f'<div class="table" id="{name}">{fragments([block])}</div>'
    inside = fragments([replace(block, title="", folded=False)])
    rows = f"{len(block.rows)} rows"
    return (
        f'<details class="table" id="{name}"><summary>{escaped(block.title or block.name)} '
        f"<small>{rows}</small></summary>\n{inside}\n</details>"
    )


def _listing(block: Listing) -> str:
    """Write sentences; more than a reader takes in at a glance are folded under their title."""
    name = _slug(block.name)
    if len(block.items) <= MOST_SENTENCES:
        return f'<div id="{name}">{fragments([block])}</div>'
    title = f"{escaped(block.title)} <small>{len(block.items)} sentences</small>"
    inside = fragments([replace(block, title="")])
    return f'<details class="table" id="{name}"><summary>{title}</summary>\n{inside}\n</details>'


def shortened(table: Table) -> Table:
    """Leave out rows of a table that is too long for a page, alike for all values of its second column."""
    if len(table.rows) <= MOST_ROWS or len(table.columns) < 2:
        return table
    seen = Counter[Value]()
    share = max(1, MOST_ROWS // len({row[1] for row in table.rows}))
    kept: list[tuple[Value, ...]] = []
    for row in table.rows:
        seen[row[1]] += 1
        kept += [row] if seen[row[1]] <= share and len(kept) < MOST_ROWS else []
    note = f"{len(kept)} of {len(table.rows)} rows; the report in JSON or TSV has all."
    return replace(table, rows=tuple(kept), notes=(*table.notes, note))


def _contents(sections: Sequence[tuple[str, str]]) -> str:
    return "".join(f'<li><a href="#{slug}">{escaped(words)}</a></li>' for slug, words in sections)


def _parts(browser: Browser) -> str:
    """Link the pages that hold the other segments of a large set."""
    if len(browser.pages) < 2:
        return ""
    links = [
        f'<li><a href="{escaped(address)}#segments"{" aria-current=page" if place == browser.place else ""}>'
        f"{escaped(words)}</a></li>"
        for place, (address, words) in enumerate(browser.pages)
    ]
    return f'<nav aria-label="Parts of the set"><ul class="parts">{"".join(links)}</ul></nav>'
