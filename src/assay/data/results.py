"""What a run found, as typed values: scores, pairs, ranks, findings and buckets, whatever its report looks like.

Two runs are compared by these. Run files that were written before they were kept have tables only, and
`results_of_tables` reads the same values off those.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

OPEN = "open"
BY_WORDS, BY_SEGMENTS = "words", "segments"


@dataclass(frozen=True)
class SystemScore:
    """The score of a system under a metric, as `-m` names it; `unit` is a document or block, empty for the whole."""

    system: str
    metric: str
    score: float | None
    low: float | None = None
    high: float | None = None
    unit: str = ""


@dataclass(frozen=True)
class PairResult:
    """Two systems under a metric, first minus second; `better` is the one claimed to be better, or `open`."""

    metric: str
    first: str
    second: str
    difference: float | None
    low: float | None = None
    high: float | None = None
    p_value: float | None = None
    adjusted: float | None = None
    better: str = OPEN


@dataclass(frozen=True)
class RankRange:
    """The ranks that a system may have under a metric."""

    metric: str
    system: str
    best: int
    worst: int
    cluster: int


@dataclass(frozen=True)
class FindingKey:
    """What a finding goes by: its kind, its systems and the row it rests on, which no digit changes."""

    kind: str
    ahead: str
    behind: str
    row: str


@dataclass(frozen=True)
class BucketScore:
    """F of the words of a bucket, or the score of its segments under a metric, for one system."""

    by: str  # words or segments
    feature: str
    bucket: str
    system: str
    metric: str  # empty for words
    score: float | None


@dataclass(frozen=True)
class Results:
    """All that a run found; `labels` say what its report calls the metrics."""

    labels: Mapping[str, str] = field(default_factory=dict)
    scores: tuple[SystemScore, ...] = ()
    pairs: tuple[PairResult, ...] = ()
    ranks: tuple[RankRange, ...] = ()
    findings: tuple[FindingKey, ...] = ()
    buckets: tuple[BucketScore, ...] = ()

    def __or__(self, other: Results) -> Results:
        """Put the results of two parts of a report together."""
        return Results(
            {**self.labels, **other.labels},
            self.scores + other.scores,
            self.pairs + other.pairs,
            self.ranks + other.ranks,
            self.findings + other.findings,
            self.buckets + other.buckets,
        )


Row = Mapping[str, Any]
Tables = Mapping[str, Mapping[str, Any]]


def results_of_tables(
    blocks: Sequence[Mapping[str, Any]], metrics: Mapping[str, str] | None = None
) -> Results:
    """Read results off the tables of a report in its JSON form; `metrics` are by their labels, as far as known."""
    tables: dict[str, Mapping[str, Any]] = {}
    for block in blocks:
        if isinstance(block.get("rows"), list) and isinstance(block.get("columns"), list):
            tables.setdefault(str(block.get("name", "")), block)
    columns = _part(tables, "scores", "columns")
    heads = {head["label"]: head for head in columns if head.get("label") and head.get("signature")}
    metrics = {**(metrics or {}), **{label: head["name"] for label, head in heads.items()}}
    lower = {label for label, head in heads.items() if head.get("better") == "lower"}
    return Results(
        {metric: label for label, metric in metrics.items()},
        tuple(_scores(tables)),
        tuple(_pair(row, metrics, lower) for row in _part(tables, "pairs", "rows") if "first" in row),
        tuple(_rank(row, metrics) for row in _part(tables, "ranks", "rows")),
        tuple(_finding(row) for row in _part(tables, "evidence", "rows")),
        tuple(_buckets(tables, metrics)),
    )


def _part(tables: Tables, name: str, part: str) -> list[Row]:
    return list(tables[name][part]) if name in tables else []


def _scores(tables: Tables) -> Iterator[SystemScore]:
    """Yield the scores of systems, documents and blocks; those of single segments are statistics, not results."""
    columns = _part(tables, "scores", "columns")
    if any(head["name"] == "segment" for head in columns):
        return
    signed = [head["name"] for head in columns if head.get("signature")]
    for row in _part(tables, "scores", "rows"):
        unit = " / ".join(value for name, value in row.items() if isinstance(value, str) and name != "system")
        for metric in signed or row:
            if _number(row.get(metric)) is not None:
                yield SystemScore(str(row.get("system", "")), metric, *_estimate(row[metric]), unit)


def _number(value: object) -> float | None:
    middle = value.get("value") if isinstance(value, Mapping) else value
    return float(middle) if isinstance(middle, int | float) else None


def _estimate(value: object) -> tuple[float | None, float | None, float | None]:
    bounds = value if isinstance(value, Mapping) else {}
    return _number(value), bounds.get("low"), bounds.get("high")


def _pair(row: Row, metrics: Mapping[str, str], lower: set[str]) -> PairResult:
    difference, low, high = _estimate(row.get("difference"))
    marked = isinstance(row.get("difference"), Mapping) and row["difference"].get("mark")
    ahead = (difference or 0.0) > 0
    better = row["first"] if ahead != (row["metric"] in lower) else row["second"]
    metric = metrics.get(row["metric"], row["metric"])
    p_values = row.get("p"), row.get("adjusted")
    return PairResult(
        metric, row["first"], row["second"], difference, low, high, *p_values, better if marked else OPEN
    )


def _rank(row: Row, metrics: Mapping[str, str]) -> RankRange:
    ranks = (row.get(name, 0) for name in ("best_rank", "worst_rank", "cluster"))
    return RankRange(metrics.get(row["metric"], row["metric"]), row["system"], *ranks)


def _finding(row: Row) -> FindingKey:
    return FindingKey(*(str(row.get(name)) for name in ("finding", "ahead", "behind", "row")))


def _buckets(tables: Tables, metrics: Mapping[str, str]) -> Iterator[BucketScore]:
    for name in tables:
        by, _, feature = name.partition("-by-")
        column = {BY_WORDS: "F", BY_SEGMENTS: "score"}.get(by, "")
        for row in _part(tables, name, "rows") if feature and column else ():
            label = str(row.get("metric", ""))
            bucket, system = str(row["bucket"]), str(row["system"])
            yield BucketScore(
                by, feature, bucket, system, metrics.get(label, label), _number(row.get(column))
            )
