"""What `assay power` has to say: what the set can show, in words, then the numbers."""

from __future__ import annotations

from collections.abc import Sequence

from assay.comparison import TEST_NAMES, AssumedPower, Coverage, Plan, Power, PowerPlan
from assay.metrics import Evaluation, Metric, labels
from assay.reporting.blocks import Block, Estimate, Fact, Head, Heading, Listing, Prose, Table, Value
from assay.reporting.tables.recipes import size
from assay.stats import Settings

_NUMBERS = (
    Head("difference", align="right"),
    Head("error", label="standard error", align="right"),
    Head("units", align="right"),
    Head("power", label="power %", align="right", digits=1),
    Head("detectable", align="right"),
    Head("needed", label="units needed", align="right"),
    Head("exaggeration", align="right"),
    Head("wrong_sign", label="wrong sign %", align="right", digits=1),
)
_NOTES = (
    "detectable: the smallest true difference that is found with the power wanted",
    "exaggeration, wrong sign: how many times too large a significant difference is, "
    "and how often it has the wrong sign",
)


def assumed_report(assumed: AssumedPower, wanted: float) -> list[Block]:
    """Report on assumed numbers: difference, standard deviation, number of segments."""
    power, detectable, needed = assumed.power, assumed.detectable, assumed.needed
    row = _row(power, detectable, needed)
    return [
        Heading("Power from assumed numbers"),
        Listing(
            "verdict",
            "What the set can show",
            (_verdict("Assumed: ", power, detectable, needed, wanted=wanted),),
        ),
        Prose(_rule(power.alpha, wanted)),
        Table("power", _NUMBERS, (row,), notes=_NOTES, facts={"alpha": power.alpha, "wanted": wanted}),
    ]


def power_report(plan: PowerPlan) -> list[Block]:
    """Report on the outputs of systems: every pair under every metric."""
    evaluation, plans, simulated = plan.evaluation, plan.plans, plan.simulated
    settings, wanted, unit = plan.options.settings, plan.options.power, plan.options.unit
    labels = _labels(evaluation)
    verdicts = [
        _verdict(f"{labels[plan.metric]}, {plan.first} against {plan.second}: ", plan.power, plan.detectable,
                 plan.needed, wanted=wanted)
        for plan in plans
    ]  # fmt: skip
    rows = [
        (labels[plan.metric], plan.first, plan.second, *_row(plan.power, plan.detectable, plan.needed))
        for plan in plans
    ]
    table = Table(
        name="power",
        columns=(Head("metric"), Head("first"), Head("second"), *_NUMBERS),
        rows=tuple(rows),
        title=f"Power: {size(evaluation)}",
        notes=(*_NOTES, *_signatures(evaluation)),
        facts=_facts(evaluation, settings, unit) | {"wanted": wanted},
    )
    return [
        Heading("Power"),
        Listing("verdict", "What the set can show", tuple(verdicts)),
        Prose(
            f"{_rule(settings.alpha, wanted)} Standard errors: bootstrap, {settings.bootstrap_draws:,} draws, "
            f"seed {settings.seed}; unit: {unit}."
        ),
        table,
        *([_simulated_table(plans, simulated, labels, plan.options.test, settings)] if simulated else []),
    ]


def _verdict(lead: str, power: Power, detectable: float, needed: int | None, *, wanted: float) -> str:
    """Say how likely the difference is to be found, what is the least that would be, and what to do."""
    found = (
        f"{lead}a true difference of {abs(power.difference):.2f} is found in {100 * power.power:.0f} % of sets of "
        f"{power.units} units; from {detectable:.2f} on it is {100 * wanted:g} %."
    )
    if needed is None:
        return f"{found} There is no difference to be found."
    if needed <= power.units:
        return f"{found} The set is large enough for this difference: {needed} units would do."
    return f"{found} The set is too small for this difference: it takes {needed} units."


def _row(power: Power, detectable: float, needed: int | None) -> tuple[Value, ...]:
    return (
        *(power.difference, power.error, power.units, 100 * power.power, detectable, needed),
        *(power.exaggeration, 100 * power.wrong_sign),
    )


