"""Where a text may be cut: never inside what a reader sees as one character (Unicode annex 29, extended clusters).

A mark goes with the letter before it, a Hangul syllable with its parts, an emoji with its modifiers, a flag with both
of its letters. The rules are those of the annex by the categories that Python knows; where only its own tables could
tell (Indic conjuncts, a few signs before a number), a cut is allowed: nothing is refused that a browser lets one mark.
"""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"
_EXTENDING = frozenset("\u0e33\u0eb3\u200c\u200d\uff9e\uff9f")
# Spacing marks that begin a cluster of their own: the exceptions of the annex's table.
_APART = frozenset(
    "\u102b\u102c\u1038\u1062\u1063\u1064\u1067\u1068\u1069\u106a\u106b\u106c\u106d\u1083\u1087\u1088\u1089\u108a"
    "\u108b\u108c\u108f\u109a\u109b\u109c\u1a61\u1a63\u1a64\uaa7b\uaa7d\U00011720\U00011721"
)
# Leading, vowel, whole syllable, trailing
_AFTER_HANGUL = {"L": "LVS", "V": "VT", "S": "VT", "T": "T"}


def splits_character(text: str, place: int) -> bool:
    """Tell whether a cut before this place would split what a reader sees as one character."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    if unicodedata.category(before) == "Cc":
        return before + after == "\r\n"
    if _extends(after):
        return True
    if before == _JOINER and _is_picture(after):
        return _is_picture(_base(text, place - 1))
    if _is_flag_letter(before) and _is_flag_letter(after):
        return _flag_letters(text, place) % 2 == 1
    return _hangul(after) in tuple(_AFTER_HANGUL.get(_hangul(before), ""))


def _extends(character: str) -> bool:
    marks = unicodedata.category(character).startswith("M") and character not in _APART
    tone, tag = "\U0001f3fb" <= character <= "\U0001f3ff", "\U000e0020" <= character <= "\U000e007f"
    return marks or tone or tag or character in _EXTENDING


def _is_picture(character: str) -> bool:
    return unicodedata.category(character) == "So" and not _is_flag_letter(character)


def _base(text: str, place: int) -> str:
    """Return the character that those before this place extend."""
    while place > 0 and _extends(text[place]):
        place -= 1
    return text[place]


def _is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _flag_letters(text: str, place: int) -> int:
    """Count the letters of flags right before a place."""
    start = place
    while start > 0 and _is_flag_letter(text[start - 1]):
        start -= 1
    return place - start


def _hangul(character: str) -> str:
    """Return which part of a Hangul syllable a character is; "" for none."""
    if "\u1100" <= character <= "\u115f" or "\ua960" <= character <= "\ua97c":
        return "L"
    if "\u1160" <= character <= "\u11a7" or "\ud7b0" <= character <= "\ud7c6":
        return "V"
    if "\u11a8" <= character <= "\u11ff" or "\ud7cb" <= character <= "\ud7fb":
        return "T"
    if "\uac00" <= character <= "\ud7a3":
        return "S"
    return ""
