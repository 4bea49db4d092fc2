"""A server on a socket, a browser, and annotators who do what is asked of them by mouse or by keyboard alone."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import uvicorn

from assay.studies.app.application import make_application
from assay.studies.auth import Identity
from assay.studies.campaigns import Campaign, protocol_named
from assay.studies.campaigns.values import Bundle, CampaignPlan, CampaignTexts, Item, JudgedText, Protocol
from assay.studies.desk import Desk
from assay.studies.store.log import read_answers, read_events
from support.waits import until

SLIDER_HANDLE = 24  # pixels
# Collects in `window.spent` the milliseconds that the log of edits takes of every key press.
TIME_KEYS = """async () => {
  const { EditBox } = await import("/static/task/editing.js");
  window.spent = [];
  let own = 0;
  for (const name of ["key", "before", "edited"]) {
    const act = EditBox.prototype[name];
    EditBox.prototype[name] = function (event) {
      const begun = performance.now();
      act.call(this, event);
      own += performance.now() - begun;
      if (name === "edited") { window.spent.push(own); own = 0; }
    };
  }
}"""


@dataclass(frozen=True)
class Served:
    """A running server: its desk, and where it listens."""

    desk: Desk
    url: str

    def link(self, campaign: str, name: str = "ada") -> str:
        """Return a link for an annotator."""
        return f"{self.url}/join/{self.desk.link(Identity(campaign, 'annotator', name)).result(30)}"

    def add(self, campaign: Campaign, *people: str) -> None:
        """Begin a campaign."""
        self.desk.create(campaign, people or ("ada",)).result(30)

    def answers(self, campaign: str, name: str = "ada") -> dict[tuple[int, int], Any]:
        """Return what is stored of an annotator: item and step to responses."""
        with self.desk.database.reading.begin() as connection:
            rows = list(read_answers(connection, campaign))
        return {(row["item"], row["step"]): row["responses"] for row in rows if row["annotator"] == name}

    def events(self, campaign: str, kind: str) -> list[Any]:
        """Return the events of a kind."""
        with self.desk.database.reading.begin() as connection:
            return [event for event in read_events(connection, campaign=campaign) if event.kind == kind]


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
    """Run a server in a thread until the test is over."""
    with Desk(str(folder / "campaigns.db")) as desk:
        config = uvicorn.Config(make_application(desk), port=0, log_level="error", lifespan="off")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        until(lambda: server.started or not thread.is_alive())
        port = server.servers[0].sockets[0].getsockname()[1]
        try:
            yield Served(desk, f"http://127.0.0.1:{port}")
        finally:
            server.should_exit = True
            thread.join(30)


def campaign_of(
    name: str,
    protocol: str | Protocol,
    items: Sequence[Item],
    *,
    texts: CampaignTexts,
    settings: Mapping[str, Any] | None = None,
) -> Campaign:
    """Return a campaign of these screens, in this order, for everybody."""
    declared = protocol_named(protocol) if isinstance(protocol, str) else protocol
    bundles = (Bundle(0, tuple(item.number for item in items), copies=0, in_order=True),)
    return Campaign(
        name, declared, texts, CampaignPlan(tuple(items), bundles, 1), {"language": "en", **(settings or {})}
    )


def texts_of(
    pair: tuple[str, str], source: Sequence[str], outputs: Mapping[str, Sequence[str]]
) -> CampaignTexts:
    """Return texts of one document, with the outputs of the first system as references."""
    systems = {system: tuple(lines) for system, lines in outputs.items()}
    reference = next(iter(systems.values()))
    numbers = tuple(str(number) for number in range(1, len(source) + 1))
    return CampaignTexts(pair, tuple(source), reference, ("news",) * len(source), systems, numbers)


def one_output(texts: CampaignTexts, segments: Sequence[int], system: str) -> list[Item]:
    """Return a screen for each of these segments, with one output."""
    return [
        Item(number, (JudgedText(segment, (system,), texts.outputs[system][segment]),))
        for number, segment in enumerate(segments)
    ]


class Person:
    """Somebody at a browser, and everything the page did that it must not do."""

    def __init__(self, browser: Any, address: str, *, scheme: str = "light", wait: bool = True) -> None:
        self.context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
        self.wrong: list[str] = []
        self.page = self.new_page(address, wait=wait)

    def new_page(self, address: str, *, wait: bool = True) -> Any:
        """Open a page in a tab of its own."""
        page = self.context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda message: self._console(message.text))
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.goto(address)
        if wait:
            page.wait_for_selector("html[data-ready]")
        return page

    def _console(self, text: str) -> None:
        if "ERR_INTERNET_DISCONNECTED" not in text and "the server responded with a status of 4" not in text:
            self.wrong.append(f"console: {text}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.context.close()
        if kind is None:
            assert self.wrong == []

    # --- what is on the screen ---

    @property
    def ready(self) -> str:
        """Return what the page shows: the screen and its step, or "page"."""
        return str(self.page.evaluate("document.documentElement.dataset.ready"))

    def go_on(self, press: Any) -> None:
        """Do something that leads to another screen, and wait for it."""
        before = self.ready
        press()
        self.page.wait_for_function("before => document.documentElement.dataset.ready !== before", arg=before)

    def units(self) -> dict[str, str]:
        """Return the units on the screen and their texts."""
        found: dict[str, str] = self.page.evaluate(
            """() => Object.fromEntries(Array.from(document.querySelectorAll('.unit[data-unit]'), unit =>
                [unit.dataset.unit, unit.querySelector('.output .big')?.textContent
                    ?? unit.querySelector('textarea')?.value ?? '']))"""
        )
        return found

    def fields(self) -> list[tuple[str, str, str]]:
        """Return the fields on the screen in their order: unit, name, kind."""
        found: list[list[str]] = self.page.evaluate(
            """() => Array.from(document.querySelectorAll('.field'), field =>
                [field.dataset.unit, field.dataset.field, field.className.split(' ')[1]])"""
        )
        return [(unit, name, kind) for unit, name, kind in found]

    def field(self, unit: str, name: str) -> Any:
        """Return the element of a field."""
        return self.page.locator(f'.field[data-unit="{unit}"][data-field="{name}"]')

    def title(self) -> str:
        """Return the heading of the page."""
        return str(self.page.inner_text("h1"))


@dataclass(frozen=True)
class Mark:
    """An error to mark: words from the one at `start` to the one that ends at `end`, in UTF-16 units."""

    side: str
    start: int
    end: int
    severity: int
    category: str = ""
    note: str = ""
    words: tuple[int, int] = (0, 0)  # the same as numbers of words, first and last
    remove: bool = False  # there is a mark, which is to be removed
    reopen: bool = False  # there is a mark, whose severity is to be another


class ByMouse(Person):
    """Somebody who uses the mouse, and the keyboard only to write text."""

    def submit(self) -> None:
        """Press the button that sends."""
        self.go_on(lambda: self.page.click("#submit"))

    def answer(self, unit: str, name: str, kind: str, value: Any) -> None:
        """Give an answer to a field."""
        field = self.field(unit, name)
        if kind == "slider":
            self._slide(field, value)
        elif kind in ("choice", "points", "yes-no", "rank"):
            field.locator(".option").nth(value).click()
        elif kind == "tags":
            for at in value:
                field.locator(".option").nth(at).click()
        elif kind == "question" and field.locator(".option").count():
            field.locator(".option", has_text=value).click()
        elif kind in ("text", "question"):
            box = field.locator("textarea, input")
            box.click()
            self.page.keyboard.press("Control+A")
            self.page.keyboard.type(value)
        else:
            for mark in value:
                self._mark(unit, field, mark)

    def _slide(self, field: Any, share: float) -> None:
        slider = field.locator("input")
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        if slider.evaluate("it => getComputedStyle(it).direction") == "rtl":
            share = 1 - share
        x = box["x"] + SLIDER_HANDLE / 2 + share * (box["width"] - SLIDER_HANDLE)
        self.page.mouse.click(x, box["y"] + box["height"] / 2)

    def spot(self, unit: str, side: str, place: int) -> tuple[float, float]:
        """Return the middle of a character, in pixels."""
        found = self.page.evaluate(
            """([unit, side, place]) => {
                const text = document.querySelector(`.unit[data-unit="${unit}"] .markable.${side} p`).firstChild;
                text.parentElement.scrollIntoView({block: 'center'});
                const range = document.createRange();
                range.setStart(text, place); range.setEnd(text, place + 1);
                const box = range.getBoundingClientRect();
                return [box.left + box.width / 2, box.top + box.height / 2];
            }""",
            [unit, side, place],
        )
        return found[0], found[1]

    def drag(self, unit: str, side: str, start: int, end: int) -> None:
        """Drag over a text, from the first to the last character of a span, in UTF-16 units."""
        (left, top), (right, bottom) = self.spot(unit, side, start), self.spot(unit, side, end - 1)
        self.page.mouse.move(left, top)
        self.page.mouse.down()
        self.page.mouse.move(right, bottom, steps=5)
        self.page.mouse.up()

    def click_word(self, unit: str, side: str, place: int) -> None:
        """Click on the word at a place."""
        self.page.mouse.click(*self.spot(unit, side, place))

    def _mark(self, unit: str, field: Any, mark: Mark) -> None:
        if mark.remove:
            quote = self.page.locator(f'.unit[data-unit="{unit}"] .markable p').inner_text()
            words = " ".join(quote.split(" ")[mark.words[0] : mark.words[1] + 1])
            field.locator(".errors li", has_text=words).locator(".quiet").click()
            return
        if mark.side == "missing":
            self.page.click(f'.unit[data-unit="{unit}"] .token')
        elif mark.reopen:
            self.click_word(unit, mark.side, mark.start)
        else:
            self.click_word(unit, mark.side, mark.start)
            self.click_word(unit, mark.side, mark.end - 1)
        field.locator(".severity").nth(mark.severity).click()
        if mark.category:
            field.get_by_role("option", name=mark.category, exact=True).click()
        if mark.note:
            field.locator(".finish input").fill(mark.note)
            field.locator(".finish .plain").click()


class ByKeyboard(Person):
    """Somebody who has no mouse."""

    def submit(self) -> None:
        """Press the keys that send."""
        self.go_on(lambda: self.page.keyboard.press("Control+Enter"))

    def reach(self, selector: str) -> None:
        """Press Tab until something within this has the focus."""
        inside = f"document.activeElement.closest({json.dumps(selector)}) !== null"
        for _ in range(150):
            if self.page.evaluate(inside):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached with Tab")

    def answer(self, unit: str, name: str, kind: str, value: Any) -> None:
        """Give an answer to a field."""
        keyboard = self.page.keyboard
        if kind == "spans":
            for mark in value:
                self._mark(unit, mark)
            return
        self.reach(f'.field[data-unit="{unit}"][data-field="{name}"]')
        if kind == "slider":
            keyboard.press("Home" if value < 0.5 else "End")
            every = 100 // int(self.field(unit, name).locator("input").get_attribute("step") or 1)
            steps = round(value * every)
            for _ in range(min(steps, every - steps)):
                keyboard.press("ArrowUp" if value < 0.5 else "ArrowDown")
        elif kind in ("choice", "points", "yes-no", "rank"):
            keyboard.press(self.field(unit, name).locator(".digit").nth(value).inner_text())
        elif kind == "tags":
            for at in value:
                keyboard.press(str(at + 1))
        elif kind == "question" and self.field(unit, name).locator(".option").count():
            keyboard.press(
                self.field(unit, name).locator(".option", has_text=value).locator(".digit").inner_text()
            )
        else:
            keyboard.press("Control+A")
            keyboard.type(value)

    def _mark(self, unit: str, mark: Mark) -> None:
        keyboard = self.page.keyboard
        side = "target" if mark.side == "missing" else mark.side
        self.reach(f'.unit[data-unit="{unit}"] .markable.{side}')
        if mark.side == "missing":
            keyboard.press("m")
        else:
            keyboard.press("Home")
            forward = self._forward(unit, side)
            first, last = mark.words
            for _ in range(first):
                keyboard.press(forward)
            for _ in range(0 if mark.remove or mark.reopen else last - first):
                keyboard.press(f"Shift+{forward}")
        keyboard.press("Delete" if mark.remove else str(mark.severity + 1))
        if mark.category:
            keyboard.type(mark.category)
            keyboard.press("Enter")
        if mark.note:
            keyboard.type(mark.note)
            keyboard.press("Enter")

    def _forward(self, unit: str, side: str) -> str:
        selector = f'.unit[data-unit="{unit}"] .markable.{side} p'
        direction = self.page.eval_on_selector(selector, "it => getComputedStyle(it).direction")
        return "ArrowLeft" if direction == "rtl" else "ArrowRight"


def screens() -> Path:
    """Return the folder in which pictures of pages are left to be looked at."""
    folder = Path(__file__).resolve().parents[2] / "build" / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
