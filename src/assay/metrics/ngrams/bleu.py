"""BLEU (Papineni et al. 2002) in the variants of the literature, all from one row of statistics a segment.

The default is sacreBLEU's BLEU; figures agree to about fourteen digits, and identical text scores 100, not
100.00000000000004. `bleu:koehn` is formula 8.9 of Koehn's textbook, `bleu:nist` behaves as mteval-v13a.
The mean reference length is the exact mean; Moses, the only other program to use it, cuts it to a whole
number. `stem` scores stems in place of words; with `partial` an n-gram that matches only as stems or synonyms has
part of the credit, which is exercise 1 (c) of chapter 8 of that textbook.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array, EvalSet
from assay.errors import DependencyError, OptionError
from assay.io import Pairs
from assay.io.knowledge import read_pairs
from assay.metrics.base import StatsFn, ratio, running_sum
from assay.metrics.ngrams import smoothing
from assay.metrics.tokenised import Tokenised
from assay.options import option
from assay.resources import Resources
from assay.text import Column, stem_column, stemmer_identity
from assay.text.column import Grouped
from assay.text.stem import NO_STEMMER, class_column, synonym_classes

_LENGTHS = {"closest": 1, "shortest": 2, "average": 3}  # columns of the statistics
_FIRST_MATCH = 4  # columns before it are lengths
_ROUNDING_DOWN = 1e-11  # a match less of n n-grams of four orders takes 25 / n away
# Far more than logarithm, sum and exponential of 100 orders can be wrong by
_ROUNDING = 1e-9
_WITH_DIGEST = re.compile(r"(.+)#([0-9a-f]{12})")


@dataclass(frozen=True)
class Bleu(Tokenised):
    """Precision of word n-grams with a penalty for short output."""

    name: ClassVar[str] = "bleu"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "koehn": {"weights": "one", "brevity": "linear", "smooth": "none"},
        "nist": {"smooth": "exp", "edges": "mteval"},
    }

    orders: tuple[int, ...] = option((1, 2, 3, 4), "lengths of the n-grams that count")
    weights: str = option(
        "equal",
        "weight of each order: equal (1/N), one (product without a root), or numbers, such as 0.4 0.3 0.2 0.1",
    )
    average: Literal["geometric", "arithmetic"] = option("geometric", "mean of the precisions")
    brevity: Literal["exponential", "linear", "none"] = option(
        "exponential", "penalty for output that is too short"
    )
    length: Literal["closest", "shortest", "average"] = option(
        "closest", "the reference length used for the brevity penalty"
    )
    smooth: smoothing.SmoothingMethod = option("exp", "smoothing of orders without a match")
    smooth_value: float | None = option(None, "epsilon of floor, k of add-k, K of cc4 and cc7, alpha of cc6")
    effective_order: bool = option(False, "leave out orders longer than the output; for single segments")
    edges: Literal["sacrebleu", "mteval"] = option(
        "sacrebleu", "score 0 if nothing matches or an order has no n-grams, or smooth all the same"
    )
    tok: str = option("13a", "tokeniser: none, 13a, intl, char, zh, unicode, ja-mecab, ko-mecab, spm:PATH")
    lowercase: bool = option(False, "lower-case both sides")
    stem: str = option("none", "Snowball stemmer: none, or a language such as english")
    partial: float | None = option(
        None, "credit, from 0 to 1, for n-grams that match only as stems or synonyms; none: full credit"
    )
    synonyms: str | None = option(None, "file of synonyms, two tab-separated words per line", reads=True)

    def __post_init__(self) -> None:
        """Check the options against each other, and spell out what they leave to defaults."""
        rising = list(self.orders) == sorted(set(self.orders))
        if not (rising and self.orders and 1 <= min(self.orders) <= max(self.orders) <= 100):
            shown = " ".join(map(str, self.orders)) or "none"
            raise OptionError(f"bleu: orders must increase, from at least 1 to at most 100, not {shown}")
        if self.weights == "one" and self.average == "arithmetic":
            raise OptionError("bleu: weights=one is a product of precisions; it has no arithmetic average")
        object.__setattr__(self, "weights", _spelt_weights(self.weights, len(self.orders)))
        super().__post_init__()
        object.__setattr__(self, "stem", stemmer_identity(self.stem))
        self._check_credit()
        object.__setattr__(self, "smooth_value", smoothing.parameter(self.smooth, self.smooth_value))

    def _check_credit(self) -> None:
        if self.partial is not None and not 0 <= self.partial <= 1:
            raise OptionError(f"bleu: partial must be from 0 to 1, not {self.partial}")
        if self.partial is not None and self.stem == NO_STEMMER and self.synonyms is None:
            raise OptionError("bleu: partial is credit for stems and synonyms; give stem or synonyms with it")
        if self.partial is None and self.synonyms is not None:
            raise OptionError("bleu: synonyms need a credit, such as partial=0.5; 1 is full credit")
        if self.synonyms is not None:
            object.__setattr__(self, "synonyms", _synonyms_identity(self.synonyms))

    @property
    def label(self) -> str:
        """Return BLEU, or BLEU-n as in Koehn's textbook where precisions up to order n are multiplied."""
        return f"BLEU-{max(self.orders)}" if self.weights == "one" else "BLEU"

    @property
    def _highest(self) -> int:
        return max(self.orders) + 1  # smoothing by neighbours (cc5, cc7) looks one order further

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the lengths, then matches and n-grams of every order up to one more than the highest."""
        orders = range(1, self._highest + 1)
        matches, ngrams = [f"match{n}" for n in orders], [f"ngrams{n}" for n in orders]
        return ("output", "reference_closest", "reference_shortest", "reference_average", *matches, *ngrams)

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Tokenise the references once."""
        threads = resources.threads
        references = self.references(evalset, threads)
        if self.partial is not None:
            loosen = _loosely(self.stem, self.synonyms)
            loose = references.map(loosen)

        def stats(outputs: Sequence[str]) -> Array:
            column = self.words(Column.of(outputs), threads)
            rows = self._rows(column, references, threads)
            if self.partial is None:
                return rows
            return _add_credit(rows, self._rows(loosen(column), loose, threads), self.partial)

        return stats

    def _rows(self, column: Column, references: Grouped, threads: int) -> Array:
        tokens = kernel.token_ids(column.texts, references.column.texts, references.groups, threads=threads)
        return kernel.ngram_stats(tokens, self._highest, threads=threads)

    def words(self, column: Column, threads: int) -> Column:
        """Turn text into words, or into stems where these count in full."""
        words = super().words(column, threads)
        return stem_column(words, self.stem) if self.partial is None else words

    def score(self, totals: Array) -> Array:
        """Return BLEU on the scale of 0 to 100."""
        totals = np.asarray(totals, dtype=np.float64)
        worth = (totals[..., 0] > 0) & (self._matched(totals) | (self.edges == "mteval"))
        mean = self._mean(self._precisions(totals), self._counted(totals))
        scores = np.where(worth, self.brevity_penalty(totals) * mean, 0)
        # a floor above 1 lifts scores past 100 in sacreBLEU, too; Chen and Cherry's methods may, on sums over segments
        return _rounded(scores if self.smooth == "floor" else np.minimum(scores, 100))

    def _mean(self, precisions: Array, counted: Any) -> Array:
        """Average precisions in per cent, step by step as sacreBLEU does, for the sake of the last digit."""
        if self.weights == "one":
            return np.asarray(100 * np.where(counted, precisions / 100, 1).prod(axis=-1))
        if self.weights != "equal":
            return self._weighted_mean(precisions, counted)
        number = np.maximum(counted.sum(axis=-1), 1)
        if self.average == "arithmetic":
            return np.asarray(running_sum(np.where(counted, precisions, 0)) / number)
        with np.errstate(divide="ignore"):
            return np.asarray(np.exp(running_sum(np.where(counted, np.log(precisions), 0)) / number))

    def _weighted_mean(self, precisions: Array, counted: Any) -> Array:
        """Average precisions in per cent by given weights, as NLTK; those of orders left out go to the others."""
        given = np.array([float(number) for number in self.weights.split()])
        weights = np.where(counted, given, 0)
        # Orders left out give their weight to the rest, in proportion, so that the exponents still add up.
        weights = weights * ratio(given.sum(), weights.sum(axis=-1))[..., None]
        if self.average == "arithmetic":
            return np.asarray(running_sum(weights * precisions) / given.sum())
        with np.errstate(divide="ignore"):
            logarithms = np.where(weights > 0, np.log(precisions / 100), 0)
        return np.asarray(100 * np.exp(running_sum(weights * logarithms)))

    def precisions(self, totals: Array) -> Array:
        """Return the precision of every order in per cent, smoothed: (..., columns) -> (..., orders)."""
        totals = np.asarray(totals, dtype=np.float64)
        matched = self._matched(totals) | (self.edges == "mteval")
        return np.where(matched[..., None], self._precisions(totals), 0)

    def brevity_penalty(self, totals: Array) -> Array:
        """Return the factor for short output."""
        totals = np.asarray(totals, dtype=np.float64)
        output, reference = totals[..., 0], totals[..., _LENGTHS[self.length]]
        if self.brevity == "none":
            return np.ones_like(output)
        if self.brevity == "linear":
            return np.minimum(ratio(output, reference, empty=1.0), 1)
        return np.where(output < reference, np.exp(1 - ratio(reference, output, empty=np.inf)), 1.0)

    def _precisions(self, totals: Array) -> Array:
        """Return smoothed precisions in per cent; without n-grams that is 0, and 100 where mteval smooths."""
        highest = self._highest
        matches, ngrams = totals[..., 4 : 4 + highest], totals[..., 4 + highest :]
        rule = smoothing.METHODS[self.smooth]
        counts = smoothing.Counts(matches, ngrams, totals[..., 0], self._chosen)
        smoothed = self._of_orders(rule(counts, self.smooth_value or 0.0))
        absent = 100.0 if self.edges == "mteval" and self.smooth != "none" else 0.0
        return np.where(self._present(totals), smoothed, absent)

    @property
    def _chosen(self) -> NDArray[np.int64]:
        return np.array(self.orders) - 1

    def _of_orders(self, values: Array) -> Array:
        """Pick the orders asked for; as a rule they are the first, with none left out."""
        number = len(self.orders)
        return values[..., :number] if number == self.orders[-1] else values[..., self._chosen]

    def _ngrams(self, totals: Array) -> Array:
        return self._of_orders(totals[..., 4 + self._highest :])

    def _matched(self, totals: Array) -> Any:
        return (self._of_orders(totals[..., 4 : 4 + self._highest]) > 0).any(axis=-1)

    def _present(self, totals: Array) -> Any:
        """Say which orders have n-grams; k added to their number counts as one, as in sacreBLEU."""
        present = self._ngrams(totals) > 0
        if self.smooth == "add-k" and self.smooth_value:
            present |= self._chosen > 0
        return present | (self.smooth == "moses")

    def _counted(self, totals: Array) -> Any:
        present = self._present(totals)
        return present if self.effective_order else np.ones_like(present)


