"""Matching that tolerates small differences of spelling: LeBLEU."""

from __future__ import annotations

import numpy as np

from assay.kernel import _native
from assay.kernel.columns import Matrix, Offsets, Texts, check_texts, cores


def lebleu_stats(
    hyp: Texts,
    ref: Texts,
    groups: Offsets,
    *,
    max_n: int,
    threshold: float,
    ngram_limit: int,
    threads: int = 0,
) -> Matrix:
    """Return a row a reference: hits and n-grams of every order; characters of the output and of the reference.

    Both columns are as `tokenize` returns them. Start positions of n-grams are thinned out where there are more
    than `ngram_limit / max_n` (references: half as many); 0 keeps them all.
    """
    check_texts(hyp, ref, groups)
    out = np.empty((len(ref.offsets) - 1, 2 * max_n + 2))
    _native.lebleu_stats(*hyp, *ref, groups, max_n, threshold, ngram_limit, cores(threads), out)
    return out
