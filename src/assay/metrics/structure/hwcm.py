"""HWCM: head-word chains (Liu and Gildea 2005): n-grams of a dependency tree in place of n-grams of the text.

A chain of length n is a word, one of its dependents, one of that one's dependents, and so on, n words in all. The score
is the mean over lengths 1 to 4 of the share of the output's chains that a reference has, clipped by the largest count
in any one reference. A length that no tree reaches has a share of 0. Counts are summed over the corpus first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import ClassVar, Literal

import numpy as np

from assay.data import ROOT, Array, EvalSet, Parse
from assay.metrics.base import StatsFn, check_range, ratio, running_sum
from assay.metrics.structure.parsed import Parsed
from assay.options import option
from assay.resources import Resources


@dataclass(frozen=True)
class Hwcm(Parsed):
    """Precision of chains of words, each the head of the next."""

    name: ClassVar[str] = "hwcm"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    length: int = option(4, "longest chain, in words")
    unit: Literal["form", "lemma"] = option("form", "what a word is compared by")
    lowercase: bool = option(False, "lower-case both sides, after they were parsed")

    def __post_init__(self) -> None:
        """Refuse lengths that count nothing."""
        super().__post_init__()
        check_range(self, 1, 20, "length")

    @property
    def label(self) -> str:
        """Return HWCM."""
        return "HWCM"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return matches and chains of every length."""
        lengths = range(1, self.length + 1)
        return (*(f"match{n}" for n in lengths), *(f"chains{n}" for n in lengths))

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Parse the references once."""
        return self.on_parses(evalset, self._row)

    def _row(self, output: Parse, references: Sequence[Parse]) -> list[float]:
        own, others = self._chains(output), [self._chains(parse) for parse in references]
        matches, totals = [], []
        for n in range(self.length):
            most: Counter[tuple[str, ...]] = reduce(or_, (chains[n] for chains in others), Counter())
            matches.append(float((own[n] & most).total()))
            totals.append(float(own[n].total()))
        return matches + totals

    def _chains(self, parse: Parse) -> list[Counter[tuple[str, ...]]]:
        """Count the chains of every length, each by the walk from its last word up."""
        words = parse.forms if self.unit == "form" else parse.lemmas
        words = tuple(map(str.lower, words)) if self.lowercase else words
        chains: list[Counter[tuple[str, ...]]] = [Counter() for _ in range(self.length)]
        for last in range(len(words)):
            place, chain = last, tuple[str, ...]()
            for counter in chains:
                if place == ROOT:
                    break
                chain = (words[place], *chain)
                counter[chain] += 1
                place = parse.heads[place]
        return chains

    def score(self, totals: Array) -> Array:
        """Return the mean share on the scale of 0 to 100."""
        totals = np.asarray(totals, dtype=np.float64)
        shares = ratio(totals[..., : self.length], totals[..., self.length :])
        return np.asarray(100 * running_sum(shares) / self.length)
