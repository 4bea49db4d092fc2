"""N-gram models by dictionaries: modified Kneser-Ney smoothing, ARPA text, and logarithms of sentences."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

Gram = tuple[str, ...]
Entry = tuple[float, float]  # logarithms to base 10: probability, backoff
Entries = list[dict[Gram, Entry]]  # an order each
FALLBACK = (0.5, 1.0, 1.5)


def adjusted_counts(sentences: Sequence[str], order: int) -> list[Counter[Gram]]:
    """Count n-grams; below the highest order distinct words to the left, but for what begins with <s>."""
    raw: list[Counter[Gram]] = [Counter() for _ in range(order)]
    for sentence in sentences:
        words = ("<s>", *sentence.split(), "</s>")
        for size in range(1, order + 1):
            raw[size - 1].update(words[at : at + size] for at in range(len(words) - size + 1))
    counts = [Counter({gram: raw[k][gram] for gram in raw[k] if gram[0] == "<s>"}) for k in range(order - 1)]
    for size in range(2, order + 1):
        counts[size - 2].update(gram[1:] for gram in raw[size - 1])
    counts.append(raw[-1])
    counts[0][("<s>",)] = 0
    counts[0][("<unk>",)] = 0
    counts[0].setdefault(("</s>",), 0)
    return counts


def discounts_of(counts: Counter[Gram], fallback: Sequence[float] = FALLBACK) -> list[float]:
    """Return what is taken off counts of 0, 1, 2, and 3 or more."""
    n = Counter(counts.values())
    if not (n[1] and n[2] and n[3]):
        return [0.0, *fallback]
    y = n[1] / (n[1] + 2 * n[2])
    cut = [0.0, *(j - (j + 1) * y * n[j + 1] / n[j] for j in (1, 2, 3))]
    return cut if all(0 <= cut[j] <= j for j in (1, 2, 3)) else [0.0, *fallback]


def train_model(sentences: Sequence[str], order: int) -> Entries:
    """Return the logarithms of every n-gram of every order."""
    counts = adjusted_counts(sentences, order)
    probability: dict[Gram, float] = {}
    gammas: dict[Gram, float] = {}
    for own in counts:
        cut, total, freed = (
            discounts_of(own),
            defaultdict[Gram, float](float),
            defaultdict[Gram, float](float),
        )
        for gram, count in own.items():
            total[gram[:-1]] += count
            freed[gram[:-1]] += cut[min(count, 3)]
        for context in total:
            gammas[context] = freed[context] / total[context] if total[context] else 1.0
        for gram, count in own.items():
            context = gram[:-1]
            below = probability[gram[1:]] if len(gram) > 1 else 1 / (len(counts[0]) - 1)
            first = (count - cut[min(count, 3)]) / total[context] if total[context] else 0.0
            probability[gram] = first + gammas[context] * below
    probability[("<s>",)] = 1.0
    return [{gram: (_log(probability[gram]), _log(gammas.get(gram, 1.0))) for gram in own} for own in counts]


def _log(chance: float) -> float:
    return math.log10(chance) if chance else -math.inf


def word_logarithms(model: Entries, sentence: str) -> list[tuple[float, bool]]:
    """Return the logarithm of every word and of the end, and whether it is known."""
    known = {gram[0] for gram in model[0]} - {"<unk>"}
    words = [word if word in known else "<unk>" for word in sentence.split()]
    history: Gram = ("<s>",)
    out = []
    for word in (*words, "</s>"):
        history = history[-(len(model) - 1) :] if len(model) > 1 else ()
        out.append((_logarithm(model, history, word), word != "<unk>"))
        history = (*history, word)
    return out


def _logarithm(model: Entries, history: Gram, word: str) -> float:
    gram = (*history, word)
    if gram in model[len(gram) - 1]:
        return model[len(gram) - 1][gram][0]
    backoff = model[len(history) - 1].get(history, (0.0, 0.0))[1] if history else 0.0
    return backoff + _logarithm(model, history[1:], word) if history else model[0][("<unk>",)][0]


def write_arpa(model: Entries) -> str:
    """Return the model as text."""
    lines = ["\\data\\", *(f"ngram {size}={len(own)}" for size, own in enumerate(model, start=1))]
    for size, own in enumerate(model, start=1):
        lines += ["", f"\\{size}-grams:"]
        lines += [f"{first!r}\t{' '.join(gram)}\t{second!r}" for gram, (first, second) in own.items()]
    return "\n".join([*lines, "", "\\end\\", ""])
