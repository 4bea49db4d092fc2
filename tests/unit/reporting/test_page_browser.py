"""The page of `assay report` in a real Chromium: what it finds, how it is used, and what no segment can make it do."""

import random
from pathlib import Path
from typing import Any

import pytest

from assay.cli.execution import run_command
from assay.reporting.page.page import PLAIN
from support.report_pages import (
    ALDER,
    BIRCH,
    SHIPS,
    SIZE,
    Watched,
    axe_violations,
    diagnosed,
    page_of,
    saved,
    ships_in_parts,
)

HOSTILE = [
    "<script>window.hit = 1; alert(1)</script>",
    "</script><script>alert(2)</script>",
    "<!--<script>alert(3)",
    '"><img src="https://example.org/x.png" onerror="alert(4)">',
    "<style>@import 'https://example.org/y.css';</style>",
    "javascript:alert(5) ${alert(6)} {{alert(7)}}",
    "\u202eright to left override\u202c and \u2066isolate",
    "a NUL \0 and an escape \x1b[31m and \u2028 a separator",
    "half a pair \ud800 and the other \udfff end",
    "שלום עולם, this is mixed مرحبا بالعالم",
    "私は猫が好きです。今日は良い天気ですね。",
    "👩‍👩‍👧 family 𝒳 astral",
    "",
    f"{'w' * 999} " * 1000,
]


def test_segments_are_shown_page_by_page(opened: Watched) -> None:
    opened.in_order()
    assert opened.numbers() == list(range(1, 11))
    assert opened.count() == "30 of 30 segments; page 1 of 3"
    opened.page.click("#on")
    assert opened.numbers() == list(range(11, 21))
    opened.choose("#size", "50")
    assert opened.numbers() == list(range(1, 31))
    assert opened.page.is_disabled("#on")


def test_text_filters_segments(opened: Watched) -> None:
    opened.in_order()
    opened.page.fill("#query", "NUMBER 7 ")
    opened.wait(1)
    assert opened.numbers() == [7]
    opened.page.fill("#query", "/číslo (3|12)$/")
    opened.wait(2)
    assert opened.numbers() == [3, 12]
    opened.page.fill("#query", "/(/")
    opened.page.wait_for_selector("#query[aria-invalid=true]")
    assert opened.numbers() == []
    opened.filters()
    opened.page.click("button[type=reset]")
    assert len(opened.numbers()) == 10


def test_class_system_and_bucket_filter_segments(opened: Watched) -> None:
    opened.in_order()
    opened.choose("#size", "100")
    opened.choose("#class", label="lexical")
    opened.choose("#system", label="alder")
    assert opened.numbers() == [place + 1 for place in range(SIZE) if place % 3 == 0]
    opened.choose("#bucket", label="speech")
    assert opened.numbers() == [place + 1 for place in range(20, SIZE) if place % 3 == 0]


def test_scores_and_differences_sort_segments(opened: Watched) -> None:
    opened.choose("#size", "100")
    opened.choose("#sort", label="chrF2")
    opened.choose("#of", label="birch")
    opened.choose("#order", "up")
    worst = opened.numbers()[:8]
    assert sorted(worst) == [place + 1 for place in range(SIZE) if place % 4 == 0]
    opened.choose("#of", label="birch − alder")
    opened.choose("#order", "down")
    ahead = opened.numbers()[:7]
    assert sorted(ahead) == [place + 1 for place in range(SIZE) if place % 3 == 0 and place % 4]


