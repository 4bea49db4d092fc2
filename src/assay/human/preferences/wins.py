"""Wins and losses of systems in preferences: who beats whom, and expected wins.

Expected wins (Koehn 2012; WMT 2013): the mean over opponents of wins / (wins + losses); ties do not count, and an
opponent without a decided pair is left out. The sign test of a pair drops ties as well.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.data import Array, Preferences
from assay.human.preferences.preference_draws import (
    PreferenceRanking,
    cell_matrices,
    judged,
    placed,
    unit_index,
)
from assay.stats import Interval, Settings, adjust, proportion, sign_p


@dataclass(frozen=True)
class WinMatrix:
    """How often the system of the row was preferred to that of the column, and how often neither was."""

    systems: tuple[str, ...]
    wins: Array
    ties: Array

    def expected(self) -> Array:
        """Return the expected wins of every system; NaN for one without a decided pair."""
        return expected(self.wins)

    def shares(self) -> Array:
        """Return the share of the decided pairs that the row won; NaN where there is none."""
        return _shares(self.wins)


def win_matrix(preferences: Preferences) -> WinMatrix:
    """Count the wins and ties of every pair of systems; systems stand in alphabetical order."""
    found = judged(preferences)
    return WinMatrix(found.systems, *cell_matrices(found.counts(), len(found.systems)))


def _shares(wins: Array) -> Array:
    decided = wins + np.swapaxes(wins, -1, -2)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(decided > 0, wins / decided, np.nan))


def expected(wins: Array) -> Array:
    """Return expected wins from counts of wins: (…, systems, systems) to (…, systems)."""
    shares = _shares(wins)
    met = ~np.isnan(shares)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(met, shares, 0).sum(axis=-1) / met.sum(axis=-1))


@dataclass(frozen=True)
class PairTest:
    """The sign test of two systems; wins, losses and ties are the first's, in units."""

    first: str
    second: str
    wins: int
    losses: int
    ties: int
    share: Interval | None  # of the decided units, by Wilson; None where none is decided
    p_value: float
    adjusted: float


def pair_tests(
    preferences: Preferences, *, unit: str = "judgement", correction: str = "holm", confidence: float = 0.95
) -> list[PairTest]:
    """Return the sign test of every pair of systems that was judged.

    Under a unit other than the judgement, the judgements of a pair that belong to one unit count as one: for
    whom most of them speak. That is right where they depend on each other, such as those of one segment.
    """
    found = judged(preferences)
    signs = _signs(preferences, unit, found.systems)
    p_values = np.array([sign_p(values) for _, _, values in signs])
    adjusted = adjust(p_values, correction)
    return [
        _pair_test(found.systems, sign, float(p_value), float(after), confidence)
        for sign, p_value, after in zip(signs, p_values, adjusted, strict=True)
    ]


_Signs = tuple[int, int, Array]


def _signs(preferences: Preferences, unit: str, systems: tuple[str, ...]) -> list[_Signs]:
    """Return for every judged pair what each unit says: 1, 0 or -1."""
    place = {name: number for number, name in enumerate(systems)}
    number = np.array([place.get(name, 0) for name in preferences.systems], dtype=np.int64)
    first, second = number[preferences.first], number[preferences.second]
    outcome = np.where(first < second, preferences.outcome, -preferences.outcome)
    pair = np.minimum(first, second) * len(systems) + np.maximum(first, second)
    index = unit_index(preferences, unit)
    both, inverse = np.unique(pair * (index.max() + 1) + index, return_inverse=True)
    sums = np.sign(np.bincount(inverse, weights=outcome))
    pairs, starts = np.unique(both // (index.max() + 1), return_index=True)
    parts = np.split(sums, starts[1:])
    return [
        (one // len(systems), one % len(systems), part)
        for one, part in zip(pairs.tolist(), parts, strict=True)
    ]


def _pair_test(
    systems: tuple[str, ...], sign: _Signs, p_value: float, adjusted: float, confidence: float
) -> PairTest:
    first, second, values = sign
    wins, losses = int((values > 0).sum()), int((values < 0).sum())
    share = proportion(wins, wins + losses, confidence) if wins + losses else None
    ties = len(values) - wins - losses
    return PairTest(systems[first], systems[second], wins, losses, ties, share, p_value, adjusted)


def rank_by_wins(preferences: Preferences, settings: Settings, unit: str = "judgement") -> PreferenceRanking:
    """Rank systems by expected wins, with bootstrap intervals, rank ranges and clusters."""
    found = judged(preferences, unit)
    systems = len(found.systems)
    scores = expected(cell_matrices(found.counts(), systems)[0])
    drawn = expected(cell_matrices(found.drawn(settings), systems)[0])
    return placed(found, "expected wins", scores, drawn, settings)
