"""What may be done to a campaign, decided on its state alone: a request becomes events, or is refused with a reason.

A function here takes the state, who asks, what, and the time; it changes nothing. The server applies the events when
they are stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from assay.studies.campaigns.answers import AnswerError, check_answer, with_implied
from assay.studies.campaigns.assignment import may_come, next_bundle, order_of
from assay.studies.campaigns.editing.parts import (
    EditPart,
    PartError,
    closing_parts,
    next_part,
    repair,
    stored_parts,
)
from assay.studies.campaigns.screens import (
    find_item,
    keyed,
    positions,
    progress_of,
    screen_of,
    screens_done,
    shown_name,
    shown_order,
    to_own,
)
from assay.studies.campaigns.settings import codes_of
from assay.studies.campaigns.state import Annotator, CampaignState, Lease
from assay.studies.campaigns.values import TUTORIAL

SYSTEM = "system"
# Characters of all drafts of a screen: one of 1,000 every two seconds for an hour
MOST_DRAFTED = 2_000_000
# Why a completion code is not shown yet: the control items are looked at first
CHECKING = "checking"


@dataclass(frozen=True)
class NewEvent:
    """An event that is to be stored; its number and time are given then."""

    kind: str
    actor: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    key: str = ""


class RefusedError(Exception):
    """A request that cannot be granted: why, and for an answer what is wrong where."""

    def __init__(self, reason: str, errors: Sequence[AnswerError] = (), language: str = "en") -> None:
        super().__init__(reason)
        self.language = language  # of the interface, in which errors are put into words
        self.reason = reason  # a key of the interface's wording, such as "closed"
        self.errors = tuple(errors)


@dataclass(frozen=True)
class Submission:
    """An answer to one step of a screen, as the browser sends it."""

    key: str
    screen: str
    step: int
    responses: Mapping[str, Any]
    times: Mapping[str, Any]
    log: Sequence[EditPart] = ()  # of edits, as far as it was not sent before


def advance(state: CampaignState, annotator: str, now: float) -> list[NewEvent]:
    """Return what must happen before the next screen can be shown: a lease, its renewal, the wording kept."""
    person = _present(state, annotator)
    if state.closed or person.withdrawn or _awaits_consent(state, person):
        return []
    lease, until = person.lease, now + state.lease_seconds
    if lease is not None and state.unfinished(lease):
        if lease.live(now, state.lease_seconds):
            return _wording(state)
        if _goes_on(state, lease, now):
            renewed = NewEvent("renewed", annotator, {"bundle": lease.bundle, "until": until})
            return [renewed, *_wording(state)]
    bundle = next_bundle(state, annotator, now, state.campaign.plan.seed)
    if bundle is None:
        return []
    payload = {"bundle": bundle.number, "order": order_of(state, bundle, annotator), "until": until}
    return [NewEvent("leased", annotator, payload), *_wording(state)]


def situation(state: CampaignState, annotator: str, now: float, secret: bytes) -> dict[str, Any]:
    """Return what an annotator sees now: a screen, or why there is none."""
    person = _present(state, annotator)
    body: dict[str, Any] = {"screen": None, "progress": progress_of(state, person), "code": None}
    body |= {"consent": None, "withheld": None}
    if person.withdrawn:
        return {**body, "state": "withdrawn"}
    if state.closed:
        return {**body, "state": "closed"}
    if _awaits_consent(state, person):
        return {**body, "state": "consent", "consent": state.campaign.settings["consent"]}
    lease = person.lease if person.lease and _goes_on(state, person.lease, now) else None
    item = state.open_item(lease) if lease else None
    if lease is not None and item is not None:
        return {
            **body,
            "state": "task",
            "screen": screen_of(state, annotator, lease, item, secret),
        }
    if may_come(state, annotator) or _may_return(state, person):
        return {**body, "state": "waiting"}
    if not screens_done(state, person):  # who came when nothing was left has not earned a code
        return {**body, "state": "finished"}
    if codes_of(state.campaign.settings) == "passed":
        return {**body, "state": "finished", "withheld": CHECKING}
    return {**body, "state": "finished", "code": completion_code(state, annotator, secret)}


def answer(
    state: CampaignState, annotator: str, given: Submission, now: float, secret: bytes
) -> list[NewEvent]:
    """Return the event of an answer that fits; it is the last word on its screen and step."""
    lease, number = _own(state, annotator, given.screen, now, secret)
    item, order = state.items[number], shown_order(state, annotator, state.items[number])
    _check_step(state, lease, number, given.step)
    responses = to_own(given.responses, order)
    if errors := check_answer(state.campaign.protocol, item, given.step, responses, state.campaign.texts):
        raise RefusedError(
            "answer",
            [replace(each, unit=shown_name(each.unit, order)) for each in errors],
            state.language,
        )
    protocol = state.campaign.protocol
    responses = with_implied(state.steps(number)[given.step].step, responses)
    payload = {
        "bundle": lease.bundle,
        "item": number,
        "step": given.step,
        "responses": responses,
        "times": dict(given.times),
        "wording": state.wording_digest,
        "version": protocol.version,
        "positions": positions(order),
    }
    edits = _edits(state, annotator, (lease, number), replace(given, responses=responses), now)
    return [
        *edits,
        NewEvent("answered", annotator, payload, given.key),
        *_renewal(state, annotator, lease, now),
    ]


def _renewal(state: CampaignState, annotator: str, lease: Lease, now: float) -> list[NewEvent]:
    """Return the event that lets somebody at work keep a bundle for longer, where half of the time is over."""
    renewed = {"bundle": lease.bundle, "until": now + state.lease_seconds}
    return [NewEvent("renewed", annotator, renewed)] if _half_over(state, lease, now) else []


def _edits(
    state: CampaignState, annotator: str, place: tuple[Lease, int], given: Submission, now: float
) -> list[NewEvent]:
    """Return the events of the log of edits that comes with an answer, and of what it lacks."""
    lease, item = place
    order = shown_order(state, annotator, state.items[item])
    new = [part for part in given.log if part.key != given.key]
    parts = [replace(part, records=_own_units(part.records, order)) for part in new]
    fitting, reached, other = closing_parts(state, lease, item, parts, given.responses)
    named = {"bundle": lease.bundle, "item": item, "step": given.step}
    events = [NewEvent("edited", annotator, {**named, "records": each.records}, each.key) for each in fitting]
    if other:
        repaired = {**named, "records": repair(reached, other, now), "repaired": True}
        events.append(NewEvent("edited", annotator, repaired))
    return events


def _own_units(records: Sequence[Mapping[str, Any]], order: Sequence[int]) -> list[dict[str, Any]]:
    """Name the units of records as the item has them; what is no record is left to the check."""
    own = {f"u{place}": f"u{unit + 1}" for place, unit in enumerate(order, start=1)}
    return [{**record, "unit": own.get(str(record.get("unit")), "")} for record in records]


def keep_edits(
    state: CampaignState, annotator: str, given: tuple[str, int, EditPart], now: float, secret: bytes
) -> list[NewEvent]:
    """Return the event of a part of a log of edits; `given` is screen, step and part."""
    screen, step, part = given
    lease, item = _own(state, annotator, screen, now, secret)
    _check_step(state, lease, item, step)
    stored = stored_parts(lease, item)
    if part.key in stored:
        return []
    order = shown_order(state, annotator, state.items[item])
    part = replace(part, records=_own_units(part.records, order))
    try:
        next_part(state, lease, item, part, stored)
    except PartError as error:
        raise RefusedError(str(error)) from error
    payload = {"bundle": lease.bundle, "item": item, "step": step, "records": part.records}
    return [NewEvent("edited", annotator, payload, part.key), *_renewal(state, annotator, lease, now)]


def feedback(state: CampaignState, annotator: str, given: Submission, secret: bytes) -> dict[str, Any] | None:
    """Return what an annotator is told of an answer in the tutorial, and nowhere else."""
    place = find_item(state, annotator, given.screen, secret)
    item = state.items[place[1]] if place else None
    if item is None or item.kind != TUTORIAL or given.step < len(state.steps(item.number)) - 1:
        return None
    order = shown_order(state, annotator, item)
    expected = item.expected.get("responses", {})
    return {
        "words": item.expected.get("words", ""),
        "responses": {shown_name(name, order): part for name, part in expected.items()},
    }


def draft(
    state: CampaignState, annotator: str, given: tuple[str, int, Any], now: float, secret: bytes
) -> list[NewEvent]:
    """Return the event of work in progress; none where it says nothing new, or a screen has had too much of it."""
    screen, step, content = given
    lease, number = _own(state, annotator, screen, now, secret)
    _check_step(state, lease, number, step)
    kept, logged = {"step": step, "draft": content}, state.campaign.protocol.logged
    if lease.drafts.get(number) == kept or lease.drafted.get(number, 0) > MOST_DRAFTED:
        return []
    if logged is not None and logged.log == "blind":
        # What somebody writes is not to be known where the log is blind
        return []
    return [NewEvent("drafted", annotator, {"bundle": lease.bundle, "item": number, **kept})]


def skip(
    state: CampaignState, annotator: str, given: tuple[str, str, str], now: float, secret: bytes
) -> list[NewEvent]:
    """Return the event of a screen that cannot be judged; `given` is key, screen and reason."""
    key, screen, reason = given
    lease, number = _own(state, annotator, screen, now, secret)
    if not state.campaign.protocol.may_skip:
        raise RefusedError("no-skip")
    if state.done(lease, number):
        raise RefusedError("answered")
    return [NewEvent("skipped", annotator, {"bundle": lease.bundle, "item": number, "reason": reason}, key)]


def reopen_screen(state: CampaignState, annotator: str, screen: str, now: float, secret: bytes) -> Any:
    """Return a screen of the present bundle for correction."""
    lease, number = _own(state, annotator, screen, now, secret)
    complete = len(lease.answers.get(number, ())) == len(state.steps(number))
    if complete and not state.campaign.protocol.revisable:
        raise RefusedError("locked")
    return screen_of(state, annotator, lease, number, secret, again=True)


def consent(state: CampaignState, annotator: str, key: str) -> list[NewEvent]:
    """Return the event of a consent, with the text that was agreed to."""
    person = _present(state, annotator)
    if person.withdrawn:
        raise RefusedError("withdrawn")
    if person.consented or not state.campaign.settings.get("consent"):
        return []
    return [NewEvent("consented", annotator, {"text": state.campaign.settings["consent"]}, key)]


def withdraw(state: CampaignState, annotator: str, key: str) -> list[NewEvent]:
    """Return the event by which somebody takes back all they said."""
    return [] if _present(state, annotator).withdrawn else [NewEvent("withdrawn", annotator, {}, key)]


def add_annotator(state: CampaignState, name: str, role: str = "annotator") -> list[NewEvent]:
    """Return the event of somebody new; a name that is taken is refused."""
    if name in state.annotators:
        raise RefusedError("name-taken")
    return [NewEvent("annotator-added", "admin", {"name": name, "role": role})]


def set_closed(state: CampaignState, closed: bool) -> list[NewEvent]:
    """Return the event that closes a campaign or opens it again."""
    return [] if state.closed == closed else [NewEvent("closed" if closed else "reopened", "admin", {})]


def completion_code(state: CampaignState, annotator: str, secret: bytes) -> str | None:
    """Return the code that shows a crowd platform that somebody is done; whoever asks knows that it is earned."""
    if codes_of(state.campaign.settings) == "none":
        return None
    return keyed(secret, "code", state.campaign.name, annotator)[:10].upper()


def _present(state: CampaignState, annotator: str) -> Annotator:
    person = state.annotators.get(annotator)
    if person is None:
        raise RefusedError("unknown-annotator")
    return person


def _awaits_consent(state: CampaignState, person: Annotator) -> bool:
    return bool(state.campaign.settings.get("consent")) and not person.consented


def _own(state: CampaignState, annotator: str, screen: str, now: float, secret: bytes) -> tuple[Lease, int]:
    """Return the lease and item of a screen that this annotator may work on, or refuse."""
    person = _present(state, annotator)
    if person.withdrawn:
        raise RefusedError("withdrawn")
    if state.closed:
        raise RefusedError("closed")
    if _awaits_consent(state, person):
        raise RefusedError("consent")
    place = find_item(state, annotator, screen, secret)
    if place is None:
        raise RefusedError("unknown-screen")
    lease, number = place
    if not _goes_on(state, lease, now):
        raise RefusedError("lease-over")
    return lease, number


def _check_step(state: CampaignState, lease: Lease, item: int, step: int) -> None:
    """Refuse a step that is not the next one; the last one may be answered again where that is allowed."""
    done = len(lease.answers.get(item, ()))
    correction = done == len(state.steps(item)) and step == done - 1
    if correction and not state.campaign.protocol.revisable:
        raise RefusedError("locked")
    if step != done and not correction:
        raise RefusedError("wrong-step")


def _goes_on(state: CampaignState, lease: Lease, now: float) -> bool:
    """Tell whether a bundle may be worked on: it is leased still, was begun, or nobody else has taken it over."""
    return lease.live(now, state.lease_seconds) or lease.touched() or _wants(state, lease.bundle, now)


def _may_return(state: CampaignState, person: Annotator) -> bool:
    """Tell whether a bundle that somebody else has taken over may come back."""
    lease = person.lease
    return lease is not None and not lease.finished and lease.bundle in state.wanted


def _wants(state: CampaignState, bundle: int, now: float) -> bool:
    """Tell whether a bundle can take one more annotator."""
    declared = state.wanted.get(bundle)
    if declared is None:
        return False
    taken = state.completions.get(bundle, 0) + state.live_leases(now).get(bundle, 0)
    return declared.copies == 0 or taken < declared.copies


def _half_over(state: CampaignState, lease: Lease, now: float) -> bool:
    return lease.until - now < state.lease_seconds / 2 or not lease.live(now, state.lease_seconds)


def _wording(state: CampaignState) -> list[NewEvent]:
    """Return the event that keeps the wording, where it has not been shown before."""
    if state.wording_digest in state.wordings:
        return []
    shown = {"digest": state.wording_digest, "wording": dict(state.wording)}
    return [NewEvent("wording-shown", SYSTEM, shown)]
