"""Edit distances with their operations, TER's with shifts of blocks, and the alignments of whole columns.

And editing itself, replayed: the changes that somebody made to texts, the texts that they end in, and what the work
came to. There text is code points (uint32), so that a change knows how long the text is after it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.kernel.columns import (
    Bytes,
    Matrix,
    Offsets,
    Texts,
    Tokens,
    arrays,
    bounded,
    check_offsets,
    check_texts,
    cores,
)

Points = NDArray[np.uint32]
REPLAY_COUNTS = ("runs", "word_edits", "wasted", "bad")
# A word too many in the output; one that it lacks
MATCH, SUBSTITUTION, INSERTION, DELETION, JUMP = range(5)


@dataclass(frozen=True)
class Alignments:
    """How outputs differ from their best references.

    The operations of segment i are `operations[offsets[i]:offsets[i + 1]]`, from left to right; its reference is
    the one at `chosen[i]` of its own. Its shifts, `shifts[shift_offsets[i]:shift_offsets[i + 1]]`, come first: in
    each, `length` words from `start` on are taken out and come to stand at `target` of what is left. `jumps` are
    the places where the output is entered, one for each `JUMP` of all `operations`, in turn.
    """

    operations: Bytes
    offsets: Offsets
    chosen: Offsets
    shifts: NDArray[np.int64]  # rows of start, length, target
    shift_offsets: Offsets
    jumps: Offsets = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


@bounded
def edit_stats(
    tokens: Tokens,
    *,
    substitution: float = 1.0,
    insertion: float = 1.0,
    deletion: float = 1.0,
    threads: int = 0,
) -> Matrix:
    """Return substitutions, deletions, insertions, hits, length of the best reference and mean length.

    The alignment is one of least weighted cost, and the best reference the one with the least of all, the
    longest of equals. With equal weights it is the alignment that RapidFuzz traces.
    """
    out = np.empty((tokens.rows, 6))
    native.edit_stats(*arrays(tokens), substitution, insertion, deletion, cores(threads), out)
    return out


@bounded
def char_edit_stats(
    hyp: Texts,
    ref: Texts,
    groups: Offsets,
    /,
    *,
    whitespace: bool = True,
    substitution: float = 1.0,
    insertion: float = 1.0,
    deletion: float = 1.0,
    threads: int = 0,
) -> Matrix:
    """Return what `edit_stats` does of the characters that `char_ids` numbers, without numbering them first."""
    check_texts(hyp, ref, groups)
    out = np.empty((len(groups) - 1, 6))
    weights = (substitution, insertion, deletion)
    native.char_edit_stats(*hyp, *ref, groups, whitespace, *weights, cores(threads), out)
    return out


@bounded
def edit_alignments(
    tokens: Tokens,
    *,
    substitution: float = 1.0,
    insertion: float = 1.0,
    deletion: float = 1.0,
    threads: int = 0,
) -> Alignments:
    """Return the alignments that `edit_stats` counts."""
    given = arrays(tokens)
    room = operation_room(tokens.hyp_offsets, tokens.ref_offsets, tokens.groups)
    operations = np.empty(room[-1], dtype=np.uint8)
    counts, chosen = (np.zeros(tokens.rows, dtype=np.int64) for _ in range(2))
    weights = (substitution, insertion, deletion)
    native.edit_alignments(*given, *weights, cores(threads), operations, room, counts, chosen)
    none = np.zeros(tokens.rows + 1, dtype=np.int64)
    return Alignments(*packed(operations, room, counts), chosen, np.zeros((0, 3), dtype=np.int64), none)


def operation_room(hyp_offsets: Offsets, ref_offsets: Offsets, groups: Offsets) -> Offsets:
    """Return offsets that leave room for all operations: every word of output and longest reference."""
    return room_for(np.diff(hyp_offsets) + longest(ref_offsets, groups))


def longest(ref_offsets: Offsets, groups: Offsets) -> Offsets:
    """Return the length of each segment's longest reference."""
    lengths = np.diff(ref_offsets)
    return np.maximum.reduceat(lengths, groups[:-1]) if len(groups) > 1 else lengths[:0]


def room_for(sizes: Offsets) -> Offsets:
    """Return offsets that leave so much room for each segment."""
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])


