"""A word that one of Snowball's stemmers works on: its registers, and what the stemmer may do with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


class Word:
    """A word that is being stemmed, with the registers of Snowball; those of a program begin with I_, B_ or S_."""

    def __init__(self, text: str, registers: Mapping[str, Any]) -> None:
        self.__dict__.update(registers)
        self.current = text
        self.cursor = self.limit_backward = self.bra = 0
        self.limit = self.ket = len(text)

    def next_letter(self) -> str:
        """Return the letter after the cursor, or nothing at the limit."""
        return self.current[self.cursor : self.cursor + 1] if self.cursor < self.limit else ""

    def last_letter(self) -> str:
        """Return the letter before the cursor, or nothing at the limit of what goes backwards."""
        return self.current[self.cursor - 1 : self.cursor] if self.cursor > self.limit_backward else ""

    def replace(self, start: int, end: int, text: str) -> int:
        """Put a text in the place of a slice, and return by how much the word has grown."""
        growth = len(text) - (end - start)
        self.current = self.current[:start] + text + self.current[end:]
        self.limit += growth
        if self.cursor >= end:
            self.cursor += growth
        elif self.cursor > start:
            self.cursor = start
        return growth


Routine = Callable[[Word], Any]


def _forward(group: frozenset[str], *, inside: bool) -> Routine:
    def step(word: Word) -> bool:
        letter = word.next_letter()
        found = letter != "" and (letter in group) is inside
        word.cursor += found
        return found

    return step


def _backward(group: frozenset[str], *, inside: bool) -> Routine:
    def step(word: Word) -> bool:
        letter = word.last_letter()
        found = letter != "" and (letter in group) is inside
        word.cursor -= found
        return found

    return step


def _repeated(step: Routine, letter: Callable[[Word], str]) -> Routine:
    def go(word: Word) -> bool:
        while step(word):
            pass
        return letter(word) != ""

    return go


def grouping(name: str, group: frozenset[str]) -> Routine:
    """Return a test such as in_grouping, out_grouping_b, or go_in_grouping, which goes up to what is outside."""
    backward = name.endswith("_b")
    inside = "in_grouping" in name
    step = (_backward if backward else _forward)(group, inside=inside)
    return _repeated(step, Word.last_letter if backward else Word.next_letter) if name[:2] == "go" else step


def _starts(word: Word, text: str) -> bool:
    found = word.current.startswith(text, word.cursor, word.limit)
    word.cursor += len(text) * found
    return found


def _ends(word: Word, text: str) -> bool:
    found = word.current.endswith(text, word.limit_backward, word.cursor)
    word.cursor -= len(text) * found
    return found


def _is_slice(word: Word) -> bool:
    return 0 <= word.bra <= word.ket <= word.limit <= len(word.current)


def _replace_slice(word: Word, text: str) -> bool:
    if not _is_slice(word):
        return False
    word.replace(word.bra, word.ket, text)
    return True


def _insert(word: Word, start: int, end: int, text: str) -> None:
    growth = word.replace(start, end, text)
    word.bra += growth * (start <= word.bra)
    word.ket += growth * (start <= word.ket)


def _slice(word: Word) -> str:
    return word.current[word.bra : word.ket] if _is_slice(word) else ""


# What is called with the values of its arguments; those of version 1 name the length of a text before it.
CALLS: Mapping[str, Callable[..., Any]] = {
    "eq_s": lambda word, *given: _starts(word, given[-1]),
    "eq_s_b": lambda word, *given: _ends(word, given[-1]),
    "eq_v": _starts,
    "eq_v_b": _ends,
    "slice_from": _replace_slice,
    "slice_del": lambda word: _replace_slice(word, ""),
    "slice_to": lambda word, *_: _slice(word),
    "insert": _insert,
}
