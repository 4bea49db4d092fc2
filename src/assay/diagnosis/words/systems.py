"""Systems side by side: how alike their outputs are, which segments divide them, which are hard for all.

Similarity of two systems is chrF1 of one output against the other; nearly equal outputs come from the same
engine, or from one another. Disputed segments are those over which the scores of the systems are spread most.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from assay.data import Array, EvalSet, Outputs
from assay.diagnosis.corpus import Corpus
from assay.diagnosis.words.scripts import Points, code_points
from assay.diagnosis.words.tokens import Words
from assay.metrics import Metric, evaluate, parse_metric, ratio
from assay.resources import Resources
from assay.stats import adjust, spearman

# chrF between two systems from which they are taken to be nearly the same
NEAR = 90.0
SIMILARITY = "chrf:beta=1"  # the same from both sides


@dataclass(frozen=True)
class Likeness:
    """How alike two systems' outputs are: chrF between them, and in how many segments they are identical."""

    first: str
    second: str
    similarity: float
    identical: int
    segments: int

    @property
    def near(self) -> bool:
        """Whether the two are so alike that they may be one engine."""
        return self.similarity >= NEAR


@dataclass(frozen=True)
class Dispute:
    """A segment over which systems are far apart: from the worst to the best score."""

    segment: int
    spread: float
    best: str
    worst: str
    scores: tuple[float, ...]  # in the order of the systems


@dataclass(frozen=True)
class Position:
    """The score of all segments at one place of their documents: first tenth, second tenth, and so on."""

    tenth: int
    system: str
    segments: int
    score: float


def compare_outputs(outputs: Outputs, resources: Resources | None = None) -> list[Likeness]:
    """Return how alike every pair of outputs is."""
    metric, names = parse_metric(SIMILARITY), tuple(outputs)
    likenesses = []
    for place, first in enumerate(names):
        others = {name: outputs[name] for name in names[place + 1 :]}
        if not others:
            break
        own = outputs[first]
        against = EvalSet(first, ("", ""), None, {first: own}, None)
        scored = evaluate([(against, others)], [metric], resources or Resources(), keep=False)
        for second, texts in others.items():
            same = sum(text == counterpart for text, counterpart in zip(own, texts, strict=True))
            likenesses.append(Likeness(first, second, scored.stats[metric, second].total(), same, len(own)))
    return likenesses


def segment_scores(corpus: Corpus, metric: Metric) -> Array:
    """Return the scores of every system (rows) on every segment (columns), higher always better; NaN is no score."""
    sign = 1 if metric.higher_is_better else -1
    return np.stack([sign * corpus.evaluation.stats[metric, system].each() for system in corpus.systems])


def mean_scores(scores: Array) -> Array:
    """Return the mean of every segment over the systems that have a score there; NaN where none has."""
    known = np.isfinite(scores)
    return ratio(np.where(known, scores, 0.0).sum(axis=0), known.sum(axis=0), np.nan)


def disputes(corpus: Corpus, metric: Metric, most: int = 20) -> list[Dispute]:
    """Return the segments over which systems differ most under a metric, the most disputed first."""
    scores = segment_scores(corpus, metric)
    if len(scores) < 2:
        return []
    known = np.isfinite(scores)
    best, worst = np.where(known, scores, -np.inf), np.where(known, scores, np.inf)
    spread = best.max(axis=0) - worst.min(axis=0)  # below 0 where no system has a score
    order = [row for row in np.argsort(-spread, kind="stable")[:most].tolist() if spread[row] > 0]
    sign = 1 if metric.higher_is_better else -1
    return [
        Dispute(
            row,
            float(spread[row]),
            corpus.systems[int(best[:, row].argmax())],
            corpus.systems[int(worst[:, row].argmin())],
            tuple((sign * scores[:, row]).tolist()),
        )
        for row in order
    ]


def hardest(corpus: Corpus, metric: Metric, most: int = 20) -> list[tuple[int, float]]:
    """Return the segments with the worst mean score over all systems, and that mean."""
    mean = mean_scores(segment_scores(corpus, metric))
    sign = 1 if metric.higher_is_better else -1
    worst = np.argsort(mean, kind="stable")[: min(most, int(np.isfinite(mean).sum()))].tolist()
    return [(row, sign * float(mean[row])) for row in worst]


