"""A small panel a bucketing: buckets down, a mark a system with its interval, and grey bars for how much is in each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from assay.reporting.blocks import Figure
from assay.reporting.render.drawings.marks import (
    RIGHT,
    Fill,
    Look,
    Row,
    closed,
    grouped,
    interval,
    known,
    looks_of,
    mark,
)
from assay.reporting.render.svg import (
    GREY,
    QUIET,
    SMALL,
    Axis,
    across,
    box,
    cut_names,
    drawable,
    label,
    scale,
    tip,
    wide,
)

BARS = 42  # the longest bar of a count
NAMES = 92  # the widest name of a bucket
# Between the lines of two systems in one bucket, and where there are many
APART, CLOSE = 6.5, 4.2
MANY = 6
# What is said of a system in a bucket where its mark is filled: significant, the one compared with, or nothing tested.
FILLED = {"better": ", significantly better", "worse": ", significantly worse", "leader": "", "untested": ""}


def draw_buckets(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw buckets below each other, all on one scale; marks are filled where they differ significantly."""
    buckets, systems = grouped(rows, "bucket"), grouped(rows, "system")
    looks, names = looks_of(figure, systems), cut_names(buckets, NAMES)
    bars = 6 + max(map(wide, names.values()), default=0)
    left = bars + BARS + 12
    on = scale(
        [row[key] for row in rows for key in ("low", "value", "high")], (left, RIGHT), most=4, margin=0.04
    )
    apart = APART if len(systems) <= MANY else CLOSE
    step = max(24.0, apart * (len(systems) - 1) + 16)
    largest = max((row["count"] for row in rows if drawable(row["count"])), default=0) or 1.0
    top, bottom = 18.0, 18.0 + step * len(buckets)
    parts = [*across(on, top, bottom, figure.axis)]
    if figure.upright:
        words = cut_names([figure.upright], left - 4, SMALL)
        parts.append(label(figure.upright, words, (bars, 11), font_size=SMALL, fill_opacity=QUIET))
    offsets = _spread([system for system in looks if system in systems], apart)
    for place, (bucket, inside) in enumerate(buckets.items()):
        y = top + step * (place + 0.5)
        parts.append(label(bucket, names, (bars - 6, y + 4), text_anchor="end"))
        parts += _count(inside, bars, y, largest)
        parts += [part for row in inside for part in _dot(row, on, y + offsets[str(row["system"])], looks)]
    samples = [(mark(look, (12, 7)), system) for system, look in looks.items() if system in systems]
    against = figure.data.facts.get("against")
    said = f"Filled: significantly different from {against}. " if against else ""
    return closed(parts, samples, bottom + (40 if figure.axis else 24), said)


def _spread(systems: Sequence[str], apart: float) -> dict[str, float]:
    """Return how far from the middle of a bucket each system stands."""
    return {system: apart * (place - (len(systems) - 1) / 2) for place, system in enumerate(systems)}


def _count(rows: Sequence[Row], left: float, y: float, largest: float) -> Iterator[str]:
    count = max((row["count"] for row in rows if drawable(row["count"])), default=None)
    if count:
        about = tip(f"{rows[0]['bucket']}: {count:,.0f}")
        yield box((left, y - 6), (left + BARS * count / largest, y + 6), about, fill=GREY, fill_opacity=0.3)


def _dot(row: Row, on: Axis, y: float, looks: Mapping[str, Look]) -> Iterator[str]:
    if not drawable(row["value"]):
        return
    seen, about = looks[str(row["system"])], f"{row['system']}: {row['value']:.4g}"
    clear = row["words"] in FILLED
    if known(row):
        gap = 0 if clear else 5
        yield interval(row, on, y, gap, stroke=seen.colour, stroke_width=1.2, stroke_opacity=0.7)
        about += f", from {row['low']:.4g} to {row['high']:.4g}"
    about += FILLED.get(row["words"], ", not significant")
    inside: Fill = {} if clear else {"fill": "none", "pointer_events": "all"}
    yield mark(seen, (on.at(row["value"]), y), about, stroke=seen.colour, stroke_width=1.5, **inside)