def packed(values: NDArray[Any], room: Offsets, counts: Offsets) -> tuple[NDArray[Any], Offsets]:
    """Leave out what the kernel did not fill: of each row the first `counts` values stay."""
    runs = np.stack([counts, np.diff(room) - counts], axis=1).ravel()
    within = np.repeat(np.tile([True, False], len(counts)), runs)
    offsets = np.zeros(len(room), dtype=np.int64)
    np.cumsum(counts, out=offsets[1:])
    return values[within], offsets


@bounded
def ter_stats(
    tokens: Tokens,
    *,
    beam: int,
    shift_size: int,
    shift_distance: int,
    candidates: int,
    definition: bool = False,
    threads: int = 0,
) -> Matrix:
    """Return edits, mean reference length, insertions, deletions, substitutions, shifts and shifted words.

    `definition` takes every electable shift of one target position, and the limits mean nothing.
    """
    out = np.empty((tokens.rows, 7))
    limits = (beam, shift_size, shift_distance, candidates)
    native.ter_stats(*arrays(tokens), definition, *limits, cores(threads), out)
    return out


@bounded
def ter_alignments(
    tokens: Tokens,
    *,
    beam: int,
    shift_size: int,
    shift_distance: int,
    candidates: int,
    definition: bool = False,
    threads: int = 0,
) -> Alignments:
    """Return the alignments that `ter_stats` counts."""
    given = arrays(tokens)
    # a shift saves an edit at least, so that it is room for the shifts too
    room = operation_room(tokens.hyp_offsets, tokens.ref_offsets, tokens.groups)
    operations = np.empty(room[-1], dtype=np.uint8)
    shifts = np.empty((room[-1], 3), dtype=np.int64)
    counts, chosen, shift_counts = (np.zeros(tokens.rows, dtype=np.int64) for _ in range(3))
    limits = (beam, shift_size, shift_distance, candidates)
    native.ter_alignments(
        *given, definition, *limits, cores(threads),
        operations, room, counts, chosen, shifts.reshape(-1), room, shift_counts,
    )  # fmt: skip
    return Alignments(*packed(operations, room, counts), chosen, *packed(shifts, room, shift_counts))


class PointColumn(NamedTuple):
    """A column of text in code points: row i is `points[offsets[i]:offsets[i + 1]]`."""

    points: Points
    offsets: Offsets


class TextChanges(NamedTuple):
    """Changes one after the other: so many characters at a place are taken away, and others put there.

    Those of text i are `offsets[i]` to `offsets[i + 1]`.
    """

    at: Offsets
    removed: Offsets
    inserted: PointColumn
    offsets: Offsets


class Replayed(NamedTuple):
    """The texts after all changes, and by text the `REPLAY_COUNTS`.

    `bad` is the number of the first change that lies outside its text, and -1 where all are inside; of a bad text
    nothing else is right.
    """

    texts: PointColumn
    counts: NDArray[np.int64]


@bounded
def replay_edits(texts: PointColumn, changes: TextChanges, *, threads: int = 0) -> Replayed:
    """Apply to every text its changes in order."""
    rows = len(texts.offsets) - 1
    check_offsets(texts.points, texts.offsets)
    check_offsets(changes.inserted.points, changes.inserted.offsets)
    check_offsets(changes.at, changes.offsets)
    if len(changes.offsets) != rows + 1 or changes.offsets[-1] != len(changes.inserted.offsets) - 1:
        raise ValueError("every text needs its changes, and every change its insertion")
    if len(changes.at) != len(changes.removed) or len(changes.at) != changes.offsets[-1]:
        raise ValueError("changes must have a place and a length each")
    grown = np.concatenate([[0], np.cumsum(np.diff(changes.inserted.offsets) - changes.removed)])
    sizes = np.diff(texts.offsets) + np.diff(grown[changes.offsets])
    ends = np.concatenate([[0], np.cumsum(np.maximum(sizes, 0))]).astype(np.int64)
    out = np.zeros(int(ends[-1]), dtype=np.uint32)
    counts = np.empty(rows * len(REPLAY_COUNTS), dtype=np.int64)
    inserted, inserted_offsets = changes.inserted
    native.replay(
        texts.points,
        texts.offsets,
        changes.at,
        changes.removed,
        inserted,
        inserted_offsets,
        changes.offsets,
        ends,
        cores(threads),
        out,
        counts,
    )
    return Replayed(PointColumn(out, ends), counts.reshape(rows, len(REPLAY_COUNTS)))
