"""Do the lines of two files belong together? Then partners are more alike than a line and its partner's neighbours.

Likeness is the share of words that two lines have in common (Dice), less a penalty for unlike lengths. A sample of runs
of neighbouring lines tells two things: whether lines go with their partners at all, and how many runs go better with
lines one or two further on or back.

Lines are sampled in runs of neighbours, spread evenly over a shard, so that a file that is out of step can be told: its
lines go with neighbours. Behind every run stand empty lines, so that no line has a neighbour in another run; what is
known of lines comes by their places among these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data import Array
from assay.kernel import LineWords, line_likeness, line_words, take_lines
from assay.text import Column

# set by hand: 320 lines of every shard
RUN = 16  # neighbours that are looked at together
RUNS = 20  # of them in a shard
REACH = 2  # lines by which a file may be out of step
WIDTH = RUN + REACH  # of a run with the gap behind it


@dataclass(frozen=True)
class SampledLines:
    """The lines of one column that are looked at; a missing one is empty."""

    texts: Column  # all of them
    column: Column  # by place
    words: LineWords  # by place


@cache
def sampled_rows(rows: int) -> Sequence[int]:
    """Return the rows of a shard that are looked at, run after run: all of a short one."""
    if rows <= RUN * RUNS:
        return range(rows)
    starts = np.linspace(0, rows - RUN, RUNS).astype(int).tolist()
    return tuple(row for start in starts for row in range(start, start + RUN))


def sample(texts: Sequence[str | None]) -> SampledLines:
    """Take the lines of some rows, run after run, and find their words."""
    whole = texts if isinstance(texts, Column) else Column.of([text or "" for text in texts])
    column = Column(*take_lines(whole.texts, _rows_by_place(len(whole))))
    return SampledLines(whole, column, line_words(column.texts))


@cache
def _rows_by_place(rows: int) -> NDArray[np.int64]:
    """Return the row that stands at each place of the sample, -1 in the gaps."""
    chosen = np.array(sampled_rows(rows), dtype=np.int64)
    runs = np.full((-(-len(chosen) // RUN), WIDTH), -1, dtype=np.int64)
    lines = np.arange(len(chosen))
    runs[lines // RUN, lines % RUN] = chosen
    return runs.ravel()


# Set on the text sets of WMT13 to WMT23, TED and MLQE-PE: docs/check.md says how often they fire there.
PENALTY = 0.3  # of the log of the ratio of lengths, as for slips
WIDEST = 2.0  # from there on a longer line is not less alike
# Likeness by which another shift must be ahead, on average over a run
LEAD = 0.1
# Likeness from which lines go together, even if they go with others as well: repeated lines do
ALIKE = 0.3
# Of the runs, and two at least, have a lead of less than its standard error; none in sound sets
LOST = 0.1
FEWEST_IN_RUN = 8  # lines with text from which the shift of a run can be told
FEWEST = (
    # Lines of one language from which it can be told whether they go together at all: z is 4.5 or more
    12
)
FEWEST_ACROSS = 80  # of two languages: z is 6 or more
UNRELATED = 3.0  # standard errors of the mean lead
SHIFTS = np.array([0, *(shift for far in range(1, REACH + 1) for shift in (far, -far))], dtype=np.int64)


@dataclass(frozen=True)
class Pairing:
    """Sums, which add from shard to shard: the lead of every shift over the others, and runs that are out of step."""

    lines: Array = field(default_factory=lambda: np.zeros(len(SHIFTS)))
    lead: Array = field(default_factory=lambda: np.zeros(len(SHIFTS)))
    squares: Array = field(default_factory=lambda: np.zeros(len(SHIFTS)))
    likeness: float = 0.0  # of partners
    runs: int = 0
    # Runs whose lines go with their partners no better than with others
    lost: int = 0
    first_lost: int | None = None  # where the first of them begins, from 0
    # Where the first run out of step begins, from 0, and its shift
    astray: tuple[int, int] | None = None

    def __add__(self, later: Pairing) -> Pairing:
        """Add what a later part of the files shows."""
        return Pairing(
            self.lines + later.lines,
            self.lead + later.lead,
            self.squares + later.squares,
            self.likeness + later.likeness,
            self.runs + later.runs,
            self.lost + later.lost,
            later.first_lost if self.first_lost is None else self.first_lost,
            self.astray or later.astray,
        )

    def further_on(self, rows: int) -> Pairing:
        """Return the same of lines that stand so many rows later."""
        lost, astray = self.first_lost, self.astray
        return replace(
            self,
            first_lost=None if lost is None else lost + rows,
            astray=None if astray is None else (astray[0] + rows, astray[1]),
        )

    def plain(self) -> dict[str, Any]:
        """Return the sums as JSON has them."""
        return {
            name: value.tolist() if isinstance(value, np.ndarray) else value
            for name, value in vars(self).items()
        }

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Pairing:
        """Read sums from JSON."""
        arrays = {name: np.array(plain[name]) for name in ("lines", "lead", "squares")}
        astray = plain["astray"]
        return cls(**{**plain, **arrays, "astray": None if astray is None else tuple(astray)})

    @property
    def z(self) -> Array:
        """The mean lead of each of the `SHIFTS` over the others in standard errors; infinite without a variance."""
        lines = np.maximum(self.lines, 1)
        mean = self.lead / lines
        variance = np.maximum(self.squares - lines * mean**2, 0) / np.maximum(lines - 1, 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(variance > 0, mean / np.sqrt(variance / lines), np.inf)

    def is_unrelated(self, fewest: int = FEWEST) -> bool:
        """Tell whether lines go with their partners no better than with others, whatever the shift."""
        unlike = self.likeness < ALIKE * self.lines[0]
        return bool(unlike and self.lines[0] >= fewest and self.z.max() < UNRELATED)

    @property
    def slip(self) -> tuple[int, int] | None:
        """The first run that is out of step, and its shift; none where no shift at all makes lines go together."""
        return None if self.is_unrelated() else self.astray

    @property
    def is_lost_in_part(self) -> bool:
        """Whether many runs, though not all, have nothing to do with their partners."""
        return self.lost > 1 and self.lost >= LOST * self.runs


def pair_files(first: Sequence[str], second: Sequence[str]) -> Pairing:
    """Hold a sample of the lines of two files of one length against each other."""
    rows = sampled_rows(len(first))
    return pair(sample(first), sample(second), rows)


def pair(lines: SampledLines, others: SampledLines, rows: Sequence[int]) -> Pairing:
    """Hold the lines of an output against those of a reference; `rows` are their numbers, from 0."""
    likeness, known = line_likeness(lines.words, others.words, SHIFTS, penalty=PENALTY, widest=WIDEST)
    count = known.sum(axis=0)
    told = known & (count > 1)
    elsewhere = (likeness.sum(axis=0) - likeness) / np.maximum(count - 1, 1)
    lead = np.where(told, likeness - elsewhere, 0.0)
    return Pairing(
        *(told.sum(axis=1), lead.sum(axis=1), (lead**2).sum(axis=1)),
        float(likeness[0][told[0]].sum()),
        *_lost_runs(lead[0], likeness[0], told[0], rows),
        _first_astray(likeness, known, rows),
    )


def _lost_runs(
    lead: Array, likeness: Array, told: NDArray[np.bool_], rows: Sequence[int]
) -> tuple[int, int, int | None]:
    """Return how many runs can be told, how many of them are lost, and where the first of these begins."""
    known, leads = told.reshape(-1, WIDTH), lead.reshape(-1, WIDTH)
    count = known.sum(axis=1)
    lines = np.maximum(count, 1)
    mean, likely = (
        leads.sum(axis=1) / lines,
        np.where(told, likeness, 0.0).reshape(-1, WIDTH).sum(axis=1) / lines,
    )
    squares = np.where(known, leads - mean[:, None], 0.0) ** 2
    error = np.sqrt(squares.sum(axis=1) / np.maximum(count - 1, 1) / lines)
    lost = np.flatnonzero((count >= FEWEST_IN_RUN) & (likely < ALIKE) & (mean < error))
    return int((count >= FEWEST_IN_RUN).sum()), len(lost), rows[int(lost[0]) * RUN] if len(lost) else None


def _first_astray(likeness: Array, known: NDArray[np.bool_], rows: Sequence[int]) -> tuple[int, int] | None:
    """Return where the first run begins that goes clearly better with another shift, and this shift."""
    count, total = (values.reshape(len(SHIFTS), -1, WIDTH).sum(axis=2) for values in (known, likeness))
    means = total / np.maximum(count, 1)
    ahead = (count >= FEWEST_IN_RUN).all(axis=0) & (means.max(axis=0) - means[0] > LEAD)
    for run in np.flatnonzero(ahead)[:1].tolist():
        return rows[run * RUN], int(SHIFTS[means[:, run].argmax()])
    return None
