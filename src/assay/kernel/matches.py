"""What outputs and references share beyond n-grams.

Words that match in sequence (ROUGE, GTM, IMPACT), by rank (RIBES) or by spelling (LeBLEU, Tolerant BLEU); the counts of
BEER; and the order of aligned words.
"""

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
    check_orders,
    check_texts,
    check_utf8,
    cores,
)

WEIGHTINGS = ("mean", "product", "minimum")
ROUGE_KINDS = ("l", "w", "s", "su", "n")
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
def rouge_counts(
    tokens: Tokens, kind: str, *, order: int, gap: int, weight: float, script: bool, threads: int = 0
) -> Matrix:
    """Return a row a reference: matches, and the number of units of the reference and of the output.

    Units are words (l, or w, where k in a row count as k to the power of `weight`), pairs of words with at most
    `gap` others between them (s; any number for -1), pairs and single words (su), or n-grams of one order (n).
    With `script`, w counts runs of reference words wherever they stand in the output, and su leaves out the
    last single word.
    """
    check_orders(1, order)
    out = np.empty((len(tokens.ref_offsets) - 1, 3))
    number = ROUGE_KINDS.index(kind)
    native.rouge_counts(*arrays(tokens), number, order, gap, weight, script, cores(threads), out)
    return out


@bounded
def gtm_stats(tokens: Tokens, exponent: float, *, threads: int = 0) -> Matrix:
    """Return the size of the greedy match of runs, output length and mean reference length."""
    out = np.empty((tokens.rows, 3))
    native.gtm_stats(*arrays(tokens), exponent, cores(threads), out)
    return out


@bounded
def impact_sums(tokens: Tokens, *, alpha: float, beta: float, repeats: int, threads: int = 0) -> Matrix:
    """Return of each reference what its runs in common with the output are worth.

    Runs of k words of the longest common subsequence are worth k to the power of `beta`; those found when it
    has been taken out are worth `alpha` times as much, and so on, `repeats` times, or for -1 till the end.
    """
    out = np.empty(len(tokens.ref_offsets) - 1)
    native.impact_sums(*arrays(tokens), alpha, beta, repeats, cores(threads), out)
    return out


@bounded
def ribes_stats(tokens: Tokens, *, alpha: float, beta: float, threads: int = 0) -> Matrix:
    """Return the best score of any reference that is not empty, and 1; 0 and 0 where all are empty."""
    out = np.empty((tokens.rows, 2))
    native.ribes_stats(*arrays(tokens), alpha, beta, cores(threads), out)
    return out


@bounded
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
    check_utf8(hyp, ref)
    check_orders(1, max_n)
    out = np.empty((len(ref.offsets) - 1, 2 * max_n + 2))
    native.lebleu_stats(*hyp, *ref, groups, max_n, threshold, ngram_limit, cores(threads), out)
    return out


@bounded
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
    check_utf8(hyp, ref)
    check_orders(1, order)
    out = np.empty((len(ref.offsets) - 1, order))
    number = WEIGHTINGS.index(weighting)
    native.tolerant_stats(*hyp, *ref, groups, order, epsilon, number, largest, cores(threads), out)
    return out


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
