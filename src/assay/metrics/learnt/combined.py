"""A combination of metrics that was learnt from human judgements (`assay learn`), as a metric like any other.

The score of a segment is the intercept of the model and the weighted sum of its members' segment scores, each
standardised by the mean and the deviation that it had in the training data; that of a set is the mean of its segments.
Members are metrics with all their options, so that a combination needs what they need. `model` is a file, or the name
of a model that is part of the package; the signature has the checksum of the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

import numpy as np

from assay.data import Array, EvalSet
from assay.errors import InputError, OptionError
from assay.io import CombinedModel
from assay.io.models.combinations import read_combined_model
from assay.metrics.base import Metric, Stats, StatsFn, ask_plugins, needs_of, ratio
from assay.metrics.identities import plain_path, with_digest
from assay.options import option
from assay.resources import Resources

DEFAULT = "assay-en"
PACKAGED = Path(__file__).parent


@dataclass(frozen=True)
class Combined:
    """Weighted sum of other metrics, learnt from human judgements; mean of segments."""

    name: ClassVar[str] = "combined"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False  # that of its members, see __post_init__
    needs: ClassVar[tuple[str, ...]] = ("references",)  # those of its members
    asks_plugins: ClassVar[bool] = False  # whether a member does

    model: str = option(
        DEFAULT, f"file that assay learn has written, or {DEFAULT}, which is part of the package"
    )

    def __post_init__(self) -> None:
        """Refuse a file that holds no combination, and say which one it is."""
        model, members = opened(self.model)
        object.__setattr__(self, "model", with_digest(self.model, model.digest))
        object.__setattr__(self, "fits_corpus", any(member.fits_corpus for member in members))
        object.__setattr__(self, "asks_plugins", ask_plugins(members))
        needs = dict.fromkeys(need for member in members for need in needs_of(member))
        object.__setattr__(self, "needs", tuple(needs))

    @staticmethod
    def members_of(model: str) -> list[str]:
        """Return the metrics that the file of a model names, and none of them is made; a file that is none has none."""
        try:
            return [part.metric for part in read_combined_model(model_path(plain_path(model))).members]
        except InputError:
            return []

    @property
    def label(self) -> str:
        """Return the name of the model."""
        return Path(plain_path(self.model)).stem

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the score, and how many segments there are."""
        return ("sum", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Prepare every member."""
        model, members = opened(self.model)
        prepared = [member.prepare(evalset, resources) for member in members]

        def stats(outputs: Sequence[str]) -> Array:
            total = np.full(len(outputs), model.intercept)
            for part, metric, rows in zip(model.members, members, prepared, strict=True):
                scores = Stats(metric, rows(outputs)).each()
                total += part.weight * upward_z(metric, scores, part.mean, part.deviation)
            return np.column_stack([total, np.ones_like(total)])

        return stats

    def score(self, totals: Array) -> Array:
        """Return the mean over segments."""
        totals = np.asarray(totals, dtype=np.float64)
        return ratio(totals[..., 0], totals[..., 1])


def upward_z(metric: Metric, scores: Array, mean: float, deviation: float) -> Array:
    """Standardise the scores of a metric by what it had in the training data, higher always better."""
    return np.asarray((scores - mean) / (deviation if metric.higher_is_better else -deviation))


def opened(name: str) -> tuple[CombinedModel, list[Metric]]:
    """Return a model, of a file or of the package, and its members."""
    return _opened(model_path(plain_path(name)))


def model_path(name: str) -> str:
    """Return the file of a model: that of the package for its name, else the path itself."""
    return str(PACKAGED / f"{name}.json") if name == DEFAULT else name


def _opened(path: str) -> tuple[CombinedModel, list[Metric]]:
    try:
        changed = Path(path).stat().st_mtime_ns
    except OSError:
        changed = 0  # reading says what is wrong
    return _read(path, changed)


@lru_cache(maxsize=8)
def _read(path: str, _: int) -> tuple[CombinedModel, list[Metric]]:
    from assay.metrics.specs import parse_metric

    model = read_combined_model(path)
    members = []
    for part in model.members:
        if part.metric.partition(":")[0].strip().lower() in ("combined", DEFAULT):
            raise InputError(f"{path}: a member is itself a combination; learn it from single metrics")
        try:
            members.append(parse_metric(part.metric))
        except OptionError as error:
            raise InputError(f"{path}: its member {part.metric} cannot be used: {error}") from error
    return model, members
