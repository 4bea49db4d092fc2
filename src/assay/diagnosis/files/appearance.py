"""What a sample of text looks like, from its bytes: marks that programs leave in it, capitals, scripts without blanks.

One pass counts the bytes of a column, which costs microseconds. What they leave open, letters beyond ASCII above all,
is counted exactly, and only where the bytes give reason to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay.diagnosis.words.scripts import NUMBERS, SPACELESS, code_points, script_counts
from assay.text import Column


@dataclass(frozen=True)
class Mark:
    """What a program writes into text that is no part of the translation, and what to do about it."""

    sign: str
    meaning: str
    advice: str
    parts_words: bool = False  # then text is in pieces whatever the other side has


MARKS = (
    Mark("▁", "which SentencePiece writes for a blank", "join the pieces to words first (spm_decode)", True),
    Mark("@@ ", "at which BPE splits words", "join the pieces to words first (sed 's/@@ //g')", True),
    Mark("</s>", "which ends a sentence inside a program", "remove it"),
    Mark("<pad>", "which fills a batch inside a program", "remove it"),
    Mark("<unk>", "which stands for a word that the program did not know", "look at what wrote the text"),
)

# First bytes of characters in UTF-8, by the scripts that they begin.
LEADS = np.array(
    (
        *((0x41, 0x5B), (0x61, 0x7B), (0xC3, 0xCB)),  # Latin
        (0xCD, 0xD0),  # Greek
        (0xD0, 0xD4),  # Cyrillic
        (0xD4, 0xD6),  # Armenian
        (0xD6, 0xD8),  # Hebrew
        (0xD8, 0xDC),  # Arabic
        (0xE0, 0xE1),  # of India, Thai, Lao
        (0xE3, 0xE4),  # Kana, and marks of East Asia
        (0xE4, 0xEA),  # Han
        (0xEA, 0xEE),  # Hangul
    )
)
LATIN = 3  # of the ranges are of one script
CASED_BEYOND = slice(0xCD, 0xD6)  # Greek, Cyrillic, Armenian
UNSPACED_LEADS = slice(0xE0, 0xEA)
# Whose letters are counted by script, where bytes give reason to
EXACT_LINES = 80


@dataclass(frozen=True)
class Appearance:
    """A column of text by its bytes."""

    column: Column

    @cached_property
    def bytes(self) -> NDArray[np.int64]:
        """How often every byte comes."""
        return np.bincount(self.column.data, minlength=256)

    @cached_property
    def scripts(self) -> NDArray[np.float64]:
        """The share of every kind of script in the letters."""
        until = np.append(0.0, self.bytes.cumsum())
        counts = until[LEADS[:, 1]] - until[LEADS[:, 0]]
        joined = np.append(counts[:LATIN].sum(), counts[LATIN:])
        return np.asarray(joined / max(1.0, joined.sum()))

    def marks(self) -> Iterator[tuple[str, int]]:
        """Yield marks of programs, and how often each comes."""
        text = self.column.data.tobytes()
        for mark in MARKS:
            sign = mark.sign.encode()
            if self.bytes[list(sign)].all():
                yield mark.sign, text.count(sign)

    def cases(self) -> tuple[int, int]:
        """Return the number of capitals, and of letters that may be capitals."""
        capitals = int(self.bytes[0x41:0x5B].sum())
        letters = capitals + int(self.bytes[0x61:0x7B].sum())
        if self.bytes[CASED_BEYOND].sum() <= letters:
            return capitals, letters
        text = "".join(self.column)
        changed = sum(one != other for one, other in zip(text, text.lower(), strict=False))
        return changed, sum(map(str.isalpha, text))

    def unspaced(self) -> dict[str, int]:
        """Count letters of scripts without blanks between words, and all letters; nothing where bytes show none."""
        if self.bytes[UNSPACED_LEADS].sum() < 0.2 * self.bytes.sum() / 3:
            return {}
        counts = script_counts(code_points(self.column[:EXACT_LINES])).sum(axis=0)
        own = {script: int(counts[NUMBERS[script]]) for script in SPACELESS if counts[NUMBERS[script]]}
        return own | {"letters": int(counts.sum())} if own else {}


def tokeniser_for(scripts: Sequence[str]) -> str:
    """Return the tokeniser for text of a language that writes no blanks between words."""
    return "ja-mecab" if "kana" in scripts else "zh" if "han" in scripts else "char"
