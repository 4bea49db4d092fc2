"""Links to what the browser of segments shows: filters, order, systems and segments, from a file on the disk."""

from pathlib import Path
from typing import Any

import pytest

from support.report_pages import Watched, ships_in_parts

STATE = (
    "#segments?text=harbour&class=lexical&bucket=document%3A+news&system=alder"
    "&sort=chrF2&of=birch&order=up&per=20&only=birch"
)
HOSTILE = [
    "#segments?text=%3Cscript%3Ealert(1)%3C%2Fscript%3E&only=%3Cimg+src%3Dx+onerror%3Dalert(2)%3E",
    "#segments?class=__proto__&bucket=constructor&system=99&sort=toString&of=0-99&order=sideways&per=1e9&page=-1",
    "#segments?page=NaN&per=&only=&sort=metric%3A0&%%%E0%A4%A&=&&&text",
    "#segments?text=%2F(x%2Bx%2B)%2By%2F",
    "#segments?text=" + "a" * 2000,
    "#seg-0?text=", "#seg-99999999999", "#seg-31", "#seg--1", "#seg-1e1", "#javascript:alert(3)",
    "#segments?page=99999999999999999999",
]  # fmt: skip


def fields(opened: Watched) -> list[str]:
    names = ("query", "class", "bucket", "system", "sort", "of", "order", "size")
    return [str(opened.page.input_value(f"#{name}")) for name in names]


def test_the_address_says_what_is_asked_for_and_a_link_asks_it_again(browser: Any, address: str) -> None:
    with Watched(browser, address) as opened:
        page = opened.page
        usual = fields(opened)
        before = page.evaluate("history.length")
        page.type("#query", "harbour", delay=5)
        for field, label in (
            ("class", "lexical"),
            ("bucket", "news"),
            ("system", "alder"),
            ("sort", "chrF2"),
        ):
            opened.choose(f"#{field}", label=label)
        opened.choose("#of", label="birch")
        opened.choose("#order", "up")
        opened.choose("#size", "20")
        opened.filters()
        page.click("#shown summary")
        page.uncheck("#boxes input >> nth=0")
        opened.at(STATE)
        assert page.evaluate("history.length") == before
        asked, numbers = fields(opened), opened.numbers()
        assert numbers
        assert opened.page.locator("#seg-1 .output .system").all_inner_texts() == ["birch"]
        opened.filters()
        page.click("button[type=reset]")
        opened.choose("#size", "10")
        opened.at("#segments")
        assert fields(opened) == usual
    with Watched(browser, address + STATE) as later:
        assert (fields(later), later.numbers()) == (asked, numbers)
        assert later.page.locator("#seg-1 .output .system").all_inner_texts() == ["birch"]
        assert not later.page.is_checked("#boxes input >> nth=0")
        assert later.page.evaluate("location.hash") == STATE
        assert later.page.evaluate("document.getElementById('segments').getBoundingClientRect().top") < 100
        assert later.wrong == []


def test_a_page_of_the_list_is_in_the_link(browser: Any, address: str) -> None:
    with Watched(browser, address + "#segments?sort=BLEU&page=3") as opened:
        assert opened.count() == "30 of 30 segments; page 3 of 3"
        opened.page.click("#back")
        opened.at("#segments?sort=BLEU&page=2")
        opened.choose("#sort", "telling")
        opened.at("#segments")


def test_a_segment_is_linked_with_what_was_asked(browser: Any, address: str) -> None:
    with Watched(browser, address + "#segments?text=number+1&sort=segment") as opened:
        opened.page.keyboard.press("j")
        opened.page.keyboard.press("j")
        opened.at("#seg-10?text=number+1&sort=segment")
    with Watched(browser, address + "#seg-10?text=number+1&sort=segment") as later:
        assert later.numbers() == [1, *range(10, 19)]
        assert later.page.evaluate("document.activeElement.id") == "seg-10"
    with Watched(browser, address + "#seg-25?text=number+1&sort=segment") as other:
        assert other.page.evaluate("document.activeElement.id") == "seg-25"
        assert other.page.input_value("#query") == ""


