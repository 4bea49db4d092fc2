"""What takes long, done in a process of its own: figures and exports from the answers in the database.

A million answers take seconds of all that a processor can give; the server must answer annotators meanwhile. So these
functions take plain values and are run elsewhere (`board`).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from sqlalchemy import Engine

from assay.campaigns import (
    SAMPLE,
    Answers,
    Campaign,
    CampaignProgress,
    earns_code,
    export_judgements,
    judge_annotators,
    judgements_of,
    no_collecting,
    not_exported,
    study_campaign,
)
from assay.data import Codes
from assay.errors import AssayError, AssayWarning
from assay.io import write_file
from assay.reporting import campaign_parts, render_blocks
from assay.server.dashboard.effort import effort_parts, with_effort
from assay.server.store.columns import read_campaign, read_columns
from assay.server.store.database import reading_engine


@dataclass(frozen=True)
class DashboardSection:
    """A part of a dashboard as HTML; one without a title has its own, one that is not open is folded."""

    name: str
    title: str
    html: str
    open: bool


@dataclass(frozen=True)
class CampaignFigures:
    """The parts of a dashboard as HTML, and the last event that they know of."""

    number: int
    judgements: int
    genuine: int
    active: float  # seconds that all annotators were at work
    sections: tuple[DashboardSection, ...]
    left_out: tuple[tuple[str, str], ...] = ()  # what a format of exports cannot hold of these judgements


@lru_cache(4)
def _engine(url: str) -> Engine:
    return reading_engine(url)


@lru_cache(4)
def _campaign(url: str, campaign: str) -> Campaign:
    """Return a campaign; it never changes once it was created."""
    with _engine(url).begin() as connection:
        return read_campaign(connection, campaign)


@no_collecting()
def compute_figures(url: str, campaign: str, progress: CampaignProgress) -> CampaignFigures:
    """Compute what a dashboard shows."""
    declared = _campaign(url, campaign)
    alone = declared.protocol.arrangement == "output"  # on its screen: it stood nowhere else
    unread = ("wording", "version", *(("positions",) if alone else ()))
    with _engine(url).begin() as connection:
        answers = read_columns(connection, campaign, without=unread)
        sample = read_columns(connection, campaign, most=SAMPLE)
        effort = effort_parts(connection, declared)
    study = study_campaign(declared, answers, with_times(answers, progress))
    parts = with_effort(campaign_parts(study, pictures=True), effort)
    written = tuple(
        DashboardSection(part.name, part.title, render_blocks(part.blocks), part.open) for part in parts
    )
    active = sum(who.active for who in study.progress.annotators)
    left_out = not_exported(declared, sample)
    return CampaignFigures(progress.number, study.judgements, study.genuine, active, written, left_out)


@no_collecting()
def failed_annotators(url: str, campaign: str) -> frozenset[str]:
    """Return who has failed the control items; nobody where nothing can be said yet."""
    with _engine(url).begin() as connection:
        answers = read_columns(connection, campaign, without=("wording", "version", "elapsed"))
    declared = _campaign(url, campaign)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        try:
            verdicts = judge_annotators(declared, judgements_of(declared, answers))
        except AssayError:
            return frozenset()
    return frozenset(each.annotator for each in verdicts if not earns_code(each))


def with_times(answers: Answers, progress: CampaignProgress) -> CampaignProgress:
    """Add the time that everybody spent: at work, from showing to sending, and when they answered last."""
    people = Codes.of(answers.annotator)
    last = np.zeros(len(people.names))
    np.maximum.at(last, people.index, np.asarray(answers.at, dtype=np.float64))
    active, elapsed = (
        np.bincount(people.index, np.nan_to_num(np.asarray(column, dtype=np.float64)), len(people.names))
        for column in (answers.seconds, answers.elapsed)
    )
    place = {name: number for number, name in enumerate(people.names)}
    annotators = tuple(
        replace(who, active=float(active[own]), elapsed=float(elapsed[own]), last=float(last[own]))
        if (own := place.get(who.name)) is not None
        else who
        for who in progress.annotators
    )
    return replace(progress, annotators=annotators)


@no_collecting()
def write_export(url: str, campaign: str, form: str, path: str) -> tuple[str, ...]:
    """Write the judgements of a campaign to a file; return what the format could not hold."""
    with _engine(url).begin() as connection:
        answers = read_columns(connection, campaign, without=("elapsed",))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", AssayWarning)
        text = export_judgements(_campaign(url, campaign), answers, form)
    write_file(path, text)
    return tuple(str(each.message) for each in caught if issubclass(each.category, AssayWarning))
