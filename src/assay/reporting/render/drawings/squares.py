"""Pairs as squares: differences below the diagonal, who beats whom, numbers as colours, and signs of metrics."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from assay.reporting.blocks import Figure
from assay.reporting.render.drawings.marks import (
    BLUE,
    VERDICTS,
    Fill,
    Row,
    closed,
    grouped,
    looks_of,
    mark,
    swatch,
)
from assay.reporting.render.svg import (
    GREY,
    LABELS,
    QUIET,
    SMALL,
    WIDTH,
    Axis,
    box,
    cut_names,
    drawable,
    label,
    scale,
    text,
    tip,
    wide,
)

STEP = 26  # from one row to the next
SIGNS = {"better": "▲", "worse": "▼", "open": "·"}
PAIRS = 190  # the widest name of a pair
HEADS = 96  # the widest head that lies flat above its column
LEAST_P = 0.0001


def draw_differences(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw a square a pair below the diagonal, where the names of columns stand: the fuller, the larger.

    The row's score minus the column's is written in it; colour says whether the row is better, and squares that are
    not significant are pale. Where the mouse rests, the p-value is shown.
    """
    order = list(dict.fromkeys(str(row[key]) for row in rows for key in ("column", "row")))
    looks, place = looks_of(figure, order), {name: at for at, name in enumerate(order)}
    short = cut_names(order, LABELS)
    side = max(10 + 1.12 * max((wide(str(row["label"]), SMALL) for row in rows), default=0), 34)
    left = max((wide(short[name]) for name in order[1:]), default=0) + 24
    parts = []
    for name, at in place.items():
        y = STEP * (at + 0.5) + 4
        if at:
            parts.append(label(name, short, (left - 22, y), text_anchor="end"))
            parts.append(mark(looks[name], (left - 12, y - 4)))
        if at < len(order) - 1:
            parts.append(label(name, short, (left + side * at + 4, y), font_size=SMALL, fill_opacity=QUIET))
    largest = max((abs(row["value"]) for row in rows if drawable(row["value"])), default=0) or 1.0
    for row in rows:
        corner = (left + side * place[str(row["column"])], STEP * place[str(row["row"])])
        parts += _difference(row, corner, side, largest)
    ends = [left + side * at + 4 + wide(short[name], SMALL) for name, at in place.items()]
    width = max([WIDTH, left + side * (len(order) - 1) + 1, *ends[:-1]])
    words = [(word, f"row significantly {word}") for word in ("better", "worse")]
    samples = [
        (swatch(VERDICTS[word]), said) for word, said in words if any(row["words"] == word for row in rows)
    ]
    samples += [(swatch(GREY, 0.1), "not significant")] if any(row["words"] == "open" for row in rows) else []
    return closed(parts, samples, STEP * len(order) + 10, size=(0, width))


def _difference(row: Row, corner: tuple[float, float], side: float, largest: float) -> Iterator[str]:
    """Draw the square of a pair with its difference, and its p-value for the mouse."""
    (x, y), clear = corner, row["words"] != "open"
    share = abs(row["value"]) / largest if drawable(row["value"]) else 0.0
    fullness = 0.2 + 0.5 * share if clear else 0.1
    verdict = f"{row['row']} significantly {row['words']}" if clear else "not significant"
    about = tip(f"{row['row']} − {row['column']}: {row['label']}, {_p(row['p'])}{verdict}")
    fill: Fill = {"fill": VERDICTS[row["words"]], "fill_opacity": fullness, "rx": 3}
    yield box((x + 1, y + 1), (x + side - 1, y + STEP - 1), about, **fill)
    weight: Fill = {"font_weight": "600"} if clear else {"fill_opacity": QUIET}
    at = (x + side / 2, y + STEP / 2 + 4)
    yield text(str(row["label"]), at, text_anchor="middle", font_size=SMALL, pointer_events="none", **weight)


def _p(value: float | None) -> str:
    if value is None or math.isnan(value):
        return ""
    return f"p = {value:.4f}, " if value >= LEAST_P else f"p < {LEAST_P}, "


