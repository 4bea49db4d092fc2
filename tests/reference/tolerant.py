"""LeBLEU's statistics for one segment and reference (Virpioja & Grönroos 2015)."""

from collections import Counter
from collections.abc import Callable, Sequence


def edit_distance(first: Sequence[str], second: Sequence[str]) -> int:
    """Return the least number of insertions, deletions and substitutions (Levenshtein 1966)."""
    row = list(range(len(second) + 1))
    for i, one in enumerate(first, start=1):
        before, row[0] = row[0], i
        for j, other in enumerate(second, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (one != other))
    return row[-1]


def start_grid(size: int, limit: int) -> Callable[[int], bool]:
    """Return which start positions count where there are more than `limit`, which is 0 for no limit."""
    if not 0 < limit < size:
        return lambda at: True
    if limit / size < 0.5:
        step = size // limit
        return lambda at: at % step == 0
    step = size // (size - limit)
    return lambda at: at % step < step - 1


def spelt_ngrams(words: Sequence[str], highest: int, limit: int) -> Counter[tuple[int, str]]:
    """Count the n-grams of all orders up to the highest, each as its order and its text."""
    counts = start_grid(len(words), limit // highest)
    return Counter(
        (n, " ".join(words[at : at + n]))
        for n in range(1, highest + 1)
        for at in range(len(words) - n + 1)
        if counts(at)
    )


def similarity(first: str, second: str, threshold: float) -> float:
    """Return 1 - distance / length of the longer, and 0 below the threshold."""
    score = 1 - edit_distance(first, second) / max(len(first), len(second))
    return 0.0 if score < threshold else score


def lebleu_row(
    hypothesis: str, reference: str, *, max_n: int, threshold: float, ngram_limit: int
) -> list[float]:
    """Return hits and n-grams of every order, and the characters of both sides, of texts with single spaces."""
    outputs = spelt_ngrams(hypothesis.split(" ") if hypothesis else [], max_n, ngram_limit)
    references = spelt_ngrams(reference.split(" ") if reference else [], 2 * max_n, ngram_limit)
    hits, ngrams = [0.0] * max_n, [0.0] * max_n
    for (n, text), count in outputs.items():
        ngrams[n - 1] += count
        scores = [(similarity(text, other, threshold), times) for (_, other), times in references.items()]
        best = [score for score, times in sorted(scores, reverse=True) for _ in range(times)]
        hits[n - 1] += sum(best[:count])
    return [*hits, *ngrams, float(len(hypothesis)), float(len(reference))]
