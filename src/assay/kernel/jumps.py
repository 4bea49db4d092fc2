"""Edit distances with jumps or moves, and their alignments: CDER, CharacTER, extended edit distance."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

import assay.kernel._native as native
from assay.kernel.columns import Matrix, Offsets, Texts, bounded, check_offsets, check_texts, cores
from assay.kernel.edits import (
    DELETION,
    INSERTION,
    JUMP,
    Alignments,
    longest,
    operation_room,
    packed,
    room_for,
)

Prices = tuple[float, float, float, float, float]  # alpha, rho, deletion, insertion, substitution


@bounded
def cder_stats(
    hyp: Texts, ref: Texts, groups: Offsets, *, cicada: bool, characters: bool, threads: int = 0
) -> Matrix:
    """Return the distance to the nearest reference and the mean reference length in words.

    Both columns are as `tokenize` returns them. `cicada` lets the row before the first reference word rise by
    one a word, without jumps; `characters` prices a replaced word by its distance in characters over the
    longer of the two lengths.
    """
    check_texts(hyp, ref, groups)
    out = np.empty((len(groups) - 1, 2))
    native.cder_stats(*hyp, *ref, groups, cicada, characters, cores(threads), out)
    return out


@bounded
def character_stats(hyp: Texts, ref: Texts, groups: Offsets, *, threads: int = 0) -> Matrix:
    """Return CharacTER (0 to 1) with the best reference, 1, character edits, shift cost, output characters.

    Both columns are as `tokenize` returns them.
    """
    check_texts(hyp, ref, groups)
    out = np.empty((len(groups) - 1, 5))
    native.character_stats(*hyp, *ref, groups, cores(threads), out)
    return out


@bounded
def eed_stats(
    hyp: Texts,
    ref: Texts,
    groups: Offsets,
    *,
    python: bool,
    alpha: float,
    rho: float,
    deletion: float,
    insertion: float,
    substitution: float,
    threads: int = 0,
) -> Matrix:
    """Return EED (0 to 1) with the best reference, 1, edits and jumps, coverage, reference characters.

    Texts are as they come: preparing them is part of it. `python` is the published program's form in Python,
    else its form in C++. No price may be negative.
    """
    prices = checked((alpha, rho, deletion, insertion, substitution))
    check_texts(hyp, ref, groups)
    out = np.empty((len(groups) - 1, 5))
    native.eed_stats(*hyp, *ref, groups, python, *prices, cores(threads), out)
    return out


def checked(prices: Prices) -> Prices:
    """Refuse prices of EED below zero."""
    if min(prices) < 0:
        raise ValueError("no price may be negative")
    return prices


@bounded
def cder_alignments(
    hyp: Texts, ref: Texts, groups: Offsets, *, cicada: bool, characters: bool, threads: int = 0
) -> Alignments:
    """Return the alignments whose cost is the distance of `cder_stats`, word by word.

    A jump leaves the output where it is and enters it at another place. Of equally cheap ways a match or
    substitution is preferred to a deletion, that to an insertion, and that to a jump.
    """
    check_texts(hyp, ref, groups)
    # a step a word and one before the first; n bytes are n + 1 words at most, if all are blanks
    steps = _Steps(longest(ref.offsets, groups) + 2)
    native.cder_alignments(*hyp, *ref, groups, cicada, characters, cores(threads), *steps.arrays)
    return steps.alignments()


@bounded
def eed_alignments(
    hyp: Texts,
    ref: Texts,
    groups: Offsets,
    *,
    python: bool,
    alpha: float,
    rho: float,
    deletion: float,
    insertion: float,
    substitution: float,
    threads: int = 0,
) -> Alignments:
    """Return the alignments whose cost is the errors of `eed_stats`, character by character of `eed_texts`.

    Ways are preferred as in `cder_alignments`. Coverage, which no single way decides, is not part of it.
    """
    prices = checked((alpha, rho, deletion, insertion, substitution))
    check_texts(hyp, ref, groups)
    # A blank before each mark, and one at either end
    steps = _Steps(2 * longest(ref.offsets, groups) + 3)
    native.eed_alignments(*hyp, *ref, groups, python, *prices, cores(threads), *steps.arrays)
    return steps.alignments()


def eed_texts(texts: Texts, *, python: bool) -> Texts:
    """Return texts as EED compares them, with a blank at either end."""
    check_offsets(*texts)
    room = room_for(2 * np.diff(texts.offsets) + 2)
    buffer, counts = np.empty(room[-1], dtype=np.uint8), np.zeros(len(room) - 1, dtype=np.int64)
    native.eed_texts(*texts, python, room, buffer, counts)
    return Texts(*packed(buffer, room, counts))


@bounded
def character_alignments(hyp: Texts, ref: Texts, groups: Offsets, *, threads: int = 0) -> Alignments:
    """Return the moves of words that CharacTER makes, and the operations on characters that are left then.

    The operations are those of `edit_alignments`; of moves that leave the same words the first from the left is
    returned, to the first of its places.
    """
    check_texts(hyp, ref, groups)
    room = operation_room(hyp.offsets, ref.offsets, groups)
    operations, shifts = np.empty(room[-1], dtype=np.uint8), np.empty((room[-1], 3), dtype=np.int64)
    counts, chosen, shift_counts = (np.zeros(len(groups) - 1, dtype=np.int64) for _ in range(3))
    native.character_alignments(
        *hyp, *ref, groups, cores(threads),
        operations, room, counts, chosen, shifts.reshape(-1), shift_counts,
    )  # fmt: skip
    return Alignments(*packed(operations, room, counts), chosen, *packed(shifts, room, shift_counts))


class _Steps:
    """What the kernel says of ways with jumps, a row of each matrix at a time."""

    def __init__(self, sizes: Offsets) -> None:
        self._room = room_for(sizes)
        # Operation, source of a jump or -1, end
        self._steps = np.empty((self._room[-1], 3), dtype=np.int64)
        self._counts, self._chosen = (np.zeros(len(sizes), dtype=np.int64) for _ in range(2))

    @property
    def arrays(self) -> tuple[Offsets, Offsets, Offsets, Offsets]:
        """Return what the kernel is to fill."""
        return self._steps.reshape(-1), self._room, self._counts, self._chosen

    def alignments(self) -> Alignments:
        """Write the steps out as operations."""
        operations: list[int] = []
        jumps: list[int] = []
        ends = [0]
        for start, count in zip(self._room.tolist(), self._counts.tolist(), strict=False):
            _walk(self._steps[start : start + count].tolist(), operations, jumps)
            ends.append(len(operations))
        return Alignments(
            np.array(operations, dtype=np.uint8),
            np.array(ends, dtype=np.int64),
            self._chosen,
            np.zeros((0, 3), dtype=np.int64),
            np.zeros(len(ends), dtype=np.int64),
            np.array(jumps, dtype=np.int64),
        )


def _walk(steps: Iterable[tuple[int, int, int]], operations: list[int], jumps: list[int]) -> None:
    """Append the operations of one segment and the targets of its jumps; the first step has no operation."""
    at = 0
    for row, (operation, source, end) in enumerate(steps):
        if row:
            operations.append(operation)
            at += operation != DELETION
        operations += [INSERTION] * ((end if source < 0 else source) - at)
        if source >= 0:
            operations.append(JUMP)
            jumps.append(end)
        at = end
