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
        AnswerError,
        ScreenStep,
        check_answer,
        is_right,
        steps_of,
        worded,
    )
    from assay.campaigns.arriving import arrive, open_link
    from assay.campaigns.assignment import prepare_assignment
    from assay.campaigns.checked_log import ANNOTATOR_KINDS, checked_state
    from assay.campaigns.commands import (
        CHECKING,
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
        keep_edits,
        reopen_screen,
        set_closed,
        situation,
        skip,
        withdraw,
    )
    from assay.campaigns.definition import from_json, from_plain, to_plain
    from assay.campaigns.demo.coast import demo_texts, demo_tutorial
    from assay.campaigns.design.options import DesignOptions
    from assay.campaigns.design.planning import plan_campaign
    from assay.campaigns.design.power import DesignPower, design_power
    from assay.campaigns.design.staffing import warn_of_staff
    from assay.campaigns.editing.adapting import adapted, check_material, with_scratch
    from assay.campaigns.editing.keeping import EditPart
    from assay.campaigns.editing.logs import EDIT_KINDS, postedit_lines, postedit_name, written
    from assay.campaigns.editing.options import LabOptions
    from assay.campaigns.judging.quality import (
        AnnotatorVerdict,
        BothRankings,
        earns_code,
        judge_annotators,
        planted_places,
        rank_both_ways,
    )
    from assay.campaigns.judging.rows import judgements_of, no_collecting
    from assay.campaigns.judging.stored import Answers, answers_of, spent
    from assay.campaigns.judging.units import unit_table
    from assay.campaigns.materials import tutorial_from_file, with_questions
    from assay.campaigns.proposing.fates import ProposalCounts
    from assay.campaigns.proposing.reading import with_proposals
    from assay.campaigns.protocols.checked_values import checked_value
    from assay.campaigns.protocols.loading import (
        categories_of,
        chosen_protocol,
        message_wording,
        protocol_from_file,
        protocol_named,
        protocol_names,
        wording_keys,
    )
    from assay.campaigns.results.exporting import (
        EXPORTS,
        SAMPLE,
        ExportFormat,
        export_format,
        export_judgements,
        not_exported,
        written_judgements,
    )
    from assay.campaigns.results.studying import (
        AnnotatorProgress,
        CampaignProgress,
        CampaignStudy,
        plan_so_far,
        study_campaign,
        study_judgements,
    )
    from assay.campaigns.results.veiling import veiled, veiled_edits
    from assay.campaigns.screens import keyed, progress_of, screens_done
    from assay.campaigns.settings import SettingOptions
    from assay.campaigns.state import Annotator, CampaignState, Lease
    from assay.campaigns.texts import (
        check_shown,
        texts_of,
        texts_without_reference,
        warn_of_empty,
        warn_of_language,
    )
    from assay.campaigns.values import (
        CALIBRATION,
        SCRATCH,
        TUTORIAL,
        Bundle,
        Campaign,
        CampaignPlan,
        CampaignTexts,
        Category,
        Event,
        Item,
        JudgedText,
        PlantedSpan,
        ProposedSpan,
        Protocol,
        Question,
        ResponseField,
        Step,
        Tick,
    )

__all__ = [
    "ANNOTATOR_KINDS",
    "CALIBRATION",
    "CHECKING",
    "EDIT_KINDS",
    "EXPORTS",
    "SAMPLE",
    "SCRATCH",
    "TUTORIAL",
    "Annotator",
    "AnnotatorProgress",
    "AnnotatorVerdict",
    "AnswerError",
    "Answers",
    "BothRankings",
    "Bundle",
    "Campaign",
    "CampaignPlan",
    "CampaignProgress",
    "CampaignState",
    "CampaignStudy",
    "CampaignTexts",
    "Category",
    "DesignOptions",
    "DesignPower",
    "EditPart",
    "Event",
    "ExportFormat",
    "Item",
    "JudgedText",
    "LabOptions",
    "Lease",
    "NewEvent",
    "PlantedSpan",
    "ProposalCounts",
    "ProposedSpan",
    "Protocol",
    "Question",
    "RefusedError",
    "ResponseField",
    "ScreenStep",
    "SettingOptions",
    "Step",
    "Submission",
    "Tick",
    "adapted",
    "add_annotator",
    "advance",
    "answer",
    "answers_of",
    "arrive",
    "categories_of",
    "check_answer",
    "check_material",
    "check_shown",
    "checked_state",
    "checked_value",
    "chosen_protocol",
    "completion_code",
    "consent",
    "demo_texts",
    "demo_tutorial",
    "design_power",
    "draft",
    "earns_code",
    "export_format",
    "export_judgements",
    "feedback",
    "from_json",
    "from_plain",
    "is_right",
    "judge_annotators",
    "judgements_of",
    "keep_edits",
    "keyed",
    "message_wording",
    "no_collecting",
    "not_exported",
    "open_link",
    "plan_campaign",
    "plan_so_far",
    "planted_places",
    "postedit_lines",
    "postedit_name",
    "prepare_assignment",
    "progress_of",
    "protocol_from_file",
    "protocol_named",
    "protocol_names",
    "rank_both_ways",
    "reopen_screen",
    "screens_done",
    "set_closed",
    "situation",
    "skip",
    "spent",
    "steps_of",
    "study_campaign",
    "study_judgements",
    "texts_of",
    "texts_without_reference",
    "to_plain",
    "tutorial_from_file",
    "unit_table",
    "veiled",
    "veiled_edits",
    "warn_of_empty",
    "warn_of_language",
    "warn_of_staff",
    "with_proposals",
    "with_questions",
    "with_scratch",
    "withdraw",
    "worded",
    "wording_keys",
    "written",
    "written_judgements",
]
__getattr__, __dir__ = open_door(__name__)
