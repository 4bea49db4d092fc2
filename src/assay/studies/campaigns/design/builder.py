"""A plan in the making: items and bundles get their numbers in the order in which they are added."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from assay.data import GENUINE
from assay.studies.campaigns.design.screens import Screen
from assay.studies.campaigns.values import Bundle, CampaignPlan, Item


@dataclass
class PlanBuilder:
    """Items and bundles so far."""

    items: list[Item] = field(default_factory=list)
    bundles: list[Bundle] = field(default_factory=list)

    def add_item(self, screen: Screen, kind: str = GENUINE, original: int | None = None) -> int:
        """Add a screen; return its number."""
        number = len(self.items)
        self.items.append(
            Item(number, screen.units, kind, screen.document, original, questions=screen.questions)
        )
        return number

    def add_given(self, item: Item) -> int:
        """Add an item as somebody has made it, under a number of ours."""
        self.items.append(replace(item, number=len(self.items)))
        return len(self.items) - 1

    def add_bundle(self, items: Iterable[int], **told: Any) -> None:
        """Add a bundle of items."""
        self.bundles.append(Bundle(len(self.bundles), tuple(items), **told))

    def plan(self, seed: int) -> CampaignPlan:
        """Return what was built."""
        return CampaignPlan(tuple(self.items), tuple(self.bundles), seed)


Told = Mapping[str, Any]
