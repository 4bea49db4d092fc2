"""Pictures of meta-evaluation: metric against people, the heat map of tasks, and accuracy over the tie threshold."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from assay.data import Scores
from assay.meta import (
    Material,
    TaskTable,
    TieCurve,
    correlate_systems,
    outlier_systems,
    scores_of_systems,
    upward,
)
from assay.reporting.blocks import Figure, Value, drawn
from assay.reporting.tables.meta_tables import heat_data
from assay.stats import t_interval

SYSTEMS, OUTLIERS = "systems", "outlier systems"
Bounds = tuple[float | None, float | None]


def scatter_figure(material: Material, name: str, confidence: float = 0.95) -> Figure:
    """Show a metric's scores of systems against people's, with intervals of both where there are segment scores."""
    metric = material.metrics[name]
    systems, human, scores = scores_of_systems(material, metric, "judged")
    far = outlier_systems(systems, human)
    judged = material.human.for_systems(systems)
    across = _bounds(_on_judged(metric.for_systems(systems), judged), confidence)
    upright = _bounds(upward(judged), confidence)
    rows: list[tuple[Value, ...]] = [
        (float(x), float(y), system, OUTLIERS if system in far else SYSTEMS, *across[row], *upright[row])
        for row, (system, x, y) in enumerate(zip(systems, scores, human, strict=True))
        if not math.isnan(x) and not math.isnan(y)
    ]
    return Figure(
        name=f"scatter-{material.languages}-{name}",
        kind="scatter",
        title=f"{name} against {material.human.name}, {material.languages}",
        data=drawn("scatter", "scatter", rows),
        words=_scatter_words(name, material, correlate_systems(human, scores), far),
        axis=f"{name}, higher is better" + ("" if metric.higher_is_better else " (negated)"),
        upright=f"{material.human.name}, higher is better",
    )


def _on_judged(metric: Scores, human: Scores) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    aligned = metric if metric.segments == human.segments else metric.for_segments(human.segments)
    return np.where(human.judged, upward(aligned), np.nan)


def _bounds(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]], confidence: float) -> list[Bounds]:
    """Return Student's interval of every row, nothing where it has fewer than two values."""
    found: list[Bounds] = []
    for row in values:
        kept = row[np.isfinite(row)]
        interval = t_interval(kept, confidence) if len(kept) > 1 else None
        found.append((interval.low, interval.high) if interval else (None, None))
    return found


def _scatter_words(name: str, material: Material, r: float, far: Sequence[str]) -> str:
    value = "undefined" if math.isnan(r) else f"{r:.3f}"
    outliers = f"; outlier systems: {', '.join(far)}" if far else "; no outlier systems"
    return f"{material.languages}: Pearson's r of {name} with {material.human.name} over systems is {value}{outliers}."


def heat_figure(table: TaskTable) -> Figure:
    """Show metrics by tasks, the fuller the better."""
    best = [f"{task.name}: {_best(table, task.name)}" for task in table.tasks]
    return Figure(
        name="heat",
        kind="heat",
        title="Agreement with people, metric by task",
        data=drawn("heat", "heat", heat_data(table)),
        words="The best metric by task. " + "; ".join(best) + ".",
    )


def _best(table: TaskTable, task: str) -> str:
    values = {one.metric: one.value for (_, name), one in table.results.items() if name == task}
    known = {name: value for name, value in values.items() if not math.isnan(value)}
    if not known:
        return "none"
    winner = max(known, key=lambda name: known[name])
    return f"{winner} ({known[winner]:.3f})"


def curve_figure(curves: Sequence[TieCurve], languages: str = "") -> Figure:
    """Show accuracy over epsilon, a line a metric, the best epsilon marked.

    Metrics have different units; epsilon is drawn as a share of the largest difference of the metric.
    """
    rows: list[tuple[Value, ...]] = []
    words = []
    for one in curves:
        finite = [epsilon for epsilon in one.epsilons if math.isfinite(epsilon)]
        largest = max(finite, default=0.0) or 1.0
        for epsilon, accuracy in zip(one.epsilons, one.accuracies, strict=True):
            if math.isfinite(epsilon):
                mark = f"{one.metric} {one.best.epsilon:.3g}" if epsilon == one.best.epsilon else ""
                rows.append((one.metric, epsilon / largest, accuracy, mark))
        words.append(
            f"{one.metric}: best {one.best.accuracy:.3f} at {one.best.epsilon:.3g}, {one.best.untied:.3f} at 0"
        )
    return Figure(
        name="ties" + (f"-{languages}" if languages else ""),
        kind="curve",
        title="Accuracy over the threshold of ties" + (f", {languages}" if languages else ""),
        data=drawn("curve", "ties", rows),
        words="; ".join(words) + ".",
        axis="epsilon / largest difference of the metric",
        upright="acc-eq",
    )
