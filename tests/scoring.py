"""Scores in one call, as tests want them: outputs and streams of references to a metric's rows."""

from collections.abc import Mapping, Sequence

from assay.data.evalset import Codes, EvalSet
from assay.metrics.base import Metric, Stats, evaluate
from assay.metrics.spec import parse
from assay.resources import Resources

Stream = Sequence[str | None]


def evalset(streams: Sequence[Stream], document: Codes | None = None) -> EvalSet:
    """Return a set with these streams of references, None where there is none."""
    references: Mapping[str, Stream] = {f"ref{number}": stream for number, stream in enumerate(streams)}
    return EvalSet("test", ("xx", "yy"), None, references, document)


def stats(metric: str | Metric, outputs: Sequence[str], streams: Sequence[Stream], threads: int = 1) -> Stats:
    """Return the statistics of one system under one metric."""
    chosen = parse(metric) if isinstance(metric, str) else metric
    result = evaluate([(evalset(streams), {"system": outputs})], [chosen], Resources(threads=threads))
    return result.stats[chosen, "system"]
