"""The statistics of chrF and chrF++ for one segment (Popović 2015, 2017), as sacreBLEU 2.6.0 counts them.

Each order has a triple [n-grams of the hypothesis, of the reference, matches]: characters first, then words.
Of several references the one with the best F counts; F takes sacreBLEU's very operations, so that ties agree.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from string import punctuation

from reference.ngrams import ngrams

EMPTY = 1e-16  # what the mean of F takes for the precision, recall or F of an order without n-grams


@dataclass(frozen=True)
class Options:
    """What chrF counts and how it weighs: orders, the weight of recall, white space, and which mean."""

    char_order: int
    word_order: int
    beta: float
    whitespace: bool
    mean_f: bool


def chrf_row(
    hypothesis: str,
    references: Sequence[str],
    *,
    char_order: int,
    word_order: int,
    beta: float,
    whitespace: bool,
    mean_f: bool,
) -> list[float]:
    """Return the triples against the reference with the best F, the first one among equals."""
    options = Options(char_order, word_order, beta, whitespace, mean_f)
    rows = [triples(hypothesis, reference, options) for reference in references]
    best = max(rows, key=lambda row: f_score(row, options))
    return [float(count) for triple in best for count in triple]


def chrf_words(line: str) -> list[str]:
    """Split at white space; a word gives up one mark of ASCII at its end or else one at its start."""
    words: list[str] = []
    for word in line.split():
        if len(word) > 1 and word[-1] in punctuation:
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in punctuation:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return words


def tokenize_chrf(line: str) -> str:
    """Return chrF's words as the other tokenisers do."""
    return " ".join(chrf_words(line))


Triple = tuple[int, int, int]


def triples(hypothesis: str, reference: str, options: Options) -> list[Triple]:
    """Count the n-grams of both sides and their matches, characters then words, one triple an order."""
    words = chrf_words(hypothesis), chrf_words(reference)
    if not options.whitespace:
        hypothesis, reference = "".join(hypothesis.split()), "".join(reference.split())
    return [
        *(triple(hypothesis, reference, n) for n in range(1, options.char_order + 1)),
        *(triple(*words, n) for n in range(1, options.word_order + 1)),
    ]


def triple(hypothesis: Sequence[str], reference: Sequence[str], order: int) -> Triple:
    """Count one order; the hypothesis has no n-gram where the reference has none."""
    ours, theirs = ngrams(hypothesis, order), ngrams(reference, order)
    return (ours.total() if theirs else 0, theirs.total(), (ours & theirs).total())


def f_score(row: Sequence[Triple], options: Options) -> float:
    """Return F of the mean precision and recall, or the mean of F over all orders if `mean_f`."""
    return mean_of_f(row, options.beta**2) if options.mean_f else f_of_means(row, options.beta**2)


def mean_of_f(row: Sequence[Triple], factor: float) -> float:
    """Average F over all orders, as chrF++.py does; an empty order gives almost nothing."""
    score = 0.0
    for hyp, ref, match in row:
        precision = match / hyp if hyp else EMPTY
        recall = match / ref if ref else EMPTY
        weighted = factor * precision + recall
        score += (1 + factor) * precision * recall / weighted if weighted > 0 else EMPTY
    return 100 * score / len(row)


def f_of_means(row: Sequence[Triple], factor: float) -> float:
    """Average precision and recall over the orders that both sides have, then take F, as the paper does."""
    precision, recall, orders = 0.0, 0.0, 0
    for hyp, ref, match in row:
        if hyp and ref:
            precision, recall, orders = precision + match / hyp, recall + match / ref, orders + 1
    if not precision + recall:
        return 0.0
    precision, recall = precision / orders, recall / orders
    return 100 * ((1 + factor) * precision * recall / (factor * precision + recall))
