"""The order of words: RIBES."""

from __future__ import annotations

import numpy as np

from assay.kernel import _native
from assay.kernel.columns import Matrix, Tokens, arrays, cores


def ribes_stats(tokens: Tokens, *, alpha: float, beta: float, threads: int = 0) -> Matrix:
    """Return the best score of any reference that is not empty, and 1; 0 and 0 where all are empty."""
    out = np.empty((tokens.rows, 2))
    _native.ribes_stats(*arrays(tokens), alpha, beta, cores(threads), out)
    return out
