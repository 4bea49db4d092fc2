"""The page: hostile text stays text, nothing is fetched, and the policy allows only the page's own style."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from typing import get_args

import pytest

from assay.reporting.blocks import (
    FIGURES,
    Block,
    Estimate,
    Example,
    ExampleLine,
    Examples,
    Figure,
    FigureKind,
    Head,
    Heading,
    Listing,
    Piece,
    Prose,
    Table,
    drawn,
)
from assay.reporting.render.html import render_html

HOSTILE = (
    "<script>alert('x')</script><img src=https://evil.example/x onerror=\"alert(1)\">&amp;\x1b\u2028</style>"
)
VOID = {"meta", "br", "img", "link", "input"}
LOADS = {"src", "href", "xlink:href", "srcset", "data", "action", "poster", "background", "formaction"}


class Page(HTMLParser):
    """The tags, attributes, styles and text of a page, as a browser would find them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def figure(kind: FigureKind) -> Figure:
    rows: dict[str, tuple[str | float | int, ...]] = {
        "ranking": (HOSTILE, 1.0, -0.5, 2.0, "A"),
        "against": (HOSTILE, 1.0, -0.5, 2.0, "better"),
        "buckets": (HOSTILE, HOSTILE, 1.0, -0.5, 2.0, "leader", 7),
        "differences": (HOSTILE, HOSTILE, 1.0, "better", HOSTILE, 0.01),
        "grid": (HOSTILE, HOSTILE, "worse", HOSTILE),
        "intervals": (HOSTILE, HOSTILE, 1.0, -0.5, 2.0),
        "matrix": (HOSTILE, HOSTILE, 0.01, "better", HOSTILE),
        "histogram": (0.0, 1.0, 3, HOSTILE),
        "scatter": (1.0, 2.0, HOSTILE, HOSTILE, 0.5, 1.5, 1.0, 3.0),
        "heat": (HOSTILE, HOSTILE, 0.5, HOSTILE),
        "histograms": (HOSTILE, 0.0, 1.0, 3),
        "curve": (HOSTILE, 0.0, 1.0, HOSTILE),
        "strip": (HOSTILE, 1.0, 1),
    }
    data = drawn(kind, "data", [rows[kind]])
    return Figure(HOSTILE, kind, HOSTILE, data, HOSTILE, axis=HOSTILE, upright=HOSTILE)


BLOCKS: list[Block] = [
    Heading(HOSTILE),
    Prose(HOSTILE),
    Listing(HOSTILE, HOSTILE, (HOSTILE,)),
    Table(
        HOSTILE,
        (Head(HOSTILE, signature=HOSTILE), Head("b", label=HOSTILE)),
        ((HOSTILE, Estimate(1.0, 0.5, 2.0, HOSTILE)), (None, HOSTILE)),
        title=HOSTILE,
        notes=(HOSTILE,),
        facts={HOSTILE: HOSTILE},
    ),
    *map(figure, get_args(FigureKind)),
    Examples(
        HOSTILE,
        HOSTILE,
        (Example(HOSTILE, (ExampleLine(HOSTILE, (Piece(HOSTILE), Piece(HOSTILE, "wrong")), 1.5),)),),
        legend=(Piece(HOSTILE), Piece(HOSTILE, "right")),
    ),
]


@pytest.fixture(scope="module")
def hostile() -> str:
    return render_html(BLOCKS)


def test_hostile_text_stays_text(hostile: str) -> None:
    page = Page(hostile)
    assert page.open == []
    assert page.tags.count("script") == 1  # the page's own
    assert not {"img", "link", "iframe", "object", "embed", "base", "form", "foreignobject"} & set(page.tags)
    assert hostile.count("<script") == hostile.count('<script>"use strict";') == 1
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    assert sum("<script>alert('x')</script>" in text for text in page.text) > 10
    assert "\x1b" not in hostile


def test_nothing_is_fetched(hostile: str) -> None:
    page = Page(hostile)
    loads = [(tag, name, value) for tag, name, value in page.attributes if name in LOADS]
    assert all(value.startswith("#") for *_, value in loads)
    styles = [value for _, name, value in page.attributes if name != "aria-label"]
    assert not [value for value in styles if re.search(r"url\(\s*['\"]?(?!#)", value)]
    style = hostile[hostile.index("<style>") : hostile.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style


def test_the_policy_allows_only_this_very_style(hostile: str) -> None:
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', hostile)
    assert found
    style = hostile[hostile.index("<style>") + len("<style>") : hostile.index("</style>")]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    script = hostile[hostile.index("<script>") + len("<script>") : hostile.index("</script>")]
    own = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert found[1].split("; ") == [
        "default-src 'none'",
        f"style-src 'sha256-{digest}'",
        f"script-src 'sha256-{own}'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    assert not [name for _, name, _ in Page(hostile).attributes if name == "style"]
    assert hostile.count("<style") == 1


def test_every_picture_has_its_words() -> None:
    page = render_html(BLOCKS)
    assert page.count("<svg") == page.count('<svg role="img" aria-label="')
    assert page.count("<figcaption>") == len(FIGURES)
    assert page.count("<svg") == len(FIGURES) + page.count('<div class="narrow">')


def test_a_page_without_blocks_is_a_page() -> None:
    assert "<title>Assay report</title>" in render_html([])
    assert Page(render_html([])).open == []


def test_the_page_has_a_dark_side_and_fits_a_telephone() -> None:
    page = render_html([])
    assert "prefers-color-scheme: dark" in page
    assert 'name="viewport" content="width=device-width, initial-scale=1"' in page


def test_what_is_folded_is_opened_by_its_title() -> None:
    table = Table("t", (Head("system"),), (("alder",),), title="All pairs", folded=True)
    written = render_html([Heading("Title"), table])
    assert '<details class="folded"><summary>All pairs</summary>' in written
    assert '<details class="folded"' not in render_html([Table("t", (Head("system"),), (("alder",),))])
