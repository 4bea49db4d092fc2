"""Words as numbers with vectors: from a table of static vectors, or one number a piece, from an encoder.

A table is a resource `vectors-NAME`, or a text file as word2vec and GloVe write it. A word that it lacks has no
vector, which is written as zeros: it is like no other word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array
from assay.errors import DependencyError
from assay.io import read_vectors
from assay.metrics.identities import file_identity, plain_path
from assay.metrics.meaning.encoder import Encoder
from assay.metrics.meaning.models import encoder_identity, encoder_of, is_path
from assay.resources import Resources
from assay.resources.store import installed_identity
from assay.text import Column
from assay.text.column import Grouped

SPACE_HELP = "encoder or table of word vectors: a resource (minilm, encoder-NAME, vectors-NAME) or a path"
_FAMILY = "vectors-"


@dataclass(frozen=True)
class Numbered:
    """Words of some segments by number, and of each number what it is: its vector, its form and its name."""

    tokens: kernel.Tokens
    words: kernel.WordVectors
    names: Sequence[str] | NDArray[np.int32]  # spelling, or the number of a piece
    cut: NDArray[np.bool_]  # segments with a text too long for the encoder


# outputs, references and which are whose
Space = Callable[[Sequence[str], Grouped], Numbered]


def is_table(name: str) -> bool:
    """Say whether a name is that of static vectors, not of an encoder."""
    path = plain_path(name)
    return Path(path).is_file() or (not is_path(name) and name.startswith(_FAMILY))


def space_identity(name: str, layer: int) -> str:
    """Return the name with the version of the resource, or with the checksum of file or folder."""
    if not is_table(name):
        return encoder_identity(name, layer)
    if not is_path(name):
        return installed_identity(name)
    return file_identity(name)


# --- static vectors ------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class VectorTable:
    """Vectors in order of the hashes of their words."""

    keys: NDArray[np.uint64]
    matrix: NDArray[np.float32]

    def vectors(self, words: Sequence[str]) -> Array:
        """Return the vector of each word, zeros for one that is not there."""
        hashes = kernel.text_hashes(Column.of(words).texts)
        places = np.minimum(np.searchsorted(self.keys, hashes), len(self.keys) - 1)
        known = self.keys[places] == hashes
        found = self.matrix[places].astype(np.float64)
        found[~known] = 0
        if not np.isfinite(found).all():
            raise DependencyError("vectors of words hold what is no finite number; add the resource again")
        return found


def open_table(name: str, resources: Resources) -> VectorTable:
    """Open a table of vectors, memory-mapped if it is in the store."""
    if is_path(name):
        path = plain_path(name)
        return _read_table(path, Path(path).stat().st_mtime_ns)
    resource = resources.get(name)
    keys, matrix = resource.array("vectors.keys", "u8"), resource.array("vectors.matrix", "f4", 2)
    if not len(keys) or len(keys) != len(matrix):
        raise resource.damaged("vectors.matrix.npy", f"has {len(matrix)} vectors for {len(keys)} words")
    return VectorTable(keys, matrix)


@lru_cache(maxsize=2)
def _read_table(path: str, _: int) -> VectorTable:
    words, matrix = read_vectors(path)
    if not words:
        raise DependencyError(f"{path}: there is no vector in it; a line is a word and its numbers")
    keys, first = np.unique(kernel.text_hashes(Column.of(words).texts), return_index=True)
    return VectorTable(keys, matrix[first])


@dataclass(frozen=True)
class NumberedColumn:
    """The words of texts by number, and the spelling of each number; those of text i are from offsets[i] on."""

    ids: NDArray[np.int32]
    offsets: NDArray[np.int64]
    words: list[str]


def number_column(texts: Column) -> NumberedColumn:
    """Number words, as white space parts them."""
    column = Column(*kernel.tokenize(texts.texts, "none"))
    ids, offsets, places = kernel.column_ids(column.texts)
    data = column.data.tobytes()
    words = [data[start:stop].decode("utf-8", "surrogatepass") for start, stop in places.tolist()]
    return NumberedColumn(ids, offsets, words)


def number_words(outputs: Column, references: Grouped) -> tuple[kernel.Tokens, list[str]]:
    """Number the words of both sides, as white space parts them, and spell out each number."""
    other, middle = references.column, len(outputs)
    first = int(outputs.offsets[-1] - outputs.offsets[0])
    both = Column(
        np.concatenate([outputs.data[outputs.offsets[0] : outputs.offsets[-1]], other.data]),
        np.concatenate([outputs.offsets - outputs.offsets[0], other.offsets[1:] + first]),
    )
    numbered = number_column(both)
    ids, offsets = numbered.ids, numbered.offsets
    tokens = kernel.Tokens(
        ids[: offsets[middle]],
        offsets[: middle + 1],
        ids[offsets[middle] :],
        offsets[middle:] - offsets[middle],
        references.groups,
    )
    return tokens, numbered.words


def word_sizes(name: str | None, lowercase: bool, resources: Resources) -> Callable[[str], int]:
    """Return the function that says how many numbers a word gets: 1, or with an encoder one a piece."""
    if name is None or is_table(name):
        return lambda word: 1
    split = encoder_of(name, None, resources).split
    return lru_cache(maxsize=100_000)(lambda word: len(split(word.lower() if lowercase else word)))


def ascii_lower(word: str) -> str:
    """Lower-case the letters from A to Z alone, as YiSi does."""
    return (
        word.lower()
        if word.isascii()
        else word.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")
    )


def unit(vectors: Array) -> NDArray[np.float32]:
    """Return vectors of length 1; zeros stay zeros."""
    lengths = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
    return np.ascontiguousarray(vectors / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def table_space(table: VectorTable, centre: bool) -> Space:
    """Return the space of static vectors; `centre` takes their mean off first."""
    mean = np.asarray(table.matrix.mean(axis=0, dtype=np.float64)) if centre else None

    def space(outputs: Sequence[str], references: Grouped) -> Numbered:
        tokens, words = number_words(Column.of(outputs), references)
        vectors = table.vectors(words) if words else np.zeros((0, table.matrix.shape[1]))
        if mean is not None:
            vectors[vectors.any(axis=1)] -= mean
        forms = {form: number for number, form in enumerate(dict.fromkeys(map(ascii_lower, words)))}
        numbers = np.array([forms[ascii_lower(word)] for word in words], dtype=np.int32)
        found = kernel.WordVectors(unit(vectors), numbers)
        return Numbered(tokens, found, words, np.zeros(len(outputs), dtype=bool))

    return space


# --- vectors in context --------------------------------------------------------------------------------------


def context_space(encoder: Encoder, layer: int) -> Space:
    """Return the space of an encoder: every piece of every text has a number of its own, and its ends have none."""

    def space(outputs: Sequence[str], references: Grouped) -> Numbered:
        encoded = encoder.encode([*outputs, *references.column], layer)
        inner = np.ones(len(encoded.pieces), dtype=bool)
        inner[encoded.offsets[:-1]] = inner[encoded.offsets[1:] - 1] = False
        offsets = encoded.offsets - 2 * np.arange(len(encoded.offsets))
        ids, middle = np.arange(offsets[-1], dtype=np.int32), len(outputs)
        tokens = kernel.Tokens(
            ids[: offsets[middle]],
            offsets[: middle + 1],
            ids[offsets[middle] :],
            offsets[middle:] - offsets[middle],
            references.groups,
        )
        words = kernel.WordVectors(unit(encoded.vectors[inner].astype(np.float64)), ids)
        own, groups = encoded.cut[:middle], references.groups
        other = np.concatenate([[0], np.cumsum(encoded.cut[middle:])])
        cut = own | (other[groups[1:]] > other[groups[:-1]])
        return Numbered(tokens, words, encoded.pieces[inner], cut)

    return space


def open_space(name: str, layer: int, centre: bool, resources: Resources) -> Space:
    """Open an encoder or a table of vectors."""
    if is_table(name):
        return table_space(open_table(name, resources), centre)
    return context_space(encoder_of(name, layer, resources), layer)
