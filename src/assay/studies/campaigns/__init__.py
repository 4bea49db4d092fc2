"""Campaigns of human evaluation, without a server: protocols, plans, assignment, grading, and judgements from the log.

    protocol = protocol_named("esa")
    plan = plan_campaign(texts, protocol, DesignOptions(copies=2, seed=1))
    campaign = Campaign("spring", protocol, texts, plan, settings)

Nothing here knows of a database or a browser: the rest of `assay.studies` keeps the log and shows the pages.
"""

from assay.doors import open_door

HOMES = {
    "answers": "AnswerError ScreenStep check_answer is_right steps_of worded",
    "arrivals": "arrive open_link",
    "assignment": "prepare_assignment",
    "checked_definition": "completed_definition",
    "checked_log": "ANNOTATOR_KINDS checked_state",
    "commands": (
        "CHECKING NewEvent RefusedError Submission add_annotator advance answer completion_code consent "
        "draft feedback keep_edits reopen_screen set_closed situation skip withdraw"
    ),
    "definition": "from_json from_plain to_plain",
    "demo.coast": "demo_texts demo_tutorial",
    "design.options": "DesignOptions",
    "design.plan": "plan_campaign",
    "design.power": "DesignPower design_power",
    "design.recognised": "recognised_controls",
    "design.staff": "warn_of_staff",
    "editing.material": "adapted check_material with_scratch",
    "editing.parts": "EditPart",
    "editing.logs": "EDIT_KINDS postedit_lines postedit_name written",
    "editing.options": "LabOptions",
    "judging.quality": (
        "AnnotatorVerdict BothRankings earns_code judge_annotators planted_places rank_both_ways"
    ),
    "judging.rows": "judgements_of no_collecting",
    "judging.stored": "Answers answers_of spent",
    "judging.units": "unit_table",
    "materials": "tutorial_from_file with_questions",
    "proposals.fates": "ProposalCounts",
    "proposals.reading": "with_proposals",
    "protocols.checked_values": "checked_value",
    "protocols.protocol_files": (
        "categories_of chosen_protocol message_wording protocol_from_file protocol_named protocol_names "
        "wording_keys"
    ),
    "results.exports": (
        "EXPORTS SAMPLE ExportFormat export_format export_judgements not_exported written_judgements"
    ),
    "results.interim": (
        "AnnotatorProgress CampaignProgress CampaignStudy plan_so_far study_campaign study_judgements"
    ),
    "results.anonymity": "veiled veiled_edits",
    "screens": "keyed progress_of screens_done",
    "settings": "SettingOptions",
    "state": "Annotator CampaignState Lease",
    "texts": "check_shown texts_of texts_without_reference warn_of_empty warn_of_language",
    "values": (
        "CALIBRATION SCRATCH TUTORIAL Bundle Campaign CampaignPlan CampaignTexts Category Event Item "
        "JudgedText PlantedSpan ProposedSpan Protocol Question ResponseField Step Tick"
    ),
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
