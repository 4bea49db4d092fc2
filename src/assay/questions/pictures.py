"""A figure of a report as a picture: inline SVG in a notebook, a file, or drawn on somebody's matplotlib axes."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.io import check_writable, write_file
from assay.reporting.blocks import Figure

Row = Mapping[str, Any]
WORD_COLOURS = {"better": "#3b82c4", "worse": "#d9822b"}  # the blue and orange of our own pictures
UNDECIDED = "#8a8f98"
SIGNS = {"better": "▲", "worse": "▼", "open": "·"}


@dataclass(frozen=True, repr=False)
class Picture:
    """A figure that a notebook shows; printed, it is its title and what it shows in words."""

    figure: Figure

    @property
    def svg(self) -> str:
        """The picture as the text of an SVG file."""
        from assay.reporting.render.charts import figure_svg

        return figure_svg(self.figure)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"{self.figure.title}: {self.figure.words}"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to an SVG file, whole or not at all."""
        check_writable(os.fspath(path), "save")
        write_file(os.fspath(path), self.svg)


def draw_on(figure: Figure, ax: Any) -> Any:
    """Draw a figure on matplotlib axes and return them."""
    names = [head.name for head in figure.data.columns]
    DRAWINGS[figure.kind](ax, [dict(zip(names, row, strict=True)) for row in figure.data.rows])
    ax.set_title(figure.title)
    if figure.axis:
        ax.set_xlabel(figure.axis)
    if figure.upright:
        ax.set_ylabel(figure.upright)
    return ax


def _intervals(ax: Any, rows: Sequence[Row]) -> None:
    """Draw a point a name and its interval as a line, the first name at the top."""
    several = len({row["group"] for row in rows}) > 1
    labels = [f"{row['group']}: {row['name']}" if several else row["name"] for row in rows]
    for place, row in enumerate(rows):
        if row["low"] is not None and row["high"] is not None:
            ax.plot([row["low"], row["high"]], [place, place], color=WORD_COLOURS["better"])
        ax.plot([row["value"]], [place], "o", color=WORD_COLOURS["better"])
    ax.set_yticks(range(len(rows)), labels)
    ax.invert_yaxis()


def _ranking(ax: Any, rows: Sequence[Row]) -> None:
    """Draw systems best first, with the letter of their band."""
    _intervals(ax, [{**row, "group": "", "name": f"{row['letter']} {row['name']}".strip()} for row in rows])


def _squares(ax: Any, rows: Sequence[Row], colours: Sequence[Any], **scale: Any) -> None:
    """Draw a square a row and column, with its label."""
    across, down = ([*dict.fromkeys(row[name] for row in rows)] for name in ("column", "row"))
    places = [(across.index(row["column"]), down.index(row["row"])) for row in rows]
    ax.scatter(*zip(*places, strict=True), c=colours, marker="s", s=900, alpha=0.4, **scale)
    for place, row in zip(places, rows, strict=True):
        ax.annotate(row["label"], place, ha="center", va="center")
    ax.set_xticks(range(len(across)), across)
    ax.set_yticks(range(len(down)), down)
    ax.margins(0.5)
    ax.invert_yaxis()


def _matrix(ax: Any, rows: Sequence[Row]) -> None:
    """Draw who beats whom."""
    _squares(ax, rows, [WORD_COLOURS.get(row["words"], UNDECIDED) for row in rows])


def _heat(ax: Any, rows: Sequence[Row]) -> None:
    """Draw numbers as colours."""
    _squares(ax, rows, [float("nan") if row["value"] is None else row["value"] for row in rows], cmap="Blues")


def _bars(group: str) -> Callable[[Any, Sequence[Row]], None]:
    """Return what draws histograms, a colour for each name in the column `group`."""

    def draw(ax: Any, rows: Sequence[Row]) -> None:
        for name in dict.fromkeys(row[group] for row in rows):
            bars = [row for row in rows if row[group] == name]
            widths = [row["high"] - row["low"] for row in bars]
            counts = [row["count"] for row in bars]
            ax.bar([row["low"] for row in bars], counts, widths, align="edge", alpha=0.6, label=name)
        ax.set_ylabel("count")
        ax.legend()

    return draw


def _scatter(ax: Any, rows: Sequence[Row]) -> None:
    """Draw points with their labels."""
    for group in dict.fromkeys(row["group"] for row in rows):
        points = [row for row in rows if row["group"] == group]
        ax.scatter([row["x"] for row in points], [row["y"] for row in points], label=group or None)
    for row in rows:
        ax.annotate(row["label"] or "", (row["x"], row["y"]))


def _curve(ax: Any, rows: Sequence[Row]) -> None:
    """Draw a line a series."""
    for series in dict.fromkeys(row["series"] for row in rows):
        points = [row for row in rows if row["series"] == series]
        ax.plot([row["x"] for row in points], [row["y"] for row in points], label=series)
    ax.legend()


def _against(ax: Any, rows: Sequence[Row]) -> None:
    """Draw differences from one system, coloured by verdict, around a line at zero."""
    ax.axvline(0, color=UNDECIDED)
    for place, row in enumerate(rows):
        colour = WORD_COLOURS.get(row["words"], UNDECIDED)
        ax.plot([row["low"], row["high"]], [place, place], color=colour)
        ax.plot([row["value"]], [place], "o", color=colour)
    ax.set_yticks(range(len(rows)), [row["name"] for row in rows])
    ax.invert_yaxis()


def _buckets(ax: Any, rows: Sequence[Row]) -> None:
    """Draw a point per bucket and system, filled where it differs significantly."""
    buckets = [*dict.fromkeys(row["bucket"] for row in rows)]
    for system in dict.fromkeys(row["system"] for row in rows):
        own = [row for row in rows if row["system"] == system]
        values, places = [row["value"] for row in own], [buckets.index(row["bucket"]) for row in own]
        (drawn,) = ax.plot(values, places, "o", fillstyle="none", label=system)
        filled = [row for row in own if row["words"] != "open"]
        at = [buckets.index(row["bucket"]) for row in filled]
        ax.plot([row["value"] for row in filled], at, "o", color=drawn.get_color())
    ax.set_yticks(range(len(buckets)), buckets)
    ax.invert_yaxis()
    ax.legend()


def _grid(ax: Any, rows: Sequence[Row]) -> None:
    """Draw a sign a pair and metric."""
    colours = [WORD_COLOURS.get(row["words"], UNDECIDED) for row in rows]
    _squares(ax, [{**row, "label": SIGNS[row["words"]]} for row in rows], colours)


def _strip(ax: Any, rows: Sequence[Row]) -> None:
    """Draw a point a name on one line, those that are spoken of larger."""
    for row in rows:
        ax.plot([row["value"]], [0], "o", markersize=12 if row["spoken_of"] else 6, label=row["name"])
    ax.set_yticks([])
    ax.legend()


DRAWINGS: Mapping[str, Callable[[Any, Sequence[Row]], None]] = {  # by the kind of figure
    "against": _against,
    "buckets": _buckets,
    "grid": _grid,
    "ranking": _ranking,
    "differences": _matrix,
    "intervals": _intervals,
    "matrix": _matrix,
    "histogram": _bars("better"),
    "scatter": _scatter,
    "heat": _heat,
    "histograms": _bars("group"),
    "curve": _curve,
    "strip": _strip,
}
