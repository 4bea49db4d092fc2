"""Campaigns of human evaluation, without a server: protocols, plans, assignment, grading, and judgements from the log.

    protocol = protocol_named("esa")
    plan = plan_campaign(texts, protocol, DesignOptions(copies=2, seed=1))
    campaign = Campaign("spring", protocol, texts, plan, settings)

Nothing here knows of a database or a browser: the rest of `assay.studies` keeps the log and shows the pages.
"""

from assay.doors import open_door

HOMES = {
    "answers": "check_answer worded",
    "arrivals": "open_link",
    "commands": "answer consent situation skip",
    "demo.coast": "demo_texts",
    "design.options": "DesignOptions",
    "design.plan": "plan_campaign",
    "design.power": "design_power",
    "editing.logs": "written",
    "judging.quality": "judge_annotators rank_both_ways",
    "judging.rows": "judgements_of",
    "judging.stored": "answers_of",
    "proposals.reading": "with_proposals",
    "protocols.protocol_files": "protocol_from_file protocol_named protocol_names",
    "results.anonymity": "veiled",
    "state": "Annotator",
    "values": "Campaign Event",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