def _spelt_weights(weights: str, orders: int) -> str:
    """Return weights as they stand in signatures; refuse what is neither a name nor a number for every order."""
    if weights in ("equal", "one"):
        return weights
    try:
        numbers = [float(part) for part in weights.split()]
    except ValueError:
        raise OptionError(
            f"bleu: weights are equal, one, or numbers separated by spaces, not {weights!r}"
        ) from None
    if len(numbers) != orders or not all(0 <= number <= 1 for number in numbers) or sum(numbers) == 0:
        raise OptionError(
            f"bleu: weights are {orders} numbers from 0 to 1 here, one for each of the orders, and not all 0; "
            f"not {weights!r}"
        )
    return " ".join(f"{number!r}" for number in numbers)


def _rounded(scores: Array) -> Array:
    """Return 100 for what misses it by rounding.

    A score that is truly below is further away, unless a set has more than 10¹² n-grams; how far logarithm and
    exponential are off depends on the version of numpy.
    """
    return np.where((scores > 100 - _ROUNDING_DOWN) & (scores < 100 + _ROUNDING), 100, scores)


def _synonyms_identity(name: str) -> str:
    """Return the path of a list of synonyms with its checksum; refuse a list that is not the one asked for."""
    path, pairs = _synonyms(name)
    return f"{path}#{pairs.digest}"


