"""Figures as pictures: no script, nothing to fetch, colours for light and dark.

`draw_KIND` draws a kind of figure of rows with the columns that `FIGURES` names for it; a law test asks for all kinds.
Blue and orange can be told apart with every kind of colour blindness; no figure relies on colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import cycle, groupby
from typing import Any

from assay.reporting.blocks import Figure
from assay.reporting.render.colours import Look, system_looks
from assay.reporting.render.svg import (
    GREY,
    INK,
    LABELS,
    LINE,
    SMALL,
    Axis,
    Labels,
    across,
    around,
    box,
    cut_names,
    drawable,
    label,
    legend,
    line,
    picture,
    room,
    scale,
    shape,
    text,
    tip,
    upright,
    wide,
)

BLUE, ORANGE = "#3b82c4", "#d9822b"
COLOURS = (BLUE, ORANGE, GREY, "#2f9e8f", "#b5577f", "#a08a1f", "#6f5fc0")
DASHES = ("none", "6 3", "2 3", "8 3 2 3", "10 4", "4 2 1 2", "1 2")
WIDTH = 392  # of most figures: the room in a card of the page
RIGHT = WIDTH - 18  # where axes end; a mark's label is wider than its place
RANKING = 440  # of the ranking of systems, which stands alone at the top
BAND = 34  # where names begin, right of the letter of their band
FIGURES_ROOM = 66  # for scores, on the right
STEP = 26  # from one row of names to the next
STRIP = 300  # of a line of dots beside a sentence
FEW = 12  # places of a line that are marked one by one
Row = Mapping[str, Any]
Fill = Mapping[str, str | float]


def figure_svg(figure: Figure) -> str:
    """Draw a figure; the picture shrinks with the page, and its words are the page's own."""
    names = [head.name for head in figure.data.columns]
    draw: Callable[[Figure, Sequence[Row]], str] = globals()[f"draw_{figure.kind}"]
    return draw(figure, [dict(zip(names, row, strict=True)) for row in figure.data.rows])


