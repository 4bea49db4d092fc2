"""Two metrics against people, drawn again and again."""

from __future__ import annotations

import numpy as np

from assay.kernel import _native
from assay.kernel.columns import Matrix, cores

AGREEMENTS = ("pearson", "spearman", "tau-b", "accuracy", "acc-eq")
GROUPINGS = ("none", "item", "system", "means")
REDRAWS = (
    *("observed", "swap-cells", "swap-systems", "swap-segments", "every-swap"),
    *("draw-systems", "draw-segments", "draw-both"),
)
MOST_PAIRS = 1 << 26  # that a calibration of ties holds in memory


def metric_draws(
    human: Matrix,
    first: Matrix,
    second: Matrix,
    *,
    agreement: str,
    grouping: str,
    redraw: str,
    draws: int = 1,
    seed: int = 0,
    first_draw: int = 0,
    threads: int = 0,
) -> Matrix:
    """Return the agreement of both metrics with people in every draw: (systems, segments) x 3 -> (draws, 2).

    "every-swap" takes the bits of a draw's number for the systems that are swapped. NaN is undefined.
    """
    if human.ndim != 2 or human.shape != first.shape or human.shape != second.shape:
        raise ValueError("the three matrices must have the same systems and segments")
    if not 0 <= seed < 2**64 or draws < 0 or first_draw < 0:
        raise ValueError("seed, draws and first_draw must be 0 or more")
    if agreement == "acc-eq" and (grouping == "means" or cell_pairs(human.shape, grouping) > MOST_PAIRS):
        raise ValueError("ties are calibrated over pairs of cells, and no more of them than fit into memory")
    if redraw == "every-swap" and human.shape[0] > 62:
        raise ValueError("there are too many systems to swap in every way")
    out = np.empty((draws, 2))
    numbers = (AGREEMENTS.index(agreement), GROUPINGS.index(grouping), REDRAWS.index(redraw))
    _native.metric_draws(human, first, second, *numbers, seed, first_draw, cores(threads), out)
    return out


def cell_pairs(shape: tuple[int, ...], grouping: str) -> int:
    """Return how many pairs of cells there are within groups when every cell counts."""
    systems, segments = shape
    groups, size = {"item": (segments, systems), "system": (systems, segments)}.get(
        grouping, (1, systems * segments)
    )
    return groups * size * (size - 1) // 2
