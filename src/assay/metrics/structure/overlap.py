"""Overlap of words by part of speech or relation (Giménez and Màrquez 2007, as recalled).

Words are grouped by their type. The overlap is the sum over types of what both sides have in common, over the sum of
what either side has: with h and r the counts of a word of a type, Σ min(h, r) / Σ max(h, r). The reference with the
largest overlap counts, and counts are summed over the corpus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay.data import Array, EvalSet, Parse
from assay.metrics.base import StatsFn, ratio
from assay.metrics.structure.parsed import Parsed
from assay.options import option
from assay.resources import Resources

_LABELS = {"tag": "SP-Op", "relation": "DP-Or", "word": "Ol"}


@dataclass(frozen=True)
class Overlap(Parsed):
    """Words in common by part of speech or relation, over all words of either side."""

    name: ClassVar[str] = "overlap"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    by: Literal["tag", "relation", "word"] = option(
        "tag", "what words are grouped by: part of speech, relation to the head, or nothing"
    )
    only: str | None = option(None, "one type alone, such as NOUN or nsubj")
    unit: Literal["form", "lemma"] = option("form", "what a word is compared by")
    lowercase: bool = option(False, "lower-case both sides, after they were parsed")

    @property
    def label(self) -> str:
        """Return SP-Op for parts of speech, DP-Or for relations, Ol for words alone, with the type asked for."""
        return _LABELS[self.by] + (f"({self.only})" if self.only else "")

    @property
    def columns(self) -> tuple[str, ...]:
        """Return words in common, and words of either side."""
        return ("common", "either")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Parse the references once."""
        return self.on_parses(evalset, self._row)

    def _row(self, output: Parse, references: Sequence[Parse]) -> Array:
        own = self._words(output)
        others = [self._words(parse) for parse in references]
        rows = np.array(
            [[(own & other).total(), (own | other).total()] for other in others], dtype=np.float64
        )
        best: Array = rows[int(np.argmax(ratio(rows[:, 0], rows[:, 1], empty=1.0)))]
        return best

    def _words(self, parse: Parse) -> Counter[tuple[str, str]]:
        types = {"tag": parse.tags, "relation": parse.relations, "word": ("",) * len(parse)}[self.by]
        words = parse.forms if self.unit == "form" else parse.lemmas
        words = tuple(map(str.lower, words)) if self.lowercase else words
        pairs = zip(types, words, strict=True)
        return Counter(pair for pair in pairs if self.only is None or pair[0] == self.only)

    def score(self, totals: Array) -> Array:
        """Return the overlap on the scale of 0 to 100."""
        totals = np.asarray(totals, dtype=np.float64)
        return 100 * ratio(totals[..., 0], totals[..., 1])
