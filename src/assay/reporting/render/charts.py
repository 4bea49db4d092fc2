"""Figures as pictures: no script, nothing to fetch, colours for light and dark.

A kind of figure is drawn of rows with the columns that `FIGURES` names for it, by its line in `DRAWINGS`; a law test
asks for all kinds. No figure relies on colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from assay.reporting.blocks import Figure
from assay.reporting.render.drawings.bars import draw_histogram, draw_histograms
from assay.reporting.render.drawings.buckets import draw_buckets
from assay.reporting.render.drawings.dots import draw_against, draw_intervals, draw_ranking, draw_strip
from assay.reporting.render.drawings.marks import Row
from assay.reporting.render.drawings.points import draw_curve, draw_scatter
from assay.reporting.render.drawings.squares import draw_differences, draw_grid, draw_heat, draw_matrix
from assay.reporting.render.svg import WIDTH

DRAWINGS: Mapping[str, Callable[[Figure, Sequence[Row]], str]] = {
    "against": draw_against,
    "buckets": draw_buckets,
    "curve": draw_curve,
    "differences": draw_differences,
    "grid": draw_grid,
    "heat": draw_heat,
    "histogram": draw_histogram,
    "histograms": draw_histograms,
    "intervals": draw_intervals,
    "matrix": draw_matrix,
    "ranking": draw_ranking,
    "scatter": draw_scatter,
    "strip": draw_strip,
}


def figure_svg(figure: Figure) -> str:
    """Draw a figure; the picture shrinks with the page, and its words are the page's own."""
    return DRAWINGS[figure.kind](figure, _rows(figure))


def narrow_svg(figure: Figure) -> str | None:
    """Draw a figure for a telephone; none where the one picture is narrow enough."""
    return draw_ranking(figure, _rows(figure), WIDTH) if figure.kind == "ranking" else None


def _rows(figure: Figure) -> list[Row]:
    names = [head.name for head in figure.data.columns]
    return [dict(zip(names, row, strict=True)) for row in figure.data.rows]
