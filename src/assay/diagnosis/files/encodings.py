"""Characters that should not be there: line separators inside lines, text decoded wrongly, controls, lost characters.

Mojibake is UTF-8 that somebody read as Windows-1252 or Latin-1: Ã¤ for ä, â€™ for ’. A stretch counts only where
turning it back gives a letter or a quotation mark that texts have, so that „Spaß“ is left alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

SEPARATORS = {
    "\u2028": "U+2028 (line separator)",
    "\u2029": "U+2029 (paragraph separator)",
    "\u0085": "U+0085 (next line)",
    "\u000b": "U+000B (vertical tab)",
    "\u000c": "U+000C (form feed)",
    "\u000d": "U+000D (carriage return)",
    "\u001c": "U+001C (file separator)",
    "\u001d": "U+001D (group separator)",
    "\u001e": "U+001E (record separator)",
}
SEPARATOR = re.compile("[" + "".join(SEPARATORS) + "]")
_HIGH = "\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
MOJIBAKE = re.compile(
    rf"Ã[{_HIGH}]|Â[\u0080-\u00bf]|[ÄÅ][\u0080-\u009f\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bf]|â€[{_HIGH}\u009d]|â‚¬"
    rf"|(?:[ÐÑ][{_HIGH}]){{2,}}|(?:[ÎÏ][{_HIGH}]){{2,}}|(?:×[{_HIGH}]){{2,}}|(?:[ØÙ][{_HIGH}]){{2,}}"
    rf"|(?:[ã-é][{_HIGH}]{{2}}){{2,}}|ï»¿|ðŸ[{_HIGH}]{{2}}"
)
CONTROL = re.compile("[\u0000-\u0008\u000e-\u001b\u001f\u007f\u0080-\u0084\u0086-\u009f]")
LOST = re.compile("\ufffd")
INNER_MARK = re.compile("\ufeff")
ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#\d{2,5}|#x[0-9a-fA-F]{2,5});")
CP1252 = {  # what Windows-1252 leaves open is read as Latin-1 has it
    bytes([value]).decode("cp1252"): value
    for value in range(0x80, 0xA0)
    if value not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
}


def lines_with(pattern: re.Pattern[str], lines: Sequence[str]) -> list[int]:
    """Return the numbers of the lines, from 1, in which a pattern is found."""
    return [number for number, line in enumerate(lines, start=1) if pattern.search(line)]


def separators(lines: Sequence[str]) -> dict[str, list[int]]:
    """Return for every stray separator the lines that have it, once for every time they have it."""
    lines_of: dict[str, list[int]] = {}
    for number in lines_with(SEPARATOR, lines):
        for sign in SEPARATOR.findall(lines[number - 1]):
            lines_of.setdefault(sign, []).append(number)
    return lines_of


def mojibake(lines: Sequence[str]) -> list[tuple[int, str, str]]:
    """Return the lines with text that was decoded wrongly: number, what stands there, what it should be."""
    wrong = []
    for number in lines_with(MOJIBAKE, lines):
        for match in MOJIBAKE.finditer(lines[number - 1]):
            meant = turned_back(match[0])
            if meant:
                wrong.append((number, match[0], meant))
                break
    return wrong


def turned_back(text: str) -> str:
    """Return what a stretch of wrongly decoded text was; "" if it is no such thing."""
    try:
        content = bytes(CP1252.get(character, ord(character)) for character in text)
        return content.decode("utf-8")
    except (ValueError, UnicodeDecodeError):
        return ""


def decomposed(lines: Sequence[str]) -> list[int]:
    """Return the lines that are not in the composed form of Unicode (NFC)."""
    return [
        number
        for number, line in enumerate(lines, start=1)
        if not line.isascii() and not unicodedata.is_normalized("NFC", line)
    ]
