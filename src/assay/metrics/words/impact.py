"""IMPACT (Echizen-ya and Araki 2007): runs of words in common, found again and again in what is left over.

No program is to be had, and the formulas are those that the literature restates. The values of alpha and beta
and the number of passes are remembered from a later paper and not verified; hence they are options.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, best_rows, check_range, f_by_ratio, ratio
from assay.metrics.tokenised import Tokenised
from assay.options import option
from assay.resources import Resources

# Lengths to a higher power, cubed, are soon no longer numbers
_HIGHEST_BETA = 10.0


@dataclass(frozen=True)
class Impact(Tokenised):
    """F-score of runs of words in common, longer ones counting for more, mean over segments."""

    name: ClassVar[str] = "impact"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    alpha: float = option(0.1, "weight of each further pass relative to the one before, from 0 to 1")
    beta: float = option(1.1, "a run of k words counts as k to this power")
    repeats: int = option(-1, "passes after the first; -1: until nothing more matches")
    tok: str = option(
        "none", "tokeniser: none, 13a, intl, char, zh, unicode, rouge, ja-mecab, ko-mecab, spm:PATH"
    )
    lowercase: bool = option(False, "lower-case both sides")

    def __post_init__(self) -> None:
        """Refuse numbers without meaning, and spell out which tokeniser is meant."""
        check_range(self, 0, 1, "alpha")
        check_range(self, 1, _HIGHEST_BETA, "beta")
        check_range(self, -1, 1e6, "repeats")
        super().__post_init__()

    @property
    def label(self) -> str:
        """Return IMPACT."""
        return "IMPACT"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the score and the number of segments."""
        return ("sum", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Tokenise the references once."""
        return self.on_tokens(evalset, resources, self._rows)

    def _rows(self, tokens: kernel.Tokens, threads: int) -> Array:
        if not tokens.rows:
            return np.zeros((0, 2))
        sums = kernel.impact_sums(
            tokens, alpha=self.alpha, beta=self.beta, repeats=self.repeats, threads=threads
        )
        output = np.repeat(np.diff(tokens.hyp_offsets), np.diff(tokens.groups)).astype(np.float64)
        reference = np.diff(tokens.ref_offsets).astype(np.float64)
        recall, precision = (
            ratio(sums, length**self.beta) ** (1 / self.beta) for length in (reference, output)
        )
        scores = f_by_ratio(precision, recall)
        best = scores[best_rows(tokens.groups, scores, recall)]
        return np.column_stack([np.minimum(best, 1), np.ones(tokens.rows)])

    def score(self, totals: Array) -> Array:
        """Return the mean over segments on the scale of 0 to 100."""
        totals = np.asarray(totals, dtype=np.float64)
        return 100 * ratio(totals[..., 0], totals[..., 1])