def test_back_goes_from_segment_to_segment_and_to_the_list_as_it_was(opened: Watched) -> None:
    page = opened.page
    opened.in_order()
    page.fill("#query", "number 2")
    opened.at("#segments?text=number+2&sort=segment")
    for number in (4, 27):
        page.evaluate(f"location.hash = 'seg-{number}'")
        page.wait_for_selector(f"#seg-{number}.current")
    page.evaluate("history.back()")
    page.wait_for_selector("#seg-4.current")
    page.evaluate("history.back()")
    opened.wait(10)
    assert page.input_value("#query") == "number 2"
    assert opened.numbers()[0] == 2
    page.evaluate("history.forward()")
    page.wait_for_selector("#seg-4.current")


@pytest.mark.parametrize("given", HOSTILE)
def test_what_a_link_says_and_is_not_there_is_passed_over(browser: Any, address: str, given: str) -> None:
    with Watched(browser, address + given) as opened:
        assert fields(opened)[1:] == ["", "", "", "telling", "0-1", "down", "10"]
        assert opened.page.locator("#boxes :checked").count() == 2
        text = "<script>alert(1)</script>" if "script%3E" in given else ""
        assert opened.page.input_value("#query") == text
        assert opened.numbers() == ([] if text else opened.numbers()[:10])
        opened.page.evaluate("hash => { location.hash = hash; }", given + "&")
        opened.page.keyboard.press("j")
        assert opened.wrong == []


@pytest.mark.parametrize("how", ["button", "key", "unsafe"])
def test_a_link_can_be_copied(browser: Any, address: str, how: str) -> None:
    with Watched(browser, address) as opened:
        opened.context.grant_permissions(["clipboard-read", "clipboard-write"])
        opened.in_order()
        opened.page.fill("#query", "harbour")
        opened.at("#segments?text=harbour&sort=segment")
        if how == "unsafe":  # as on a page that came over plain HTTP
            opened.page.evaluate("navigator.clipboard.writeText = undefined")
        if how == "key":
            opened.page.keyboard.press("Escape")
            opened.page.keyboard.press("j")
            opened.page.keyboard.press("c")
        else:
            opened.filters()
            opened.page.focus("#link")
            opened.page.keyboard.press("Enter")
        opened.page.wait_for_function("() => document.getElementById('link').textContent === 'Copied'")
        expected = (
            "#seg-1?text=harbour&sort=segment" if how == "key" else "#segments?text=harbour&sort=segment"
        )
        assert opened.page.evaluate("navigator.clipboard.readText()") == address + expected
        said = "Link to segment 1 copied." if how == "key" else "Link to the list as it is copied."
        assert opened.page.inner_text("#said") == said
        assert opened.wrong == []


def test_keys_pressed_right_after_typing_go_by_what_was_typed(browser: Any, address: str) -> None:
    with Watched(browser, address) as opened:
        opened.page.fill("#query", "number 7 ")
        opened.page.evaluate(
            """() => {
                document.activeElement.blur();
                const press = (key) => new KeyboardEvent("keydown", { key, bubbles: true });
                for (const key of ["j", "c"]) document.body.dispatchEvent(press(key));
            }"""
        )
        opened.at("#seg-7?text=number+7+")
        assert opened.numbers() == [7]
        assert opened.wrong == []


def test_a_link_followed_right_after_typing_is_followed(browser: Any, address: str) -> None:
    with Watched(browser, address) as opened:
        opened.page.fill("#query", "nothing has this")
        opened.wait(0)
        # the address is still to be written when the link is followed, and is written before the page hears of it
        opened.page.evaluate(
            "location.hash = 'seg-4'; const end = Date.now() + 400; while (Date.now() < end);"
        )
        opened.page.wait_for_selector("#seg-4.current")
        assert opened.wrong == []