def draw_ranking(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw systems best first: a point a score, its interval as a line, and a band around those of one letter."""
    names = cut_names((str(row["name"]) for row in rows), LABELS)
    looks = _looks(figure, rows)
    left = BAND + max(map(wide, names.values()), default=0) + 10
    bounds = [row[key] for row in rows for key in ("low", "value", "high")]
    on = scale(bounds, (left + 6, RANKING - FIGURES_ROOM), margin=0.05)
    parts, y = list[str](), 4.0
    for letter, band in _grouped(rows, "letter").items():
        height = STEP * len(band) + 4
        parts.append(box((0, y), (RANKING, y + height), fill=GREY, fill_opacity=0.13, rx=6))
        parts.append(
            text(letter, (10, y + height / 2 + 5), font_weight="650", font_size=14, fill_opacity=0.75)
        )
        for place, row in enumerate(band):
            parts += _ranked(row, names, on, y + 2 + STEP * (place + 0.5), looks[str(row["name"])])
        y += height + 4
    grid = list(across(on, 4, y, figure.axis))
    return picture([*grid, *parts], (RANKING, y + (40 if figure.axis else 22)))


def _ranked(row: Row, names: Mapping[str, str], on: Axis, y: float, seen: Look) -> Iterator[str]:
    yield label(str(row["name"]), names, (BAND, y + 4))
    if not drawable(row["value"]):
        return
    if _known(row):
        yield line((on.at(row["low"]), y), (on.at(row["high"]), y), stroke=seen.colour, stroke_width=2)
    about = f"{row['name']}: {row['value']:.4g}"
    yield mark(seen, (on.at(row["value"]), y), about)
    yield text(f"{row['value']:.2f}", (RANKING - 8, y + 4), text_anchor="end", font_size=13)


def _looks(figure: Figure, rows: Iterable[Row], key: str = "name") -> dict[str, Look]:
    """Return the look of every system of the report, and of those in a column that the report does not list."""
    return system_looks([*figure.systems, *(str(row[key]) for row in rows)])


def mark(seen: Look, at: tuple[float, float], about: str = "", **attributes: str | float) -> str:
    """Draw the mark of a system at a place, with words for the mouse."""
    place = f"translate({at[0]:.1f} {at[1]:.1f})"
    return shape(
        "path", tip(about) if about else "", d=seen.form, transform=place, fill=seen.colour, **attributes
    )


def draw_differences(_: Figure, rows: Sequence[Row]) -> str:
    """Draw a square a pair, below the diagonal: the row's score minus the column's, the fuller the larger.

    Colour says which way a significant difference goes, and pale squares are open; the sign is written in each.
    """
    colours = {"better": BLUE, "worse": ORANGE, "open": GREY}
    largest = max((abs(row["value"]) for row in rows if drawable(row["value"])), default=0) or 1.0
    cells: list[tuple[Row, Fill]] = []
    for row in rows:
        share = abs(row["value"]) / largest if drawable(row["value"]) else 0.0
        fullness = 0.08 if row["words"] == "open" else 0.2 + 0.5 * share
        cells.append((row, {"fill": colours[row["words"]], "fill_opacity": fullness}))
    samples = [(_swatch(fill), word) for word, fill in colours.items()]
    return _squares(cells, (list(_grouped(rows, "row")), list(_grouped(rows, "column"))), samples)


def draw_intervals(_: Figure, rows: Sequence[Row]) -> str:
    """Draw one panel a group, each on its own scale: a point a name, its interval as a line."""
    names = cut_names((str(row["name"]) for row in rows), LABELS)
    left, top, parts = max(map(wide, names.values()), default=0) + 8, 0.0, list[str]()
    for group, panel in _grouped(rows, "group").items():
        parts.append(text(group, (left, top + 14), WIDTH - left, font_weight="600", font_size=13))
        parts += _interval_panel(panel, names, left, top + 22)
        top += 22 + STEP * len(panel) + 34
    return picture(parts, (WIDTH, max(top, LINE)))


def _interval_panel(rows: Sequence[Row], names: Mapping[str, str], left: float, top: float) -> Iterator[str]:
    bounds = [row[key] for row in rows for key in ("low", "value", "high")]
    whole = all(isinstance(number, int) for number in bounds)  # ranks have no halves
    on = scale(bounds, (left, RIGHT), margin=0.04, least=1 if whole else 0)
    bottom = top + STEP * len(rows)
    yield from across(on, top, bottom)
    if on.low <= 0 <= on.high and any(_known(row) and row["low"] <= 0 <= row["high"] for row in rows):
        zero = on.at(0)  # an interval of differences that holds zero leaves the question open
        yield line((zero, top), (zero, bottom), stroke_dasharray="4 3", stroke_opacity=0.7)
    for place, row in enumerate(rows):
        y = top + STEP * (place + 0.5)
        yield label(str(row["name"]), names, (left - 8, y + 4), text_anchor="end")
        if _known(row):
            yield line((on.at(row["low"]), y), (on.at(row["high"]), y), stroke=BLUE, stroke_width=3)
            about = f"{row['name']}: {row['value']:.4g}, from {row['low']:.4g} to {row['high']:.4g}"
            yield shape("circle", tip(about), cx=on.at(row["value"]), cy=y, r=5, fill=BLUE)


def _known(row: Row) -> bool:
    return drawable(row["low"], row["value"], row["high"])


def draw_matrix(_: Figure, rows: Sequence[Row]) -> str:
    """Draw a square a pair: colour and sign say whether the row's system is better than the column's."""
    colours = {"better": BLUE, "worse": ORANGE, "open": GREY}
    fills: dict[str, Fill] = {word: {"fill": fill, "fill_opacity": 0.4} for word, fill in colours.items()}
    names = list(_grouped(rows, "row") | _grouped(rows, "column"))
    cells = [(row, fills[row["words"]]) for row in rows]
    samples = [(_swatch(fill), word) for word, fill in colours.items()]
    return _squares(cells, (names, names), samples)


def draw_heat(_: Figure, rows: Sequence[Row]) -> str:
    """Draw a square a cell, the fuller the higher its value, with the value written in it."""
    fullness = scale([row["value"] for row in rows], (0.03, 0.65), margin=0)
    cells: list[tuple[Row, Fill]] = [
        (row, {"fill": BLUE, "fill_opacity": _fullness(fullness, row["value"])}) for row in rows
    ]
    return _squares(cells, (list(_grouped(rows, "row")), list(_grouped(rows, "column"))))


def _fullness(on: Axis, value: float | None) -> float:
    return on.at(value) if value is not None and drawable(value) else 0


def _squares(
    cells: Sequence[tuple[Row, Fill]],
    names: tuple[Sequence[str], Sequence[str]],
    samples: Sequence[tuple[str, str]] = (),
) -> str:
    """Draw cells under slanted names of columns and beside the names of rows."""
    down, along = ({name: place for place, name in enumerate(some)} for some in names)
    side = 10 + max((wide(str(row["label"]), SMALL) for row, _ in cells), default=0)
    short = cut_names([*down, *along], LABELS)
    left = max((wide(short[name]) for name in down), default=0) + 8
    top = 14 + 0.65 * max((wide(short[name]) for name in along), default=0)
    parts = []
    for name, place in down.items():
        parts.append(label(name, short, (left - 8, top + STEP * (place + 0.5) + 4), text_anchor="end"))
    for name, place in along.items():
        x, y = left + side * (place + 0.5), top - 8
        parts.append(label(name, short, (x, y), transform=f"rotate(-40 {x:.1f} {y:.1f})"))
    for row, fill in cells:
        x, y = left + side * along[str(row["column"])], top + STEP * down[str(row["row"])]
        parts.append(box((x, y), (x + side, y + STEP), stroke=GREY, stroke_width=0.5, **fill))
        middle = (x + side / 2, y + STEP / 2 + 4)
        parts.append(text(str(row["label"]), middle, text_anchor="middle", font_size=SMALL))
    slanted = [left + side * (place + 0.5) + 0.77 * wide(short[name]) for name, place in along.items()]
    size = max(WIDTH, left + side * len(along) + 1, *slanted)
    bottom = top + STEP * len(down) + 10
    below, height = legend(samples, (left, bottom), size - left)
    return picture([*parts, below], (size, bottom + height))


def draw_strip(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw a mark a system on one line, those that are spoken of larger; both ends of the scale are written."""
    looks, on = _looks(figure, rows), scale([row["value"] for row in rows], (12, STRIP - 12), most=4)
    parts = [line((2, 14), (STRIP - 2, 14), stroke=GREY, stroke_opacity=0.4)]
    for end, anchor in ((on.low, "start"), (on.high, "end")):
        at = (2 if anchor == "start" else STRIP - 2, 38)
        parts.append(text(on.label(end), at, text_anchor=anchor, font_size=SMALL, fill_opacity=0.7))
    for row in sorted(rows, key=lambda row: bool(row["spoken_of"])):
        if drawable(row["value"]):
            large: Fill = {"stroke": looks[str(row["name"])].colour, "stroke_width": 5}
            seen: Fill = large if row["spoken_of"] else {"fill_opacity": 0.7}
            about = f"{row['name']}: {row['value']:.4g}"
            parts.append(mark(looks[str(row["name"])], (on.at(row["value"]), 14), about, **seen))
    return picture(parts, (STRIP, 42))


def draw_histogram(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw counts over bins; the bins in which one system is better have their own colour."""
    colours = dict(zip(_grouped(rows, "better"), cycle(COLOURS), strict=False))
    tall = scale([0, *(row["count"] for row in rows)], (160, 10), most=5, least=1)
    left = 36 + room(tall)
    flat = scale([row[key] for row in rows for key in ("low", "high")], (left, RIGHT), margin=0)
    parts = [*upright(tall, left, RIGHT, "segments"), *across(flat, 10, 160, figure.axis)]
    parts += _bars(rows, flat, tall, lambda row: colours[str(row["better"])])
    below, height = legend(
        [(_swatch(fill), name) for name, fill in colours.items()], (left, 204), WIDTH - left
    )
    return picture([*parts, below], (WIDTH, 208 + height))


def _bars(rows: Iterable[Row], flat: Axis, tall: Axis, colour: Callable[[Row], str]) -> Iterator[str]:
    for row in rows:
        if row["count"]:
            low, high = (flat.at(row["low"]), tall.at(0)), (flat.at(row["high"]), tall.at(row["count"]))
            about = tip(f"{row['low']:.4g} to {row['high']:.4g}: {row['count']:,}")
            yield box(low, high, about, fill=colour(row), stroke=GREY, stroke_width=0.5)


def draw_histograms(_: Figure, rows: Sequence[Row]) -> str:
    """Draw one small histogram a group, all on the same axes, three in a row."""
    groups, parts, height = _grouped(rows, "group"), list[str](), 116
    tall = scale([0, *(row["count"] for row in rows)], (64, 0), most=3, least=1)
    left = 8 + room(tall)
    flat = scale(
        [row[key] for row in rows for key in ("low", "high")], (left, WIDTH / 3 - 16), most=3, margin=0
    )
    for place, (group, panel) in enumerate(groups.items()):
        inside = [text(group, (left, -8), flat.stop - left)]
        inside += [*upright(tall, left, flat.stop), *across(flat, 0, 64)]
        inside += _bars(panel, flat, tall, lambda _: BLUE)
        corner = f"translate({place % 3 * WIDTH / 3:.1f} {place // 3 * height + 22})"
        parts.append(shape("g", "".join(inside), transform=corner))
    return picture(parts, (WIDTH, max(1, math.ceil(len(groups) / 3)) * height))


def draw_scatter(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw a labelled point a system, an ellipse around it as wide and high as its intervals."""
    groups = list(_grouped(rows, "group"))
    tall = scale([row[key] for row in rows for key in ("y", "y_low", "y_high")], (340, 10), margin=0.04)
    left = 36 + room(tall)
    flat = scale([row[key] for row in rows for key in ("x", "x_low", "x_high")], (left, RIGHT), margin=0.04)
    parts = [*upright(tall, left, RIGHT, figure.upright), *across(flat, 10, 340, figure.axis)]
    parts += [_ring(row, flat, tall) for row in rows]
    places = [(flat.at(row["x"]), tall.at(row["y"])) for row in rows]
    for row, place in zip(rows, places, strict=True):
        about = f"{row['label']}: {row['x']:.4g}, {row['y']:.4g}"
        parts.append(_point(groups.index(str(row["group"])), place, about))
    labels = Labels((left, 0, WIDTH, 340), map(around, places))
    parts += [labels.beside(str(row["label"]), place) for row, place in zip(rows, places, strict=True)]
    samples = [(_point(place, (14, 7)), name) for place, name in enumerate(groups) if len(groups) > 1]
    return _with_legend(parts, samples, left, 384, labels.left_out)


def _with_legend(
    parts: list[str], samples: Sequence[tuple[str, str]], left: float, top: float, left_out: int
) -> str:
    """Close a picture with its legend, and say how many labels had no room."""
    below, height = legend(samples, (left, top), WIDTH - left)
    if left_out:
        words = f"{left_out} without a label where they crowd: point at them"
        below += text(words, (left, top + height + 11), WIDTH - left, font_size=SMALL)
        height += LINE
    return picture([*parts, below], (WIDTH, top + 4 + height))


def _ring(row: Row, flat: Axis, tall: Axis) -> str:
    """Draw the ellipse of two intervals; none where one is missing."""
    bounds = [row[name] for name in ("x_low", "x_high", "y_low", "y_high")]
    if not drawable(*bounds):
        return ""
    left, right, bottom, top = flat.at(bounds[0]), flat.at(bounds[1]), tall.at(bounds[2]), tall.at(bounds[3])
    sizes = {"rx": (right - left) / 2, "ry": (bottom - top) / 2}
    middle = {"cx": (left + right) / 2, "cy": (top + bottom) / 2}
    return shape("ellipse", **middle, **sizes, fill="none", stroke=GREY, stroke_opacity=0.7)


_POINTS = (
    "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0",
    "M-4 -4h8v8h-8z",
    "M0 -6l6 6l-6 6l-6 -6z",
    "M0 -6l6 10h-12z",
)


def _point(kind: int, at: tuple[float, float], about: str = "") -> str:
    """Draw a point of a group; each group has a colour and a form."""
    place, colour = f"translate({at[0]:.1f} {at[1]:.1f})", COLOURS[kind % len(COLOURS)]
    return shape(
        "path", tip(about) if about else "", d=_POINTS[kind % len(_POINTS)], transform=place, fill=colour
    )


def draw_curve(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw a line a series; places with a mark have a point and the mark's words."""
    rows = [row for row in rows if drawable(row["y"])]
    series = _grouped(rows, "series")
    tall = scale([row["y"] for row in rows], (210, 10), most=5, margin=0.04)
    left = 36 + room(tall)
    flat = scale([row["x"] for row in rows], (left, RIGHT), margin=0.02)
    parts = [*upright(tall, left, RIGHT, figure.upright), *across(flat, 10, 210, figure.axis)]
    for place, points in enumerate(series.values()):
        drawn = _path(points, flat, tall)
        parts.append(shape("polyline", points=drawn, fill="none", stroke_width=2, **_stroke(place)))
        if len(points) <= FEW:
            parts += [
                _point(place, (flat.at(row["x"]), tall.at(row["y"])), f"{row['y']:.4g}") for row in points
            ]
    marked = [(row, (flat.at(row["x"]), tall.at(row["y"]))) for row in rows if row["mark"]]
    places = [place for _, place in marked]
    labels = Labels((left, 0, WIDTH, 210), map(around, places), places)
    for row, (x, y) in marked:
        parts.append(shape("circle", tip(str(row["mark"])), cx=x, cy=y, r=4.5, fill=INK))
        parts.append(labels.beside(str(row["mark"]), (x, y)))
    samples = [
        (line((0, 7), (20, 7), stroke_width=2, **_stroke(place)), name) for place, name in enumerate(series)
    ]
    return _with_legend(parts, samples, left, 254, labels.left_out)


def _path(rows: Iterable[Row], flat: Axis, tall: Axis) -> str:
    """Write the corners of a line from left to right; those that cannot be told apart are one."""
    places = (
        f"{flat.at(row['x']):.1f},{tall.at(row['y']):.1f}" for row in sorted(rows, key=lambda row: row["x"])
    )
    return " ".join(place for place, _ in groupby(places))


def _stroke(place: int) -> dict[str, str | float]:
    """Return colour and dashes of a series; when colours come again, they have other dashes."""
    dash = DASHES[(place + place // len(COLOURS)) % len(DASHES)]
    return {"stroke": COLOURS[place % len(COLOURS)], "stroke_dasharray": dash}


def _swatch(colour: str) -> str:
    return box((4, 1), (17, 13), fill=colour, fill_opacity=0.6, stroke=GREY, stroke_width=0.5)


def _grouped(rows: Iterable[Row], key: str) -> dict[str, list[Row]]:
    """Part rows by a column, in the order in which its values come."""
    parts: dict[str, list[Row]] = {}
    for row in rows:
        parts.setdefault(str(row[key]), []).append(row)
    return parts
