"""BLEU smoothing (Chen & Cherry 2014 and others): what an order's precision is when it has no match.

Each rule takes matches and n-grams of orders 1, 2, … (..., orders) and returns precisions in per cent, of the
same shape; where there is no n-gram the result means nothing. Methods 4 to 7 follow the paper, on counts; NLTK's
differ (see the docs page).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assay.data import Array
from assay.errors import OptionError
from assay.metrics.base import ratio

SmoothingMethod = Literal["none", "floor", "add-k", "exp", "cc4", "cc5", "cc6", "cc7", "moses"]

# floor and add-k as in sacreBLEU 2; K and alpha of methods 4, 6 and 7 as Chen and Cherry set them, and NLTK after them
_DEFAULTS = {"floor": 0.1, "add-k": 1.0, "cc4": 5.0, "cc6": 5.0, "cc7": 5.0}


@dataclass(frozen=True)
class Counts:
    """Sums over segments: matches and n-grams of orders 1, 2, …; output length; `chosen` orders, from 0."""

    matches: Array
    ngrams: Array
    length: Array
    chosen: NDArray[np.int64]


def parameter(method: str, given: float | None) -> float | None:
    """Return the parameter of a method: the one given, its default, or none where it takes none."""
    if method not in _DEFAULTS:
        if given is not None:
            raise OptionError(f"bleu: smooth={method} takes no smooth_value")
        return None
    least = 1e-6 if method in ("cc4", "cc7") else 0.0  # these divide by it
    if given is not None and not least <= given <= 1e6:
        raise OptionError(f"bleu: smooth_value of {method} must be from {least:g} to 1e+06, not {given}")
    return _DEFAULTS[method] if given is None else float(given)


def _percent(matches: Array, ngrams: Array) -> Array:
    return ratio(100 * matches, ngrams)


def none(counts: Counts, _: float) -> Array:
    """Leave precisions as they are."""
    return _percent(counts.matches, counts.ngrams)


def floor(counts: Counts, epsilon: float) -> Array:
    """Put epsilon for 0 matches (method 1)."""
    return _percent(np.where(counts.matches == 0, epsilon, counts.matches), counts.ngrams)


def add_k(counts: Counts, k: float) -> Array:
    """Add k to matches and n-grams of all orders above 1 (method 2; Lin & Och 2004)."""
    added = np.where(np.arange(counts.matches.shape[-1]) > 0, k, 0.0)
    return _percent(counts.matches + added, counts.ngrams + added)


def moses(counts: Counts, _: float) -> Array:
    """Add 1 to matches and n-grams of every order, as Moses' sentence-bleu does."""
    return _percent(counts.matches + 1, counts.ngrams + 1)


def exponential(counts: Counts, _: float) -> Array:
    """Put 1/2 match for the first order without one, 1/4 for the second, … (method 3; mteval-v13a)."""
    return _percent(
        _instead_of_zeros(counts, np.full(counts.length.shape, 2.0), counts.chosen), counts.ngrams
    )


def _instead_of_zeros(counts: Counts, base: Array, orders: NDArray[np.int64]) -> Array:
    """Put base**-i matches for the i-th of the given orders that has n-grams and no match."""
    looked_at = np.zeros(counts.matches.shape[-1], dtype=bool)
    looked_at[orders] = True
    empty = (counts.matches == 0) & (counts.ngrams > 0) & looked_at
    if not empty.any():
        return counts.matches
    with np.errstate(over="ignore"):
        return np.where(empty, base[..., None] ** -np.cumsum(empty, axis=-1), counts.matches)


def _length_base(counts: Counts, k: float) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(counts.length > 1, k / np.log(counts.length), np.inf)


def method4(counts: Counts, k: float) -> Array:
    """Put less than method 3 for short output: the base is K / ln(length)."""
    return _percent(_instead_of_zeros(counts, _length_base(counts, k), counts.chosen), counts.ngrams)


def method5(counts: Counts, _: float) -> Array:
    """Average the matches of an order with those of its neighbours."""
    return _percent(_neighbour_means(counts.matches), counts.ngrams)


def _neighbour_means(matches: Array) -> Array:
    """Return m'[n] = (m'[n-1] + m[n] + m[n+1]) / 3 with m'[0] = m[1] + 1; the last order stays as it is."""
    means = matches.copy()
    # m'[0] = m[1] + 1 is Chen and Cherry's own start of the recursion.
    before = matches[..., 0] + 1
    for n in range(matches.shape[-1] - 1):
        before = means[..., n] = (before + matches[..., n] + matches[..., n + 1]) / 3
    return means


def method6(counts: Counts, alpha: float) -> Array:
    """From order 3 on, mix in alpha n-grams of the precision that the two orders below foretell."""
    precisions = ratio(counts.matches, counts.ngrams)
    for n in range(2, precisions.shape[-1]):
        expected = ratio(precisions[..., n - 1] ** 2, precisions[..., n - 2])
        precisions[..., n] = (counts.matches[..., n] + alpha * expected) / (counts.ngrams[..., n] + alpha)
    return 100 * precisions


def method7(counts: Counts, k: float) -> Array:
    """Apply method 4, then method 5."""
    every = np.arange(counts.matches.shape[-1])
    return _percent(
        _neighbour_means(_instead_of_zeros(counts, _length_base(counts, k), every)), counts.ngrams
    )


METHODS: dict[str, Callable[[Counts, float], Array]] = {
    "none": none,
    "floor": floor,
    "add-k": add_k,
    "exp": exponential,
    "cc4": method4,
    "cc5": method5,
    "cc6": method6,
    "cc7": method7,
    "moses": moses,
}
