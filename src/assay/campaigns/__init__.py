"""Campaigns of human evaluation, without a server: protocols, plans, assignment, grading, and judgements from the log.

    protocol = protocol_named("esa")
    plan = plan_campaign(texts, protocol, DesignOptions(copies=2, seed=1))
    campaign = Campaign("spring", protocol, texts, plan, settings)

Nothing here knows of a database or a browser: `assay.server` keeps the log and shows the pages.
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.campaigns.values import (
        CALIBRATION,
        TUTORIAL,
        Bundle,
        Campaign,
        Category,
        Event,
        Field,
        Item,
        Plan,
        PlantedSpan,
        Protocol,
        Question,
        Step,
        Texts,
        Tick,
        Unit,
    )

__all__ = [
    "CALIBRATION",
    "TUTORIAL",
    "Bundle",
    "Campaign",
    "Category",
    "Event",
    "Field",
    "Item",
    "Plan",
    "PlantedSpan",
    "Protocol",
    "Question",
    "Step",
    "Texts",
    "Tick",
    "Unit",
]
__getattr__, __dir__ = open_door(__name__)
