"""Paraphrases by pivoting (Bannard and Callison-Burch 2005), as the extraction of METEOR 1.5 computes them.

    P(e₂ | e₁) = Σ_f P(f | e₁) · P(e₂ | f)

over the phrases f of another language that translate both. Translations below a probability are left out, and so are
ways through one pivot, phrases with a token that is no word or number, and phrases of common words alone. Paraphrases
of which one is part of the other are dropped. As in the source of 2016, and unlike the jar of 2015, symbols are whole
tokens, and both languages have their own common words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from assay.data import Paraphrase, PhrasePair
from assay.resources.options import ParaphraseOptions

Words = Sequence[str]


def common_words(sentences: Iterable[Words], frequency: float) -> frozenset[str]:
    """Return the words whose relative frequency is higher."""
    counts = Counter(word for words in sentences for word in words)
    return frozenset(word for word, count in counts.items() if count > frequency * counts.total())


def extract_paraphrases(
    table: Sequence[PhrasePair],
    options: ParaphraseOptions,
    *,
    common_source: Collection[str] = (),
    common_target: Collection[str] = (),
    corpus: Sequence[Words] | None = None,
) -> list[Paraphrase]:
    """Return the paraphrases of a phrase table, sorted; with a corpus, only of phrases that occur in it."""
    usable = [pair for pair in table if _is_usable(pair, common_source, common_target)]
    known = None if corpus is None else _occurring(corpus, {pair.target for pair in usable})
    sums: dict[tuple[str, str], float] = {}
    for pivot in _by_pivot(usable).values():
        for first in pivot:
            if first.source_given_target < options.least_translation or (
                known is not None and first.target not in known
            ):
                continue
            for second in pivot:
                way = first.source_given_target * second.target_given_source
                enough = min(second.target_given_source, way) >= options.least_translation
                if enough and first.target != second.target:
                    key = (first.target, second.target)
                    sums[key] = sums.get(key, 0.0) + way
    kept = (Paraphrase(*key, min(value, 1.0)) for key, value in sums.items() if value >= options.least)
    return sorted(each for each in kept if not _contained(each.phrase, each.paraphrase))


def _by_pivot(table: Iterable[PhrasePair]) -> dict[str, list[PhrasePair]]:
    pivots: dict[str, list[PhrasePair]] = {}
    for pair in table:
        pivots.setdefault(pair.source, []).append(pair)
    return pivots


def _is_usable(pair: PhrasePair, common_source: Collection[str], common_target: Collection[str]) -> bool:
    sides = ((pair.source.split(), common_source), (pair.target.split(), common_target))
    return all(
        all(map(_is_word, words)) and not all(word in common for word in words) for words, common in sides
    )


def _is_word(token: str) -> bool:
    return any(map(str.isalnum, token))


def _occurring(corpus: Iterable[Words], phrases: Collection[str]) -> set[str]:
    """Return the phrases that occur in a corpus."""
    lengths = {len(phrase.split()) for phrase in phrases}
    found: set[str] = set()
    for words in corpus:
        for length in lengths:
            found.update(" ".join(words[at : at + length]) for at in range(len(words) - length + 1))
    return found & set(phrases)


def _contained(first: str, second: str) -> bool:
    one, two = f" {first} ", f" {second} "
    return one in two or two in one