def test_links_lead_through_the_parts_of_a_large_set(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = ships_in_parts(tmp_path, monkeypatch)
    with Watched(browser, target + "#segments?text=number+2&sort=segment") as opened:
        page = opened.page
        assert opened.numbers() == [2, 20]
        page.click(".parts a >> nth=1")
        page.wait_for_url("**/r-2.html#segments?text=number+2&sort=segment")
        page.wait_for_selector("html[data-ready]")
        assert opened.numbers() == list(range(21, 30))
        # leaving the page may take an answer with it, and what waits for one then waits for ever: leave after answering
        page.evaluate("setTimeout(() => { location.hash = 'seg-3?sort=BLEU'; })")
        page.wait_for_url("**/r.html#seg-3?sort=BLEU")
        page.wait_for_selector("#seg-3.current")
        page.evaluate("setTimeout(() => history.back())")
        page.wait_for_url("**/r-2.html#segments?text=number+2&sort=segment")
        assert opened.wrong == []


def test_systems_that_are_not_shown_are_not_spoken_of(opened: Watched) -> None:
    opened.filters()
    opened.page.click("#shown summary")
    opened.page.uncheck("#boxes input >> nth=1")
    assert opened.page.inner_text("#how-many") == "1 of 2"
    assert opened.page.locator("#seg-1 .output").count() == 1
    opened.page.locator("#seg-1 .reference .words").focus()
    opened.page.keyboard.press("ArrowRight")
    opened.page.keyboard.press("ArrowRight")
    assert opened.page.inner_text("#said") == "ship; aligned with alder: ship"


def test_an_empty_list_says_why_and_leads_back(opened: Watched) -> None:
    opened.page.fill("#query", "no such words")
    opened.choose("#class", label="extra")
    opened.wait(0)
    assert opened.count() == "No segment matches; 0 of 30"
    said = opened.page.inner_text(".nothing p")
    assert said == "Nothing fits text “no such words” and error class “extra”."
    opened.page.click(".nothing button")
    opened.wait(10)
    assert opened.page.evaluate("document.activeElement.id") == "query"
    opened.page.fill("#query", "/(/")
    opened.wait(0)
    assert opened.count() == "The text between slashes is not a regular expression"


def test_a_reason_lists_just_its_segments_and_a_chip_leads_back(browser: Any, address: str) -> None:
    with Watched(browser, address + "#segments?segments=9,4,25&text=harbour") as opened:
        assert opened.numbers() == [9, 4, 25]  # as they were named
        assert opened.page.locator("#seg-9 mark").first.inner_text() == "harbour"
        assert opened.page.locator("#seg-9 .best").count() > 0
        opened.page.click("#chips button")
        opened.wait(10)
        opened.at("#segments?text=harbour")
        assert opened.wrong == []


def test_folds_are_kept_on_reload_and_links_open_them(opened: Watched) -> None:
    section = "#ranks details.section" if opened.page.locator("#ranks").count() else "#pairs details.section"
    start = opened.page.evaluate("name => document.querySelector(name).open", section)
    opened.page.click(f"{section} > summary")
    opened.page.reload()
    opened.page.wait_for_selector("html[data-ready]")
    assert opened.page.evaluate("name => document.querySelector(name).open", section) is not start
    opened.page.evaluate("name => { document.querySelector(name).open = false; }", section)
    opened.page.evaluate("location.hash = 'table-pairs'")
    opened.page.wait_for_function("() => document.querySelector('#pairs details.section').open")


def test_a_table_is_copied_in_clean_columns(opened: Watched) -> None:
    copied = opened.page.evaluate("tabbed(document.querySelector('#table-scores table'))").split("\n")
    heads, first = copied[0].split("\t"), copied[1].split("\t")
    assert heads[:6] == ["number", "system", "bleu", "bleu.low", "bleu.high", "bleu.mark"]
    assert len(first) == len(heads)
    assert float(first[3]) <= float(first[2]) <= float(first[4])
