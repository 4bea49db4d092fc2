"""Matching n-grams: of tokens, of characters and words, and with weights learnt from a whole column."""

from __future__ import annotations

from dataclasses import dataclass

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
    check_ids,
    check_offsets,
    check_orders,
    check_texts,
    cores,
)
from assay.kernel.text import tokenize


def ngram_stats(tokens: Tokens, order: int, *, threads: int = 0) -> Matrix:
    """Return a row a segment: output length; closest, shortest, mean reference length; matches; n-grams.

    Matches and n-grams of the output stand there for every order up to `order`; matches are clipped by the
    largest count in any one reference, and of two closest lengths the shorter counts.
    """
    check_orders(1, order)
    out = np.empty((tokens.rows, 4 + 2 * order))
    native.ngram_stats(*arrays(tokens), order, cores(threads), out)
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
    native.chrf_stats(
        *hyp, *ref, groups, *hyp_words, *ref_words,
        char_order, word_order, beta, whitespace, mean_f, cores(threads), out,
    )  # fmt: skip
    return out


def chrf_matrix(
    hyp: Texts,
    ref: Texts,
    *,
    char_order: int,
    word_order: int,
    whitespace: bool,
    words: tuple[Texts, Texts] | None = None,
    threads: int = 0,
) -> Matrix | None:
    """Return the counts of `chrf_stats` for every output with every reference, (outputs * references, columns).

    None where a text has more than 32,767 characters or words, which it cannot count.
    """
    hyp_words, ref_words = words or (hyp, ref)
    if words is None and word_order:
        hyp_words, ref_words = (tokenize(texts, "chrf", threads=threads) for texts in (hyp, ref))
    for data, offsets in (hyp, ref, hyp_words, ref_words):
        check_offsets(data, offsets)
    rows = (len(hyp[1]) - 1) * (len(ref[1]) - 1)
    out = np.empty((rows, 3 * (char_order + word_order)))
    done = native.chrf_matrix(
        *hyp, *ref, *hyp_words, *ref_words, char_order, word_order, whitespace, cores(threads), out
    )
    return out if done else None


@dataclass(frozen=True)
class NgramCounts:
    """The distinct n-grams of a column, numbered order by order, and where they stand.

    n-gram i is n-gram `heads[i]` (-1 for a single token) followed by token `lasts[i]`, and occurs `counts[i]`
    times; those of order n end before `ends[n - 1]`. `nodes[n - 1, p]` is the n-gram that starts at token p,
    or -1.
    """

    heads: Ids
    lasts: Ids
    counts: Offsets
    ends: Offsets
    nodes: NDArray[np.int32]


def count_ngrams(ids: Ids, offsets: Offsets, order: int) -> NgramCounts:
    """Count the n-grams of all rows together, up to `order`; ids have to agree over the whole column."""
    check_offsets(ids, offsets)
    check_ids(ids, max(len(ids), 1))
    check_orders(1, order)
    if order * len(ids) >= 2**31:
        raise ValueError("n-grams are numbered with 31 bits")
    size = order * len(ids)
    heads, lasts = np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int32)
    nodes, counts = np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int64)
    ends = np.empty(order, dtype=np.int64)
    native.count_ngrams(ids, offsets, order, nodes, heads, lasts, counts, ends)
    stop = ends[-1]
    return NgramCounts(heads[:stop], lasts[:stop], counts[:stop], ends, nodes.reshape(order, len(ids)))


def nist_stats(tokens: Tokens, weights: Matrix, *, threads: int = 0) -> Matrix:
    """Return a row a segment: weights of clipped matches; n-grams; output length; mean reference length.

    Weights of matches and n-grams of the output stand there for every order; `weights[n - 1, p]` is that of
    the n-gram which starts at reference token p.
    """
    if weights.ndim != 2 or weights.shape[1] != len(tokens.ref):
        raise ValueError("weights must have one column a reference token")
    order = len(weights)
    out = np.empty((tokens.rows, 2 * order + 2))
    flat = np.ascontiguousarray(weights, dtype=np.float64).reshape(-1)
    native.nist_stats(*arrays(tokens), flat, order, cores(threads), out)
    return out


def gleu_stats(tokens: Tokens, low: int, high: int, *, threads: int = 0) -> Matrix:
    """Return matches of orders `low` to `high`, and the larger number of n-grams, of the best reference."""
    check_orders(low, high)
    out = np.empty((tokens.rows, 2))
    native.gleu_stats(*arrays(tokens), low, high, cores(threads), out)
    return out
