"""N-grams as counters, by the names that programs import them by; `word_ngrams` remembers those of a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

# Whose n-grams are remembered: the candidates of a loop over all pairs of them
SENTENCES = 2**11


def extract_all_word_ngrams(
    line: str, min_order: int, max_order: int
) -> tuple[Counter[tuple[str, ...]], int]:
    """Count the n-grams of all orders from one to the other; return the number of words, too."""
    words = line.split()
    counts: Counter[tuple[str, ...]] = Counter()
    for n in range(min_order, max_order + 1):
        counts.update(_tuples(words, n))
    return counts, len(words)


def extract_word_ngrams(tokens: Sequence[str], n: int) -> Counter[str]:
    """Count the n-grams of one order, written with blanks between the words."""
    return Counter(map(" ".join, _tuples(tokens, n)))


def extract_char_ngrams(line: str, n: int, include_whitespace: bool = False) -> Counter[str]:
    """Count the character n-grams of one order."""
    text = line if include_whitespace else "".join(line.split())
    return Counter(text[start : start + n] for start in range(len(text) - n + 1))


def extract_all_char_ngrams(
    line: str, max_order: int, include_whitespace: bool = False
) -> list[Counter[str]]:
    """Count the character n-grams of every order up to the highest."""
    return [extract_char_ngrams(line, n, include_whitespace) for n in range(1, max_order + 1)]


@lru_cache(maxsize=SENTENCES)
def word_ngrams(line: str, max_order: int) -> tuple[Counter[tuple[str, ...]], int]:
    """Count the n-grams of a tokenised line up to the highest order; the answer is shared and not to be changed."""
    return extract_all_word_ngrams(line, 1, max_order)


def _tuples(words: Sequence[str], n: int) -> zip[tuple[str, ...]]:
    return zip(*(words[start:] for start in range(n)), strict=False)
