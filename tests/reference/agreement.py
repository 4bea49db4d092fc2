"""Agreement of a metric with people, one group at a time, in fractions: every pair is looked at."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

Values = Sequence[float]
Groups = Sequence[tuple[Values, Values]]  # human and metric values of each group


def _pairs(human: Values, metric: Values) -> Iterator[tuple[float, float, float, float]]:
    """Yield human and metric values of every pair without a missing one."""
    both = [(h, m) for h, m in zip(human, metric, strict=True) if not math.isnan(h) and not math.isnan(m)]
    for second in range(len(both)):
        for first in range(second):
            yield both[first][0], both[second][0], both[first][1], both[second][1]


def _human_order(a: float, b: float, threshold: float) -> int:
    return 0 if a == b or abs(a - b) < threshold else 1 if a > b else -1


def _metric_order(a: float, b: float, epsilon: float) -> int:
    return 0 if a == b or abs(a - b) <= epsilon else 1 if a > b else -1


def count_pairs(human: Values, metric: Values, *, epsilon: float = 0.0, threshold: float = 0.0) -> list[int]:
    """Count pairs that are concordant, discordant, tied by people only, by the metric only, by both."""
    counts = [0] * 5
    for h1, h2, m1, m2 in _pairs(human, metric):
        people, machine = _human_order(h1, h2, threshold), _metric_order(m1, m2, epsilon)
        if people and machine:
            counts[0 if people == machine else 1] += 1
        else:
            counts[4 if people == machine else 2 if machine else 3] += 1
    return counts


def mean_accuracy(groups: Groups, epsilon: float, threshold: float = 0.0) -> Fraction | None:
    """Return the mean over groups that have a pair of the share of pairs on which both sides agree."""
    shares = []
    for human, metric in groups:
        counts = count_pairs(human, metric, epsilon=epsilon, threshold=threshold)
        if sum(counts):
            shares.append(Fraction(counts[0] + counts[4], sum(counts)))
    return Fraction(sum(shares), len(shares)) if shares else None


def tie_curve(groups: Groups, threshold: float = 0.0) -> list[tuple[float, Fraction]]:
    """Return the accuracy of epsilon 0 and of every difference between metric values of a pair."""
    every = [pair for human, metric in groups for pair in _pairs(human, metric)]
    differences = {abs(m1 - m2) for _, _, m1, m2 in every if m1 != m2}
    accuracies = [(epsilon, mean_accuracy(groups, epsilon, threshold)) for epsilon in {0.0, *differences}]
    return sorted((epsilon, accuracy) for epsilon, accuracy in accuracies if accuracy is not None)


def best_epsilon(groups: Groups, threshold: float = 0.0) -> tuple[float, float, Fraction] | None:
    """Return the smallest of the best epsilons, the next that is worse, and the accuracy."""
    curve = tie_curve(groups, threshold)
    if not curve:
        return None
    best = max(accuracy for _, accuracy in curve)
    epsilon = next(at for at, accuracy in curve if accuracy == best)
    worse = (at for at, accuracy in curve if at > epsilon and accuracy != best)
    return epsilon, next(worse, math.inf), best
