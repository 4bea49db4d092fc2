"""The options of paraphrase extraction, cheap to import: help reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assay.options import check_choices, option


@dataclass(frozen=True)
class ParaphraseOptions:
    """What counts as a paraphrase, and how a bitext becomes a phrase table; thresholds are METEOR's."""

    least: float = option(0.01, "least probability of a paraphrase", least=0)
    least_translation: float = option(
        0.001, "least probability of a translation, and of a way through one pivot", least=0
    )
    common: float = option(
        0.001,
        "words with a higher relative frequency are common; phrases of common words alone are dropped",
        least=0,
    )
    longest: int = option(7, "longest phrase, in words", least=1)
    symmetry: Literal["grow-diag-final", "grow-diag-final-and", "grow-diag", "intersection", "union"] = (
        option("grow-diag-final", "how the word alignments of both directions are joined")
    )
    ibm: int = option(5, "iterations of IBM model 1", least=1)
    hmm: int = option(5, "iterations of the hidden Markov model; 0 leaves it out", least=0)
    lowercase: bool = option(False, "lower-case all texts and phrases")

    def __post_init__(self) -> None:
        """Refuse what is no choice or no number that makes sense."""
        check_choices(self)
