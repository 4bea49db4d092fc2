"""YiSi (Lo 2019): n-grams matched by the likeness of their words, weighted by how few sentences a word is in.

Variant 0 compares words by their spelling (longest common substring in bytes), variant 1 by vectors, variant 2 the
output with the source, by vectors of both languages. Precision is the weighted mean of the best matches of the
output's n-grams, recall that of the reference's; of several references the best precision and the best recall count,
each for itself. With `beta` both are mixed with those of the structure, who did what to whom (structure/roles.py), and
words are those of the parses. The score of a segment is P R / (α P + (1 - α) R), that of a set the mean of its
segments. Figures of variants 0 and 1 are those of the published program, to the digits that it prints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array, EvalSet
from assay.errors import InputError, OptionError
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.meaning.models import DEFAULT_ENCODER, DEFAULT_LAYER, warn_of_cut
from assay.metrics.meaning.weights import Weigh, in_parts, no_weights, weights_of, word_weights
from assay.metrics.meaning.word_vectors import (
    SPACE_HELP,
    Space,
    number_words,
    open_space,
    space_identity,
    word_sizes,
)
from assay.metrics.structure.parsed import Parsed
from assay.metrics.structure.roles import Match, RoleStructure, forms_of
from assay.options import option
from assay.resources import Resources
from assay.text import Column
from assay.text.column import Grouped

# Words, how they are compared, texts that were cut
_Numbered = tuple[kernel.Tokens, Match, NDArray[np.bool_]]
_Number = Callable[[Column, Grouped], _Numbered]


@dataclass(frozen=True)
class Yisi(Parsed):
    """F of n-grams whose words are alike in spelling or in meaning; mean of segments."""

    name: ClassVar[str] = "yisi"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = True  # without idf it does not, see __post_init__
    needs: ClassVar[tuple[str, ...]] = ("references",)  # variant 2 the source instead

    variant: Literal["0", "1", "2"] = option(
        "0", "likeness of words: 0 by spelling, 1 by vectors, 2 by vectors and with the source"
    )
    model: str = option(DEFAULT_ENCODER, f"of variants 1 and 2: {SPACE_HELP}")
    layer: int = option(DEFAULT_LAYER, "layer of the encoder; 0 is that of the embeddings")
    # order 3 and alpha 0.8 are those of the published configurations
    order: int = option(3, "length of n-grams; cut to the shorter text")
    alpha: float = option(0.8, "weight of recall: 1 is recall alone, 0 precision alone")
    beta: float = option(
        0.0, "weight of structure, who did what to whom, which needs parses; 0.2 is the published one"
    )
    idf: bool = option(True, "weigh words by how few references they are in")
    centre: bool = option(False, "take the mean off static vectors before their cosines")
    lowercase: bool = option(False, "lower-case both sides")

    def __post_init__(self) -> None:
        """Refuse what has no meaning, and spell out which vectors are meant."""
        super().__post_init__()
        check_range(self, 1, 100, "order")
        check_range(self, 0, 1, "alpha", "beta")
        check_range(self, 0, 1000, "layer")
        if self.variant != "0":
            object.__setattr__(self, "model", space_identity(self.model, self.layer))
        if not self.beta and (self.parses or self.parser):
            raise OptionError(
                "yisi: parses serve its structure, which weighs nothing yet; give beta, such as 0.2"
            )
        object.__setattr__(self, "fits_corpus", self.idf or self.beta > 0)
        object.__setattr__(self, "needs", ("source",) if self.variant == "2" else ("references",))

    @property
    def label(self) -> str:
        """Return YiSi-0, YiSi-1 or YiSi-2."""
        return f"YiSi-{self.variant}"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return sums of scores, precision and recall; segments, and those too long for the encoder."""
        return ("sum", "precision", "recall", "segments", "cut")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Learn from the references what each word weighs, and parse them where structure counts."""
        compared = self._compared(evalset)
        roles = self._roles(compared, resources) if self.beta else None
        references = (roles.references if roles else compared).map(self._text)
        number = self._numbering(self._weights(evalset, references, resources), resources)

        def stats(outputs: Sequence[str]) -> Array:
            parses = roles.parse(outputs) if roles else []
            texts = self._text(Column.of([forms_of(parse) for parse in parses] if roles else outputs))
            rows = np.zeros((len(texts), 5))
            for start, stop, part in in_parts(texts, references, whole=self.variant == "0"):
                tokens, match, cut = number(texts[start:stop], part)
                found = _best(match(tokens), part)
                if roles:
                    own = roles.structure(parses[start:stop], texts[start:stop], start, (tokens, match))
                    found = self.beta * own + (1 - self.beta) * found
                rows[start:stop, :4], rows[start:stop, 4] = self._rows(found), cut
            return self._told(rows)

        return stats

    def _roles(self, references: Grouped, resources: Resources) -> RoleStructure:
        sizes = word_sizes(None if self.variant == "0" else self.model, self.lowercase, resources)
        return RoleStructure.of(references, self.parse_text(), sizes)

    def _compared(self, evalset: EvalSet) -> Grouped:
        """Return what outputs are compared with: the references, or the source."""
        if self.variant != "2":
            return Grouped.of(evalset.references.values())
        if evalset.source is None:
            raise InputError("yisi:variant=2 compares outputs with the source; give the source with --source")
        return Grouped.of([evalset.source])

    def _text(self, column: Column) -> Column:
        return column.lower() if self.lowercase else column

    def _weights(self, evalset: EvalSet, compared: Grouped, resources: Resources) -> Weigh:
        """Return the function from names of words, or numbers of pieces, to what they weigh."""
        if not self.idf:
            return no_weights
        texts = compared.column
        # Words of the output are counted in the references, where there are some
        if self.variant == "2":
            texts = Column.of([*texts, *self._text(Grouped.of(evalset.references.values()).column)])
        return word_weights(texts) if self.variant == "0" else weights_of(self.model, texts, resources)

    def _numbering(self, weigh: Weigh, resources: Resources) -> _Number:
        """Return the function that numbers the words of some segments, and says how such numbers are compared."""
        order, threads = self.order, resources.threads

        def by_spelling(texts: Column, references: Grouped) -> _Numbered:
            tokens, words = number_words(texts, references)
            weights, spelt = weigh(words), Column.of(words).texts
            return (
                tokens,
                lambda pairs: kernel.spelling_stats(pairs, weights, spelt, order, threads=threads),
                np.zeros(len(texts), dtype=bool),
            )

        if self.variant == "0":
            return by_spelling
        space: Space = open_space(self.model, self.layer, self.centre, resources)

        def by_vectors(texts: Column, references: Grouped) -> _Numbered:
            numbered = space(texts, references)
            weights, words = weigh(numbered.names), numbered.words
            return (
                numbered.tokens,
                lambda pairs: kernel.cosine_stats(pairs, weights, words, order, threads=threads),
                numbered.cut,
            )

        return by_vectors

    def _rows(self, found: Array) -> Array:
        """Return score, precision and recall of each segment, and 1."""
        precision, recall = found[:, 0], found[:, 1]
        score = ratio(precision * recall, self.alpha * precision + (1 - self.alpha) * recall)
        return np.column_stack([np.minimum(score, 1), precision, recall, np.ones(len(found))])

    def _told(self, rows: Array) -> Array:
        warn_of_cut(f"yisi:variant={self.variant}", rows[:, 4] > 0)
        return rows

    def score(self, totals: Array) -> Array:
        """Return the mean score of segments on the scale of 0 to 100."""
        totals = np.asarray(totals)
        return 100 * ratio(totals[..., 0], totals[..., 3])


def _best(found: Array, references: Grouped) -> Array:
    """Return the best precision and the best recall of each segment's references."""
    return np.asarray(np.maximum.reduceat(found, references.groups[:-1], axis=0))
