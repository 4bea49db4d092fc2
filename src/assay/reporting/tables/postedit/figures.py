"""Pictures of a study of effort: systems with intervals, effort against metrics, editors, learning, one segment."""

from __future__ import annotations

import math

from assay.postedit import EffortStudy
from assay.postedit.measures import BY_NAME
from assay.postedit.timeline import Timeline
from assay.reporting.blocks import Figure
from assay.reporting.columns import figure_of
from assay.reporting.tables.postedit.tables import known_measures
from assay.reporting.wording import joined

SHOWN = ("seconds_per_word", "hter", "aer", "keys_per_word")
MOST_POINTS = 2000
MOST_SCATTERS = 6
LONGEST = 5  # pauses that the timeline names


def study_figures(study: EffortStudy) -> list[Figure]:
    """Return the pictures that the figures allow."""
    figures = [*_systems(study), *_scatters(study), _profiles(study), _learning(study)]
    if study.timeline is not None:
        figures.append(timeline_figure(study.timeline))
    return [figure for figure in figures if figure is not None]


def _systems(study: EffortStudy) -> list[Figure]:
    names = tuple(group.name for group in study.systems)
    measures = [measure for measure in known_measures(study.systems) if measure.name in SHOWN]
    figures = []
    for measure in measures:
        rows = [
            (measure.label, group.name, interval.estimate, interval.low, interval.high)
            for group in study.systems
            if (interval := group.intervals.get(measure.name)) is not None and not math.isnan(interval.low)
        ]
        if rows:
            words = [f"{name} {value:.2f} ({low:.2f} to {high:.2f})" for _, name, value, low, high in rows]
            title = f"{measure.label} by system: {measure.words}"
            figures.append(
                figure_of(
                    "intervals",
                    f"postedit-{measure.name}-figure",
                    title,
                    rows,
                    words,
                    axis=measure.label,
                    systems=names,
                )
            )
    return figures


def _scatters(study: EffortStudy) -> list[Figure]:
    figures = []
    order = {(each.metric, each.measure): each for each in study.triage.predictions if each.measure in SHOWN}
    for (metric, measure), prediction in list(order.items())[:MOST_SCATTERS]:
        points = study.triage.points[metric, measure]
        label = BY_NAME[measure].label
        rows = [
            (x, y, segment, system, None, None, None, None) for system, segment, x, y in points[:MOST_POINTS]
        ]
        low, high = prediction.spearman.low, prediction.spearman.high
        words = (
            f"{prediction.outputs} outputs; Pearson {prediction.pearson.estimate:.3f}, Spearman "
            f"{prediction.spearman.estimate:.3f} ({low:.3f} to {high:.3f}), 1 being a perfect prediction"
        )
        title = f"{label} against {metric}: {words}"
        figures.append(
            figure_of(
                "scatter",
                f"postedit-{measure}-{metric}-figure",
                title,
                rows,
                words + ".",
                axis=metric,
                upright=label,
            )
        )
    return figures


def _profiles(study: EffortStudy) -> Figure | None:
    """Draw every editor's figures as ratios to the mean of editors."""
    measures = [measure for measure in known_measures(study.editors) if measure.name != "unchanged"]
    if len(study.editors) < 2 or not measures:
        return None
    rows = []
    for measure in measures:
        figures = {group.name: group.figures[measure.name] for group in study.editors}
        known = [figure for figure in figures.values() if not math.isnan(figure)]
        mean = sum(known) / len(known)
        for name, figure in figures.items():
            if not math.isnan(figure) and mean:
                rows.append((name, measure.label, figure / mean, f"{figure:.{measure.digits}f}"))
    names = joined([group.name for group in study.editors])
    words = f"{names}: figures of each measure, shaded by their ratio to the mean."
    return figure_of("heat", "postedit-profiles-figure", "Editors' profiles", rows, words)


def _learning(study: EffortStudy) -> Figure | None:
    if study.curve is None or len(study.curve.tenths) < 2:
        return None
    rows = [("all editors", float(tenth), ratio, "") for tenth, ratio, _ in study.curve.tenths]
    words = [f"tenth {tenth}: {ratio:.2f}" for tenth, ratio, _ in study.curve.tenths]
    title = "Time per word over the course of the work, 1 for the mean of system and editor"
    return figure_of(
        "curve",
        "postedit-curve-figure",
        title,
        rows,
        words,
        axis="tenth of the work",
        upright="time per word",
    )


def timeline_figure(timeline: Timeline) -> Figure | None:
    """Draw the length of the text and the number of keys over the time, with the longest pauses."""
    longest = sorted(timeline.pauses, key=lambda pause: -pause[1])[:LONGEST]
    marks = {end: f"{length:.1f} s" for end, length in longest}
    rows = [("characters", second, count, "") for second, count in timeline.changes]
    rows += [("keys", second, count, marks.pop(second, "")) for second, count in timeline.keys]
    if len(rows) < 2:
        return None
    last = max(row[1] for row in rows)
    words = (
        f"{timeline.editor} on segment {timeline.segment} of {timeline.system}: {len(timeline.keys)} keys and "
        f"{len(timeline.changes) - 1} changes in {last:.1f} s of work, {len(timeline.pauses)} pauses; the marks are "
        "the longest."
    )
    title = f"Segment {timeline.segment}, {timeline.editor}: length of the text, keys, and pauses"
    return figure_of(
        "curve",
        "postedit-timeline-figure",
        title,
        rows,
        words,
        axis="seconds of work",
        upright="characters, keys",
    )