def test_one_system_can_be_browsed_alone(browser: Any, tmp_path: Path) -> None:
    for name, lines in (("ref", SHIPS), ("alder", ALDER)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    given = ["-q", "-r", str(tmp_path / "ref"), str(tmp_path / "alder"), "--draws", "20"]
    run_command("report", [*given, "-o", str(tmp_path / "r.html")])
    with Watched(browser, (tmp_path / "r.html").as_uri()) as opened:
        assert opened.count() == "30 of 30 segments; page 1 of 3"
        opened.choose("#size", "100")
        opened.choose("#sort", label="BLEU")
        opened.choose("#order", "up")
        assert sorted(opened.numbers()[:10]) == [place + 1 for place in range(SIZE) if place % 3 == 0]
        assert opened.wrong == []


def test_scores_that_are_not_known_sort_last_whichever_way(browser: Any, tmp_path: Path) -> None:
    def forget(content: dict[str, Any]) -> None:
        for metric in content["scores"]:
            metric["of"][0][3] = None
            metric["of"][0][7] = metric["of"][1][7] + 100  # better by BLEU, worse by TER

    lines = [f"the ship number {number} left the old harbour" for number in range(12)]
    outputs = {"a": [*lines[:6], *(line[:-9] for line in lines[6:])], "b": [line[9:] for line in lines]}
    text = page_of(*diagnosed({"ref": lines}, outputs), pictures=False, change=forget)
    with Watched(browser, saved(tmp_path, text) + "#segments?sort=BLEU&of=a&per=20") as opened:
        for order in ("up", "down"):
            opened.choose("#order", order)
            assert opened.numbers()[-1] == 4
        assert opened.page.locator("#seg-4 .output .scores b").all_inner_texts()[0] == "–"
        opened.choose("#of", "mean")
        assert opened.numbers()[-1] == 4
        opened.choose("#sort", label="BLEU against TER")
        assert opened.page.input_value("#order") == "down"
        assert opened.numbers()[0] == 8
        assert opened.wrong == []


def test_words_are_marked_by_class_and_letters_that_differ_stand_out(opened: Watched) -> None:
    card = opened.page.locator("#seg-1")
    lexical = card.locator(".output").nth(0).locator(".words .lexical")
    assert lexical.all_inner_texts() == ["late"]
    ships = card.locator(".output").nth(1).locator(".words .inflection")
    assert ships.inner_text() == "ships"
    assert ships.locator("b").inner_text() == "s"
    assert "missing" in card.locator(".output").nth(1).locator(".summary").inner_text()


def test_a_word_shows_what_it_is_aligned_with(opened: Watched) -> None:
    card = opened.page.locator("#seg-1")
    card.locator(".output").nth(0).locator(".w", has_text="late").hover()
    assert card.locator(".reference .linked").all_inner_texts() == ["early"]
    paragraph = card.locator(".reference .words")
    paragraph.focus()
    for _ in range(2):
        opened.page.keyboard.press("ArrowRight")
    assert card.locator(".lit").all_inner_texts() == ["ship"]
    assert card.locator(".output .linked").all_inner_texts() == ["ship", "ships"]
    assert opened.page.inner_text("#said") == "ship; aligned with alder: ship, birch: ships"


def test_the_keyboard_is_enough(opened: Watched) -> None:
    keyboard, page = opened.page.keyboard, opened.page
    opened.in_order()
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    for _ in range(11):
        keyboard.press("j")
    assert page.evaluate("document.activeElement.id") == "seg-11"
    opened.at("#seg-11?sort=segment")
    keyboard.press("k")
    assert page.evaluate("document.activeElement.id") == "seg-10"
    keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.id") == "seg-9"
    keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "query"
    keyboard.type("jk/")
    assert page.input_value("#query") == "jk/"
    keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") != "query"
    assert page.input_value("#query") == "jk/"
    opened.filters()
    page.click("button[type=reset]")
    opened.in_order()
    page.evaluate("document.activeElement.blur()")
    keyboard.press("n")
    assert opened.numbers()[0] == 11


def test_a_permalink_opens_its_segment(browser: Any, address: str) -> None:
    with Watched(browser, f"{address}#seg-23") as opened:
        assert 23 in opened.numbers()
        assert opened.page.evaluate("document.activeElement.id") == "seg-23"
        opened.page.fill("#query", "nothing has this")
        opened.wait(0)
        assert opened.count() == "No segment matches; 0 of 30"
        opened.page.evaluate("location.hash = 'seg-4'")
        opened.page.wait_for_selector("#seg-4.current")
        assert opened.wrong == []


def test_numbers_of_segments_in_tables_are_links(opened: Watched) -> None:
    link = opened.page.locator("bdi.segments a").first
    target = link.get_attribute("href")
    opened.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    link.click()
    opened.page.wait_for_selector(f"{target}.current")


def test_the_scatter_follows_its_axes_and_leads_to_segments(opened: Watched) -> None:
    words = opened.page.inner_text("#scatter-words")
    assert "BLEU and chrF2 disagree" in words
    opened.choose("#scatter-y", label="TER")
    assert "BLEU and TER disagree" in opened.page.inner_text("#scatter-words")


def test_a_part_of_the_scatter_lists_its_segments(opened: Watched) -> None:
    page = opened.page
    button = page.locator("#scatter-quarters button:not([disabled])").first
    wanted = int(button.inner_text().split()[0])
    button.press("Enter")
    page.wait_for_selector("#scatter-said a")
    assert page.inner_text("#scatter-said").startswith(f"{wanted} segment")
    assert opened.count().startswith(f"{wanted} ")
    page.locator("#scatter-frame").scroll_into_view_if_needed()
    box = page.locator("#scatter-frame").bounding_box()
    page.mouse.move(box["x"] + 1, box["y"] + 1)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] - 2, steps=3)
    page.mouse.up()
    assert page.inner_text("#scatter-said").startswith("30 segments")


