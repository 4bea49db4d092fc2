"""PET: the order of words by permutation trees, and by other distances of permutations (Stanojević and Sima'an 2014).

    score = alpha · F1 of words + (1 - alpha) · brevity · order,    brevity = min(1, exp(1 - reference / aligned words))

Words of the output are aligned with equal words of the reference, as in RIBES; the others are left out, and what
remains is a permutation. Its tree parts it into blocks that were moved as a whole. The scores of permutations are those
of BEER 1.1, quirks included; there the alignment is METEOR's. The corpus has the mean of its segments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn, best_references, check_range, ratio
from assay.metrics.tokenised import Tokenised
from assay.options import option
from assay.resources import Resources

_LABELS = {
    "kendall": "Kendall",
    "spearman": "Spearman",
    "ulam": "Ulam",
    "hamming": "Hamming",
    "fuzzy": "Fuzzy order",
    "count": "PET count",
    "nodes": "PET nodes",
    "mean-arity": "PET mean arity",
    "max-arity": "PET max arity",
    "viterbi": "PET",
    "forest": "PEF",
}


@dataclass(frozen=True)
class Pet(Tokenised):
    """Order of aligned words by permutation trees, with the F-score of words."""

    name: ClassVar[str] = "pet"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    kind: Literal[
        "viterbi",
        "forest",
        "count",
        "nodes",
        "mean-arity",
        "max-arity",
        "kendall",
        "spearman",
        "ulam",
        "hamming",
        "fuzzy",
    ] = option("viterbi", "how a permutation is scored: by its best tree, by all of its trees, or otherwise")
    # beta as in BEER 1.1; alpha as recalled from the paper
    beta: float = option(
        0.6, "weight of a node's own order against that of its children, for viterbi and forest"
    )
    alpha: float = option(0.5, "weight of the F-score of words; 0 is order alone")
    tok: str = option("none", "tokeniser; none splits at white space")
    lowercase: bool = option(False, "lower-case both sides")

    def __post_init__(self) -> None:
        """Refuse weights that are no shares, and spell out which tokeniser is meant."""
        check_range(self, 0, 1, "alpha")
        check_range(self, 0.01, 0.99, "beta")
        super().__post_init__()

    @property
    def label(self) -> str:
        """Return PET, PEF, or the name of the distance."""
        return _LABELS[self.kind]

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the score, and how many segments there are."""
        return ("sum", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Split the references into words once."""
        number = self.numbering(evalset, resources)

        def stats(outputs: Sequence[str]) -> Array:
            tokens = number(outputs)
            scores = self._scores(tokens, resources.threads)
            best = scores[best_references(scores, tokens.groups)]
            return np.column_stack([best, np.ones_like(best)])

        return stats

    def _scores(self, tokens: kernel.Tokens, threads: int) -> Array:
        """Return the score of each reference; nothing is in the order of nothing."""
        order, aligned, common = kernel.order_stats(tokens, self.kind, beta=self.beta, threads=threads).T
        output = np.repeat(np.diff(tokens.hyp_offsets), np.diff(tokens.groups)).astype(np.float64)
        reference = np.diff(tokens.ref_offsets).astype(np.float64)
        brevity = np.minimum(1, np.exp(1 - ratio(reference, aligned, empty=np.inf)))
        words = ratio(2 * common, output + reference, empty=1.0)
        ordered = np.where(output + reference > 0, brevity * order, 1.0)
        return np.asarray(self.alpha * words + (1 - self.alpha) * ordered)

    def score(self, totals: Array) -> Array:
        """Return the mean over segments on the scale of 0 to 100."""
        totals = np.asarray(totals, dtype=np.float64)
        return 100 * ratio(totals[..., 0], totals[..., 1])
