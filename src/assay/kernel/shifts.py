"""Edits and shifts of blocks: translation edit rate."""

from __future__ import annotations

import numpy as np

from assay.kernel import _native
from assay.kernel.columns import Matrix, Tokens, arrays, cores
from assay.kernel.edits import Alignments, operation_room, packed


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
    _native.ter_stats(*arrays(tokens), definition, *limits, cores(threads), out)
    return out


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
    _native.ter_alignments(
        *given, definition, *limits, cores(threads),
        operations, room, counts, chosen, shifts.reshape(-1), room, shift_counts,
    )  # fmt: skip
    return Alignments(*packed(operations, room, counts), chosen, *packed(shifts, room, shift_counts))