def test_scatter_and_histogram_subtract_the_same_way_round(browser: Any, tmp_path: Path) -> None:
    page = page_of(*diagnosed({"ref": SHIPS}, {"birch": BIRCH, "alder": ALDER}))  # the better one last
    with Watched(browser, saved(tmp_path, page)) as opened:
        chosen = opened.page.evaluate("document.getElementById('scatter-pair').selectedOptions[0].text")
        assert "To the right and up: better for alder." in opened.page.inner_text("#scatter-words")
        said = opened.page.evaluate(
            "[1.3, -2, 0.01].map((apart) => lead({ label: 'TER' }, ['a', 'b'], apart))"
        )
    assert chosen == "lead of alder over birch"
    assert all(f"{label} by segment: {chosen}" in page for label in ("BLEU", "chrF2", "TER"))
    assert said == ["TER better by 1.3 for a", "TER better by 2.0 for b", "TER equal"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1600])
def test_axe_finds_nothing_wrong(browser: Any, address: str, scheme: str, width: int) -> None:
    with Watched(browser, address, width=width, scheme=scheme) as opened:
        opened.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        assert axe_violations(opened.page) == []
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
        assert opened.wrong == []


def test_the_page_prints_its_answer_and_a_few_segments(opened: Watched) -> None:
    opened.page.emulate_media(media="print", color_scheme="dark")
    opened.page.set_viewport_size({"width": 718, "height": 1000})  # paper of 210 mm between margins
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 718
    assert opened.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not opened.page.is_visible("#find")
    shown = [number for number in opened.numbers() if opened.page.is_visible(f"#seg-{number}")]
    assert shown == opened.numbers()[:3]
    assert not opened.page.is_visible("#buckets")
    opened.page.emulate_media(media="screen")
    opened.page.click("#buckets summary >> nth=0")
    opened.page.emulate_media(media="print")
    assert opened.page.is_visible("#buckets")  # whoever opens a section wants it printed


NAMES = ["\"quoted\" & 'single' <b>", "a-name-of-no-end-" * 15, "👩‍👩‍👧 مرحبا", "נמל"]


@pytest.mark.parametrize("width", [400, 1600])
def test_names_of_any_kind_fit_the_page(browser: Any, tmp_path: Path, width: int) -> None:
    reference = ["the ship left", "the old harbour is here", "it is late"] * 5
    outputs = {name: [*reference[place:], *reference[:place]] for place, name in enumerate(NAMES)}
    made = diagnosed({NAMES[0]: reference}, outputs, documents=[NAMES[place % 4] for place in range(15)])
    with Watched(browser, saved(tmp_path, page_of(*made, pictures=False)), width=width) as opened:
        opened.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
        assert sorted(opened.page.locator("#seg-1 .system").all_inner_texts()) == sorted(NAMES)
        edges = """all => all.map(one => ['.system', '.scores span'].map(part =>
            one.querySelector(part).getBoundingClientRect()))"""
        for name, score in opened.page.eval_on_selector_all("#seg-1 .output .name", edges):
            assert name["right"] < score["left"] or name["bottom"] <= score["top"] + 1
        directions = "all => [...new Set(all.map(one => getComputedStyle(one).direction))]"
        assert opened.page.eval_on_selector_all(".card li", directions) == ["ltr"]
        assert opened.wrong == []


