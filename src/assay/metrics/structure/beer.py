"""BEER 2.0 (Stanojević and Sima'an 2014, 2015): a linear model of agreement in characters, words and pairs of words.

The score of an output is a weighted sum of 62 features, put on a scale of 0 to 100 and cut off at its ends; the best
reference counts, and a corpus has the mean of its segments. `model` names a folder in the layout of the published
models, whose figures are then those of the published program. Without it the weights are our own (docs/metrics/beer.md
says what they were trained on).

We depart from the program in three places: words are parted by any white space, not only by blanks; an empty side
scores 0; and the mean is over the segments, where its program divides by one more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.errors import DependencyError, InputError
from assay.io import LinearModel, read_linear_model
from assay.metrics.base import StatsFn, best_references, ratio
from assay.metrics.structure.beer_features import FEATURES, beer_features
from assay.metrics.tokenised import Tokenised
from assay.options import option
from assay.resources import Resources
from assay.text import Column

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
        model = _linear_model(str(_OURS)) if self.model is None else _named_model(self.model)[1]
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


def _linear_model(path: str) -> LinearModel:
    model = read_linear_model(path)
    for name, low, high in zip(model.names, model.lows, model.highs, strict=True):
        if name not in FEATURES:
            raise InputError(f"{path}: {name} is none of the 62 features of BEER 2.0; use one of its models")
        if not low < high:
            raise InputError(f"{path}: the values of {name} must rise, not go from {low} to {high}")
    return model
