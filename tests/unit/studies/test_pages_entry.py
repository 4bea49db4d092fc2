"""The page of an open link in a real Chromium: one button, without a script, by keyboard, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from assay.studies.pages import INTERFACES, interface_wording
from support.browser_annotators import Served, campaign_of, one_output, screens, serving, texts_of
from support.report_pages import axe_violations

SOURCE, OUTPUT = ["Der Hafen war zu."], ["The harbour was closed."]
WIDTHS = (320, 375, 1366, 1600)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("entry")) as running:
        texts = texts_of(("de", "en"), SOURCE, {"a": OUTPUT})
        running.add(campaign_of("spring", "da", one_output(texts, [0], "a"), texts=texts), "ada")
        yield running


def names(served: Served) -> list[str]:
    """Return who takes part."""
    known: list[str] = served.desk.read("spring", lambda state, now: list(state.annotators)).result(30)
    return known


@pytest.mark.parametrize("language", INTERFACES)
def test_the_page_is_looked_at(browser: Any, served: Served, language: str) -> None:
    link = f"{served.url}/join/{served.desk.open_link('spring', 50).result(30)}"
    wording, before = interface_wording(language), names(served)
    context = browser.new_context(locale=language)
    page = context.new_page()
    page.goto(link)
    assert page.title() == wording["invited.title"]
    assert page.get_by_role("heading", level=1).inner_text() == wording["invited.title"]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, width
            assert axe_violations(page) == [], (width, scheme)
            page.screenshot(path=screens() / f"invited-{language}-{width}-{scheme}.png")
    size = page.get_by_role("button", name=wording["invited.go"]).bounding_box()
    assert size["height"] >= 44
    assert names(served) == before
    context.close()


@pytest.mark.parametrize("language", INTERFACES)
@pytest.mark.parametrize("scripts", [False, True])
def test_the_button_is_pressed_by_keyboard_and_the_rest_of_the_address_goes_along(
    browser: Any, served: Served, language: str, scripts: bool
) -> None:
    link = served.desk.open_link("spring", 50, "PROLIFIC_PID").result(30)
    worker = f"{language}-{scripts}"
    address = f"{served.url}/join/{link}?PROLIFIC_PID={worker}&STUDY_ID=9"
    context = browser.new_context(locale=language, java_script_enabled=scripts)
    page = context.new_page()
    page.goto(address)
    page.keyboard.press("Tab")
    with page.expect_request(lambda request: request.method == "POST" and "/join/" in request.url) as sent:
        page.keyboard.press("Enter")
    form = sent.value
    page.wait_for_url(f"{served.url}/task")
    assert f"worker {worker}" in names(served)
    assert form.url == address
    assert form.all_headers()["origin"] == served.url  # and not null, as without our policy of referrers
    page.goto(address)  # who comes again goes on, without a button
    assert page.url == f"{served.url}/task"
    context.close()


def test_a_second_press_before_the_page_has_gone_takes_no_second_place(browser: Any, served: Served) -> None:
    link = served.desk.open_link("spring", 50).result(30)
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{served.url}/join/{link}")
    before = len(names(served))
    page.get_by_role("button").dblclick()
    page.wait_for_url(f"{served.url}/task")
    assert len(names(served)) == before + 1
    context.close()
