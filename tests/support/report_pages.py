"""Pages of `assay report` to test: made from texts in memory, opened in a real browser without a network."""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from assay.comparison.options import CompareOptions
from assay.comparison.systems import Compared, compare
from assay.data.evalset import Codes, EvalSet
from assay.diagnosis.corpus import prepare_corpus
from assay.diagnosis.diagnosis import Diagnosis
from assay.diagnosis.options import DiagnoseOptions
from assay.diagnosis.study import analyse
from assay.metrics.specs import parse_metric
from assay.reporting.page import page
from assay.reporting.page import page as data
from assay.reporting.tables.comparison.figures import foremost
from assay.reporting.tables.comparison.joint_report import full_report
from assay.stats.settings import Settings

SIZE = 30
SHIPS = [f"the ship number {number} left the old harbour early" for number in range(1, SIZE + 1)]
ALDER = [line.replace("early", "late") if place % 3 == 0 else line for place, line in enumerate(SHIPS)]
BIRCH = ["the ships left the harbour old" if place % 4 == 0 else line for place, line in enumerate(SHIPS)]
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def diagnosed(
    references: Mapping[str, Sequence[str | None]],
    outputs: Mapping[str, Sequence[str]],
    source: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    tok: str = "13a",
) -> tuple[Compared, Diagnosis]:
    """Compare outputs and look into them, with few draws."""
    settings = Settings(draws=50)
    codes = None if documents is None else Codes.of(documents)
    evalset = EvalSet("set", ("", ""), source, references, codes)
    made = prepare_corpus(
        evalset, outputs, [parse_metric("bleu"), parse_metric("chrf"), parse_metric("ter")], tok=tok
    )
    found = analyse(made, DiagnoseOptions(settings=settings))
    return compare(made.evaluation, CompareOptions(settings=settings), alone=True), found


def page_of(
    compared: Compared,
    found: Diagnosis,
    *,
    pictures: bool = True,
    change: Callable[[dict[str, Any]], None] = lambda content: None,
) -> str:
    """Write the page of a comparison and a diagnosis, all segments in it; `change` meddles with its data."""
    pair = foremost(compared)
    blocks = full_report(compared, found, pictures=pictures)
    content = data.page_content(found, pair, range(len(found.corpus)))
    change(content)
    return page.render_page(blocks, page.Browser(data.packed(content), scatter=True))


def ships(folder: Path) -> str:
    """Write the page of two systems, each with a fault of its own, and return its address."""
    compared, found = diagnosed(
        {"ref": SHIPS},
        {"alder": ALDER, "birch": BIRCH},
        source=[f"loď číslo {number}" for number in range(1, SIZE + 1)],
        documents=["news"] * 20 + ["speech"] * 10,
    )
    return saved(folder, page_of(compared, found))


def ships_in_parts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write the pages of the same set in two parts, as the command does, and return the address of the first."""
    from assay.cli.execution import run_command

    monkeypatch.setattr(page, "MOST_SEGMENTS", 20)
    for name, lines in (("ref", SHIPS), ("alder", ALDER), ("birch", BIRCH)):
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    given = ["-q", "-r", *(str(folder / name) for name in ("ref", "alder", "birch")), "--draws", "20"]
    run_command("report", [*given, "-o", str(folder / "r.html")])
    return (folder / "r.html").as_uri()


def saved(folder: Path, text: str, name: str = "report.html") -> str:
    """Write a page as the command does, and return its address."""
    path = folder / name
    path.write_bytes(text.encode("utf-8", "backslashreplace"))
    return path.as_uri()


@contextmanager
def chromium() -> Iterator[Any]:
    """Start the machine's own Chromium."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        pytest.fail(
            f"these tests need Chromium, and none of {', '.join(CHROMIUM)} is here; make test installs it"
        )
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=["--disable-gpu"])
        yield started
        started.close()


class Watched:
    """A page of a browser that is offline, and all that it did which a report must not do."""

    def __init__(self, browser: Any, address: str, *, width: int = 1200, scheme: str = "light") -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.wrong: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("dialog", self._dismiss)
        self.page.on("request", self._request)
        self.page.goto(address)
        self.page.wait_for_selector("html[data-ready]", timeout=60_000)

    def _dismiss(self, dialog: Any) -> None:
        self.wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Any) -> None:
        if not request.url.startswith(("file:", "blob:")):
            self.wrong.append(f"request: {request.url}")

    def seconds_of_loading(self) -> float:
        """Load the page again and return the processor time that its main thread took until it was ready."""
        devices = self.context.new_cdp_session(self.page)
        devices.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.page.reload()
        self.page.wait_for_selector("html[data-ready]", timeout=60_000)
        found = devices.send("Performance.getMetrics")["metrics"]
        return next(float(one["value"]) for one in found if one["name"] == "TaskDuration")

    def numbers(self) -> list[int]:
        """Return the numbers of the segments that are shown, in order."""
        found: list[str] = self.page.eval_on_selector_all(".segment", "all => all.map(one => one.id)")
        return [int(name.removeprefix("seg-")) for name in found]

    def filters(self) -> None:
        """Open the panel that has the fields of the list."""
        self.page.evaluate("document.getElementById('filters').open = true")

    def choose(self, field: str, value: str | None = None, *, label: str | None = None) -> None:
        """Choose a value of a field of the list."""
        self.filters()
        self.page.select_option(field, value, label=label)

    def in_order(self) -> None:
        """List segments in the order of the set."""
        self.choose("#sort", "number")

    def wait(self, segments: int) -> None:
        """Wait until so many segments are shown."""
        from playwright.sync_api import expect

        expect(self.page.locator(".segment")).to_have_count(segments, timeout=60_000)

    def at(self, fragment: str) -> None:
        """Wait until the address ends in this."""
        self.page.wait_for_function("expected => location.hash === expected", arg=fragment)

    def count(self) -> str:
        """Return what the page says of how many segments it found."""
        return str(self.page.inner_text("#count"))

    def __enter__(self) -> "Watched":
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()


def screenshots() -> Path:
    """Return the folder in which pictures of pages are left to be looked at."""
    folder = Path(__file__).resolve().parents[2] / "build" / "screenshots"
    os.makedirs(folder, exist_ok=True)
    return folder


def axe_violations(page: Any) -> list[str]:
    """Return what axe-core finds wrong with a page."""
    from axe_playwright_python.sync_playwright import Axe

    violations = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html'][:200]}" for each in violations for node in each["nodes"]]
