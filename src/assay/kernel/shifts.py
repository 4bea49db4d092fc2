"""Edits and shifts of blocks: translation edit rate."""

from __future__ import annotations

import numpy as np

from assay.kernel import _native
from assay.kernel.columns import Matrix, Tokens, arrays, cores


def ter_stats(
    tokens: Tokens, *, beam: int, shift_size: int, shift_distance: int, candidates: int, threads: int = 0
) -> Matrix:
    """Return edits, mean reference length, insertions, deletions, substitutions, shifts and shifted words."""
    out = np.empty((tokens.rows, 7))
    _native.ter_stats(*arrays(tokens), beam, shift_size, shift_distance, candidates, cores(threads), out)
    return out
