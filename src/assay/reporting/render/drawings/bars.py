"""Counts as bars: one histogram of two sides, or a small one a group."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from assay.reporting.blocks import Figure
from assay.reporting.render.drawings.marks import BLUE, COLOURS, RIGHT, Row, closed, grouped, looks_of, swatch
from assay.reporting.render.svg import (
    GREY,
    QUIET,
    SMALL,
    WIDTH,
    Axis,
    across,
    box,
    cut_names,
    label,
    picture,
    quiet,
    room,
    scale,
    shape,
    text,
    tip,
    upright,
)

ACROSS = 3  # small histograms in a row
PANEL = 112  # the height of one


def draw_histogram(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw counts over bins; the bins in which one system is better have its colour, and its name above them."""
    sides = grouped(rows, "better")
    colours = _colours(figure, list(sides))
    tall = scale([0, *(row["count"] for row in rows)], (190, 36), most=5, least=1)
    left = 10 + room(tall)
    flat = scale([row[key] for row in rows for key in ("low", "high")], (left, RIGHT), margin=0)
    parts = [*upright(tall, left, RIGHT), *across(flat, 36, 190, figure.axis)]
    parts.append(text("segments", (0, 11), font_size=SMALL, fill_opacity=QUIET))
    parts += _bars(rows, flat, tall, colours)
    samples = [(swatch(fill, 1), name) for name, fill in colours.items()]
    if len(sides) == 2:  # names stand on their own sides
        ordered = sorted(sides, key=lambda name: min(row["low"] for row in sides[name]))
        short = cut_names(ordered, (WIDTH - 80) / 2, SMALL)
        for name, at, anchor in zip(ordered, (left + 14, RIGHT), ("start", "end"), strict=True):
            parts.append(label(name, short, (at, 28), text_anchor=anchor, font_size=SMALL))
        parts.append(box((left, 19), (left + 10, 29), fill=colours[ordered[0]]))
        parts.append(box((RIGHT + 4, 19), (RIGHT + 14, 29), fill=colours[ordered[1]]))
        samples = []
    return closed(parts, samples, 230 if figure.axis else 212)


def _colours(figure: Figure, sides: Sequence[str]) -> dict[str, str]:
    """Return the colour of each side: that of the system that its words begin with, where the report knows it."""
    looks = looks_of(figure, ())
    own = {side: looks.get(side.removesuffix(" better")) for side in sides}
    return {
        side: COLOURS[place % len(COLOURS)] if seen is None else seen.colour
        for place, (side, seen) in enumerate(own.items())
    }


def _bars(rows: Iterable[Row], flat: Axis, tall: Axis, colours: Mapping[str, str]) -> Iterator[str]:
    for row in rows:
        if row["count"]:
            low, high = (flat.at(row["low"]), tall.at(0)), (flat.at(row["high"]), tall.at(row["count"]))
            about = tip(f"{row['low']:.4g} to {row['high']:.4g}: {row['count']:,}")
            colour = colours[str(row.get("better", row.get("group")))]
            yield box(low, high, about, fill=colour, stroke=GREY, stroke_width=0.5)


def draw_histograms(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw one small histogram a group, all on the same axes, three in a row."""
    groups, parts = grouped(rows, "group"), list[str]()
    tall = scale([0, *(row["count"] for row in rows)], (60, 0), most=3, least=1)
    left, column = 10 + room(tall), WIDTH / ACROSS
    flat = scale([row[key] for row in rows for key in ("low", "high")], (left, column - 8), most=2, margin=0)
    names, looks = cut_names(groups, flat.stop - left, SMALL), looks_of(figure, ())
    for place, (group, panel) in enumerate(groups.items()):
        inside = [label(group, names, (left, -8), font_size=SMALL, font_weight="500")]
        inside += [*upright(tall, left, flat.stop), *across(flat, 0, 60, width=column)]
        colour = looks[group].colour if group in looks else BLUE
        inside += _bars(panel, flat, tall, {group: colour})
        corner = f"translate({place % ACROSS * column:.1f} {place // ACROSS * PANEL + 22})"
        parts.append(shape("g", "".join(inside), transform=corner))
    bottom = max(1, math.ceil(len(groups) / ACROSS)) * PANEL
    about = " · ".join(filter(None, (f"up: {figure.upright}" if figure.upright else "", figure.axis)))
    if about:
        parts.append(quiet(about, (WIDTH / 2, bottom + 10), (0, WIDTH)))
    return picture(parts, (WIDTH, bottom + (18 if about else 0)))
