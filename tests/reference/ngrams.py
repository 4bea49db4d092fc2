"""The statistics of BLEU for one segment (Papineni et al. 2002): lengths, clipped matches, n-grams."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any


def ngrams(tokens: Sequence[Hashable], order: int) -> Counter[Any]:
    """Count the n-grams of one order, those of a text as pieces of it; there are none where tokens are too few."""
    whole = tokens if isinstance(tokens, str) else tuple(tokens)
    return Counter(whole[at : at + order] for at in range(len(whole) - order + 1))


def clipped_matches(
    hypothesis: Sequence[Hashable], references: Sequence[Sequence[Hashable]], order: int
) -> int:
    """Count the n-grams of the hypothesis, each at most as often as the reference that has it most."""
    most: Counter[Any] = Counter()
    for reference in references:
        most |= ngrams(reference, order)
    return (ngrams(hypothesis, order) & most).total()


def ngram_row(
    hypothesis: Sequence[Hashable], references: Sequence[Sequence[Hashable]], order: int
) -> list[float]:
    """Return [|h|, closest, shortest, average reference length, matches 1..order, n-grams 1..order].

    Of two reference lengths that are equally close the shorter one counts.
    """
    length, lengths = len(hypothesis), [len(reference) for reference in references]
    closest = min(lengths, key=lambda candidate: (abs(candidate - length), candidate))
    orders = range(1, order + 1)
    return [
        *map(float, (length, closest, min(lengths), sum(lengths) / len(lengths))),
        *(float(clipped_matches(hypothesis, references, n)) for n in orders),
        *(float(max(0, length - n + 1)) for n in orders),
    ]
