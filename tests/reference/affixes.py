"""Tolerant BLEU's statistics for one segment and reference (Libovický & Pecina 2014)."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from reference.ngrams import ngrams
from reference.tolerant import edit_distance

Words = Sequence[str]
WEIGHTINGS: dict[str, Callable[[Sequence[float]], float]] = {
    "mean": lambda weights: sum(weights) / len(weights),
    "product": math.prod,
    "minimum": min,
}


def affix_distance(first: str, second: str) -> float:
    """Return edits before and after the longest common substring over its length: from 0 to 1, 1 without one."""
    ends = {
        (i, j): length
        for i in range(len(first) + 1)
        for j in range(len(second) + 1)
        for length in range(1, min(i, j) + 1)
        if first[i - length : i] == second[j - length : j]
    }
    longest = max(ends.values(), default=0)
    edits = (
        edit_distance(first[: i - longest], second[: j - longest]) + edit_distance(first[i:], second[j:])
        for (i, j), length in ends.items()
        if length == longest
    )
    return min(1.0, min(edits) / longest) if longest else 1.0


def assignment(costs: Sequence[Sequence[float]]) -> list[int]:
    """Return the column of every row at the least sum of costs; rows are no more than columns (Kuhn 1955)."""
    rows, columns = len(costs), len(costs[0])
    u, v = [0.0] * (rows + 1), [0.0] * (columns + 1)
    owner, way = [0] * (columns + 1), [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0], at = row, 0
        least, used = [math.inf] * (columns + 1), [False] * (columns + 1)
        while owner[at]:
            used[at], own, delta, following = True, owner[at], math.inf, 0
            for j in range(1, columns + 1):
                if not used[j]:
                    reduced = costs[own - 1][j - 1] - u[own] - v[j]
                    if reduced < least[j]:
                        least[j], way[j] = reduced, at
                    if least[j] < delta:
                        delta, following = least[j], j
            for j in range(columns + 1):
                if used[j]:
                    u[owner[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            at = following
        while at:
            owner[at] = owner[way[at]]
            at = way[at]
    return [owner.index(row, 1) - 1 for row in range(1, rows + 1)]


def leftovers(words: Words, others: Words) -> list[int]:
    """Return the places of words beyond those that the other side has as well; the first ones are matched."""
    seen: Counter[str] = Counter()
    available = Counter(others)
    places = []
    for place, word in enumerate(words):
        seen[word] += 1
        if seen[word] > available[word]:
            places.append(place)
    return places


def word_pairs(hypothesis: Words, reference: Words, largest: int) -> list[tuple[int, int, float]]:
    """Match the words that are left over: place here, place there, distance; group by group of similar words."""
    here, there = leftovers(hypothesis, reference), leftovers(reference, hypothesis)
    near = {(i, j) for i in here for j in there if affix_distance(hypothesis[i], reference[j]) < 1}
    group: dict[tuple[str, int], int] = {("h", i): n for n, i in enumerate(here)}
    group |= {("r", j): -1 - n for n, j in enumerate(there)}
    for i, j in near:
        kept, gone = group["h", i], group["r", j]
        group = {key: kept if number == gone else number for key, number in group.items()}
    members: defaultdict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for (side, place), number in group.items():
        members[number][side == "r"].append(place)
    return [
        pair
        for places, others in members.values()
        if places and others
        for pair in (_assigned if max(len(places), len(others)) <= largest else _nearest_first)(
            hypothesis, reference, sorted(places), sorted(others)
        )
    ]


def _assigned(
    hypothesis: Words, reference: Words, here: list[int], there: list[int]
) -> list[tuple[int, int, float]]:
    costs = [[affix_distance(hypothesis[i], reference[j]) for j in there] for i in here]
    if len(here) > len(there):
        turned = [list(column) for column in zip(*costs, strict=True)]
        chosen = [(i, j) for j, i in enumerate(assignment(turned))]
    else:
        chosen = list(enumerate(assignment(costs)))
    return [(here[i], there[j], costs[i][j]) for i, j in chosen]


def _nearest_first(
    hypothesis: Words, reference: Words, here: list[int], there: list[int]
) -> list[tuple[int, int, float]]:
    types = [(word, other) for word in _types(hypothesis, here) for other in _types(reference, there)]
    free = {("h", word): [at for at in here if hypothesis[at] == word] for word, _ in types}
    free |= {("r", word): [at for at in there if reference[at] == word] for _, word in types}
    pairs = []
    for word, other in sorted(types, key=lambda pair: affix_distance(*pair)):
        while free["h", word] and free["r", other] and affix_distance(word, other) < 1:
            pairs.append((free["h", word].pop(0), free["r", other].pop(0), affix_distance(word, other)))
    return pairs


def _types(words: Words, places: list[int]) -> list[str]:
    return list(dict.fromkeys(words[place] for place in places))


def tolerant_row(
    hypothesis: Words, reference: Words, *, order: int, epsilon: float, weighting: str, largest: int
) -> list[float]:
    """Return the weighted matches of the orders 1 to `order`."""
    words, weights = list(hypothesis), [1.0] * len(hypothesis)
    for place, other, distance in word_pairs(hypothesis, reference, largest):
        if distance < min(epsilon, 1):
            words[place], weights[place] = reference[other], 1 - distance
    combine = WEIGHTINGS[weighting]
    matches = []
    for n in range(1, order + 1):
        left = ngrams(reference, n)
        found = [
            (combine(weights[at : at + n]), tuple(words[at : at + n])) for at in range(len(words) - n + 1)
        ]
        total = 0.0
        for weight, ngram in sorted(found, key=lambda pair: -pair[0]):
            if left[ngram] > 0:
                left[ngram] -= 1
                total += weight
        matches.append(total)
    return matches
