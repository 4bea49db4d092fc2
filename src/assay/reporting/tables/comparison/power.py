"""What `assay power` has to say: what the set can show, in words, then the numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from assay.comparison import (
    POWER_PARTS,
    TESTS,
    AssumedPower,
    Coverage,
    Power,
    PowerPlan,
    WinPower,
    count_units,
)
from assay.comparison.claims import decimals, write_share
from assay.comparison.options import CORRECTION_NAMES
from assay.comparison.power_analysis import Plan, least_units
from assay.metrics import Metric, labels, spec_of
from assay.reporting.blocks import Block, Estimate, Fact, Figure, Heading, Listing, Prose, Table, Value
from assay.reporting.columns import figure_of, number, numbers, percent, table_of, text
from assay.reporting.tables.comparison.pairwise import pair_columns
from assay.reporting.tables.comparison.scores import signed_metrics, size
from assay.reporting.wording import drawn_units, unit_facts
from assay.stats import Settings

POINTS = 24  # of a curve of power
_SIMULATED = ("difference", "units", "power", "exaggeration", "wrong_sign")
NUMBERS = {  # of a plan, or of a simulation of it
    "difference": number("difference", read="power.difference"),
    "error": number("error", "standard error", read="power.error"),
    "units": number("units", read="power.units"),
    "power": percent("power", read="power.power"),
    "detectable": number(
        "detectable", read=lambda plan: plan.detectable if plan.detectable < math.inf else None
    ),
    "needed": number("needed", "units needed"),
    "exaggeration": number("exaggeration", read="power.exaggeration"),
    "wrong_sign": percent("wrong_sign", "wrong sign %", read="power.wrong_sign"),
}
_NOTES = (
    "detectable: the smallest true difference that would be found with the power wanted",
    "exaggeration, wrong sign: by what factor a significant difference overestimates "
    "the true one, and how often its sign is wrong",
)


def power_report(
    plan: PowerPlan, parts: Sequence[str] = POWER_PARTS, *, pictures: bool = False
) -> list[Block]:
    """Report what a set can show: every pair under every metric, or how often intervals hold the truth."""
    return _coverage_report(plan) if plan.options.coverage else _plans_report(plan, parts, pictures=pictures)


def power_figures(plan: PowerPlan) -> list[Figure]:
    """Draw the power over the number of units, a figure a metric and a line a pair."""
    names = labels(plan.evaluation.metrics)
    return [
        _power_figure([one for one in plan.plans if one.metric == metric], label, plan.options.power)
        for metric, label in names.items()
    ]


def _power_figure(plans: Sequence[Plan], label: str, wanted: float) -> Figure:
    """Draw power up to twice the size of the set, or further where a pair needs more, but not without end."""
    units = plans[0].power.units
    needs = [plan.needed for plan in plans if plan.needed is not None]
    most = max(2 * units, min(6 * units, round(1.2 * max(needs, default=0))))
    places = sorted({max(2, round(most * share / POINTS)) for share in range(1, POINTS + 1)} | {units})
    rows: list[tuple[Value, ...]] = []
    words = []
    for place, plan in enumerate(plans):
        name = f"{plan.first} – {plan.second}"
        for size_drawn in places:
            here = "this set" if size_drawn == units and not place else ""
            rows.append((name, size_drawn, 100 * plan.power_at(size_drawn), here))
        words.append(f"{name}: {100 * plan.power.power:.0f} % with {units:,} units")
    return figure_of(
        "curve",
        f"power-figure.{spec_of(plans[0].metric)}",
        f"{label}: power by the size of the set ({100 * wanted:g} % wanted)",
        rows,
        words,
        data=f"power-curve.{spec_of(plans[0].metric)}",
        axis="units of the set",
        upright="power, %",
    )


def assumed_report(assumed: AssumedPower | WinPower, wanted: float) -> list[Block]:
    """Report on assumed numbers: difference, deviation and number of segments, or share of wins and decisions."""
    if isinstance(assumed, WinPower):
        return _wins_report(assumed, wanted)
    facts = {"alpha": assumed.power.alpha, "wanted": wanted}
    return [
        Heading("Power from assumed numbers"),
        Listing("verdict", "What the set can show", (_verdict("Assumed: ", assumed, wanted),)),
        Prose(_rule(wanted, assumed.power, assumed.pairs)),
        table_of("power", "", [assumed], NUMBERS.values(), notes=_NOTES, facts=facts),
    ]


def _wins_report(wins: WinPower, wanted: float) -> list[Block]:
    return [
        Heading("Power of the sign test from an assumed share of wins"),
        Listing("verdict", "What so many decisions can show", (_wins_verdict(wins, wanted),)),
        Prose(
            f"{level_words(wins.alpha, wins.pairs, 'holm')}; wanted power {100 * wanted:g} %; exact sign test, "
            "ties left out. Over the number of decisions the power goes up and down a little: from the number "
            "needed on it stays high enough."
        ),
        table_of(
            "power",
            "",
            [wins],
            [
                percent("win_rate", "wins %"),
                number("decisions"),
                percent("power"),
                percent("detectable", "detectable %"),
                number("needed", "decisions needed"),
            ],
            notes=["detectable: the smallest share of wins that would be shown with the power wanted"],
            facts={"alpha": wins.alpha, "wanted": wanted, "pairs": wins.pairs},
        ),
    ]


def _wins_verdict(wins: WinPower, wanted: float) -> str:
    """Say how likely the better system is to be told, and how many decisions it takes."""
    share = f"A system that wins {100 * wins.win_rate:.1f} % of decisions"
    least = least_units(wins.alpha, wins.pairs)
    if wins.decisions < least:
        return f"With {wins.decisions} decisions no share of wins can be significant; a test needs at least {least}."
    if wins.needed is None:
        return f"{share} is no better than the other; there is no difference to be found."
    chance = (
        f"{share} would be told from the other in {write_share(wins.power, wanted)} % of studies with "
        f"{wins.decisions:,} decisions."
    )
    if wins.power >= wanted and wins.needed <= wins.decisions:
        return f"{chance} They are enough: {wins.needed:,} would do."
    return f"{chance} {wins.needed:,} decisions are needed for {100 * wanted:g} %."


def _plans_report(plan: PowerPlan, parts: Sequence[str], *, pictures: bool) -> list[Block]:
    evaluation, plans, simulated = plan.evaluation, plan.plans, plan.simulated
    settings, wanted = plan.options.settings, plan.options.power
    names = labels(evaluation.metrics)
    verdicts = [
        _verdict(f"{names[plan.metric]}, {plan.first} against {plan.second}: ", plan, wanted)
        for plan in plans
    ]
    table = table_of(
        "power",
        f"Power: {size(evaluation)}",
        plans,
        [*pair_columns(names), *NUMBERS.values()],
        notes=_NOTES,
        signed=signed_metrics(evaluation),
        facts=_facts(plan) | {"wanted": wanted},
    )
    rule = (
        f"{_rule(wanted, plans[0].power, plans[0].pairs, plan.options.correction)} Standard errors: "
        f"bootstrap, {settings.bootstrap_draws:,} draws, "
        f"seed {settings.seed}; {drawn_units(plan.unit, count_units(evaluation))}."
    )
    simulation = [_simulated_table(plans, simulated, names, plan.options.test, settings)] if simulated else []
    blocks: dict[str, Sequence[Block]] = {
        "claims": [
            Listing("verdict", "What the set can show", (*verdicts, *filter(None, [plan.unit.caution]))),
            *(power_figures(plan) if pictures else []),
        ],
        "method": [Prose(rule)],
        "pairs": [table, *simulation],
    }
    return [
        Heading(headline(plan)),
        *(block for part in POWER_PARTS if part in parts for block in blocks[part]),
    ]


def _verdict(lead: str, plan: Plan | AssumedPower, wanted: float) -> str:
    """Say how likely the difference is to be found, what is the least that would be, and what to do."""
    power, needed, size = plan.power, plan.needed, size_words(plan.power.difference)
    least = least_units(power.alpha, plan.pairs)
    if power.units < least:
        return (
            f"{lead}with {power.units} units no difference can be significant; a test needs at least "
            f"{least} units{f', and for a difference of {size} {needed:,}' if needed and needed > least else ''}."
        )
    chance = (
        f"{lead}a true difference of {size} would be found in {write_share(power.power, wanted)} % of sets "
        f"of {power.units:,} units, one of {size_words(plan.detectable)} in {100 * wanted:g} %."
    )
    if needed is None:
        nothing = "Both are equal in every unit; no number of units would tell them apart."
        assume = "The scores are equal, so there is no difference to plan for; assume one with --difference."
        observed = not isinstance(plan, AssumedPower)
        return f"{chance} {assume if power.error and observed else nothing if observed else _NO_DIFFERENCE}"
    enough = needed <= power.units
    answer = (
        f"The set is large enough for this difference: {needed:,} units would suffice."
        if enough
        else f"The set is too small for this difference: {needed:,} units are needed."
    )
    return f"{chance} {answer}{_open(plan, wanted)}"


_NO_DIFFERENCE = "There is no difference to be found."


def size_words(difference: float) -> str:
    """Write the size of a difference."""
    return f"{abs(difference):.{decimals(difference)}f}"


def _open(plan: Plan | AssumedPower, wanted: float) -> str:
    """Say what the observed difference leaves open: the units for the ends of its interval."""
    if isinstance(plan, AssumedPower) or plan.open is None:
        return ""
    low, high = plan.open if plan.power.difference >= 0 else (-plan.open[1], -plan.open[0])
    digits = decimals(low, high)
    fewest = plan.needed_for(high, wanted)
    most = None if low <= 0 else plan.needed_for(low, wanted)
    units = f"{fewest:,} units"
    if most != fewest:
        units = f"from {units} to any number" if most is None else f"{fewest:,} to {most:,} units"
    return (
        f" But this is the observed difference; the true one may lie anywhere from {low:.{digits}f} to "
        f"{high:.{digits}f}, which takes {units}."
    )


def _simulated_table(
    plans: Sequence[Plan],
    simulated: Sequence[Power],
    names: Mapping[Metric, str],
    test: str,
    settings: Settings,
) -> Table:
    method = simulated[0].method
    return table_of(
        "simulated",
        f"The same by simulation: {method}, each tested with {TESTS[test].words}",
        [replace(plan, power=power) for plan, power in zip(plans, simulated, strict=True)],
        [*pair_columns(names), *(NUMBERS[name] for name in _SIMULATED)],
        facts={"test": test, "seed": settings.seed, "method": method},
    )


def _coverage_report(plan: PowerPlan) -> list[Block]:
    """Report how often intervals held the truth, with the margin that so few trials leave."""
    evaluation, coverages = plan.evaluation, plan.coverages
    settings = plan.options.settings
    names = labels(evaluation.metrics)
    table = table_of(
        "coverage",
        f"Coverage: {size(evaluation)}",
        coverages,
        [
            *(text("metric", read=lambda coverage: names[coverage.metric]), text("system")),
            *numbers("units", "trials"),
            percent("said", read="confidence"),
            number("held", "held % [95 % margin]", read=_held, digits=1),
        ],
        notes=["* the margin of error does not include the nominal coverage"],
        signed=signed_metrics(evaluation),
        facts=_facts(plan),
    )
    return [
        Heading("Coverage of intervals"),
        Listing(
            "verdict",
            "Do intervals cover the true value as often as they claim?",
            (_coverage_verdict(coverages),),
        ),
        Prose(
            f"The whole set is taken as the population; sets are drawn from it with replacement, each with "
            f"its own interval: {_draws(settings)}; {drawn_units(plan.unit, count_units(evaluation))}."
        ),
        table,
    ]


def _held(coverage: Coverage) -> Estimate:
    mark = "" if _as_said(coverage) else "*"
    return Estimate(100 * coverage.share, 100 * coverage.low, 100 * coverage.high, mark)


def _as_said(coverage: Coverage) -> bool:
    return coverage.low <= coverage.confidence <= coverage.high


def _coverage_verdict(coverages: Sequence[Coverage]) -> str:
    worst = min(coverages, key=lambda coverage: coverage.share)
    said = f"{100 * worst.confidence:g} %"
    lowest = f"the lowest share is {100 * worst.share:.1f} %, for {worst.metric.label} of {worst.system}"
    far = sum(not _as_said(coverage) for coverage in coverages)
    if not far:
        return f"Yes, as far as {worst.trials} trials tell: all shares agree with {said}; {lowest}."
    return f"Not quite: {far} of {len(coverages)} shares differ significantly from {said}; {lowest}."


def _rule(wanted: float, power: Power, pairs: int, correction: str = "holm") -> str:
    """Say what the power is of, and what it goes by: few units are swapped in all ways, many are near Student's t."""
    how = "by a count of all ways to swap the units" if power.method == "exact" else "by Student's t"
    return (
        f"{level_words(power.alpha, pairs, correction)}; wanted power {100 * wanted:g} %; {how}; the standard "
        "error shrinks with the square root of the number of units."
    )


