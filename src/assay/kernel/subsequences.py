"""Common subsequences, skip-bigrams and runs of words: ROUGE, GTM and IMPACT."""

from __future__ import annotations

import numpy as np

from assay.kernel import _native
from assay.kernel.columns import Matrix, Tokens, arrays, cores

ROUGE_KINDS = ("l", "w", "s", "su", "n")


def rouge_counts(
    tokens: Tokens, kind: str, *, order: int, gap: int, weight: float, script: bool, threads: int = 0
) -> Matrix:
    """Return a row a reference: matches, and the number of units of the reference and of the output.

    Units are words (l, or w, where k in a row count as k to the power of `weight`), pairs of words with at most
    `gap` others between them (s; any number for -1), pairs and single words (su), or n-grams of one order (n).
    With `script`, w counts runs of reference words wherever they stand in the output, and su leaves out the
    last single word.
    """
    out = np.empty((len(tokens.ref_offsets) - 1, 3))
    number = ROUGE_KINDS.index(kind)
    _native.rouge_counts(*arrays(tokens), number, order, gap, weight, script, cores(threads), out)
    return out


def gtm_stats(tokens: Tokens, exponent: float, *, threads: int = 0) -> Matrix:
    """Return the size of the greedy match of runs, output length and mean reference length."""
    out = np.empty((tokens.rows, 3))
    _native.gtm_stats(*arrays(tokens), exponent, cores(threads), out)
    return out


def impact_sums(tokens: Tokens, *, alpha: float, beta: float, repeats: int, threads: int = 0) -> Matrix:
    """Return of each reference what its runs in common with the output are worth.

    Runs of k words of the longest common subsequence are worth k to the power of `beta`; those found when it
    has been taken out are worth `alpha` times as much, and so on, `repeats` times, or for -1 till the end.
    """
    out = np.empty(len(tokens.ref_offsets) - 1)
    _native.impact_sums(*arrays(tokens), alpha, beta, repeats, cores(threads), out)
    return out
