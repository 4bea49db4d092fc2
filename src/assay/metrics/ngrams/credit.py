"""Partial credit for n-grams that match only after words are replaced by stems and classes of synonyms.

Of each segment and order, exact matches count in full, and `partial` is added for every match that only the
replaced words bring: m = exact + partial * max(0, loose - exact), both clipped as BLEU clips. With one reference
`loose` is never below `exact`. With several it can be: two n-grams that become one may each have its match in a
reference of its own, and then only the larger of the two counts can be claimed; nothing is taken away for that.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from assay.data import Array
from assay.errors import DependencyError
from assay.io import Pairs, read_pairs
from assay.text import Column, class_column, classes

_FIRST_MATCH = 4  # columns before it are lengths
_WITH_DIGEST = re.compile(r"(.+)#([0-9a-f]{12})")


def synonyms_identity(name: str) -> str:
    """Return the path of a list of synonyms with its checksum; refuse a list that is not the one asked for."""
    path, pairs = _synonyms(name)
    return f"{path}#{pairs.digest}"


def _synonyms(name: str) -> tuple[str, Pairs]:
    named = _WITH_DIGEST.fullmatch(name)
    path, digest = named.groups() if named else (name, None)
    pairs = read_pairs(path)
    if digest not in (None, pairs.digest):
        raise DependencyError(f"{path} is not the list that was asked for: its checksum is not {digest}")
    return path, pairs


def loosely(stemmer: str, synonyms: str | None) -> Callable[[Column], Column]:
    """Return the function from words to stems and names of classes."""
    names = classes(_synonyms(synonyms)[1].words, stemmer) if synonyms else {}
    return lambda column: class_column(column, stemmer, names)


def add(exact: Array, loose: Array, partial: float) -> Array:
    """Add the credit for loose matches to rows of n-gram statistics."""
    orders = (exact.shape[1] - _FIRST_MATCH) // 2
    matches = slice(_FIRST_MATCH, _FIRST_MATCH + orders)
    rows = exact.copy()
    rows[:, matches] += partial * np.maximum(loose[:, matches] - exact[:, matches], 0)
    return rows
