"""Controls that a plan cannot hide, from what a browser receives: these are said when a campaign is made."""

from __future__ import annotations

from collections.abc import Iterator

from assay.data import DEGRADED, FILLER, GENUINE, REFERENCE
from assay.errors import counted
from assay.studies.campaigns.design.controls import is_side_by_side
from assay.studies.campaigns.values import CampaignPlan, Item, Protocol


def recognised_controls(plan: CampaignPlan, protocol: Protocol) -> str:
    """Say which controls of a plan can be told from other screens, and by what; nothing where there are none."""
    shown = any("reference" in step.shows for step in protocol.steps)
    found = {
        "the task shows their segment three times or more, and not always the same text; more texts in a plan make "
        "fewer of them": _odd_ones(plan),
        "an output stands beside its degraded copy, two texts that are nearly the same to a close look": [
            item for item in plan.items if item.kind == DEGRADED and is_side_by_side(item.units)
        ],
        f"{protocol.name} shows the reference, and on these it is what is judged, too": [
            item for item in plan.items if shown and item.kind == REFERENCE
        ],
    }
    return "; ".join(
        f"{counted(len(items), 'control screen')} can be recognised: {words}"
        for words, items in found.items()
        if items
    )


def _odd_ones(plan: CampaignPlan) -> list[Item]:
    """Return the controls of outputs that a task shows three times or more, not always in the same text."""
    return [
        item
        for screens in _versions(plan)
        if len(screens) > 2 and len({each.units for each in screens}) > 1
        for item in screens
        if item.kind not in (GENUINE, FILLER)
    ]


def _versions(plan: CampaignPlan) -> Iterator[list[Item]]:
    """Yield the screens of a task that belong to one output: itself, its controls, and what fills up."""
    items = {item.number: item for item in plan.items}
    for bundle in plan.bundles:
        versions: dict[int, list[Item]] = {}
        for item in map(items.__getitem__, bundle.items):
            versions.setdefault(item.number if item.original is None else item.original, []).append(item)
        yield from versions.values()
