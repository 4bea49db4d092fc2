"""Matching n-grams: of tokens, and of characters and words."""

from __future__ import annotations

import numpy as np

from assay.kernel import _native
from assay.kernel.columns import Matrix, Offsets, Texts, Tokens, arrays, check_texts, cores
from assay.kernel.text import tokenize


def ngram_stats(tokens: Tokens, order: int, *, threads: int = 0) -> Matrix:
    """Return a row a segment: output length; closest, shortest, mean reference length; matches; n-grams.

    Matches and n-grams of the output stand there for every order up to `order`; matches are clipped by the
    largest count in any one reference, and of two closest lengths the shorter counts.
    """
    out = np.empty((tokens.rows, 4 + 2 * order))
    _native.ngram_stats(*arrays(tokens), order, cores(threads), out)
    return out


def chrf_stats(
    hyp: Texts,
    ref: Texts,
    groups: Offsets,
    *,
    char_order: int,
    word_order: int,
    beta: float,
    whitespace: bool,
    mean_f: bool,
    words: tuple[Texts, Texts] | None = None,
    threads: int = 0,
) -> Matrix:
    """Return [output, reference, match] counts a character order, then a word order, of each best reference.

    The best reference is the one with the highest chrF, averaged as `mean_f` says; the first of equals. `words`
    are outputs and references as words, tokenised by the rule "chrf" unless given.
    """
    check_texts(hyp, ref, groups)
    hyp_words, ref_words = words or (hyp, ref)
    if words is None and word_order:
        hyp_words, ref_words = (tokenize(texts, "chrf", threads=threads) for texts in (hyp, ref))
    check_texts(hyp_words, ref_words, groups)
    out = np.empty((len(groups) - 1, 3 * (char_order + word_order)))
    _native.chrf_stats(
        *hyp, *ref, groups, *hyp_words, *ref_words,
        char_order, word_order, beta, whitespace, mean_f, cores(threads), out,
    )  # fmt: skip
    return out
