"""WordPiece as BERT uses it (Devlin et al. 2019): words parted at marks and CJK characters, then into known pieces.

The rules are those of the authors' tokeniser: control characters go, accents go where text is lower-cased, every mark
of punctuation and every CJK character stands alone, and a word is cut from the left into the longest pieces that the
vocabulary has; a word that cannot be cut, or is longer than 100 characters, is one unknown piece. Where theirs and
ours part: "[SEP]" and its like, written in a text, are text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

UNKNOWN = "[UNK]"
_LONGEST = 100  # of the authors' tokeniser
_CJK = (
    (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0x2F800, 0x2FA1F),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class WordPiece:
    """A vocabulary and how text is prepared for it."""

    vocabulary: Mapping[str, int]
    lowercase: bool
    strip_accents: bool
    part_cjk: bool
    _known: dict[str, tuple[int, ...]] = field(default_factory=dict)  # a word's pieces never change

    def ids(self, text: str) -> list[int]:
        """Return the numbers of a text's pieces, without marks of beginning and end."""
        numbers: list[int] = []
        for word in _spaced(text).split(" "):
            if word not in self._known:
                self._known[word] = tuple(self._pieces(word))
            numbers += self._known[word]
        return numbers

    def _pieces(self, text: str) -> list[int]:
        if self.part_cjk:
            text = "".join(f" {letter} " if _is_cjk(letter) else letter for letter in text)
        return [number for word in text.split() for part in self._parts(word) for number in self._cut(part)]

    def _parts(self, word: str) -> list[str]:
        """Lower-case, drop accents, and part at every mark."""
        word = word.lower() if self.lowercase else word
        if self.strip_accents:
            word = "".join(
                letter
                for letter in unicodedata.normalize("NFD", word)
                if unicodedata.category(letter) != "Mn"
            )
        return "".join(f" {letter} " if _is_mark(letter) else letter for letter in word).split()

    def _cut(self, word: str) -> list[int]:
        unknown = [self.vocabulary[UNKNOWN]]
        if len(word) > _LONGEST:
            return unknown
        pieces, start = [], 0
        while start < len(word):
            head = "##" if start else ""
            ends = range(len(word), start, -1)
            end = next((end for end in ends if head + word[start:end] in self.vocabulary), None)
            if end is None:
                return unknown
            pieces.append(self.vocabulary[head + word[start:end]])
            start = end
        return pieces


def _spaced(text: str) -> str:
    """Drop control characters and make all white space blanks."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if _is_blank(letter) else letter for letter in text if not _is_control(letter))


def _is_blank(letter: str) -> bool:
    return letter in "\t\n\r" or unicodedata.category(letter) in ("Zs", "Zl", "Zp")


def _is_control(letter: str) -> bool:
    return letter not in "\t\n\r" and (letter == "\ufffd" or unicodedata.category(letter).startswith("C"))


def _is_cjk(letter: str) -> bool:
    return letter > "\u33ff" and any(first <= ord(letter) <= last for first, last in _CJK)


def _is_mark(letter: str) -> bool:
    if letter.isascii():
        return not letter.isalnum()
    return unicodedata.category(letter).startswith("P")
