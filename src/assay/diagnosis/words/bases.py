"""Base forms: which words are forms of one word, by a file, by a stemmer, or by their first four letters.

First letters are the fall-back for languages without a stemmer: lower-cased, and cut to four code points.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.material import Labels, Material
from assay.diagnosis.words.tokens import Words
from assay.errors import MismatchError, OptionError
from assay.text import Column, stem_column, stemmer_identity

FIRST_LETTERS, FILE = "first4", "file"
LETTERS = 4


def check_bases(kind: str) -> None:
    """Refuse a kind of base form that is not `first4`, `file` or a stemmer's language."""
    if kind not in (FIRST_LETTERS, FILE):
        stemmer_identity(kind)


def base_ids(material: Material, columns: Sequence[str], kind: str) -> dict[str, NDArray[np.int32]]:
    """Return the base of every word of some columns, named as references or systems are, in one numbering."""
    words = {**material.references, **material.hypotheses}
    if kind == FILE:
        return _from_files(material, {name: words[name] for name in columns})
    vocabulary = words[columns[0]].vocabulary
    numbers: dict[str, int] = {}
    bases = _bases(vocabulary, kind)
    table = np.array([numbers.setdefault(base, len(numbers)) for base in bases], dtype=np.int32)
    return {name: table[words[name].ids] for name in columns}


def _bases(vocabulary: Sequence[str], kind: str) -> list[str]:
    if kind == FIRST_LETTERS:
        return [word.lower()[:LETTERS] for word in vocabulary]
    return list(stem_column(Column.of(vocabulary), kind))


def _from_files(material: Material, columns: dict[str, Words]) -> dict[str, NDArray[np.int32]]:
    numbers: dict[str, int] = {}
    found = {}
    for name, words in columns.items():
        given = material.knowledge.bases.get(name)
        if given is None:
            raise OptionError(
                f"no base forms of {name} were given; give --bases {name}=FILE, or another --base"
            )
        check_fit(given, words, f"base forms of {name}")
        ids = [numbers.setdefault(base, len(numbers)) for line in given for base in line]
        found[name] = np.array(ids, dtype=np.int32)
    return found


def check_fit(given: Labels, words: Words, what: str) -> None:
    """Refuse a file that does not have one entry for every word."""
    if len(given) != len(words):
        raise MismatchError(f"{what}: {len(given)} lines, the set has {len(words)} segments")
    for number, (line, length) in enumerate(zip(given, words.lengths.tolist(), strict=True), start=1):
        if len(line) != length:
            raise MismatchError(
                f"{what}, line {number}: {len(line)} entries for {length} words; "
                "the file must be made from the same tokens"
            )
