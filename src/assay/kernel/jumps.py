"""Edit distances with jumps or moves: CDER, CharacTER, extended edit distance."""

from __future__ import annotations

import numpy as np

from assay.kernel import _native
from assay.kernel.columns import Matrix, Offsets, Texts, check_texts, cores

Prices = tuple[float, float, float, float, float]  # alpha, rho, deletion, insertion, substitution


def cder_stats(
    hyp: Texts, ref: Texts, groups: Offsets, *, cicada: bool, characters: bool, threads: int = 0
) -> Matrix:
    """Return the distance to the nearest reference and the mean reference length in words.

    Both columns are as `tokenize` returns them. `cicada` lets the row before the first reference word rise by
    one a word, without jumps; `characters` prices a replaced word by its distance in characters over the
    longer of the two lengths.
    """
    check_texts(hyp, ref, groups)
    out = np.empty((len(groups) - 1, 2))
    _native.cder_stats(*hyp, *ref, groups, cicada, characters, cores(threads), out)
    return out


def character_stats(hyp: Texts, ref: Texts, groups: Offsets, *, threads: int = 0) -> Matrix:
    """Return CharacTER (0 to 1) with the best reference, 1, character edits, shift cost, output characters.

    Both columns are as `tokenize` returns them.
    """
    check_texts(hyp, ref, groups)
    out = np.empty((len(groups) - 1, 5))
    _native.character_stats(*hyp, *ref, groups, cores(threads), out)
    return out


def eed_stats(
    hyp: Texts,
    ref: Texts,
    groups: Offsets,
    *,
    python: bool,
    alpha: float,
    rho: float,
    deletion: float,
    insertion: float,
    substitution: float,
    threads: int = 0,
) -> Matrix:
    """Return EED (0 to 1) with the best reference, 1, edits and jumps, coverage, reference characters.

    Texts are as they come: preparing them is part of it. `python` is the published program's form in Python,
    else its form in C++. No price may be negative.
    """
    prices = checked((alpha, rho, deletion, insertion, substitution))
    check_texts(hyp, ref, groups)
    out = np.empty((len(groups) - 1, 5))
    _native.eed_stats(*hyp, *ref, groups, python, *prices, cores(threads), out)
    return out


def checked(prices: Prices) -> Prices:
    """Refuse prices of EED below zero."""
    if min(prices) < 0:
        raise ValueError("no price may be negative")
    return prices