def _simulated_table(
    plans: Sequence[Plan],
    simulated: Sequence[Power],
    labels: dict[Metric, str],
    test: str,
    settings: Settings,
) -> Table:
    rows = [
        (
            *(labels[plan.metric], plan.first, plan.second, power.difference, power.units),
            *(100 * power.power, power.exaggeration, 100 * power.wrong_sign),
        )
        for plan, power in zip(plans, simulated, strict=True)
    ]
    kept = [head for head in _NUMBERS if head.name not in ("error", "detectable", "needed")]
    return Table(
        name="simulated",
        columns=(Head("metric"), Head("first"), Head("second"), *kept),
        rows=tuple(rows),
        title=f"The same by simulation: {simulated[0].method}, each tested with {TEST_NAMES[test]}",
        facts={"test": test, "seed": settings.seed, "method": simulated[0].method},
    )


def coverage_report(plan: PowerPlan) -> list[Block]:
    """Report how often intervals held the truth, with the margin that so few trials leave."""
    evaluation, found = plan.evaluation, plan.coverages
    settings, unit = plan.options.settings, plan.options.unit
    labels = _labels(evaluation)
    rows = [
        (
            *(labels[one.metric], one.system, one.units, one.trials, 100 * one.confidence),
            Estimate(100 * one.share, 100 * one.low, 100 * one.high, "" if _kept(one) else "*"),
        )
        for one in found
    ]
    heads = [Head(name, align="right") for name in ("units", "trials")]
    return [
        Heading("Coverage of intervals"),
        Listing("verdict", "Do intervals hold the truth as often as they say?", (_coverage_verdict(found),)),
        Prose(
            f"The whole set is taken for the truth; sets are drawn from it with replacement, each with "
            f"its own interval: {_draws(settings)}; unit: {unit}."
        ),
        Table(
            name="coverage",
            columns=(
                *(Head("metric"), Head("system"), *heads),
                Head("said", label="said %", align="right", digits=1),
                Head("held", label="held % [95 % margin]", align="right", digits=1),
            ),
            rows=tuple(rows),
            title=f"Coverage: {size(evaluation)}",
            notes=("* the margin does not take in what the interval says", *_signatures(evaluation)),
            facts=_facts(evaluation, settings, unit),
        ),
    ]


def _kept(one: Coverage) -> bool:
    return one.low <= one.confidence <= one.high


def _coverage_verdict(found: Sequence[Coverage]) -> str:
    worst = min(found, key=lambda one: one.share)
    said = f"{100 * worst.confidence:g} %"
    lowest = f"the lowest share is {100 * worst.share:.1f} %, for {worst.metric.label} of {worst.system}"
    if all(map(_kept, found)):
        return f"Yes, as far as {worst.trials} trials tell: all shares agree with {said}; {lowest}."
    far = sum(not _kept(one) for one in found)
    return f"Not quite: {far} of {len(found)} shares are further from {said} than chance explains; {lowest}."


def _labels(evaluation: Evaluation) -> dict[Metric, str]:
    return labels(evaluation.metrics)


def _signatures(evaluation: Evaluation) -> list[str]:
    return [f"{label}: {evaluation.signature(metric)}" for metric, label in _labels(evaluation).items()]


def _rule(alpha: float, wanted: float) -> str:
    return (
        f"A two-sided test at {alpha:g}, wanted power {100 * wanted:g} %, by the normal approximation: "
        "the error shrinks with the root of the number of units."
    )


def _draws(settings: Settings) -> str:
    return f"{settings.interval} bootstrap, {settings.bootstrap_draws:,} draws, seed {settings.seed}"


def _facts(evaluation: Evaluation, settings: Settings, unit: str) -> dict[str, Fact]:
    return {
        "unit": unit,
        "draws": settings.bootstrap_draws,
        "seed": settings.seed,
        "confidence": settings.confidence,
        "alpha": settings.alpha,
        "systems": evaluation.systems,
        "segments": evaluation.segments,
        "references": evaluation.references,
    }
