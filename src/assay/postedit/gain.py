"""Is post-editing faster than translating from scratch, and does it get faster or slower as the work goes on?

The logarithm of seconds per word is modelled as system + (1 | editor) + (1 | segment) + (1 | editor x system), by
restricted maximum likelihood: editors differ by a factor of two and more, and a plain mean confuses a fast editor with
a good system; and one editor gains by machine translation where another does not. Where documents are known there are
(1 | document) + (1 | document x system), too. A difference of logarithms is a ratio of speeds. Its interval and test
are Student's, with the degrees of freedom of what varies (`assay.human`), and are of other editors and documents as
much as of other segments. With fewer than three editors, or two degrees of freedom, nothing can be said of others, and
there is neither.

Learning is the change of speed with the number of the segment, fatigue that with the hours of a sitting, which ends
where nothing is begun for half an hour. Both are slopes of the same logarithm, less the means of system and editor.
Intervals are Student's, by the jackknife: documents, or segments where these are not known, are left out one by one,
and of a slope of all editors each editor, too; the wider interval counts. Of fewer than three there is none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.comparison.power_analysis import least_units
from assay.comparison.resampling import FEW_UNITS
from assay.data import Array, Codes
from assay.errors import InputError, counted
from assay.human import DOCUMENT_TASTES, DOCUMENTS, TASTES, MixedModel
from assay.human.ratings.rater_effects import cells_of, fit_crossed_effects
from assay.postedit.quantities import Measured, drawn_with
from assay.stats import Interval, Settings, adjust, t_value

SITTING = 1800.0  # seconds without a new segment after which a sitting ends
LEAST_ROWS = 10  # of an editor, for a slope
TENTHS = 10
COLLINEAR = 0.8  # of order and time, above which they are taken for one
# Or documents: of two, nobody can tell whether a third would gain as much
LEAST_EDITORS = 3
# With one degree of freedom an interval of 95 % reaches 12.7 standard errors
LEAST_FREEDOM = 2.0


@dataclass(frozen=True)
class Speed:
    """The speed of a system by the model, and how it compares with translation from scratch."""

    system: str
    scratch: bool
    seconds_per_word: Interval
    # Speed over that from scratch; None for that itself, or where there is none
    ratio: Interval | None
    p_value: float | None
    adjusted: float | None

    @property
    def gain(self) -> Interval | None:
        """How many per cent more words an hour than from scratch."""
        if self.ratio is None:
            return None
        value, low, high = (100 * (end - 1) for end in (self.ratio.estimate, self.ratio.low, self.ratio.high))
        return Interval(value, low, high, self.ratio.method)


@dataclass(frozen=True)
class Gain:
    """Speeds by the model, fastest first; `withheld` says why there are no intervals and tests, "" where there are."""

    speeds: tuple[Speed, ...]
    baseline: str | None
    model: MixedModel
    rows: int
    withheld: str = ""

    def factor(self, name: str) -> float:
        """Return how many times as long a level of an effect takes that is one standard deviation slower."""
        effect = self.model.effect(name)
        return 1.0 if effect is None else math.exp(math.sqrt(effect.variance))


def log_rates(measured: Measured) -> tuple[Array, NDArray[np.bool_]]:
    """Return the logarithm of seconds per word, and the rows that have one."""
    seconds, words = measured.quantities["seconds"], measured.quantities["words"]
    known = (seconds > 0) & (words > 0)
    return np.log(np.where(known, seconds, 1) / np.where(known, words, 1)), known


def model_gain(measured: Measured, settings: Settings) -> Gain | None:
    """Fit the model; None where times of too few rows are known."""
    logs, known = log_rates(measured)
    rows = np.flatnonzero(known)
    postedits = measured.postedits
    columns = [codes.at(rows) for codes in (postedits.system, postedits.editor, postedits.segment)]
    if len(rows) < 3 or len(np.unique(columns[2].index)) < 2:
        return None
    document = None if postedits.document is None else postedits.document.at(rows)
    try:
        model = fit_crossed_effects(
            logs[rows],
            *columns,
            more=_effects((columns[0], columns[1], columns[2]), document),
            left_out=True,
        )
    except (InputError, np.linalg.LinAlgError):
        return None
    bare = {postedits.system.names[number] for number in np.unique(postedits.system.index[postedits.scratch])}
    baseline = next((name for name in model.systems if name in bare), None)
    withheld = _withheld(model, baseline, settings.alpha)
    speeds = _speeds(model, bare, baseline, settings, tested=not withheld)
    fastest = sorted(speeds, key=lambda speed: speed.seconds_per_word.estimate)
    return Gain(tuple(fastest), baseline, model, len(rows), withheld)


def _effects(columns: tuple[Codes, Codes, Codes], document: Codes | None) -> dict[str, Codes]:
    """Return what varies beside editors and segments: gains by editor, and by document where several are known."""
    system, editor, segment = columns
    effects = {TASTES: cells_of(editor, system)}
    if document is not None and 1 < len(np.unique(document.index)) < len(np.unique(segment.index)):
        effects |= {DOCUMENTS: document, DOCUMENT_TASTES: cells_of(document, system)}
    return effects


def _withheld(model: MixedModel, baseline: str | None, alpha: float) -> str:
    """Say why no interval is given of the differences from the baseline; nothing where they have one."""
    if baseline is None:
        return ""
    if model.raters < LEAST_EDITORS:
        return (
            f"{counted(model.raters, 'editor')}: whether others would gain as much cannot be told from fewer than "
            f"{LEAST_EDITORS}"
        )
    documents = model.effect(DOCUMENTS)
    if documents is not None and documents.levels < LEAST_EDITORS:
        return (
            f"{counted(documents.levels, 'document')}: whether others would gain as much cannot be told from fewer "
            f"than {LEAST_EDITORS}"
        )
    others = [name for name in model.systems if name != baseline]
    if any(model.freedom(model.contrast(baseline, name)) < LEAST_FREEDOM for name in others):
        return f"{counted(model.ratings, 'row')} of {model.raters} editors are too few to tell a gain from chance"
    if model.segments < (least := least_units(alpha)):
        return (
            f"{counted(model.segments, 'segment')}: a gain cannot be told from chance in fewer than {least}"
        )
    return ""


def _speeds(
    model: MixedModel, bare: set[str], baseline: str | None, settings: Settings, *, tested: bool
) -> list[Speed]:
    others = [name for name in model.systems if baseline is not None and name != baseline]
    p_values = [model.difference(str(baseline), name)[2] if tested else 1.0 for name in others]
    adjusted = dict(zip(others, adjust(np.array(p_values), "holm").tolist(), strict=True)) if others else {}
    p_value = dict(zip(others, p_values, strict=True))
    unit = dict(zip(model.systems, np.eye(len(model.systems)), strict=True))

    def interval(weights: Array) -> Interval:
        reach = model.reach(weights, settings.confidence) if tested else math.nan
        return _exponential(float(weights @ model.means), reach)

    return [
        Speed(
            name,
            name in bare,
            interval(unit[name]),
            interval(unit[str(baseline)] - unit[name]) if name in adjusted else None,
            p_value[name] if tested and name in adjusted else None,
            adjusted[name] if tested and name in adjusted else None,
        )
        for name in model.systems
    ]


def _exponential(value: float, reach: float) -> Interval:
    return Interval(math.exp(value), math.exp(value - reach), math.exp(value + reach), "mixed model")


@dataclass(frozen=True)
class Slope:
    """Change of time per word, in per cent, over 100 segments or an hour of a sitting."""

    editor: str  # "" for all
    over: str  # "100 segments", "an hour"
    change: Interval
    rows: int


@dataclass(frozen=True)
class Curve:
    """Learning and fatigue: slopes, and the time per word in tenths of the work, 1 for the mean."""

    slopes: tuple[Slope, ...]
    tenths: tuple[tuple[int, float, int], ...]  # tenth from 1, ratio to the mean, rows


def learning_curve(measured: Measured, settings: Settings) -> Curve | None:
    """Ask whether work gets faster with practice, and slower within a sitting."""
    postedits = measured.postedits
    logs, known = log_rates(measured)
    order = _order(measured)
    if order is None:
        return None
    known &= np.isfinite(order)
    rows = np.flatnonzero(known)
    if len(rows) < LEAST_ROWS:
        return None
    rest = _less_means(logs[rows], postedits.system.at(rows), postedits.editor.at(rows))
    hours = _hours(postedits.editor.at(rows), None if postedits.start is None else postedits.start[rows])
    step = 100 if order[rows].max() >= 100 else 10
    terms = {f"{step} segments": order[rows] / step}
    if hours is not None and not _same(order[rows], hours, postedits.editor.at(rows)):
        terms["an hour"] = hours
    whole = Clusters(postedits.system, postedits.editor, drawn_with(postedits)).at(rows)
    slopes = _slopes("", terms, rest, whole, settings)
    for place, name in enumerate(postedits.editor.names):
        own = np.flatnonzero(postedits.editor.index[rows] == place)
        if len(own) >= LEAST_ROWS and len(postedits.editor.names) > 1:
            some = {key: column[own] for key, column in terms.items()}
            slopes += _slopes(name, some, rest[own], whole.at(own), settings)
    return Curve(tuple(slopes), tuple(_tenths(order[rows], postedits.editor.at(rows), rest)))


def _order(measured: Measured) -> Array | None:
    """Return which segment of its editor's work a row was; by the clock, where the file has no numbers."""
    postedits = measured.postedits
    if postedits.order is not None:
        return postedits.order
    if postedits.start is None:
        return None
    order = np.full(len(postedits), np.nan)
    for place in range(len(postedits.editor.names)):
        own = np.flatnonzero((postedits.editor.index == place) & np.isfinite(postedits.start))
        order[own[np.argsort(postedits.start[own], kind="stable")]] = np.arange(1, len(own) + 1)
    return order


