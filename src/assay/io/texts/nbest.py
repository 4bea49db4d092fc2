"""Lists of the n best outputs of a system: `NUMBER ||| TEXT ||| …`, as Moses, Joshua, cdec and MultEval write them.

Lines of a segment stand together, the best first; numbers rise by one, from 0 or from 1. What follows the text (scores
of the model) is passed over.
"""

from __future__ import annotations

from collections.abc import Sequence

from assay.data import EvalSet, NBest, join_shards
from assay.errors import InputError
from assay.io.opening import label
from assay.io.texts.textfiles import TextFiles, read_texts

BAR = "|||"


def read_nbest(path: str) -> NBest:
    """Read a list of the n best outputs of every segment."""
    texts: list[str] = []
    starts: list[int] = []
    last: int | None = None
    for line, row in enumerate(read_texts(path), start=1):
        number, text = _entry(path, line, row)
        if number != last:
            _check_order(path, line, number, last)
            starts.append(len(texts))
            last = number
        texts.append(text)
    return NBest(label(path), tuple(texts), (*starts, len(texts)))


def _entry(path: str, line: int, row: str) -> tuple[int, str]:
    number, bar, rest = row.partition(BAR)
    if not bar or not (number.strip().isascii() and number.strip().isdecimal()) or len(number) > 18:
        raise InputError(
            f'{label(path)}, line {line}: not "NUMBER ||| TEXT |||", with the number of the segment; '
            "an n-best list has one line per output"
        )
    return int(number), rest.partition(BAR)[0].strip()


def _check_order(path: str, line: int, number: int, last: int | None) -> None:
    if number not in ((0, 1) if last is None else (last + 1,)):
        expected = "0 or 1" if last is None else f"{last} or {last + 1}"
        raise InputError(
            f"{label(path)}, line {line}: segment {number} where {expected} was expected; the lines of a segment "
            "must be adjacent, and no segment may be left out"
        )


def read_references(paths: Sequence[str]) -> EvalSet:
    """Read references alone, in files or a directory of them: a set without outputs."""
    return join_shards(list(TextFiles((), tuple(paths)).shards()))[0]
