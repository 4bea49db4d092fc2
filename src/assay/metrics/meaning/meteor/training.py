"""METEOR's trainer: parameters that agree best with people, found on a grid by scoring stored statistics again.

Pearson's correlation with scores is weighted by the length of the reference, as in the authors' trainer, and looked up
for the whole grid: a score is F - gamma F G with F of alpha, delta and weights, and G of beta, so that sums of F, FG
and their squares over segments give the correlations of all gammas and betas at once. Spearman's correlation and the
consistency with rankings, (right - wrong) / (right + wrong) with ties wrong, are no functions of such sums: from each
of METEOR's own settings one parameter after the other is moved to its best value, until none improves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from assay.data import Array
from assay.errors import InputError, OptionError
from assay.metrics.base import ratio
from assay.metrics.meaning.meteor import parameters
from assay.metrics.meaning.meteor.metric import CHUNKS, FUNCTION, LENGTHS, MATCHED, MATCHES, Meteor
from assay.metrics.meaning.meteor.train_options import TrainOptions
from assay.metrics.specs import parse_metric

Pairs = NDArray[np.int64]  # a better and a worse row
Objective = Callable[[Array], Array]
MODULES = 4
LEAST = 3  # segments with scores
_Point = tuple[float, ...]  # alpha, beta, gamma, delta, and the weights of the modules


@dataclass(frozen=True)
class Judged:
    """Statistics of outputs, and what people say of them: scores, NaN where there is none, or pairs of rows."""

    rows: Array
    scores: Array | None = None
    pairs: Pairs | None = None


@dataclass(frozen=True)
class Setting:
    """Parameters, and how well METEOR with them agrees with people."""

    agreement: float
    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: tuple[float, ...]


@dataclass(frozen=True)
class Trained:
    """The best settings, what the given metric has, what was maximised, and how many settings were compared."""

    settings: tuple[Setting, ...]
    given: Setting
    objective: str
    tried: int


def train_meteor(metric: Meteor, judged: Judged, options: TrainOptions) -> Trained:
    """Return the parameters that agree best; weights of modules without any match stay as they are."""
    objective = _objective_name(judged, options)
    judged = _with_judgements(judged)
    grid = _grid(metric, judged.rows, options)
    given = (metric.alpha, metric.beta, metric.gamma, metric.delta, *(metric.weights or ()))
    start = tuple(float(value or 0.0) for value in given)
    measure = _objective(judged, objective)
    if objective == "pearson":
        points = _search_all(judged, grid, options.best)
    else:
        points = _climb(judged.rows, grid, measure, [start, *_known_points(grid)])
    ranked = sorted(points.items(), key=lambda item: (-item[1], item[0]))[: options.best]
    own = float(measure(_scores(judged.rows, [start]))[0])
    tried = int(np.prod([len(values) for values in grid])) if objective == "pearson" else len(points)
    return Trained(tuple(_setting(*item) for item in ranked), _setting(start, own), objective, tried)


def parse_meteor(spec: str) -> Meteor:
    """Return METEOR with options, as `parse_metric` reads them; refuse another metric."""
    metric = parse_metric(spec)
    if not isinstance(metric, Meteor):
        raise OptionError(f"{metric.name} is not METEOR; write meteor or meteor:OPTIONS")
    return metric


def _setting(point: _Point, agreement: float) -> Setting:
    alpha, beta, gamma, delta, *weights = point
    return Setting(agreement, alpha, beta, gamma, delta, tuple(weights))


def _objective_name(judged: Judged, options: TrainOptions) -> str:
    automatic = "consistency" if judged.scores is None else "pearson"
    name = automatic if options.objective == "auto" else options.objective
    if (name == "consistency") != (judged.scores is None):
        needed = "rankings" if name == "consistency" else "scores"
        raise InputError(f"the objective {name} needs {needed}; choose another one, or give {needed}")
    return name


def _with_judgements(judged: Judged) -> Judged:
    """Leave out what nobody has judged; refuse judgements that say nothing."""
    if judged.scores is not None:
        known = np.isfinite(judged.scores)
        if known.sum() < LEAST or np.ptp(judged.scores[known]) == 0:
            raise InputError("too few scores to train on, or all of them are equal")
        return Judged(judged.rows[known], judged.scores[known])
    if judged.pairs is None or not len(judged.pairs):
        raise InputError("there is no pair of outputs of which one is better: nothing to train on")
    return judged


def _steps(step: float, most: float = 1.0) -> list[float]:
    return [round(step * k, 6) for k in range(int(most / step + 1e-9) + 1)]


def _grid(metric: Meteor, rows: Array, options: TrainOptions) -> list[list[float]]:
    """Return the values of alpha, beta, gamma, delta and the weights; the first weight is 1."""
    matches = rows[:, MATCHES].reshape(len(rows), MODULES, 4).sum(axis=(0, 2))
    weights = [
        _steps(options.weight_step) if matches[module] else [float((metric.weights or ())[module])]
        for module in range(1, MODULES)
    ]
    commons = rows[:, FUNCTION].any()
    delta = _steps(options.delta_step) if commons else [float(metric.delta or 0.0)]
    return [
        _steps(options.alpha_step),
        _steps(options.beta_step, options.beta_most),
        _steps(options.gamma_step),
        delta,
        [1.0],
        *weights,
    ]


# --- scores ---------------------------------------------------------------------------------------------------


def _shares(rows: Array, delta: float) -> Array:
    """Return what each module's matches are worth in precision and in recall: modules, sides, rows."""
    lengths, commons = rows[:, LENGTHS], rows[:, FUNCTION]
    whole = delta * (lengths - commons) + (1 - delta) * commons
    matches = rows[:, MATCHES].reshape(len(rows), MODULES, 2, 2)
    part = delta * matches[:, :, 0] + (1 - delta) * matches[:, :, 1]
    return np.ascontiguousarray(ratio(part, whole[:, None, :]).transpose(1, 2, 0))


