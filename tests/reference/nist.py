"""NIST's and GLEU's statistics for one segment, and the count of a whole column's n-grams."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

from reference.ngrams import clipped_matches, ngrams

Ngram = tuple[Hashable, ...]


def ngram_table(rows: Sequence[Sequence[Hashable]], order: int) -> Counter[Ngram]:
    """Count the n-grams of all rows, of every order up to `order`."""
    table: Counter[Ngram] = Counter()
    for row in rows:
        for n in range(1, order + 1):
            table.update(ngrams(row, n))
    return table


def nist_row(
    hypothesis: Sequence[Hashable],
    references: Sequence[Sequence[Hashable]],
    weights: Mapping[Ngram, float],
    order: int,
) -> list[float]:
    """Return [weights of clipped matches 1..order, n-grams 1..order, |h|, mean reference length]."""
    length = len(hypothesis)
    sums = []
    for n in range(1, order + 1):
        most: Counter[Ngram] = Counter()
        for reference in references:
            most |= ngrams(reference, n)
        sums.append(0.0)
        for at in range(length - n + 1):
            ngram = tuple(hypothesis[at : at + n])
            if most[ngram] > 0:
                most[ngram] -= 1
                sums[-1] += weights[ngram]
    counts = [float(max(0, length - n + 1)) for n in range(1, order + 1)]
    return [*sums, *counts, float(length), sum(map(len, references)) / len(references)]


def gleu_row(
    hypothesis: Sequence[Hashable], references: Sequence[Sequence[Hashable]], low: int, high: int
) -> list[float]:
    """Return matches of all orders and the larger number of n-grams, of the first of the best references."""
    best = [0.0, 0.0]
    orders = range(low, high + 1)
    for reference in references:
        match = sum(clipped_matches(hypothesis, [reference], n) for n in orders)
        sizes = [sum(max(0, len(side) - n + 1) for n in orders) for side in (hypothesis, reference)]
        if max(sizes) and (not best[1] or match * best[1] > best[0] * max(sizes)):
            best = [float(match), float(max(sizes))]
    return best
