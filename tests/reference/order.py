"""RIBES of one segment, as NTT's script computes it."""

from collections.abc import Hashable, Sequence
from itertools import combinations
from math import exp


def _places(part: Sequence[Hashable], whole: Sequence[Hashable]) -> list[int]:
    """Return where a stretch of words occurs, overlapping or not."""
    return [at for at in range(len(whole) - len(part) + 1) if whole[at : at + len(part)] == part]


def _aligned(at: int, hypothesis: Sequence[Hashable], reference: Sequence[Hashable]) -> int | None:
    """Return the place of a word in the reference, by the shortest context that is unique on both sides."""

    def unique(start: int, stop: int) -> int | None:
        part = hypothesis[start:stop]
        places = _places(part, reference)
        return places[0] if len(places) == 1 and len(_places(part, hypothesis)) == 1 else None

    if hypothesis[at] not in reference:
        return None
    for window in range(len(hypothesis)):
        if window <= at and (found := unique(at - window, at + 1)) is not None:
            return found + window
        if at + window < len(hypothesis) and (found := unique(at, at + window + 1)) is not None:
            return found
    return None


def ribes_score(
    hypothesis: Sequence[Hashable], reference: Sequence[Hashable], alpha: float, beta: float
) -> float:
    """Return rank correlation times powers of the aligned share and of the brevity penalty."""
    found = (_aligned(at, hypothesis, reference) for at in range(len(hypothesis)))
    places = [place for place in found if place is not None]
    if len(places) < 2 and not (len(places) == len(reference) == 1):
        return 0.0
    pairs = list(combinations(places, 2))
    tau = sum(first < second for first, second in pairs) / len(pairs) if pairs else 1.0
    brevity = min(1.0, exp(1.0 - len(reference) / len(hypothesis)))
    return tau * float((len(places) / len(hypothesis)) ** alpha) * float(brevity**beta)


def ribes_row(
    hypothesis: Sequence[Hashable],
    references: Sequence[Sequence[Hashable]],
    alpha: float,
    beta: float,
) -> list[float]:
    """Return the best score of any reference that is not empty, and 1; 0 and 0 where all are empty."""
    scores = [ribes_score(hypothesis, reference, alpha, beta) for reference in references if reference]
    return [max(scores, default=0.0), float(bool(scores))]
