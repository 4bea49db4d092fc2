"""What raters do to a ranking: a model that takes them out of it, and the ranking without each of them.

The mixed-effects model of ratings is score = system + (1 | rater) + (1 | segment) + residual. Where raters saw
different systems, a mean confuses a lenient rater with a good system, and z confuses a good system with a lenient
rater (Knowles 2021). The model estimates both at once. It is fitted by restricted (REML) or full maximum likelihood,
with the residual variance profiled out (Bates et al. 2015). The random effects are crossed: their equations are two
diagonal blocks and one block of counts, so the larger group is eliminated in closed form and only the smaller one (as
a rule the raters) is factorised. Rows enter through sums alone.

A rater's leaving changes only the segments that he judged, so all raters together cost no more than one pass over
the ratings. Standardisation is not fitted anew: centring and z look at one rater alone, and the pooled deviation
of `equalised` hardly moves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Codes, Judgements
from assay.errors import InputError, OptionError
from assay.human.options import ScoreOptions
from assay.human.ratings.scoring import DEFAULTS, RaterMeans, prepare
from assay.stats import Standing, adjust, order_systems

METHODS = ("reml", "ml")
RESTARTS, LEAST_START = 5, 0.1  # a search that ended near 0 begins anew from here, so often at most
LEAST_SCALE = 1e-4  # below it a variance is 0 but for the rounding of the search
LARGEST_SCALE = 1000.0  # scores that the effects explain without rest would drive it to infinity


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

    @property
    def errors(self) -> Array:
        """The standard errors of the means."""
        return np.sqrt(np.diag(self.covariance))

    def difference(self, first: str, second: str) -> tuple[float, float, float]:
        """Return the difference of two adjusted means, its standard error, and Wald's two-sided p-value."""
        from scipy.special import ndtr

        row, column = self.systems.index(first), self.systems.index(second)
        apart = float(self.means[row] - self.means[column])
        variance = (
            self.covariance[row, row] + self.covariance[column, column] - 2 * self.covariance[row, column]
        )
        error = float(np.sqrt(max(variance, 0.0)))
        if error == 0:
            return apart, 0.0, 0.0 if apart else 1.0
        return apart, error, 2 * float(ndtr(-abs(apart) / error))


def fit_mixed_model(
    judgements: Judgements, scoring: ScoreOptions = DEFAULTS, method: str = "reml"
) -> MixedModel:
    """Fit the model to single ratings; scores are taken as the scoring says, raw by default."""
    if method not in METHODS:
        raise OptionError(f"method={method!r} is not recognised; choose from {', '.join(METHODS)}")
    ready = prepare(judgements, scoring)
    rows, asked = np.flatnonzero(ready.counted), ready.judgements
    columns = (asked.system.at(rows), asked.rater.at(rows), asked.segment.at(rows))
    return fit_crossed_effects(ready.values[rows], *columns, method=method)


def fit_crossed_effects(
    values: Array, system: Codes, rater: Codes, segment: Codes, *, method: str = "reml"
) -> MixedModel:
    """Fit the model to any figures: one a row, of a system by a rater (or editor) on a segment."""
    names, own = np.unique(system.index, return_inverse=True)
    if len(values) <= len(names):
        raise InputError(
            f"{len(values)} ratings of {len(names)} systems leave no degrees of freedom for the error"
        )
    from threadpoolctl import threadpool_limits

    with threadpool_limits(
        1
    ):  # a search of hundreds of small steps: two threads wait for each other more than they work
        model = _LikelihoodSums.of(values, own, _levels(rater.index), _levels(segment.index))
        scale = _best_scale(model, method)
        return _solved(model, scale, tuple(system.names[name] for name in names), method)


def _levels(index: NDArray[np.int32]) -> NDArray[np.int64]:
    """Number the levels that occur."""
    return np.asarray(np.unique(index, return_inverse=True)[1], dtype=np.int64)