def _hours(editor: Codes, start: Array | None) -> Array | None:
    """Return how many hours into its sitting each row was begun."""
    if start is None or not np.isfinite(start).all():
        return None
    hours = np.zeros(len(start))
    for place in range(len(editor.names)):
        own = np.flatnonzero(editor.index == place)
        own = own[np.argsort(start[own], kind="stable")]
        fresh = np.diff(start[own], prepend=-np.inf) > SITTING
        hours[own] = (
            start[own] - start[own][np.maximum.accumulate(np.where(fresh, np.arange(len(own)), 0))]
        ) / 3600
    return hours if hours.any() else None


def _same(order: Array, hours: Array, editor: Codes) -> bool:
    """Tell whether the number of a segment and the time in a sitting go together too well to be told apart."""
    first, second = (_less_means(column, editor) for column in (order, hours))
    size = float(np.sqrt((first @ first) * (second @ second)))
    return size == 0 or abs(float(first @ second)) / size > COLLINEAR


def _less_means(logs: Array, *groups: Codes) -> Array:
    """Take the means of systems and editors off, by turns, until nothing is left of them."""
    rest = logs - logs.mean()
    for _ in range(50):
        for codes in groups:
            counts = np.bincount(codes.index, minlength=len(codes.names))
            means = np.bincount(codes.index, rest, len(codes.names)) / np.maximum(counts, 1)
            rest = rest - means[codes.index]
    return np.asarray(rest, dtype=np.float64)


