"""Preferences drawn again, and TrueSkill on what was drawn, in plain Python.

The update is that of Herbrich, Minka and Graepel (2006), which has a closed form for two players; games are
picked as at WMT (Sakaguchi, Post and Van Durme 2014).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from reference.resample import Random, draw_weights

FAR = -35.0
Skill = tuple[float, float]


def resample_counts(
    units: Sequence[Sequence[int]], cells: int, draws: int, seed: int, *, kind: str, size: int, first: int = 0
) -> list[list[int]]:
    """Count the cells of the units of each draw."""
    return [
        _counts(units, cells, draw_weights(Random(seed, draw), kind, len(units), size))
        for draw in range(first, first + draws)
    ]


def _counts(units: Sequence[Sequence[int]], cells: int, weights: Sequence[int]) -> list[int]:
    counts = [0] * cells
    for weight, unit in zip(weights, units, strict=True):
        for cell in unit:
            counts[cell] += weight
    return counts


def _density(x: float) -> float:
    return math.exp(-0.5 * x * x) * 0.3989422804014327


def _below(x: float) -> float:
    return 0.5 * math.erfc(-x * 0.7071067811865476)


def _above_bound(x: float) -> tuple[float, float]:
    """Return v and w of a win; far out by the series of the hazard of the normal distribution."""
    if x < FAR:
        y, r = -x, 1 / (x * x)
        over = (1 - r * (2 - r * (10 - 74 * r))) / y
        return y + over, (y + over) * over
    shift = _density(x) / _below(x)
    return shift, shift * (shift + x)


def _within_bounds(t: float, margin: float) -> tuple[float, float]:
    """Return v and w of a draw."""
    away, sign = abs(t), 1 if t < 0 else -1
    low, high = -margin - away, margin - away
    if high < FAR:
        shift, shrinkage = _above_bound(high)
        return sign * shift, shrinkage
    mass = _below(high) - _below(low)
    if not mass > 0:
        return -t, 1.0
    shift = (_density(high) - _density(low)) / mass
    return sign * shift, shift * shift + (high * _density(high) - low * _density(low)) / mass


def trueskill_update(
    winner: Skill, loser: Skill, draw: bool, *, beta: float, margin: float, drift: float = 0.0
) -> tuple[Skill, Skill]:
    """Return mean and variance of both after one game."""
    (first, s1), (second, s2) = winner, loser
    s1, s2 = s1 + drift, s2 + drift
    spread = 2 * beta * beta + s1 + s2
    c = math.sqrt(spread)
    t, bound = (first - second) / c, margin / c
    shift, shrinkage = _within_bounds(t, bound) if draw else _above_bound(t - bound)
    return (
        (first + s1 * shift / c, s1 * (1 - s1 * shrinkage / spread)),
        (second - s2 * shift / c, s2 * (1 - s2 * shrinkage / spread)),
    )


def trueskill_games(
    games: Sequence[tuple[int, int, int]],
    skills: Sequence[Skill],
    *,
    beta: float,
    margin: float,
    drift: float,
) -> list[Skill]:
    """Return all skills after games in the order given: first, second, and outcome 1, 0 or -1."""
    after = list(skills)
    for first, second, outcome in games:
        winner, loser = (second, first) if outcome < 0 else (first, second)
        after[winner], after[loser] = trueskill_update(
            after[winner], after[loser], outcome == 0, beta=beta, margin=margin, drift=drift
        )
    return after


def trueskill_runs(
    units: Sequence[Sequence[int]],
    systems: int,
    runs: int,
    seed: int,
    *,
    start: Skill,
    beta: float,
    margin: float,
    drift: float,
    games: int,
    first: int = 0,
) -> list[list[Skill]]:
    """Return the skills of all systems after every run."""
    pairs = {pair: number for number, pair in enumerate(combinations(range(systems), 2))}
    found = []
    for run in range(first, first + runs):
        random = Random(seed, run)
        weights = draw_weights(random, "with-replacement", len(units), len(units))
        counts = _counts(units, 3 * len(pairs), weights)
        by_pair = {pair: counts[3 * number : 3 * number + 3] for pair, number in pairs.items()}
        skills = [start] * systems
        for _ in range(games if sum(counts) else 0):
            i, j, outcome = _game(by_pair, skills, random)
            skills = trueskill_games([(i, j, outcome)], skills, beta=beta, margin=margin, drift=drift)
        found.append(skills)
    return found


def _game(
    by_pair: dict[tuple[int, int], list[int]], skills: Sequence[Skill], random: Random
) -> tuple[int, int, int]:
    """Pick the judged system of the largest variance, its opponent, and one of their judgements."""
    met = {pair for pair, counts in by_pair.items() if sum(counts)}
    judged = sorted({system for pair in met for system in pair})
    one = max(judged, key=lambda system: skills[system][1])
    others = [system for system in range(len(skills)) if (min(one, system), max(one, system)) in met]
    chances = [math.exp(-abs(skills[one][0] - skills[other][0])) for other in others]
    left = (random.next() >> 11) * 2.0**-53 * _sum(chances)
    other = others[-1]
    for system, chance in zip(others[:-1], chances, strict=False):
        if left < chance:
            other = system
            break
        left -= chance
    i, j = min(one, other), max(one, other)
    counts = by_pair[i, j]
    drawn = random.below(sum(counts))
    return i, j, -1 if drawn < counts[0] else 0 if drawn < counts[0] + counts[1] else 1


def _sum(values: Sequence[float]) -> float:
    total = 0.0
    for value in values:  # in order, one by one: newer versions of Python compensate in sum()
        total += value
    return total
