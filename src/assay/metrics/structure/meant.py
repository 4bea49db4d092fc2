"""MEANT: do output and reference say who did what to whom? (Lo and Wu 2011; Lo 2017, as recalled)

Frames, predicates with their arguments (structure/frames.py), are matched one to one by likeness, and their arguments
class by class. A frame's share is the weighted mean of the likeness of its predicate and of its arguments, 0 for those
without a partner; frames weigh as many words as they cover. Precision goes over the frames of the output, recall over
those of the reference. Likeness of words is that of spelling, as in YiSi-0, or equality; weights are options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay.data import Array, EvalSet, Parse
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.structure.frames import Frame, frames_of
from assay.metrics.structure.matching import best_matching, check_sizes, common_substring
from assay.metrics.structure.parsed import Parsed
from assay.options import option
from assay.resources import Resources

_MOST = 200  # frames on both sides: more take many seconds


@dataclass(frozen=True)
class Meant(Parsed):
    """F-score of predicates and their arguments, matched by likeness."""

    name: ClassVar[str] = "meant"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    similarity: Literal["characters", "exact"] = option(
        "characters", "how alike words are: by their longest common substring, or equal or not"
    )
    unit: Literal["form", "lemma"] = option("form", "what a word is compared by")
    predicate_weight: float = option(1.0, "weight of the predicate; each argument has 1")
    alpha: float = option(0.5, "weight of recall in the F-score")

    def __post_init__(self) -> None:
        """Refuse weights without meaning."""
        super().__post_init__()
        check_range(self, 0, 1, "alpha")
        check_range(self, 1e-6, 1e6, "predicate_weight")

    @property
    def label(self) -> str:
        """Return MEANT."""
        return "MEANT"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the score, and how many segments there are."""
        return ("sum", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Parse the references once."""
        return self.on_parses(evalset, self._row)

    def _row(self, output: Parse, references: Sequence[Parse]) -> list[float]:
        own = self._frames(output)
        return [max(self._score(own, self._frames(parse)) for parse in references), 1.0]

    def _frames(self, parse: Parse) -> list[Frame]:
        words = parse.forms if self.unit == "form" else parse.lemmas
        return frames_of(parse, [word.lower() for word in words])

    def _score(self, own: Sequence[Frame], other: Sequence[Frame]) -> float:
        if not own and not other:
            return 1.0
        check_sizes(own, other, _MOST)
        shares = np.array([[self._shares(mine, theirs) for theirs in other] for mine in own]).reshape(
            len(own), len(other), 2
        )
        pairs = best_matching(shares.sum(axis=-1))
        precision, recall = (
            sum(frames[pair[side]].words * shares[pair][side] for pair in pairs)
            / max(sum(frame.words for frame in frames), 1)
            for side, frames in enumerate((own, other))
        )
        mean = self.alpha * precision + (1 - self.alpha) * recall
        return float(precision * recall / mean) if mean else 0.0

    def _shares(self, own: Frame, other: Frame) -> tuple[float, float]:
        """Return how much of the output's frame is in the reference's, and the reverse."""
        matched = self.predicate_weight * self._likeness((own.predicate,), (other.predicate,))
        for role in sorted({role for role, _ in own.arguments} & {role for role, _ in other.arguments}):
            mine = [words for kind, words in own.arguments if kind == role]
            theirs = [words for kind, words in other.arguments if kind == role]
            weights = np.array([[self._likeness(first, second) for second in theirs] for first in mine])
            matched += float(sum(weights[pair] for pair in best_matching(weights)))
        return (
            matched / (self.predicate_weight + len(own.arguments)),
            matched / (self.predicate_weight + len(other.arguments)),
        )

    def _likeness(self, first: tuple[str, ...], second: tuple[str, ...]) -> float:
        """Return the mean over the words of both sides of their best likeness to a word of the other side."""
        one, two = Counter(first), Counter(second)
        if self.similarity == "exact":
            return 2 * (one & two).total() / (len(first) + len(second))
        total = sum(
            count * (1.0 if word in there else max(common_substring(word, other) for other in there))
            for here, there in ((one, two), (two, one))
            for word, count in here.items()
        )
        return total / (len(first) + len(second))

    def score(self, totals: Array) -> Array:
        """Return the mean over segments on the scale of 0 to 100."""
        totals = np.asarray(totals, dtype=np.float64)
        return 100 * ratio(totals[..., 0], totals[..., 1])
