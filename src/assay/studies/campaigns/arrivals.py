"""People who come by a link that is open to many: each gets a name on arrival, up to so many.

A crowd platform says in the address who comes (`?PROLIFIC_PID=…`): whoever comes again under the same name goes on
where they were. Without such a name everybody who comes is somebody new, known by the cookie of their browser alone.
"""

from __future__ import annotations

import re
from itertools import count

from assay.errors import OptionError
from assay.studies.campaigns.commands import NewEvent, RefusedError
from assay.studies.campaigns.state import CampaignState

MOST_PLACES = 100_000
PARAMETER = re.compile(r"[A-Za-z0-9_.-]{0,40}")
WORKER = re.compile(r"[A-Za-z0-9_.-]{1,50}")


def open_link(state: CampaignState, places: int, worker: str = "") -> list[NewEvent]:
    """Return the event that opens the link for so many people, or closes it with 0."""
    if not 0 <= places <= MOST_PLACES:
        raise OptionError(f"an open link is for 0 to {MOST_PLACES:,} people, not {places:,}")
    if not PARAMETER.fullmatch(worker):
        raise OptionError(
            f"{worker!r} cannot be part of an address; take letters, digits and _ . -, as PROLIFIC_PID"
        )
    if (places, worker) == (state.places, state.worker):
        return []
    return [NewEvent("link-opened", "admin", {"places": places, "worker": worker})]


def arrive(state: CampaignState, worker: str) -> tuple[str, list[NewEvent]]:
    """Return the name of somebody who comes by the open link, and the event that they are new, if so."""
    if state.worker and not WORKER.fullmatch(worker):
        raise RefusedError("no-worker")
    name = f"worker {worker}" if state.worker else _new_name(state)
    if name in state.annotators and state.annotators[name].arrived:
        return name, []
    if state.closed:
        raise RefusedError("closed")
    if name in state.annotators or sum(each.arrived for each in state.annotators.values()) >= state.places:
        raise RefusedError("full")
    added = {"name": name, "role": "annotator", "arrived": True}
    return name, [NewEvent("annotator-added", "admin", added)]


def _new_name(state: CampaignState) -> str:
    numbers = count(1 + sum(each.arrived for each in state.annotators.values()))
    return next(name for number in numbers if (name := f"guest {number}") not in state.annotators)
