"""The laws of the family: what must hold for every metric, ours and those of others, as functions that can be called.

`check_laws` runs them over a small set of odd segments (`assay plugins test NAME`); the tests of this package run the
same functions over sets that Hypothesis makes. A law that does not hold is a `LawBrokenError` that says which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from assay.data import Array, Codes, EvalSet
from assay.errors import AssayError
from assay.metrics.base import Metric, Stats
from assay.metrics.evaluation import Evaluation, evaluate
from assay.metrics.specs import parse_metric, signature_of, spec_of
from assay.resources import Resources

SYSTEM = "system"
ONE_THREAD = Resources(threads=1)
_SUMS = 1e-12  # by which sums may differ that were added in another order


class LawBrokenError(AssayError):
    """A law of the family does not hold."""


@dataclass(frozen=True)
class LawSet:
    """Outputs of one system and the streams of references, None where a segment lacks one."""

    outputs: list[str]
    streams: list[list[str | None]]

    def __len__(self) -> int:
        return len(self.outputs)

    def part(self, rows: list[int]) -> LawSet:
        """Return some of the segments, in the order given."""
        streams = [[stream[row] for row in rows] for stream in self.streams]
        return LawSet([self.outputs[row] for row in rows], streams)

    def first_references(self) -> list[str]:
        """Return of every segment the first reference that is there."""
        return [next(text for text in texts if text is not None) for texts in zip(*self.streams, strict=True)]

    def evalset(self, document: Codes | None = None) -> EvalSet:
        """Return the set without its outputs; the source is the first reference of every segment."""
        references = {f"ref{number}": stream for number, stream in enumerate(self.streams)}
        return EvalSet("laws", ("xx", "yy"), self.first_references(), references, document)


def law_stats(metric: Metric, one: LawSet) -> Stats:
    """Return the statistics of the outputs of a set."""
    return evaluate([(one.evalset(), {SYSTEM: one.outputs})], [metric], ONE_THREAD).stats[metric, SYSTEM]


def close(first: object, second: object, tolerance: float = 0.0) -> bool:
    """Compare sums of numbers that need not be whole, in whichever order they were added; NaN is a missing score."""
    numbers = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    return bool(np.allclose(*numbers, rtol=_SUMS, atol=max(_SUMS, tolerance), equal_nan=True))


def _same(first: Array, second: Array, tolerance: float) -> bool:
    if tolerance:
        return close(first, second, tolerance)
    return bool(np.array_equal(first, second, equal_nan=True))


def _hold(condition: bool, what: str) -> None:
    if not condition:
        raise LawBrokenError(what)


def shards_add(metric: Metric, one: LawSet, cuts: Sequence[int], tolerance: float = 0.0) -> None:
    """Check that a set in shards, cut at these places, has the rows of the set as a whole, and their sums."""
    whole, expected = one.evalset(), law_stats(metric, one)
    ends = sorted({0, *cuts, len(one)})
    shards = [(whole.part(start, stop), {SYSTEM: one.outputs[start:stop]}) for start, stop in pairwise(ends)]
    kept = evaluate(shards, [metric], ONE_THREAD)
    summed = evaluate(shards, [metric], ONE_THREAD, keep=False)
    _hold(_same(kept.stats[metric, SYSTEM].rows, expected.rows, tolerance), "rows change with the shards")
    _hold(len(summed.stats[metric, SYSTEM].rows) == 1, "sums of shards are no single row")
    _hold(
        close(summed.stats[metric, SYSTEM].total(), expected.total(), metric_tolerance(metric, tolerance)),
        "the score changes with the shards",
    )
    _hold(kept.segments == summed.segments == len(one), "segments are lost between shards")
    _hold(
        kept.references == summed.references == whole.reference_counts(), "references are lost between shards"
    )


def metric_tolerance(metric: Metric, tolerance: float) -> float:
    """Return by how much a score may change where a statistic may change by so much."""
    return tolerance * float(getattr(metric, "times", 1.0))


def segments_stand_alone(metric: Metric, one: LawSet, tolerance: float = 0.0) -> None:
    """Check that a segment has the same row alone as among others, and that rows add up to the corpus."""
    if metric.fits_corpus:
        return  # a single segment has weights of its own
    expected = law_stats(metric, one)
    rows = np.concatenate([law_stats(metric, one.part([row])).rows for row in range(len(one))])
    _hold(_same(rows, expected.rows, tolerance), "a segment alone has another row than among others")
    total = metric.score(rows.sum(axis=0))
    _hold(
        close(total, expected.total(), metric_tolerance(metric, tolerance)),
        "rows do not add up to the corpus",
    )


def order_is_irrelevant(metric: Metric, one: LawSet, order: list[int], tolerance: float = 0.0) -> None:
    """Check that segments in another order have the same rows, and the same score."""
    expected, shuffled = law_stats(metric, one), law_stats(metric, one.part(order))
    _hold(_same(shuffled.rows, expected.rows[order], tolerance), "rows change with the order of segments")
    _hold(
        close(shuffled.total(), expected.total(), metric_tolerance(metric, tolerance)),
        "the score changes with the order of segments",
    )


def documents_keep_the_total(
    metric: Metric, one: LawSet, column: Sequence[str], tolerance: float = 0.0
) -> None:
    """Check that rows summed by document give the same total, and the scores of documents as sets of their own."""
    codes, expected = Codes.of(column), law_stats(metric, one)
    documents, room = expected.collapse(codes), metric_tolerance(metric, tolerance)
    _hold(
        documents.rows.shape == (len(codes.names), len(metric.columns)), "rows have not the columns declared"
    )
    _hold(
        close(documents.rows.sum(axis=0), expected.rows.sum(axis=0)), "documents do not add up to the corpus"
    )
    _hold(close(documents.total(), expected.total()), "the score changes with documents")
    for document, score in zip(codes.names, documents.each(), strict=True):
        rows = [row for row, own in enumerate(column) if own == document]
        alone = metric.fits_corpus or close(law_stats(metric, one.part(rows)).total(), score, room)
        _hold(alone, "a document has another score as a set of its own")


def weights_are_repetitions(
    metric: Metric, one: LawSet, times: Sequence[int], tolerance: float = 0.0
) -> None:
    """Check that resampling by weights gives what the segments give that often."""
    stats = law_stats(metric, one)
    _hold(close(stats.under(np.ones((2, len(one)))), stats.total()), "weights of 1 change the score")
    _hold(close(stats.under(np.eye(len(one))), stats.each()), "a weight of 1 is not the score of the segment")
    if metric.fits_corpus or not any(times):
        return  # its weights stay those of the whole set
    repeated = one.part([row for row, count in enumerate(times) for _ in range(count)])
    weights = np.array([times], dtype=np.float64)
    room = metric_tolerance(metric, tolerance)
    _hold(
        close(stats.under(weights), law_stats(metric, repeated).total(), room), "weights are no repetitions"
    )


def scores_take_any_shape(metric: Metric, one: LawSet) -> None:
    """Check that `score` takes sums of any leading shape, and leaves them as they are."""
    rows = law_stats(metric, one).rows
    before, each, twice = rows.copy(), metric.score(rows), metric.score(2 * rows)
    _hold(
        each.shape == (len(one),) and np.shape(metric.score(rows[0])) == (),
        "scores have another shape than sums",
    )
    _hold(close(metric.score(rows[0]), each[0]), "a single row has another score than among others")
    _hold(close(metric.score(rows[:, None, :]), each[:, None]), "scores change with the shape of sums")
    stacked = metric.score(np.stack([rows, 2 * rows, rows]))
    _hold(close(stacked, np.stack([each, twice, each])), "scores change with the shape of sums")
    _hold(metric.score(np.zeros((0, rows.shape[1]))).shape == (0,), "no sums have no score")
    _hold(np.array_equal(rows, before), "a score changes the sums that it is given")


def systems_stand_alone(
    metric: Metric, one: LawSet, others: Mapping[str, list[str]], tolerance: float = 0.0
) -> None:
    """Check that the rows of a system do not depend on which others are scored with it."""
    outputs = {SYSTEM: one.outputs, **others}
    together: Evaluation = evaluate([(one.evalset(), outputs)], [metric], ONE_THREAD)
    _hold(together.systems == tuple(outputs), "systems change their order")
    for system, column in outputs.items():
        alone = law_stats(metric, LawSet(column, one.streams)).rows
        _hold(_same(together.stats[metric, system].rows, alone, tolerance), "systems see each other")


def figures_are_repeated(metric: Metric, one: LawSet) -> None:
    """Check that the same set has the same digits again, and that columns are those declared."""
    rows = law_stats(metric, one).rows
    _hold(rows.shape == (len(one), len(metric.columns)), "rows have not the columns declared")
    _hold(
        rows.dtype == np.float64 and bool(np.isfinite(rows).all()),
        "statistics are no finite numbers of float64",
    )
    _hold(bool(np.array_equal(law_stats(metric, one).rows, rows)), "the same texts have other figures again")


def names_are_read_back(metric: Metric) -> None:
    """Check that specification and signature name this metric and no other."""
    _hold(parse_metric(spec_of(metric)) == metric, "its specification names another metric")
    _hold(parse_metric(signature_of(metric, (1, 2))) == metric, "its signature names another metric")


# Few words, so that n-grams recur; scripts with and without spaces, marks, numbers, emoji; and nothing at all.
_OUTPUTS = [
    "the cat sat on the mat .",
    "",
    "中国。",
    "a",
    "Straße 3.5 don't 😀",
    "e\u0301 नमस्ते",
    "one two three four",
]
_REFERENCES = [
    "a cat sat on the mat .",
    "one",
    "中国人。",
    "",
    "die Straße 3.5",
    "नमस्ते",
    "one two three four",
]
_SECOND: list[str | None] = ["the cat", None, None, "a", None, "x", "one two"]


def _laws(one: LawSet, tolerance: float) -> dict[str, Callable[[Metric], None]]:
    rows = len(one)
    documents = ["x" if row % 3 else "y" for row in range(rows)]
    others = {"backwards": one.outputs[::-1], "alike": ["a"] * rows}
    return {
        "specification and signature name it": names_are_read_back,
        "the same texts have the same figures, empty ones too": lambda each: figures_are_repeated(each, one),
        "the order of segments changes nothing": lambda each: order_is_irrelevant(
            each, one, list(range(rows))[::-1], tolerance
        ),
        "a segment has the same digits whatever stands beside it": lambda each: segments_stand_alone(
            each, one, tolerance
        ),
        "shards add": lambda each: shards_add(each, one, [2, 3], tolerance),
        "documents add": lambda each: documents_keep_the_total(each, one, documents, tolerance),
        "weights are repetitions": lambda each: weights_are_repetitions(
            each, one, [row % 3 for row in range(rows)], tolerance
        ),
        "sums of any shape have scores": lambda each: scores_take_any_shape(each, one),
        "systems do not see each other": lambda each: systems_stand_alone(each, one, others, tolerance),
    }


def check_laws(metric: Metric, tolerance: float = 0.0) -> dict[str, str]:
    """Run every law over a small set; return what is wrong under each, "" where it holds."""
    one = LawSet(_OUTPUTS, [list(_REFERENCES), _SECOND])
    verdicts = {}
    for law, check in _laws(one, tolerance).items():
        try:
            check(metric)
        except LawBrokenError as error:
            verdicts[law] = str(error)
        except AssayError:
            raise  # the metric cannot be computed here at all
        except Exception as error:  # whatever a metric of somebody else does
            verdicts[law] = f"{type(error).__name__}: {error}"
        else:
            verdicts[law] = ""
    return verdicts
