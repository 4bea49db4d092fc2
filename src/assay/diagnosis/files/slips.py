"""Where two files that should run side by side part company: a line that is missing, doubled, split or joined.

Line i of one file is held against lines i + d of the other, for every shift d that is possible. Lines go together when
they share words, numbers above all, and are of like length; a path of shifts through the file is chosen that makes the
lines go together best and changes its shift only for good reason (Viterbi).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

WORD = re.compile(r"\d+|[^\W\d_]{2,}")
# set by hand
FARTHEST = 12  # lines by which one file may run ahead of the other
# What a change of shift must gain, in lines that go together
SWITCH = 1.5
NEAR = 2  # shifts that are tried in files of one length
LEAST_LINES = 4  # that a slip must last
PART = 4096  # lines whose words are kept at a time
# Of a number beside a word: it is the same in both languages
NUMBER_WEIGHT = 3

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Slip:
    """From `line` on, from 1, the first file's lines belong to lines that lie `shift` further on in the second."""

    line: int
    shift: int
    before: int  # the shift up to there


def slips(first: Sequence[str], second: Sequence[str]) -> list[Slip]:
    """Return where the first file slips against the second; none where they cannot be told apart."""
    excess = len(second) - len(first)
    reach = max(NEAR, abs(excess))
    if reach > FARTHEST or not len(first) or not len(second):
        return []
    shifts = np.arange(-reach, reach + 1)
    path = shifts[_best_path(_likeness(first, second, shifts), shifts, excess)]
    changes = np.flatnonzero(np.diff(path)) + 1
    start = [Slip(1, int(path[0]), 0)] if path[0] else []
    changed = start + [Slip(int(at) + 1, int(path[at]), int(path[at - 1])) for at in changes]
    return _lasting(changed, len(first))


def _lasting(changed: Sequence[Slip], lines: int) -> list[Slip]:
    """Leave out a shift that lasts a few lines only: sentences may change places."""
    ends = [slip.line for slip in changed[1:]] + [lines + 1] * bool(changed)
    lasting: list[Slip] = []
    for slip, end in zip(changed, ends, strict=True):
        shift = lasting[-1].shift if lasting else 0
        last = end == lines + 1
        if slip.shift != shift and (end - slip.line >= LEAST_LINES or last):
            lasting.append(Slip(slip.line, slip.shift, shift))
    return lasting


def _likeness(first: Sequence[str], second: Sequence[str], shifts: NDArray[np.int64]) -> Array:
    """Return for every shift (rows) how well each line of the first file (columns) goes with its line of the second.

    Words are kept of a part of the files at a time: those of a million lines would fill gigabytes.
    """
    reach = int(np.abs(shifts).max())
    likeness = np.full((len(shifts), len(first)), -1.0)
    for start in range(0, len(first), PART):
        begin, end = max(0, start - reach), min(len(second), start + PART + reach)
        bags, others = _bags(first[start : start + PART]), _bags(second[begin:end])
        for row, shift in enumerate(shifts.tolist()):
            low, high = max(start, -shift), min(start + len(bags), len(second) - shift)
            pairs = [(at, at + shift) for at in range(low, high)]
            shared = [_shared(bags[at - start], others[other - begin]) for at, other in pairs]
            ratio = [abs(log((len(first[at]) + 5) / (len(second[other]) + 5))) for at, other in pairs]
            likeness[row, low : max(low, high)] = np.array(shared) - 0.3 * np.minimum(ratio, 2)
    return likeness


def _bags(lines: Sequence[str]) -> list[frozenset[str]]:
    return [frozenset(WORD.findall(line.lower())) for line in lines]


def _shared(words: frozenset[str], others: frozenset[str]) -> float:
    if not words or not others:
        return 0.0
    common = words & others
    numbers = sum(word[0].isdigit() for word in common)
    return 2 * (len(common) + (NUMBER_WEIGHT - 1) * numbers) / (len(words) + len(others) + 2)


def _best_path(likeness: Array, shifts: NDArray[np.int64], excess: int) -> NDArray[np.int64]:
    """Return the row of the best shift for every line; at the end both files are to be used up."""
    states, lines = likeness.shape
    cost = SWITCH * np.abs(shifts[:, None] - shifts[None, :]) ** 0.5
    back = np.zeros((lines, states), dtype=np.int64)
    score = likeness[:, 0] - SWITCH * np.abs(shifts) ** 0.5
    for line in range(1, lines):
        arrived = score[None, :] - cost
        back[line] = arrived.argmax(axis=1)
        score = arrived[np.arange(states), back[line]] + likeness[:, line]
    score = score - SWITCH * np.abs(shifts - excess) ** 0.5
    path = np.zeros(lines, dtype=np.int64)
    path[-1] = int(score.argmax())
    for line in range(lines - 1, 0, -1):
        path[line - 1] = back[line, path[line]]
    return path
