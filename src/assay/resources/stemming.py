"""Stems out of the store: Snowball's stemmers, whichever version is installed elsewhere, and tables of stems.

A `Stemming` gives words the hashes of their stems: two words have the same stem exactly if these are equal. English by
the version that the catalogue names is done in the kernel, which a test compares with it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.errors import DependencyError
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


def snowball_stemmer(resource: Resource, language: str) -> Callable[[str], str]:
    """Return the stemmer of single words of the version in the store."""
    return _stemmer(resource.path(f"{PACKAGE}/__init__.py"), resource.version, language)


@cache
def _stemmer(start: Path, version: str, language: str) -> Callable[[str], str]:
    name = f"assay_snowball_{version.replace('.', '_')}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, start, submodule_search_locations=[str(start.parent)])
        if spec is None or spec.loader is None:
            raise DependencyError(f"{start} cannot be loaded")
        sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    module = import_module(
        f"{name}.{language}_stemmer"
    )  # not stemmer(): it would prefer another version, in C
    stem: Callable[[str], str] = getattr(module, f"{language.capitalize()}Stemmer")().stemWord
    return cache(stem)


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