def draw_grid(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw a sign a pair and metric: up where the first of a pair is significantly better, down where the second is."""
    down, along = grouped(rows, "row"), grouped(rows, "column")
    short, heads = cut_names(down, PAIRS), cut_names(along, HEADS)
    left = max(map(wide, short.values()), default=0) + 12
    side = max(44.0, 12 + max(map(wide, heads.values()), default=0))
    parts = []
    for place, name in enumerate(along):
        at = (left + side * (place + 0.5), 14)
        parts.append(label(name, heads, at, text_anchor="middle", font_weight="600", font_size=SMALL))
    for place, (name, cells) in enumerate(down.items()):
        y = 22 + STEP * place
        parts.append(label(name, short, (left - 12, y + STEP / 2 + 4), text_anchor="end"))
        for row in cells:
            x = left + side * list(along).index(str(row["column"]))
            parts += _sign(row, (x, y), side)
    width = max(WIDTH, left + side * len(along) + 2)
    said = "▲ the first is significantly better, ▼ the second is, · not significant."
    return closed(parts, [], 22 + STEP * len(down) + 8, said, size=(0, width))


def _sign(row: Row, corner: tuple[float, float], side: float) -> Iterator[str]:
    (x, y), colour = corner, VERDICTS[row["words"]]
    faint = 0.08 if row["words"] == "open" else 0.28
    about = tip(f"{row['row']}, {row['column']}: {row['label']}")
    yield box((x + 1, y + 1), (x + side - 1, y + STEP - 1), about, fill=colour, fill_opacity=faint, rx=3)
    at = (x + side / 2, y + STEP / 2 + 5)
    yield text(SIGNS[row["words"]], at, text_anchor="middle", font_size=13, pointer_events="none")


def draw_matrix(_: Figure, rows: Sequence[Row]) -> str:
    """Draw a square a pair: colour and sign say whether the row's system is better than the column's."""
    names = list(grouped(rows, "row") | grouped(rows, "column"))
    fills: dict[str, Fill] = {
        word: {"fill": fill, "fill_opacity": 0.12 if word == "open" else 0.42}
        for word, fill in VERDICTS.items()
    }
    cells = [(row, fills[row["words"]]) for row in rows]
    samples = [(swatch(fill, 0.12 if word == "open" else 0.42), word) for word, fill in VERDICTS.items()]
    return _squares(cells, (names, names), samples)


def draw_heat(_: Figure, rows: Sequence[Row]) -> str:
    """Draw a square a cell, the fuller the higher its value, with the value written in it."""
    fullness = scale([row["value"] for row in rows], (0.03, 0.65), margin=0)
    cells: list[tuple[Row, Fill]] = [
        (row, {"fill": BLUE, "fill_opacity": _fullness(fullness, row["value"])}) for row in rows
    ]
    return _squares(cells, (list(grouped(rows, "row")), list(grouped(rows, "column"))))


def _fullness(on: Axis, value: float | None) -> float:
    return on.at(value) if value is not None and drawable(value) else 0


def _squares(
    cells: Sequence[tuple[Row, Fill]],
    names: tuple[Sequence[str], Sequence[str]],
    samples: Sequence[tuple[str, str]] = (),
) -> str:
    """Draw cells beside the names of rows and under those of columns, which are slanted where they do not fit."""
    down, along = ({name: place for place, name in enumerate(some)} for some in names)
    side = 12 + max((wide(str(row["label"]), SMALL) for row, _ in cells), default=0)
    short = cut_names([*down, *along], LABELS)
    left = max((wide(short[name]) for name in down), default=0) + 10
    longest = max((wide(short[name]) for name in along), default=0)
    flat = longest <= side - 6
    top = 22 if flat else 16 + 0.65 * longest
    parts = []
    for name, place in down.items():
        parts.append(label(name, short, (left - 10, top + STEP * (place + 0.5) + 4), text_anchor="end"))
    for name, place in along.items():
        x, y = left + side * (place + 0.5), top - 8
        turned: Fill = {"text_anchor": "middle"} if flat else {"transform": f"rotate(-40 {x:.1f} {y:.1f})"}
        parts.append(label(name, short, (x, y), **turned))
    for row, fill in cells:
        x, y = left + side * along[str(row["column"])], top + STEP * down[str(row["row"])]
        parts.append(box((x + 1, y + 1), (x + side - 1, y + STEP - 1), rx=3, **fill))
        middle = (x + side / 2, y + STEP / 2 + 4)
        parts.append(text(str(row["label"]), middle, text_anchor="middle", font_size=SMALL))
    reach = 0 if flat else 0.77
    slanted = [left + side * (place + 0.5) + 6 + reach * wide(short[name]) for name, place in along.items()]
    size = max(WIDTH, left + side * len(along) + 1, *slanted)
    return closed(parts, samples, top + STEP * len(down) + 10, size=(0, size))
