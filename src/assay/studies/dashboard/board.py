"""What was computed for dashboards, kept until something new has come in, and the process that computes it."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Any

from assay.studies.campaigns.results.interim import CampaignProgress
from assay.studies.campaigns.state import CampaignState
from assay.studies.dashboard.computation import (
    CampaignFigures,
    compute_figures,
    end_with_parent,
    failed_annotators,
    write_export,
)
from assay.studies.dashboard.progress import campaign_progress
from assay.studies.desk import Desk

LARGE = 50_000  # screens that are done; the figures of fewer take a second
# Figures that took a second to compute are shown for ten, though something new has come in
PATIENCE = 10.0
# Of the process that computes. Matrices are small, and where the machine is busy, two threads wait for each other ten
# times as long as one works. Columns live for a moment: to find and clear large pages for them takes longer than to
# fill them.
ENVIRONMENT = {
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
    "NUMPY_MADVISE_HUGEPAGE": "0",
}
LONGEST = 120.0  # seconds that figures or an export may take


@dataclass(frozen=True)
class CampaignCard:
    """What a list of campaigns shows of one."""

    name: str
    protocol: str
    title: str
    languages: tuple[str, str]
    systems: int
    segments: int
    scheme: str
    logged: bool  # what is edited
    progress: CampaignProgress


@dataclass(frozen=True)
class Kept:
    """Figures, when they were computed, and how long that took."""

    figures: CampaignFigures
    at: float
    took: float


class Board:
    """The dashboards of a desk's campaigns."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._kept: dict[str, Kept] = {}
        self._failed: dict[str, tuple[int, frozenset[str]]] = {}  # up to which event, who
        self._lock = Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._preparing: Thread | None = None
        self._closed = False

    def start(self) -> None:
        """Compute the figures of large campaigns meanwhile, which whoever looks first would wait for."""
        self._preparing = Thread(target=self._prepare, name="assay-figures", daemon=True)
        self._preparing.start()

    def close(self) -> None:
        """End the process that computes."""
        self._closed = True
        if self._pool is not None:
            _end(self._pool)
        if self._preparing is not None:
            self._preparing.join()

    def _prepare(self) -> None:
        with suppress(Exception):  # whoever looks is told
            for campaign in self._desk.campaigns():
                if not self._closed and self.card(campaign).progress.screens >= LARGE:
                    self.figures(campaign)

    def card(self, campaign: str) -> CampaignCard:
        """Return what is known of a campaign without reading its answers."""
        card: CampaignCard = self._desk.read(campaign, _card).result()
        return card

    def figures(self, campaign: str) -> Kept:
        """Return the figures of a campaign; those that are kept, if nothing came in or they are recent enough."""
        card = self.card(campaign)
        # One process computes: whoever comes second finds what the first asked for
        with self._lock:
            kept = self._kept.get(campaign)
            if kept is not None and self._still_good(kept, card):
                return kept
            begun = time.monotonic()
            figures = self._computed(compute_figures, campaign, card.progress)
            self._kept[campaign] = Kept(figures, time.time(), time.monotonic() - begun)
            return self._kept[campaign]

    def passes(self, campaign: str, name: str) -> bool:
        """Tell whether somebody has not failed the control items, by what everybody has answered up to now."""
        number: int = self._desk.read(campaign, lambda state, now: state.number).result()
        with self._lock:
            known, failed = self._failed.get(campaign, (-1, frozenset[str]()))
            if known < number:
                failed = self._computed(failed_annotators, campaign)
                self._failed[campaign] = number, failed
        return name not in failed

    def export(self, campaign: str, form: str, path: str) -> tuple[str, ...]:
        """Write an export to a file; return what its format could not hold."""
        left_out: tuple[str, ...] = self._computed(write_export, campaign, form, path)
        return left_out

    def _still_good(self, kept: Kept, card: CampaignCard) -> bool:
        same = kept.figures.number == card.progress.number
        return same or 0 <= time.time() - kept.at < PATIENCE * kept.took  # a clock may be put back

    def _computed(self, work: Callable[..., Any], *arguments: object) -> Any:
        pool = self._pool or ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), end_with_parent)
        self._pool = pool
        try:
            with _environment():
                reply = pool.submit(work, self._desk.database.url, *arguments)
            return reply.result(LONGEST)
        except (BrokenProcessPool, TimeoutError):
            self._pool = None
            _end(pool)
            raise


@contextmanager
def _environment() -> Iterator[None]:
    """Give a process that is started now its environment."""
    before = {name: os.environ.get(name) for name in ENVIRONMENT}
    os.environ.update(ENVIRONMENT)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _end(pool: ProcessPoolExecutor) -> None:
    """End a pool at once, with whatever it is at."""
    for process in list(pool._processes.values()):
        process.kill()
    pool.shutdown(wait=False, cancel_futures=True)


def _card(state: CampaignState, now: float) -> CampaignCard:
    campaign = state.campaign
    protocol = campaign.protocol
    wording = protocol.wording.get("en") or next(iter(protocol.wording.values()), {})
    return CampaignCard(
        campaign.name,
        protocol.name,
        wording.get(protocol.title, protocol.name),
        campaign.texts.languages,
        len(campaign.texts.outputs),
        len(campaign.texts.segments),
        protocol.scheme,
        protocol.logged is not None,
        campaign_progress(state, now),
    )
