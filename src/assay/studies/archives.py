"""Campaigns as wholes: how far they are, their log as a file and back, and whether what is stored fits the log."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from assay.errors import InputError
from assay.io import parse_json
from assay.studies.campaigns import Event
from assay.studies.campaigns.checked_definition import completed_definition
from assay.studies.campaigns.checked_log import checked_state
from assay.studies.campaigns.protocols.checked_values import checked_value
from assay.studies.campaigns.results.interim import CampaignProgress
from assay.studies.campaigns.state import CampaignState
from assay.studies.dashboard.progress import campaign_progress
from assay.studies.desk import Desk, UnknownCampaignError, check_campaign_name
from assay.studies.store.log import DAMAGE, load_state, read_answers, read_events


def people_of(desk: Desk, campaign: str) -> list[str]:
    """Return the annotators of a campaign, without those who have withdrawn."""

    def look(state: CampaignState, now: float) -> list[str]:
        return [name for name, person in state.annotators.items() if not person.withdrawn]

    names: list[str] = desk.read(campaign, look).result()
    return names


def campaign_status(desk: Desk, campaign: str) -> tuple[str, CampaignProgress]:
    """Return the protocol of a campaign, and how far it is."""

    def look(state: CampaignState, now: float) -> tuple[str, CampaignProgress]:
        return state.campaign.protocol.name, campaign_progress(state, now)

    status: tuple[str, CampaignProgress] = desk.read(campaign, look).result()
    return status


def open_places(desk: Desk, campaign: str) -> int:
    """Return for how many people the open link of a campaign is; 0 where it has none or is closed."""
    places: int = desk.read(campaign, lambda state, now: 0 if state.closed else state.places).result()
    return places


def export_log(desk: Desk, campaign: str) -> str:
    """Return the log of a campaign as lines of JSON: all of it, and no secret, for none is in it."""
    lines = list(log_lines(desk, campaign))
    if not lines:
        raise UnknownCampaignError(f'there is no campaign {campaign}; "assay campaign" lists all')
    return "".join(lines)


def log_lines(desk: Desk, campaign: str) -> Iterator[str]:
    """Yield the events of a campaign as lines of JSON, as they are read."""
    with desk.database.reading.begin() as connection:
        for event in read_events(connection, campaign=campaign):
            yield json.dumps(vars(event)) + "\n"


def import_log(desk: Desk, campaign: str, path: str, lines: Iterable[str]) -> int:
    """Store the log of a campaign under a name, if every event is sound; return how many it has."""
    events = read_log(campaign, path, lines)
    desk.restore(campaign, events).result()
    return len(events)


def read_log(campaign: str, path: str, lines: Iterable[str]) -> list[Event]:
    """Return the events of a log under the name of a campaign; one that is not sound is refused."""
    check_campaign_name(campaign)
    events = list(_parse_log(path, lines))
    if events and "definition" in events[0].payload:
        definition = completed_definition(events[0].payload["definition"], f"{path}, line 1")
        events[0] = replace(events[0], payload={**events[0].payload, "definition": definition})
    checked_state(path, events)
    definition = {**events[0].payload["definition"], "name": campaign}
    events[0] = replace(events[0], payload={"definition": definition})
    return events


def _parse_log(path: str, lines: Iterable[str]) -> Iterator[Event]:
    for number, line in enumerate(lines, start=1):
        try:
            plain = parse_json(line)
            # All of it can be sent to a browser
            json.dumps(plain, ensure_ascii=False, allow_nan=False).encode()
        except ValueError:
            raise InputError(
                f"{path}, line {number}: this is not an event of a campaign's log, which has one JSON object a line"
            ) from None
        yield checked_value(Event, plain, f"{path}, line {number}")


def audit(desk: Desk, campaign: str) -> list[str]:
    """Return what does not fit: the state in memory and the answers stored, compared with the log read anew."""
    kept = desk.read(campaign, lambda state, now: state.to_plain()).result()
    with desk.database.reading.begin() as connection:
        events = list(read_events(connection, campaign=campaign))
        stored = {_place(row): row["responses"] for row in read_answers(connection, campaign)}
        loaded = load_state(connection, campaign)
    replayed = CampaignState.begin(events[0]).fold(events[1:])
    troubles = []
    if _plain(replayed.to_plain()) != _plain(kept):
        troubles.append("the state in memory is not the one that the log gives")
    if loaded is None or _plain(loaded.to_plain()) != _plain(replayed.to_plain()):
        troubles.append("the snapshot is not a state of the log")
    if stored != last_answers(events):
        troubles.append("the table of answers is not the one that the log gives")
    return troubles


@contextmanager
def sound(desk: Desk, campaign: str | None) -> Iterator[None]:
    """Where something fails, look whether what is stored of a campaign, or of all, can be, and say what cannot.

    What fails though all is as it should be is a failure of the program, and stays one.
    """
    try:
        yield
    except DAMAGE:
        for name in desk.campaigns() if campaign is None else [campaign]:
            with desk.database.reading.begin() as connection:
                checked_state(f"{name}, as it is stored", read_events(connection, campaign=name))
            if troubles := audit(desk, name):
                raise InputError(f"{name}: {'; '.join(troubles)}; restore the database from a copy") from None
        raise


def last_answers(events: Iterable[Event]) -> dict[tuple[str, int, int], Any]:
    """Return the last answer of everybody to every step of every item; those of people who withdrew are erased."""
    last: dict[tuple[str, int, int], Any] = {}
    for event in events:
        if event.kind == "answered" and not event.payload.get("erased"):
            last[event.actor, event.payload["item"], event.payload["step"]] = event.payload["responses"]
    return last


def _place(row: Any) -> tuple[str, int, int]:
    return row["annotator"], row["item"], row["step"]


def _plain(state: Any) -> Any:
    return json.loads(json.dumps(state))
