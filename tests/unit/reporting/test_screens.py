"""All pages at all sizes in a real Chromium: pictures for build/screenshots, and what nobody wants to see in them."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assay.cli.execution import run_command
from support.report_pages import Watched, axe_violations, screenshots

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
SET, RATINGS = str(EXAMPLES / "harbour.xml"), str(EXAMPLES / "harbour" / "ratings.tsv")
WIDTHS = (400, 1280, 1600)
TALLEST = 15 * 900  # pixels of a page as it opens, at 1280
MOST_SHEETS = 5
SLOWEST = 4000  # milliseconds; under one second where nothing else runs
PAGES = {
    "report": [SET],
    "compare": [SET],
    "diagnose": [SET],
    "human": [RATINGS],
    "meta": [RATINGS, SET],
    "power": [SET],
    "score": [SET],
}
GENERATED = (
    "report-1",
    "report-2",
    "report-8",
    "report-20",
    "compare-20",
    "report-japanese",
    "report-hebrew",
)
LONG = ("report-8", "report-20")  # axe takes a quarter of a minute; their parts are those of shorter pages
NAMES = (
    "oak",
    "ash",
    "elm",
    "fir",
    "yew",
    "larch",
    "hazel",
    "maple",
    "willow-with-a-rather-long-name",
    "rowan",
)
TONGUES = {
    "japanese": [
        "港は早朝から霧に包まれていた。",
        "船は八時に出ます。",
        "彼女は古い灯台の鍵を持っている。",
        "明日は雨でしょう。",
    ],
    "hebrew": [
        "הנמל הישן נפתח מחדש אתמול.",
        "הספינה יוצאת בשמונה בבוקר.",
        "יש לה את המפתח למגדלור.",
        "מחר ירד גשם.",
    ],
    "english": [
        "The old harbour was opened again on Tuesday after ten years of work.",
        "The ferry leaves at eight, and it does not wait for anybody.",
        "She keeps the key of the lighthouse in a drawer below the stairs.",
        "It will rain tomorrow, the fishermen say, and then they laugh.",
    ],
}
OVERFLOW = "document.documentElement.scrollWidth"
LEVELS = "Array.from(document.querySelectorAll('h1, h2, h3, h4, h5, h6'), one => Number(one.tagName[1]))"
CUT = """() => Array.from(document.querySelectorAll('main svg text')).filter(text => {
    const frame = text.ownerSVGElement.getBoundingClientRect(), own = text.getBoundingClientRect();
    return own.width && (own.left < frame.left - 1.5 || own.right > frame.right + 1.5);
}).map(text => text.textContent)"""


def noisy(line: str, share: float, chance: random.Random) -> str:
    """Leave out and exchange characters or words of a line."""
    parts = line.split(" ") if " " in line else list(line)
    kept = [
        part if chance.random() > share else chance.choice(parts)
        for part in parts
        if chance.random() > share / 3
    ]
    return (" " if " " in line else "").join(kept) or line[0]


def generated(folder: Path, systems: int, tongue: str) -> list[str]:
    """Write the files of a set of 40 segments, and return what the command line is given."""
    chance = random.Random(systems)
    lines = [TONGUES[tongue][place % 4] for place in range(40)]
    (folder / "ref.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    names = [f"{NAMES[place % 10]}{place // 10 or ''}" for place in range(systems)]
    for place, name in enumerate(names):
        outputs = [noisy(line, 0.08 + 0.02 * place, chance) for line in lines]
        (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in outputs), encoding="utf-8")
    tok = ["--tok", "char"] if tongue == "japanese" else []
    return [
        "-r",
        str(folder / "ref.txt"),
        *(str(folder / f"{name}.txt") for name in names),
        "--draws",
        "100",
        *tok,
    ]


def written(name: str, folder: Path) -> str:
    """Write a page as its command does, and return its address."""
    command, _, kind = name.partition("-")
    given = (
        PAGES[command]
        if not kind
        else generated(folder, int(kind) if kind.isdigit() else 3, "english" if kind.isdigit() else kind)
    )
    run_command(command, ["-q", *given, "-o", str(folder / "page.html")])
    return (folder / "page.html").as_uri()


@pytest.fixture(scope="module", params=[*PAGES, *GENERATED])
def shown(
    request: pytest.FixtureRequest, browser: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Watched]]:
    """Open every page in turn."""
    address = written(request.param, tmp_path_factory.mktemp(request.param))
    with Watched(browser, address, width=1280) as opened:
        opened.page.set_default_timeout(60_000)
        yield request.param, opened
        assert opened.wrong == []


@pytest.mark.slow
def test_pages_fit_their_screens_and_pictures_are_left(shown: tuple[str, Watched]) -> None:
    name, opened = shown
    page = opened.page
    assert page.evaluate("document.documentElement.scrollHeight") <= TALLEST
    assert page.evaluate("performance.getEntriesByName('ready')[0].startTime") < SLOWEST
    levels = page.evaluate(LEVELS)
    assert levels.count(1) == 1
    assert all(later <= level + 1 for level, later in zip([0, *levels], levels, strict=False))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(OVERFLOW) <= width, width
        assert page.evaluate(CUT) == [], width
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=screenshots() / f"{name}-{width}-{scheme}.png")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(color_scheme="light")
    page.screenshot(path=screenshots() / f"{name}-whole.png", full_page=True)


@pytest.mark.slow
def test_pages_take_a_few_sheets_of_paper(shown: tuple[str, Watched]) -> None:
    name, opened = shown
    opened.page.emulate_media(media="print")
    pdf = opened.page.pdf(format="A4")
    opened.page.emulate_media(media="screen")
    (screenshots() / f"{name}.pdf").write_bytes(pdf)
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= MOST_SHEETS


@pytest.mark.slow
def test_axe_finds_nothing_wrong_on_any_page(shown: tuple[str, Watched]) -> None:
    name, opened = shown
    for scheme, width in (("light", 1280), ("dark", 400))[: 1 if name in LONG else 2]:
        opened.page.emulate_media(color_scheme=scheme)
        opened.page.set_viewport_size({"width": width, "height": 900})
        assert axe_violations(opened.page) == []
