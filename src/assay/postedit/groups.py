"""Effort of systems, editors, documents and segments: every measure, with intervals over documents, or over segments.

Segments of a document are alike, so documents are drawn where several are known. Intervals over fewer than thirty are
Student's by the jackknife, as in `assay compare`; of too few there are none. They are about other texts, edited by the
same editors.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.comparison.resampling import FEW_UNITS, spread
from assay.data import Array, Codes, Scores
from assay.postedit.measures import BY_NAME, MEASURES, EffortMeasure, figures_of, known_rows
from assay.postedit.quantities import Measured, drawn_with
from assay.stats import Interval, Settings, bounds

# As of editors: two units say next to nothing of how far others are from them.
LEAST_UNITS = 3
KEY_NAMES = ("letter", "digit", "white", "symbol", "navigation", "erase", "copy", "cut", "paste", "do")


@dataclass(frozen=True)
class Group:
    """A system, an editor, a document or a segment: its figures by measure, those of its phases, and its size."""

    name: str
    rows: int
    segments: int
    figures: Mapping[str, float]
    intervals: Mapping[str, Interval]
    # Of quantities that are known: seconds by phase, keys by class, words
    sums: Mapping[str, float]

    def share(self, part: str, whole: str) -> float:
        """Return one sum over another, NaN where there is none."""
        return self.sums[part] / self.sums[whole] if self.sums.get(whole) else float("nan")


def group_rows(measured: Measured, groups: Codes, settings: Settings | None = None) -> list[Group]:
    """Return the figures of every group, in the order of their names; with settings, intervals, too."""
    quantities = measured.quantities
    figures = {measure.name: figures_of(measure, quantities, groups) for measure in MEASURES}
    sums = {name: _known_sums(column, groups) for name, column in quantities.items()}
    intervals = {} if settings is None else bootstrap(measured, groups, settings)
    segment = measured.postedits.segment.index
    found = []
    for place, name in enumerate(groups.names):
        own = groups.index == place
        if own.any():
            found.append(
                Group(
                    name,
                    int(own.sum()),
                    len(np.unique(segment[own])),
                    {key: float(column[place]) for key, column in figures.items()},
                    {key: column[place] for key, column in intervals.items()},
                    {key: float(column[place]) for key, column in sums.items()},
                )
            )
    return found


def _known_sums(column: Array, groups: Codes) -> Array:
    known = np.isfinite(column)
    counts = np.bincount(groups.index[known], minlength=len(groups.names))
    sums = np.bincount(groups.index[known], column[known], len(groups.names))
    return np.where(counts > 0, sums, np.nan)


def bootstrap(measured: Measured, groups: Codes, settings: Settings) -> dict[str, list[Interval]]:
    """Draw documents, or segments, with all their rows, and return the interval of every measure for every group."""
    return {
        measure.name: _intervals(measure, measured, groups, settings)
        for measure in MEASURES
        if known_rows(measure, measured.quantities).any()
    }


def _intervals(
    measure: EffortMeasure, measured: Measured, groups: Codes, settings: Settings
) -> list[Interval]:
    text, size = drawn_with(measured.postedits), len(groups.names)
    known = known_rows(measure, measured.quantities) > 0
    _, unit = np.unique(text.index[known], return_inverse=True)
    cells = unit * size + groups.index[known]
    units = int(unit.max()) + 1
    rows = np.bincount(cells, minlength=units * size).reshape(units, size)
    columns: list[Array] = [
        np.asarray(
            np.bincount(cells, measured.quantities[name][known], units * size).reshape(units, size), float
        )
        for name in measure.needs
    ]
    own = (rows > 0).sum(axis=0)
    few = {
        place: _of_few(measure, [column[:, place] for column in columns], rows[:, place], settings)
        for place in np.flatnonzero(own < FEW_UNITS).tolist()
    }
    if len(few) == size:
        return list(few.values())
    many = _of_many(measure, columns, settings)
    return [few.get(place, many[place]) for place in range(size)]


def _of_many(measure: EffortMeasure, columns: Sequence[Array], settings: Settings) -> list[Interval]:
    """Return intervals of all groups from bootstrap draws of the units."""
    stacked = np.concatenate(columns, axis=1)
    drawn = kernel.resample_sums(
        stacked, settings.bootstrap_draws, settings.seed, kind="with-replacement", threads=settings.threads
    )
    draws = measure.figure(dict(zip(measure.needs, np.split(drawn, len(columns), axis=1), strict=True)))
    totals = {name: column.sum(axis=0) for name, column in zip(measure.needs, columns, strict=True)}
    figures = measure.figure(totals).tolist()
    return [_interval(figure, draws[:, place], settings) for place, figure in enumerate(figures)]


def _of_few(
    measure: EffortMeasure, columns: Sequence[Array], rows: NDArray[np.int64], settings: Settings
) -> Interval:
    """Return Student's interval by the jackknife over the units that a group has rows of."""
    own = rows > 0
    totals = [column[own].sum() for column in columns]
    figure = float(measure.figure(dict(zip(measure.needs, map(np.asarray, totals), strict=True))))
    without = measure.figure(
        {
            name: total - column[own]
            for name, total, column in zip(measure.needs, totals, columns, strict=True)
        }
    )
    if own.sum() < LEAST_UNITS or not np.isfinite(without).all() or math.isnan(figure):
        return Interval(figure, math.nan, math.nan, "jackknife t")
    sizes = rows[own].astype(np.float64)
    # Times and edits are ratios, whose logarithms are nearer to normal; a figure above 0 has no bound below it.
    if figure > 0 and (without > 0).all():
        value, known = math.log(figure), spread(math.log(figure), np.log(without), sizes)
        low, high = (math.exp(end) for end in known.bounds(value, settings.confidence))
    else:
        known = spread(figure, without, sizes)
        low, high = known.bounds(figure, settings.confidence)
    # Of nothing that varies, such as no output left as it was, so few units do not say how rare the other is.
    return Interval(figure, *((low, high) if known.error else (math.nan, math.nan)), "jackknife t")


