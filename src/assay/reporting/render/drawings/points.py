"""Points and lines over two axes: scatters with their labels, and curves whose names stand at their ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from assay.reporting.blocks import Figure
from assay.reporting.render.drawings.marks import (
    COLOURS,
    FORMS,
    RIGHT,
    Look,
    Row,
    closed,
    grouped,
    looks_of,
    mark,
)
from assay.reporting.render.svg import (
    GREY,
    INK,
    LABELS,
    QUIET,
    SMALL,
    WIDTH,
    Axis,
    Labels,
    across,
    around,
    cut_names,
    drawable,
    label,
    line,
    room,
    scale,
    shape,
    text,
    tip,
    upright,
    wide,
)

DASHES = ("none", "6 3", "2 3", "8 3 2 3", "10 4", "4 2 1 2", "1 2")
FEW = 12  # places of a line that are marked one by one
NAMED = 8  # lines with their names at their ends; more have a legend
BETWEEN = 14  # two such names
# That a name may stand from the end of its line: else there is a legend
FURTHEST = 30


def draw_scatter(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw points with their intervals as rings, and labels where there is room."""
    groups, bounds = list(grouped(rows, "group")), ("", "_low", "_high")
    tall = scale([row[f"y{end}"] for row in rows for end in bounds], (320, 24), margin=0.06)
    left = 10 + room(tall)
    flat = scale([row[f"x{end}"] for row in rows for end in bounds], (left, RIGHT), margin=0.06)
    parts = [*upright(tall, left, RIGHT), *across(flat, 24, 320, figure.axis), _above(figure)]
    parts += [_ring(row, flat, tall) for row in rows]
    places = [(flat.at(row["x"]), tall.at(row["y"])) for row in rows]
    for row, place in zip(rows, places, strict=True):
        about = f"{row['label']}: {row['x']:.4g}, {row['y']:.4g}"
        parts.append(mark(_group_look(groups.index(str(row["group"]))), place, about))
    labels = Labels((left, 0, WIDTH, 320), map(around, places))
    parts += [labels.beside(str(row["label"]), place) for row, place in zip(rows, places, strict=True)]
    samples = [
        (mark(_group_look(place), (12, 7)), name) for place, name in enumerate(groups) if len(groups) > 1
    ]
    return closed(parts, samples, 360 if figure.axis else 344, _left_out(labels))


def _above(figure: Figure) -> str:
    """Write what the upright axis shows above it, where it is read without turning one's head."""
    return text(figure.upright, (0, 11), WIDTH, font_size=SMALL, fill_opacity=QUIET) if figure.upright else ""


def _left_out(labels: Labels) -> str:
    return f"{labels.left_out} without a label where they crowd: point at them" if labels.left_out else ""


def _group_look(place: int) -> Look:
    return Look(COLOURS[place % len(COLOURS)], FORMS[place % len(FORMS)])


def _ring(row: Row, flat: Axis, tall: Axis) -> str:
    """Draw the ellipse of two intervals; none where one is missing."""
    bounds = [row[name] for name in ("x_low", "x_high", "y_low", "y_high")]
    if not drawable(*bounds):
        return ""
    left, right, bottom, top = flat.at(bounds[0]), flat.at(bounds[1]), tall.at(bounds[2]), tall.at(bounds[3])
    sizes = {"rx": abs(right - left) / 2, "ry": abs(bottom - top) / 2}
    middle = {"cx": (left + right) / 2, "cy": (top + bottom) / 2}
    return shape("ellipse", **middle, **sizes, fill=GREY, fill_opacity=0.08, stroke=GREY, stroke_opacity=0.4)


