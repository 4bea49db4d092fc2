"""RIBES (Isozaki et al. 2010): rank correlation of word order, as NTT's script 1.03.1 computes it.

A word of the output is aligned by the shortest context that occurs exactly once on both sides, the left one
first; without one it is left out. The score of a corpus is the mean over segments. The script stops at an
empty reference; we pass over it, and over segments that have no other, as its option -z does.
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


@dataclass(frozen=True)
class Ribes(Tokenised):
    """Rank correlation between the order of words in the output and in the best reference."""

    name: ClassVar[str] = "ribes"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    # the weights of the script RIBES 1.03.1
    alpha: float = option(0.25, "exponent of the share of output words that are aligned")
    beta: float = option(0.1, "exponent of the brevity penalty")
    tok: str = option(
        "none", "tokeniser: none, 13a, intl, char, zh, unicode, rouge, ja-mecab, ko-mecab, spm:PATH"
    )
    lowercase: bool = option(True, "lower-case both sides; no is the script's -c")

    def __post_init__(self) -> None:
        """Refuse negative weights, and spell out which tokeniser is meant."""
        check_range(self, 0, 1e6, "alpha", "beta")
        super().__post_init__()

    @property
    def label(self) -> str:
        """Return RIBES."""
        return "RIBES"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the score, and how many segments have one."""
        return ("sum", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Tokenise the references once."""
        return self.on_tokens(evalset, resources, self._rows)

    def _rows(self, tokens: kernel.Tokens, threads: int) -> Array:
        return kernel.ribes_stats(tokens, alpha=self.alpha, beta=self.beta, threads=threads)

    def score(self, totals: Array) -> Array:
        """Return the mean over segments on the scale of 0 to 100."""
        totals = np.asarray(totals, dtype=np.float64)
        return 100 * ratio(totals[..., 0], totals[..., 1])
