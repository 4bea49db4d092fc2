"""Chance, in whole numbers of Python: the generator, what a draw takes, and the sums of what it takes.

The generator is xoshiro256** (Blackman and Vigna 2018), its state filled by splitmix64. Every draw starts one
of its own from the seed and the number of the draw.
"""

from __future__ import annotations

from collections.abc import Sequence

WORD = (1 << 64) - 1
Rows = Sequence[Sequence[float]]


class Random:
    """A generator for one draw."""

    def __init__(self, seed: int, draw: int) -> None:
        x = _scramble(seed) ^ _scramble(draw ^ 0xA0761D6478BD642F)
        self._state = [_scramble(x + place * 0x9E3779B97F4A7C15 & WORD) for place in range(1, 5)]

    def next(self) -> int:
        """Return 64 random bits."""
        a, b, c, d = self._state
        c, d = c ^ a, d ^ b
        self._state = [a ^ d, b ^ c, c ^ (b << 17 & WORD), _rotate(d, 45)]
        return _rotate(b * 5 & WORD, 7) * 9 & WORD

    def below(self, bound: int) -> int:
        """Return a number below the bound."""
        return self.next() * bound >> 64


def _rotate(x: int, by: int) -> int:
    return (x << by | x >> (64 - by)) & WORD


def _scramble(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
    return x ^ x >> 31


def draw_weights(random: Random, kind: str, rows: int, size: int) -> list[int]:
    """Say how often each row is taken: `size` times any row, `size` different rows, or each by a coin."""
    weights = [0] * rows
    if kind == "with-replacement":
        for _ in range(size):
            weights[random.below(rows)] += 1
    elif kind == "without-replacement":
        left = size
        for row in range(rows):
            if left and random.below(rows - row) < left:
                weights[row], left = 1, left - 1
    else:
        for start in range(0, rows, 64):
            coins = random.next()
            for row in range(start, min(rows, start + 64)):
                weights[row] = coins >> (row - start) & 1
    return weights


def resample_sums(
    rows: Rows, draws: int, seed: int, *, kind: str, size: int, first: int = 0
) -> list[list[float]]:
    """Return the sums of the rows of each draw, added in their order."""
    sums = []
    for draw in range(first, first + draws):
        weights = draw_weights(Random(seed, draw), kind, len(rows), size)
        totals = [0.0] * len(rows[0])
        for weight, row in zip(weights, rows, strict=True):
            totals = [total + weight * value for total, value in zip(totals, row, strict=True)]
        sums.append(totals)
    return sums


def shuffle_sums(rows: Rows, runs: int, draws: int, seed: int, *, first: int = 0) -> list[list[float]]:
    """Shuffle the runs of every row (Fisher and Yates), and return the sums of what stands in each place."""
    columns = len(rows[0]) // runs
    sums = []
    for draw in range(first, first + draws):
        random, totals = Random(seed, draw), [0.0] * len(rows[0])
        for row in rows:
            order = list(range(runs))
            for left in range(runs, 1, -1):
                chosen = random.below(left)
                order[left - 1], order[chosen] = order[chosen], order[left - 1]
            moved = [row[run * columns + column] for run in order for column in range(columns)]
            totals = [total + value for total, value in zip(totals, moved, strict=True)]
        sums.append(totals)
    return sums
