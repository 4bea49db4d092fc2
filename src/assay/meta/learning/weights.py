"""Weights of metrics in a combination, each learnt from the training cells only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import Array
from assay.meta.contests.trio import Criterion, Trio, observed

PENALTIES = 10.0 ** np.arange(-3, 7)  # tried by ridge regression, on sums of squares
PRIOR = 1.0  # precision of the weights of the logistic model
# Of Newton's method, at most: it stops where it has converged
STEPS = 50
# Of support vector regression, in standard deviations of human scores; LIBLINEAR's default
MARGIN = 0.1
COST = 1.0  # of what lies outside the margin; LIBLINEAR's default


@dataclass(frozen=True)
class Training:
    """What may be learnt from: people, normalised metrics (metrics, systems, segments), and the training cells."""

    human: Array
    features: Array
    cells: NDArray[np.bool_]
    criterion: Criterion

    def quality(self, weights: Array) -> float:
        """Return the agreement of a weighted sum with people on the training cells; less than any where undefined."""
        whole = np.tensordot(weights, np.where(self.cells, self.features, 0), axes=1)
        value = agreement_with(np.where(self.cells, self.human, np.nan), whole, self.criterion)
        return -np.inf if np.isnan(value) else value


Fit = Callable[[Training], Array]


def agreement_with(human: Array, metric: Array, criterion: Criterion) -> float:
    """Return the agreement of one matrix of scores with people."""
    return observed(Trio(("metric", "metric"), human, metric, metric), criterion)[0]


def uniform(training: Training) -> Array:
    """Give every metric the same weight."""
    number = len(training.features)
    return np.full(number, 1 / number)


def best_single(training: Training) -> Array:
    """Give all weight to the metric that agrees best with people."""
    each = np.eye(len(training.features))
    return np.asarray(each[int(np.argmax([training.quality(one) for one in each]))])


def greedy(training: Training) -> Array:
    """Start with the best metric; add the one that helps most, equally weighted, until none does."""
    each = np.eye(len(training.features))
    chosen = best_single(training)
    quality = training.quality(chosen)
    while True:
        options = [chosen + one for one in each if not (chosen @ one)]
        if not options:
            break
        tried = [training.quality(option) for option in options]
        if not max(tried) > quality:
            break
        chosen, quality = options[int(np.argmax(tried))], max(tried)
    return np.asarray(chosen / chosen.sum())


def linear(training: Training) -> Array:
    """Fit human scores by least squares; of equally good weights, the smallest."""
    rows, target = _centred(training)
    return np.asarray(np.linalg.lstsq(rows, target, rcond=None)[0])


def ridge(training: Training) -> Array:
    """Fit human scores by ridge regression; the penalty has the least generalised cross-validation error."""
    rows, target = _centred(training)
    left, sizes, right = np.linalg.svd(rows, full_matrices=False)
    along = left.T @ target
    best, error = PENALTIES[0], np.inf
    for penalty in PENALTIES:
        shrunk = sizes**2 / (sizes**2 + penalty)
        rest = target - left @ (shrunk * along)
        freedom = max(len(target) - 1 - float(shrunk.sum()), 1e-9)
        validated = float(rest @ rest) / freedom**2
        if validated < error:
            best, error = penalty, validated
    return np.asarray(right.T @ (sizes / (sizes**2 + best) * along))


def svr(training: Training) -> Array:
    """Fit human scores by linear support vector regression with squared loss outside a margin (LIBLINEAR's 11)."""
    from scipy.optimize import minimize

    rows, target = _centred(training)
    spread = float(target.std()) or 1.0

    def loss(weights: Array) -> tuple[float, Array]:
        rest = target / spread - rows @ weights
        outside = np.sign(rest) * np.maximum(np.abs(rest) - MARGIN, 0)
        slope = weights - 2 * COST * (rows.T @ outside)
        return 0.5 * float(weights @ weights) + COST * float(outside @ outside), slope

    start = np.zeros(rows.shape[1])
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B").x * spread)


def _centred(training: Training) -> tuple[Array, Array]:
    rows = training.features[:, training.cells].T
    target = training.human[training.cells]
    return rows - rows.mean(axis=0), target - target.mean()


def logistic(training: Training) -> Array:
    """Fit the order of two outputs of one segment by logistic regression on the difference of their scores."""
    apart = _ordered_pairs(training)
    weights = np.zeros(len(training.features))
    if not len(apart):
        return uniform(training)
    for _ in range(STEPS):
        right = 1 / (1 + np.exp(-np.clip(apart @ weights, -500, 500)))
        slope = apart.T @ (1 - right) - PRIOR * weights
        bend = (apart * (right * (1 - right))[:, None]).T @ apart + PRIOR * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-10:
            break
    return weights


def _ordered_pairs(training: Training) -> Array:
    """Return the better output's metrics less the worse one's, for all pairs of one segment that people order."""
    first, second = np.triu_indices(len(training.human), 1)
    both = training.cells[first] & training.cells[second]
    apart = np.where(both, training.human[first] - training.human[second], 0)
    ordered = apart != 0
    features = training.features[:, first] - training.features[:, second]
    return np.asarray((features[:, ordered] * np.sign(apart[ordered])).T)


METHODS: Mapping[str, Fit] = {
    "uniform": uniform,
    "greedy": greedy,
    "linear": linear,
    "ridge": ridge,
    "svr": svr,
    "logistic": logistic,
}