def test_what_differs_in_no_class_is_not_called_faultless(browser: Any, tmp_path: Path) -> None:
    made = diagnosed(
        {"ref": ["its old harbour"] * 2},
        {"a": ["its harbour harbour", "its old harbour"], "b": ["its old", "its"]},
    )
    with Watched(browser, saved(tmp_path, page_of(*made))) as opened:
        said = [opened.page.inner_text(f"#seg-{number} .output .summary >> nth=0") for number in (1, 2)]
        assert said == ["differs from the reference, in no error class", "no error found"]


def test_only_what_can_be_moved_is_a_stop_of_the_keyboard(opened: Watched) -> None:
    shown = opened.page.locator(".table .scroll:visible")
    assert shown.count() > 3
    opened.page.wait_for_function(
        "() => !document.querySelector('#table-scores .scroll').hasAttribute('tabindex')"
    )
    assert not any(shown.nth(place).get_attribute("tabindex") for place in range(shown.count()))
    opened.page.set_viewport_size({"width": 400, "height": 900})
    opened.page.wait_for_selector("#table-scores .scroll[tabindex='0']")


def test_fields_that_would_do_nothing_cannot_be_used(opened: Watched) -> None:
    assert opened.page.is_disabled("#system")
    assert opened.page.is_disabled("#of")
    opened.choose("#class", label="extra")
    opened.choose("#sort", label="TER")
    assert opened.page.is_enabled("#system")
    assert opened.page.is_enabled("#of")


def test_the_last_page_keeps_the_focus_on_a_button(opened: Watched) -> None:
    opened.page.focus("#on")
    for _ in range(3):
        opened.page.keyboard.press("Enter")
    assert opened.count().endswith("page 2 of 3")  # to the last page, and back with the other button
    assert opened.page.evaluate("document.activeElement.id") == "back"


def test_the_browser_finds_words_as_python_does(opened: Watched) -> None:
    chance, letters = (
        random.Random(3),
        " .,-019azAZ'\"!/:@[\\]^_`{|}~\x00\t\n\x7f\xa0éßſİ\u0301\u200d\u2028\u3000漢\ud7ff",
    )
    texts = ["".join(chance.choices(letters, k=chance.randint(0, 30))) for _ in range(2000)]
    find = """([pattern, texts]) => texts.map(text => Array.from(text.matchAll(new RegExp(pattern, "gu")),
        word => [word.index, word.index + word[0].length]))"""
    expected = [[list(word.span()) for word in PLAIN.finditer(text)] for text in texts]
    assert opened.page.evaluate(find, [PLAIN.pattern, texts]) == expected


def test_hostile_segments_are_nothing_but_text(browser: Any, tmp_path: Path) -> None:
    references = [line[::-1] or "x" for line in HOSTILE]
    outputs = {"<script>alert(8)</script>": HOSTILE, "</title>\u202e": [f"{line} x" for line in HOSTILE]}
    compared, found = diagnosed({"ref": references}, outputs, source=HOSTILE, documents=[*HOSTILE[:13], "d"])
    target = saved(tmp_path, page_of(compared, found))
    with Watched(browser, target) as opened:
        opened.choose("#size", "50")
        opened.in_order()
        assert opened.numbers() == list(range(1, len(HOSTILE) + 1))
        assert opened.page.evaluate("window.hit") is None
        assert opened.page.locator("#list script, #list img, #list style").count() == 0
        assert opened.page.locator("#seg-1 .source p").inner_text() == HOSTILE[0]
        assert "U+202E" in opened.page.locator("#seg-7 .source p").inner_text()
        assert "U+0000" in opened.page.locator("#seg-8 .source p").inner_text()
        assert "U+D800" in opened.page.locator("#seg-9 .source p").inner_text()
        direction = "node => getComputedStyle(node).direction"
        assert opened.page.locator("#seg-10 .output .words").first.evaluate(direction) == "rtl"
        assert opened.page.locator("#seg-11 .output .words").first.inner_text() == HOSTILE[10]
        assert opened.page.locator("#seg-12 .output .words").first.inner_text() == HOSTILE[11]
        assert len(opened.page.locator("#seg-14 .source p").inner_text()) < 5000
        opened.page.locator("#seg-14 .source .more").click()
        assert len(opened.page.locator("#seg-14 .source p").inner_text()) > 990_000
        opened.page.fill("#query", "<script>")
        opened.wait(3)
        assert opened.wrong == []


