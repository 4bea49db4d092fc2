"""BEER 2.0 (Stanojević and Sima'an 2014, 2015): a linear model of agreement in characters, words and pairs of words.

The score of an output is a weighted sum of 62 features, put on a scale of 0 to 100 and cut off at its ends; the best
reference counts, and a corpus has the mean of its segments. `model` names a folder in the layout of the published
models, whose figures are then those of the published program. Without it the weights are our own (docs/metrics/beer.md
says what they were trained on).

We depart from the program in three places: words are parted by any white space, not only by blanks; an empty side
scores 0; and the mean is over the segments, where its program divides by one more.

Features have the names of the published models (2015). Four numbers say how far the pieces of two sentences agree, with
P and R their precision and recall: a = min(P, R), b = max(P, R), f the harmonic and g the geometric mean. Pieces are
characters (char1 to char6), words (ngram1 to ngram4) and pairs of words (skip1 to skip4, skip1000000 at any distance);
two features more are the imbalance of the lengths.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.errors import DependencyError, InputError
from assay.io.models.linear_models import LinearModel, read_linear_model
from assay.metrics.base import StatsFn, best_references, ratio
from assay.metrics.tokenised import Tokenised
from assay.options import option
from assay.resources import Resources
from assay.text import Column

_CHARS, _WORDS, _SKIPS = kernel.BEER_CHARS, kernel.BEER_WORDS, kernel.BEER_SKIPS
_ANY = 1_000_000  # what the program calls any number of skipped words
_EMPTY = 100_000.0  # its imbalance of something and nothing
# Columns before the matches: words, characters of both sides
_LENGTHS = 4


def beer_features(counts: Array) -> dict[str, Array]:
    """Return each feature of every row of the kernel's counts; a side without words has nothing in common."""
    columns = np.ascontiguousarray(counts.T)
    words, chars = columns[:2], columns[2:_LENGTHS]
    matches = np.where(words.min(axis=0) > 0, columns[_LENGTHS:], 0)
    sizes = _sizes(words, chars)
    kinds = _agreement(matches, np.stack(list(sizes.values())))
    features = {f"{name}.{kind}": kinds[kind][n] for n, name in enumerate(sizes) for kind in kinds}
    return features | {
        "len_disbalance_char.d.1.0": _imbalance(chars),
        "len_disbalance_word.d.1.0": _imbalance(words),
    }


def _sizes(words: Array, chars: Array) -> dict[str, Array]:
    """Return how many pieces of each kind both sides have, in the order of the kernel's matches."""
    sizes = {f"char{n}": np.maximum(chars - n + 1, 0) for n in range(1, _CHARS + 1)}
    # And two ends
    sizes |= {f"ngram{n}": np.maximum(words - n + 1, 0) + 2 for n in range(1, _WORDS + 1)}
    sizes |= {f"skip{n}": _near_pairs(words, n + 1) for n in range(1, _SKIPS)}
    return sizes | {f"skip{_ANY}": words * (words - 1) / 2}


def _near_pairs(words: Array, distance: int) -> Array:
    """Return how many pairs of words are at most so far apart."""
    return np.asarray(sum(np.maximum(words - apart, 0) for apart in range(1, distance + 1)))


def _agreement(matches: Array, sizes: Array) -> dict[str, Array]:
    """Return the four numbers of every kind of piece."""
    precision, recall = ratio(matches, sizes[:, 0]), ratio(matches, sizes[:, 1])
    low, high = np.minimum(precision, recall), np.maximum(precision, recall)
    return {"a": low, "b": high, "f.1.0": ratio(2 * low * high, low + high), "g.1.0": np.sqrt(low * high)}


def _imbalance(lengths: Array) -> Array:
    """Return by what share the longer side is longer."""
    return ratio(lengths.max(axis=0), lengths.min(axis=0), empty=_EMPTY + 1) - 1


FEATURES = tuple(beer_features(np.zeros((0, _LENGTHS + _CHARS + _WORDS + _SKIPS))))


_OURS = Path(__file__).with_name("beer_model")
_WITH_DIGEST = re.compile(r"(.+)#([0-9a-f]{12})")


@dataclass(frozen=True)
class Beer(Tokenised):
    """Trained mixture of the agreement in characters, words and pairs of words."""

    name: ClassVar[str] = "beer"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False

    model: str | None = option(None, "folder of a model of BEER 2.0; none is our own model")
    tok: str = option("none", "tokeniser; none splits at white space")
    lowercase: bool = option(False, "lower-case both sides")

    def __post_init__(self) -> None:
        """Refuse a folder that holds no such model, and say which model it is."""
        super().__post_init__()
        if self.model is not None:
            path, model = _named_model(self.model)
            object.__setattr__(self, "model", f"{path}#{model.digest}")

    @property
    def label(self) -> str:
        """Return BEER."""
        return "BEER"

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the score, and how many segments there are."""
        return ("sum", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Split the references into words once."""
        model = _our_model() if self.model is None else _named_model(self.model)[1]
        references = self.references(evalset, resources.threads)

        def stats(outputs: Sequence[str]) -> Array:
            words = self.words(Column.of(outputs), resources.threads)
            counts = kernel.beer_counts(
                words.texts, references.column.texts, references.groups, threads=resources.threads
            )
            scores = model_scores(model, counts)
            best = scores[best_references(scores, references.groups)]
            return np.column_stack([best, np.ones_like(best)])

        return stats

    def score(self, totals: Array) -> Array:
        """Return the mean over segments."""
        totals = np.asarray(totals, dtype=np.float64)
        return ratio(totals[..., 0], totals[..., 1])


def model_scores(model: LinearModel, counts: Array) -> Array:
    """Return the score of each row of the kernel's counts, from 0 to 100; 0 where a side is empty."""
    features = beer_features(counts)
    raw = np.zeros(len(counts))
    for name, low, high, weight in zip(model.names, model.lows, model.highs, model.weights, strict=True):
        if weight:
            raw += weight / (high - low) * (features[name] - low)
    scores = np.clip(model.intercept + model.slope * raw, 0, 100)
    return np.where(counts[:, :2].min(axis=1) > 0, scores, 0.0)


def _named_model(name: str) -> tuple[str, LinearModel]:
    """Return a folder and its model; refuse another model than the one asked for."""
    named = _WITH_DIGEST.fullmatch(name)
    path, digest = named.groups() if named else (name, None)
    model = _linear_model(path)
    if digest not in (None, model.digest):
        raise DependencyError(f"{path} is not the model that was asked for: its checksum is not {digest}")
    return path, model


@cache
def _our_model() -> LinearModel:
    return _linear_model(str(_OURS))


def _linear_model(path: str) -> LinearModel:
    model = read_linear_model(path)
    for name, low, high in zip(model.names, model.lows, model.highs, strict=True):
        if name not in FEATURES:
            raise InputError(f"{path}: {name} is none of the 62 features of BEER 2.0; use one of its models")
        if not low < high:
            raise InputError(f"{path}: the values of {name} must rise, not go from {low} to {high}")
    return model
