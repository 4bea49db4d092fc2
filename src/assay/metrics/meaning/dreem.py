"""DREEM (Chen, Guo and Kuhn 2015): the cosine of several vectors of a sentence side by side, and a penalty for its
length.

The vectors are the counts of its words, the mean of the vectors of its words, and one for the sentence as a whole. In
the paper that one comes from a recursive autoencoder, of which no weights are public; here it is that of a sentence
encoder. The paper's full text was not at hand: how its parts are scaled is remembered, not read. Each part is scaled
to length 1 and multiplied by its weight, an option, so that the cosine of all is the mean of the parts' cosines by
their squared weights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.data import Array, EvalSet
from assay.errors import OptionError
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.meaning.encoder import Encoder
from assay.metrics.meaning.models import (
    DEFAULT_ENCODER,
    ENCODER_HELP,
    encoder_identity,
    encoder_of,
    warn_of_cut,
)
from assay.metrics.meaning.word_vectors import SPACE_HELP, VectorTable, is_table, open_table, space_identity
from assay.options import option
from assay.resources import Resources
from assay.text import Column
from assay.text.column import Grouped

_TEXTS = 2048  # that are encoded at a time


@dataclass(frozen=True)
class Sentence:
    """What is compared of one text."""

    words: Counter[str]
    mean: Array  # of the vectors of its words, length 1
    whole: Array  # length 1
    cut: bool


@dataclass(frozen=True)
class Dreem:
    """Cosine of counts, word vectors and sentence vector, with a length penalty; mean of segments."""

    name: ClassVar[str] = "dreem"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    vectors: str = option(DEFAULT_ENCODER, f"of words: {SPACE_HELP}; of an encoder, its embeddings")
    sentence: str = option(DEFAULT_ENCODER, f"of sentences: {ENCODER_HELP}")
    counts_weight: float = option(1.0, "weight of the counts of words")
    vectors_weight: float = option(1.0, "weight of the mean of word vectors")
    sentence_weight: float = option(1.0, "weight of the vector of the sentence")
    alpha: float = option(1.0, "power of the cosine")
    penalty: bool = option(True, "penalise output that is shorter or longer than the reference")
    lowercase: bool = option(False, "lower-case both sides")

    def __post_init__(self) -> None:
        """Refuse weights without meaning, and spell out which vectors are meant."""
        check_range(self, 0, 1000, "counts_weight", "vectors_weight", "sentence_weight")
        check_range(self, 0.001, 1000, "alpha")
        if not any(self._weights):
            raise OptionError("dreem: one of the three weights must be more than 0")
        object.__setattr__(self, "vectors", space_identity(self.vectors, 0))
        object.__setattr__(self, "sentence", encoder_identity(self.sentence))

    @property
    def _weights(self) -> tuple[float, float, float]:
        return self.counts_weight, self.vectors_weight, self.sentence_weight

    @property
    def label(self) -> str:
        """Return DREEM."""
        return "DREEM"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the sum of scores; segments, and those too long for the encoder."""
        return ("sum", "segments", "cut")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Open the models that have a weight, and turn the references into vectors."""
        table = open_table(self.vectors, resources) if is_table(self.vectors) else None
        words = None if table or not self.vectors_weight else encoder_of(self.vectors, None, resources)
        whole = encoder_of(self.sentence, None, resources) if self.sentence_weight else None
        models = table or words, whole
        references = Grouped.of(evalset.references.values())
        groups, compared = references.groups, self._sentences(references.column, *models)

        def stats(outputs: Sequence[str]) -> Array:
            rows = np.ones((len(outputs), 3))
            for row, own in enumerate(self._sentences(Column.of(outputs), *models)):
                others = compared[groups[row] : groups[row + 1]]
                rows[row, 0] = max(self._score(own, other) for other in others)
                rows[row, 2] = own.cut or any(other.cut for other in others)
            warn_of_cut(self.name, rows[:, 2] > 0)
            return rows

        return stats

    def _sentences(
        self, column: Column, words: VectorTable | Encoder | None, whole: Encoder | None
    ) -> list[Sentence]:
        texts = list(column.lower() if self.lowercase else column)
        counts = [Counter(text.split()) for text in texts]
        means, cut = _means(words, texts, 0)
        wholes, cut_whole = _means(whole, texts, None)
        parts = zip(counts, means, wholes, cut, cut_whole, strict=True)
        return [Sentence(words, mean, vector, one or other) for words, mean, vector, one, other in parts]

    def _score(self, output: Sentence, reference: Sentence) -> float:
        """Return the cosine to the power of alpha times the penalty; 0 below 0 and where one text has no word."""
        length, wanted = output.words.total(), reference.words.total()
        if not length or not wanted:
            return float(length == wanted)
        squares = np.square(self._weights)
        cosines = [
            _count_cosine(output.words, reference.words),
            float(output.mean @ reference.mean),
            float(output.whole @ reference.whole),
        ]
        cosine = min(1.0, max(0.0, float(squares @ cosines / squares.sum())))
        ends = sorted((length, wanted))
        penalty = float(np.exp(1 - ends[1] / ends[0])) if self.penalty else 1.0
        return float(cosine**self.alpha) * penalty

    def score(self, totals: Array) -> Array:
        """Return the mean score of segments on the scale of 0 to 100."""
        totals = np.asarray(totals)
        return 100 * ratio(totals[..., 0], totals[..., 1])


def _count_cosine(first: Counter[str], second: Counter[str]) -> float:
    common = sum(count * second[word] for word, count in first.items() if word in second)
    lengths = sum(count * count for count in first.values()), sum(count * count for count in second.values())
    return common / float(np.sqrt(lengths[0] * lengths[1]))


def _means(
    model: VectorTable | Encoder | None, texts: Sequence[str], layer: int | None
) -> tuple[list[Array], list[bool]]:
    """Return of each text the mean vector, scaled to length 1, and whether it was too long; no model, no vector."""
    if model is None:
        return [np.zeros(1)] * len(texts), [False] * len(texts)
    if isinstance(model, VectorTable):
        return [_unit(model.vectors(text.split() or [""])) for text in texts], [False] * len(texts)
    depth = model.layers if layer is None else layer
    parts = [model.encode(texts[start : start + _TEXTS], depth) for start in range(0, len(texts), _TEXTS)]
    means = [_unit(part[text].astype(np.float64)) for part in parts for text in range(len(part))]
    return means, [bool(cut) for part in parts for cut in part.cut]


def _unit(vectors: Array) -> Array:
    mean = vectors.mean(axis=0)
    length = np.sqrt((mean * mean).sum())
    return np.asarray(mean / length if length > 0 else mean)
