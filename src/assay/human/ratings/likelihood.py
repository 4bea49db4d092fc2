"""The likelihood of crossed random effects, and the variances at which it is highest.

A row has a fixed effect, its system, and random ones: a rater, a segment, and any more, such as what a rater makes of a
system. The residual variance is profiled out (Bates et al. 2015). The larger of raters and segments, `many`, has a
diagonal block in the equations and is eliminated in closed form; all other effects stand side by side in `few`, which
alone is factorised. Rows enter through sums.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import Array

METHODS = ("reml", "ml")
RATERS, SEGMENTS = "raters", "segments"
# A search that ended near 0 begins anew from here, so often at most
RESTARTS, LEAST_START = 5, 0.1
# Below it a variance is 0 but for the rounding of the search
LEAST_SCALE = 1e-4
# Scores that the effects explain without rest would drive it to infinity
LARGEST_SCALE = 1000.0
MOST_DENSE = 4_000_000  # entries of a table that is faster in one piece than sparse
# Part of a variance by which it is changed to see what depends on it
STEP = 1e-3

Levels = NDArray[np.int64]


@dataclass(frozen=True)
class Sums:
    """All that the likelihood needs of the rows; `names` are the effects, that of `many` first."""

    rows: int
    mean: float  # taken off the scores, for the sake of their digits
    names: tuple[str, ...]
    # Whether the variance of each effect can be told from the rest
    free: tuple[bool, ...]
    levels: tuple[int, ...]  # of each effect
    many: Array  # ratings by level
    crossed: Any  # ratings by level of many and level of few
    within: Array  # ratings by two levels of few
    many_sums: Array  # by level: ratings of every system, and the sum of scores
    few_sums: Array
    squares: Array  # the same products of systems and scores among themselves

    @classmethod
    def of(cls, scores: Array, system: Levels, effects: Mapping[str, Levels]) -> Sums:
        """Add up the rows; the first two effects are raters and segments."""
        from scipy.sparse import csr_matrix, hstack

        mean = float(scores.mean())
        centred, rows = scores - mean, len(scores)
        # The system of equations that is left has a row a level of `few`: the smaller it is, the faster.
        rater, segment = list(effects)[:2]
        many = segment if effects[rater].max() <= effects[segment].max() else rater
        names = (many, *(name for name in effects if name != many))
        systems, every = int(system.max()) + 1, np.arange(rows)
        fixed = np.zeros((rows, systems + 1))
        fixed[every, system], fixed[:, -1] = 1.0, centred
        tables = [csr_matrix((np.ones(rows), (every, effects[name]))) for name in names]
        few = hstack(tables[1:]).tocsr()
        crossed, width = (tables[0].T @ few).tocsr(), few.shape[1]
        return cls(
            rows=rows,
            mean=mean,
            names=names,
            free=tuple(_free(effects, name, systems, rows) for name in names),
            levels=tuple(int(effects[name].max()) + 1 for name in names),
            many=np.bincount(effects[many]).astype(np.float64),
            crossed=crossed.toarray() if crossed.shape[0] * width <= MOST_DENSE else crossed,
            within=(few.T @ few).toarray(),
            many_sums=np.asarray(tables[0].T @ fixed),
            few_sums=np.asarray(few.T @ fixed),
            squares=fixed.T @ fixed,
        )

    def spread(self, scale: Array) -> Array:
        """Return the scale of every level of few."""
        return np.repeat(scale[1:], self.levels[1:])


def _free(effects: Mapping[str, Levels], name: str, systems: int, rows: int) -> bool:
    """Tell whether a variance can be told from means and residual: it has levels, and they have rows."""
    levels = int(effects[name].max()) + 1
    if not 1 < levels < rows:
        return False
    base, crossed, _ = name.partition(TIMES)
    return not crossed or freedom(levels, int(effects[base].max()) + 1, systems) > 0


# Between the two names of an effect that is a rater's, or a document's, of one system
TIMES = " × "


def freedom(cells: int, levels: int, systems: int) -> int:
    """Return the degrees of freedom of cells of systems and other levels, less those of both."""
    return cells - levels - systems + 1


def _reduced(sums: Sums, scale: Array) -> tuple[float, Array]:
    """Return the log determinant of the random effects' equations, and the squares that they leave over.

    `scale` are the standard deviations of the effects over that of the residual.
    """
    from scipy.linalg import cho_factor, cho_solve

    many, few = float(scale[0]), sums.spread(scale)
    diagonal = many**2 * sums.many + 1
    of_many = many * sums.many_sums
    # The block of `many` is diagonal, so it is eliminated by division (a Schur complement).
    left = sums.squares - of_many.T @ (of_many / diagonal[:, None])
    determinant = float(np.log(diagonal).sum())
    if not few.any():
        return determinant, left
    weighted = _weighted(sums.crossed, 1 / diagonal)
    block = few[:, None] * (sums.within - many**2 * _dense(sums.crossed.T @ weighted)) * few
    block[np.diag_indices_from(block)] += 1
    of_few = few[:, None] * (sums.few_sums - many * np.asarray(weighted.T @ of_many))
    factor = cho_factor(block, lower=True, overwrite_a=True, check_finite=False)
    determinant += 2 * float(np.log(np.diag(factor[0])).sum())
    return determinant, left - of_few.T @ cho_solve(factor, of_few, check_finite=False)


def _weighted(table: Any, weights: Array) -> Any:
    if isinstance(table, np.ndarray):
        return table * weights[:, None]
    return table.multiply(weights[:, None]).tocsr()


def _dense(table: Any) -> Array:
    return table if isinstance(table, np.ndarray) else np.asarray(table.toarray())


@dataclass(frozen=True)
class Profile:
    """The deviance at some scales, and what follows from it."""

    deviance: float
    means: Array  # less the mean of all
    covariance: Array  # of the means, over the residual variance
    residual: float


def profile(sums: Sums, scale: Array, method: str) -> Profile:
    """Return the deviance with means of systems, their covariance, and the residual variance."""
    determinant, left = _reduced(sums, scale)
    systems = left[:-1, :-1]
    means = np.asarray(np.linalg.solve(systems, left[:-1, -1]), dtype=np.float64)
    # A perfect fit leaves 0 or less by rounding, and its logarithm is needed.
    rest = max(float(left[-1, -1] - means @ left[:-1, -1]), 1e-300)
    free = sums.rows - (len(means) if method == "reml" else 0)
    deviance = determinant + free * (1 + float(np.log(2 * np.pi * rest / free)))
    if method == "reml":
        deviance += float(np.linalg.slogdet(systems)[1])
    covariance = np.asarray(np.linalg.inv(systems), dtype=np.float64)
    return Profile(deviance, means, covariance, rest / free)


def best_scale(sums: Sums, method: str, off_zero: Collection[str] = ()) -> Array:
    """Return the standard deviations of the random effects, over the residual's, of the highest likelihood.

    A variance of few levels is often estimated as 0 by chance. For effects that are kept off 0 the likelihood is
    multiplied by their standard deviation (Chung et al. 2013), which puts it about a standard error above.

    The deviance is that of their squares, so the search may go below 0, where the sign means nothing: one that is
    held at 0 lies flat there and stays. It begins anew where it ended, with wider steps, as long as that helps.
    """
    from scipy.optimize import minimize

    free = np.array(sums.free)

    def within(chosen: Array) -> Array:
        scale = np.zeros(len(free))
        scale[free] = np.minimum(np.abs(chosen), LARGEST_SCALE)
        return scale

    kept = np.array([name in off_zero and can for name, can in zip(sums.names, sums.free, strict=True)])

    def deviance(chosen: Array) -> float:
        scale = within(chosen)
        above = 2 * float(np.log(np.maximum(scale[kept], LEAST_SCALE)).sum())
        return profile(sums, scale, method).deviance - above

    if not free.any():
        return np.zeros(len(free))
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


def part_of(sums: Sums, scale: Array, place: int, method: str) -> Array:
    """Return the part of the means' covariance, over the residual variance, that one effect makes.

    The covariance of generalised least squares is homogeneous in the variances, so it is the sum of its derivatives,
    each times its variance (Euler).
    """
    steps = np.zeros_like(scale)
    steps[place] = STEP
    ends = [profile(sums, scale * np.sqrt(1 + sign * steps), method).covariance for sign in (1, -1)]
    return np.asarray((ends[0] - ends[1]) / (2 * STEP))


def numbered(index: Sequence[int] | NDArray[Any]) -> Levels:
    """Number the levels that occur."""
    return np.asarray(np.unique(index, return_inverse=True)[1], dtype=np.int64)