def test_several_references_and_missing_ones(browser: Any, tmp_path: Path) -> None:
    references: dict[str, list[str | None]] = {
        "A": ["one two three", None],
        "B": ["four five six", "seven eight"],
    }
    compared, found = diagnosed(
        references, {"x": ["four five", "seven eight"], "y": ["one two", "eight seven"]}
    )
    with Watched(browser, saved(tmp_path, page_of(compared, found))) as opened:
        card = opened.page.locator("#seg-1")
        names = card.locator(".reference .name").all_inner_texts()
        assert names == ["Reference A · compared with y", "Reference B · compared with x"]
        card.locator(".output").nth(0).locator(".w", has_text="four").hover()
        assert card.locator(".reference").nth(1).locator(".linked").all_inner_texts() == ["four"]
        assert card.locator(".output .summary").first.inner_text().endswith("missing: six")
        assert opened.page.locator("#seg-2 .reference").count() == 1
        assert "Reference A: none for this segment" in opened.page.inner_text("#seg-2")
        assert opened.wrong == []


def test_a_large_set_is_read_in_parts(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = ships_in_parts(tmp_path, monkeypatch)
    assert sorted(path.name for path in tmp_path.glob("*.html")) == ["r-2.html", "r.html"]
    with Watched(browser, target) as opened:
        assert opened.count() == "20 of 20 segments in this part; page 1 of 2"
        opened.page.evaluate(
            "setTimeout(() => { location.hash = 'seg-27'; })"
        )  # it leaves the page: answer first
        opened.page.wait_for_url("**/r-2.html#seg-27")
        opened.page.wait_for_selector("#seg-27.current")
        assert opened.page.url.endswith("r-2.html#seg-27")
        assert opened.wrong == []


@pytest.mark.slow
def test_three_thousand_segments_of_four_systems_are_small_and_open_at_once(
    browser: Any, tmp_path: Path
) -> None:
    chance = random.Random(7)
    letters = "eeeettaaooiinnsshhrrddllccuummwwffggyyppbbvk"
    words = ["".join(chance.choices(letters, k=chance.randint(2, 9))) for _ in range(12_000)]
    weights = [1 / (place + 3) for place in range(len(words))]
    lines = [chance.choices(words, weights, k=chance.randint(8, 34)) for _ in range(3000)]

    def noisy(line: list[str], share: float) -> str:
        return " ".join(chance.choice(words) if chance.random() < share else word for word in line)

    outputs = {f"system-{number}": [noisy(line, 0.3) for line in lines] for number in range(4)}
    source = [noisy(line, 1) for line in lines]
    text = page_of(*diagnosed({"ref": [" ".join(line) for line in lines]}, outputs, source=source))
    assert len(text.encode()) < 2_000_000
    with Watched(browser, saved(tmp_path, text)) as opened:
        marks = "['list', 'ready'].map(name => performance.getEntriesByName(name)[0].startTime)"
        listed, ready = opened.page.evaluate(marks)
        assert 0 < listed <= ready
        # Seconds of the page's own thread, under one where nothing else runs; those on the wall grow with other work.
        assert 0 < opened.seconds_of_loading() < 2
        opened.choose("#sort", label="BLEU")
        assert opened.count() == "3,000 of 3,000 segments; page 1 of 300"
        assert opened.wrong == []
