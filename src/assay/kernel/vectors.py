"""Words and their likeness, by spelling or by vectors: YiSi's alignment, the word mover's distance.

`gelu` and `layer_norm` are what an encoder does between its products.

Words are numbers: `tokens` has those of both sides, and an array says of each number what it weighs, how it is spelt
or what its vector is.
"""

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
    bounded,
    check_groups,
    check_ids,
    check_offsets,
    check_orders,
    cores,
)

Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class WordVectors:
    """Of each number a unit vector, zeros where there is none, and its form: words of one form are equal."""

    vectors: Vectors
    forms: Ids


@bounded
def spelling_stats(tokens: Tokens, weights: Matrix, words: Texts, order: int, *, threads: int = 0) -> Matrix:
    """Return YiSi's precision and recall a reference, where likeness is that of spelling (longest common substring)."""
    check_offsets(words.data, words.offsets)
    out = np.empty((len(tokens.ref_offsets) - 1, 2))
    arguments = _numbered(tokens, len(words.offsets) - 1, weights)
    check_orders(1, order)
    native.spelling_stats(*arguments, *words, order, cores(threads), out)
    return out


@bounded
def cosine_stats(
    tokens: Tokens, weights: Matrix, words: WordVectors, order: int, *, threads: int = 0
) -> Matrix:
    """Return YiSi's precision and recall a reference, where likeness is the cosine, 1 for words of one form."""
    if len(words.forms) != len(words.vectors):
        raise ValueError("every vector needs the number of its form")
    out = np.empty((len(tokens.ref_offsets) - 1, 2))
    arguments = _numbered(tokens, len(words.vectors), weights)
    check_orders(1, order)
    native.cosine_stats(*arguments, words.vectors, words.forms, order, cores(threads), out)
    return out


@bounded
def mover_distances(
    tokens: Tokens, weights: Matrix, vectors: Vectors, *, relaxed: bool, threads: int = 0
) -> Matrix:
    """Return the word mover's distance of each reference, infinite where one text is empty; `relaxed`: its bound."""
    out = np.empty(len(tokens.ref_offsets) - 1)
    arguments = _numbered(tokens, len(vectors), weights)
    native.mover_distances(*arguments, vectors, relaxed, cores(threads), out)
    return out


def gelu(values: Vectors) -> None:
    """Replace each x by x (1 + erf(x / √2)) / 2."""
    native.gelu(values)


def layer_norm(values: Vectors, weights: Vectors, bias: Vectors, epsilon: float) -> None:
    """Centre and scale each row, then weigh it and add the bias."""
    if not len(weights) == len(bias) == values.shape[1]:
        raise ValueError("weights and bias are as wide as a row")
    native.layer_norm(values, weights, bias, epsilon)


def _numbered(
    tokens: Tokens, words: int, weights: Matrix
) -> tuple[Ids, Offsets, Ids, Offsets, Offsets, Matrix]:
    check_offsets(tokens.hyp, tokens.hyp_offsets)
    check_offsets(tokens.ref, tokens.ref_offsets)
    check_groups(tokens.groups, len(tokens.hyp_offsets) - 1, len(tokens.ref_offsets) - 1)
    check_ids(tokens.hyp, words)
    check_ids(tokens.ref, words)
    if len(weights) != words:
        raise ValueError("every word needs a weight")
    return tokens.hyp, tokens.hyp_offsets, tokens.ref, tokens.ref_offsets, tokens.groups, weights
