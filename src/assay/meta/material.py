"""Human and metric scores side by side: the same systems and segments in the same order, higher always better.

Only values of one group are compared with each other: all of them (`none`), the outputs of one segment (`item`), or
the segments of one system (`system`).

Whole documents may be the units instead of segments (`by_documents`). A document's score is the mean over its segments
that people judged. A metric that was computed here scores these segments together instead, as it does a corpus. Where a
folder of mt-metrics-eval gives scores of documents, these are taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Codes, EvalSet, Outputs, Scores
from assay.errors import InputError, OptionError
from assay.metrics import Metric

Grouping = Literal["none", "item", "system"]
SystemScores = Literal["corpus", "mean", "all", "given"]


@dataclass(frozen=True)
class AlignedScores:
    """Two matrices of systems by segments; `left_out` are systems that only one side knows."""

    human_name: str
    metric_name: str
    systems: tuple[str, ...]
    segments: tuple[str, ...]
    human: Array
    metric: Array
    left_out: tuple[str, ...] = ()

    @property
    def judged(self) -> NDArray[np.bool_]:
        """Where both sides have a score."""
        return ~(np.isnan(self.human) | np.isnan(self.metric))

    def rows(self, grouping: Grouping) -> tuple[Array, Array]:
        """Return both sides with a row a group."""
        check_grouping(grouping)
        return _rows(self.human, grouping), _rows(self.metric, grouping)


def check_grouping(grouping: str) -> None:
    """Refuse a grouping that does not exist."""
    if grouping not in get_args(Grouping):
        raise OptionError(
            f"grouping={grouping!r} is not recognised; choose from {', '.join(get_args(Grouping))}"
        )


def _rows(values: Array, grouping: Grouping) -> Array:
    shaped = values.reshape(1, -1) if grouping == "none" else values.T if grouping == "item" else values
    return np.ascontiguousarray(shaped)


def upward(scores: Scores) -> Array:
    """Return the values with higher ones better: those of error measures are negated."""
    return scores.values if scores.higher_is_better else -scores.values


def align(human: Scores, metric: Scores, systems: Sequence[str] | None = None) -> AlignedScores:
    """Bring a metric's scores beside people's; without `systems`, take those that both know and people judged."""
    chosen = common_systems(human, metric) if systems is None else tuple(systems)
    if not chosen:
        raise InputError(
            f"{metric.name} and {human.name} have no system in common; their names must be the same"
        )
    known = human.for_systems(chosen)
    other = metric.for_systems(chosen)
    if other.segments != human.segments:
        other = other.for_segments(human.segments)
    every = dict.fromkeys([*human.systems, *metric.systems])
    left_out = tuple(name for name in every if name not in set(chosen))
    return AlignedScores(
        human.name, metric.name, chosen, human.segments, upward(known), upward(other), left_out
    )


def common_systems(human: Scores, metric: Scores) -> tuple[str, ...]:
    """Return the systems that both know and that people judged at all, in the human order."""
    with_scores = np.asarray(human.judged.any(axis=1))
    if human.totals is not None:
        with_scores = with_scores | ~np.isnan(human.totals)
    known = set(metric.systems)
    return tuple(
        name for name, judged in zip(human.systems, with_scores, strict=True) if judged and name in known
    )


def system_scores(scores: Scores, judged: NDArray[np.bool_] | None, rule: SystemScores) -> Array:
    """Return one score a system, higher better, by a rule as far as the scores allow it (`kind_of_scores`).

    The rules are scores of the corpus that people judged, where the metric was computed here; means over judged cells;
    means over all segments; and the totals as given. `judged` says which cells of (systems, segments) people judged.
    """
    kind = kind_of_scores(scores, rule)
    if scores.totals is not None and kind in ("corpus", "given"):
        return scores.totals if scores.higher_is_better else -scores.totals
    values = upward(scores)
    counted = ~np.isnan(values)
    if kind == "mean" and judged is not None:
        counted &= judged
    sums = np.where(counted, values, 0).sum(axis=1)
    with np.errstate(invalid="ignore"):
        return steady(np.asarray(sums / counted.sum(axis=1)))


def kind_of_scores(scores: Scores, rule: SystemScores) -> SystemScores:
    """Return what a metric's scores of systems are by a rule: files have no corpus scores of judged segments.

    A metric without segment scores has its totals only, whatever the rule; one without totals has its means.
    """
    if rule not in get_args(SystemScores):
        raise OptionError(
            f"scores={rule!r} is not recognised; choose from {', '.join(get_args(SystemScores))}"
        )
    if scores.totals is not None and (rule == "given" or not scores.judged.any()):
        return "corpus" if scores.pooled else "given"
    if rule == "corpus" and scores.pooled:
        return "corpus"
    return rule if rule == "all" else "mean"


def steady(means: Array) -> Array:
    """Drop the last digits of means, which depend on the order of terms: systems that tie must tie in any order."""
    return np.where(np.abs(means) < 4096, np.ldexp(np.rint(np.ldexp(means, 40)), -40), means)


@dataclass(frozen=True)
class Material:
    """What a language pair brings: human scores, metrics under the same names in every pair, and who takes part."""

    languages: str
    human: Scores
    metrics: Mapping[str, Scores]
    reference: str = ""
    systems: tuple[str, ...] = ()  # the outputs that count; none given: all that people judged
    translations: tuple[str, ...] = ()  # outputs of people, which are not the reference in use
    # Of the human scores' segments, where they are known
    texts: Outputs = field(default_factory=dict, repr=False)

    def chosen(self, metric: Scores) -> tuple[str, ...]:
        """Return the systems that count and that a metric has scores of."""
        known = common_systems(self.human, metric)
        return tuple(name for name in self.systems if name in known) if self.systems else known


@dataclass(frozen=True)
class OutputTexts:
    """The texts that metrics scored, and those metrics that can score other texts, too."""

    evalset: EvalSet
    outputs: Outputs
    metrics: Sequence[Metric] = ()


def scores_of_systems(
    material: Material, metric: Scores, rule: SystemScores, systems: Sequence[str] | None = None
) -> tuple[tuple[str, ...], Array, Array]:
    """Return systems with the human and the metric's score of each, higher better."""
    names = material.chosen(metric) if systems is None else tuple(systems)
    human, other = material.human.for_systems(names), metric.for_systems(names)
    # people's scores are of whole systems, and say nothing of segments
    if not human.judged.any():
        return names, system_scores(human, None, rule), system_scores(other, None, rule)
    if rule != "all" and other.segments and other.segments != human.segments:
        other = other.for_segments(human.segments)
    return names, system_scores(human, None, rule), system_scores(other, human.judged, rule)


