"""Do the lines of two files belong together? Then partners are more alike than a line and its partner's neighbours.

Likeness is the share of words that two lines have in common (Dice), less a penalty for unlike lengths. A sample of runs
of neighbouring lines tells two things: whether lines go with their partners at all, and how many runs go better with
lines one or two further on or back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from assay.data import Array
from assay.diagnosis.files.samples import (
    PLACE,
    REACH,
    RUN,
    WIDTH,
    SampledLines,
    Vocabulary,
    sample,
    sampled_rows,
)

# Set on the text sets of WMT13 to WMT23, TED and MLQE-PE: docs/check.md says how often they fire there.
PENALTY = 0.3  # of the log of the ratio of lengths, as for slips
LEAD = 0.1  # likeness by which another shift must be ahead, on average over a run
ALIKE = 0.3  # likeness from which lines go together, even if they go with others as well: repeated lines do
LOST = 0.1  # of the runs, and two at least, have a lead of less than its standard error; none in sound sets
FEWEST_IN_RUN = 8  # lines with text from which the shift of a run can be told
FEWEST = (
    12  # lines of one language from which it can be told whether they go together at all: z is 4.5 or more
)
FEWEST_ACROSS = 80  # of two languages: z is 6 or more
UNRELATED = 3.0  # standard errors of the mean lead
SHIFTS = (0, *(shift for far in range(1, REACH + 1) for shift in (far, -far)))


@dataclass(frozen=True)
class Pairing:
    """Sums, which add from shard to shard: the lead of every shift over the others, and runs that are out of step."""

    lines: Array = field(default_factory=lambda: np.zeros(len(SHIFTS)))
    lead: Array = field(default_factory=lambda: np.zeros(len(SHIFTS)))
    squares: Array = field(default_factory=lambda: np.zeros(len(SHIFTS)))
    likeness: float = 0.0  # of partners
    runs: int = 0
    lost: int = 0  # runs whose lines go with their partners no better than with others
    first_lost: int | None = None  # where the first of them begins, from 0
    astray: tuple[int, int] | None = None  # where the first run out of step begins, from 0, and its shift

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
    rows, numbers = sampled_rows(len(first)), Vocabulary()
    lines, others = (sample([texts[row] for row in rows], numbers) for texts in (first, second))
    return pair(lines, others, rows)


def pair(lines: SampledLines, others: SampledLines, rows: Sequence[int]) -> Pairing:
    """Hold the lines of an output against those of a reference; `rows` are their numbers, from 0."""
    likeness = np.stack([_likeness(lines, others, shift) for shift in SHIFTS])
    known = ~np.isnan(likeness)
    total, count = np.nansum(likeness, axis=0), known.sum(axis=0)
    told = known & (count > 1)
    elsewhere = (total - np.nan_to_num(likeness)) / np.maximum(count - 1, 1)
    lead = np.where(told, likeness - elsewhere, 0.0)
    return Pairing(
        *(told.sum(axis=1), lead.sum(axis=1), (lead**2).sum(axis=1)),
        float(likeness[0][told[0]].sum()),
        *_lost_runs(np.where(told[0], lead[0], np.nan), np.where(told[0], likeness[0], np.nan), rows),
        _first_astray(likeness, rows),
    )


def _likeness(lines: SampledLines, others: SampledLines, shift: int) -> Array:
    """Return how alike each line and the other file's line so much further on are, by place; NaN without text."""
    size = len(lines.words)
    moved = lines.keys + shift * PLACE
    at = np.minimum(np.searchsorted(others.keys, moved), max(len(others.keys) - 1, 0))
    same = others.keys[at] == moved if len(others.keys) else np.zeros(len(moved), dtype=bool)
    shared = np.bincount(lines.keys[same] // PLACE, minlength=size)
    words, characters = (_moved(values, shift) for values in (others.words, others.characters))
    known = (lines.words > 0) & (words > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.abs(np.log((lines.characters + 5) / (characters + 5)))
        likeness = 2 * shared / (lines.words + words) - PENALTY * np.minimum(ratio, 2)
    return np.where(known, likeness, np.nan)


def _moved(values: Array, shift: int) -> Array:
    """Return at every place what stands so much further on; the gap behind every run keeps runs apart."""
    moved = np.zeros(len(values))
    low, high = max(0, -shift), min(len(values), len(values) - shift)
    moved[low:high] = values[low + shift : high + shift]
    return moved


def _lost_runs(lead: Array, likeness: Array, rows: Sequence[int]) -> tuple[int, int, int | None]:
    """Return how many runs can be told, how many of them are lost, and where the first of these begins."""
    by_run, alike = (values.reshape(-1, WIDTH)[:, :RUN] for values in (lead, likeness))
    known = np.count_nonzero(~np.isnan(by_run), axis=1)
    mean, likely = (np.nansum(values, axis=1) / np.maximum(known, 1) for values in (by_run, alike))
    squares = np.nansum((by_run - mean[:, None]) ** 2, axis=1) / np.maximum(known - 1, 1)
    told = known >= FEWEST_IN_RUN
    lost = np.flatnonzero(told & (likely < ALIKE) & (mean < np.sqrt(squares / np.maximum(known, 1))))
    return int(told.sum()), len(lost), rows[int(lost[0]) * RUN] if len(lost) else None


def _first_astray(likeness: Array, rows: Sequence[int]) -> tuple[int, int] | None:
    """Return where the first run begins that goes clearly better with another shift, and this shift."""
    by_run = likeness.reshape(len(SHIFTS), -1, WIDTH)[:, :, :RUN]
    known = np.count_nonzero(~np.isnan(by_run), axis=2)
    means = np.nansum(by_run, axis=2) / np.maximum(known, 1)
    ahead = (known >= FEWEST_IN_RUN).all(axis=0) & (means.max(axis=0) - means[0] > LEAD)
    for run in np.flatnonzero(ahead)[:1].tolist():
        return rows[run * RUN], SHIFTS[int(means[:, run].argmax())]
    return None