def _interval(figure: float, draws: Array, settings: Settings) -> Interval:
    usable = draws[np.isfinite(draws)]
    if not len(usable) or math.isnan(figure):
        return Interval(figure, math.nan, math.nan, "bootstrap")
    return Interval(figure, *bounds(figure, usable, replace(settings, interval="percentile")), "bootstrap")


def effort_scores(measured: Measured, names: Sequence[str] = ()) -> list[Scores]:
    """Return measures as scores, systems by segments, which `assay meta` holds metrics against.

    Editors are taken together: sums over them make one figure. Translation from scratch is no system, and a measure
    that is known of no segment is left out.
    """
    postedits = measured.postedits
    rows = np.flatnonzero(~postedits.scratch)
    numbers, own = np.unique(postedits.system.index[rows], return_inverse=True)
    systems, segments = tuple(postedits.system.names[number] for number in numbers), postedits.segment.names
    index = own.astype(np.int64) * len(segments) + postedits.segment.index[rows]
    cells = Codes(tuple(map(str, range(len(systems) * len(segments)))), index.astype(np.int32))
    quantities = {name: column[rows] for name, column in measured.quantities.items()}
    document = _by_segment(postedits.document, postedits.segment)
    scores = []
    for measure in (BY_NAME[name] for name in names) if names else MEASURES:
        values = figures_of(measure, quantities, cells).reshape(len(systems), len(segments))
        if np.isfinite(values).any() and measure.better is not None:
            totals = figures_of(measure, quantities, Codes(systems, own.astype(np.int32)))
            scores.append(
                Scores(
                    *(measure.name, systems, segments, values, totals, measure.better == "higher"),
                    document=document,
                    notes=(measure.words,),
                )
            )
    return scores


def _by_segment(column: Codes | None, segment: Codes) -> Codes | None:
    """Return the document of every segment."""
    if column is None:
        return None
    index = np.zeros(len(segment.names), dtype=np.int32)
    index[segment.index] = column.index
    return Codes(column.names, index)
