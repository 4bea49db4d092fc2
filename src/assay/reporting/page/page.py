"""The page of `assay report`: blocks as on any page, and a browser for all segments, in one file.

The script builds what it shows from text nodes alone, so that no segment can become markup. Tables and figures do not
need it; only the browser and the scatter of segments do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from assay.comparison import Compared
from assay.diagnosis import Diagnosis
from assay.errors import OptionError
from assay.reporting.blocks import Block
from assay.reporting.page.segments import pack_segments, page_content
from assay.reporting.page.shell import Extra, shell
from assay.reporting.render.html_blocks import asset, escaped
from assay.reporting.tables.comparison.figures import foremost

MOST_SEGMENTS = 20_000  # of one page: a browser takes a second or two to unpack them
# The files of one script, in this order.
SCRIPTS = ("elements", "folding", "tables", "segments", "card", "address", "browser", "scatter", "start")
Pages = Callable[[Sequence[Block]], Iterator[tuple[str | None, str]]]


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
    conflict = [("conflict", "Metric conflict")] if browser.scatter else []
    body = asset("page/browser.html").format(
        conflict=asset("page/conflict.html") if browser.scatter else "",
        parts=_parts(browser),
        data=browser.data,
    )
    return shell(blocks, Extra(body, (*conflict, ("segments", "Segments")), SCRIPTS))


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
