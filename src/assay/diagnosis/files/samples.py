"""A bounded sample of lines, as sets of words: what the quick checks look at while a set goes by in shards.

Lines are taken in runs of neighbours, spread evenly over a shard, so that a file that is out of step can be told: its
lines go with neighbours. Behind every run stand empty lines, so that no line has a neighbour in another run; what is
known of lines comes by their places among these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from assay.kernel import LineWords, line_words
from assay.text import Column

# set by hand: 320 lines of every shard
RUN = 16  # neighbours that are looked at together
RUNS = 20  # of them in a shard
REACH = 2  # lines by which a file may be out of step
WIDTH = RUN + REACH  # of a run with the gap behind it


@dataclass(frozen=True)
class SampledLines:
    """The lines of one column that are looked at; a missing one is empty."""

    texts: Sequence[str]  # one after the other, without gaps
    column: Column  # by place
    words: LineWords  # by place


@cache
def sampled_rows(rows: int) -> Sequence[int]:
    """Return the rows of a shard that are looked at, run after run: all of a short one."""
    if rows <= RUN * RUNS:
        return range(rows)
    starts = np.linspace(0, rows - RUN, RUNS).astype(int).tolist()
    return tuple(row for start in starts for row in range(start, start + RUN))


def sample(texts: Sequence[str | None], rows: Sequence[int]) -> SampledLines:
    """Take the lines of some rows, run after run, and find their words."""
    chosen = (
        _runs(texts, rows) if isinstance(texts, Column) else Column.of([texts[row] or "" for row in rows])
    )
    column = Column(chosen.data, chosen.offsets[_ends(len(rows))])
    return SampledLines(chosen, column, line_words(column.texts))


@cache
def _ends(lines: int) -> NDArray[np.int64]:
    """Return how many lines of the sample end before each place, gaps being empty."""
    places = np.arange(-(-lines // RUN) * WIDTH + 1)
    return np.minimum(places // WIDTH * RUN + np.minimum(places % WIDTH, RUN), lines)


def _runs(column: Column, rows: Sequence[int]) -> Column:
    """Put runs of rows together without looking at single lines: a run is one piece of the text."""
    if len(rows) == len(column):
        return column
    starts = np.array(rows[::RUN])
    pieces = column.offsets[starts[:, None] + np.arange(RUN + 1)]  # where lines end, run by run
    data = np.concatenate(
        [column.data[begin:end] for begin, end in zip(*pieces[:, [0, -1]].T.tolist(), strict=True)]
    )
    ends = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum(np.diff(pieces).ravel(), out=ends[1:])
    return Column(data, ends)
