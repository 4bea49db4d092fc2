"""Draws: sums of rows, each taken as often as chance says; preferences drawn again, and TrueSkill on them.

A draw depends on nothing but the seed and its number, so that threads and batches never change it.
A preference is a cell: for systems i < j, cell 3 p + o, where p numbers the pairs (0, 1), (0, 2), … and o is 0 if
j was preferred, 1 if neither, 2 if i. The judgements of unit u are `offsets[u]` to `offsets[u + 1]`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.kernel.columns import Ids, Matrix, Offsets, check_ids, check_offsets, cores

Vector = NDArray[np.float64]
DRAWS = ("with-replacement", "without-replacement", "coin")


def resample_sums(
    rows: Matrix,
    draws: int,
    seed: int,
    *,
    kind: str,
    size: int | None = None,
    first: int = 0,
    threads: int = 0,
) -> Matrix:
    """Return the sums of the rows of each draw: (rows, columns) -> (draws, columns).

    A draw takes `size` rows (all as many as there are, unless given), with or without replacement, or each row
    by the toss of a coin. It depends on nothing but the seed and its number, which starts at `first`.
    """
    taken = len(rows) if size is None else size
    if not 0 <= taken <= (len(rows) if kind == "without-replacement" else np.iinfo(np.uint32).max):
        raise ValueError("size must be 0 or more, and no more than the rows where each is taken once")
    if not len(rows) or not 0 <= seed < 2**64 or draws < 0 or first < 0:
        raise ValueError("there must be rows; seed, draws and first must be 0 or more")
    out = np.empty((draws, rows.shape[1]))
    native.resample_sums(rows, seed, first, DRAWS.index(kind), taken, cores(threads, taken * out.size), out)
    return out


def shuffle_sums(
    rows: Matrix, runs: int, draws: int, seed: int, *, first: int = 0, threads: int = 0
) -> Matrix:
    """Return the sums after the runs of every row were shuffled: (rows, runs x columns) -> (draws, the same).

    The columns of a run stand side by side. A draw depends on nothing but the seed and its number.
    """
    if runs < 1 or rows.shape[1] % runs:
        raise ValueError("runs must be 1 or more, and all of the same number of columns")
    if not len(rows) or not 0 <= seed < 2**64 or draws < 0 or first < 0:
        raise ValueError("there must be rows; seed, draws and first must be 0 or more")
    out = np.empty((draws, rows.shape[1]))
    native.shuffle_sums(rows, runs, seed, first, cores(threads, len(rows) * out.size), out)
    return out


class PreferenceCells(NamedTuple):
    """Judgements as cells, in units that are drawn as one; the number of systems says which cells there are."""

    cells: Ids
    offsets: Offsets
    systems: int

    @property
    def number(self) -> int:
        """Return the number of cells that a judgement may fall into."""
        return 3 * (self.systems * (self.systems - 1) // 2)

    def check(self) -> None:
        """Refuse what would lead the kernel outside its tables."""
        if self.systems < 2 or len(self.offsets) < 2:
            raise ValueError("there must be two systems and one unit at least")
        check_offsets(self.cells, self.offsets)
        check_ids(self.cells, self.number)


class Tournament(NamedTuple):
    """How skills start, how much a performance varies, what is still a draw, and how many games are played."""

    mean: float
    variance: float
    beta: float
    margin: float
    drift: float  # variance added before each game
    games: int

    def check(self) -> None:
        """Refuse what no skill can have."""
        numbers = np.array(self)
        if not np.isfinite(numbers).all() or (numbers[2:] < 0).any() or self.variance <= 0 or self.beta <= 0:
            raise ValueError("variance and beta must be above 0; margin, drift and games must be 0 or more")


def _check_draws(seed: int, draws: int, first: int) -> None:
    if not 0 <= seed < 2**64 or draws < 0 or first < 0:
        raise ValueError("seed, draws and first must be 0 or more")


def resample_counts(
    judged: PreferenceCells,
    draws: int,
    seed: int,
    *,
    kind: str = "with-replacement",
    size: int | None = None,
    first: int = 0,
    threads: int = 0,
) -> NDArray[np.int64]:
    """Return how often each draw of units holds every cell: (draws, cells).

    A draw takes `size` units (all as many as there are, unless given). It depends on nothing but the seed and
    its number, which starts at `first`.
    """
    judged.check()
    _check_draws(seed, draws, first)
    units = len(judged.offsets) - 1
    taken = units if size is None else size
    if not 0 <= taken <= (units if kind == "without-replacement" else np.iinfo(np.uint32).max):
        raise ValueError("size must be 0 or more, and no more than the units where each is taken once")
    out = np.empty((draws, judged.number), dtype=np.int64)
    native.resample_counts(
        judged.cells, judged.offsets, seed, first, DRAWS.index(kind), taken, cores(threads), out
    )
    return out


def trueskill_games(
    games: tuple[Ids, Ids, NDArray[np.int8]],
    beta: float,
    margin: float,
    drift: float,
    skills: tuple[Vector, Vector],
) -> tuple[Vector, Vector]:
    """Return means and variances after games in the order given: first, second, and outcome 1, 0 or -1."""
    first, second, outcome = games
    means, variances = skills[0].copy(), skills[1].copy()
    check_ids(first, len(means))
    check_ids(second, len(means))
    if not len(first) == len(second) == len(outcome) or len(means) != len(variances):
        raise ValueError(
            "games need as many firsts as seconds and outcomes, skills a mean and a variance each"
        )
    if (first == second).any():
        raise ValueError("a system does not play against itself")
    native.trueskill_games(first, second, outcome, beta, margin, drift, means, variances)
    return means, variances


def trueskill_runs(
    judged: PreferenceCells, tournament: Tournament, runs: int, seed: int, *, first: int = 0, threads: int = 0
) -> tuple[Matrix, Matrix]:
    """Return the means and variances of all systems after every run: twice (runs, systems).

    A run draws the units anew, with replacement, and plays its games on the judgements drawn: the judged system
    of the largest variance (the first of equals) against one that it was judged against, drawn by
    exp(-|difference of means|), on one of their judgements. It depends on nothing but the seed and its number.
    """
    judged.check()
    tournament.check()
    _check_draws(seed, runs, first)
    means, variances = np.empty((runs, judged.systems)), np.empty((runs, judged.systems))
    native.trueskill_runs(
        judged.cells, judged.offsets, *tournament, seed, first, cores(threads), means, variances
    )
    return means, variances
