"""Evaluations for tests of significance: of plain numbers under a mean, and of real outputs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from assay.data.evalset import Array, Codes, EvalSet
from assay.metrics.base import Metric, Stats, StatsFn
from assay.metrics.evaluation import Evaluation, evaluate
from assay.metrics.specs import parse_metric
from assay.resources import Resources
from support.metric_scores import evalset


@dataclass(frozen=True)
class Mean:
    """The mean of given numbers, times a factor: a metric that needs no text."""

    name: ClassVar[str] = "mean"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False
    factor: float = 1.0

    @property
    def label(self) -> str:
        """Return the name."""
        return self.name

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the statistics."""
        return ("sum", "count")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Refuse: the numbers are given."""
        raise AssertionError("no text is scored")

    def score(self, totals: Array) -> Array:
        """Divide the sum by the count."""
        totals = np.asarray(totals)
        return self.factor * totals[..., 0] / np.maximum(totals[..., 1], 1)


@dataclass(frozen=True)
class Errors(Mean):
    """The same, but less is better."""

    name: ClassVar[str] = "errors"
    higher_is_better: ClassVar[bool] = False


def of_numbers(
    values: Mapping[str, Sequence[float] | NDArray[np.float64]],
    *metrics: Metric,
    documents: Codes | None = None,
) -> Evaluation:
    """Return the evaluation of systems whose unit scores are given."""
    chosen: tuple[Metric, ...] = metrics or (Mean(),)
    rows = {
        name: np.stack([np.asarray(one, float), np.ones(len(one))], axis=1) for name, one in values.items()
    }
    stats = {(metric, name): Stats(metric, matrix) for metric in chosen for name, matrix in rows.items()}
    return Evaluation(tuple(values), chosen, stats, documents, (1, 1), len(next(iter(rows.values()))))


def lines(path: Path) -> list[str]:
    """Read a file of segments."""
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def wmt23(shared: Path, systems: Sequence[str], *specs: str) -> Evaluation:
    """Score outputs of WMT23 English to German."""
    folder = shared / "data" / "wmt23"
    outputs = {name: lines(folder / "system-outputs" / "en-de" / f"{name}.txt") for name in systems}
    reference = lines(folder / "references" / "en-de.refA.txt")
    return evaluate([(evalset([reference]), outputs)], [parse_metric(spec) for spec in specs])