def _fragmentation(rows: Array) -> Array:
    return ratio(rows[:, CHUNKS], rows[:, MATCHED].sum(axis=1) / 2)


def _means(precision: Array, recall: Array, alpha: float) -> Array:
    return ratio(precision * recall, alpha * precision + (1 - alpha) * recall)


def _scores(rows: Array, points: list[_Point]) -> Array:
    """Return a row of scores for every setting."""
    broken, shares, scores = _fragmentation(rows), dict[float, Array](), []
    for alpha, beta, gamma, delta, *weights in points:
        if delta not in shares:
            shares[delta] = _shares(rows, delta)
        precision, recall = np.tensordot(np.array(weights), shares[delta], axes=1)
        scores.append(_means(precision, recall, alpha) * (1 - gamma * broken**beta))
    return np.array(scores)


# --- agreement ------------------------------------------------------------------------------------------------


def _objective(judged: Judged, name: str) -> Objective:
    """Return the function from rows of scores to the agreement of each with people."""
    if judged.pairs is not None and judged.scores is None:
        better, worse = judged.pairs.T
        return lambda scores: 2 * (scores[:, better] > scores[:, worse]).mean(axis=1) - 1
    people = np.asarray(judged.scores)
    if name == "pearson":
        share, target = _weighted(judged)
        return lambda scores: _correlations(scores, share, target)
    ranks = _ranks(people)
    even = np.full(len(people), 1 / len(people))
    target = _standardised(ranks, even)
    return lambda scores: _correlations(np.apply_along_axis(_ranks, 1, scores), even, target)


def _ranks(values: Array) -> Array:
    from scipy.stats import rankdata

    return np.asarray(rankdata(values))


def _weighted(judged: Judged) -> tuple[Array, Array]:
    """Return the weight of each segment, which is its length, and standardised judgements."""
    lengths = judged.rows[:, LENGTHS][:, 1]
    share = lengths / lengths.sum()
    return share, _standardised(np.asarray(judged.scores), share)


def _standardised(values: Array, share: Array) -> Array:
    centred = values - share @ values
    return np.asarray(centred / np.sqrt(share @ centred**2))


