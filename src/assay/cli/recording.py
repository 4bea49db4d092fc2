"""What a run file holds of an answer: its blocks, signatures, statistics of segments, and the versions at work."""

from __future__ import annotations

from collections.abc import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import SegmentStatistics
    from assay.metrics import Evaluation, Metric
    from assay.reporting import Block


def environment() -> dict[str, str]:
    """Return the versions that may change a digit."""
    import platform

    import numpy

    from assay.version import installed_version

    return {
        "assay": installed_version(),
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "platform": f"{platform.system()} {platform.machine()}",
    }


def rendered_blocks(blocks: Sequence[Block]) -> list[dict[str, object]]:
    """Return blocks as a run file keeps them."""
    import json

    from assay.reporting import render_as

    rendered: list[dict[str, object]] = json.loads(render_as(blocks, "json"))["blocks"]
    return rendered


def signatures(blocks: Sequence[dict[str, object]], evaluations: Sequence[Evaluation]) -> dict[str, str]:
    """Return the signature of every metric, by the name it is asked for."""
    from assay.metrics import METRICS

    signed = {
        metric_name(metric): evaluation.signature(metric)
        for evaluation in evaluations
        for metric in evaluation.metrics
        if metric.name in METRICS
    }
    for block in blocks:
        columns = block.get("columns", [])
        for column in columns if isinstance(columns, list) else []:
            if column.get("signature"):
                signed.setdefault(column["name"], column["signature"])
    return signed


def statistics(evaluations: Sequence[Evaluation]) -> list[SegmentStatistics]:
    """Return the statistics of every segment, by metric and system."""
    from assay.data import SegmentStatistics

    return [
        SegmentStatistics.of(metric_name(metric), system, evaluation.stats[metric, system].rows)
        for evaluation in evaluations
        for metric in evaluation.metrics
        for system in evaluation.systems
    ]


def metric_name(metric: Metric) -> str:
    """Name a metric as it is asked for; a bucket of words goes by its feature."""
    from assay.diagnosis import BucketF
    from assay.metrics import spec_of

    return f"words:{metric.feature}:{metric.bucket}" if isinstance(metric, BucketF) else spec_of(metric)
