"""Which script a text is written in: its letters counted by script, segment by segment, in one pass over a column.

Ranges are those blocks of the Unicode Standard that living languages use most. Letters of other blocks count as
"other"; digits, punctuation, symbols and spaces belong to every script and are not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

SCRIPTS = (
    *("none", "latin", "greek", "cyrillic", "armenian", "hebrew", "arabic", "devanagari", "bengali"),
    *("gurmukhi", "gujarati", "tamil", "telugu", "kannada", "malayalam", "sinhala", "thai", "lao", "tibetan"),
    *("myanmar", "georgian", "ethiopic", "khmer", "hangul", "kana", "han", "other"),
)
NUMBERS = {name: number for number, name in enumerate(SCRIPTS)}
RANGES = (  # first and last code point
    ("latin", 0x41, 0x5A),
    ("latin", 0x61, 0x7A),
    ("latin", 0xC0, 0x24F),
    ("latin", 0x250, 0x2AF),
    ("greek", 0x370, 0x3FF),
    ("cyrillic", 0x400, 0x52F),
    ("armenian", 0x531, 0x587),
    ("hebrew", 0x5D0, 0x5F2),
    ("arabic", 0x620, 0x64A),
    ("arabic", 0x66E, 0x6D3),
    ("arabic", 0x6EE, 0x6EF),
    ("arabic", 0x6FA, 0x6FF),
    ("arabic", 0x750, 0x77F),
    ("devanagari", 0x904, 0x963),
    ("bengali", 0x985, 0x9E3),
    ("gurmukhi", 0xA05, 0xA5E),
    ("gujarati", 0xA85, 0xAE3),
    ("tamil", 0xB83, 0xBD7),
    ("telugu", 0xC05, 0xC63),
    ("kannada", 0xC85, 0xCE3),
    ("malayalam", 0xD05, 0xD63),
    ("sinhala", 0xD85, 0xDDF),
    ("thai", 0xE01, 0xE4E),
    ("lao", 0xE81, 0xECD),
    ("tibetan", 0xF40, 0xFBC),
    ("myanmar", 0x1000, 0x103F),
    ("georgian", 0x10A0, 0x10FF),
    ("hangul", 0x1100, 0x11FF),
    ("ethiopic", 0x1200, 0x135A),
    ("khmer", 0x1780, 0x17D3),
    ("latin", 0x1E00, 0x1EFF),
    ("greek", 0x1F00, 0x1FFF),
    ("kana", 0x3041, 0x3096),
    ("kana", 0x30A1, 0x30FA),
    ("hangul", 0x3131, 0x318E),
    ("han", 0x3400, 0x4DBF),
    ("han", 0x4E00, 0x9FFF),
    ("hangul", 0xAC00, 0xD7A3),
    ("han", 0xF900, 0xFAFF),
    ("latin", 0xFF21, 0xFF5A),
    ("kana", 0xFF66, 0xFF9D),
    ("han", 0x20000, 0x323AF),
)
# Written without blanks between words
SPACELESS = ("han", "kana", "thai", "lao", "khmer", "myanmar", "tibetan")


@cache
def _table() -> NDArray[np.uint8]:
    table = np.zeros(0x110000, dtype=np.uint8)
    for name, first, last in RANGES:
        table[first : last + 1] = NUMBERS[name]
    table[[0xD7, 0xF7]] = 0  # multiplication and division signs
    return table


Points = tuple[NDArray[np.uint32], NDArray[np.int64]]


def code_points(texts: Sequence[str]) -> Points:
    """Return the code points of a column one after the other, and how many each text has."""
    listed = list(texts)
    points = np.frombuffer("".join(listed).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return points, np.fromiter(map(len, listed), dtype=np.int64, count=len(listed))


def rows_of(places: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the text that each of some places among the code points of a column lies in."""
    return np.searchsorted(np.cumsum(lengths), places, side="right")


def script_counts(column: Points) -> NDArray[np.int64]:
    """Return how many letters of every script (columns, as in SCRIPTS) each text (rows) has; "none" stays 0."""
    points, lengths = column
    kinds = _table()[points]
    rows = np.repeat(np.arange(0, len(lengths) * len(SCRIPTS), len(SCRIPTS), dtype=np.int32), lengths)
    flat = np.bincount(rows + kinds, minlength=len(lengths) * len(SCRIPTS))
    flat[:: len(SCRIPTS)] = 0
    return flat.reshape(len(lengths), len(SCRIPTS)).astype(np.int64)


def main_script(counts: NDArray[np.int64]) -> str:
    """Return the script of most letters of a whole column; "none" for a column without letters."""
    totals = counts.sum(axis=0)
    return SCRIPTS[int(totals.argmax())] if totals.any() else "none"


def family(script: str) -> tuple[str, ...]:
    """Return the scripts that are written together with a script: Japanese mixes Han and Kana, Korean some Han."""
    return {"kana": ("kana", "han"), "han": ("han", "kana"), "hangul": ("hangul", "han")}.get(
        script, (script,)
    )


def share_of(counts: NDArray[np.int64], script: str) -> NDArray[np.float64]:
    """Return the share of a script and its companions in the letters of each text; 1 where there is no letter."""
    letters = counts.sum(axis=1)
    own = counts[:, [NUMBERS[name] for name in family(script)]].sum(axis=1)
    return np.where(letters > 0, own / np.maximum(letters, 1), 1.0)
