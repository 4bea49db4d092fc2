"""The counts behind BEER 2.0's features, of one output and one reference."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations

SKIPS = (1, 2, 3, 4, None)  # None: any number of words may be skipped


def _matches(first: Iterable[Hashable], second: Iterable[Hashable]) -> float:
    return float((Counter(first) & Counter(second)).total())


def _chars(text: str, order: int) -> Iterable[str]:
    """Yield the pieces that BEER calls n-grams: n - 1 characters at every place where n would fit."""
    return (text[at : at + order - 1] for at in range(len(text) - order + 1))


def _words(words: Sequence[str], order: int) -> Iterable[tuple[Hashable, ...]]:
    """Yield the n-grams, and both ends of the sentence with a mark."""
    yield from (tuple(words[at : at + order]) for at in range(len(words) - order + 1))
    yield (1, *words[:order])
    yield (2, *words[-order:])


def _pairs(words: Sequence[str], skips: int | None) -> Iterable[tuple[str, str]]:
    """Yield pairs of words in their order with at most so many words between them."""
    for first, second in combinations(range(len(words)), 2):
        if skips is None or second - first <= skips + 1:
            yield words[first], words[second]


def beer_row(hypothesis: str, reference: str) -> list[float]:
    """Return both lengths in words and characters; matches of characters, words and pairs."""
    hyp_words, ref_words = hypothesis.split(), reference.split()
    hyp, ref = " ".join(hyp_words), " ".join(ref_words)
    return [
        *map(float, (len(hyp_words), len(ref_words), len(hyp), len(ref))),
        *(_matches(_chars(hyp, order), _chars(ref, order)) for order in range(1, 7)),
        *(_matches(_words(hyp_words, order), _words(ref_words, order)) for order in range(1, 5)),
        *(_matches(_pairs(hyp_words, skips), _pairs(ref_words, skips)) for skips in SKIPS),
    ]
