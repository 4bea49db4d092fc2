"""What raters do to a ranking: a model that takes them out of it.

The mixed-effects model of ratings is score = system + (1 | rater) + (1 | segment) + residual. Where raters saw
different systems, a mean confuses a lenient rater with a good system, and z confuses a good system with a lenient
rater (Knowles 2021). The model estimates both at once. It is fitted by restricted (REML) or full maximum likelihood
(`likelihood`).

Raters also have tastes: one likes a system better than the others do. `tastes` adds (1 | rater x system), a variance
that no number of segments averages out. Tests are of Student's t. The variance of a difference is a sum of parts, and
where raters differ in taste, that of their taste and the residual's together have the degrees of freedom of the cells
of raters and systems, as in the analysis of variance (Satterthwaite's, where several such effects are there).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from assay.data import Array, Codes, Judgements
from assay.errors import InputError, OptionError
from assay.human.options import ScoreOptions
from assay.human.ratings.likelihood import (
    METHODS,
    RATERS,
    SEGMENTS,
    TIMES,
    Levels,
    Sums,
    best_scale,
    freedom,
    numbered,
    part_of,
    profile,
)
from assay.human.ratings.scoring import DEFAULTS, prepare
from assay.stats import Standing, adjust, t_value
from assay.stats.standings import order_systems

DOCUMENTS = "documents"
TASTES, DOCUMENT_TASTES = f"{RATERS}{TIMES}systems", f"{DOCUMENTS}{TIMES}systems"
# A step of the search then takes a tenth of a second; among so many raters tastes average out.
MOST_CELLS = 1000
# Up to so many levels the t of their own degrees of freedom is more than a tenth above the normal's.
FEW_LEVELS = 12


@dataclass(frozen=True)
class RandomEffect:
    """A random effect beside raters and segments: its variance, and its part of the covariance of the means."""

    name: str
    variance: float
    levels: int
    freedom: int
    part: Array
    # How many times as far differences move with a level left out as their covariance says; NaN where it was not asked.
    scatter: float = math.nan

    @property
    def crossed(self) -> bool:
        """Whether its levels are cells of systems and something else."""
        return TIMES in self.name


@dataclass(frozen=True)
class MixedModel:
    """Adjusted means of systems with their covariance, and how much raters, segments and the rest vary."""

    systems: tuple[str, ...]
    means: Array
    covariance: Array
    rater_variance: float
    segment_variance: float
    residual_variance: float
    log_likelihood: float  # restricted, if the method is
    method: str
    ratings: int
    raters: int
    segments: int
    notes: tuple[str, ...] = ()
    # Raters, segments, and such as what a rater makes of a system
    effects: tuple[RandomEffect, ...] = ()

    def effect(self, name: str) -> RandomEffect | None:
        """Return the random effect of a name, where the model has it."""
        return next((effect for effect in self.effects if effect.name == name), None)

    @property
    def errors(self) -> Array:
        """The standard errors of the means."""
        return np.sqrt(np.diag(self.covariance))

    @property
    def residual_freedom(self) -> int:
        """The degrees of freedom of the residual: rows less means and the levels of all effects that vary."""
        fitted = sum(effect.freedom for effect in self.effects if effect.variance > 0)
        return max(0, self.ratings - len(self.systems) - fitted)

    def freedom(self, contrast: Array) -> float:
        """Return the degrees of freedom of the variance of a combination of means (Satterthwaite's)."""
        whole = _variance(contrast, self.covariance)
        parts = [(_variance(contrast, effect.part), effect) for effect in self.effects]
        rest = max(whole - sum(part for part, _ in parts), 0.0)
        cells = [(part + rest, effect.freedom) for part, effect in parts if effect.crossed and part > 0]
        some = [
            *cells,
            *((part, effect.freedom) for part, effect in parts if not effect.crossed and part > 0),
        ]
        # The residual stands in the mean square of every cell; with one kind of cells it is not counted again.
        if len(cells) != 1:
            some.append((rest, self.residual_freedom))
        if min(freedom for _, freedom in some) < 1:
            return 0.0
        squares = sum(part**2 / freedom for part, freedom in some)
        return whole**2 / squares if squares > 0 else math.inf

    def contrast(self, first: str, second: str) -> Array:
        """Return the weights of the means in the difference of two."""
        weights = np.zeros(len(self.systems))
        weights[self.systems.index(first)] += 1
        weights[self.systems.index(second)] -= 1
        return weights

    def difference(self, first: str, second: str) -> tuple[float, float, float]:
        """Return the difference of two adjusted means, its standard error, and the two-sided p-value of the t test."""
        from scipy.special import stdtr

        weights = self.contrast(first, second)
        apart, error = float(weights @ self.means), math.sqrt(_variance(weights, self.covariance))
        if error == 0:
            return apart, 0.0, 0.0 if apart else 1.0
        known = self._errors(weights, error)
        return (
            apart,
            error,
            max((2 * float(stdtr(df, -abs(apart) / size)) if df else 1.0) for size, df in known),
        )

    def reach(self, weights: Array, confidence: float) -> float:
        """Return how far the interval of a combination of means reaches; NaN without a degree of freedom."""
        known = self._errors(weights, math.sqrt(_variance(weights, self.covariance)))
        if min(df for _, df in known) < 1:
            return math.nan
        return max(t_value(confidence, df) * size for size, df in known)

    def _errors(self, weights: Array, error: float) -> list[tuple[float, float]]:
        """Return the error with its degrees of freedom by the model, and by leaving out the levels of few cells.

        Where levels are few, their variance is often estimated as 0 by chance, and the model's error is too small.
        """
        left_out = [each for each in self.effects if not math.isnan(each.scatter)]
        by_level = [
            (error * math.sqrt(each.scatter), float(each.freedom)) for each in left_out if each.scatter > 0
        ]
        return [(error, self.freedom(weights)), *by_level]


def _variance(weights: Array, covariance: Array) -> float:
    return max(float(weights @ covariance @ weights), 0.0)


def fit_mixed_model(
    judgements: Judgements,
    scoring: ScoreOptions = DEFAULTS,
    method: str = "reml",
    *,
    tastes: bool = False,
    off_zero: bool = False,
) -> MixedModel:
    """Fit the model to single ratings; scores are taken as the scoring says, raw by default.

    `tastes` adds what each rater makes of each system, where there are not too many of both; `off_zero` keeps their
    variance off 0, as it is often estimated by chance.
    """
    ready = prepare(judgements, scoring)
    rows, asked = np.flatnonzero(ready.counted), ready.judgements
    system, rater = asked.system.at(rows), asked.rater.at(rows)
    cells = cells_of(rater, system) if tastes else None
    more = {TASTES: cells} if cells is not None and len(cells.names) <= MOST_CELLS else {}
    return fit_crossed_effects(
        ready.values[rows],
        system,
        rater,
        asked.segment.at(rows),
        method=method,
        more=more,
        off_zero=tuple(more) if off_zero else (),
    )


def cells_of(first: Codes, second: Codes) -> Codes:
    """Number the pairs of two columns that occur."""
    cells, index = np.unique(
        first.index.astype(np.int64) * len(second.names) + second.index, return_inverse=True
    )
    return Codes(tuple(map(str, cells.tolist())), index.astype(np.int32))


def fit_crossed_effects(
    values: Array,
    system: Codes,
    rater: Codes,
    segment: Codes,
    *,
    method: str = "reml",
    more: Mapping[str, Codes] | None = None,
    left_out: bool = False,
    off_zero: Collection[str] = (),
) -> MixedModel:
    """Fit the model to any figures: one a row, of a system by a rater (or editor) on a segment.

    `more` are further random effects: levels of their own ("documents"), or cells of such levels and systems
    ("raters × systems", "documents × systems"). `left_out` asks for the scatter of the means where each of a few
    raters, or documents, is left out. `off_zero` are effects whose variance is kept off 0 (`best_scale`).
    """
    if method not in METHODS:
        raise OptionError(f"method={method!r} is not recognised; choose from {', '.join(METHODS)}")
    names, own = np.unique(system.index, return_inverse=True)
    if len(values) <= len(names):
        raise InputError(
            f"{len(values)} ratings of {len(names)} systems leave no degrees of freedom for the error"
        )
    from threadpoolctl import threadpool_limits

    columns = {RATERS: rater, SEGMENTS: segment, **(more or {})}
    effects = {name: numbered(codes.index) for name, codes in columns.items()}
    # A search of hundreds of small steps: two threads wait for each other more than they work.
    with threadpool_limits(1):
        sums = Sums.of(values, own.astype(np.int64), effects)
        scale = best_scale(sums, method, off_zero)
        model = _solved(sums, scale, tuple(system.names[name] for name in names), method)
        if not left_out:
            return model
        scales = dict(zip(sums.names, scale.tolist(), strict=True))
        rows = Rows(values, own.astype(np.int64), effects)
        scattered = [replace(each, scatter=_scatter(each, model, rows, scales)) for each in model.effects]
        return replace(model, effects=tuple(scattered))


def rank_by_model(model: MixedModel, alpha: float = 0.05, correction: str = "holm") -> list[Standing]:
    """Rank the systems by their adjusted means, best first, with intervals of 1 - alpha.

    Tests of all pairs say who beats whom.
    """
    pairs = list(combinations(model.systems, 2))
    tests = [model.difference(first, second) for first, second in pairs]
    adjusted = adjust(np.array([p_value for _, _, p_value in tests]), correction)
    wins = {
        (first, second) if difference > 0 else (second, first)
        for (first, second), (difference, _, _), p_value in zip(pairs, tests, adjusted, strict=True)
        if difference and p_value < alpha
    }
    means = dict(zip(model.systems, model.means.tolist(), strict=True))
    # An alpha too small to tell from 0 has a finite interval, too.
    inside = min(1 - alpha, math.nextafter(1, 0))
    reach = [model.reach(weights, inside) for weights in np.eye(len(model.systems))]
    reaches = dict(zip(model.systems, reach, strict=True))
    return [
        replace(
            standing,
            low=standing.score - reaches[standing.system],
            high=standing.score + reaches[standing.system],
        )
        for standing in order_systems(means, wins)
    ]


def _solved(sums: Sums, scale: Array, systems: tuple[str, ...], method: str) -> MixedModel:
    best = profile(sums, scale, method)
    variances = dict(zip(sums.names, (best.residual * scale**2).tolist(), strict=True))
    levels = dict(zip(sums.names, sums.levels, strict=True))
    notes = [
        f"the variance of {name} cannot be estimated separately and is taken as 0"
        for name in sorted(sums.names)
        if not sums.free[sums.names.index(name)]
    ]
    return MixedModel(
        systems=systems,
        means=best.means + sums.mean,
        covariance=best.residual * best.covariance,
        rater_variance=variances[RATERS],
        segment_variance=variances[SEGMENTS],
        residual_variance=best.residual,
        log_likelihood=-best.deviance / 2,
        method=method,
        ratings=sums.rows,
        raters=levels[RATERS],
        segments=levels[SEGMENTS],
        notes=tuple(notes),
        effects=tuple(_effect(sums, scale, place, best.residual, method) for place in range(len(sums.names))),
    )


@dataclass(frozen=True)
class Rows:
    """What a model is fitted to, one figure a row, and the level of every effect."""

    values: Array
    system: Levels
    levels: Mapping[str, Levels]

    def without(self, effect: str, level: int) -> Rows | None:
        """Return the rows of the other levels; None where these do not know every system, or nothing more."""
        kept = self.levels[effect] != level
        known = len(np.unique(self.system[kept]))
        if known <= self.system.max() or np.count_nonzero(kept) <= known:
            return None
        levels = {name: numbered(index[kept]) for name, index in self.levels.items()}
        return Rows(self.values[kept], self.system[kept], levels)

    def means(self, scales: Mapping[str, float], method: str) -> Array:
        """Return the means of the systems with the variances given."""
        sums = Sums.of(self.values, self.system, self.levels)
        return profile(sums, np.array([scales[name] for name in sums.names]), method).means + sums.mean


def _scatter(effect: RandomEffect, model: MixedModel, rows: Rows, scales: Mapping[str, float]) -> float:
    """Return the jackknife's covariance of differences over the model's, a mean over all differences.

    NaN where the effect is not of cells, or has so many levels that its variance is known well; infinite where a
    system was known by a single level.
    """
    base = effect.name.partition(TIMES)[0]
    number = int(rows.levels[base].max()) + 1
    if not effect.crossed or not 1 < number <= FEW_LEVELS or len(model.systems) < 2:
        return math.nan
    others = [rows.without(base, level) for level in range(number)]
    means = [each.means(scales, model.method) for each in others if each is not None]
    if len(means) < number:
        return math.inf
    # Differences alone: all means move with an editor who is quick at everything.
    across = np.linalg.svd(np.ones((1, len(model.systems))))[2][1:]
    moved = (np.array(means) - model.means) @ across.T
    covariance = (number - 1) / number * moved.T @ moved
    known = np.linalg.solve(across @ model.covariance @ across.T, covariance)
    return float(np.trace(known)) / len(across)


def _effect(sums: Sums, scale: Array, place: int, residual: float, method: str) -> RandomEffect:
    name, cells = sums.names[place], sums.levels[place]
    base, crossed, _ = name.partition(TIMES)
    systems = sums.squares.shape[0] - 1
    known = freedom(cells, sums.levels[sums.names.index(base)], systems) if crossed else cells - 1
    part = residual * part_of(sums, scale, place, method)
    return RandomEffect(name, float(residual * scale[place] ** 2), cells, known, part)
