"""What can be learnt from judgements: combinations of metrics, suspicious references, and how much is still needed."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.meta import TESTS, Combination, Contamination, EffortCurve, Need
from assay.reporting.blocks import Block, Estimate, Figure, Head, Listing, Table, Value, drawn
from assay.reporting.columns import LEAST_P
from assay.reporting.tables.metric_tests import GROUPS


def combinations_table(combinations: Sequence[Combination]) -> Table:
    """Show every combination on held-out data beside the best single member, and what it claims in sample."""
    rows: list[tuple[Value, ...]] = [
        (
            *(
                one.method,
                f"{one.left_out}s",
                one.held_out,
                one.best_single,
                one.best_hindsight,
                _gain(one),
                one.contest.p_greater,
            ),
            *(one.in_sample, _counts(one), _weights(one)),
        )
        for one in combinations
    ]
    return Table(
        name="combinations",
        columns=(
            *(Head("method"), Head("left_out", label="left out")),
            Head("held_out", label="held out", align="right", digits=4, better="higher"),
            Head("best_single", label="best single, held out", align="right", digits=4, better="higher"),
            Head("best_hindsight", label="best single, hindsight", align="right", digits=4),
            Head("gain", align="right", digits=4),
            Head("p", label="p better", align="right", digits=4, least=LEAST_P),
            Head("in_sample", label="in sample", align="right", digits=4),
            *(Head("best_members", label="best single in folds"), Head("weights")),
        ),
        rows=tuple(rows),
        title="Combinations of metrics against the best single one",
        notes=(
            *_combination_notes(combinations),
            "best single: chosen inside the folds it errs on the low side where members are nearly equal, in hindsight "
            "on the high side; a combination should beat both",
            "in sample: fitted and measured on the same data, which is too good to be true",
        ),
    )


def _gain(one: Combination) -> Value:
    if math.isnan(one.gain):
        return None
    return one.gain if math.isnan(one.contest.low) else Estimate(one.gain, one.contest.low, one.contest.high)


def _counts(one: Combination) -> str:
    return ", ".join(f"{name} {count}/{one.folds}" for name, count in one.best_members.items())


def _weights(one: Combination) -> str:
    return ", ".join(f"{name} {weight:.3g}" for name, weight in one.weights.items() if weight)


def _combination_notes(combinations: Sequence[Combination]) -> list[str]:
    if not combinations:
        return []
    one = combinations[0]
    test = one.contest
    normal = {"z": "standardised", "rank": "turned to ranks"}[one.normalise]
    return [
        f"{test.statistic}, {GROUPS[test.grouping]}; {test.systems} systems, {test.segments} segments, "
        f"{one.cells} scores; metrics {normal}; cross-validation in up to {one.folds} folds, seed {one.seed}; "
        f"the best single member is chosen inside the folds; gain: {TESTS[test.test].words}, {test.draws:,} draws"
    ]


def contamination_report(found: Contamination) -> list[Block]:
    """Name the systems that are suspiciously close to a reference, then show all of them."""
    items = [
        f"{one.system} is suspiciously close to {one.reference}: {found.metric} {one.score:.1f}"
        + ("" if math.isnan(one.elsewhere) else f", {one.elsewhere:.1f} against the other references")
        + f", {one.to_nearest:.1f} against the nearest system ({one.nearest}). Look whether {one.reference} was made "
        f"from its output; if so, leave the reference or the system out."
        for one in found.suspects
    ] or ["No system is suspiciously close to a reference."]
    themselves = [
        f"{system} is the reference {name} itself and took no part."
        for system, name in found.references_themselves
    ]
    return [
        Listing("contamination", "Are references contaminated?", (*items, *themselves)),
        closeness_table(found),
    ]


def closeness_table(found: Contamination) -> Table:
    """Show how close every system is to every reference, and how unusual that is."""
    better = "higher" if found.higher_is_better else "lower"
    rows: list[tuple[Value, ...]] = [
        (
            *(one.system, one.reference, one.score, _known(one.elsewhere), one.nearest, one.to_nearest),
            *(_known(one.z_references), one.z_systems, "suspicious" if one.suspicious else ""),
        )
        for one in found.closeness
    ]
    left = f"; {found.left_out} segments lack a reference and are left out" if found.left_out else ""
    return Table(
        name="closeness",
        columns=(
            *(Head("system"), Head("reference")),
            Head(
                "score",
                label=found.metric,
                align="right",
                digits=1,
                better="higher" if better == "higher" else "lower",
            ),
            Head("elsewhere", label="other references", align="right", digits=1),
            Head("nearest", label="nearest system"),
            Head("to_nearest", label=f"{found.metric} to it", align="right", digits=1),
            Head("z_references", label="z, references", align="right", digits=1),
            Head("z_systems", label="z, systems", align="right", digits=1),
            Head("flag"),
        ),
        rows=tuple(rows),
        title="How close systems are to references",
        notes=(
            f"{found.metric} on {found.segments} segments{left}",
            f"suspicious: more than {found.limit:g} robust standard deviations above the median lead over other "
            "references, or over other systems while closer to the reference than to any of them",
        ),
        facts={"limit": found.limit, "segments": found.segments, "left_out": found.left_out},
    )


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def needs_table(needs: Sequence[Need]) -> Table:
    """Show for every pair how many segments or systems it takes to tell the two apart."""
    rows: list[tuple[Value, ...]] = [
        (
            *(one.what, one.first, one.second, one.difference, one.error, one.unit, one.units),
            *(100 * one.power, one.detectable, one.needed, one.missing),
        )
        for one in needs
    ]
    rates = {(one.alpha, one.wanted) for one in needs}
    notes = [
        f"two-sided test at {100 * alpha:g} %, wanted power {100 * wanted:g} %"
        for alpha, wanted in sorted(rates)
    ]
    return Table(
        name="needed",
        columns=(
            *(Head("what"), Head("first"), Head("second")),
            *(
                Head("difference", align="right", digits=4),
                Head("error", label="standard error", align="right", digits=4),
            ),
            *(Head("unit"), Head("units", label="there are", align="right")),
            Head("power", label="power %", align="right", digits=1),
            Head("detectable", align="right", digits=4),
            *(Head("needed", align="right"), Head("missing", label="still to come", align="right")),
        ),
        rows=tuple(rows),
        title="How many are needed",
        notes=(
            *notes,
            "difference: second minus first; errors shrink with the root of the number of units",
            "nothing needed where there is no difference to be found",
        ),
    )


def needs_listing(needs: Sequence[Need]) -> Listing:
    """Say in words what is still needed."""
    return Listing("needs", "What is still needed", tuple(_need(one) for one in needs))


def _need(one: Need) -> str:
    pair = f"{one.first} and {one.second}"
    if one.needed is None:
        return f"{pair} do not differ: no number of {one.unit} tells them apart."
    if not one.missing:
        return f"{pair}: the {one.units} {one.unit} are enough, {one.needed} would do."
    return (
        f"{pair}: {one.needed:,} {one.unit} are needed, {one.missing:,} more than there are; now the power is "
        f"{100 * one.power:.0f} %."
    )


def steadiness_report(curves: Sequence[EffortCurve]) -> list[Block]:
    """Draw how the error of an agreement falls with the number of segments, and show the numbers."""
    rows: list[tuple[Value, ...]] = []
    for curve in curves:
        rows += [
            (
                curve.metric,
                point.segments,
                Estimate(point.mean, point.low, point.high),
                point.error,
                point.undefined,
            )
            for point in curve.points
        ]
        rows.append((curve.metric, curve.segments, curve.value, _known(curve.error(curve.segments)), 0))
    table = Table(
        name="steadiness",
        columns=(
            *(Head("metric"), Head("segments", align="right")),
            *(
                Head("value", align="right", digits=4),
                Head("error", label="standard error", align="right", digits=4),
            ),
            Head("undefined", align="right"),
        ),
        rows=tuple(rows),
        title="How steady agreement is, by the number of segments",
        notes=tuple(_curve_note(curve) for curve in curves),
    )
    return [steadiness_figure(curves), table]


def _curve_note(curve: EffortCurve) -> str:
    return (
        f"{curve.metric}: {curve.statistic}, {GROUPS[curve.grouping]}; {curve.subsets} random subsets of each size, "
        f"seed {curve.seed}; error for fresh segments about {curve.rate:.3g} / sqrt(segments)"
    )


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
    words = "; ".join(
        f"{curve.metric}: standard error {curve.error(curve.segments):.3g} with all {curve.segments} segments"
        for curve in curves
    )
    return Figure(
        "steadiness-figure",
        "curve",
        "Standard error of the agreement, by the number of segments",
        drawn("curve", "steadiness-curve", rows),
        f"{words}.",
        axis="segments",
        upright="standard error",
    )