def _slopes(
    editor: str, terms: dict[str, Array], rest: Array, clusters: Clusters, settings: Settings
) -> list[Slope]:
    """Return the slopes of all terms at once, with the widest interval that leaving out clusters of a kind gives."""
    columns = [_less_means(column, clusters.system, clusters.editor) for column in terms.values()]
    matrix = np.stack(columns, axis=1)
    if np.linalg.matrix_rank(matrix) < matrix.shape[1]:
        return []
    slope = np.asarray(np.linalg.solve(matrix.T @ matrix, matrix.T @ rest), dtype=np.float64)
    reaches = [_reach(matrix, rest, slope, (codes, clusters), settings) for codes in clusters.drawn]
    reach = np.max(reaches, axis=0)
    return [
        Slope(editor, name, _per_cent(value, own), len(rest))
        for name, value, own in zip(terms, slope.tolist(), reach.tolist(), strict=True)
    ]


@dataclass(frozen=True)
class Clusters:
    """What rows of work have in common: their system, their editor, and the document or segment."""

    system: Codes
    editor: Codes
    text: Codes

    def at(self, rows: NDArray[np.int64]) -> Clusters:
        """Return those of some rows."""
        return Clusters(self.system.at(rows), self.editor.at(rows), self.text.at(rows))

    def means(self) -> list[Array]:
        """Return a column of ones and zeros for every system and editor."""
        return [
            (codes.index[:, None] == np.unique(codes.index)).astype(np.float64)
            for codes in (self.system, self.editor)
        ]

    @property
    def drawn(self) -> tuple[Codes, ...]:
        """What is left out, one by one: texts, and editors where there are several."""
        several = len(np.unique(self.editor.index)) > 1
        return (self.text, self.editor) if several else (self.text,)


