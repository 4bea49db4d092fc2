"""Phrase tables as Moses writes them, and files of paraphrases as METEOR reads them or as a table.

A line of a phrase table is `source ||| target ||| P(f|e) lex(f|e) P(e|f) lex(e|f) ||| …`; the first and the third
number are read. METEOR's layout has three lines for each paraphrase: probability, phrase, paraphrase. Ours is a table
with the columns phrase, paraphrase, probability. What ends in .gz is packed.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence

from assay.data import Paraphrase, PhrasePair
from assay.errors import InputError
from assay.io.opening import contents, label, shown
from assay.io.texts.lines import columns

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
