"""Campaigns of human evaluation, without a server: protocols, plans, assignment, grading, and judgements from the log.

    protocol = protocol_named("esa")
    plan = plan_campaign(texts, protocol, DesignOptions(copies=2, seed=1))
    campaign = Campaign("spring", protocol, texts, plan, settings)

Nothing here knows of a database or a browser: `assay.server` keeps the log and shows the pages.
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.campaigns.answers import (
        FieldError,
        ScreenStep,
        check_answer,
        is_right,
        steps_of,
        worded,
    )
    from assay.campaigns.design.options import DesignOptions
    from assay.campaigns.design.planning import plan_campaign
    from assay.campaigns.judging.rows import judgements_of
    from assay.campaigns.judging.stored import Answers, answers_of, parse_column, spent
    from assay.campaigns.protocols.loading import (
        categories_of,
        message_wording,
        protocol_from_file,
        protocol_named,
        protocol_names,
        wording_keys,
    )
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
    "Answers",
    "Bundle",
    "Campaign",
    "Category",
    "DesignOptions",
    "Event",
    "Field",
    "FieldError",
    "Item",
    "Plan",
    "PlantedSpan",
    "Protocol",
    "Question",
    "ScreenStep",
    "Step",
    "Texts",
    "Tick",
    "Unit",
    "answers_of",
    "categories_of",
    "check_answer",
    "is_right",
    "judgements_of",
    "message_wording",
    "parse_column",
    "plan_campaign",
    "protocol_from_file",
    "protocol_named",
    "protocol_names",
    "spent",
    "steps_of",
    "worded",
    "wording_keys",
]
__getattr__, __dir__ = open_door(__name__)