def _reach(
    matrix: Array, rest: Array, slope: Array, clusters: tuple[Codes, Clusters], settings: Settings
) -> Array:
    """Return how far Student's intervals of slopes reach, by the jackknife over clusters; NaN of fewer than three."""
    numbers, index = np.unique(clusters[0].index, return_inverse=True)
    number, terms = len(numbers), matrix.shape[1]
    if number < LEAST_EDITORS:
        return np.full(terms, math.nan)
    # Means of systems and editors are estimated anew without a cluster, where few decide them.
    design = np.concatenate([matrix, *clusters[1].means()], axis=1) if number < FEW_UNITS else matrix
    own = [np.flatnonzero(index == place) for place in range(number)] if number < FEW_UNITS else None
    if own is not None:
        squares = np.array([design[rows].T @ design[rows] for rows in own])
        products = np.array([design[rows].T @ rest[rows] for rows in own])
    else:
        squares, products = np.zeros((number, terms, terms)), np.zeros((number, terms))
        np.add.at(squares, index, design[:, :, None] * design[:, None, :])
        np.add.at(products, index, design * rest[:, None])
    left = squares.sum(axis=0) - squares
    ranks = np.linalg.matrix_rank(left, hermitian=True)
    if design.shape[1] > terms:
        ranks = ranks - np.linalg.matrix_rank(left[:, terms:, terms:], hermitian=True)
    # Without one of few clusters the terms may no longer vary apart.
    if (ranks < terms).any():
        return np.full(terms, math.nan)
    moved = np.linalg.pinv(left, hermitian=True) @ (products.sum(axis=0) - products)[:, :, None]
    errors = np.sqrt((number - 1) / number * ((moved[:, :terms, 0] - slope) ** 2).sum(axis=0))
    return np.asarray(t_value(settings.confidence, max(1, number - 1 - terms)) * errors)


def _per_cent(value: float, reach: float) -> Interval:
    middle, low, high = (100 * math.expm1(end) for end in (value, value - reach, value + reach))
    return Interval(middle, low, high, "jackknife t")


def _tenths(order: Array, editor: Codes, rest: Array) -> Sequence[tuple[int, float, int]]:
    share = np.zeros(len(order))
    for place in range(len(editor.names)):
        own = np.flatnonzero(editor.index == place)
        share[own[np.argsort(order[own], kind="stable")]] = np.arange(len(own)) / max(len(own), 1)
    tenth = np.minimum((share * TENTHS).astype(int), TENTHS - 1)
    means = [(part + 1, rest[tenth == part]) for part in range(TENTHS)]
    return [(part, math.exp(own.mean()), len(own)) for part, own in means if len(own)]
