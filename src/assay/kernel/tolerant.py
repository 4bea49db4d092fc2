"""Matching that tolerates small differences of spelling: LeBLEU and Tolerant BLEU."""

from __future__ import annotations

import numpy as np

from assay.kernel import _native
from assay.kernel.columns import Matrix, Offsets, Texts, check_texts, cores

WEIGHTINGS = ("mean", "product", "minimum")


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


def tolerant_stats(
    hyp: Texts,
    ref: Texts,
    groups: Offsets,
    *,
    order: int,
    epsilon: float,
    weighting: str,
    largest: int,
    threads: int = 0,
) -> Matrix:
    """Return a row a reference: weighted matches of every order; both columns are as `tokenize` returns them.

    Words are matched by their affix distance, if it is below `epsilon`; `weighting`, one of `WEIGHTINGS`, makes
    the weight of an n-gram of those of its words. Groups of more than `largest` similar words are matched
    nearest first, all others at the least sum of distances.
    """
    check_texts(hyp, ref, groups)
    out = np.empty((len(ref.offsets) - 1, order))
    number = WEIGHTINGS.index(weighting)
    _native.tolerant_stats(*hyp, *ref, groups, order, epsilon, number, largest, cores(threads), out)
    return out
