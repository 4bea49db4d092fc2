"""ROUGE's counts and the runs of GTM and IMPACT, for one output and its references."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from reference.ngrams import clipped_matches

Words = Sequence[Hashable]


# --- ROUGE --------------------------------------------------------------------------------------------------


def _path(hypothesis: Words, reference: Words, weight: float) -> tuple[float, set[int]]:
    """Return the weighted length of the common subsequence, and which reference words are on its path."""
    empty: tuple[float, float, int, frozenset[int]] = (0.0, 0.0, 0, frozenset())
    row = [empty] * (len(hypothesis) + 1)
    for i, word in enumerate(reference):
        above, row = row, [empty]
        for j, other in enumerate(hypothesis):
            if word == other:
                value, start, run, path = above[j]
                start = start if run else value  # what stands before the run
                row.append((start + float((run + 1) ** weight), start, run + 1, path | {i}))
            else:
                value, _, _, path = above[j + 1] if above[j + 1][0] >= row[j][0] else row[j]
                row.append((value, value, 0, path))
    return row[-1][0], set(row[-1][3])


def _runs(places: set[int]) -> list[int]:
    """Return the lengths of runs of consecutive places."""
    lengths: list[int] = []
    for place in sorted(places):
        if place - 1 in places:
            lengths[-1] += 1
        else:
            lengths.append(1)
    return lengths


def _units(words: Words, kind: str, gap: int, script: bool) -> Counter[Hashable]:
    """Count the skip-bigrams of a text, and its single words for "su"."""
    reach = len(words) if gap < 0 else gap + 1
    found: Counter[Hashable] = Counter(
        (words[i], words[j]) for i in range(len(words)) for j in range(i + 1, min(len(words), i + reach + 1))
    )
    singles = words[:-1] if script else words
    found.update((word,) for word in (singles if kind == "su" else ()))
    return found


def rouge_row(
    hypothesis: Words, reference: Words, kind: str, *, order: int, gap: int, weight: float, script: bool
) -> list[float]:
    """Return matches, and the units of the reference and of the output."""
    sides = (reference, hypothesis)
    if kind == "n":
        matches = clipped_matches(hypothesis, [reference], order)
        return [float(matches), *(float(max(0, len(side) - order + 1)) for side in sides)]
    if kind in ("s", "su"):
        theirs, ours = (_units(side, kind, gap, script) for side in sides)
        return [float((theirs & ours).total()), float(theirs.total()), float(ours.total())]
    power = weight if kind == "w" else 1.0
    value, places = _path(hypothesis, reference, power)
    if kind == "w" and script:
        value = sum((float(run**weight) for run in _runs(places)), 0.0)
    return [value, *(float(len(side) ** power) for side in sides)]


# --- GTM ----------------------------------------------------------------------------------------------------


def gtm_row(hypothesis: Words, references: Sequence[Words], exponent: float) -> list[float]:
    """Return the size of the match, output length and mean reference length.

    Of all runs that both sides have, the longest whose words are free is taken, of equal ones the last, until
    as many words are matched as the output or the mean reference has.
    """
    joined = [(word, number) for reference in references for number, word in enumerate([*reference, None])]
    ends = {at for at, (word, _) in enumerate(joined) if word is None}
    mean = sum(map(len, references)) / len(references)
    left, total = min(float(len(hypothesis)), mean), 0.0
    rows, columns = set(range(len(hypothesis))), set(range(len(joined))) - ends
    while left > 0:
        best = (0, 0, 0)
        for i in rows:
            for j in columns:
                length = 0
                while i + length in rows and j + length in columns:
                    if hypothesis[i + length] != joined[j + length][0]:
                        break
                    length += 1
                best = max(best, (length, i, j))
        length, i, j = best
        if not length:
            break
        counted = min(float(length), left)
        total, left = total + counted**exponent, left - counted
        rows -= set(range(i, i + length))
        columns -= set(range(j, j + length))
    return [total ** (1 / exponent), float(len(hypothesis)), mean]


# --- IMPACT -------------------------------------------------------------------------------------------------


class _Route(NamedTuple):
    """A common subsequence: its length, what its runs are worth, and the places of its words."""

    length: int
    worth: float
    places: tuple[tuple[int, int], ...]


def _run(first: Words, second: Words) -> int:
    """Return how many words at their ends two texts have in common."""
    shorter = min(len(first), len(second))
    return next((k for k in range(shorter) if first[-1 - k] != second[-1 - k]), shorter)


def _heaviest(hypothesis: Words, reference: Words, beta: float) -> _Route:
    """Return the longest common subsequence, of equal ones that with the heaviest runs."""
    rows = [[_Route(0, 0.0, ())] * (len(reference) + 1) for _ in range(len(hypothesis) + 1)]
    for i in range(1, len(hypothesis) + 1):
        for j in range(1, len(reference) + 1):
            best = max(rows[i - 1][j], rows[i][j - 1], key=lambda route: route[:2])
            for k in range(_run(hypothesis[:i], reference[:j]), 0, -1):
                before = rows[i - k][j - k]
                places = tuple((i - k + step, j - k + step) for step in range(k))
                route = _Route(before.length + k, before.worth + float(k**beta), before.places + places)
                best = max(best, route, key=lambda route: route[:2])
            rows[i][j] = best
    return rows[-1][-1]


def impact_sum(hypothesis: Words, reference: Words, *, alpha: float, beta: float, repeats: int) -> float:
    """Add up what the runs of one pass after the other are worth."""
    total, factor = 0.0, 1.0
    while True:
        route = _heaviest(hypothesis, reference, beta)
        if not route.length:
            return total
        total, factor = total + factor * route.worth, factor * alpha
        if not repeats:
            return total
        repeats -= 1
        ours, theirs = ({place[side] for place in route.places} for side in (0, 1))
        hypothesis = [word for at, word in enumerate(hypothesis) if at not in ours]
        reference = [word for at, word in enumerate(reference) if at not in theirs]
