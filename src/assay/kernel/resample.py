"""Resampling: sums of rows, each taken as often as chance says."""

from __future__ import annotations

import numpy as np

from assay.kernel import _native
from assay.kernel.columns import Matrix, cores

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
    _native.resample_sums(rows, seed, first, DRAWS.index(kind), taken, cores(threads), out)
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
    _native.shuffle_sums(rows, runs, seed, first, cores(threads), out)
    return out