def by_documents(material: Material) -> Material:
    """Return a language pair with documents where it had segments; metrics without scores of segments are left out."""
    human, documents = material.human, material.human.document
    if documents is None:
        raise InputError(
            f"{material.languages}: {human.name} has no documents; give judgements with a column document, "
            "or a folder with documents/LP.docs"
        )
    metrics = {
        name: _metric(metric, human, documents)
        for name, metric in material.metrics.items()
        if metric.judged.any() or metric.document_totals
    }
    return replace(material, human=_metric(human, human, documents), metrics=metrics)


def _of_documents(scores: Scores, documents: Sequence[str], values: Array) -> Scores:
    return Scores(
        *(scores.name, scores.systems, tuple(documents), values),
        higher_is_better=scores.higher_is_better,
        notes=scores.notes,
    )


def _metric(metric: Scores, human: Scores, documents: Codes) -> Scores:
    """Return scores of documents: those given or computed together, or means over what people judged of each system."""
    if metric.document_totals:
        unknown = np.full(len(metric.systems), np.nan)
        columns = [metric.document_totals.get(name, unknown) for name in documents.names]
        return _of_documents(metric, documents.names, np.stack(columns, axis=1))
    rows = dict(zip(human.systems, human.judged, strict=True))
    nothing = np.zeros(len(human.segments), dtype=bool)
    judged = np.stack([rows.get(system, nothing) for system in metric.systems])
    values = metric.for_segments(human.segments).values
    return _of_documents(metric, documents.names, _means(values, judged & ~np.isnan(values), documents))


def _means(values: Array, counted: NDArray[np.bool_], documents: Codes) -> Array:
    belongs = np.eye(len(documents.names))[documents.index]
    sums, numbers = np.where(counted, values, 0) @ belongs, counted @ belongs
    with np.errstate(invalid="ignore"):
        return steady(np.asarray(sums / numbers))
