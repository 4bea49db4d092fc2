"""Controls that a plan cannot hide, from what a browser receives: these are said when a campaign is made."""

from __future__ import annotations

from assay.data import DEGRADED, FILLER, GENUINE
from assay.errors import counted
from assay.studies.campaigns.design.controls import is_side_by_side
from assay.studies.campaigns.values import CampaignPlan


def recognised_controls(plan: CampaignPlan) -> str:
    """Say which controls of a plan can be told from other screens, and by what; nothing where there are none."""
    parts = _parts_of_documents(plan)
    beside = [item for item in plan.items if item.kind == DEGRADED and is_side_by_side(item.units)]
    said = []
    if parts:
        said.append(
            f"{counted(len(parts), 'control screen')} can be recognised: the task shows the whole of a document, "
            "and on these only a part of it"
        )
    if beside:
        said.append(
            f"{counted(len(beside), 'control screen')} can be recognised by a close look: an output stands beside "
            "its degraded copy, two texts that are nearly the same"
        )
    return "; ".join(said)


def _parts_of_documents(plan: CampaignPlan) -> set[int]:
    """Return the controls on which a document stands that is shown as a whole elsewhere in the task."""
    items = {item.number: item for item in plan.items}
    found = set()
    for bundle in plan.bundles:
        start = 0
        for passage in bundle.passages:
            screens = [items[number] for number in bundle.items[start : start + passage.screens]]
            start += passage.screens
            for item in screens:
                original = items.get(-1 if item.original is None else item.original)
                shorter = original is not None and len(item.units) < len(original.units)
                if item.kind not in (GENUINE, FILLER) and (passage.whole or shorter):
                    found.add(item.number)
    return found
