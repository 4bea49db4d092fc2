"""The pictures of a comparison: intervals, differences, the matrix of pairs, and how differences spread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assay.comparison import Compared, ComparedRuns, Comparison, standings
from assay.errors import counted
from assay.metrics import Evaluation, Metric, labels, spec_of
from assay.reporting.blocks import Figure, Value, drawn
from assay.reporting.columns import cluster_letter, figure_of
from assay.reporting.render.cells import signed

# Even, so that 0 is a border; as many as a card of the page shows apart
BINS = 24
# Systems of whom the pairs under all metrics fit beside each other
MOST_OPEN = 6
SMALL_BINS = 20  # of histograms that stand three in a row


def comparison_figures(compared: Compared, pair: tuple[str, str]) -> list[Figure]:
    """Draw rankings, everyone against the leader, who beats whom, where metrics disagree, and the spread for a pair."""
    metrics = compared.evaluation.metrics
    return [
        *(ranking_figure(compared, metric) for metric in metrics),
        *(against_figure(compared, metric) for metric in metrics),
        *_triangles(compared),
        *disagreement_figures(compared),
        *(histogram(compared, metric, pair) for metric in metrics),
    ]


def ranking_figure(compared: Compared, metric: Metric) -> Figure:
    """Draw systems best first with their intervals, in bands: each band is significantly better than all below it."""
    label, ordered = compared.labels[metric], best_first(compared.evaluation, metric)
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
    name, systems = f"ranking-figure.{spec_of(metric)}", system_order(compared.evaluation)
    return Figure(name, "ranking", title, data, f"{words}.{bands}", systems=systems, tab=label)


def system_order(evaluation: Evaluation) -> tuple[str, ...]:
    """Return the systems best first by the first metric: the order that gives each its colour in the whole report."""
    return (
        tuple(best_first(evaluation, evaluation.metrics[0]))
        if evaluation.metrics
        else tuple(evaluation.systems)
    )


def best_first(evaluation: Evaluation, metric: Metric) -> list[str]:
    """Return the systems in the order of their scores."""
    sign = 1 if metric.higher_is_better else -1
    return sorted(evaluation.systems, key=lambda system: -sign * evaluation.stats[metric, system].total())


def _letters(compared: Compared, metric: Metric, ordered: Sequence[str]) -> dict[str, str]:
    """Return the letter of every system's cluster; none where not all pairs were compared."""
    if not compared.comparisons or compared.options.baseline is not None:
        return dict.fromkeys(ordered, "")
    places = standings(compared.evaluation, compared.comparisons, metric, compared.alpha)
    return {place.system: cluster_letter(place.cluster) for place in places}


def _triangles(compared: Compared) -> list[Figure]:
    """Draw all pairs under each metric; where they are large, those after the first are folded."""
    if not compared.all_pairs:
        return []
    first, *others = [triangle_figure(compared, metric) for metric in compared.evaluation.metrics]
    large = len(compared.evaluation.systems) > MOST_OPEN
    return [first, *(replace(figure, folded=large) for figure in others)]


def triangle_figure(compared: Compared, metric: Metric) -> Figure:
    """Draw the differences of all pairs, best system first: the row's score minus the column's."""
    ordered, label = best_first(compared.evaluation, metric), compared.labels[metric]
    pairs = {frozenset((pair.first, pair.second)): pair for pair in compared.of(metric)}
    digits = _digits([pair.difference for pair in pairs.values()])
    rows: list[tuple[Value, ...]] = []
    words = []
    for place, row in enumerate(ordered):
        for column in ordered[:place]:
            pair = pairs[frozenset((row, column))].seen_from(row)
            word = pair.relation(row, compared.alpha)
            rows.append((row, column, pair.difference, word, signed(pair.difference, digits), pair.adjusted))
            if word != "open":
                words.append(f"{pair.better} beats {column if pair.better == row else row}")
    said = f"Significantly better: {'; '.join(words)}." if words else "No pair differs significantly."
    title = f"{label}: row minus column, best first" + (
        "" if metric.higher_is_better else "; lower is better"
    )
    name = f"matrix-figure.{spec_of(metric)}"
    systems = system_order(compared.evaluation)
    return figure_of(
        "differences", name, title, rows, said, data=f"differences-data.{spec_of(metric)}", systems=systems
    )


def _digits(differences: Sequence[float]) -> int:
    """Return how many digits tell differences from nought: one, or two where some would be 0.0."""
    return 1 if all(abs(difference) >= 0.05 for difference in differences) else 2


