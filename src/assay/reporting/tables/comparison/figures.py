"""The pictures of a comparison: intervals, differences, the matrix of pairs, and how differences spread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase

import numpy as np

from assay.comparison import Compared, ComparedRuns, Comparison, RunComparison, standings
from assay.metrics import Evaluation, Metric, labels, spec_of
from assay.reporting.blocks import Figure, Value, drawn
from assay.reporting.columns import figure_of, matrix_label
from assay.reporting.tables.comparison.pairwise import MatrixCells
from assay.reporting.tables.comparison.scores import counted

BINS = 24  # even, so that 0 is a border; as many as a card of the page shows apart
SMALL_BINS = 20  # of histograms that stand three in a row


def comparison_figures(compared: Compared, pair: tuple[str, str]) -> list[Figure]:
    """Draw the scores and the differences with their intervals, who beats whom, and the spread for one pair."""
    metrics = compared.evaluation.metrics
    return [
        *(ranking_figure(compared, metric) for metric in metrics),
        *([triangle_figure(compared, metric) for metric in metrics] if compared.all_pairs else []),
        differences_figure(compared),
        *(histogram(compared, metric, pair) for metric in metrics),
    ]


def ranking_figure(compared: Compared, metric: Metric) -> Figure:
    """Draw systems best first with their intervals, in bands: each band is significantly better than all below it."""
    label, ordered = compared.labels[metric], best_first(compared, metric)
    letters = _letters(compared, metric, ordered)
    rows = []
    for system in ordered:
        interval = compared.intervals[metric, system]
        rows.append((system, interval.estimate, interval.low, interval.high, letters[system]))
    words = "; ".join(
        f"{system} {score:.2f}, from {low:.2f} to {high:.2f}" for system, score, low, high, _ in rows
    )
    bands = " Each band is significantly better than all below it." if any(letters.values()) else ""
    data = drawn("ranking", f"ranking-data.{spec_of(metric)}", rows)
    title = f"{label} with {100 * compared.settings.confidence:g} % intervals, best first"
    name, systems = f"ranking-figure.{spec_of(metric)}", system_order(compared)
    return Figure(name, "ranking", title, data, f"{words}.{bands}", systems=systems)


def system_order(compared: Compared) -> tuple[str, ...]:
    """Return the systems best first by the first metric: the order that gives each its colour in the whole report."""
    return tuple(best_first(compared, compared.evaluation.metrics[0]))


def best_first(compared: Compared, metric: Metric) -> list[str]:
    """Return the systems in the order of their scores."""
    sign = 1 if metric.higher_is_better else -1
    stats = compared.evaluation.stats
    return sorted(compared.evaluation.systems, key=lambda system: -sign * stats[metric, system].total())


def _letters(compared: Compared, metric: Metric, ordered: Sequence[str]) -> dict[str, str]:
    """Return the letter of every system's cluster; none where not all pairs were compared."""
    if not compared.comparisons or compared.options.baseline is not None:
        return dict.fromkeys(ordered, "")
    places = standings(compared.evaluation, compared.comparisons, metric, compared.alpha)
    return {place.system: _letter(place.cluster) for place in places}


def _letter(cluster: int) -> str:
    return ascii_uppercase[cluster - 1] if cluster <= len(ascii_uppercase) else str(cluster)


def triangle_figure(compared: Compared, metric: Metric) -> Figure:
    """Draw the differences of all pairs, best system first: the row's score minus the column's."""
    ordered, label = best_first(compared, metric), compared.labels[metric]
    pairs = {frozenset((pair.first, pair.second)): pair for pair in compared.of(metric)}
    rows, words = [], []
    for place, row in enumerate(ordered):
        for column in ordered[:place]:
            pair = pairs[frozenset((row, column))]
            difference = pair.difference if pair.first == row else -pair.difference
            significant = pair.significant(compared.alpha)
            word = ("better" if pair.better == row else "worse") if significant else "open"
            rows.append((row, column, difference, word, f"{difference:+.2f}".replace("-", "−")))
            if significant:
                words.append(f"{pair.better} beats {column if pair.better == row else row}")
    said = f"Significantly better: {'; '.join(words)}." if words else "No pair differs significantly."
    title = f"{label}: row minus column, best first; pale where not significant"
    data = drawn("differences", f"differences-data.{spec_of(metric)}", rows)
    return Figure(f"matrix-figure.{spec_of(metric)}", "differences", title, data, said)


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


def runs_figure(compared: ComparedRuns) -> Figure:
    """Draw the mean of every system's runs between the lowest and the highest, a panel a metric."""
    rows = [
        (compared.labels[runs.metric], runs.system, runs.mean, runs.lowest, runs.highest)
        for runs in compared.summaries
    ]
    words = [
        f"{label} of {system} {mean:.2f}, runs from {low:.2f} to {high:.2f}"
        for label, system, mean, low, high in rows
    ]
    return figure_of("intervals", "runs-figure", "Means and range of runs", rows, words, data="scores")


