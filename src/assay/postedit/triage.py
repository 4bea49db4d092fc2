"""Which segments should rather be translated from scratch, and can a metric tell beforehand?

Times per word are compared as logarithms, less what the editor differs from the mean of editors. A segment has both
times where somebody translated it from scratch and somebody else post-edited it. A policy sends an output whose
predicted quality is below a bound to translation from scratch; the bound is chosen on nine tenths of the segments and
judged on the last, ten times, so what it saves is not what it was fitted to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data import Array, Scores
from assay.errors import InputError
from assay.postedit.gain import log_rates
from assay.postedit.groups import effort_scores
from assay.postedit.measures import BY_NAME
from assay.postedit.quantities import Measured, drawn_with
from assay.stats import Interval, Settings, fisher_interval, pearson, proportion, spearman, t_value

TARGETS = ("seconds_per_word", "hter", "aer", "char_aer", "keys_per_word")
FOLDS = 10
LEAST_UNITS = 20  # for a policy
# Documents or segments for an interval; more are left out in groups
LEAST_CLUSTERS, MOST_CLUSTERS = 3, 200


@dataclass(frozen=True)
class Prediction:
    """How a metric goes with a measure of effort, over outputs; signs are turned so that 1 is a perfect prediction."""

    metric: str
    measure: str
    pearson: Interval
    spearman: Interval
    outputs: int


@dataclass(frozen=True)
class FromScratch:
    """The outputs of a system whose post-editing took longer than translation from scratch."""

    system: str
    outputs: int
    share: Interval


@dataclass(frozen=True)
class Policy:
    """Sending outputs that a metric calls bad to translation from scratch: time saved, in % of post-editing all."""

    metric: str
    outputs: int
    sent: float  # share of outputs
    saved: float
    oracle: float  # if one knew beforehand


@dataclass(frozen=True)
class Triage:
    """What was predicted, and what it would save."""

    predictions: tuple[Prediction, ...]
    from_scratch: tuple[FromScratch, ...]
    policies: tuple[Policy, ...]
    # Metric, measure: system, segment, x, y
    points: dict[tuple[str, str], tuple[tuple[str, str, float, float], ...]]


def study_triage(measured: Measured, metrics: Sequence[Scores], settings: Settings) -> Triage:
    """Hold metrics against measured effort, and both ways of working against each other."""
    effort = {scores.name: scores for scores in effort_scores(measured) if scores.name in TARGETS}
    predictions, points = [], {}
    rows = measured.postedits
    names = (rows.segment.names[number] for number in rows.segment.index)
    texts = dict(zip(names, drawn_with(rows).index.tolist(), strict=True))
    for metric in metrics:
        for measure, scores in effort.items():
            pairs = _pairs(metric, scores)
            if len(pairs) >= 4:
                predictions.append(_prediction(metric, measure, pairs, texts, settings))
                points[metric.name, measure] = tuple(pairs)
        if not any(prediction.metric == metric.name for prediction in predictions):
            raise InputError(
                f"{metric.name}: its scores are of systems {', '.join(metric.systems[:5])}, the post-edits are of "
                f"{', '.join(measured.postedits.system.names[:5])}, with fewer than 4 outputs in common; give scores "
                "of the same outputs, with the same names of systems and segments"
            )
    works = _works(measured)
    policies = [policy for metric in metrics if (policy := _policy(metric, works, settings)) is not None]
    return Triage(tuple(predictions), tuple(_from_scratch(works, settings)), tuple(policies), points)


def _pairs(metric: Scores, effort: Scores) -> list[tuple[str, str, float, float]]:
    """Return the outputs that both know: system, segment, metric and effort."""
    systems = [name for name in effort.systems if name in metric.systems]
    predicted = metric.for_segments(effort.segments).for_systems(systems).values
    values = effort.for_systems(systems).values
    known = np.argwhere(np.isfinite(predicted) & np.isfinite(values))
    return [
        (systems[row], effort.segments[column], float(predicted[row, column]), float(values[row, column]))
        for row, column in known.tolist()
    ]


def _prediction(
    metric: Scores,
    measure: str,
    pairs: Sequence[tuple[str, str, float, float]],
    texts: Mapping[str, int],
    settings: Settings,
) -> Prediction:
    """Hold a metric against a measure; `texts` numbers the document, or segment, of every segment."""
    x, y = (np.array([[pair[place] for pair in pairs]]) for place in (2, 3))
    sign = 1 if metric.higher_is_better == (BY_NAME[measure].better == "higher") else -1
    unit = np.array([texts[segment] for _, segment, _, _ in pairs])
    linear, ranked = (_correlation(of, (sign * x, y), unit, settings) for of in (pearson, spearman))
    return Prediction(metric.name, measure, linear, ranked, len(pairs))


def _correlation(
    of: Callable[[Array, Array], Array], columns: tuple[Array, Array], unit: Array, settings: Settings
) -> Interval:
    """Return a correlation over outputs; outputs of one document, or segment, are left out together."""
    x, y = columns
    value = float(of(x, y)[0])
    if len(np.unique(unit)) == len(unit):
        return fisher_interval(value, len(unit), settings.confidence, ranks=of is spearman)
    unit = unit % MOST_CLUSTERS
    units = np.unique(unit)
    without = np.array([float(of(x[:, unit != each], y[:, unit != each])[0]) for each in units])
    if len(units) < LEAST_CLUSTERS or not (np.abs([value, *without]) < 1).all():
        return Interval(value, math.nan, math.nan, "jackknife t")
    moved = np.arctanh(without) - math.atanh(value)
    error = math.sqrt((len(units) - 1) / len(units) * float((moved**2).sum()))
    reach = t_value(settings.confidence, len(units) - 1) * error
    low, high = (math.tanh(math.atanh(value) + side * reach) for side in (-1, 1))
    return Interval(value, low, high, "jackknife t")


@dataclass(frozen=True)
class _Works:
    """Outputs that were post-edited and whose segment was translated from scratch: adjusted log times, and words."""

    systems: tuple[str, ...]
    segments: tuple[str, ...]
    postedited: Array
    scratch: Array
    words: Array


def _works(measured: Measured) -> _Works:
    postedits = measured.postedits
    logs, known = log_rates(measured)
    adjusted = np.where(known, logs - _editor_means(measured, logs, known), np.nan)
    cells: dict[tuple[int, int], list[int]] = {}
    bare: dict[int, list[float]] = {}
    for row in np.flatnonzero(known).tolist():
        segment = int(postedits.segment.index[row])
        if postedits.scratch[row]:
            bare.setdefault(segment, []).append(adjusted[row])
        else:
            cells.setdefault((int(postedits.system.index[row]), segment), []).append(row)
    both = [(cell, rows) for cell, rows in cells.items() if cell[1] in bare]
    return _Works(
        tuple(postedits.system.names[cell[0]] for cell, _ in both),
        tuple(postedits.segment.names[cell[1]] for cell, _ in both),
        np.array([adjusted[rows].mean() for _, rows in both]),
        np.array([np.mean(bare[cell[1]]) for cell, _ in both]),
        np.array([measured.quantities["words"][rows[0]] for _, rows in both]),
    )


def _editor_means(measured: Measured, logs: Array, known: NDArray[np.bool_]) -> Array:
    """Return what each row's editor differs from the mean of editors, of works of the same systems."""
    system, editor = measured.postedits.system, measured.postedits.editor
    weights = known.astype(np.float64)
    rest, effect = np.where(known, logs, 0.0), np.zeros(len(logs))
    for _ in range(20):
        for codes, is_editor in ((system, False), (editor, True)):
            counts = np.maximum(np.bincount(codes.index, weights, len(codes.names)), 1)
            means = (np.bincount(codes.index, rest * weights, len(codes.names)) / counts)[codes.index]
            rest = rest - means
            effect = effect + means if is_editor else effect
    return effect


