"""Figures as SVG, drawn by Vega-Lite through altair: no script, nothing to fetch, colours for light and dark.

Text and axes take the colour of the page (`currentColor`), so that a figure can be read on any background.
Blue and orange can be told apart with every kind of colour blindness; no figure relies on colour alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from assay.errors import DependencyError
from assay.report.blocks import Figure
from assay.report.cells import visible

BLUE, ORANGE, GREY = "#3b82c4", "#d9822b", "#8a8f98"
COLOURS = (BLUE, ORANGE, GREY, "#2f9e8f", "#b5577f", "#a08a1f", "#6f5fc0")
WIDTH, LABELS = 330, 120
INK = "currentColor"
_NEEDLESS = re.compile(r' (?:style|role|aria-[a-z]+)="[^"]*"')


def svg(figure: Figure) -> str:
    """Draw a figure; the picture scales with the page and has its title for screen readers."""
    converter = require()
    drawn: str = converter(_CHARTS[figure.kind](figure).to_json(validate=False))
    start = drawn.index("<svg")
    # the page's policy allows no style in attributes, and the words that a screen reader needs are the page's own
    return _NEEDLESS.sub("", drawn[start:])


def require() -> Callable[[str], str]:
    """Return the converter, or say how to install what draws."""
    try:
        import vl_convert

        _altair()
    except ImportError as error:
        raise DependencyError(
            f"pictures need {error.name}, which is not installed; pip install 'mt-assay[report]', "
            "or take another format than html"
        ) from None
    convert: Callable[[str], str] = vl_convert.vegalite_to_svg
    return convert


def _altair() -> Any:
    """Import altair, whose types are not complete, when a figure is drawn and not before."""
    import altair

    return altair


def _values(figure: Figure) -> list[dict[str, Any]]:
    names = [head.name for head in figure.data.columns]
    return [dict(zip(names, map(_safe, row), strict=True)) for row in figure.data.rows]


def _safe(value: Any) -> Any:
    """Write as escapes what no SVG can hold: the converter would end the whole program."""
    if not isinstance(value, str):
        return value
    return visible(value).encode("utf-8", "backslashreplace").decode("utf-8")


def _configured(chart: Any) -> Any:
    text = {"labelColor": INK, "titleColor": INK, "labelFontSize": 13, "titleFontSize": 13}
    return (
        chart.configure(background="transparent", font="sans-serif", aria=False)  # the page has its own words
        .configure_view(stroke=None)
        .configure_axis(
            domainColor=INK, tickColor=INK, gridColor=GREY, gridOpacity=0.25, labelLimit=LABELS, **text
        )
        .configure_legend(labelColor=INK, titleColor=INK, labelFontSize=13)
        .configure_header(labelColor=INK, titleColor=INK, labelFontSize=14)
        .configure_title(color=INK, anchor="start", fontSize=14)
    )


def _intervals(figure: Figure) -> Any:
    """Draw one panel a group, each on its own scale: a point a name, its interval as a line."""
    alt = _altair()
    values = _values(figure)
    panels = []
    for group in dict.fromkeys(row["group"] for row in values):
        rows = [row for row in values if row["group"] == group]
        base = alt.Chart(alt.Data(values=rows), width=WIDTH, height=alt.Step(26), title=str(group))
        y = alt.Y("name:N", sort=None, title=None)
        whole = all(isinstance(row[key], int) for row in rows for key in ("low", "value", "high"))
        axis = alt.Axis(tickMinStep=1, format="d") if whole else alt.Axis()  # ranks have no halves
        x = alt.X("low:Q", title=None, scale=alt.Scale(zero=False), axis=axis)
        line = base.mark_rule(color=BLUE, strokeWidth=3).encode(y=y, x=x, x2="high:Q")
        point = base.mark_point(color=BLUE, filled=True, size=90).encode(y=y, x="value:Q")
        zero = _zero_line(rows)
        panels.append(alt.layer(*zero, line, point))
    return _configured(alt.vconcat(*panels, spacing=14))


def _zero_line(rows: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Mark zero where the numbers are differences: an interval that holds it leaves the question open."""
    alt = _altair()
    if not any(row["low"] <= 0 <= row["high"] for row in rows):
        return []
    data = alt.Data(values=[{"x": 0}])
    return [alt.Chart(data).mark_rule(color=INK, strokeDash=[4, 3], opacity=0.7).encode(x="x:Q")]


def _matrix(figure: Figure) -> Any:
    """Draw a square a pair: colour and sign say whether the row's system is better than the column's."""
    alt = _altair()
    names = list(dict.fromkeys(row["row"] for row in _values(figure)))
    side = alt.Step(70 if len(names) <= 8 else 56)
    bare = {"ticks": False, "domain": False}
    base = alt.Chart(alt.Data(values=_values(figure)), width=side, height=alt.Step(38)).encode(
        y=alt.Y("row:N", sort=names, title=None, axis=alt.Axis(**bare)),
        x=alt.X("column:N", sort=names, title=None, axis=alt.Axis(orient="top", labelAngle=-40, **bare)),
    )
    squares = base.mark_rect(opacity=0.4, stroke=GREY, strokeWidth=0.5).encode(
        color=_colours("words:N", ["better", "worse", "open"])
    )
    numbers = base.mark_text(color=INK, fontSize=12).encode(text="label:N")
    return _configured(squares + numbers)


def _histogram(figure: Figure) -> Any:
    """Draw counts over bins; the bins in which one system is better have their own colour."""
    alt = _altair()
    names = list(dict.fromkeys(row["better"] for row in _values(figure)))
    base = alt.Chart(alt.Data(values=_values(figure)), width=WIDTH, height=150)
    bars = base.mark_rect(stroke=GREY, strokeWidth=0.5).encode(
        x=alt.X("low:Q", title=_safe(figure.axis), scale=alt.Scale(nice=False)),
        x2="high:Q",
        y=alt.Y("count:Q", title="segments"),
        y2=alt.datum(0),
        color=_colours("better:N", names),
    )
    return _configured(bars)


