"""Scores of segments inside Polars and DuckDB: an expression of two columns, and a function of SQL.

    frame.with_columns(chrf=polars_score("mt", "reference", "chrf"))
    register_duckdb(connection, "chrf")                     # then: SELECT chrf(mt, reference) FROM pairs

A row in which either side is missing has no score. Nothing is computed here.
"""

from __future__ import annotations

from typing import Any

from assay.errors import DependencyError
from assay.metrics import parse_metric


def polars_score(hypothesis: Any, reference: Any, metric: str = "chrf", *, threads: int = 0) -> Any:
    """Return a Polars expression: the score of every row of two columns, named or expressions themselves."""
    polars = _library("polars")
    parse_metric(metric)  # refused now, not when the query runs
    sides = [polars.col(side) if isinstance(side, str) else side for side in (hypothesis, reference)]

    def scored(rows: Any) -> Any:
        outputs, references = (rows.struct.field(name).to_list() for name in ("hypothesis", "reference"))
        return polars.Series(_scores(outputs, references, metric, threads), dtype=polars.Float64)

    both = polars.struct(sides[0].alias("hypothesis"), sides[1].alias("reference"))
    return both.map_batches(scored, return_dtype=polars.Float64, is_elementwise=True)


def register_duckdb(connection: Any, metric: str = "chrf", name: str = "", *, threads: int = 0) -> None:
    """Give a DuckDB connection a function of two texts, called like the metric unless it has another name."""
    pyarrow = _library("pyarrow")
    parse_metric(metric)

    def scored(outputs: Any, references: Any) -> Any:
        scores = _scores(outputs.to_pylist(), references.to_pylist(), metric, threads)
        return pyarrow.array(scores, type=pyarrow.float64())

    connection.create_function(
        name or metric.partition(":")[0],
        scored,
        ["VARCHAR", "VARCHAR"],
        "DOUBLE",
        type="arrow",
        null_handling="special",
    )


def _scores(
    outputs: list[str | None], references: list[str | None], metric: str, threads: int
) -> list[float | None]:
    from assay.api import score

    known = [row for row, pair in enumerate(zip(outputs, references, strict=True)) if None not in pair]
    scores: list[float | None] = [None] * len(outputs)
    if known:
        segments = score(
            [outputs[row] for row in known], [references[row] for row in known], metric, threads=threads
        ).segments
        for row, figure in zip(known, segments.tolist(), strict=True):
            scores[row] = figure
    return scores


def _library(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise DependencyError(f"{name} is not installed; pip install {name}") from None
