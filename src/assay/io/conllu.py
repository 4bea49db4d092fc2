"""Dependency parses from CoNLL-U files (universaldependencies.org/format), of any parser.

Sentences are found again by their text, white space aside: that of the comment `# text = …`, and that of the words. So
one file may hold the parses of references and outputs in any order; files are joined by `cat`. Words of a multiword
token (`3-4`) count, the token gives the text; empty nodes (`8.1`) are passed over. The last column may name semantic
roles, `Role=2:A0,5:A1`: the numbers of predicates, and what the word with all that depends on it is to them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from assay.data import ROOT, Parse, ParseStore
from assay.data.language import text_key
from assay.errors import InputError
from assay.io.opening import contents, label, shown
from assay.io.texts.lines import columns

COLUMNS = 10
_ROLE = re.compile(r"(\d{1,9}):([^\s:,|]+)")
Line = tuple[int, str]  # its number and what it says


def read_parses(path: str) -> ParseStore:
    """Read all sentences of a file; what is no parse is an error that names the line."""
    raw = contents(path)
    lines = [line for column in columns(path, [raw]) for line in column]
    sentences: dict[str, Parse] = {}
    for block in _blocks(lines):
        parse, texts = _sentence(path, block)
        for text in texts:
            sentences.setdefault(text_key(text), parse)
    return ParseStore(sentences, hashlib.sha256(raw).hexdigest()[:12])


def _blocks(lines: Sequence[str]) -> Iterator[list[Line]]:
    numbered = enumerate(lines, start=1)
    for blank, block in groupby(numbered, key=lambda line: not line[1].strip()):
        if not blank:
            yield list(block)


def _sentence(path: str, block: Sequence[Line]) -> tuple[Parse, list[str]]:
    """Return the parse of one sentence, and the texts that it may be asked for by."""
    words = [line for line in block if not line[1].startswith("#")]
    told = [text.partition("=")[2] for _, text in block if re.match(r"#\s*text\s*=", text)]
    rows = [_row(path, number, text) for number, text in words]
    return _parse(path, rows), [*told, _surface(rows)]


Row = tuple[int, list[str]]


def _row(path: str, number: int, line: str) -> Row:
    cells = line.split("\t")
    if len(cells) != COLUMNS:
        raise InputError(
            f"{label(path)}, line {number}: {len(cells)} columns with tabs between them, where CoNLL-U has {COLUMNS}; "
            "was the file cut short?"
        )
    return number, cells


def _surface(rows: Sequence[Row]) -> str:
    """Return the text: multiword tokens in place of their words."""
    forms, covered = [], 0
    for _, cells in rows:
        first, _, last = cells[0].partition("-")
        if last.isdecimal() and first.isdecimal():
            forms.append(cells[1])
            covered = int(last)
        elif first.isdecimal() and int(first) > covered:
            forms.append(cells[1])
    return " ".join(forms)


def _parse(path: str, rows: Sequence[Row]) -> Parse:
    words = [(number, cells) for number, cells in rows if cells[0].isdecimal()]
    for place, (number, cells) in enumerate(words, start=1):
        if cells[0] != str(place):
            raise InputError(
                f'{label(path)}, line {number}: word "{shown(cells[0][:20])}" where {place} was to come; '
                "words are numbered from 1, with a blank line after each sentence"
            )
    heads = tuple(_head(path, number, cells[6], len(words)) for number, cells in words)
    _check_tree(path, words, heads)
    return Parse(
        forms=tuple(cells[1] for _, cells in words),
        lemmas=tuple(cells[2] if cells[2] != "_" else cells[1] for _, cells in words),
        tags=tuple(cells[3] if cells[3] != "_" else cells[4] for _, cells in words),
        heads=heads,
        relations=tuple(cells[7] for _, cells in words),
        roles=tuple(_roles(path, number, cells[9], len(words)) for number, cells in words),
    )


def _head(path: str, number: int, cell: str, words: int) -> int:
    if not (cell.isascii() and cell.isdecimal() and len(cell) < 10 and int(cell) <= words):
        raise InputError(
            f'{label(path)}, line {number}: the head "{shown(cell[:20])}" is no word of its sentence, which has {words}'
        )
    return int(cell) - 1 if int(cell) else ROOT


def _check_tree(path: str, words: Sequence[Row], heads: Sequence[int]) -> None:
    """Refuse words that depend on themselves, directly or by way of others."""
    safe = [head == ROOT for head in heads]
    for start in range(len(heads)):
        place, walk = start, dict[int, None]()
        while not safe[place]:
            if place in walk:
                raise InputError(f"{label(path)}, line {words[place][0]}: the word depends on itself")
            walk[place] = None
            place = heads[place]
        for each in walk:
            safe[each] = True


def _roles(path: str, number: int, cell: str, words: int) -> tuple[tuple[int, str], ...]:
    told = [part.removeprefix("Role=") for part in cell.split("|") if part.startswith("Role=")]
    roles = []
    for text in ",".join(told).split(",") if told else []:
        match = _ROLE.fullmatch(text)
        if match is None or not 1 <= int(match[1]) <= words:
            raise InputError(
                f'{label(path)}, line {number}: "{shown(text[:40])}" is no role; write the number of a predicate and a '
                "label, such as Role=2:A0"
            )
        roles.append((int(match[1]) - 1, match[2]))
    return tuple(roles)
