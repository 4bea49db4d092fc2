"""Take the pictures of the annotator's page in `docs/images` again: `python tools/pictures.py`, in a real Chromium.

A small study is served, an annotator marks errors in it as the tests do, and what stands on the screen is the picture.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
SIZE = {"width": 960, "height": 920}
SOURCE = [
    "Es stürmte.",
    "Der Hafen war am Dienstag wegen des Sturms geschlossen, und die Fähre fuhr nicht ab.",
]
OUTPUT = [
    "It was stormy.",
    "The harbour was closed on Tuesday because of the storm, and the ferry did not leave.",
]


def main() -> int:
    """Take both pictures."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.browser_annotators import ByMouse, campaign_of, one_output, serving, texts_of
    from support.report_pages import chromium

    texts = texts_of(("de", "en"), SOURCE, {"alder": OUTPUT})
    screens = one_output(texts, [1] * 10, "alder")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served, chromium() as browser:
        for protocol, picture, work in (
            ("esa", "annotating", mark_and_score),
            ("mqm", "marking", begin_to_mark),
        ):
            name = f"spring-{protocol}"
            served.add(campaign_of(name, protocol, screens, texts=texts))
            with ByMouse(browser, served.link(name)) as person:
                person.page.set_viewport_size(SIZE)
                person.page.click(".instructions summary")
                work(person)
                person.page.evaluate("scrollTo(0, 0)")
                person.page.screenshot(path=IMAGES / f"{picture}.png")
    return 0


def mark_and_score(person: Any) -> None:
    """Mark two errors, and give a score."""
    from support.browser_annotators import Mark

    places = [(OUTPUT[1].index(words), words) for words in ("harbour", "because of the storm")]
    marks = [Mark("target", at, at + len(words), 1 - number) for number, (at, words) in enumerate(places)]
    person.answer("u1", "errors", "spans", marks)
    person.answer("u1", "score", "slider", 0.71)


def begin_to_mark(person: Any) -> None:
    """Select words, and look for a category by its first letters."""
    at = OUTPUT[1].index("was closed")
    for place in (at, at + len("was closed") - 1):
        person.click_word("u1", "target", place)
    person.page.locator(".severity").nth(2).click()
    person.page.keyboard.type("mis")


if __name__ == "__main__":
    sys.exit(main())
