"""The pictures of a comparison: intervals, differences, the matrix of pairs, and how differences spread."""

from __future__ import annotations

import numpy as np

from assay.comparison.systems import Compared
from assay.comparison.training_runs import ComparedRuns
from assay.metrics import Metric, spec_of
from assay.reporting.blocks import Figure, drawn
from assay.reporting.tables.comparison import matrix_cells, matrix_label

BINS = 24


def comparison_figures(compared: Compared, pair: tuple[str, str]) -> list[Figure]:
    """Draw the scores and the differences with their intervals, who beats whom, and the spread for one pair."""
    metrics = compared.evaluation.metrics
    return [
        scores_figure(compared),
        differences_figure(compared),
        *([matrix_figure(compared, metric) for metric in metrics] if compared.all_pairs else []),
        *(histogram(compared, metric, pair) for metric in metrics),
    ]


def foremost(compared: Compared) -> tuple[str, str]:
    """Return the two systems worth a closer look: the best by the first metric, and the baseline or the next."""
    metric = compared.evaluation.metrics[0]
    sign = 1 if metric.higher_is_better else -1
    score = {
        system: compared.evaluation.stats[metric, system].total() for system in compared.evaluation.systems
    }
    order = sorted(score, key=lambda system: -sign * score[system])
    if compared.options.baseline is None:
        return order[0], order[1]
    return next(system for system in order if system != compared.options.baseline), compared.options.baseline


def scores_figure(compared: Compared) -> Figure:
    """Draw every score with its interval, a panel a metric."""
    rows, words = [], []
    for metric, label in compared.labels.items():
        for system in compared.evaluation.systems:
            one = compared.intervals[metric, system]
            rows.append((label, system, one.estimate, one.low, one.high))
            words.append(f"{label} of {system} {one.estimate:.2f}, from {one.low:.2f} to {one.high:.2f}")
    title = f"Scores and their {100 * compared.settings.confidence:g} % intervals"
    return Figure(
        "scores-figure", "intervals", title, drawn("intervals", "scores", rows), "; ".join(words) + "."
    )


def runs_figure(compared: ComparedRuns) -> Figure:
    """Draw the mean of every system's runs between the lowest and the highest, a panel a metric."""
    rows, words = [], []
    for one in compared.summaries:
        label = compared.labels[one.metric]
        rows.append((label, one.system, one.mean, one.lowest, one.highest))
        words.append(
            f"{label} of {one.system} {one.mean:.2f}, runs from {one.lowest:.2f} to {one.highest:.2f}"
        )
    data = drawn("intervals", "scores", rows)
    return Figure("runs-figure", "intervals", "Means and range of runs", data, "; ".join(words) + ".")


def differences_figure(compared: Compared | ComparedRuns) -> Figure:
    """Draw every difference with its interval; one that crosses zero leaves the question open."""
    rows, words = [], []
    for one in compared.comparisons:
        label, name = compared.labels[one.metric], f"{one.first} − {one.second}"
        rows.append((label, name, one.difference, one.low, one.high))
        words.append(f"{label}, {name}: {one.difference:+.2f}, from {one.low:+.2f} to {one.high:+.2f}")
    title = f"Differences and their {100 * compared.settings.confidence:g} % intervals"
    data = drawn("intervals", "differences", rows)
    return Figure("differences-figure", "intervals", title, data, "; ".join(words) + ".")


def matrix_figure(compared: Compared, metric: Metric) -> Figure:
    """Draw who beats whom as coloured squares with p-values."""
    cells = matrix_cells(compared, metric)
    rows = [
        (row, column, p_value, word, matrix_label(word, p_value))
        for (row, column), (word, p_value) in cells.items()
    ]
    wins = [f"{row} beats {column}" for (row, column), (word, _) in cells.items() if word == "better"]
    words = "; ".join(wins) or "no pair differs significantly"
    return Figure(
        f"matrix-figure.{spec_of(metric)}",
        "matrix",
        f"{compared.labels[metric]}: row against column, adjusted p",
        drawn("matrix", "matrix", rows),
        f"Significantly better: {words}." if wins else f"{words.capitalize()}.",
    )


def histogram(compared: Compared, metric: Metric, pair: tuple[str, str]) -> Figure:
    """Draw how the differences of segment scores spread, ties left out; one border of the bins is 0."""
    first, second = (compared.evaluation.stats[metric, system].each() for system in pair)
    apart = first - second
    differences = apart[apart != 0]
    counts, edges = np.histogram(differences, _edges(float(np.abs(differences).max(initial=0.0))))
    above, below = pair if metric.higher_is_better else pair[::-1]
    rows = [
        (float(low), float(high), int(count), f"{above if low >= 0 else below} better")
        for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True)
    ]
    rows.sort(key=lambda row: row[3] != f"{pair[0]} better")  # the first colour is the first system's
    return Figure(
        f"histogram-figure.{spec_of(metric)}",
        "histogram",
        f"{compared.labels[metric]} by segment: {pair[0]} − {pair[1]}",
        drawn("histogram", "histogram", rows),
        f"Of {len(apart)} segments {above} is better on {int((apart > 0).sum())}, "
        f"{below} on {int((apart < 0).sum())}, and {len(apart) - len(differences)} are equal and not drawn; "
        f"the median of all differences is {float(np.median(apart)):+.2f}.",
        axis=f"difference in {compared.labels[metric]}",
    )


def _edges(largest: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the borders of bins from minus to plus the largest difference; of width 1 if there is none."""
    return np.linspace(-(largest or 1.0), largest or 1.0, BINS + 1)
