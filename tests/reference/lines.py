"""Lines as sets of words, as the checks of whole files compare them.

The words of a line are what `WORD` finds in its lower case, letter by letter: `str.lower` would look at neighbours, and
make two characters of some. A word is known by 32 bits of a hash of its UTF-8, eight bytes at a time.
"""

import math
import re
from bisect import bisect_right
from collections.abc import Sequence

from reference.letters import CASES, WORD

ALONE = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
)
STARTS = [first for first, _ in WORD]
LOWER = dict(CASES) | {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
BITS, FACTOR = 64, 0x9E3779B97F4A7C15  # the golden ratio, times 2**64


def is_word_character(ch: str) -> bool:
    """Tell whether a character is a letter or a number."""
    place = bisect_right(STARTS, ord(ch)) - 1
    return place >= 0 and ord(ch) <= WORD[place][1]


def words_of_line(text: str) -> list[str]:
    """Return the words of a line in their order."""
    words, start = [], 0
    text = text.translate(LOWER)
    while start < len(text):
        end = start
        if ALONE.match(text, start):
            end += 1
        else:
            while end < len(text) and is_word_character(text[end]):
                end += 1
        if end > start:
            words.append(text[start:end])
        start = max(end, start + 1)
    return words


def hash_of_word(word: str) -> int:
    """Return 32 bits of the hash of a word."""
    number, coded = 0, word.encode("utf-8", "surrogatepass")
    for start in range(0, len(coded), 8):
        number = (number << 23 | number >> BITS - 23) % (1 << BITS)
        number = (number ^ int.from_bytes(coded[start : start + 8], "little")) * FACTOR % (1 << BITS)
    return number >> 32


def split_lines(text: str) -> list[str]:
    """Return lines without their ends; only a line feed, perhaps after a carriage return, ends one."""
    *ended, last = text.split("\n")
    return [line.removesuffix("\r") for line in ended] + ([last] if last else [])


def take_lines(lines: Sequence[str], rows: Sequence[int]) -> list[str]:
    """Return the lines of some rows, an empty one for a row below 0."""
    return ["" if row < 0 else lines[row] for row in rows]


def line_words(lines: Sequence[str]) -> tuple[list[int], list[int], list[list[int]]]:
    """Return how many words and characters lines have, and the hashes of their different words."""
    split = [words_of_line(line) for line in lines]
    keys = [sorted({hash_of_word(word) for word in words}) for words in split]
    return [len(words) for words in split], [len(line) for line in lines], keys


def shared_words(lines: Sequence[str], others: Sequence[str], shift: int) -> list[int]:
    """Count the different words that each line shares with the line so much further on among the others."""
    sets, other_sets = ([set(words_of_line(line)) for line in column] for column in (lines, others))
    partners = [
        other_sets[row + shift] if 0 <= row + shift < len(others) else set() for row in range(len(lines))
    ]
    return [len(words & partner) for words, partner in zip(sets, partners, strict=True)]


def line_likeness(
    lines: Sequence[str], others: Sequence[str], shift: int, penalty: float, widest: float
) -> list[float | None]:
    """Return the share of words that each line and the line so much further on share, less a penalty; None if no words.

    The penalty is on the difference of the logarithms of their lengths.
    """
    shared = shared_words(lines, others, shift)
    return [
        _likeness(lines[row], others[row + shift], shared[row], penalty, widest)
        if 0 <= row + shift < len(others)
        else None
        for row in range(len(lines))
    ]


def _likeness(line: str, other: str, shared: int, penalty: float, widest: float) -> float | None:
    words, other_words = (len(set(words_of_line(text))) for text in (line, other))
    if not words or not other_words:
        return None
    apart = abs(math.log(len(line) + 5) - math.log(len(other) + 5))
    return 2 * shared / (words + other_words) - penalty * min(apart, widest)


def equal_lines(lines: Sequence[str], others: Sequence[str]) -> list[int]:
    """Return for each pair of lines 2 if the second is blank, 1 if they are equal but for their ends, else 0."""
    stripped = [(line.strip(), other.strip()) for line, other in zip(lines, others, strict=True)]
    return [2 if not other else int(line == other) for line, other in stripped]
