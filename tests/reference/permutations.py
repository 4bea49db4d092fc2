"""Scores of the order of a permutation, by their definitions: trees are all trees, whether few or many."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from math import comb, prod

from reference.order import _aligned


@dataclass(frozen=True)
class _Trees:
    """All permutation trees of one span: how many, of the best one and of all together the value, nodes and arities."""

    number: int
    best: float
    total: float
    arities: tuple[int, ...] = ()


def _is_block(values: Sequence[int]) -> bool:
    return max(values) - min(values) + 1 == len(values)


def _prime_cuts(values: Sequence[int], start: int, stop: int) -> list[int]:
    """Return where the largest blocks begin of a span that no cut parts into two blocks."""
    cuts = [start]
    while cuts[-1] < stop:
        at = cuts[-1]
        ends = [
            end for end in range(at + 1, stop + 1) if end - at < stop - start and _is_block(values[at:end])
        ]
        cuts.append(max(ends))
    return cuts


def _trees(values: Sequence[int], beta: float) -> _Trees:
    @cache
    def span(start: int, stop: int) -> _Trees:
        if stop - start == 1:
            return _Trees(1, 1.0, 1.0)
        cuts = [m for m in range(start + 1, stop) if _is_block(values[start:m]) and _is_block(values[m:stop])]
        ways = [[start, cut, stop] for cut in cuts] or [_prime_cuts(values, start, stop)]
        rises = bool(cuts) and values[start] < values[stop - 1]
        best, total, number = [], 0.0, 0
        for way in ways:
            parts = [(span(*ends), (ends[1] - ends[0]) / (stop - start)) for ends in pairwise(way)]
            trees = prod(part.number for part, _ in parts)
            number += trees
            best.append(sum(part.best * share for part, share in parts))
            total += sum(part.total * share * (trees // part.number) for part, share in parts)
        arities = (len(parts), *(each for part, _ in parts for each in part.arities))
        return _Trees(
            number,
            beta * rises + (1 - beta) * max(best),
            beta * rises * number + (1 - beta) * total,
            arities,
        )

    return span(0, len(values))


def _longest_rise(values: Sequence[int]) -> int:
    longest = [1] * len(values)
    for at, value in enumerate(values):
        longest[at] = 1 + max((longest[i] for i in range(at) if values[i] < value), default=0)
    return max(longest)


def _tree_score(values: Sequence[int], kind: str, beta: float) -> float:
    n, trees = len(values), _trees(values, beta)
    if kind == "count":
        most = comb(2 * n - 2, n - 1) // n
        return float(values[0] == 0) if n == 2 else (trees.number - 1) / (most - 1)
    if kind == "nodes":
        return 1.0 if n == 2 else (len(trees.arities) - 1) / (n - 2)
    inverted = _trees(range(n)[::-1], beta)
    if kind == "viterbi":
        return (trees.best - inverted.best) / (1 - inverted.best)
    mean, least = trees.total / trees.number, inverted.total / inverted.number
    return (mean - least) / (1 - least)


def permutation_score(values: Sequence[int], kind: str, beta: float) -> float:
    """Return how far a permutation of 0, 1, 2, … is in order, from 0 to 1."""
    n = len(values)
    if kind in ("mean-arity", "max-arity"):
        arities = _trees(values, beta).arities if n > 2 else ()
        arity = (max(arities) if kind == "max-arity" else sum(arities) // len(arities)) if arities else n
        return (n - arity) / (n - 2) if arities else 0.0
    if n < 2:
        return float(n)
    if kind == "kendall":
        return sum(first < second for first, second in combinations(values, 2)) / comb(n, 2)
    if kind == "spearman":
        squares = sum((at - value) ** 2 for at, value in enumerate(values))
        return (1 + 1 - 6 * squares / (n * (n * n - 1))) / 2
    if kind == "ulam":
        return (_longest_rise(values) - 1) / (n - 1)
    if kind == "hamming":
        return sum(at == value for at, value in enumerate(values)) / n
    if kind == "fuzzy":
        return sum(second == first + 1 for first, second in pairwise(values)) / (n - 1)
    return _tree_score(values, kind, beta)


def order_row(hypothesis: Sequence[str], reference: Sequence[str], kind: str, beta: float) -> list[float]:
    """Return the score of the order of the words that RIBES aligns, how many they are, words in common."""
    found = (_aligned(at, hypothesis, reference) for at in range(len(hypothesis)))
    places = list(dict.fromkeys(place for place in found if place is not None))
    ranks = {place: rank for rank, place in enumerate(sorted(places))}
    common = (Counter(hypothesis) & Counter(reference)).total()
    score = permutation_score([ranks[place] for place in places], kind, beta)
    return [score, float(len(places)), float(common)]