def headline(plan: PowerPlan) -> str:
    """Say for how many of the differences the set is large enough."""
    enough = sum(is_enough(each) for each in plan.plans)
    units, plans = f"{plan.plans[0].power.units:,} {plan.unit.plural}", plan.plans
    share = f"a power of {100 * plan.options.power:g} %"
    kind = "observed" if plan.options.difference is None else "assumed"
    if len(plans) == 1:
        return f"{units} are {'' if enough else 'not '}enough for the {kind} difference, with {share}"
    many = "all" if enough == len(plans) else f"{enough} of" if enough else "none of the"
    return f"{units} are enough for {many} {len(plans)} {kind} differences, with {share}"


def is_enough(plan: Plan) -> bool:
    """Tell whether a set is large enough for a difference."""
    least = least_units(plan.power.alpha, plan.pairs)
    return plan.needed is not None and max(plan.needed, least) <= plan.power.units


def level_words(alpha: float, pairs: int, correction: str) -> str:
    """Say at which level a pair is tested."""
    level = f"{alpha:g}"
    if pairs > 1:
        level += (
            f" over {pairs} pairs by {CORRECTION_NAMES[correction]}, at {alpha / pairs:.2g} for the first"
        )
    return f"A two-sided test at {level}"


def _draws(settings: Settings) -> str:
    return (
        f"{settings.bootstrap_interval} bootstrap, {settings.bootstrap_draws:,} draws, seed {settings.seed}"
    )


def _facts(plan: PowerPlan) -> dict[str, Fact]:
    evaluation, settings = plan.evaluation, plan.options.settings
    return {
        **unit_facts(plan.unit),
        "draws": settings.bootstrap_draws,
        "seed": settings.seed,
        "confidence": settings.confidence,
        "alpha": settings.alpha,
        "systems": evaluation.systems,
        "segments": evaluation.segments,
        "references": evaluation.references,
    }
