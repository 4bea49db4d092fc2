"""The dashboard in a real browser, with figures from a process of its own."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from assay.studies.app.application import make_application
from assay.studies.desk import Desk
from support.bench_site import served
from support.browser_annotators import screens
from support.report_pages import axe_violations, chromium
from support.simulated_studies import answered, study

WIDTHS = (320, 768, 1280, 1920, 3840)
PEOPLE = ("anna", "ben", "carla", "careless")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Desk]]:
    folder: Path = tmp_path_factory.mktemp("dashboard")
    with Desk(str(folder / "c.db")) as desk:
        answered(
            desk, study(protocol="da", segments=40, documents=40, copies=2, degraded=2), PEOPLE, share=0.8
        )
        with served(make_application(desk)) as address:
            yield address, desk


@pytest.fixture(scope="module")
def page(site: tuple[str, Desk]) -> Iterator[Any]:
    address, desk = site
    with chromium() as browser:
        opened = browser.new_page(viewport={"width": 1280, "height": 900})
        opened.set_default_timeout(30_000)
        wrong: list[str] = []
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.on(
            "console", lambda message: wrong.append(message.text) if "409" not in message.text else None
        )
        opened.clock.install()
        opened.goto(f"{address}/join/{desk.admin_link()}")
        opened.get_by_role("link", name="spring").click()
        opened.wait_for_selector("#figures section", timeout=120_000)
        yield opened
        assert not wrong


def test_what_a_campaign_says_is_shown(page: Any) -> None:
    expect(page.locator("#ranking h2")).to_contain_text("alder")
    expect(page.locator("#ranking")).to_contain_text("still growing")
    expect(page.locator("#ranking")).to_contain_text("you may claim by now: alder over")
    expect(page.locator("#ranking")).to_contain_text("Failed their control items: careless")
    expect(page.locator("#annotators table").first).to_contain_text("pass")
    assert page.locator("#figures svg").count() >= 2
    expect(page.locator("#annotators svg")).to_contain_text("minutes since the first answer")
    assert page.locator("#judgements").text_content() != "…"
    expect(page.locator("#work-left")).to_contain_text(re.compile(r"^\d+ min left$"))
    expect(page.locator('[data-format="graham"]')).to_contain_text("without: the column document")
    page.locator("#more-agreement summary").first.click()
    expect(page.locator("#more-agreement")).to_contain_text("Krippendorff")


def test_an_annotator_is_added_and_a_campaign_closed(page: Any, site: tuple[str, Desk]) -> None:
    page.fill("#annotator", "dora")
    page.get_by_role("button", name="Add and make a link").click()
    expect(page.locator("#made")).to_contain_text("/join/")
    expect(page.locator("#known")).to_contain_text("dora")
    page.fill("#annotator", "dora")
    page.get_by_role("button", name="Add and make a link").click()
    expect(page.locator("#problem")).to_contain_text("takes part already")
    page.get_by_role("button", name="Close the campaign").click()
    expect(page.locator("#state")).to_have_text("closed")
    page.get_by_role("button", name="Open it again").click()
    expect(page.locator("#state")).to_have_text("open")


def test_figures_that_come_anew_disturb_nobody(page: Any) -> None:
    page.fill("#annotator", "anna")
    page.get_by_role("button", name="Add and make a link").click()
    expect(page.locator("#problem")).to_contain_text("takes part already")
    expect(page.locator("#problem")).to_be_in_viewport()
    page.locator("#more-agreement summary").first.focus()
    page.route("**/figures", lambda route: route.fulfill(json=later(route.fetch().json())))
    page.clock.run_for(31_000)
    expect(page.locator("#ranking h2").first).to_have_text("Later")
    expect(page.locator("#problem")).to_contain_text("takes part already")
    assert page.evaluate("document.activeElement.closest('section').id") == "more-agreement"
    assert page.get_attribute("#as-of", "role") is None  # the first time is said aloud, and is enough
    page.unroute("**/figures")


def later(told: Any) -> Any:
    """Return the figures of a campaign with another title."""
    return {**told, "sections": [{**told["sections"][0], "title": "Later"}, *told["sections"][1:]]}


def test_an_export_is_downloaded(page: Any) -> None:
    with page.expect_download() as download:
        page.get_by_role("link", name="tidy", exact=True).click()
    assert download.value.suggested_filename == "spring-tidy.tsv"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_can_use_the_page_at_any_width(page: Any, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.evaluate("document.querySelectorAll('#figures details').forEach(part => { part.open = true; })")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.screenshot(path=screens() / f"dashboard-{scheme}-{width}.png", full_page=True)
    assert axe_violations(page) == []
