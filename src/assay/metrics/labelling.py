"""What metrics are called in tables and sentences: labels, told apart by options where two would be alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.metrics.base import Metric
from assay.metrics.registry import METRICS
from assay.metrics.specs import spec_of


def labels(metrics: Iterable[Metric]) -> dict[Metric, str]:
    """Return the label of every metric, each of them once."""
    unique = list(dict.fromkeys(metrics))
    return dict(zip(unique, distinct_labels(unique), strict=True))


def distinct_labels(metrics: Sequence[Metric]) -> list[str]:
    """Label metrics for headings; those that share a label also show the options in which they differ."""
    labels = [metric.label for metric in metrics]
    options = [set(_options(metric)) for metric in metrics]
    return [
        label if labels.count(label) == 1 else _with_options(metric, label, _shared(label, labels, options))
        for metric, label in zip(metrics, labels, strict=True)
    ]


def _shared(label: str, labels: Sequence[str], options: Sequence[set[str]]) -> set[str]:
    return set.intersection(
        *(chosen for other, chosen in zip(labels, options, strict=True) if other == label)
    )


def _with_options(metric: Metric, label: str, shared: set[str]) -> str:
    own = [option for option in _options(metric) if option not in shared]
    return f"{label} {','.join(own)}" if own else label


def _options(metric: Metric) -> list[str]:
    """Return the options that a metric was asked with; what is no metric of the registry has none."""
    if metric.name not in METRICS:
        return []
    return [option for option in spec_of(metric).partition(":")[2].split(",") if option]
