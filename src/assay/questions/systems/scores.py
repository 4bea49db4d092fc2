"""Scores of outputs under metrics: of one output, of several metrics, of several systems; and tables of them."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from assay.data import Codes, Results
from assay.errors import OptionError
from assay.metrics import Evaluation, Metric, Stats, parse_metric, spec_of
from assay.questions.given import SYSTEM
from assay.questions.results import Result
from assay.reporting import Block, Table, score_report
from assay.reporting.results import score_results
from assay.reporting.tables.comparison.figures import segment_figures


class Blocks(tuple[Block, ...]):
    """The blocks of a report of scores; called with a size, the scores of so many consecutive segments."""

    scores: Callable[[int], Any]

    def __call__(self, size: int) -> Any:
        """Return the score of every `size` consecutive segments, by their numbers: "1-10", "11-20", …"""
        return self.scores(size)


class ScoreResult(Result):
    """What the results of `score` share: a report at a level, and frames at any."""

    level: str
    # Of parts only sums are known: a row is a block, and no segment.
    merged: bool = False

    @property
    @abstractmethod
    def evaluation(self) -> Evaluation:
        """The statistics of every system under every metric."""

    @abstractmethod
    def block_scores(self, size: int) -> Any:
        """Return the score of every `size` consecutive segments, by their numbers: "1-10", "11-20", …"""

    @property
    def blocks(self) -> Blocks:
        """The report as plain values; `blocks(10)` are the scores of every ten consecutive segments."""
        blocks = Blocks(self.report())
        blocks.scores = self.block_scores
        return blocks

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the table that the command line writes; with pictures, how the scores of segments spread."""
        blocks = score_report(self.evaluation, self.level)
        return [*blocks, *segment_figures(self.evaluation)] if pictures and not self.merged else blocks

    def results(self) -> Results | None:
        """Return the scores at the level asked for as typed figures."""
        return score_results(self.evaluation, self.level)

    @property
    def evaluations(self) -> Sequence[Evaluation]:
        """The statistics behind the scores."""
        return (self.evaluation,)

    @property
    def tables(self) -> dict[str, list[Table]]:
        """The scores of segments, of the corpus, of documents where there are any, and at the level asked for."""
        document = [] if self.evaluation.document is None else ["document"]
        levels = dict.fromkeys(["segment", "corpus", *document, self.level])
        reports = {level: score_report(self.evaluation, level) for level in levels}
        return {level: [block for block in reports[level] if isinstance(block, Table)] for level in levels}


