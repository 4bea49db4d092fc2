"""GTM, General Text Matcher (Turian, Shen and Melamed 2003): F-score of matching runs, as program 1.4 has it.

Runs are matched greedily, the longest first, which is not always the largest matching; we follow the program.
With several references a match may take words from all of them, up to their mean length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.tokenised import Tokenised
from assay.options import option
from assay.resources import Resources

_HIGHEST_EXPONENT = 50.0  # lengths to a higher power are soon no longer numbers


@dataclass(frozen=True)
class Gtm(Tokenised):
    """F-score of words matched in runs, where longer runs count for more if exponent > 1."""

    name: ClassVar[str] = "gtm"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    exponent: float = option(1.0, "how much more long runs count; 1 ignores word order")
    tok: str = option(
        "none", "tokeniser: none, 13a, intl, char, zh, unicode, rouge, ja-mecab, ko-mecab, spm:PATH"
    )
    lowercase: bool = option(False, "lower-case both sides")

    def __post_init__(self) -> None:
        """Refuse exponents without meaning, and spell out which tokeniser is meant."""
        check_range(self, 1, _HIGHEST_EXPONENT, "exponent")
        super().__post_init__()

    @property
    def label(self) -> str:
        """Return GTM with its exponent."""
        return f"GTM-{self.exponent:g}"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the size of the match and the lengths."""
        return ("match", "output", "reference_average")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Tokenise the references once."""
        return self.on_tokens(evalset, resources, self._rows)

    def _rows(self, tokens: kernel.Tokens, threads: int) -> Array:
        return kernel.gtm_stats(tokens, self.exponent, threads=threads)

    def score(self, totals: Array) -> Array:
        """Return F on the scale of 0 to 100; 0 where both sides are empty."""
        totals = np.asarray(totals, dtype=np.float64)
        return np.minimum(100 * ratio(2 * totals[..., 0], totals[..., 1] + totals[..., 2]), 100)
