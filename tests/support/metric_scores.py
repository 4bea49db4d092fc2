"""Scores in one call, as tests want them: outputs and streams of references to a metric's rows."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from assay.data.evalset import Codes, EvalSet
from assay.metrics.base import Metric, Stats
from assay.metrics.evaluation import evaluate
from assay.metrics.specs import parse_metric
from assay.resources import Resources

Stream = Sequence[str | None]


def evalset(streams: Sequence[Stream], document: Codes | None = None) -> EvalSet:
    """Return a set with these streams of references, None where there is none; the source is the first of them."""
    references: Mapping[str, Stream] = {f"ref{number}": stream for number, stream in enumerate(streams)}
    source = [next((text for text in row if text is not None), "") for row in zip(*streams, strict=True)]
    return EvalSet("test", ("xx", "yy"), source, references, document)


def stats(metric: str | Metric, outputs: Sequence[str], streams: Sequence[Stream], threads: int = 1) -> Stats:
    """Return the statistics of one system under one metric."""
    chosen = parse_metric(metric) if isinstance(metric, str) else metric
    result = evaluate([(evalset(streams), {"system": outputs})], [chosen], Resources(threads=threads))
    return result.stats[chosen, "system"]


def columns(found: Stats, *names: str) -> list[int]:
    """Return the places of the columns of these names, or of these names and one of BLEU's orders."""
    orders = {str(order) for order in getattr(found.metric, "orders", ())}
    every = enumerate(found.metric.columns)
    return [at for at, own in every if any(own == name or own.removeprefix(name) in orders for name in names)]


def sacrebleu_rows(found: Stats) -> NDArray[np.float64]:
    """Return of each row what sacreBLEU keeps of a segment."""
    if found.metric.name == "bleu":
        return found.rows[:, columns(found, "output", "reference_closest", "match", "ngrams")]
    return found.rows[:, :2] if found.metric.name == "ter" else found.rows
