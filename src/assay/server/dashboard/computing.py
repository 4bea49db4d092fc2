"""What takes long, done in a process of its own: figures and exports from the answers in the database.

A million answers take seconds of all that a processor can give; the server must answer annotators meanwhile. So these
functions take plain values and are run elsewhere (`board`).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from functools import lru_cache

from sqlalchemy import Connection, Engine

from assay.campaigns import Campaign, CampaignProgress, export_judgements, not_exported, study_campaign
from assay.errors import AssayWarning
from assay.io import write_file
from assay.reporting import campaign_parts, render_blocks
from assay.server.store.columns import read_campaign, read_columns, time_spent
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


def compute_figures(url: str, campaign: str, progress: CampaignProgress) -> CampaignFigures:
    """Compute what a dashboard shows."""
    declared = _campaign(url, campaign)
    with _engine(url).begin() as connection:
        answers = read_columns(connection, campaign)
        progress = with_times(connection, campaign, progress)
    study = study_campaign(declared, answers, progress)
    parts = campaign_parts(study, pictures=True)
    written = tuple(
        DashboardSection(part.name, part.title, render_blocks(part.blocks), part.open) for part in parts
    )
    active = sum(who.active for who in study.progress.annotators)
    left_out = not_exported(declared, answers)
    return CampaignFigures(progress.number, study.judgements, study.genuine, active, written, left_out)


def with_times(connection: Connection, campaign: str, progress: CampaignProgress) -> CampaignProgress:
    """Add the time that everybody spent."""
    times = time_spent(connection, campaign)
    annotators = tuple(
        replace(who, active=spent.active, elapsed=spent.elapsed, last=spent.last)
        if (spent := times.get(who.name))
        else who
        for who in progress.annotators
    )
    return replace(progress, annotators=annotators)


def write_export(url: str, campaign: str, form: str, path: str) -> tuple[str, ...]:
    """Write the judgements of a campaign to a file; return what the format could not hold."""
    with _engine(url).begin() as connection:
        answers = read_columns(connection, campaign)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", AssayWarning)
        text = export_judgements(_campaign(url, campaign), answers, form)
    write_file(path, text)
    return tuple(str(each.message) for each in caught if issubclass(each.category, AssayWarning))