def _from_scratch(works: _Works, settings: Settings) -> list[FromScratch]:
    slower = works.postedited > works.scratch
    names = np.array(works.systems)
    return [
        FromScratch(
            name, int(own.sum()), proportion(int(slower[own].sum()), int(own.sum()), settings.confidence)
        )
        for name in dict.fromkeys(works.systems)
        for own in [names == name]
    ]


def _policy(metric: Scores, works: _Works, settings: Settings) -> Policy | None:
    places = {name: place for place, name in enumerate(metric.systems)}
    columns = {name: place for place, name in enumerate(metric.segments)}
    sign = 1 if metric.higher_is_better else -1
    quality = np.array(
        [
            sign * metric.values[places[system], columns[segment]]
            if system in places and segment in columns
            else np.nan
            for system, segment in zip(works.systems, works.segments, strict=True)
        ]
    )
    own = np.flatnonzero(np.isfinite(quality))
    if len(own) < LEAST_UNITS:
        return None
    postedited, scratch = (
        np.exp(column[own]) * works.words[own] for column in (works.postedited, works.scratch)
    )
    folds = _folds([works.segments[place] for place in own], settings.seed)
    sent = np.zeros(len(own), dtype=bool)
    for fold in range(FOLDS):
        inside = folds != fold
        if inside.any():
            sent[~inside] = quality[own][~inside] < _bound(
                quality[own][inside], (scratch - postedited)[inside]
            )
    total = postedited.sum()
    return Policy(
        metric.name,
        len(own),
        float(sent.mean()),
        float(100 * (1 - np.where(sent, scratch, postedited).sum() / total)),
        float(100 * (1 - np.minimum(scratch, postedited).sum() / total)),
    )


def _folds(segments: Sequence[str], seed: int) -> Array:
    names = list(dict.fromkeys(segments))
    shuffled = np.random.default_rng(seed).permutation(len(names)) % FOLDS
    number = dict(zip(names, shuffled.tolist(), strict=True))
    return np.array([number[name] for name in segments])


def _bound(quality: Array, cost: Array) -> float:
    """Return the quality below which sending outputs to translation from scratch costs least."""
    order = np.argsort(quality, kind="stable")
    total = np.concatenate([[0.0], np.cumsum(cost[order])])
    ends = np.flatnonzero(np.append(np.diff(quality[order]) > 0, True)) + 1
    best = int(min([0, *ends.tolist()], key=lambda place: total[place]))
    return -np.inf if best == 0 else np.inf if best == len(order) else float(quality[order][best])