def _synonyms(name: str) -> tuple[str, Pairs]:
    named = _WITH_DIGEST.fullmatch(name)
    path, digest = named.groups() if named else (name, None)
    pairs = read_pairs(path)
    if digest not in (None, pairs.digest):
        raise DependencyError(f"{path} is not the file asked for: its checksum is not {digest}")
    return path, pairs


def _loosely(stemmer: str, synonyms: str | None) -> Callable[[Column], Column]:
    """Return the function from words to stems and names of classes."""
    names = synonym_classes(_synonyms(synonyms)[1].words, stemmer) if synonyms else {}
    return lambda column: class_column(column, stemmer, names)


def _add_credit(exact: Array, loose: Array, partial: float) -> Array:
    """Add the credit for matches that only stems and synonyms bring: m = exact + partial * max(0, loose - exact).

    Both are clipped as BLEU clips. With one reference `loose` is never below `exact`. With several it can be: two
    n-grams that become one may each have its match in a reference of its own, and then only the larger of the two
    counts can be claimed; nothing is taken away for that.
    """
    orders = (exact.shape[1] - _FIRST_MATCH) // 2
    matches = slice(_FIRST_MATCH, _FIRST_MATCH + orders)
    rows = exact.copy()
    rows[:, matches] += partial * np.maximum(loose[:, matches] - exact[:, matches], 0)
    return rows
