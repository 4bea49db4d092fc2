"""Estimates as dots with thin intervals: rankings, differences from one system, panels of intervals, strips."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from assay.reporting.blocks import Figure
from assay.reporting.render.cells import signed
from assay.reporting.render.drawings.marks import (
    BLUE,
    RIGHT,
    VERDICTS,
    Fill,
    Look,
    Row,
    grouped,
    interval,
    known,
    looks_of,
    mark,
)
from assay.reporting.render.svg import (
    GREY,
    LABELS,
    LINE,
    QUIET,
    SMALL,
    WIDTH,
    Axis,
    across,
    box,
    cut_names,
    drawable,
    label,
    line,
    lines_of,
    picture,
    quiet,
    scale,
    shape,
    text,
    tip,
    wide,
)

BROAD = 640  # of the ranking on a wide page
# From here on a ranking has room for its intervals in figures
ROOMY = 500
STEP = 26  # from one row of names to the next
CLOSE = 22  # the same where there is little to a row
STRIP = 300  # of a line of dots beside a sentence
BOLD = 1.12  # how much wider bold letters are


def draw_ranking(figure: Figure, rows: Sequence[Row], width: float = BROAD) -> str:
    """Draw systems best first: a mark a score, its interval as a line, and a band around those of one letter."""
    looks = looks_of(figure, [row["name"] for row in rows])
    names = cut_names((str(row["name"]) for row in rows), LABELS * (1.5 if width >= ROOMY else 1))
    start = 34 if any(row["letter"] for row in rows) else 10
    left = start + BOLD * max(map(wide, names.values()), default=0) + 14
    bounds = [row[key] for row in rows for key in ("low", "value", "high")]
    figures = _Figures(rows, width)
    on = scale(bounds, (left, width - 8 - sum(figures.room)), margin=0.04)
    parts, y = list[str](), 4.0
    for letter, band in grouped(rows, "letter").items():
        height = STEP * len(band) + 4
        parts.append(box((0, y), (width, y + height), fill=GREY, fill_opacity=0.12, rx=6))
        parts.append(
            text(letter, (11, y + height / 2 + 5), font_weight="650", font_size=14, fill_opacity=QUIET)
        )
        for place, row in enumerate(band):
            middle, first = y + 2 + STEP * (place + 0.5), row is rows[0] and len(rows) > 1
            weight: Fill = {"font_weight": "700"} if first else {}
            parts.append(label(str(row["name"]), names, (start, middle + 4), **weight))
            parts += _dot(row, on, middle, looks[str(row["name"])])
            parts += figures.written(row, middle + 4, weight)
        y += height + 4
    grid = across(on, 4, y, figure.axis, width)
    return picture([*grid, *parts], (width, y + (38 if figure.axis else 22)), scrolled=False)


class _Figures:
    """Scores and, where there is room, intervals at the end of the rows of a ranking."""

    def __init__(self, rows: Sequence[Row], width: float) -> None:
        values = [row["value"] for row in rows if drawable(row["value"])]
        apart = (max(values) - min(values)) / max(1, len(values) - 1) if values else 1.0
        self.digits = min(4, max(2, 1 - math.floor(math.log10(apart)))) if apart > 0 else 2
        self._width, roomy = width, width >= ROOMY
        self.scores = {
            id(row): signed(row["value"], self.digits, plus=False) for row in rows if drawable(row["value"])
        }
        self.ranges = {id(row): self._range(row) for row in rows if roomy and known(row)}
        score = BOLD * max((wide(words, 13) for words in self.scores.values()), default=0)
        span = max((wide(words, SMALL) for words in self.ranges.values()), default=0)
        self.room = (14 + score, 12 + span if span else 0)

    def _range(self, row: Row) -> str:
        low, high = (signed(row[end], self.digits, plus=False) for end in ("low", "high"))
        return f"{low} to {high}" if "−" in low else f"{low}–{high}"

    def written(self, row: Row, y: float, weight: Fill) -> Iterator[str]:
        """Write the figures of a row."""
        if id(row) in self.scores:
            at = (self._width - 8 - self.room[1], y)
            yield text(self.scores[id(row)], at, text_anchor="end", font_size=13, **weight)
        if id(row) in self.ranges:
            at = (self._width - 8, y)
            yield text(self.ranges[id(row)], at, text_anchor="end", font_size=SMALL, fill_opacity=QUIET)


def _dot(row: Row, on: Axis, y: float, seen: Look) -> Iterator[str]:
    """Draw an estimate and its interval, with both in words for the mouse."""
    if not drawable(row["value"]):
        return
    about = f"{row['name']}: {row['value']:.4g}"
    if known(row):
        ends = (on.at(row["low"]), y), (on.at(row["high"]), y)
        yield line(*ends, stroke=seen.colour, stroke_width=2, stroke_opacity=0.75)
        about += f", from {row['low']:.4g} to {row['high']:.4g}"
    yield mark(seen, (on.at(row["value"]), y), about)


def draw_against(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw everyone's difference from one system, better always on the right, zero in view, coloured by verdict.

    The axis runs from right to left for a metric of errors. An open circle is a difference that may be chance.
    """
    names = cut_names((str(row["name"]) for row in rows), LABELS)
    left = max(map(wide, names.values()), default=0) + 14
    digits = 1 if all(abs(row["value"]) >= 0.1 for row in rows if drawable(row["value"])) else 2
    said = {id(row): signed(row["value"], digits) for row in rows if drawable(row["value"])}
    right = WIDTH - 12 - max((BOLD * wide(words) for words in said.values()), default=0)
    ends = (right, left) if figure.data.facts.get("better") == "lower" else (left, right)
    bounds = [row[key] for row in rows for key in ("low", "value", "high")]
    on = scale([0.0, *bounds], ends, most=5, margin=0.06)
    top, bottom, zero = 20.0, 24.0 + CLOSE * len(rows), on.at(0)
    held = cut_names([str(figure.data.facts.get("against", ""))], 0.6 * WIDTH, SMALL)
    parts = [*across(on, top, bottom), line((zero, top), (zero, bottom), stroke_opacity=0.8)]
    parts += [quiet(words, (zero, 13), (0, WIDTH)) for words in held.values() if words]
    for place, row in enumerate(rows):
        y = top + 2 + CLOSE * (place + 0.5)
        parts.append(label(str(row["name"]), names, (left - 14, y + 4), text_anchor="end"))
        parts += _difference(row, on, y, said.get(id(row), ""))
    for words, at, anchor in (("← worse", left, "start"), ("better →", right, "end")):
        parts.append(text(words, (at, bottom + 32), text_anchor=anchor, font_size=SMALL, fill_opacity=QUIET))
    return picture(parts, (WIDTH, bottom + 38))


