"""What is known beside the texts, from files: labels or base forms for every word, word alignments, word counts.

Labels and base forms: one line a segment, an entry for every token with white space between them. Alignments: pairs
SOURCE-TARGET of places from 0, as fast_align and eflomal write them. Counts: a word, a tab, how often it occurs.
Pairs of words, such as synonyms: two columns with a tab between them, one pair a line.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import InputError
from assay.io.opening import STDIN, Named, Source, contents, is_folder, label, shown
from assay.io.sides.beside import column_of, refuse_tables, table_beside, values_of
from assay.io.sides.side import TextTable
from assay.io.tables.head import shape_of
from assay.io.texts.lines import columns

# Of a place or a count: exact in every arithmetic, and more than any text has
MOST_DIGITS = 15
LINK = re.compile(rf"(\d{{1,{MOST_DIGITS}}})-(\d{{1,{MOST_DIGITS}}})")
LINKS = re.compile(rf"\s*+(?:\d{{1,{MOST_DIGITS}}}+-\d{{1,{MOST_DIGITS}}}+(?:\s++|$))*+")


def _lines(path: Named) -> list[str]:
    return [line for column in columns(path, [contents(path)]) for line in column]


def read_labels(path: str) -> list[list[str]]:
    """Read an entry for every word, one line a segment."""
    refuse_tables(path, "entries for every word")
    return [line.split() for line in _lines(path)]


def read_numbers(path: Named) -> list[float] | None:
    """Read a number a line, NaN where there is none; nothing if the first line is no number."""
    numbers = []
    if is_folder(path) or str(path) == STDIN or shape_of(Source.of(path)) != "text":
        return None
    for place, line in enumerate(_lines(path), start=1):
        try:
            numbers.append(float(line))
        except ValueError:
            if place == 1:
                return None
            raise InputError(
                f'{label(path)}, line {place}: "{shown(line[:80])}" is not a number; write one a line, NaN for none'
            ) from None
    return numbers or None


def read_links(path: str) -> list[list[tuple[int, int]]]:
    """Read the word alignment of every segment."""
    refuse_tables(path, "word alignments")
    return [_links(path, number, line) for number, line in enumerate(_lines(path), start=1)]


def _links(path: str, number: int, line: str) -> list[tuple[int, int]]:
    if LINKS.fullmatch(line):
        numbers = list(map(int, line.replace("-", " ").split()))
        return list(zip(numbers[::2], numbers[1::2], strict=True))
    links = []
    for pair in line.split():
        match = LINK.fullmatch(pair)
        if match is None:
            raise InputError(
                f'{label(path)}, line {number}: "{shown(pair[:80])}" is not an alignment link; '
                "write SOURCE-TARGET, such as 3-4"
            )
        links.append((int(match[1]), int(match[2])))
    return links


def read_counts(path: str) -> dict[str, int]:
    """Read how often words occur, from a table or from lines `WORD<TAB>NUMBER`; a word that comes twice is an error."""
    table = table_beside(path, "word", "count")
    if table is not None:
        return _table_counts(table)
    lines = _lines(path)
    tabs = [line.rfind("\t") for line in lines]
    digits = [line[tab + 1 :] for line, tab in zip(lines, tabs, strict=True)]
    joined = "".join(digits)
    few = max(map(len, digits), default=0) <= MOST_DIGITS
    if (
        not few
        or min(tabs, default=0) < 0
        or not all(digits)
        or not (joined.isascii() and joined.isdecimal())
    ):
        return _careful_counts(path, lines)
    words = [line[:tab] for line, tab in zip(lines, tabs, strict=True)]
    counts = dict(zip(words, map(int, digits), strict=True))
    return counts if len(counts) == len(lines) else _careful_counts(path, lines)


def _table_counts(given: TextTable) -> dict[str, int]:
    """Return the counts of a table with a column of words and one of numbers."""
    table, counts = given.table, dict[str, int]()
    words, numbers = (table.column(column_of(given.header, role) or "") for role in ("word", "count"))
    for row, (word, number) in enumerate(zip(words, numbers, strict=True)):
        digits = number.strip().removesuffix(".0")
        if not (digits.isascii() and digits.isdecimal()) or len(digits) > MOST_DIGITS:
            raise InputError(
                f'{table.where(row)}: "{shown(number[:80])}" is no number of at most {MOST_DIGITS} digits; write how '
                "often the word occurs"
            )
        if word in counts:
            raise InputError(f'{table.where(row)}: "{shown(word)}" occurs twice; add up its counts')
        counts[word] = int(digits)
    return counts


def _careful_counts(path: str, lines: Sequence[str]) -> dict[str, int]:
    """Read counts line by line, and say which line is wrong."""
    counts: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        word, tab, count = line.rpartition("\t")
        if not tab or not (count.isascii() and count.isdecimal()) or len(count) > MOST_DIGITS:
            raise InputError(
                f'{label(path)}, line {number}: "{shown(line[:80])}" is not a word, a tab and a number of at most '
                f"{MOST_DIGITS} digits; write the frequency of each word"
            )
        if word in counts:
            raise InputError(f'{label(path)}, line {number}: "{shown(word)}" occurs twice; add up its counts')
        counts[word] = int(count)
    return counts


def read_domains(path: str, ids: Sequence[str] | None = None) -> list[str]:
    """Read the domain of every segment: the column of a table, or what stands before the first tab of its line."""
    return [text.partition("\t")[0] for text in values_of(path, "domain", ids)]


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
        raise InputError(f"{label(path)}:{number}: {line!r} is not two words separated by a tab")
    return cells[0], cells[1]
