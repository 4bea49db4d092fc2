"""What a run file holds of an answer: its blocks, signatures, statistics of segments, and the versions at work."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from assay.data import Results, Run, SegmentBuckets, SegmentStatistics
from assay.diagnosis.words.rates import BucketF
from assay.io import fingerprint
from assay.metrics import METRICS, Evaluation, Metric, spec_of
from assay.reporting.blocks import Block
from assay.reporting.render.formats import render_as
from assay.version import installed_version


def make_run(
    command: str,
    blocks: Sequence[Block],
    results: Results | None,
    *,
    options: Mapping[str, object],
    paths: Iterable[str],
    evaluations: Sequence[Evaluation] = (),
    buckets: Sequence[SegmentBuckets] = (),
) -> Run:
    """Return all there is to know of an answer: by which options it was made of which files, and what it says."""
    rendered, seed = _rendered(blocks), options.get("seed")
    return Run(
        command=command,
        arguments=(),
        options=options,
        inputs=tuple(fingerprint(path) for path in dict.fromkeys(paths) if not os.path.isdir(path)),
        signatures=_signatures(rendered, evaluations),
        environment=_environment(),
        seed=seed if isinstance(seed, int) else None,
        started="now",
        seconds=0.0,
        code=0,
        blocks=tuple(rendered),
        results=results,
        statistics=tuple(_statistics(evaluations)),
        buckets=tuple(buckets),
    )


def _environment() -> dict[str, str]:
    """Return the versions that may change a digit."""
    return {
        "assay": installed_version(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "platform": f"{platform.system()} {platform.machine()}",
    }


def _rendered(blocks: Sequence[Block]) -> list[dict[str, object]]:
    """Return blocks as a run file keeps them."""
    rendered: list[dict[str, object]] = json.loads(render_as(blocks, "json"))["blocks"]
    return rendered


def _signatures(blocks: Sequence[dict[str, object]], evaluations: Sequence[Evaluation]) -> dict[str, str]:
    """Return the signature of every metric, by the name it is asked for."""
    signed = {
        _name(metric): evaluation.signature(metric)
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


def _statistics(evaluations: Sequence[Evaluation]) -> list[SegmentStatistics]:
    """Return the statistics of every segment, by metric and system."""
    return [
        SegmentStatistics.of(_name(metric), system, evaluation.stats[metric, system].rows)
        for evaluation in evaluations
        for metric in evaluation.metrics
        for system in evaluation.systems
    ]


def _name(metric: Metric) -> str:
    """Name a metric as it is asked for; a bucket of words goes by its feature."""
    return f"words:{metric.feature}:{metric.bucket}" if isinstance(metric, BucketF) else spec_of(metric)
