"""ROUGE-L of texts of several sentences, one a line (Lin 2004, section 3.2), as ROUGE-1.5.5 and rouge-score count it.

Each sentence of the reference is compared with each of the output. The words of the reference that any of these common
subsequences has count together (their union), but no word counts more often than it stands in either text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

Sentences = Sequence[Sequence[str]]


def summary_counts(output: Sentences, reference: Sentences) -> tuple[int, int, int]:
    """Return the words of the reference that count as found, and the numbers of words of reference and output."""
    left = Counter(word for sentence in output for word in sentence)
    matched = 0
    for sentence in reference:
        union = set().union(*(_common_places(sentence, other) for other in output))
        for place in sorted(union):
            if left[sentence[place]] > 0:
                left[sentence[place]] -= 1
                matched += 1
    return matched, sum(map(len, reference)), sum(map(len, output))


def _common_places(reference: Sequence[str], output: Sequence[str]) -> set[int]:
    """Return the places in the reference of one longest common subsequence: of equals, the one rouge-score traces."""
    lengths = [[0] * (len(output) + 1)]
    for word in reference:
        above, row = lengths[-1], [0]
        for at, other in enumerate(output):
            row.append(above[at] + 1 if word == other else max(above[at + 1], row[at]))
        lengths.append(row)
    places, at, other_at = set(), len(reference), len(output)
    while at and other_at:
        if reference[at - 1] == output[other_at - 1]:
            at, other_at = at - 1, other_at - 1
            places.add(at)
        elif lengths[at][other_at - 1] > lengths[at - 1][other_at]:
            other_at -= 1
        else:
            at -= 1
    return places