def disagreement_figures(compared: Compared) -> list[Figure]:
    """Draw the pairs on which metrics do not say the same, best system first; nothing where there are none."""
    metrics = compared.evaluation.metrics
    place = {system: at for at, system in enumerate(system_order(compared.evaluation))}
    pairs: dict[tuple[str, str], list[Comparison]] = {}
    for pair in compared.comparisons:
        first, second = sorted((pair.first, pair.second), key=place.__getitem__)
        pairs.setdefault((first, second), []).append(pair.seen_from(first))
    rows: list[tuple[Value, ...]] = []
    words = []
    for (first, second), family in sorted(pairs.items(), key=lambda item: [place[name] for name in item[0]]):
        verdicts = [pair.relation(first, compared.alpha) for pair in family]
        if len(set(verdicts)) > 1:
            name = f"{first} – {second}"
            told = {word: SAID[word].format(first=first, second=second) for word in set(verdicts)}
            labels = [compared.labels[pair.metric] for pair in family]
            rows += [(name, label, word, told[word]) for label, word in zip(labels, verdicts, strict=True)]
            words.append(
                f"{name}: "
                + ", ".join(f"{label} {told[word]}" for label, word in zip(labels, verdicts, strict=True))
            )
    if not rows or len(metrics) < 2:
        return []
    title = f"Metrics disagree on {len(words)} of {counted(len(pairs), 'pair')}"
    return [figure_of("grid", "agreement-figure", title, rows, words, data="metric-agreement")]


SAID = {"better": "{first} better", "worse": "{second} better", "open": "not significant"}


def foremost(compared: Compared) -> tuple[str, str]:
    """Return the two systems worth a closer look: the best by the first metric, and the baseline or the next."""
    metric = compared.evaluation.metrics[0]
    order = best_first(compared.evaluation, metric)
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


def against_figure(compared: Compared, metric: Metric) -> Figure:
    """Draw the difference of everyone from the leader, or from the baseline, with its interval."""
    ordered, label = best_first(compared.evaluation, metric), compared.labels[metric]
    leader = compared.options.baseline or ordered[0]
    pairs = {
        pair.second if pair.first == leader else pair.first: pair
        for pair in compared.involving(metric, leader)
    }
    rows: list[tuple[Value, ...]] = []
    words = []
    for system in (system for system in ordered if system in pairs):
        pair = pairs[system].seen_from(system)
        word = pair.relation(system, compared.alpha)
        rows.append((system, pair.difference, pair.low, pair.high, word))
        verdict = "not significant" if word == "open" else f"significantly {word}"
        bounds = f"from {signed(pair.low, 2)} to {signed(pair.high, 2)}"
        words.append(f"{system} {signed(pair.difference, 2)}, {bounds}, {verdict}")
    title = f"{label}: difference from {leader}" + ("" if metric.higher_is_better else " (lower is better)")
    data = replace(
        drawn("against", f"differences.{spec_of(metric)}", rows),
        facts={"against": leader, "better": "higher" if metric.higher_is_better else "lower"},
    )
    return Figure(f"differences-figure.{spec_of(metric)}", "against", title, data, "; ".join(words) + ".")


def runs_differences_figure(compared: ComparedRuns) -> Figure:
    """Draw differences of means over runs with their intervals; one that crosses zero leaves the question open."""
    rows = [
        (compared.labels[pair.metric], f"{pair.first} − {pair.second}", pair.difference, pair.low, pair.high)
        for pair in compared.comparisons
    ]
    words = [
        f"{label}, {name}: {signed(lead, 2)}, from {signed(low, 2)} to {signed(high, 2)}"
        for label, name, lead, low, high in rows
    ]
    title = f"Differences and their {100 * compared.settings.confidence:g} % intervals"
    return figure_of("intervals", "differences-figure", title, rows, words)


def histogram(compared: Compared, metric: Metric, pair: tuple[str, str]) -> Figure:
    """Draw how the leads of the first system by segment spread, ties left out; one border of the bins is 0.

    A lead is turned so that to the right is better for the first system whichever way the metric points, as in the
    scatter of segments on the page of a report.
    """
    first, second = (compared.evaluation.stats[metric, system].each() for system in pair)
    every = (first - second) if metric.higher_is_better else (second - first)
    apart = every[np.isfinite(every)]
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
        f"{below} on {int((apart < 0).sum())}, and {len(apart) - len(differences)} are equal and not drawn"
        + (f"; the median of all leads is {float(np.median(apart)):+.2f}." if len(apart) else ".")
        + (f" {len(every) - len(apart)} more have no score." if len(apart) < len(every) else "")
    )
    label, name = compared.labels[metric], f"histogram-figure.{spec_of(metric)}"
    title, axis = f"{label} by segment: lead of {pair[0]} over {pair[1]}", f"lead in {label}, right is better"
    systems = system_order(compared.evaluation)
    return figure_of("histogram", name, title, rows, words, data="histogram", axis=axis, systems=systems)


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
    return figure_of(
        "histograms",
        name,
        title,
        rows,
        words,
        data="segments",
        axis=label,
        upright="segments",
        systems=system_order(evaluation),
    )
