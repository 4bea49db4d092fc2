"""Plans of campaigns."""

from __future__ import annotations

from dataclasses import dataclass

from assay.campaigns.values import Bundle, Item, Plan, Protocol, Texts, Unit
from assay.options import option


@dataclass(frozen=True)
class DesignOptions:
    """How outputs are laid out on screens, and screens shared out."""

    copies: int = option(1, "annotators for each bundle", metavar="N", least=1)
    bundle: int = option(10, "screens that an annotator does together", metavar="N", least=1)
    seed: int = option(1, "the seed of all chance in the plan", metavar="N")


def plan_campaign(texts: Texts, protocol: Protocol, options: DesignOptions) -> Plan:
    """Lay every output out on a screen of its own."""
    items: list[Item] = []
    for segment in range(len(texts.source)):
        for system, outputs in texts.outputs.items():
            unit = Unit(segment, (system,), outputs[segment])
            items.append(Item(len(items), (unit,), document=texts.document[segment]))
    starts = range(0, len(items), options.bundle)
    bundles = tuple(
        Bundle(
            number,
            tuple(item.number for item in items[start : start + options.bundle]),
            options.copies,
        )
        for number, start in enumerate(starts)
    )
    return Plan(tuple(items), bundles, options.seed)
