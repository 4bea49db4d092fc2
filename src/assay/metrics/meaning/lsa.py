"""LSA (Deerwester et al. 1990; Reeder 2006 for translation): the cosine of texts in a space of few dimensions.

Words by texts of a corpus, weighted by log-entropy or tf-idf, are cut to their largest singular values; output and
reference are put into that space and compared there. The corpus is a file, one text a line, or the references of the
set: a small space, and a weak one. A text that occurs twice in the corpus counts once. Reeder's weights were not at
hand in full: both usual ones are options. A word that the corpus lacks counts nothing; a text without a known word
scores 0, unless the reference is the same. The best reference counts, and the score of a set is the mean of its
segments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from assay.data import Array, EvalSet
from assay.io import read_texts
from assay.metrics.base import StatsFn, check_range, ratio
from assay.metrics.identities import file_identity, plain_path
from assay.options import option
from assay.resources import Resources
from assay.text import Column
from assay.text.column import Grouped

# Cells up to which all singular values are computed, and cut afterwards
_DENSE = 2_000_000


@dataclass(frozen=True)
class Space:
    """A number and a weight for every word, and directions of the largest singular values."""

    words: dict[str, int]
    weights: Array
    directions: Array  # (words, dimensions)
    log: bool  # counts are taken by their logarithm

    def place(self, text: str) -> Array:
        """Return a text's vector, length 1; zeros where it has no known word."""
        numbers = [self.words[word] for word in text.split() if word in self.words]
        ids, counts = np.unique(np.array(numbers, dtype=np.int64), return_counts=True)
        scaled = (np.log1p(counts) if self.log else counts) * self.weights[ids]
        vector = (scaled[:, None] * self.directions[ids]).sum(axis=0)
        length = np.sqrt((vector * vector).sum())
        return np.asarray(vector / length if length > 1e-12 else 0 * vector)


@dataclass(frozen=True)
class Lsa:
    """Cosine in a space of few dimensions that a corpus spans; mean of segments."""

    name: ClassVar[str] = "lsa"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = True

    corpus: str | None = option(
        None, "file with a text a line that the space is made of; none is the references", reads=True
    )
    dimensions: int = option(100, "of the space; as many as there are where it has fewer")
    weighting: Literal["log-entropy", "tf-idf"] = option("log-entropy", "how words are weighted")
    lowercase: bool = option(True, "lower-case both sides and the corpus")

    def __post_init__(self) -> None:
        """Refuse dimensions without meaning, and spell out which corpus is meant."""
        check_range(self, 1, 2000, "dimensions")
        if self.corpus is not None:
            object.__setattr__(self, "corpus", file_identity(self.corpus))
        object.__setattr__(self, "fits_corpus", self.corpus is None)

    @property
    def label(self) -> str:
        """Return LSA."""
        return "LSA"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the sum of cosines, and segments."""
        return ("sum", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Make the space, and put the references into it."""
        references = Grouped.of(evalset.references.values()).map(self._text)
        groups, texts = references.groups, list(references.column)
        space = self._space(texts if self.corpus is None else self._corpus(self.corpus))
        places = [space.place(text) for text in texts]

        def stats(outputs: Sequence[str]) -> Array:
            rows = np.ones((len(outputs), 2))
            for row, output in enumerate(self._text(Column.of(outputs))):
                own = space.place(output)
                rows[row, 0] = max(
                    1.0 if texts[r].split() == output.split() else min(1.0, float((own * places[r]).sum()))
                    for r in range(groups[row], groups[row + 1])
                )
            return rows

        return stats

    def _text(self, column: Column) -> Column:
        return column.lower() if self.lowercase else column

    def _corpus(self, name: str) -> list[str]:
        return list(self._text(Column.of(list(read_texts(plain_path(name))))))

    def _space(self, texts: Sequence[str]) -> Space:
        """Span the space; texts and words are sorted, so that it is the same whatever their order was."""
        documents = [text.split() for text in sorted({" ".join(text.split()) for text in texts})]
        words = {
            word: number for number, word in enumerate(sorted({w for words in documents for w in words}))
        }
        counts = _counts(documents, words)
        weights = _entropy_weights(counts) if self.weighting == "log-entropy" else _idf_weights(counts)
        log = self.weighting == "log-entropy"
        scaled = counts.log1p() if log else counts.copy()
        directions = _directions(scaled.multiply(weights[:, None]).tocsr(), self.dimensions)
        return Space(words, weights, directions, log)

    def score(self, totals: Array) -> Array:
        """Return the mean cosine, times 100."""
        totals = np.asarray(totals)
        return 100 * ratio(totals[..., 0], totals[..., 1])


def _counts(documents: Sequence[Sequence[str]], words: Mapping[str, int]) -> Any:
    """Return how often each word is in each text, a sparse matrix of words by texts."""
    from scipy.sparse import csr_matrix

    rows = [words[word] for document in documents for word in document]
    columns = [number for number, document in enumerate(documents) for _ in document]
    shape = (len(words), len(documents))
    return csr_matrix((np.ones(len(rows)), (rows, columns)), shape=shape)


def _entropy_weights(counts: Any) -> Array:
    """Return 1 + Σ p log p / log N of each word, where p is the share of it that is in a text; 1 where N is 1."""
    totals = np.maximum(np.asarray(counts.sum(axis=1)).ravel(), 1)
    shares = counts.multiply(1 / totals[:, None]).tocsr()
    shares.data = shares.data * np.log(shares.data)
    texts = max(counts.shape[1], 2)
    return np.asarray(1 + np.asarray(shares.sum(axis=1)).ravel() / np.log(texts))


def _idf_weights(counts: Any) -> Array:
    """Return log((N + 1) / df) of each word."""
    found = np.maximum(np.asarray((counts > 0).sum(axis=1)).ravel(), 1)
    return np.asarray(np.log((counts.shape[1] + 1) / found))


def _directions(matrix: Any, dimensions: int) -> Array:
    """Return the left singular vectors of the largest singular values, those of zeros left out."""
    most = min(matrix.shape)
    if most == 0:
        return np.zeros((matrix.shape[0], 1))
    if matrix.shape[0] * matrix.shape[1] <= _DENSE or dimensions >= most:
        left, values, _ = np.linalg.svd(matrix.toarray(), full_matrices=False)
    else:
        from scipy.sparse.linalg import svds

        left, values, _ = svds(matrix, k=dimensions, v0=np.ones(most))
    order = np.argsort(-values, kind="stable")[:dimensions]
    return np.asarray(left[:, order[values[order] > 1e-9]])
