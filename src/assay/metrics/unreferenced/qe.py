"""The features of the baseline of the WMT tasks on quality estimation (QuEst, Specia et al. 2013), one at a time.

A feature says something of source and output and nothing of quality by itself: seventeen of them are members of a model
that `assay learn` fits to DA or HTER. `coverage`, our own eighteenth, is the share of source words of which a
translation is in the output. What features are drawn from is given by options: language models as ARPA files, and a
bitext, whose
source side counts n-grams and whose word alignment (IBM model 1) gives translations: p(t | s) is the share of links of
s that lead to t. Texts are split at white space, unless `tok` says otherwise.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import ClassVar, Literal
from unicodedata import category

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.errors import MismatchError, OptionError, counted
from assay.io import read_labels
from assay.metrics.base import StatsFn, ratio
from assay.metrics.identities import file_identity, plain_path
from assay.metrics.tokenised import Tokenised
from assay.metrics.unreferenced.lm import finite_logarithms, open_language_model
from assay.options import option
from assay.resources import Resources
from assay.text import Column

Feature = Literal[
    "source-tokens",
    "target-tokens",
    "source-token-length",
    "source-logprob",
    "target-logprob",
    "target-repetition",
    "translations-0.2",
    "translations-0.01",
    "unigrams-rare",
    "unigrams-frequent",
    "bigrams-rare",
    "bigrams-frequent",
    "trigrams-rare",
    "trigrams-frequent",
    "unigrams-known",
    "source-punctuation",
    "target-punctuation",
    "coverage",
]
Words = Sequence[str]
LIKELY, POSSIBLE = 0.2, 0.01  # the thresholds of the baseline
SHARES = {"unigrams": 1, "bigrams": 2, "trigrams": 3}


@dataclass(frozen=True)
class Qe(Tokenised):
    """One feature of quality estimation, from source and output alone; higher is not better by itself."""

    name: ClassVar[str] = "qe"
    higher_is_better: ClassVar[bool] = True
    has_better_end: ClassVar[bool] = False  # tables show no arrow
    fits_corpus: ClassVar[bool] = False
    needs: ClassVar[tuple[str, ...]] = ("source",)

    feature: Feature = option("target-tokens", "the feature")
    source_lm: str | None = option(None, "ARPA file of the source language, for source-logprob", reads=True)
    target_lm: str | None = option(None, "ARPA file of the target language, for target-logprob", reads=True)
    bitext: tuple[str, ...] = option(
        (), "source and target of a bitext, tokenised, for translations, n-grams and coverage"
    )
    tok: str = option("none", "tokeniser; none splits at white space")
    lowercase: bool = option(False, "lower-case both sides")

    def __post_init__(self) -> None:
        """Refuse a feature without what it is drawn from, and say which files are meant."""
        super().__post_init__()
        for name in ("source_lm", "target_lm"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, file_identity(getattr(self, name)))
        object.__setattr__(self, "bitext", tuple(file_identity(path) for path in self.bitext))
        side = self.feature.partition("-")[0]
        if self.feature.endswith("-logprob") and getattr(self, f"{side}_lm") is None:
            raise OptionError(f"qe:feature={self.feature} needs a language model; give {side}_lm=FILE")
        from_bitext = side in ("translations", "coverage", *SHARES)
        if from_bitext and len(self.bitext) != 2:
            raise OptionError(
                f"qe:feature={self.feature} needs a bitext; give bitext=SOURCE TARGET, two files with a blank between"
            )

    @property
    def label(self) -> str:
        """Return the name of the feature."""
        return self.feature

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the feature, and how many segments there are."""
        return ("sum", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Split the source once, and compute what depends on it alone."""
        source = self._split(evalset.source or (), resources.threads)
        alone = self._of_source(source, evalset, resources)

        def stats(outputs: Sequence[str]) -> Array:
            values = alone
            if values is None:
                values = self._of_target(source, self._split(outputs, resources.threads), outputs, resources)
            return np.column_stack([values, np.ones(len(outputs))])

        return stats

    def score(self, totals: Array) -> Array:
        """Return the mean over segments."""
        totals = np.asarray(totals, dtype=np.float64)
        return ratio(totals[..., 0], totals[..., 1])

    def _split(self, texts: Sequence[str], threads: int) -> list[list[str]]:
        return [text.split() for text in self.words(Column.of(texts), threads)]

    def _logarithms(self, path: str | None, texts: Sequence[str], resources: Resources) -> Array:
        model, words = open_language_model(str(path)), self.words(Column.of(texts), resources.threads)
        sums = kernel.score_sentences(model, words.texts, threads=resources.threads)
        return finite_logarithms(path, sums)[:, 0]

    def _of_source(self, source: Sequence[Words], evalset: EvalSet, resources: Resources) -> Array | None:
        """Return a feature that depends on the source alone, nothing for another."""
        if self.feature == "source-logprob":
            return self._logarithms(self.source_lm, evalset.source or (), resources)
        of_words: Callable[[Words], float] | None = {
            "source-tokens": len,
            "source-token-length": lambda words: _mean(len(word) for word in words),
            "source-punctuation": _punctuation,
        }.get(self.feature)
        kind, _, which = self.feature.partition("-")
        if kind in SHARES:
            of_words = _share_of(self._corpus().quartiles(SHARES[kind]), SHARES[kind], which)
        elif kind == "translations":
            of_words = partial(self._translations, self._corpus())
        return None if of_words is None else np.array([of_words(words) for words in source], dtype=np.float64)

    def _of_target(
        self, source: Sequence[Words], target: Sequence[Words], outputs: Sequence[str], resources: Resources
    ) -> Array:
        if self.feature == "target-logprob":
            return self._logarithms(self.target_lm, outputs, resources)
        if self.feature == "coverage":
            corpus = self._corpus()
            pairs = zip(source, target, strict=True)
            return np.array([_coverage(corpus.translations, *pair) for pair in pairs], dtype=np.float64)
        of_words: Callable[[Words], float] = {
            "target-tokens": len,
            "target-repetition": lambda words: len(words) / max(len(set(words)), 1),
            "target-punctuation": _punctuation,
        }[self.feature]
        return np.array([of_words(words) for words in target], dtype=np.float64)

    def _corpus(self) -> BitextKnowledge:
        return read_bitext(self.bitext[0], self.bitext[1])

    def _translations(self, corpus: BitextKnowledge, words: Words) -> float:
        """Return the mean number of likely translations, or that of possible ones with rare words counting more."""
        if self.feature.endswith(str(LIKELY)):
            return _mean(_over(corpus.translations.get(word, {}), LIKELY) for word in words)
        return _mean(
            _over(corpus.translations.get(word, {}), POSSIBLE) / max(corpus.counts[1].get((word,), 0), 1)
            for word in words
        )


@dataclass(frozen=True)
class BitextKnowledge:
    """What a bitext teaches: how often n-grams of the source occur, and what its words are translated by.

    Either is found when it is first asked for: to align takes longer than to count.
    """

    source: Sequence[Words]
    target: Sequence[Words]

    @cached_property
    def counts(self) -> Mapping[int, Counter[tuple[str, ...]]]:
        """How often each n-gram of the source occurs, by its length."""
        return {
            size: Counter(gram for words in self.source for gram in _ngrams(words, size))
            for size in SHARES.values()
        }

    @cached_property
    def translations(self) -> Mapping[str, Mapping[str, float]]:
        """For every source word, the share of its links that lead to each target word."""
        places = kernel.align_words(_side(self.source), _side(self.target), hmm=0).tolist()
        links: dict[str, Counter[str]] = defaultdict(Counter)
        start = 0
        for words, others in zip(self.source, self.target, strict=True):
            for place, other in zip(places[start : start + len(others)], others, strict=True):
                if place >= 0:
                    links[words[place]][other] += 1
            start += len(others)
        return {word: _shares(linked) for word, linked in links.items()}

    def quartiles(self, size: int) -> tuple[Counter[tuple[str, ...]], float, float]:
        """Return the counts of n-grams, and the bounds of the rarest and of the most frequent quarter of them."""
        counts = self.counts[size]
        low, high = np.quantile(list(counts.values()), [0.25, 0.75]) if counts else (0, 0)
        return counts, float(low), float(high)


@lru_cache(maxsize=2)
def read_bitext(source: str, target: str) -> BitextKnowledge:
    """Read a bitext; files are named with their checksums, and the same are read once for all features."""
    sides = read_labels(plain_path(source)), read_labels(plain_path(target))
    if len(sides[0]) != len(sides[1]):
        raise MismatchError(
            f"{plain_path(source)} has {counted(len(sides[0]), 'line')}, {plain_path(target)} {len(sides[1])}; a "
            "bitext has as many on both sides"
        )
    return BitextKnowledge(*sides)


def _shares(counts: Counter[str]) -> dict[str, float]:
    total = counts.total()
    return {word: count / total for word, count in counts.items()}


def _side(sentences: Sequence[Words]) -> kernel.Side:
    numbers: dict[str, int] = {}
    ids = [numbers.setdefault(word, len(numbers)) for words in sentences for word in words]
    offsets = np.concatenate([[0], np.cumsum([len(words) for words in sentences])])
    return kernel.Side(np.array(ids, dtype=np.int32), offsets.astype(np.int64))


def _ngrams(words: Words, size: int) -> Iterable[tuple[str, ...]]:
    return (tuple(words[place : place + size]) for place in range(len(words) - size + 1))


def _share_of(
    known: tuple[Counter[tuple[str, ...]], float, float], size: int, which: str
) -> Callable[[Words], float]:
    """Return the share of a sentence's n-grams that are rare, frequent, or known at all, per hundred."""
    counts, low, high = known
    chosen: Callable[[int], bool] = {
        "rare": lambda count: 0 < count <= low,
        "frequent": lambda count: count > 0 and count >= high,
        "known": lambda count: count > 0,
    }[which]
    return lambda words: 100 * _mean(float(chosen(counts.get(gram, 0))) for gram in _ngrams(words, size))


def _coverage(translations: Mapping[str, Mapping[str, float]], source: Words, target: Words) -> float:
    """Return the share of source words of which a possible translation is in the output, per hundred."""
    there = set(target)
    return 100 * _mean(
        float(any(chance >= POSSIBLE and word in there for word, chance in translations.get(own, {}).items()))
        for own in source
    )


def _over(chances: Mapping[str, float], threshold: float) -> int:
    return sum(chance > threshold for chance in chances.values())


def _punctuation(words: Words) -> int:
    return sum(category(letter).startswith("P") for word in words for letter in word)


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0