def rank_by_model(model: MixedModel, alpha: float = 0.05, correction: str = "holm") -> list[Standing]:
    """Rank the systems by their adjusted means, best first, with normal intervals of 1 - alpha.

    Wald's tests of all pairs say who beats whom.
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
    inside = min(
        1 - alpha / 2, math.nextafter(1, 0)
    )  # an alpha too small to tell from 0 has a finite interval, too
    reach = NormalDist().inv_cdf(inside) * model.errors
    reaches = dict(zip(model.systems, reach.tolist(), strict=True))
    return [
        replace(
            standing,
            low=standing.score - reaches[standing.system],
            high=standing.score + reaches[standing.system],
        )
        for standing in order_systems(means, wins)
    ]


@dataclass(frozen=True)
class _LikelihoodSums:
    """All that the likelihood needs of the rows; the larger random effect is called `many`, the other `few`."""

    rows: int
    mean: float  # taken off the scores, for the sake of their digits
    rater_is_few: bool
    free: tuple[bool, bool]  # whether the variances of many and few can be told from the rest
    many: Array  # ratings by level
    few: Array
    crossed: Any  # sparse: ratings by level of many and level of few
    many_sums: Array  # by level: ratings of every system, and the sum of scores
    few_sums: Array
    squares: Array  # the same products of systems and scores among themselves

    @classmethod
    def of(
        cls, scores: Array, system: NDArray[np.int64], rater: NDArray[np.int64], segment: NDArray[np.int64]
    ) -> _LikelihoodSums:
        from scipy.sparse import csr_matrix

        mean = float(scores.mean())
        centred, rows = scores - mean, len(scores)
        # The system of equations that is left has a row a level of `few`: the smaller it is, the faster.
        rater_is_few = bool(rater.max() <= segment.max())
        many, few = (segment, rater) if rater_is_few else (rater, segment)
        systems = int(system.max()) + 1
        squares = np.zeros((systems + 1, systems + 1))
        squares[np.arange(systems), np.arange(systems)] = np.bincount(system, minlength=systems)
        squares[-1, :-1] = squares[:-1, -1] = np.bincount(system, centred, systems)
        squares[-1, -1] = centred @ centred
        return cls(
            rows=rows,
            mean=mean,
            rater_is_few=rater_is_few,
            # An effect with one level, or with one rating a level, cannot be told from mean or residual.
            free=(0 < many.max() < rows - 1, 0 < few.max() < rows - 1),
            many=np.bincount(many).astype(np.float64),
            few=np.bincount(few).astype(np.float64),
            crossed=csr_matrix((np.ones(rows), (many, few))),
            many_sums=_by_level(many, system, centred, systems),
            few_sums=_by_level(few, system, centred, systems),
            squares=squares,
        )


def _by_level(level: NDArray[np.int64], system: NDArray[np.int64], scores: Array, systems: int) -> Array:
    levels = int(level.max()) + 1
    counts = np.bincount(level * systems + system, minlength=levels * systems).reshape(levels, systems)
    return np.column_stack([counts, np.bincount(level, scores, levels)])


def _reduced(model: _LikelihoodSums, scale: Array) -> tuple[float, Array]:
    """Return the log determinant of the random effects' equations, and the squares that they leave over.

    `scale` are the standard deviations of many and few over that of the residual.
    """
    from scipy.linalg import cho_factor, cho_solve

    many, few = float(scale[0]), float(scale[1])
    diagonal = many**2 * model.many + 1
    of_many, of_few = many * model.many_sums, few * model.few_sums
    # The block of `many` is diagonal, so it is eliminated by division (a Schur complement).
    left = model.squares - of_many.T @ (of_many / diagonal[:, None])
    determinant = float(np.log(diagonal).sum())
    if few == 0:
        return determinant, left
    weighted = model.crossed.multiply(1 / diagonal[:, None]).tocsr()
    block = -(many**2 * few**2) * (model.crossed.T @ weighted).toarray()
    block[np.diag_indices_from(block)] += few**2 * model.few + 1
    of_few = of_few - many * few * (weighted.T @ of_many)
    factor = cho_factor(block, lower=True, overwrite_a=True, check_finite=False)
    determinant += 2 * float(np.log(np.diag(factor[0])).sum())
    return determinant, left - of_few.T @ cho_solve(factor, of_few, check_finite=False)


def _profile(model: _LikelihoodSums, scale: Array, method: str) -> tuple[float, Array, Array, float]:
    """Return deviance, means of systems, their covariance over the residual variance, and that variance."""
    determinant, left = _reduced(model, scale)
    systems = left[:-1, :-1]
    means = np.asarray(np.linalg.solve(systems, left[:-1, -1]), dtype=np.float64)
    # A perfect fit leaves 0 or less by rounding, and its logarithm is needed.
    rest = max(float(left[-1, -1] - means @ left[:-1, -1]), 1e-300)
    freedom = model.rows - (len(means) if method == "reml" else 0)
    deviance = determinant + freedom * (1 + float(np.log(2 * np.pi * rest / freedom)))
    if method == "reml":
        deviance += float(np.linalg.slogdet(systems)[1])
    covariance = np.asarray(np.linalg.inv(systems), dtype=np.float64)
    return deviance, means, covariance, rest / freedom


def _best_scale(model: _LikelihoodSums, method: str) -> Array:
    """Return the standard deviations of the random effects, over the residual's, of the highest likelihood.

    The deviance is that of their squares, so the search may go below 0, where the sign means nothing: one that is
    held at 0 lies flat there and stays. It begins anew where it ended, with wider steps, as long as that helps.
    """
    from scipy.optimize import minimize

    free = np.array(model.free)

    def within(chosen: Array) -> Array:
        scale = np.zeros(2)
        scale[free] = np.minimum(np.abs(chosen), LARGEST_SCALE)
        return scale

    def deviance(chosen: Array) -> float:
        return _profile(model, within(chosen), method)[0]

    if not free.any():
        return np.zeros(2)
    options = {"xatol": 1e-7, "fatol": 1e-9, "maxiter": 2000, "maxfev": 2000}
    optimum = minimize(deviance, np.ones(int(free.sum())), method="Nelder-Mead", options=options)
    for _ in range(RESTARTS):
        start = np.where(np.abs(optimum.x) < LEAST_START, LEAST_START, optimum.x)
        again = minimize(deviance, start, method="Nelder-Mead", options=options)
        if not again.fun < optimum.fun - 1e-9:
            break
        optimum = again
    best = within(optimum.x)
    return np.where(best < LEAST_SCALE, 0.0, best)


def _solved(model: _LikelihoodSums, scale: Array, systems: tuple[str, ...], method: str) -> MixedModel:
    deviance, means, covariance, residual = _profile(model, scale, method)
    many, few = (float(residual * deviation**2) for deviation in scale)
    rater, segment = (few, many) if model.rater_is_few else (many, few)
    sizes = (len(model.few), len(model.many))
    raters, segments = sizes if model.rater_is_few else sizes[::-1]
    free_segment, free_rater = model.free if model.rater_is_few else model.free[::-1]
    notes = [
        f"the variance of {what} cannot be estimated separately and is taken as 0"
        for what, free in (("raters", free_rater), ("segments", free_segment))
        if not free
    ]
    return MixedModel(
        systems=systems,
        means=means + model.mean,
        covariance=residual * covariance,
        rater_variance=rater,
        segment_variance=segment,
        residual_variance=residual,
        log_likelihood=-deviance / 2,
        method=method,
        ratings=model.rows,
        raters=raters,
        segments=segments,
        notes=tuple(notes),
    )


@dataclass(frozen=True)
class RaterInfluence:
    """The systems without one rater: their means, and how many places each moves (negative is up)."""

    rater: str
    judged: int  # outputs that he judged
    alone: int  # of these, outputs that nobody else judged
    means: tuple[float, ...]  # in the order of the systems; NaN where nothing is left
    moved: tuple[int, ...]
    swapped: int  # pairs of systems whose order turns

    @property
    def farthest(self) -> int:
        """The most places that any system moves."""
        return max(map(abs, self.moved), default=0)


def leave_one_out(rater_means: RaterMeans) -> list[RaterInfluence]:
    """Return the systems without each rater in turn, in the order of the raters' names."""
    systems, raters = len(rater_means.systems), len(rater_means.raters)
    sums, counts = rater_means.sums()
    means = np.divide(sums, counts, out=np.zeros_like(sums), where=counts > 0)
    total = means.reshape(systems, -1).sum(axis=1)
    judged = (counts > 0).reshape(systems, -1).sum(axis=1)
    others = counts[rater_means.cell] - 1
    left = np.divide(
        sums[rater_means.cell] - rater_means.value,
        others,
        out=np.zeros_like(rater_means.value),
        where=others > 0,
    )
    place = rater_means.rater * systems + rater_means.cell // len(rater_means.segments)
    size = raters * systems
    change = np.bincount(place, left - means[rater_means.cell], size).reshape(raters, systems)
    lost = np.bincount(place, others == 0, size).reshape(raters, systems)
    with np.errstate(invalid="ignore"):
        before, after = total / judged, (total + change) / np.where(judged > lost, judged - lost, np.nan)
    seen = np.bincount(rater_means.rater, minlength=raters)
    return [
        _without(name, (int(seen[row]), int(lost[row].sum())), before, after[row])
        for row, name in enumerate(rater_means.raters)
    ]


def _without(rater: str, seen: tuple[int, int], before: Array, after: Array) -> RaterInfluence:
    moved = _ranks(after) - _ranks(before)
    upper = np.triu_indices(len(before), 1)
    order = np.sign(before[:, None] - before)[upper] * np.sign(after[:, None] - after)[upper]
    swapped = int((order < 0).sum())
    means = tuple(map(float, after))
    return RaterInfluence(rater, *seen, means, tuple(int(step) for step in moved), swapped)


def _ranks(means: Array) -> Array:
    """Return ranks from 1 for the highest; what has no mean comes last."""
    order = np.argsort(-np.where(np.isnan(means), -np.inf, means), kind="stable")
    rank_by_model = np.empty(len(means))
    rank_by_model[order] = np.arange(1, len(means) + 1)
    return rank_by_model
