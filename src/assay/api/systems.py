"""Systems scored, compared and held against each other: what `assay compare`, `power`, `gate` … answer, for Python."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from assay.api.calls import answered, read_keywords, takes
from assay.diagnosis import NAMELESS
from assay.engine import GridOptions
from assay.io import FileOptions
from assay.metrics import spec_of
from assay.questions import GateResult, Given, GridResult, MapResult, PowerResult, SystemScores
from assay.questions.given import BESIDES
from assay.questions.specifications import Metrics, parse_metrics
from assay.questions.systems.compare import CompareQuestion
from assay.questions.systems.gate import GateQuestion
from assay.questions.systems.map import MapQuestion
from assay.questions.systems.merge import MergeQuestion
from assay.questions.systems.power import PowerQuestion
from assay.questions.systems.score import ScoreQuestion


@takes(CompareQuestion)
def compare(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics | None = None,
    *,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    runs: Mapping[str, Sequence[Any]] | None = None,
    **options: Any,
) -> Any:
    """Compare systems: scores with intervals, paired tests, ranks, and what may be claimed.

    `hypotheses` is a mapping from systems to lists of strings, columns or files; or a frame or file that holds the
    whole set. `runs` stands in its place where systems were trained several times: a mapping from systems to the
    outputs of every run.
    """
    question = read_keywords(CompareQuestion, options, (*BESIDES, "runs"))
    texts = (hypotheses, references, sources, documents, references_by)
    return answered("compare", question, Given(*texts, question.files, metrics, runs=runs))


@takes(PowerQuestion)
def power(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics | None = None,
    *,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> PowerResult:
    """Say how large a difference a test set can show, and how many segments it takes.

    Without hypotheses, `difference`, `deviation` and `segments` are assumed, or `win_rate` and `segments`.
    """
    question = read_keywords(PowerQuestion, options)
    texts = (hypotheses, references, sources, documents, references_by)
    result: PowerResult = answered("power", question, Given(*texts, question.files, metrics))
    return result


@takes(GateQuestion)
def gate(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics | None = None,
    *,
    baseline: Any = None,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> GateResult:
    """Say whether a new system is worse than a baseline by more than a margin, or fails too many checks.

    `baseline` is the output of the old system, as a list, a column or a file; the name of one of the hypotheses, where
    these are a mapping; or a run file. `margin` is a number of points, or one for each metric: `{"bleu": 0.5}`. `most`
    limits how many segments may fail checks against the source, which takes no references: `{"placeholders": 0}`.
    """
    for name in ("margin", "most"):
        if name in options:
            options[name] = _amounts(options[name])
    path = os.fspath(baseline) if isinstance(baseline, str | os.PathLike) else None
    named = "" if baseline is None else path or NAMELESS
    question = read_keywords(GateQuestion, {**options, "baseline": named}, (*BESIDES, "baseline"))
    texts = (hypotheses, references, sources, documents, references_by)
    given = Given(*texts, question.files, metrics, baseline=baseline if path is None else None)
    result: GateResult = answered("gate", question, given)
    return result


def _amounts(given: object) -> object:
    """Write amounts as the command line does: {"bleu": 0.5} is bleu=0.5, and a number is for all."""
    if isinstance(given, Mapping):
        return tuple(f"{name}={amount}" for name, amount in given.items())
    return str(given) if isinstance(given, int | float) else given


@takes(GridOptions)
def score_grid(
    grid: str,
    references: str | Sequence[str],
    metrics: Metrics | None = None,
    *,
    documents: str | None = None,
    threads: int = 0,
    **options: Any,
) -> GridResult:
    """Score many systems in many directions, whose files patterns with named fields stand for.

    `score_grid("out/{system}/{pair}.txt", "ref/{target}.txt", "chrf")`; `documents` is the pattern of files that name
    the document of every segment; `threads` are processes that work at a time.
    """
    named = {"grid": grid, "references": references, **options}
    wanted = read_keywords(GridOptions, named, ("metrics", "documents", "threads"))
    question = replace(ScoreQuestion(FileOptions(docs=documents), threads=threads), grid=wanted)
    result: GridResult = answered("score", question, Given(metrics=metrics))
    return result


@takes(MapQuestion, output="-o")
def map_shards(
    hypotheses: Any = None,
    references: Any = None,
    metrics: Metrics | None = None,
    *,
    sources: Any = None,
    **options: Any,
) -> MapResult:
    """Score the shards of a large set, each to a part in the folder `output`; parts that are there are kept.

    `hypotheses` are folders with a file per shard, patterns or tables, as a path or a mapping from systems to paths.
    """
    question = read_keywords(MapQuestion, options)
    given = Given(hypotheses, references, sources, files=question.files, metrics=metrics)
    result: MapResult = answered("map", question, given)
    return result


@takes(MergeQuestion)
def merge_parts(folders: Any, metrics: Metrics | None = None, **options: Any) -> SystemScores:
    """Add up the parts of all shards, which `map_shards` wrote: the digits of `score`, for any cut and order."""
    named = {} if metrics is None else {"metric": [spec_of(metric) for metric in parse_metrics(metrics)]}
    question = read_keywords(MergeQuestion, {**options, **named, "folders": folders}, ("folders",))
    result: SystemScores = answered("merge", question, Given())
    return result
