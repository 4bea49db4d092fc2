"""Stems out of the store: Snowball's stemmers, whichever version is installed elsewhere, and tables of stems.

A `Stemming` gives words the hashes of their stems: two words have the same stem exactly if these are equal. English by
the version that the catalogue names is done in the kernel, which a test compares with it. Snowball's modules are read,
not run: `snowball.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.resources.snowball import ForeignCodeError, read_stemmer
from assay.resources.store import Resource
from assay.text import Column

PACKAGE = "snowballstemmer"
IN_KERNEL = ("english", "1.2.1")  # the stemmer, and the version whose stems these are
Stemming = Callable[[Column], NDArray[np.uint64]]


def snowball_stemming(resource: Resource, language: str) -> Stemming:
    """Return the stemmer of a language, such as english, of the version in the store."""
    if (language, resource.version) == IN_KERNEL:
        return lambda words: kernel.text_hashes(kernel.english_stems(words.texts))
    return stemming_by(snowball_stemmer(resource, language))


def stemming_by(stem: Callable[[str], str]) -> Stemming:
    """Return a stemmer of columns that takes word by word."""
    return lambda words: kernel.text_hashes(Column.of(list(map(stem, words))).texts)


@cache
def snowball_stemmer(resource: Resource, language: str) -> Callable[[str], str]:
    """Return the stemmer of single words of the version in the store."""
    name = f"{PACKAGE}/{language}_stemmer.py"
    try:
        stem = read_stemmer("\n".join(resource.lines(name)))
    except ForeignCodeError as error:
        raise resource.damaged(name, str(error)) from None

    @cache
    def stemmed(word: str) -> str:
        try:
            return stem(word)
        except ForeignCodeError as error:
            raise resource.damaged(name, str(error)) from None

    return stemmed


def table_stemming(resource: Resource, language: str) -> Stemming:
    """Return the stemmer by a table of the store, in which a word that it lacks is its own stem.

    METEOR knows a word of such a table by Java's hash of 32 bits alone, and so do we.
    """
    table = resource.lookup(f"stems.{language}")

    def stems(words: Column) -> NDArray[np.uint64]:
        own = kernel.text_hashes(words.texts)
        if not len(table.keys):
            return own
        keys = np.fromiter(map(java_hash, words), np.uint64, len(words))
        places = np.minimum(np.searchsorted(table.keys, keys), len(table.keys) - 1)
        return np.where(table.keys[places] == keys, table.values[table.offsets[places]], own)

    return stems


def java_hash(word: str) -> int:
    """Return what Java's String.hashCode does, without sign."""
    value = 0
    units = word.encode("utf-16-le", "surrogatepass")
    for low, high in zip(units[::2], units[1::2], strict=True):
        value = (31 * value + low + 256 * high) & 0xFFFFFFFF
    return value
