"""How far two raters agree in a draw of items, in plain Python: every item is written out as often as it is drawn."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

Rated = Mapping[int, float]  # item -> value
Pair = tuple[float, float]
RANKS = ("spearman", "kendall")


def shared_values(first: Rated, second: Rated, *, ranked: bool = False) -> list[tuple[int, float, float]]:
    """Return the items that both have rated and their values; `ranked` from 0 on, in the order of the first's ranks."""
    rows = [(item, first[item], second[item]) for item in sorted(first) if item in second]
    if not ranked:
        return rows
    ranks = [
        {value: rank for rank, value in enumerate(sorted({row[side] for row in rows}))} for side in (1, 2)
    ]
    return sorted(((i, ranks[0][a], ranks[1][b]) for i, a, b in rows), key=lambda row: row[1])


def pair_measure(first: Rated, second: Rated, weights: Sequence[int], measure: str) -> float:
    """Return a measure of two raters, each item taken as often as its weight says; NaN where it is not defined."""
    drawn = [(a, b) for item, a, b in shared_values(first, second) for _ in range(weights[item])]
    if measure.startswith("kappa"):
        return _kappa(drawn, measure)
    if measure == "kendall":
        return _kendall(drawn)
    return _pearson(drawn if measure == "pearson" else _ranks(drawn))


def _ranks(drawn: Sequence[Pair]) -> list[Pair]:
    """Return twice the mean rank of every value."""
    sides = list(zip(*drawn, strict=True)) or [(), ()]
    doubled = [[2 * sum(b < a for b in side) + side.count(a) for a in side] for side in sides]
    return list(zip(*doubled, strict=True))


def _pearson(drawn: Sequence[Pair]) -> float:
    if len({a for a, _ in drawn}) < 2 or len({b for _, b in drawn}) < 2:
        return math.nan
    exact = [(Fraction(a), Fraction(b)) for a, b in drawn]
    x, y = (sum(side) / len(drawn) for side in zip(*exact, strict=True))
    xx, yy = sum((a - x) ** 2 for a, _ in exact), sum((b - y) ** 2 for _, b in exact)
    return float(sum((a - x) * (b - y) for a, b in exact)) / math.sqrt(float(xx * yy))


def _kendall(drawn: Sequence[Pair]) -> float:
    signs = [(_sign(a[0] - b[0]), _sign(a[1] - b[1])) for place, a in enumerate(drawn) for b in drawn[:place]]
    below = sum(x != 0 for x, _ in signs) * sum(y != 0 for _, y in signs)
    return sum(x * y for x, y in signs) / math.sqrt(below) if below else math.nan


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _kappa(drawn: Sequence[Pair], measure: str) -> float:
    def distance(a: Fraction, b: Fraction) -> Fraction:
        if measure == "kappa":
            return Fraction(a != b)
        return abs(a - b) if measure == "kappa-linear" else (a - b) ** 2

    exact = [(Fraction(a), Fraction(b)) for a, b in drawn]
    often = [Counter(side) for side in zip(*exact, strict=True)] or [Counter(), Counter()]
    expected = sum(
        (m * n * distance(a, b) for a, m in often[0].items() for b, n in often[1].items()), Fraction()
    )
    observed = sum((distance(a, b) for a, b in exact), Fraction())
    return float(1 - observed * len(drawn) / expected) if expected else math.nan