def _correlations(scores: Array, share: Array, target: Array) -> Array:
    means = scores @ share
    return ratio(scores @ (share * target), np.sqrt(np.maximum(scores**2 @ share - means**2, 0)))


# --- search ---------------------------------------------------------------------------------------------------


def _search_all(judged: Judged, grid: list[list[float]], best: int) -> dict[_Point, float]:
    """Return the best settings of the whole grid by weighted correlation."""
    alphas, betas, gammas, deltas, *modules = grid
    share, target = _weighted(judged)
    weights = np.array(list(product(*modules)))
    powers = _fragmentation(judged.rows)[:, None] ** np.array(betas)
    sums = np.concatenate([share[:, None] * powers, (share * target)[:, None] * powers], axis=1)
    squares = np.concatenate([share[:, None] * powers, share[:, None] * powers**2], axis=1)
    points: dict[_Point, float] = {}
    for delta in deltas:
        precision, recall = np.tensordot(weights, _shares(judged.rows, delta), axes=1).transpose(1, 0, 2)
        for alpha in alphas:
            means = _means(precision, recall, alpha)
            plain = means @ share, means**2 @ share, means @ (share * target)
            agreement = _correlations_by_gamma(plain, means @ sums, means**2 @ squares, np.array(gammas))
            for place in np.argpartition(-agreement.ravel(), min(best, agreement.size - 1))[:best]:
                row, beta, gamma = np.unravel_index(place, agreement.shape)
                point = (alpha, betas[int(beta)], gammas[int(gamma)], delta, *weights[int(row)].tolist())
                points[point] = float(agreement.ravel()[place])
    return points


def _correlations_by_gamma(
    plain: tuple[Array, Array, Array], sums: Array, squares: Array, gammas: Array
) -> Array:
    """Return the correlation for settings of F, betas and gammas, by the sums of F, of FG, and of their squares."""
    half = sums.shape[1] // 2
    mean, square, common = (each[:, None, None] for each in plain)
    broken_mean, broken_common = sums[:, :half, None], sums[:, half:, None]
    cross, broken_square = squares[:, :half, None], squares[:, half:, None]
    variance = square - 2 * gammas * cross + gammas**2 * broken_square - (mean - gammas * broken_mean) ** 2
    known = variance > 1e-12
    return np.where(known, (common - gammas * broken_common) / np.sqrt(np.where(known, variance, 1)), -1.0)


def _known_points(grid: list[list[float]]) -> list[_Point]:
    """Return METEOR's own settings, each value moved to the nearest of the grid."""
    known = [
        *parameters.RANK.values(), *parameters.ENGLISH.values(),
        parameters.LI, parameters.TUNE, parameters.UNIVERSAL,
    ]  # fmt: skip
    full = [(each.alpha, each.beta, each.gamma, each.delta, *each.weights) for each in known]
    return [tuple(_nearest(values, at) for values, at in zip(grid, point, strict=True)) for point in full]


def _nearest(values: list[float], wanted: float) -> float:
    return min(values, key=lambda value: abs(value - wanted))


def _climb(
    rows: Array, grid: list[list[float]], measure: Objective, starts: list[_Point]
) -> dict[_Point, float]:
    """Return all settings that were visited on the way up from each start."""
    points: dict[_Point, float] = {}
    for start in starts:
        point, reached = start, -np.inf
        while True:
            for moved in _moves(point, grid):
                fresh = [each for each in moved if each not in points]
                points.update(
                    zip(fresh, measure(_scores(rows, fresh)).tolist() if fresh else [], strict=True)
                )
                point = max([point, *moved], key=lambda each: points.get(each, -np.inf))
            if points[point] <= reached:
                break
            reached = points[point]
    return points


def _moves(point: _Point, grid: list[list[float]]) -> Iterator[list[_Point]]:
    """Yield for every parameter the settings that differ in it alone."""
    for place, values in enumerate(grid):
        yield [(*point[:place], value, *point[place + 1 :]) for value in values]
