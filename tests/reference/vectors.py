"""Likeness of words, YiSi's alignment, the word mover's distance, and what an encoder does between its products."""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

Matrix = NDArray[np.float64]
Similarity = Callable[[int, int], float]


def spelling_similarity(first: bytes, second: bytes) -> float:
    """Return twice the length of the longest common substring over both lengths."""
    common = [
        size
        for size in range(min(len(first), len(second)) + 1)
        if any(first[start : start + size] in second for start in range(len(first) - size + 1))
    ]
    return 1.0 if first == second else 2 * max(common) / (len(first) + len(second))


def cosine_similarity(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the cosine of unit vectors, not below 0 nor above 1."""
    return min(1.0, max(0.0, math.fsum(x * y for x, y in zip(first, second, strict=True))))


def yisi_row(
    hyp: Sequence[int], ref: Sequence[int], weights: Sequence[float], order: int, similarity: Similarity
) -> tuple[float, float]:
    """Return precision and recall of n-grams, by their best matches."""
    n = min(order, len(hyp), len(ref))
    if n == 0:
        return 0.0, 0.0

    def flipped(a: int, b: int) -> float:
        return similarity(b, a)

    return _best_share(hyp, ref, weights, n, similarity), _best_share(ref, hyp, weights, n, flipped)


def _best_share(
    own: Sequence[int], other: Sequence[int], weights: Sequence[float], n: int, similarity: Similarity
) -> float:
    ngrams = [own[i : i + n] for i in range(len(own) - n + 1)]
    others = [other[i : i + n] for i in range(len(other) - n + 1)]
    best = [
        max(sum(weights[a] * similarity(a, b) for a, b in zip(ngram, match, strict=True)) for match in others)
        for ngram in ngrams
    ]
    total = sum(weights[word] for ngram in ngrams for word in ngram)
    return sum(best) / total if total > 0 else 0.0


def mover_distance(
    hyp: Sequence[int], ref: Sequence[int], weights: Sequence[float], vectors: object
) -> float:
    """Return the least cost of transport, as a linear programme."""
    if not hyp or not ref:
        return math.inf
    costs = _distances(hyp, ref, vectors)
    supply, demand = _shares(hyp, weights), _shares(ref, weights)
    rows, columns = costs.shape
    from_rows = np.kron(np.eye(rows), np.ones(columns))
    to_columns = np.kron(np.ones(rows), np.eye(columns))
    solved = linprog(
        costs.ravel(),
        A_eq=np.vstack([from_rows, to_columns])[:-1],  # the last one follows from the others
        b_eq=np.concatenate([supply, demand])[:-1],
    )
    return float(solved.fun)


def relaxed_distance(
    hyp: Sequence[int], ref: Sequence[int], weights: Sequence[float], vectors: object
) -> float:
    """Return the larger of the two sums in which every word goes to the nearest one that weighs something."""
    if not hyp or not ref:
        return math.inf
    costs = _distances(hyp, ref, vectors)
    supply, demand = _shares(hyp, weights), _shares(ref, weights)
    there = sum(mass * costs[i][demand > 0].min() for i, mass in enumerate(supply) if mass > 0)
    back = sum(mass * costs[:, j][supply > 0].min() for j, mass in enumerate(demand) if mass > 0)
    return float(max(there, back))


def _distances(hyp: Sequence[int], ref: Sequence[int], vectors: object) -> Matrix:
    matrix = np.asarray(vectors, dtype=np.float64)
    return np.array([[np.linalg.norm(matrix[a] - matrix[b]) for b in ref] for a in hyp])


def _shares(words: Sequence[int], weights: Sequence[float]) -> Matrix:
    masses = np.array([weights[word] for word in words], dtype=np.float64)
    return masses / masses.sum() if masses.sum() > 0 else np.full(len(words), 1 / len(words))


def gelu(x: float) -> float:
    """Return x (1 + erf(x / √2)) / 2."""
    return x * (1 + math.erf(x / math.sqrt(2))) / 2


def layer_norm(
    row: Sequence[float], weights: Sequence[float], bias: Sequence[float], epsilon: float
) -> list[float]:
    """Return a row less its mean, over its standard deviation, times weights, plus bias."""
    mean = math.fsum(row) / len(row)
    spread = math.sqrt(math.fsum((x - mean) ** 2 for x in row) / len(row) + epsilon)
    return [(x - mean) / spread * w + b for x, w, b in zip(row, weights, bias, strict=True)]
