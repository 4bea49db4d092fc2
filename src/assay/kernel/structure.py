"""What outputs and references share beyond single words: the counts of BEER, and the order of aligned words."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.kernel.columns import (
    Ids,
    Matrix,
    Offsets,
    Texts,
    Tokens,
    arrays,
    bounded,
    check_offsets,
    check_texts,
    check_utf8,
    cores,
)

BEER_CHARS, BEER_WORDS, BEER_SKIPS = 6, 4, 5  # orders of characters and words, and kinds of pairs

ORDER_KINDS = (
    "kendall",
    "spearman",
    "ulam",
    "hamming",
    "fuzzy",
    "count",
    "nodes",
    "mean-arity",
    "max-arity",
    "viterbi",
    "forest",
)


@bounded
def beer_counts(hyp: Texts, ref: Texts, groups: Offsets, *, threads: int = 0) -> Matrix:
    """Return a row a reference: words and characters of output and reference, then matches.

    Matches are those of characters, of words, and of pairs with at most 1, 2, 3, 4 and any number of words between
    them, as BEER 2.0 counts them; both columns are as `tokenize` returns them.
    """
    check_texts(hyp, ref, groups)
    check_utf8(hyp, ref)
    out = np.empty((len(ref.offsets) - 1, 4 + BEER_CHARS + BEER_WORDS + BEER_SKIPS))
    native.beer_counts(*hyp, *ref, groups, cores(threads), out)
    return out


@bounded
def order_stats(tokens: Tokens, kind: str, *, beta: float, threads: int = 0) -> Matrix:
    """Return a row a reference: the score of the order of aligned words, how many there are, words in common.

    Words are aligned as in RIBES; `kind` is one of `ORDER_KINDS`, and `beta` the weight of a node of the last two.
    """
    out = np.empty((len(tokens.ref_offsets) - 1, 3))
    native.order_stats(*arrays(tokens), ORDER_KINDS.index(kind), beta, cores(threads), out)
    return out


@bounded
def permutation_scores(
    values: Ids, offsets: Offsets, kind: str, *, beta: float, threads: int = 0
) -> NDArray[np.float64]:
    """Return how far each row, a permutation of 0, 1, 2, …, is in order: from 0 to 1, by one of `ORDER_KINDS`."""
    check_offsets(values, offsets)
    for start, stop in pairwise(offsets.tolist()):
        if not np.array_equal(np.sort(values[start:stop]), np.arange(stop - start)):
            raise ValueError("a permutation has each of the numbers 0, 1, 2, … once")
    out = np.empty(len(offsets) - 1)
    native.permutation_scores(values, offsets, ORDER_KINDS.index(kind), beta, cores(threads), out)
    return out
