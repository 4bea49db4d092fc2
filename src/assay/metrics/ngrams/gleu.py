"""GLEU (Wu et al. 2016), Google's sentence-level BLEU: the smaller of precision and recall of n-grams.

n-grams of all orders are counted together. The paper defines the score of a sentence; that of a corpus is
NLTK's: matches and n-grams are summed first. This is not the metric of the same name for grammatical error
correction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.errors import OptionError
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.tokenised import Tokenised
from assay.options import option
from assay.resources import Resources


@dataclass(frozen=True)
class Gleu(Tokenised):
    """The smaller of precision and recall of word n-grams, of the best reference."""

    name: ClassVar[str] = "gleu"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    min_order: int = option(1, "shortest n-gram")
    order: int = option(4, "longest n-gram")
    tok: str = option(
        "none", "tokeniser: none, 13a, intl, char, zh, unicode, rouge, ja-mecab, ko-mecab, spm:PATH"
    )
    lowercase: bool = option(False, "lower-case both sides")

    def __post_init__(self) -> None:
        """Refuse orders that leave no n-gram, and spell out which tokeniser is meant."""
        check_range(self, 1, 100, "order", "min_order")
        if self.min_order > self.order:
            raise OptionError(f"gleu: min_order must be at most order, {self.order}, not {self.min_order}")
        super().__post_init__()

    @property
    def label(self) -> str:
        """Return GLEU."""
        return "GLEU"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return matches, and the n-grams of the side that has more."""
        return ("match", "ngrams")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Tokenise the references once."""
        return self.on_tokens(evalset, resources, self._rows)

    def _rows(self, tokens: kernel.Tokens, threads: int) -> Array:
        return kernel.gleu_stats(tokens, self.min_order, self.order, threads=threads)

    def score(self, totals: Array) -> Array:
        """Return matches per hundred n-grams; 0 where there is no n-gram at all."""
        totals = np.asarray(totals, dtype=np.float64)
        return 100 * ratio(totals[..., 0], totals[..., 1])