def draw_curve(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw a line a series, its name at its end; places with a mark have a point and the mark's words."""
    rows = [row for row in rows if drawable(row["y"])]
    series = grouped(rows, "series")
    tall = scale([row["y"] for row in rows], (220, 24), most=5, margin=0.04)
    heights = _apart({name: tall.at(_last(points)["y"]) for name, points in series.items()}, (24, 224))
    moved = max((abs(y - tall.at(_last(series[name])["y"])) for name, y in heights.items()), default=0)
    named = 1 < len(series) <= NAMED and moved <= FURTHEST
    short = cut_names(series, LABELS, SMALL)
    end = WIDTH - 12 - max((wide(words, SMALL) for words in short.values()), default=0) if named else RIGHT
    left = 10 + room(tall)
    flat = scale([row["x"] for row in rows], (left, end), most=5, margin=0.02)
    parts = [*upright(tall, left, end), *across(flat, 24, 220, figure.axis), _above(figure)]
    looks = [_line_look(figure, name, place) for place, name in enumerate(series)]
    for stroke, points in zip(looks, series.values(), strict=True):
        parts.append(
            shape("polyline", points=_path(points, flat, tall), fill="none", stroke_width=2, **stroke)
        )
        if len(points) <= FEW:
            parts += [
                shape(
                    "circle",
                    tip(f"{row['x']:.4g}: {row['y']:.4g}"),
                    cx=flat.at(row["x"]),
                    cy=tall.at(row["y"]),
                    r=3,
                    fill=stroke["stroke"],
                )
                for row in points
            ]
    labels = _marked(rows, flat, tall, parts)
    for name, stroke in zip(series, looks, strict=True):
        if named:
            last, y = _last(series[name]), heights[name]
            start = (flat.at(last["x"]) + 4, tall.at(last["y"]))
            parts.append(line(start, (end + 6, y), stroke_opacity=0.6, stroke=stroke["stroke"]))
            parts.append(label(name, short, (end + 9, y + 4), font_size=SMALL))
    samples = [
        (line((0, 7), (18, 7), stroke_width=2, **look), name)
        for look, name in zip(looks, series, strict=True)
    ]
    return closed(parts, [] if named else samples[:40], 260 if figure.axis else 244, _left_out(labels))


def _marked(rows: Sequence[Row], flat: Axis, tall: Axis, parts: list[str]) -> Labels:
    """Draw the places that have words of their own."""
    marked = [(row, (flat.at(row["x"]), tall.at(row["y"]))) for row in rows if row["mark"]]
    places = [place for _, place in marked]
    labels = Labels((flat.start, 14, flat.stop, 220), map(around, places), places)
    for row, (x, y) in marked:
        parts.append(shape("circle", tip(str(row["mark"])), cx=x, cy=y, r=4.5, fill=INK))
        parts.append(labels.beside(str(row["mark"]), (x, y)))
    return labels


def _last(points: Sequence[Row]) -> Row:
    return max(points, key=lambda row: row["x"])


def _apart(ends: dict[str, float], within: tuple[float, float]) -> dict[str, float]:
    """Return the heights at which the names of lines can be read: as near to their ends as two names allow."""
    order = sorted(ends, key=lambda name: ends[name])
    heights = dict[str, float]()
    lowest = within[0] - BETWEEN
    for name in order:
        lowest = heights[name] = max(ends[name], lowest + BETWEEN)
    highest = within[1] + BETWEEN
    for name in reversed(order):
        highest = heights[name] = min(heights[name], highest - BETWEEN)
    return heights


def _path(rows: Iterable[Row], flat: Axis, tall: Axis) -> str:
    """Write the corners of a line from left to right; those that cannot be told apart are one."""
    places = (
        f"{flat.at(row['x']):.1f},{tall.at(row['y']):.1f}" for row in sorted(rows, key=lambda row: row["x"])
    )
    return " ".join(place for place, _ in groupby(places))


def _line_look(figure: Figure, name: str, place: int) -> dict[str, str | float]:
    """Return colour and dashes of a series: a system's own colour; when colours come again, they have other dashes."""
    looks = looks_of(figure, ())
    dash = DASHES[(place + place // len(COLOURS)) % len(DASHES)]
    colour = looks[name].colour if name in looks else COLOURS[place % len(COLOURS)]
    return {"stroke": colour, "stroke_dasharray": "none" if name in looks else dash}
