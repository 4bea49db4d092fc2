"""Characters and tokenisers: a line becomes its tokens, joined by single spaces.

13a and intl are NIST's mteval-v13a and mteval-v14; these, zh, char and tercom are as sacreBLEU 2.6.0 runs
them, its slips included. `unicode` is our own rule. White space at the right end is dropped before all else.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache

from reference.unicode import NUMBER, PUNCTUATION, SYMBOL

Ranges = Sequence[tuple[int, int]]


def byte_lengths(strings: Iterable[str]) -> list[int]:
    """Return the length of each string in UTF-8; a lone surrogate takes three bytes."""
    return [len(string.encode("utf-8", "surrogatepass")) for string in strings]


def column_numbers(lines: Iterable[str]) -> tuple[list[list[int]], list[str]]:
    """Number the tokens of tokenised lines in the order in which they first come, and list them in that order."""
    numbers: dict[str, int] = {}
    rows = [
        [numbers.setdefault(token, len(numbers)) for token in line.split(" ")] if line else []
        for line in lines
    ]
    return rows, list(numbers)


def text_hash(text: bytes) -> int:
    """Return FNV-1a of 64 bits."""
    number = 0xCBF29CE484222325
    for byte in text:
        number = (number ^ byte) * 0x100000001B3 % 2**64
    return number


def phrase_hashes(phrase: str) -> list[int]:
    """Return the hash of the first word, of the first two, and so on; the length is in the lowest four bits."""
    hashes: list[int] = []
    for length, word in enumerate(phrase.split(" "), start=1):
        number = text_hash(word.encode("utf-8", "surrogatepass")) & ~15
        if hashes:
            joined = (hashes[-1] * 0x9E3779B97F4A7C15 % 2**64) ^ (number | 1)
            number = (joined ^ joined >> 32) * 0xD6E8FEB86659FD93 % 2**64 & ~15
        hashes.append(number | min(length, 15))
    return hashes


def is_space(ch: str) -> bool:
    """Tell whether `str.split` would split at this character."""
    return ch.isspace()


@cache
def category_class(ch: str) -> str:
    """Return P for punctuation, N for a number, S for a symbol, by the general category; "" for the rest."""
    for name, ranges in (("P", PUNCTUATION), ("N", NUMBER), ("S", SYMBOL)):
        if _within(ch, ranges):
            return name
    return ""


def _within(ch: str, ranges: Ranges) -> bool:
    at = bisect_right(ranges, ord(ch), key=lambda ends: ends[0])
    return at > 0 and ord(ch) <= ranges[at - 1][1]


def _members(ranges: Ranges) -> str:
    """Write ranges as the inside of a character class."""
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)


def tokenize_none(line: str) -> str:
    """Split at white space, and nowhere else."""
    return " ".join(line.split())


def tokenize_rouge(line: str) -> str:
    """Take for words what stands between characters other than ASCII letters and digits."""
    return " ".join(re.findall("[A-Za-z0-9]+", line))


def tokenize_char(line: str) -> str:
    """Make every character a token; white space is none."""
    return " ".join("".join(line.split()))


ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))


def _unescape(line: str) -> str:
    """Resolve four entities in this order, so that "&amp;lt;" ends up as "<"."""
    for entity, mark in ENTITIES:
        line = line.replace(entity, mark)
    return line


def _split_marks(line: str) -> str:
    """Set the marks of ASCII apart, but for apostrophe, full stop, comma and dash."""
    return re.sub(r"([{-~\[-` -&(-+:-@/])", r" \1 ", line)


def _split_stops(line: str) -> str:
    """Set full stop and comma apart where a digit fails on one side, and the dash after a digit.

    Each pattern takes in the neighbour too, so of two stops in a row the second may be passed over.
    """
    line = re.sub(r"([^0-9])([.,])", r"\1 \2 ", line)
    line = re.sub(r"([.,])([^0-9])", r" \1 \2", line)
    return re.sub(r"([0-9])-", r"\1 - ", line)


def tokenize_13a(line: str) -> str:
    """Tokenise as mteval-v13a, the rule behind the scores of WMT."""
    line = line.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    return tokenize_none(_split_stops(_split_marks(f" {_unescape(line)} ")))


NON_NUMBER_THEN_MARK = re.compile(f"([^{_members(NUMBER)}])([{_members(PUNCTUATION)}])")
MARK_THEN_NON_NUMBER = re.compile(f"([{_members(PUNCTUATION)}])([^{_members(NUMBER)}])")
ONE_SYMBOL = re.compile(f"[{_members(SYMBOL)}]")


def tokenize_intl(line: str) -> str:
    """Tokenise as mteval-v14 does: marks not between numbers, and symbols; "2019." at the end stays whole."""
    line = NON_NUMBER_THEN_MARK.sub(r"\1 \2 ", line.rstrip())
    line = MARK_THEN_NON_NUMBER.sub(r" \1 \2", line)
    return tokenize_none(ONE_SYMBOL.sub(r" \g<0> ", line))


# Ideographs beyond U+FFFF were meant to be here, U+20000-U+2A6D6 and U+2F800-U+2FA1D, but sacreBLEU writes
# "\u20000": what it compares with is U+2001-U+2A6D and U+2F81-U+2FA1, so these count as Chinese.
CHINESE: Ranges = (
    *((0x2001, 0x2A6D), (0x2E80, 0x2FDF), (0x2FF0, 0x303F), (0x3100, 0x312F), (0x31A0, 0x31EF)),
    *((0x3200, 0x4DB5), (0x4E00, 0x9FBB), (0xF900, 0xFA2D), (0xFA30, 0xFA6A), (0xFA70, 0xFAD9)),
    *((0xFE10, 0xFE1F), (0xFE30, 0xFE4F), (0xFF00, 0xFFEF)),
)


def tokenize_zh(line: str) -> str:
    """Make every Chinese character a token and split the rest by the marks of ASCII."""
    spaced = re.sub(f"[{_members(CHINESE)}]", r" \g<0> ", line.strip())
    return tokenize_none(_split_stops(_split_marks(spaced)))


def tokenize_unicode(line: str) -> str:
    """Make every symbol a token, and every punctuation mark with no number directly before or after it."""
    classes = ["", *map(category_class, line), ""]
    spaced = [
        f" {ch} " if this == "S" or (this == "P" and "N" not in (before, after)) else ch
        for ch, before, this, after in zip(line, classes, classes[1:], classes[2:], strict=False)
    ]
    return tokenize_none("".join(spaced))


# The last range was to end at U+32FF; sacreBLEU has it run on to U+3F22. Its rules for kana are left out: a
# misplaced "^" makes them ask for a line of nothing but kana, and by then the line has a space at either end.
CJK_CHARACTERS = (
    r"[\u4e00-\u9fff\u3400-\u4dbf\u31c0-\u31ef\u2e80-\u2eff"
    r"\u3300-\u33ff\uf900-\ufaff\ufe30-\ufe4f\u3200-\u3f22]"
)
CJK_MARKS = (
    r"[\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb"
    r"\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09]"
)


def tokenize_tercom(line: str, normalize: bool, punctuation: bool, cjk: bool) -> str:
    """Tokenise as tercom: split marks off if `normalize`, remove them unless `punctuation`; case is kept."""
    line = line.rstrip()
    if normalize:
        line = _normalize_western(line)
        line = re.sub(f"{CJK_CHARACTERS}|{CJK_MARKS}", r" \g<0> ", line) if cjk else line
    if not punctuation:
        line = re.sub(r'[.,?:;!"()]', "", line)
        line = re.sub(CJK_MARKS, "", line) if cjk else line
    return tokenize_none(line)


def _normalize_western(line: str) -> str:
    line = _unescape(line.replace("\n-", "").replace("\n", " "))
    return _split_stops(_split_marks(f" {line} ").replace("'s ", " 's "))
