"""Whether a plan and the people who take part fit together: nothing stays undone, and nobody comes for nothing."""

from __future__ import annotations

import warnings
from collections import Counter

from assay.errors import AssayWarning, counted
from assay.studies.campaigns.values import CampaignPlan


def warn_of_staff(plan: CampaignPlan, people: int) -> None:
    """Warn of a plan for more people than there are, and of people for whom nothing is left to do."""
    for words in (_undone(plan, people), _idle(plan, people)):
        if words:
            warnings.warn(words, AssayWarning, stacklevel=2)


def _undone(plan: CampaignPlan, people: int) -> str:
    """Say how many bundles nobody could do: an annotator does a bundle once, and of a Latin square one bundle."""
    wanted = Counter[str]()
    for bundle in plan.bundles:
        wanted[bundle.square or f"bundle {bundle.number}"] += bundle.copies
    undone = sum(max(0, copies - people) for copies in wanted.values())
    if not undone:
        return ""
    square = any(bundle.square for bundle in plan.bundles)
    reason = "nobody does two of one Latin square" if square else "nobody does the same one twice"
    return (
        f"with {counted(people, 'annotator')}, {undone} of {counted(wanted.total(), 'bundle')} to be done would stay "
        f"undone, since {reason}; it takes {max(wanted.values())} annotators, or fewer --copies"
    )


def _idle(plan: CampaignPlan, people: int) -> str:
    """Say how many people would find nothing to do, not even what everybody does."""
    bundles = sum(bundle.copies for bundle in plan.bundles)
    if people <= bundles or any(not bundle.copies for bundle in plan.bundles):
        return ""
    left = people - bundles
    return (
        f"there {'is' if bundles == 1 else 'are'} {counted(bundles, 'bundle')} to be done and {people} annotators, so "
        f"{left} of them would have nothing to do; more --copies or, in the pool, a smaller --bundle makes more"
    )
