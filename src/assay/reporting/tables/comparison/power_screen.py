"""What a terminal shows of `assay power`: for which differences the set is large enough, and one table."""

from __future__ import annotations

from collections.abc import Mapping

from assay.comparison import POWER_PARTS, PowerPlan
from assay.comparison.claims import write_share
from assay.comparison.power_analysis import Plan, least_units
from assay.errors import counted
from assay.metrics import Metric, labels
from assay.reporting.blocks import Block, Heading, Listing, Prose, Table
from assay.reporting.columns import table_of
from assay.reporting.tables.comparison.pairwise import pair_columns
from assay.reporting.tables.comparison.power import NUMBERS, headline, is_enough, level_words, size_words
from assay.reporting.tables.comparison.scores import signed_metrics, size

MOST_PLANS, MOST_SHORTFALLS = 18, 3  # pairs that are shown, and those that are spoken of


def power_summary(plan: PowerPlan) -> list[Block]:
    """Say on one screen for which differences the set is large enough, and what the others would take."""
    plans, names = plan.plans, labels(plan.evaluation.metrics)
    small = [each for each in plans if not is_enough(each)]
    words = [_shortfall(f"{names[each.metric]}, {each.first} against {each.second}", each) for each in small]
    rest = len(words) - MOST_SHORTFALLS
    more = [f"{counted(rest, 'more difference')} of this kind: --show claims."] if rest > 0 else []
    answers = (*words[:MOST_SHORTFALLS], *more, *filter(None, [plan.unit.caution]))
    return [
        Heading(headline(plan)),
        *([Listing("power-answers", "", answers)] if answers else []),
        _short_table(plan, names),
        Prose(f"{level_words(plan.options.settings.alpha, plans[0].pairs, plan.options.correction)}."),
        Prose(f"More: --show {','.join(POWER_PARTS)}, or all."),
    ]


def _shortfall(lead: str, plan: Plan) -> str:
    """Say of a pair for whose difference the set is too small what power it has, and what it takes."""
    if plan.power.units < least_units(plan.power.alpha, plan.pairs):
        return f"{lead}: with so few units no difference can be significant."
    if plan.needed is None and not plan.power.error:
        return f"{lead}: equal in every unit; no number of units would tell them apart."
    if plan.needed is None:
        return f"{lead}: the scores are equal, so there is no difference to plan for; assume one with --difference."
    return (
        f"{lead}: power {write_share(plan.power.power)} % for a difference of {size_words(plan.power.difference)}; "
        f"{plan.needed:,} units are needed."
    )


def _short_table(plan: PowerPlan, names: Mapping[Metric, str]) -> Table:
    more = len(plan.plans) - MOST_PLANS
    shown = ("difference", "power", "detectable", "needed")
    return table_of(
        "power",
        f"Power: {size(plan.evaluation)}",
        plan.plans[:MOST_PLANS],
        [*pair_columns(names), *(NUMBERS[name] for name in shown)],
        notes=[
            "detectable: the smallest true difference that would be found with the power wanted",
            f"{counted(more, 'more pair')}: --show pairs" if more > 0 else "",
        ],
        signed=signed_metrics(plan.evaluation),
    )
