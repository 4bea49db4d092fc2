"""Campaigns as files for whoever has the database: judgements in a format, and a finished study as pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from assay.errors import InputError
from assay.reporting import Block
from assay.studies.campaigns import Campaign, judgements_of, veiled
from assay.studies.campaigns.judging.stored import Answers
from assay.studies.campaigns.results.anonymity import veiled_edits
from assay.studies.campaigns.results.exports import export_judgements
from assay.studies.campaigns.results.interim import (
    CampaignProgress,
    plan_so_far,
    study_campaign,
    study_judgements,
)
from assay.studies.campaigns.state import CampaignState
from assay.studies.dashboard.computation import with_times
from assay.studies.dashboard.effort import effort_parts, with_effort
from assay.studies.dashboard.progress import campaign_progress
from assay.studies.desk import Desk
from assay.studies.reports.overview import campaign_parts, overview_blocks
from assay.studies.reports.site import study_pages
from assay.studies.store.columns import read_campaign, read_columns


def export_campaign(desk: Desk, campaign: str, form: str) -> bytes:
    """Return the judgements of a campaign in a format, in UTF-8; warnings name what it cannot hold."""
    declared, answers = _stored(desk, campaign)
    return export_judgements(declared, answers, form)


def campaign_overview(desk: Desk, campaign: str) -> list[Block]:
    """Return what a dashboard shows of a campaign at first: how far it is, what may be claimed, who did what."""
    with desk.database.reading.begin() as connection:
        declared = read_campaign(connection, campaign)
        answers = read_columns(connection, declared)
        effort = effort_parts(connection, declared)
    study = study_campaign(declared, answers, with_times(answers, desk.read(campaign, _progress).result()))
    shown = [part for part in with_effort(campaign_parts(study), effort) if part.open]
    return overview_blocks(study, shown)


def export_site(desk: Desk, campaign: str, *, anonymous: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the pages of a study, which need no server; annotators have no names, systems if not `anonymous`."""
    declared, answers = _stored(desk, campaign)
    if not len(answers):
        raise InputError(f"{campaign}: there is no judgement yet, so there is nothing to show")
    progress = with_times(answers, desk.read(campaign, _progress).result())
    judged = judgements_of(declared, answers)
    judgements, called = veiled(declared, judged, systems=anonymous)
    names = dict(zip(judged.rater.names, judgements.rater.names, strict=True))
    annotators = [replace(who, name=names[who.name]) for who in progress.annotators if who.name in names]
    shown = replace(progress, annotators=tuple(sorted(annotators, key=lambda who: (len(who.name), who.name))))
    done = plan_so_far(declared, answers, progress).called(called)
    study = study_judgements(declared, judgements, shown, done)
    with desk.database.reading.begin() as connection:
        veil = partial(veiled_edits, editors=names, systems=called)
        effort = effort_parts(connection, declared, pictures=True, shown_as=veil)
    parts = with_effort(campaign_parts(study, pictures=True), effort)
    yield from study_pages(study, judgements, called, parts)


def _stored(desk: Desk, campaign: str) -> tuple[Campaign, Answers]:
    with desk.database.reading.begin() as connection:
        declared = read_campaign(connection, campaign)
        return declared, read_columns(connection, declared)


def _progress(state: CampaignState, now: float) -> CampaignProgress:
    return campaign_progress(state, now)
