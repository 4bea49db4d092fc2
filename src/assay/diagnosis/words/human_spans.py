"""Error spans of people, or of metrics that mark errors, beside automatic classes: which category has which class.

A word of an output belongs to a span if they share a character. Words are found again in the text one after the
other; a tokeniser that rewrites characters may leave some without a place, and they are counted as such.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import GENUINE, Judgements
from assay.diagnosis.corpus import Corpus
from assay.diagnosis.words.classes import Classified
from assay.diagnosis.words.tokens import word_places
from assay.errors import InputError
from assay.metrics import labels
from assay.metrics.base import Marking
from assay.resources import Resources

NO_CLASS = "no error found"


PEOPLE = "people"


@dataclass(frozen=True)
class SpanClass:
    """How many words of one system were marked with a category and severity and given a class by rule."""

    system: str
    category: str
    severity: str
    name: str
    words: int


@dataclass(frozen=True)
class SpanOverlap:
    """How far those who marked errors and the rule agree on which words are wrong."""

    system: str
    words: int  # in segments that were judged
    marked: int
    classed: int
    both: int
    unplaced: int

    @property
    def precision(self) -> float | None:
        """The share of words with a class that were marked, too."""
        return self.both / self.classed if self.classed else None

    @property
    def recall(self) -> float | None:
        """The share of marked words that have a class."""
        return self.both / self.marked if self.marked else None


@dataclass(frozen=True)
class MarkedErrors:
    """The errors that people, or a metric, marked in the outputs, beside the classes of the rule."""

    marker: str  # PEOPLE, or the label of a metric
    counts: tuple[SpanClass, ...]
    overlaps: tuple[SpanOverlap, ...]


def marked_errors(corpus: Corpus, classified: Mapping[str, Classified]) -> tuple[MarkedErrors, ...]:
    """Return the errors of all who marked some: people whose judgements were given, and metrics that mark them."""
    people = corpus.knowledge.judgements
    judged = {} if people is None else {PEOPLE: people}
    for metric, label in labels(corpus.evaluation.metrics).items():
        marked = isinstance(metric, Marking) and metric.mark(corpus.evalset, corpus.outputs, Resources())
        judged |= {label: marked} if marked else {}
    return tuple(join_spans(corpus, classified, marker, each) for marker, each in judged.items())


def join_spans(
    corpus: Corpus, classified: Mapping[str, Classified], marker: str, judgements: Judgements
) -> MarkedErrors:
    """Count words by the category of those who marked and by automatic class, and how far the two agree."""
    spans = judgements.spans
    if spans is None:
        raise InputError(f"{judgements.path or 'the judgements'}: no error spans; give MQM or ESA judgements")
    counted, overlaps = [], []
    for system in corpus.systems:
        judged = judgements.where(judgements.system.among([system]) & judgements.item.among([GENUINE]))
        tally, overlap = _joined(corpus, classified[system], judged)
        counted += [SpanClass(system, *key, words) for key, words in sorted(tally.items())]
        overlaps.append(overlap)
    return MarkedErrors(marker, tuple(counted), tuple(overlaps))


def _joined(
    corpus: Corpus, classified: Classified, judged: Judgements
) -> tuple[Counter[tuple[str, str, str]], SpanOverlap]:
    starts, ends = word_places(classified.output, corpus.outputs[classified.system])
    rows = _segments(judged, len(corpus))
    marked = np.zeros(len(starts), dtype=bool)
    tally: Counter[tuple[str, str, str]] = Counter()
    if judged.spans is not None:
        spans = judged.spans
        on_target = spans.side.among(["target"]) & (spans.start >= 0)
        owners = rows[spans.rows()]
        for number in np.flatnonzero(on_target).tolist():
            first, last = classified.output.offsets[owners[number] : owners[number] + 2]
            hits = (starts[first:last] < spans.end[number]) & (ends[first:last] > spans.start[number])
            marked[first:last] |= hits
            category = spans.category.names[spans.category.index[number]]
            severity = spans.severity.names[spans.severity.index[number]]
            for name in classified.outputs.classes[first:last][hits].tolist():
                tally[category, severity, kernel.CLASSES[name] or NO_CLASS] += 1
    seen = np.isin(classified.output.segments(), np.unique(rows))
    classed = classified.outputs.classes > 0
    return tally, SpanOverlap(
        classified.system,
        int(seen.sum()),
        int(marked.sum()),
        int((classed & seen).sum()),
        int((classed & marked).sum()),
        int((starts[seen] < 0).sum()),
    )


def _segments(judged: Judgements, segments: int) -> NDArray[np.int64]:
    """Return the row of the set that each judgement is about: segments go by their numbers, from 1."""
    rows = []
    for name in judged.segment.names:
        if not name.isdecimal() or not 1 <= int(name) <= segments:
            raise InputError(
                f'segment "{name}" of the judgements is no number from 1 to {segments}; '
                "number segments as the set has them"
            )
        rows.append(int(name) - 1)
    return np.array(rows, dtype=np.int64)[judged.segment.index] if rows else np.empty(0, dtype=np.int64)
