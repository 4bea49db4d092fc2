"""N-grams of one sentence: how often each stands in the output and in every reference, and how often it counts.

An n-gram of the output counts at most as often as in that reference which has it most often (Papineni et al. 2002;
figures 8.6 and 8.7 of Koehn's textbook); what is above that is clipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class NgramMatch:
    """An n-gram of the output: its length, how often it is there and in each reference, and where it counts.

    `places` are the positions, from 0, at which those that count begin: the first ones, if some are clipped.
    """

    words: tuple[str, ...]
    output: int
    references: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def matched(self) -> int:
        """Return how often it counts."""
        return min(self.output, max(self.references, default=0))

    @property
    def clipped(self) -> int:
        """Return how often it is in the output, and does not count although a reference has it."""
        return self.output - self.matched if self.matched else 0


def ngram_matches(
    output: Sequence[str], references: Sequence[Sequence[str]], orders: Sequence[int]
) -> tuple[NgramMatch, ...]:
    """Return every n-gram of the output, those of an order in the order of the text."""
    found: list[NgramMatch] = []
    for order in orders:
        counts = [Counter(_ngrams(reference, order)) for reference in references]
        places: dict[tuple[str, ...], list[int]] = {}
        for place, words in enumerate(_ngrams(output, order)):
            places.setdefault(words, []).append(place)
        for words, starts in places.items():
            match = NgramMatch(words, len(starts), tuple(count[words] for count in counts), tuple(starts))
            found.append(NgramMatch(words, match.output, match.references, match.places[: match.matched]))
    return tuple(found)


def _ngrams(words: Sequence[str], order: int) -> list[tuple[str, ...]]:
    return [tuple(words[start : start + order]) for start in range(len(words) - order + 1)]


def covered(matches: Sequence[NgramMatch], order: int) -> set[int]:
    """Return the positions in the output of words that are part of an n-gram of this order that counts."""
    return {
        place
        for match in matches
        if len(match.words) == order
        for start in match.places
        for place in range(start, start + order)
    }
