"""Lexical resources from files: paraphrases, phrase tables, synsets, thesauri, word vectors.

Paraphrases are in METEOR's layout (three lines each: probability, phrase, paraphrase), thesauri in that of OpenOffice's
MyThes (`th_de_DE_v2.dat`: the encoding, then entries "word|meanings" with one line a meaning), vectors in that of
word2vec and GloVe (a word and its numbers; word2vec begins with a line of two counts). Synsets have three columns:
language, word, numbers.

A line of a phrase table, as Moses writes it, is `source ||| target ||| P(f|e) lex(f|e) P(e|f) lex(e|f) ||| …`; the
first and the third number are read. Paraphrases are written in METEOR's layout, or as a table with the columns phrase,
paraphrase, probability. What ends in .gz is packed.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Paraphrase, PhrasePair
from assay.errors import InputError
from assay.io.opening import blocks, contents, label, opened, shown
from assay.io.texts.lines import columns

Hashes = NDArray[np.uint64]
MOST_SYNSETS = 1 << 62  # numbers of synsets are below


def read_phrase_pairs(path: str) -> tuple[Hashes, Hashes, Hashes]:
    """Return the hashes of all phrases, of their paraphrases, and of what phrases of several words begin with.

    Probabilities are passed over, as METEOR does.
    """
    parts, begun = [np.zeros(0, dtype=np.uint64)], [np.zeros(0, dtype=np.uint64)]
    for texts in _lines_in_blocks(path):
        hashes, offsets = kernel.phrase_hashes(texts)
        parts.append(hashes[offsets[1:] - 1])
        begun.append(np.unique(np.delete(hashes, offsets[1:] - 1)))
    lines = np.concatenate(parts)
    if not len(lines) or len(lines) % 3:
        raise InputError(
            f"{label(path)}: {len(lines)} lines are no paraphrase table; "
            "it has three a pair: probability, phrase, paraphrase"
        )
    return lines[1::3].copy(), lines[2::3].copy(), np.unique(np.concatenate(begun))


def _lines_in_blocks(path: str) -> Iterator[kernel.Texts]:
    """Yield the lines of a file block by block, as the kernel takes them."""
    rest = b""
    with opened(path) as stream:
        for block in blocks(path, stream):
            whole, newline, rest = (rest + block).rpartition(b"\n")
            if newline:
                yield _lines(whole + newline)
    if rest:
        yield _lines(rest + b"\n")


def _lines(text: bytes) -> kernel.Texts:
    data = np.frombuffer(text.replace(b"\r\n", b"\n"), dtype=np.uint8)
    ends = np.flatnonzero(data == ord("\n"))
    kept = data != ord("\n")
    return kernel.Texts(data[kept], np.concatenate([[0], ends - np.arange(len(ends))]).astype(np.int64))


def read_thesaurus(path: str) -> list[list[str]]:
    """Return the words of every meaning: the entry itself and its synonyms, without notes in brackets."""
    lines = _thesaurus_lines(path)
    meanings, at = [], 1
    while at < len(lines):
        word, _, count = lines[at].rpartition("|")
        if not word or not (count.isascii() and count.isdecimal() and len(count) < 10):
            raise InputError(
                f'{label(path)}, line {at + 1}: "{shown(lines[at][:80])}" is no entry; write WORD|NUMBER OF MEANINGS'
            )
        for line in lines[at + 1 : at + 1 + int(count)]:
            synonyms = [part.partition(" (")[0].strip() for part in line.split("|")[1:]]
            meanings.append([word, *(each for each in synonyms if each and each != word)])
        at += 1 + int(count)
    return meanings


def read_synsets(path: str) -> list[tuple[str, str, str]]:
    """Return languages, words and the numbers of their synsets, separated by blanks."""
    rows = []
    lines = [line for column in columns(path, [contents(path)]) for line in column]
    for number, line in enumerate(lines, start=1):
        cells = line.split("\t")
        if len(cells) != len(("language", "word", "numbers")) or not all(map(_is_number, cells[2].split())):
            raise InputError(
                f'{label(path)}, line {number}: "{shown(line[:80])}" is no word with its synsets; write LANGUAGE, WORD '
                "and whole NUMBERS separated by blanks, with a tab after each of the first two"
            )
        rows.append((cells[0], cells[1], cells[2]))
    return rows


def _is_number(digits: str) -> bool:
    return digits.isascii() and digits.isdecimal() and len(digits) < 20 and int(digits) < MOST_SYNSETS


def _thesaurus_lines(path: str) -> list[str]:
    raw = contents(path).removeprefix(b"\xef\xbb\xbf")
    encoding = raw.partition(b"\n")[0].strip().decode("ascii", "replace")
    try:
        return raw.decode(encoding.removeprefix("microsoft-")).splitlines()
    except (LookupError, ValueError) as error:  # a name may be none, and hold what no name does
        raise InputError(
            f'{label(path)}: the first line must name the encoding, such as UTF-8; "{shown(encoding[:80])}" does '
            f"not fit: {error}"
        ) from None


def read_vectors(path: str) -> tuple[list[str], NDArray[np.float32]]:
    """Return words and their vectors."""
    words: list[str] = []
    rows: list[NDArray[np.float32]] = []
    for number, line in enumerate(_text_lines(path), start=1):
        cells = line.split(" ")
        if number == 1 and len(cells) == 2 and all(cell.isdecimal() for cell in cells):
            continue
        word, numbers = cells[0], [cell for cell in cells[1:] if cell]
        try:
            with np.errstate(over="ignore"):  # what is too large is refused below
                row = np.array(numbers, dtype=np.float32)
        except ValueError:
            row = np.zeros(0, dtype=np.float32)
        if not len(row) or (rows and len(row) != len(rows[0])) or not np.isfinite(row).all():
            wanted = f"{len(rows[0])} numbers" if rows else "numbers"
            raise InputError(f'{label(path)}, line {number}: "{shown(line[:80])}" is not a word and {wanted}')
        words.append(word)
        rows.append(row)
    return words, np.stack(rows) if rows else np.zeros((0, 0), dtype=np.float32)


def _text_lines(path: str) -> Iterator[str]:
    rest = b""
    with opened(path) as stream:
        for block in blocks(path, stream):
            *whole, rest = (rest + block).split(b"\n")
            yield from (_decoded(path, line) for line in whole)
    if rest:
        yield _decoded(path, rest)


def _decoded(path: str, line: bytes) -> str:
    try:
        return line.decode("utf-8").rstrip("\r")
    except UnicodeDecodeError as error:
        raise InputError(f"{label(path)}: not UTF-8 ({error.reason}); convert it first") from None


_SCORES = 4


def read_phrase_table(path: str) -> list[PhrasePair]:
    """Read a phrase table; a line that is none is an error that names it."""
    lines = [line for column in columns(path, [contents(path)]) for line in column]
    return [_pair(path, number, line) for number, line in enumerate(lines, start=1)]


def _pair(path: str, number: int, line: str) -> PhrasePair:
    cells = [" ".join(cell.split()) for cell in line.split("|||")]
    scores = _probabilities(cells[2]) if len(cells) > 2 else None
    if scores is None or not cells[0] or not cells[1]:
        raise InputError(
            f'{label(path)}, line {number}: "{shown(line[:80])}" is not source ||| target ||| four probabilities, as '
            "Moses writes them"
        )
    return PhrasePair(cells[0], cells[1], scores[0], scores[2])


def _probabilities(cell: str) -> list[float] | None:
    try:
        scores = [float(text) for text in cell.split()]
    except ValueError:
        return None
    return scores if len(scores) >= _SCORES and all(0 <= score <= 1 for score in scores[:_SCORES]) else None


def paraphrase_file(paraphrases: Sequence[Paraphrase], layout: str, packed: bool) -> bytes:
    """Return the content of a file in METEOR's layout ("meteor") or as a table ("tsv")."""
    text = "".join(_meteor(paraphrases) if layout == "meteor" else _table(paraphrases)).encode()
    return gzip.compress(text, mtime=0) if packed else text


def _meteor(paraphrases: Sequence[Paraphrase]) -> Iterator[str]:
    for phrase, paraphrase, probability in paraphrases:
        yield f"{probability!r}\n{phrase}\n{paraphrase}\n"


def _table(paraphrases: Sequence[Paraphrase]) -> Iterator[str]:
    yield "phrase\tparaphrase\tprobability\n"
    for phrase, paraphrase, probability in paraphrases:
        yield f"{phrase}\t{paraphrase}\t{probability!r}\n"
