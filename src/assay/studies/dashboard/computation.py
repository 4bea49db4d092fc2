"""What takes long, done in a process of its own: figures and exports from the answers in the database.

A million answers take seconds of all that a processor can give; the server must answer annotators meanwhile. So these
functions take plain values and are run elsewhere (`board`).
"""

from __future__ import annotations

import multiprocessing
import os
import warnings
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Thread

import numpy as np
from sqlalchemy import Connection, Engine

from assay.data import Judgements
from assay.errors import AssayError, AssayWarning, unheard
from assay.io import write_file
from assay.reporting.render.html import render_blocks
from assay.studies.campaigns import Campaign, judge_annotators, judgements_of
from assay.studies.campaigns.judging.quality import earns_code
from assay.studies.campaigns.judging.rows import no_collecting
from assay.studies.campaigns.judging.stored import Answers
from assay.studies.campaigns.judging.units import unit_table
from assay.studies.campaigns.results.exports import SAMPLE, not_exported, written_judgements
from assay.studies.campaigns.results.interim import CampaignProgress, study_campaign
from assay.studies.dashboard.effort import effort_parts, with_effort
from assay.studies.reports.overview import campaign_parts
from assay.studies.store.columns import KeptAnswers, read_campaign
from assay.studies.store.database import reading_engine


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
    work_left: float  # seconds that the rest takes at their pace
    sections: tuple[DashboardSection, ...]
    # What a format of exports cannot hold of these judgements
    left_out: tuple[tuple[str, str], ...] = ()


def end_with_parent() -> None:
    """Have this process end with the server, which may be killed and can tell it nothing then."""
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@lru_cache(4)
def _engine(url: str) -> Engine:
    return reading_engine(url)


@lru_cache(4)
def _campaign(url: str, campaign: str) -> Campaign:
    """Return a campaign; it never changes once it was created."""
    with _engine(url).begin() as connection:
        return read_campaign(connection, campaign)


class _Judged:
    """The answers of a campaign and the judgements that they are, kept until something new has come in."""

    def __init__(self, declared: Campaign) -> None:
        self._declared, self._units = declared, unit_table(declared)
        self._stored = KeptAnswers(declared)
        self._answers: Answers | None = None
        self._judgements: Judgements | None = None

    def read(self, connection: Connection) -> tuple[Answers, Judgements | None]:
        """Return both, None for the judgements where there is no answer."""
        answers = self._stored.read(connection)
        if answers is not self._answers:
            judgements = judgements_of(self._declared, answers, self._units) if len(answers) else None
            self._judgements = judgements
            self._answers = answers
        return answers, self._judgements


@lru_cache(4)
def _judged(url: str, campaign: str) -> _Judged:
    return _Judged(_campaign(url, campaign))


@no_collecting()
def compute_figures(url: str, campaign: str, progress: CampaignProgress) -> CampaignFigures:
    """Compute what a dashboard shows."""
    declared = _campaign(url, campaign)
    with _engine(url).begin() as connection:
        answers, judgements = _judged(url, campaign).read(connection)
        effort = effort_parts(connection, declared, pictures=True)
    study = study_campaign(declared, answers, with_times(answers, progress), judgements)
    parts = with_effort(campaign_parts(study, pictures=True), effort)
    written = tuple(
        DashboardSection(part.name, part.title, render_blocks(part.blocks), part.open) for part in parts
    )
    active = sum(who.active for who in study.progress.annotators)
    left_out = not_exported(declared, answers.first(SAMPLE))
    return CampaignFigures(
        progress.number, study.judgements, study.genuine, active, study.progress.work_left, written, left_out
    )


@no_collecting()
def failed_annotators(url: str, campaign: str) -> frozenset[str]:
    """Return who has failed the control items; nobody where nothing can be said yet."""
    with _engine(url).begin() as connection:
        _, judgements = _judged(url, campaign).read(connection)
    if judgements is None:
        return frozenset()
    with unheard():
        try:
            verdicts = judge_annotators(_campaign(url, campaign), judgements)
        except AssayError:
            return frozenset()
    return frozenset(each.annotator for each in verdicts if not earns_code(each))


def with_times(answers: Answers, progress: CampaignProgress) -> CampaignProgress:
    """Add the time that everybody spent: at work, from showing to sending, and when they answered last."""
    people = answers.annotator
    last = np.zeros(len(people.names))
    np.maximum.at(last, people.index, answers.at)
    active, elapsed = (
        np.bincount(people.index, np.nan_to_num(column), len(people.names))
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
        _, judgements = _judged(url, campaign).read(connection)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", AssayWarning)
        written = written_judgements(_campaign(url, campaign), judgements, form)
    write_file(path, written)
    return tuple(str(each.message) for each in caught if issubclass(each.category, AssayWarning))
