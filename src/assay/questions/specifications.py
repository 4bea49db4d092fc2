"""The metrics that are meant: specifications, or objects, which no option can name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.errors import InputError, OptionError
from assay.metrics import Metric

Metrics = str | Metric | Sequence[str | Metric]


def parse_metrics(metrics: Metrics) -> list[Metric]:
    """Parse the specifications; the same metric twice would give two scores of one name."""
    from assay.metrics import spec_of

    listed = [metrics] if isinstance(metrics, str) or not isinstance(metrics, Iterable) else metrics
    chosen = [_parsed(metric) for metric in listed]
    if not chosen:
        raise InputError('metrics is an empty list; name at least one, such as "bleu"')
    for place, metric in enumerate(chosen):
        if metric in chosen[:place]:
            raise InputError(f"metrics[{place}] is {spec_of(metric)!r} again; name each metric once")
    return chosen


def _parsed(metric: str | Metric) -> Metric:
    from assay.metrics import parse_metric

    if isinstance(metric, str):
        return parse_metric(metric)
    if not hasattr(metric, "prepare"):
        raise InputError(f'a metric is a name such as "chrf", and not of type {type(metric).__name__}')
    return metric


def refuse_for_references(metrics: Sequence[Metric]) -> None:
    """Refuse metrics that need references, where there are none."""
    from assay.metrics import need_no_references, spec_of

    for metric in metrics:
        if not need_no_references([metric]):
            raise OptionError(f"{spec_of(metric)} needs references; name them with -r")
