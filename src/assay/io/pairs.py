"""A list of word pairs, such as synonyms: two columns with a tab between them, one pair a line."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from assay.errors import InputError
from assay.io.opening import contents, label
from assay.io.texts.lines import columns


@dataclass(frozen=True)
class Pairs:
    """The pairs of a file in its order, and the first digits of its SHA-256 checksum."""

    words: tuple[tuple[str, str], ...]
    digest: str


def read_pairs(path: str) -> Pairs:
    """Read a file of pairs; blank lines part groups of pairs and mean nothing."""
    raw = contents(path)
    lines = [line for column in columns(path, [raw]) for line in column]
    words = tuple(_pair(path, number, line) for number, line in enumerate(lines, start=1) if line.strip())
    return Pairs(words, hashlib.sha256(raw).hexdigest()[:12])


def _pair(path: str, number: int, line: str) -> tuple[str, str]:
    cells = [cell.strip() for cell in line.split("\t")]
    if len(cells) != 2 or not all(len(cell.split()) == 1 for cell in cells):
        raise InputError(f"{label(path)}:{number}: {line!r} is not two words with a tab between them")
    return cells[0], cells[1]
