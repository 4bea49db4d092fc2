"""The bench page in a real browser: dropped files, roles, a cancelled report, an error, and a report under its link."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from assay.studies.app.guard import POLICY
from assay.studies.bench import Bench
from support.bench_site import HARBOUR, TEXTS, bench_served, sleeping
from support.browser_annotators import screens
from support.report_pages import axe_violations, chromium

WIDTHS = (320, 768, 1280, 1920, 3840)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[str, Bench]]:
    with bench_served(tmp_path) as both:
        yield both


@pytest.fixture
def page(browser: Any, site: tuple[str, Bench]) -> Iterator[Any]:
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.set_default_timeout(20_000)
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on(
        "console", lambda message: wrong.append(message.text) if "Content Security" in message.text else None
    )
    opened.goto(f"{site[0]}/bench")
    yield opened
    opened.close()
    assert not wrong


def drop(page: Any, *files: Path, on: str = "#drop") -> None:
    """Drop files on the page as a hand does, not through the button."""
    texts = [[path.name, path.read_text(encoding="utf-8")] for path in files]
    page.evaluate(
        """([texts, on]) => {
          const carried = new DataTransfer();
          for (const [name, text] of texts) carried.items.add(new File([text], name));
          const drop = document.querySelector(on);
          for (const kind of ["dragover", "drop"])
            drop.dispatchEvent(new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true }));
        }""",
        [texts, on],
    )
    expect(page.locator("#rows > li")).to_have_count(len(files), timeout=20_000)


def roles(page: Any) -> dict[str, str]:
    found: dict[str, str] = page.eval_on_selector_all(
        "#rows > li", "all => Object.fromEntries(all.map(row => [row.querySelector('bdi').textContent, "
        "row.querySelector('select')?.value ?? 'error']))"
    )  # fmt: skip
    return found


def test_files_are_dropped_recognised_and_reported_on(
    page: Any, site: tuple[str, Bench], browser: Any
) -> None:
    drop(page, *TEXTS)
    assert roles(page)["reference-a.en.txt"] == "reference"
    assert roles(page)["source.de.txt"] == "source"
    page.click("#make")
    page.wait_for_selector("#result:not([hidden])", timeout=60_000)
    link = page.get_attribute("#link", "href")
    stranger = (
        browser.new_context().new_page()
    )  # whoever has the link can read the report, and does nothing else
    wrong: list[str] = []
    stranger.on("console", lambda message: wrong.append(message.text))
    answer = stranger.goto(link)
    stranger.wait_for_selector("html[data-ready]")
    assert "alder leads" in stranger.text_content("h1")
    assert stranger.locator("#list .segment").count() > 0, "its script may run"
    assert "sandbox allow-scripts" in answer.headers["content-security-policy"]
    assert stranger.evaluate("origin") == "null", "and reaches nothing of the site"
    assert not wrong
    stranger.close()
    page.reload()
    page.wait_for_selector("#result:not([hidden])")
    assert len(roles(page)) == len(TEXTS), "a reload goes on where it was"
    page.click("#delete")
    page.wait_for_selector("#listed", state="hidden")
    assert not any(site[1].sets.iterdir())


def test_files_may_fall_beside_the_frame(page: Any) -> None:
    drop(page, *TEXTS[:2], on="h1")
    assert len(roles(page)) == 2


def test_a_report_can_be_cancelled(
    page: Any, site: tuple[str, Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    sleeping(monkeypatch)
    drop(page, *TEXTS[:2], HARBOUR / "reference-a.en.txt")
    page.click("#make")
    page.click("#cancel")
    page.wait_for_selector("#error:not([hidden])")
    assert page.text_content("#error") == "Cancelled."
    assert page.evaluate("document.activeElement.id") == "make"
    assert page.is_enabled("#make")


def test_files_can_be_deleted_while_their_report_is_made(
    page: Any, site: tuple[str, Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    sleeping(monkeypatch)
    drop(page, *TEXTS[:2], HARBOUR / "reference-a.en.txt")
    page.click("#make")
    expect(page.locator("#work")).to_be_visible()
    page.click("#delete")
    page.wait_for_selector("#listed", state="hidden")
    expect(page.locator("#work")).to_be_hidden()
    assert page.is_hidden("#error")
    assert page.is_hidden("#problem")
    assert not [*site[1].sets.iterdir(), *site[1].reports.iterdir(), *site[1].passing.iterdir()]
    monkeypatch.undo()
    drop(page, *TEXTS[:2])  # and the page is as new
    assert len(roles(page)) == 2


def test_an_error_is_shown_in_the_words_of_the_program(page: Any, tmp_path: Path) -> None:
    (tmp_path / "short.txt").write_text("The ferry is late.\n")
    drop(page, tmp_path / "short.txt", HARBOUR / "alder.en.txt")
    assert page.text_content("#missing") == "Still missing: a reference."
    page.click("#make")
    page.wait_for_selector("#error:not([hidden])")
    assert "choose that role" in page.text_content("#error")
    page.get_by_label("What alder.en.txt is there for").select_option("reference")
    assert page.text_content("#missing") == ""
    page.click("#make")
    expect(page.locator("#error")).to_contain_text("short.txt has 1 line", timeout=20_000)
    assert page.is_hidden("#result")


def test_the_columns_of_a_table_can_be_told(page: Any, tmp_path: Path) -> None:
    lines = ["Gold;MT", *(f"the ship number {n} left;the ship number {n} leaves" for n in range(1, 31))]
    (tmp_path / "set.csv").write_text("\n".join(lines) + "\n")
    drop(page, tmp_path / "set.csv")
    assert page.text_content("#missing") == "Still missing: a reference."
    page.get_by_label("What the column Gold is there for").select_option("reference")
    page.click("#make")
    page.wait_for_selector("#result:not([hidden])", timeout=60_000)


def test_a_file_that_cannot_be_read_says_why_and_can_go(page: Any, tmp_path: Path) -> None:
    (tmp_path / "<img src=x onerror=alert(1)>.csv").write_text('a,b\n"')
    drop(page, next(tmp_path.glob("*.csv")))
    assert "not CSV" in page.text_content("#rows .wrong")
    page.get_by_role("button", name="Remove <img").click()
    page.wait_for_selector("#listed", state="hidden")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_can_use_the_page_at_any_width(browser: Any, site: tuple[str, Bench], scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{site[0]}/bench")
    drop(page, *TEXTS)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.screenshot(path=screens() / f"bench-{scheme}-{width}.png", full_page=True)
    assert axe_violations(page) == []
    context.close()


def test_the_page_itself_has_the_strict_policy(page: Any, site: tuple[str, Bench]) -> None:
    answer = page.goto(f"{site[0]}/bench")
    assert answer.headers["content-security-policy"] == POLICY
