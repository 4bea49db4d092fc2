"""What can be learnt from judgements: combinations of metrics, suspicious references, and how much is still needed.

The reports of `assay learn` and `assay meteor-train` are here, and the parts of `assay meta` that learn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from assay.errors import counted
from assay.meta import TESTS, Closeness, Learnt
from assay.meta.learning.combinations import Combination
from assay.meta.learning.contamination import Contamination
from assay.meta.learning.gain_test import JACKKNIVES
from assay.meta.learning.needed import EffortCurve, Need
from assay.metrics import spec_of
from assay.reporting.blocks import Block, Figure, Heading, Listing, Table, Value
from assay.reporting.columns import (
    estimate,
    figure_of,
    number,
    p_value,
    percent,
    table_of,
    text,
    texts,
)
from assay.reporting.tables.meta.contests import GROUPS
from assay.reporting.tables.meta.notes import told_apart

TYPE_CHECKING = False
if TYPE_CHECKING:  # `assay meta` comes here without METEOR
    from assay.metrics import Meteor, Trained
    from assay.metrics.meaning.meteor.training import Setting


def combinations_table(combinations: Sequence[Combination], *, details: bool = True) -> Table:
    """Show every combination on held-out data beside the best single member, and what it claims in sample.

    `details` are the weights, and which member was the best in how many folds.
    """
    more = [text("best_members", "best single in folds", read=_members), text("weights", read=_weights)]
    return table_of(
        "combinations",
        "Combinations of metrics against the best single one",
        combinations,
        [
            *(text("method"), text("left_out", "left out", read=lambda each: f"{each.left_out}s")),
            number("held_out", "held out", digits=4, better="higher"),
            number("best_single", "best single, held out", digits=4, better="higher"),
            number("best_hindsight", "best single, hindsight", digits=4),
            estimate("gain", digits=4, read=lambda each: _known(each.gain), interval=_gain_interval),
            p_value("p", "p two-sided", read="contest.p_two_sided"),
            number("in_sample", "in sample", digits=4),
            *(more if details else []),
        ],
        notes=[
            _combination_note(combinations[0]) if combinations else "",
            *_gain_notes(combinations),
            "best single: chosen inside the folds, it is biased downwards if members are nearly equal; "
            "in hindsight, upwards; a combination should beat both",
            "in sample: fitted and measured on the same data, which is too optimistic",
        ],
    )


def _gain_interval(combination: Combination) -> object:
    return None if math.isnan(combination.gain) else combination.contest


def _members(combination: Combination) -> str:
    return ", ".join(
        f"{name} {count}/{combination.folds}" for name, count in combination.best_members.items()
    )


def _weights(combination: Combination) -> str:
    return ", ".join(f"{name} {weight:.3g}" for name, weight in combination.weights.items() if weight)


def _combination_note(first: Combination) -> str:
    test = first.contest
    normal = {"z": "standardised", "rank": "turned to ranks"}[first.normalise]
    return (
        f"{test.statistic}, {GROUPS[test.grouping]}; {counted(test.systems, 'system')}, {test.segments} segments, "
        f"{first.cells} scores; metrics {normal}; cross-validation in up to {first.folds} folds, seed {first.seed}; "
        "the best single member is chosen inside the folds"
    )


def _gain_notes(combinations: Sequence[Combination]) -> list[str]:
    """Say how the gain was tested, and of what it holds, for each thing that is left out."""
    tests = {each.left_out: each.contest for each in combinations}
    return [
        f"gain with {unit}s left out: {JACKKNIVES[test.test]}, {test.draws} of them"
        + ("; too few to test it" if math.isnan(test.p_two_sided) else "")
        if test.test in JACKKNIVES
        else f"gain with {unit}s left out: {TESTS[test.test].words}, {test.draws:,} draws"
        for unit, test in tests.items()
    ]


def contamination_report(contamination: Contamination) -> list[Block]:
    """Name the systems that are suspiciously close to a reference, then show all of them."""
    items = [_suspicion(suspect, contamination.metric) for suspect in contamination.suspects]
    items = items or ["No system is suspiciously close to a reference."]
    themselves = [
        f"{system} is the reference {name} itself and took no part."
        for system, name in contamination.references_themselves
    ]
    return [
        Listing("contamination", "Are references contaminated?", (*items, *themselves)),
        closeness_table(contamination),
    ]


def _suspicion(suspect: Closeness, metric: str) -> str:
    elsewhere = ""
    if not math.isnan(suspect.elsewhere):
        elsewhere = f", {suspect.elsewhere:.1f} against the other references"
    return (
        f"{suspect.system} is suspiciously close to {suspect.reference}: {metric} {suspect.score:.1f}{elsewhere}, "
        f"{suspect.to_nearest:.1f} against the nearest system ({suspect.nearest}). Check whether {suspect.reference} "
        "was made from its output; if so, leave the reference or the system out."
    )


def closeness_table(contamination: Contamination) -> Table:
    """Show how close every system is to every reference, and how unusual that is."""
    left = (
        f"; {counted(contamination.left_out, 'segment')} without a reference left out"
        if contamination.left_out
        else ""
    )
    return table_of(
        "closeness",
        "How close systems are to references",
        contamination.closeness,
        [
            *texts("system", "reference"),
            number(
                "score",
                contamination.metric,
                digits=1,
                better="higher" if contamination.higher_is_better else "lower",
            ),
            number("elsewhere", "other references", digits=1, read=lambda each: _known(each.elsewhere)),
            text("nearest", "nearest system"),
            number("to_nearest", f"{contamination.metric} to it", digits=1),
            number("z_references", "z, references", digits=1, read=lambda each: _known(each.z_references)),
            number("z_systems", "z, systems", digits=1),
            text("flag", read=lambda each: "suspicious" if each.suspicious else ""),
        ],
        notes=[
            f"{contamination.metric} on {contamination.segments} segments{left}",
            f"suspicious: more than {contamination.limit:g} robust standard deviations above the median lead over "
            "other references, or over other systems while closer to the reference than to any of them",
        ],
        facts={
            "limit": contamination.limit,
            "segments": contamination.segments,
            "left_out": contamination.left_out,
        },
    )


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def needs_table(needs: Sequence[Need]) -> Table:
    """Show for every pair how many segments or systems it takes to tell the two apart."""
    rates = {(need.alpha, need.wanted) for need in needs}
    return table_of(
        "needed",
        "How many are needed",
        needs,
        [
            *(*texts("what", "first", "second"), number("difference", digits=4)),
            *(number("error", "standard error", digits=4), text("unit"), number("units", "there are")),
            *(percent("power"), number("detectable", digits=4)),
            *(number("needed"), number("missing", "still to come")),
        ],
        notes=[
            *(
                f"two-sided test at {100 * alpha:g} %, wanted power {100 * wanted:g} %"
                for alpha, wanted in sorted(rates)
            ),
            "difference: second minus first; standard errors shrink with the square root of the number of units",
            "none needed if there is no difference",
        ],
    )


def needs_listing(needs: Sequence[Need]) -> Listing:
    """Say in words what is still needed."""
    return Listing("needs", "What is still needed", tuple(_need(need) for need in needs))


def _need(need: Need) -> str:
    pair = f"{need.first} and {need.second}"
    if need.needed is None:
        return f"{pair} do not differ: no number of {need.unit} separates them."
    if not need.missing:
        return f"{pair}: the {need.units} {need.unit} are enough, {need.needed} would do."
    power, _ = told_apart(100 * need.power, 100 * need.wanted, 0)
    short = f"{need.needed:,} {need.unit} are needed, {need.missing:,} more than there are"
    return f"{pair}: {short}; now the power is {power} %."


def steadiness_report(curves: Sequence[EffortCurve]) -> list[Block]:
    """Draw how the error of an agreement falls with the number of segments, and show the numbers."""
    points: list[tuple[object, ...]] = []
    for curve in curves:
        points += [
            (curve.metric, point.segments, point.mean, point.error, point.undefined, point)
            for point in curve.points
        ]
        error = _known(curve.error(curve.segments))
        points.append((curve.metric, curve.segments, curve.value, error, 0, None))
    table = table_of(
        "steadiness",
        "Stability of agreement by number of segments",
        points,
        [
            *(text("metric", read=0), number("segments", read=1)),
            estimate("value", digits=4, read=2, interval=5),
            *(number("error", "standard error", digits=4, read=3), number("undefined", read=4)),
        ],
        notes=[_curve_note(curve) for curve in curves],
    )
    return [steadiness_figure(curves), table]


def _curve_note(curve: EffortCurve) -> str:
    rate = (
        ""
        if math.isnan(curve.rate)
        else f"; error for fresh segments about {curve.rate:.3g} / sqrt(segments)"
    )
    means = "; a system's score is the mean of its segments" if curve.grouping == "means" else ""
    return (
        f"{curve.metric}: {curve.statistic}, {GROUPS[curve.grouping]}{means}; {curve.subsets} random subsets of each "
        f"size, seed {curve.seed}{rate}"
    )


def _curve_words(curve: EffortCurve) -> str:
    error = curve.error(curve.segments)
    known = "is undefined" if math.isnan(error) else f"{error:.3g}"
    return f"{curve.metric}: standard error {known} with all {curve.segments} segments"


def steadiness_figure(curves: Sequence[EffortCurve]) -> Figure:
    """Draw the standard error against the number of segments, a line a metric."""
    rows: list[tuple[Value, ...]] = []
    for curve in curves:
        rows += [
            (curve.metric, point.segments, point.error, "")
            for point in curve.points
            if not math.isnan(point.error)
        ]
        if not math.isnan(curve.rate):
            rows.append((curve.metric, curve.segments, curve.error(curve.segments), "all segments"))
    return figure_of(
        "curve",
        "steadiness-figure",
        "Standard error of agreement by number of segments",
        rows,
        [_curve_words(curve) for curve in curves],
        data="steadiness-curve",
        axis="segments",
        upright="standard error",
    )


def learn_report(learnt: Learnt, path: str | None = None) -> list[Block]:
    """Show all methods beside the best single member, then what the chosen one is made of."""
    model = learnt.model
    use = f"use it with -m combined:model={path}" if path else "nothing was written; -o MODEL writes it"
    weights = table_of(
        "members",
        f"The model: {model.method}, {len(model.members)} members",
        model.members,
        [
            text("metric"),
            number("weight", digits=4),
            number("mean", digits=4),
            number("deviation", digits=4),
        ],
        notes=[
            f"score of a segment: {model.intercept:.4g} + sum of weight × (score - mean) / deviation, of metrics for "
            f"which lower is better with the opposite sign; scale: {model.card['scale']}",
            use,
        ],
    )
    limits = Listing("limits", "Limits", tuple(f"{limit}" for limit in model.card["limits"]))
    remarks = [f"{remark.kind}: {remark.count}" for remark in learnt.remarks]
    blocks: list[Block] = [Heading("A combination of metrics learnt from human judgements")]
    blocks += [combinations_table(learnt.combinations, details=False), weights, limits]
    return [*blocks, Listing("remarks", "On the judgements", tuple(remarks))] if remarks else blocks


MEASURES = {
    "pearson": "Pearson's correlation, weighted by length",
    "spearman": "Spearman's correlation",
    "consistency": "right less wrong pairs, as a share of all",
}


def training_report(metric: Meteor, trained: Trained) -> list[Block]:
    """Make one table, a row a setting; the last is that of the metric as it was given."""
    named = [
        *((str(place + 1), each) for place, each in enumerate(trained.settings)),
        ("as given", trained.given),
    ]
    table = table_of(
        "settings",
        f"{MEASURES[trained.objective]}; {trained.tried:,} settings compared",
        named,
        [
            text("rank", read=lambda row: row[0]),
            number("agreement", digits=4, read=lambda row: row[1].agreement),
            *(
                number(name, digits=2, read=lambda row, name=name: getattr(row[1], name))
                for name in PARAMETERS
            ),
            text("weights", read=lambda row: " ".join(f"{weight:g}" for weight in row[1].weights)),
        ],
        notes=[f'use the best with -m "{_spec(metric, trained.settings[0])}"'],
    )
    return [Heading("Parameters of METEOR that agree best with people"), table]


PARAMETERS = ("alpha", "beta", "gamma", "delta")


def _spec(metric: Meteor, setting: Setting) -> str:
    chosen = {name: getattr(setting, name) for name in PARAMETERS}
    return spec_of(replace(metric, **chosen, weights=setting.weights))
