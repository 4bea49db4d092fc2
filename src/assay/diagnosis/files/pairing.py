"""Do the lines of two files belong together? Then partners are more alike than a line and its partner's neighbours.

Likeness is the share of words that two lines have in common (Dice), less a penalty for unlike lengths. A sample of runs
of neighbouring lines tells two things: whether lines go with their partners at all, and how many runs go better with
lines one or two further on or back.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assay.data import Array
from assay.diagnosis.files.samples import (
    PLACE,
    REACH,
    RUN,
    WIDTH,
    SampledLines,
    sample,
    sampled_rows,
)

# Set on the text sets of WMT13 to WMT23, TED and MLQE-PE: docs/check.md says how often they fire there.
PENALTY = 0.3  # of the log of the ratio of lengths, as for slips
LEAD = 0.1  # likeness by which another shift must be ahead, on average over a run
ASTRAY = 0.5  # of the runs: among lines in any order, too, some runs go better with another shift by chance
FEWEST_IN_RUN = 8  # lines with text from which the shift of a run can be told
FEWEST = (
    12  # lines of one language from which it can be told whether they go together at all: z is 4.5 or more
)
FEWEST_ACROSS = 80  # of two languages: z is 6 or more
UNRELATED = 3.0  # standard errors of the mean lead of partners


@dataclass(frozen=True)
class Pairing:
    """Sums, which add from shard to shard: the lead of partners over other lines, and runs that are out of step."""

    lines: int = 0
    lead: float = 0.0
    squares: float = 0.0
    runs: int = 0
    astray: int = 0
    first: tuple[int, int] | None = None  # where the first run astray begins, from 0, and its shift

    def __add__(self, later: Pairing) -> Pairing:
        """Add what a later part of the files shows."""
        return Pairing(
            self.lines + later.lines,
            self.lead + later.lead,
            self.squares + later.squares,
            self.runs + later.runs,
            self.astray + later.astray,
            self.first or later.first,
        )

    @property
    def z(self) -> float:
        """The mean lead of partners over other lines in standard errors; infinite where nothing can be told."""
        mean = self.lead / max(self.lines, 1)
        variance = max(self.squares - self.lines * mean**2, 0.0) / max(self.lines - 1, 1)
        return mean / math.sqrt(variance / self.lines) if variance else math.inf

    @property
    def is_unrelated(self) -> bool:
        """Whether lines go with their partners no better than with others."""
        return self.lines >= FEWEST and self.z < UNRELATED

    @property
    def slip(self) -> tuple[int, int] | None:
        """The first run that is out of step, and its shift; none where lines do not go together in any way."""
        return self.first if not self.is_unrelated or self.astray >= ASTRAY * self.runs else None


def pair_files(first: Sequence[str], second: Sequence[str]) -> Pairing:
    """Hold a sample of the lines of two files of one length against each other."""
    rows, numbers = sampled_rows(len(first)), dict[str, int]()
    return pair(*(sample([lines[row] for row in rows], numbers) for lines in (first, second)), rows)


def pair(lines: SampledLines, others: SampledLines, rows: Sequence[int]) -> Pairing:
    """Hold the lines of an output against those of a reference; `rows` are their numbers, from 0."""
    likeness = {shift: _likeness(lines, others, shift) for shift in range(-REACH, REACH + 1)}
    elsewhere = np.stack([values for shift, values in likeness.items() if shift])
    known = ~np.isnan(likeness[0]) & ~np.isnan(elsewhere).all(axis=0)
    lead = likeness[0][known] - np.nanmean(elsewhere[:, known], axis=0)
    runs, astray = _runs_astray(likeness)
    first = (rows[astray[0][0] * RUN], astray[0][1]) if astray else None
    return Pairing(len(lead), float(lead.sum()), float((lead**2).sum()), runs, len(astray), first)


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


def _runs_astray(likeness: Mapping[int, Array]) -> tuple[int, list[tuple[int, int]]]:
    """Return how many runs can be told, and those that go better with another shift: their numbers and shifts."""
    shifts = sorted(likeness, key=abs)
    by_run = np.stack([likeness[shift].reshape(-1, WIDTH)[:, :RUN] for shift in shifts])
    known = np.count_nonzero(~np.isnan(by_run), axis=2)
    means = np.nansum(by_run, axis=2) / np.maximum(known, 1)
    told = (known >= FEWEST_IN_RUN).all(axis=0)
    best = means.argmax(axis=0)
    astray = np.flatnonzero(told & (means.max(axis=0) - means[0] > LEAD))
    return int(told.sum()), [(run, shifts[best[run]]) for run in astray.tolist()]