def _difference(row: Row, on: Axis, y: float, said: str) -> Iterator[str]:
    if not drawable(row["value"]):
        return
    colour, clear = VERDICTS[row["words"]], row["words"] != "open"
    if known(row):
        yield interval(row, on, y, 0 if clear else 5.5, stroke=colour, stroke_width=2)
    verdict = f"significantly {row['words']}" if clear else "not significant"
    dot: Fill = {"fill": colour} if clear else {"fill": "none", "pointer_events": "all"}
    yield shape(
        "circle",
        tip(f"{row['name']}: {said}, {verdict}"),
        **{"cx": on.at(row["value"]), "cy": y, "r": 4.5, "stroke": colour, "stroke_width": 2, **dot},
    )
    weight: Fill = {"font_weight": "600"} if clear else {"fill_opacity": QUIET}
    yield text(said, (WIDTH - 2, y + 4), text_anchor="end", **weight)


def draw_intervals(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw one panel a group, each on its own scale: a point a name, its interval as a line."""
    names = cut_names((str(row["name"]) for row in rows), LABELS)
    left, top, parts = max(map(wide, names.values()), default=0) + 12, 0.0, list[str]()
    looks = looks_of(figure, ()) if figure.systems else {}
    for group, panel in grouped(rows, "group").items():
        for words in lines_of(group, WIDTH, 13):
            parts.append(text(words, (0, top + 14), font_weight="600"))
            top += 16
        parts += _interval_panel(panel, names, left, top + 6, looks)
        top += 6 + CLOSE * len(panel) + 30
    if figure.axis:
        parts.append(quiet(figure.axis, ((left + RIGHT) / 2, top), (0, WIDTH)))
        top += 8
    return picture(parts, (WIDTH, max(top, LINE)))


def _interval_panel(
    rows: Sequence[Row], names: Mapping[str, str], left: float, top: float, looks: Mapping[str, Look]
) -> Iterator[str]:
    bounds = [row[key] for row in rows for key in ("low", "value", "high")]
    whole = all(isinstance(number, int) for number in bounds)  # ranks have no halves
    on = scale(bounds, (left, RIGHT), margin=0.04, least=1 if whole else 0)
    bottom = top + CLOSE * len(rows)
    yield from across(on, top, bottom)
    if on.low <= 0 <= on.high and any(known(row) and row["low"] <= 0 <= row["high"] for row in rows):
        # An interval of differences that holds zero leaves the question open
        zero = on.at(0)
        yield line((zero, top), (zero, bottom), stroke_dasharray="4 3", stroke_opacity=0.7)
    for place, row in enumerate(rows):
        y = top + CLOSE * (place + 0.5)
        yield label(str(row["name"]), names, (left - 12, y + 4), text_anchor="end")
        if known(row):
            colour = looks[row["name"]].colour if row["name"] in looks else BLUE
            yield line((on.at(row["low"]), y), (on.at(row["high"]), y), stroke=colour, stroke_width=2)
            about = f"{row['name']}: {row['value']:.4g}, from {row['low']:.4g} to {row['high']:.4g}"
            yield shape("circle", tip(about), cx=on.at(row["value"]), cy=y, r=4.5, fill=colour)


def draw_strip(figure: Figure, rows: Sequence[Row]) -> str:
    """Draw a mark a system on one line, those that are spoken of larger; both ends of the scale are written."""
    looks = looks_of(figure, [row["name"] for row in rows])
    on = scale([row["value"] for row in rows], (12, STRIP - 12), most=4)
    parts = [line((2, 14), (STRIP - 2, 14), stroke=GREY, stroke_opacity=0.4)]
    for end, anchor in ((on.low, "start"), (on.high, "end")):
        at = (2 if anchor == "start" else STRIP - 2, 38)
        parts.append(text(on.label(end), at, text_anchor=anchor, font_size=SMALL, fill_opacity=QUIET))
    for row in sorted(rows, key=lambda row: bool(row["spoken_of"])):
        if drawable(row["value"]):
            large: Fill = {"stroke": looks[str(row["name"])].colour, "stroke_width": 5}
            seen: Fill = large if row["spoken_of"] else {"fill_opacity": 0.7}
            about = f"{row['name']}: {row['value']:.4g}"
            parts.append(mark(looks[str(row["name"])], (on.at(row["value"]), 14), about, **seen))
    return picture(parts, (STRIP, 42))
