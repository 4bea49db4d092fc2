"""What outputs and references share beyond single words: the counts of BEER."""

from __future__ import annotations

import numpy as np

import assay.kernel._native as native
from assay.kernel.columns import Matrix, Offsets, Texts, bounded, check_texts, check_utf8, cores

BEER_CHARS, BEER_WORDS, BEER_SKIPS = 6, 4, 5  # orders of characters and words, and kinds of pairs


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