def _scatter(figure: Figure) -> Any:
    """Draw a labelled point a system, an ellipse around it as wide and high as its intervals."""
    alt = _altair()
    values = _values(figure)
    names = list(dict.fromkeys(row["group"] for row in values))
    encoded = {
        "x": alt.X("x:Q", title=_safe(figure.axis), scale=alt.Scale(zero=False)),
        "y": alt.Y("y:Q", title=_safe(figure.upright), scale=alt.Scale(zero=False)),
    }
    base = alt.Chart(alt.Data(values=values), width=WIDTH + LABELS, height=WIDTH).encode(**encoded)
    points = base.mark_point(filled=True, size=70).encode(
        color=_colours("group:N", names), shape=alt.Shape("group:N", sort=names, legend=None)
    )
    labels = base.mark_text(align="left", dx=7, dy=-5, color=INK, fontSize=11).encode(text="label:N")
    around = alt.Chart(alt.Data(values=[point for row in values for point in _ellipse(row)]))
    rings = around.mark_line(color=GREY, strokeWidth=1, opacity=0.7).encode(
        **encoded, detail="label:N", order="turn:Q"
    )
    return _configured(rings + points + labels)


def _ellipse(row: Mapping[str, Any], steps: int = 48) -> list[dict[str, Any]]:
    """Return the points of an ellipse around a point; none where an interval is missing."""
    bounds = [row[name] for name in ("x_low", "x_high", "y_low", "y_high")]
    if None in bounds:
        return []
    x_low, x_high, y_low, y_high = bounds
    turns = [2 * math.pi * step / steps for step in range(steps + 1)]
    return [
        {
            "x": (x_low + x_high) / 2 + (x_high - x_low) / 2 * math.cos(turn),
            "y": (y_low + y_high) / 2 + (y_high - y_low) / 2 * math.sin(turn),
            "label": row["label"],
            "turn": turn,
        }
        for turn in turns
    ]


def _heat(figure: Figure) -> Any:
    """Draw a square a cell, the fuller the higher its value, with the value written in it."""
    alt = _altair()
    values = _values(figure)
    rows, columns = ([*dict.fromkeys(value[name] for value in values)] for name in ("row", "column"))
    bare = {"ticks": False, "domain": False}
    base = alt.Chart(alt.Data(values=values), width=alt.Step(70), height=alt.Step(26)).encode(
        y=alt.Y("row:N", sort=rows, title=None, axis=alt.Axis(**bare)),
        x=alt.X("column:N", sort=columns, title=None, axis=alt.Axis(orient="top", labelAngle=-40, **bare)),
    )
    fullness = alt.Opacity("value:Q", scale=alt.Scale(range=[0.03, 0.65], zero=False), legend=None)
    squares = base.mark_rect(color=BLUE, stroke=GREY, strokeWidth=0.5).encode(opacity=fullness)
    return _configured(squares + base.mark_text(color=INK, fontSize=12).encode(text="label:N"))


def _histograms(figure: Figure) -> Any:
    """Draw one small histogram a group, all on the same axes, three in a row."""
    alt = _altair()
    values = _values(figure)
    names = list(dict.fromkeys(row["group"] for row in values))
    bars = (
        alt.Chart(alt.Data(values=values), width=130, height=64)
        .mark_rect(color=BLUE, stroke=GREY, strokeWidth=0.5)
        .encode(
            x=alt.X("low:Q", title=None, scale=alt.Scale(nice=False, zero=False)),
            x2="high:Q",
            y=alt.Y("count:Q", title=None, axis=alt.Axis(tickCount=3)),
            y2=alt.datum(0),
        )
    )
    return _configured(bars.facet(alt.Facet("group:N", sort=names, title=None), columns=3))


def _curve(figure: Figure) -> Any:
    """Draw a line a series; places with a mark have a point and the mark's words."""
    alt = _altair()
    values = _values(figure)
    names = list(dict.fromkeys(row["series"] for row in values))
    base = alt.Chart(alt.Data(values=values), width=WIDTH + LABELS, height=200).encode(
        x=alt.X("x:Q", title=_safe(figure.axis)),
        y=alt.Y("y:Q", title=_safe(figure.upright), scale=alt.Scale(zero=False)),
    )
    dash = alt.StrokeDash("series:N", scale=alt.Scale(domain=names), title=None)
    lines = base.mark_line(strokeWidth=2).encode(color=_colours("series:N", names), strokeDash=dash)
    marked = base.transform_filter("datum.mark != ''")
    points = marked.mark_point(filled=True, size=80, color=INK)
    words = marked.mark_text(align="left", dx=6, dy=-8, color=INK, fontSize=12).encode(text="mark:N")
    return _configured(lines + points + words)


def _colours(field: str, names: Sequence[str]) -> Any:
    """Give names their colours, and a legend below the picture; beyond seven, colours come again."""
    alt = _altair()
    scale = alt.Scale(
        domain=list(names), range=[COLOURS[place % len(COLOURS)] for place in range(len(names))]
    )
    legend = alt.Legend(orient="bottom", labelLimit=LABELS)
    return alt.Color(field, scale=scale, title=None, legend=legend)


_CHARTS: Mapping[str, Callable[[Figure], Any]] = {
    "intervals": _intervals,
    "matrix": _matrix,
    "histogram": _histogram,
    "scatter": _scatter,
    "heat": _heat,
    "histograms": _histograms,
    "curve": _curve,
}