@dataclass(frozen=True)
class Predictor:
    """How a feature of the source goes with the mean score of a segment: Spearman's correlation, and how sure it is."""

    feature: str
    # With the mean on the metric's own scale; NaN where the feature never varies
    correlation: float
    adjusted: float  # p-value, adjusted for all features
    harder: bool  # segments with more of it have worse scores

    def effect(self, alpha: float) -> str:
        """Say what higher values make a segment."""
        if not self.adjusted < alpha:
            return "not significantly either"
        return "harder" if self.harder else "easier"


def difficulty(corpus: Corpus, metric: Metric) -> list[Predictor]:
    """Return how features of the source, or of the reference where there is none, go with scores."""
    texts = corpus.evalset.source or [
        next(text for text in refs if text is not None)
        for refs in zip(*corpus.evalset.references.values(), strict=True)
    ]
    words = corpus.source or next(iter(corpus.references.values()))
    sign = 1 if metric.higher_is_better else -1
    mean = sign * mean_scores(segment_scores(corpus, metric))
    known = np.isfinite(mean)
    features = _source_features(texts, words)
    found = [_correlation(values[known], mean[known]) for values in features.values()]
    adjusted = adjust(np.array([p_value for _, p_value in found]), "holm").tolist()
    predictors = [
        Predictor(name, rho, p_value, sign * rho < 0)
        for name, (rho, _), p_value in zip(features, found, adjusted, strict=True)
    ]
    return sorted(predictors, key=lambda each: 1 if math.isnan(each.correlation) else -abs(each.correlation))


def _correlation(values: Array, scores: Array) -> tuple[float, float]:
    """Return Spearman's correlation and its p-value (Fisher's z, with the variance of Fieller and others 1957).

    They are NaN and 1 where there is none.
    """
    number = len(values)
    rho = float(spearman(values, scores)[0]) if number > 3 else math.nan
    if math.isnan(rho):
        return rho, 1.0
    z = math.atanh(min(abs(rho), 1 - 1e-15)) * math.sqrt((number - 3) / 1.06)
    return rho, math.erfc(z / math.sqrt(2))


def _source_features(texts: Sequence[str], words: Words) -> dict[str, Array]:
    rare = np.concatenate([[0], np.cumsum(words.counts()[words.ids] == 1)])
    lengths, offsets, points = words.lengths, words.offsets, code_points(texts)
    return {
        "words": lengths.astype(np.float64),
        "share of words occurring once": (rare[offsets[1:]] - rare[offsets[:-1]]) / np.maximum(lengths, 1),
        "digits": _characters(points, str.isdigit),
        "capitals": _characters(points, str.isupper),
        "punctuation": _characters(points, _is_mark),
    }


def _is_mark(character: str) -> bool:
    """Tell whether a character is neither a letter or digit nor white space."""
    return not character.isalnum() and not character.isspace()


def _characters(column: Points, kind: Callable[[str], bool]) -> Array:
    """Return how many characters of a kind every text has; each is asked once."""
    points, lengths = column
    present = np.flatnonzero(np.bincount(points))
    table = np.zeros(int(present.max(initial=0)) + 1, dtype=np.int64)
    table[present] = [kind(chr(point)) for point in present.tolist()]
    sums, ends = np.concatenate([[0], np.cumsum(table[points])]), np.cumsum(lengths)
    return np.asarray(sums[ends] - sums[ends - lengths], dtype=np.float64)


def positions(corpus: Corpus, metric: Metric) -> list[Position]:
    """Return the score of every tenth of the documents; none without documents."""
    documents = corpus.evalset.document
    if documents is None:
        return []
    order = np.argsort(documents.index, kind="stable")
    sizes = np.bincount(documents.index, minlength=len(documents.names))
    place = np.empty(len(corpus), dtype=np.int64)
    place[order] = np.arange(len(corpus)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    tenth = np.minimum(10 * place // np.maximum(sizes[documents.index], 1), 9)
    return [
        Position(number + 1, system, int(part.sum()), float(metric.score(stats.rows[part].sum(axis=0))))
        for system in corpus.systems
        for stats in [corpus.evaluation.stats[metric, system]]
        for number in range(10)
        for part in [tenth == number]
        if part.any()
    ]
