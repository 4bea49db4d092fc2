"""Campaigns of human evaluation, without a server: protocols, plans, assignment, grading, and judgements from the log.

    protocol = protocol_named("esa")
    plan = plan_campaign(texts, protocol, DesignOptions(copies=2, seed=1))
    campaign = Campaign("spring", protocol, texts, plan, settings)

Nothing here knows of a database or a browser: `assay.server` keeps the log and shows the pages.
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.campaigns.answers import FieldError, check_answer
    from assay.campaigns.commands import (
        NewEvent,
        RefusedError,
        Submission,
        add_annotator,
        advance,
        answer,
        completion_code,
        consent,
        draft,
        feedback,
        reopen_screen,
        set_closed,
        situation,
        skip,
        withdraw,
    )
    from assay.campaigns.definition import from_plain, to_plain
    from assay.campaigns.design import DesignOptions, plan_campaign
    from assay.campaigns.protocols import protocol_named, protocol_names
    from assay.campaigns.screens import progress_of
    from assay.campaigns.settings import SettingOptions
    from assay.campaigns.state import Annotator, CampaignState, Lease
    from assay.campaigns.texts import texts_of, texts_without_reference
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
    "Annotator",
    "Bundle",
    "Campaign",
    "CampaignState",
    "Category",
    "DesignOptions",
    "Event",
    "Field",
    "FieldError",
    "Item",
    "Lease",
    "NewEvent",
    "Plan",
    "PlantedSpan",
    "Protocol",
    "Question",
    "RefusedError",
    "SettingOptions",
    "Step",
    "Submission",
    "Texts",
    "Tick",
    "Unit",
    "add_annotator",
    "advance",
    "answer",
    "check_answer",
    "completion_code",
    "consent",
    "draft",
    "feedback",
    "from_plain",
    "plan_campaign",
    "progress_of",
    "protocol_named",
    "protocol_names",
    "reopen_screen",
    "set_closed",
    "situation",
    "skip",
    "texts_of",
    "texts_without_reference",
    "to_plain",
    "withdraw",
]
__getattr__, __dir__ = open_door(__name__)