@dataclass(frozen=True, eq=False, repr=False)
class Score(ScoreResult):
    """What one metric says of one list of hypotheses: of all, of each segment, document and block."""

    metric: Metric
    stats: Stats
    document: Codes | None
    signature: str
    # The fewest and the most that a segment has.
    references: tuple[int, int] = (1, 1)
    system: str = SYSTEM
    level: str = "corpus"

    @cached_property
    def evaluation(self) -> Evaluation:
        """The statistics behind the score."""
        return MetricScores([self]).evaluation

    def block_scores(self, size: int) -> dict[str, float]:
        """Return the score of every `size` consecutive segments, by their numbers: "1-10", "11-20", …"""
        names = Codes.blocks(len(self.stats.rows), size).names
        return dict(zip(names, self.stats.blocks(size).each().tolist(), strict=True))

    @cached_property
    def score(self) -> float:
        """The score of all hypotheses together."""
        return self.stats.total()

    @cached_property
    def segments(self) -> NDArray[np.float64]:
        """One score a segment; the array cannot be changed."""
        segments = np.asarray(self.stats.each(), dtype=np.float64)
        segments.flags.writeable = False
        return segments

    @cached_property
    def documents(self) -> dict[str, float] | None:
        """The score of each document, None where no documents were given."""
        if self.document is None:
            return None
        scores = self.stats.collapse(self.document).each().tolist()
        return dict(zip(self.document.names, scores, strict=True))

    @property
    def label(self) -> str:
        """The metric's name for headings, such as "BLEU" or "chrF2++"."""
        return self.metric.label

    def __float__(self) -> float:
        return self.score

    def __str__(self) -> str:
        return f"{self.label} {self.score:.2f}  {self.signature}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = [(name, f"{score:.2f}") for name, score in (self.documents or {}).items()]
        documents = _table(("document", self.label), rows) if rows else ""
        return _table(("metric", "score", "signature"), [_summary(self)]) + documents

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values that `json.dumps` takes; a score that is not a number is None."""
        return {
            "metric": spec_of(self.metric),
            "label": self.label,
            "score": _plain(self.score),
            "segments": [_plain(score) for score in self.segments.tolist()],
            "documents": self.documents and {name: _plain(score) for name, score in self.documents.items()},
            "signature": self.signature,
        }


class MetricScores(ScoreResult, Sequence[Score]):
    """What several metrics say of one list of hypotheses, by position, label or specification.

    The mappings are keyed by label, or by specification where two metrics share a label.
    """

    def __init__(self, scores: Iterable[Score]) -> None:
        self._scores = tuple(scores)
        self.level = self._scores[0].level if self._scores else "corpus"
        labels = [each.label for each in self._scores]
        self._keys = tuple(
            label if labels.count(label) == 1 else spec_of(each.metric)
            for label, each in zip(labels, self._scores, strict=True)
        )

    @cached_property
    def evaluation(self) -> Evaluation:
        """The statistics behind the scores."""
        first = self._scores[0]
        return Evaluation(
            systems=(first.system,),
            metrics=tuple(each.metric for each in self._scores),
            stats={(each.metric, first.system): each.stats for each in self._scores},
            document=first.document,
            references=first.references,
            segments=len(first.stats.rows),
        )

    @property
    def cautions(self) -> tuple[str, ...]:
        """What was warned of on the way."""
        return self._scores[0].cautions if self._scores else ()

    def __len__(self) -> int:
        return len(self._scores)

    @overload
    def __getitem__(self, index: int | str) -> Score: ...
    @overload
    def __getitem__(self, index: slice) -> MetricScores: ...
    def __getitem__(self, index: int | str | slice) -> Score | MetricScores:
        if isinstance(index, slice):
            return MetricScores(self._scores[index])
        return self._scores[self._position(index) if isinstance(index, str) else index]

    def _position(self, name: str) -> int:
        if name in self._keys:
            return self._keys.index(name)
        try:
            return [each.metric for each in self._scores].index(parse_metric(name))
        except (OptionError, ValueError):
            raise KeyError(
                f"no scores of {name!r} here; there are scores of {', '.join(self._keys)}"
            ) from None

    def keys(self) -> tuple[str, ...]:
        """Return the keys of the mappings, in the order in which the metrics were given."""
        return self._keys

    @property
    def score(self) -> dict[str, float]:
        """The score of all hypotheses, by metric."""
        return {key: each.score for key, each in self._items()}

    @property
    def segments(self) -> dict[str, NDArray[np.float64]]:
        """The score of each segment, by metric."""
        return {key: each.segments for key, each in self._items()}

    @property
    def documents(self) -> dict[str, dict[str, float] | None]:
        """The score of each document, by metric; None where no documents were given."""
        return {key: each.documents for key, each in self._items()}

    def block_scores(self, size: int) -> dict[str, dict[str, float]]:
        """Return the score of every `size` consecutive segments, by metric."""
        return {key: each.block_scores(size) for key, each in self._items()}

    @property
    def signature(self) -> dict[str, str]:
        """The signature, by metric."""
        return {key: each.signature for key, each in self._items()}

    def _items(self) -> Iterator[tuple[str, Score]]:
        return zip(self._keys, self._scores, strict=True)

    def __str__(self) -> str:
        return "\n".join(map(str, self._scores))

    def _repr_html_(self) -> str:
        summary = _table(("metric", "score", "signature"), [_summary(each) for each in self._scores])
        columns = [each.documents for each in self._scores if each.documents]
        rows = [(name, *(f"{column[name]:.2f}" for column in columns)) for name in (columns or [{}])[0]]
        return summary + (_table(("document", *self._keys), rows) if rows else "")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values that `json.dumps` takes, by metric."""
        return {key: each.to_dict() for key, each in self._items()}


@dataclass(frozen=True, eq=False, repr=False)
class SystemScores(ScoreResult, Mapping[str, Score | MetricScores]):
    """What metrics say of several systems, by the names of these; the table of `assay score`."""

    scored: Evaluation
    # One metric was asked for, not a list.
    alone: bool = False
    level: str = "corpus"
    merged: bool = False

    @property
    def evaluation(self) -> Evaluation:
        """The statistics of every system under every metric."""
        return self.scored

    def __getitem__(self, system: str) -> Score | MetricScores:
        if system not in self.evaluation.systems:
            raise KeyError(f"no system {system!r} here; the systems are {', '.join(self.evaluation.systems)}")
        scores = MetricScores(self._of(metric, system) for metric in self.evaluation.metrics)
        return scores[0] if self.alone else scores

    def __iter__(self) -> Iterator[str]:
        return iter(self.evaluation.systems)

    def __len__(self) -> int:
        return len(self.evaluation.systems)

    @property
    def score(self) -> dict[str, Any]:
        """The score of each system, or its scores by metric."""
        return {system: self[system].score for system in self}

    @property
    def segments(self) -> dict[str, Any]:
        """The scores of each system's segments, or these by metric."""
        return {system: self[system].segments for system in self}

    @property
    def documents(self) -> dict[str, Any]:
        """The scores of each system's documents, or these by metric."""
        return {system: self[system].documents for system in self}

    def block_scores(self, size: int) -> dict[str, Any]:
        """Return the score of every `size` consecutive segments, by system."""
        return {system: self[system].block_scores(size) for system in self}

    def _of(self, metric: Metric, system: str) -> Score:
        return Score(
            metric,
            self.evaluation.stats[metric, system],
            self.evaluation.document,
            self.evaluation.signature(metric),
            self.evaluation.references,
            system,
            self.level,
            cautions=self.cautions,
        )


def _plain(number: float) -> float | None:
    return None if math.isnan(number) else number


def _summary(score: Score) -> tuple[str, str, str]:
    return score.label, f"{score.score:.2f}", score.signature


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heading)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
