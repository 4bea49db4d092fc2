"""Dependency overlap: F-score of dependencies, each a relation, its head and its dependent (Owczarzak et al. 2007).

A dependency counts as often as both sides have it; the head of a root is no word. The reference with the best F counts,
and counts are summed over the corpus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay.data import ROOT, Array, EvalSet, Parse
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.structure.parsed import Parsed
from assay.options import option
from assay.resources import Resources

Triple = tuple[str, str, str]


@dataclass(frozen=True)
class Dependency(Parsed):
    """F-score of dependencies: relation, head and dependent."""

    name: ClassVar[str] = "dependency"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    labels: bool = option(True, "compare relations, too; no compares heads and dependents alone")
    unit: Literal["form", "lemma"] = option("form", "what a word is compared by")
    lowercase: bool = option(False, "lower-case both sides, after they were parsed")
    beta: float = option(1.0, "how many times as much recall weighs as precision")

    def __post_init__(self) -> None:
        """Refuse a beta without meaning."""
        super().__post_init__()
        check_range(self, 1e-6, 1e6, "beta")

    @property
    def label(self) -> str:
        """Return DepF1."""
        return f"DepF{self.beta:g}"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return matches, and dependencies of both sides."""
        return ("match", "output", "reference")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Parse the references once."""
        return self.on_parses(evalset, self._row)

    def _row(self, output: Parse, references: Sequence[Parse]) -> Array:
        own = self.triples(output)
        others = [self.triples(parse) for parse in references]
        rows = np.array(
            [[(own & other).total(), own.total(), other.total()] for other in others], dtype=np.float64
        )
        # Nothing is right in answer to nothing
        best: Array = rows[int(np.argmax(self._f(rows, empty=1.0)))]
        return best

    def triples(self, parse: Parse) -> Counter[Triple]:
        """Count the dependencies of a parse."""
        words = parse.forms if self.unit == "form" else parse.lemmas
        words = tuple(map(str.lower, words)) if self.lowercase else words
        relations = parse.relations if self.labels else ("",) * len(parse)
        heads = ("" if head == ROOT else words[head] for head in parse.heads)
        return Counter(zip(relations, heads, words, strict=True))

    def _f(self, totals: Array, empty: float = 0.0) -> Array:
        factor = self.beta**2
        both = totals[..., 1] + factor * totals[..., 2]
        return ratio((1 + factor) * totals[..., 0], both, empty)

    def score(self, totals: Array) -> Array:
        """Return F on the scale of 0 to 100."""
        return 100 * self._f(np.asarray(totals, dtype=np.float64))
