"""Figures in a real browser: no text is cut off by its picture or stands on another, and none is too small to read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.reporting.blocks import Figure, FigureKind, Value, drawn
from assay.reporting.render.html import render_html
from support.report_pages import saved, screenshots

LETTERS = "ABCDEFGHIJ"
NAMES = {
    "one": ["alder"],
    "two": ["alder", "birch"],
    "four": ["alder", "birch", "cedar", "drift"],
    "eight": ["alder-AT", "birch-GLAT", "cedar", "DRIFT-WWW", "elm", "fir-online", "gorse", "hazel"],
    "twenty": [f"System-{number:02d}-transformer" for number in range(20)],
    "long": [
        f"a-very-long-name-of-a-system-{number}-of-four-with-its-options-{number}" for number in range(4)
    ],
    "chinese": ["系统一号翻译引擎大模型版本", "系统二号翻译引擎大模型版本", "三号"],
    "right-to-left": ["مترجم عربي طويل الاسم", "תרגום מכונה", "نظام"],
}
# Of every text: its rectangle, that of its picture, whether it is slanted, and the size of its letters on the screen.
MEASURE = """() => [...document.querySelectorAll("svg")].filter(svg => svg.checkVisibility()).map(svg => {
  const frame = svg.getBoundingClientRect(), scale = frame.width / svg.viewBox.baseVal.width;
  const texts = [...svg.querySelectorAll("text")].filter(text => text.textContent.trim()).map(text => {
    const box = text.getBoundingClientRect();
    return { words: text.firstChild.textContent, slanted: (text.getAttribute("transform") || "").includes("rotate"),
      size: parseFloat(getComputedStyle(text).fontSize) * scale, at: [box.left, box.top, box.right, box.bottom] };
  });
  return { title: svg.closest("figure").querySelector("h3").textContent, texts,
    frame: [frame.left, frame.top, frame.right, frame.bottom] };
})"""


def figure(kind: FigureKind, rows: list[tuple[Value, ...]], systems: list[str], **facts: str) -> Figure:
    data = replace(drawn(kind, "d", rows), facts=facts)
    return Figure(kind, kind, kind, data, "words", "score, higher is better", "segments", tuple(systems))


def figures(names: list[str]) -> list[Figure]:
    """Make a figure of every kind that names systems, with scores that crowd."""
    scores = {name: 54.0 - 1.7 * place for place, name in enumerate(names)}
    verdict = ["open", "worse", "better"]
    places, metrics = list(enumerate(names)), ("BLEU", "chrF2++", "TER")
    below = [(row, column) for at, row in places for column in names[:at]]
    apart = {pair: scores[pair[0]] - scores[pair[1]] for pair in below}
    ranked = [
        (name, scores[name], scores[name] - 2, scores[name] + 2, LETTERS[at // 2]) for at, name in places
    ]
    others = [
        (name, scores[name] - 54, scores[name] - 56, scores[name] - 52, verdict[at % 2])
        for at, name in places
    ]
    cells = [(*pair, apart[pair], "worse", f"−{-apart[pair]:.1f}", 0.01) for pair in below]
    buckets = [(bucket, name, scores[name], scores[name] - 5, scores[name] + 5, verdict[at % 3], 900)
               for bucket in ("0", "1–9", "a hundred and more") for at, name in places]  # fmt: skip
    pairs = [(f"{row} – {column}", metric, verdict[at % 3], "said") for row, column in below[:6]
             for at, metric in enumerate(metrics)]  # fmt: skip
    counts = [(name, 10.0 * bar, 10.0 * bar + 10, 1000 * bar) for name in names for bar in range(10)]
    leads = [
        (10.0 * bar - 50, 10.0 * bar - 40, 300, f"{names[-1] if bar < 5 else names[0]} better")
        for bar in range(10)
    ]
    lines = [(name, float(x), scores[name] + x % 3, "") for name in names for x in range(1, 11)]
    points = [(scores[name], scores[name], name, "systems", None, None, None, None) for name in names]
    drawings: dict[FigureKind, list[tuple[Value, ...]]] = {
        "ranking": [*ranked],
        "against": [*others[1:]],
        "differences": [*cells],
        "buckets": [*buckets],
        "grid": [*pairs],
        "histograms": [*counts],
        "histogram": [*leads],
        "curve": [*lines],
        "scatter": [*points],
        "strip": [(name, scores[name], int(not at)) for at, name in places],
        "intervals": [("rank", name, at + 1, at + 1, at + 3) for at, name in places],
        "heat": [(name, metric, 0.5, "0.500") for name in names for metric in metrics],
    }
    return [
        figure(kind, rows, names, against=names[0], better="lower") for kind, rows in drawings.items() if rows
    ]


def outside(text: dict[str, Any], frame: list[float]) -> bool:
    left, top, right, bottom = text["at"]
    return bool(left < frame[0] - 1 or top < frame[1] - 2 or right > frame[2] + 1 or bottom > frame[3] + 2)


def touching(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Tell whether two texts stand on each other; boxes of lines are higher than their letters."""
    (left, top, right, bottom), (left2, top2, right2, bottom2) = one["at"], other["at"]
    return bool(min(right, right2) - max(left, left2) > 1 and min(bottom, bottom2) - max(top, top2) > 4)


@pytest.mark.parametrize("width", [400, 1280])
def test_all_text_can_be_read(browser: Any, tmp_path: Path, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900}, offline=True)
    wrong = []
    for case, names in NAMES.items():
        page.goto(saved(tmp_path, render_html([*figures(names)]), f"{case}.html"))
        page.screenshot(path=screenshots() / f"figures-{case}-{width}.png", full_page=True)
        for picture in page.evaluate(MEASURE):
            texts, about = picture["texts"], f"{case}, {picture['title']}"
            wrong += [
                f"{about}: {text['words']} is cut off" for text in texts if outside(text, picture["frame"])
            ]
            wrong += [f"{about}: {text['words']}: {text['size']}" for text in texts if text["size"] < 10]
            flat = [text for text in texts if not text["slanted"]]
            wrong += [f"{about}: {one['words']} on {other['words']}" for at, one in enumerate(flat)
                      for other in flat[:at] if touching(one, other)]  # fmt: skip
    page.close()
    assert not wrong, "\n".join(wrong)