def differences_figure(compared: Compared | ComparedRuns) -> Figure:
    """Draw differences with their intervals; one that crosses zero leaves the question open.

    Where all pairs of many systems were compared, those of the leader are drawn: the triangle has the others.
    """
    led = isinstance(compared, Compared) and compared.all_pairs
    pairs: Sequence[Comparison | RunComparison] = compared.comparisons
    if isinstance(compared, Compared) and led:
        pairs = [turned for pair in compared.comparisons for turned in _from_leader(compared, pair)]
    rows = [
        (compared.labels[pair.metric], f"{pair.first} − {pair.second}", pair.difference, pair.low, pair.high)
        for pair in pairs
    ]
    words = [
        f"{label}, {name}: {lead:+.2f}, from {low:+.2f} to {high:+.2f}"
        for label, name, lead, low, high in rows
    ]
    whose = "of the leader " if led else ""
    title = f"Differences {whose}and their {100 * compared.settings.confidence:g} % intervals"
    return figure_of("intervals", "differences-figure", title, rows, words)


def _from_leader(compared: Compared, pair: Comparison) -> list[Comparison]:
    """Return a pair as seen from the leader of its metric; nothing where the leader has no part in it."""
    leader = best_first(compared, pair.metric)[0]
    if leader == pair.first:
        return [pair]
    if leader != pair.second:
        return []
    turned = replace(pair, first=pair.second, second=pair.first, difference=-pair.difference)
    return [replace(turned, low=-pair.high, high=-pair.low)]


def pairs_matrix(name: str, label: str, cells: MatrixCells, *, data: str = "") -> Figure:
    """Draw who beats whom, the row against the column, by words and adjusted p-values."""
    rows = [
        (row, column, p_value, word, matrix_label(word, p_value))
        for (row, column), (word, p_value) in cells.items()
    ]
    wins = [f"{row} beats {column}" for (row, column), (word, _) in cells.items() if word == "better"]
    words = f"Significantly better: {'; '.join(wins)}." if wins else "No pair differs significantly."
    return figure_of("matrix", name, f"{label}: row against column, adjusted p", rows, words, data=data)


def histogram(compared: Compared, metric: Metric, pair: tuple[str, str]) -> Figure:
    """Draw how the leads of the first system by segment spread, ties left out; one border of the bins is 0.

    A lead is turned so that to the right is better for the first system whichever way the metric points, as in the
    scatter of segments on the page of a report.
    """
    first, second = (compared.evaluation.stats[metric, system].each() for system in pair)
    apart = (first - second) if metric.higher_is_better else (second - first)
    differences = apart[apart != 0]
    counts, edges = np.histogram(differences, _edges(float(np.abs(differences).max(initial=0.0))))
    above, below = pair
    rows = [
        (float(low), float(high), int(count), f"{above if low >= 0 else below} better")
        for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True)
    ]
    rows.sort(key=lambda row: row[3] != f"{above} better")  # the first colour is the first system's
    words = (
        f"Of {len(apart)} segments {above} is better on {int((apart > 0).sum())}, "
        f"{below} on {int((apart < 0).sum())}, and {len(apart) - len(differences)} are equal and not drawn; "
        f"the median of all leads is {float(np.median(apart)):+.2f}."
    )
    label, name = compared.labels[metric], f"histogram-figure.{spec_of(metric)}"
    title, axis = f"{label} by segment: lead of {pair[0]} over {pair[1]}", f"lead in {label}, right is better"
    return figure_of("histogram", name, title, rows, words, data="histogram", axis=axis)


def _edges(largest: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the borders of bins from minus to plus the largest difference; of width 1 if there is none."""
    return np.linspace(-(largest or 1.0), largest or 1.0, BINS + 1)


def segment_figures(evaluation: Evaluation) -> list[Figure]:
    """Draw how the scores of segments spread, a figure a metric and a histogram a system."""
    return [
        _segment_figure(evaluation, metric, label) for metric, label in labels(evaluation.metrics).items()
    ]


def _segment_figure(evaluation: Evaluation, metric: Metric, label: str) -> Figure:
    rows: list[tuple[Value, ...]] = []
    words = []
    scores = {system: evaluation.stats[metric, system].each() for system in evaluation.systems}
    known = {system: column[np.isfinite(column)] for system, column in scores.items()}
    edges = np.histogram_bin_edges(np.concatenate(list(known.values())), SMALL_BINS)
    for system, column in known.items():
        counts = np.histogram(column, edges)[0]
        bars = zip(edges[:-1].tolist(), edges[1:].tolist(), counts.tolist(), strict=True)
        rows += [(system, low, high, count) for low, high, count in bars]
        if len(column):
            low, middle, high = np.quantile(column, [0, 0.5, 1]).tolist()
            words.append(f"{system} from {low:.2f} to {high:.2f}, median {middle:.2f}")
    name, title = (
        f"segments-figure.{spec_of(metric)}",
        f"{label} of {counted(evaluation.segments, 'segment')}",
    )
    return figure_of("histograms", name, title, rows, words, data="segments", axis=label, upright="segments")
