"""What `assay power` has to say: what the set can show, in words, then the numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from assay.comparison import (
    CORRECTION_NAMES,
    POWER_PARTS,
    TEST_NAMES,
    AssumedPower,
    Coverage,
    Plan,
    Power,
    PowerPlan,
    count_units,
    decimals,
    least_units,
    write_share,
)
from assay.metrics import Metric, labels
from assay.reporting.blocks import Block, Estimate, Fact, Heading, Listing, Prose, Table
from assay.reporting.columns import number, numbers, percent, table_of, text
from assay.reporting.tables.comparison.pairwise import pair_columns
from assay.reporting.tables.comparison.scores import counted, drawn_units, signed_metrics, size, unit_facts
from assay.stats import Settings

_SIMULATED = ("difference", "units", "power", "exaggeration", "wrong_sign")
_NUMBERS = {  # of a plan, or of a simulation of it
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
MOST_PLANS, MOST_SHORTFALLS = 18, 3  # pairs that the first screen shows, and those that it speaks of
_NOTES = (
    "detectable: the smallest true difference that is found with the power wanted",
    "exaggeration, wrong sign: how many times too large a significant difference is, "
    "and how often it has the wrong sign",
)


def power_report(plan: PowerPlan, parts: Sequence[str] = POWER_PARTS) -> list[Block]:
    """Report what a set can show: every pair under every metric, or how often intervals hold the truth."""
    return _coverage_report(plan) if plan.options.coverage else _plans_report(plan, parts)


def power_summary(plan: PowerPlan) -> list[Block]:
    """Say on one screen for which differences the set is large enough, and what the others would take."""
    plans, names = plan.plans, labels(plan.evaluation.metrics)
    small = [each for each in plans if not _enough(each)]
    words = [_shortfall(f"{names[each.metric]}, {each.first} against {each.second}", each) for each in small]
    rest = len(words) - MOST_SHORTFALLS
    more = [f"{counted(rest, 'more difference')} of this kind: --show claims."] if rest > 0 else []
    answers = (*words[:MOST_SHORTFALLS], *more, *filter(None, [plan.unit.caution]))
    return [
        Heading(_headline(plan, len(plans) - len(small))),
        *([Listing("power-answers", "", answers)] if answers else []),
        _short_table(plan, names),
        Prose(f"{_level(plan.options.settings.alpha, plans[0].pairs, plan.options.correction)}."),
        Prose(f"More: --show {','.join(POWER_PARTS)}, or all."),
    ]


def _headline(plan: PowerPlan, enough: int) -> str:
    units, plans = f"{plan.plans[0].power.units:,} {plan.unit.plural}", plan.plans
    share = f"a power of {100 * plan.options.power:g} %"
    if len(plans) == 1:
        return f"{units} are {'' if enough else 'not '}enough for the observed difference, with {share}"
    many = "all" if enough == len(plans) else f"{enough} of" if enough else "none of the"
    return f"{units} are enough for {many} {len(plans)} observed differences, with {share}"


def _enough(plan: Plan) -> bool:
    least = least_units(plan.power.alpha, plan.pairs)
    return plan.needed is not None and max(plan.needed, least) <= plan.power.units


def _shortfall(lead: str, plan: Plan) -> str:
    """Say of a pair for whose difference the set is too small what power it has, and what it takes."""
    if plan.power.units < least_units(plan.power.alpha, plan.pairs):
        return f"{lead}: with so few units no difference whatever can be significant."
    if plan.needed is None:
        return f"{lead}: the scores are equal, and no number of units would tell them apart."
    return (
        f"{lead}: power {write_share(plan.power.power)} % for a difference of {_size(plan.power.difference)}; "
        f"{plan.needed:,} units are needed."
    )


def _short_table(plan: PowerPlan, names: Mapping[Metric, str]) -> Table:
    more = len(plan.plans) - MOST_PLANS
    shown = ("difference", "power", "detectable", "needed")
    return table_of(
        "power",
        f"Power: {size(plan.evaluation)}",
        plan.plans[:MOST_PLANS],
        [*pair_columns(names), *(_NUMBERS[name] for name in shown)],
        notes=[
            "detectable: the smallest true difference that is found with the power wanted",
            f"{counted(more, 'more pair')}: --show pairs" if more > 0 else "",
        ],
        signed=signed_metrics(plan.evaluation),
    )


def assumed_report(assumed: AssumedPower, wanted: float) -> list[Block]:
    """Report on assumed numbers: difference, standard deviation, number of segments."""
    facts = {"alpha": assumed.power.alpha, "wanted": wanted}
    return [
        Heading("Power from assumed numbers"),
        Listing("verdict", "What the set can show", (_verdict("Assumed: ", assumed, wanted),)),
        Prose(_rule(assumed.power.alpha, wanted, assumed.pairs)),
        table_of("power", "", [assumed], _NUMBERS.values(), notes=_NOTES, facts=facts),
    ]


def _plans_report(plan: PowerPlan, parts: Sequence[str]) -> list[Block]:
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
        [*pair_columns(names), *_NUMBERS.values()],
        notes=_NOTES,
        signed=signed_metrics(evaluation),
        facts=_facts(plan) | {"wanted": wanted},
    )
    rule = (
        f"{_rule(settings.alpha, wanted, plans[0].pairs, plan.options.correction)} Standard errors: "
        f"bootstrap, {settings.bootstrap_draws:,} draws, "
        f"seed {settings.seed}; {drawn_units(plan.unit, count_units(evaluation))}."
    )
    simulation = [_simulated_table(plans, simulated, names, plan.options.test, settings)] if simulated else []
    blocks: dict[str, Sequence[Block]] = {
        "claims": [
            Listing("verdict", "What the set can show", (*verdicts, *filter(None, [plan.unit.caution])))
        ],
        "method": [Prose(rule)],
        "pairs": [table, *simulation],
    }
    return [Heading("Power"), *(block for part in POWER_PARTS if part in parts for block in blocks[part])]


def _verdict(lead: str, plan: Plan | AssumedPower, wanted: float) -> str:
    """Say how likely the difference is to be found, what is the least that would be, and what to do."""
    power, needed, size = plan.power, plan.needed, _size(plan.power.difference)
    least = least_units(power.alpha, plan.pairs)
    if power.units < least:
        return (
            f"{lead}with {power.units} units no difference whatever can be significant; a test takes {least} units at "
            f"least{'' if needed is None else f', and for a difference of {size} {needed:,}'}."
        )
    chance = (
        f"{lead}a true difference of {size} would be found in {write_share(power.power, wanted)} % of sets "
        f"of {power.units:,} units, one of {_size(plan.detectable)} in {100 * wanted:g} %."
    )
    if needed is None:
        return f"{chance} There is no difference to be found."
    enough = needed <= power.units
    answer = (
        f"The set is large enough for this difference: {needed:,} units would do."
        if enough
        else f"The set is too small for this difference: it takes {needed:,} units."
    )
    return f"{chance} {answer}{_open(plan, wanted)}"


def _size(difference: float) -> str:
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
        f"The same by simulation: {method}, each tested with {TEST_NAMES[test]}",
        [replace(plan, power=power) for plan, power in zip(plans, simulated, strict=True)],
        [*pair_columns(names), *(_NUMBERS[name] for name in _SIMULATED)],
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
        notes=["* the margin does not take in what the interval says"],
        signed=signed_metrics(evaluation),
        facts=_facts(plan),
    )
    return [
        Heading("Coverage of intervals"),
        Listing(
            "verdict", "Do intervals hold the truth as often as they say?", (_coverage_verdict(coverages),)
        ),
        Prose(
            f"The whole set is taken for the truth; sets are drawn from it with replacement, each with "
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
    return (
        f"Not quite: {far} of {len(coverages)} shares are further from {said} than chance explains; {lowest}."
    )


def _rule(alpha: float, wanted: float, pairs: int, correction: str = "holm") -> str:
    return (
        f"{_level(alpha, pairs, correction)}; wanted power {100 * wanted:g} %; by Student's t: the error shrinks with "
        "the root of the number of units."
    )


def _level(alpha: float, pairs: int, correction: str) -> str:
    """Say at which level a pair is tested."""
    level = f"{alpha:g}"
    if pairs > 1:
        level += (
            f" over {pairs} pairs by {CORRECTION_NAMES[correction]}, at {alpha / pairs:.2g} for the first"
        )
    return f"A two-sided test at {level}"


def _draws(settings: Settings) -> str:
    return f"{settings.interval} bootstrap, {settings.bootstrap_draws:,} draws, seed {settings.seed}"


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
