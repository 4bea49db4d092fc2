"""Synonyms: tokens to the names of their classes, for a match of meaning where the words differ.

Words that a list pairs, directly or by way of others, are one class, and the first of them is its name. Case
never matters. A stemmer, where there is one, is applied to the list as to the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assay.text.column import Column
from assay.text.stem import stem_column


def classes(pairs: Iterable[tuple[str, str]], stemmer: str) -> dict[str, str]:
    """Return the name of the class of every word (its stem, in lower case) that the list has."""
    words = stem_column(Column.of([" ".join(pair) for pair in pairs]).lower(), stemmer)
    parent: dict[str, str] = {}
    for line in words:
        first, second = (_root(parent, word) for word in line.split(" "))
        parent[second] = first
    return {word: _root(parent, word) for word in parent}


def _root(parent: dict[str, str], word: str) -> str:
    """Follow a word to the name of its class, shortening the way for the next time."""
    above = parent.setdefault(word, word)
    while above != parent[above]:
        parent[word] = word = above = parent[parent[above]]
    return above


def class_column(column: Column, stemmer: str, names: Mapping[str, str]) -> Column:
    """Replace every token by its lower-cased stem, and that by the name of its class where it has one."""
    stems = stem_column(column.lower(), stemmer)
    if not names:
        return stems
    return Column.of([" ".join(names.get(token, token) for token in line.split(" ")) for line in stems])
