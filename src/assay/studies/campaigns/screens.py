"""What an annotator's browser may know of a screen, and nothing else.

No name of a system, kind or number of an item, name of a document, expected answer, or text of a later step is in it;
but a question comes with those that follow it, since the text that they are about can no longer be read by then.
A screen is named by a keyed hash of campaign, annotator and item; units are u1, u2 … in the order shown.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import takewhile
from random import Random
from typing import Any

from assay.studies.campaigns.answers import ScreenStep
from assay.studies.campaigns.context import shown_context
from assay.studies.campaigns.state import Annotator, CampaignState, Lease
from assay.studies.campaigns.values import TUTORIAL, Campaign, Item, JudgedText, Step

RIGHT_TO_LEFT = ("ar", "arc", "ckb", "dv", "fa", "he", "iw", "nqo", "ps", "sd", "syr", "ug", "ur", "yi")
RIGHT_TO_LEFT_SCRIPTS = ("arab", "hebr", "nkoo", "syrc", "thaa", "adlm", "rohg")
# Screens that a browser may fetch before it needs them, for when the connection is lost
AHEAD = 5


def keyed(secret: bytes, *parts: object) -> str:
    """Return an unguessable name, the same whenever the same parts are given."""
    message = json.dumps([str(part) for part in parts]).encode()
    return hmac.new(secret, message, hashlib.sha256).hexdigest()[:24]


def screen_id(secret: bytes, campaign: str, annotator: str, item: int) -> str:
    """Return the name of a screen for one annotator."""
    return keyed(secret, "screen", campaign, annotator, item)


def find_item(state: CampaignState, annotator: str, screen: str, secret: bytes) -> tuple[Lease, int] | None:
    """Return the lease and item of a screen, if this annotator was ever given it and it is not long finished."""
    person, name = state.annotators[annotator], state.campaign.name
    for lease in [*([person.lease] if person.lease else []), *person.left.values()]:
        for item in lease.order:
            if hmac.compare_digest(screen_id(secret, name, annotator, item).encode(), screen.encode()):
                return lease, item
    return None


def shown_order(state: CampaignState, annotator: str, item: Item) -> list[int]:
    """Return which units stand where: shuffled for each annotator, but in their order where they are a document."""
    order = list(range(len(item.units)))
    if state.campaign.protocol.arrangement != "document":
        Random(f"{state.campaign.plan.seed}|{annotator}|{item.number}|units").shuffle(order)
    return order


def positions(order: Sequence[int]) -> dict[str, int]:
    """Return at which place every unit stood, from 1."""
    return {f"u{unit + 1}": place for place, unit in enumerate(order, start=1)}


def to_own(responses: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    """Name units as the item has them, not by where they stood."""
    names = {f"u{place}": f"u{unit + 1}" for place, unit in enumerate(order, start=1)}
    return {names.get(name, name): part for name, part in responses.items()}


def to_shown(responses: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    """Name units by where they stand."""
    return {shown_name(name, order): part for name, part in responses.items()}


def shown_name(name: str, order: Sequence[int]) -> str:
    """Return the name by where it stands of a unit; other names are what they are."""
    return {f"u{unit + 1}": f"u{place}" for place, unit in enumerate(order, start=1)}.get(name, name)


def direction(language: str) -> str:
    """Return which way a language is written; "auto" where none is named."""
    parts = language.lower().replace("_", "-").split("-")
    if any(part in RIGHT_TO_LEFT_SCRIPTS for part in parts[1:]):
        return "rtl"
    return "rtl" if parts[0] in RIGHT_TO_LEFT and "latn" not in parts else "ltr" if language else "auto"


def screen_of(
    state: CampaignState, annotator: str, lease: Lease, item: int, secret: bytes, *, again: bool = False
) -> dict[str, Any]:
    """Return a screen as the browser gets it; `again` opens one that was answered, at its last step."""
    campaign, shown = state.campaign, state.items[item]
    answers = lease.answers.get(item, [])
    steps = state.steps(item)
    step = min(len(answers), len(steps) - 1)
    order = shown_order(state, annotator, shown)
    draft = lease.drafts.get(item)
    return {
        "screen": screen_id(secret, campaign.name, annotator, item),
        "step": step,
        "steps": len(steps),
        **_protocol_part(state, steps[step].step),
        **_texts(campaign, shown, steps[step].step, order),
        "context": shown_context(state, lease.bundle, shown, steps[step].step),
        "questions": _questions(campaign, shown, annotator, steps[step]),
        "following": _following(campaign, shown, annotator, steps[step:]),
        "locked": _merged(answers[:step], order),
        "answer": to_shown(answers[step], order) if again and len(answers) > step else None,
        "draft": draft["draft"] if draft and draft["step"] == step else None,
        "logged": _logged(state, lease, item, order),
        "tutorial": shown.kind == TUTORIAL,
        "place": _place(state, annotator, lease, item, secret),
    }


def _logged(state: CampaignState, lease: Lease, item: int, order: Sequence[int]) -> dict[str, Any] | None:
    """Return how far the log of edits of a screen is: how many parts, and the texts or lengths that it reached."""
    if state.campaign.protocol.logged is None:
        return None
    log = lease.edits.get(item)
    return {
        "parts": len(log.parts) if log is not None else 0,
        "reached": to_shown(state.reached(lease, item), order),
    }


def _protocol_part(state: CampaignState, step: Step) -> dict[str, Any]:
    """Return what is the same on every screen of a step; it is made once."""
    if step not in state.shown_steps:
        state.shown_steps[step] = _step_part(state, step)
    return state.shown_steps[step]


def _step_part(state: CampaignState, step: Step) -> dict[str, Any]:
    protocol, language = state.campaign.protocol, state.language
    plain = [asdict(field) for field in step.fields]
    return {
        "protocol": protocol.name,
        "version": protocol.version,
        "language": language,
        "dir": direction(language),
        "wording": state.wording,
        "note": step.note,
        "timed": step.timed,
        "fields": [{name: part for name, part in field.items() if name != "aspect"} for field in plain],
        "skippable": protocol.may_skip,
        "revisable": protocol.revisable,
        "hints": dict(protocol.hints),
        "stops": dict(protocol.stops),
    }


def _texts(campaign: Campaign, item: Item, step: Step, order: Sequence[int]) -> dict[str, Any]:
    """Return the texts that a step shows: what all units share, and each unit's own."""
    document = campaign.protocol.arrangement == "document"
    first = item.units[0] if item.units else None
    shared = first if first is not None and not document else None
    return {
        "shared": {
            "source": _source(campaign, shared, step),
            "reference": _reference(campaign, shared, step),
        },
        "units": [_unit(campaign, item, unit, step, place) for place, unit in enumerate(order, start=1)],
    }


def _unit(campaign: Campaign, item: Item, number: int, step: Step, place: int) -> dict[str, Any]:
    unit, document = item.units[number], campaign.protocol.arrangement == "document"
    shows = "output" in step.shows or "text" in step.shows
    return {
        "id": f"u{place}",
        "source": _source(campaign, unit, step) if document else None,
        "reference": _reference(campaign, unit, step) if document else None,
        "output": _text(unit.text, campaign.texts.languages[1]) if shows else None,
        "proposed": [asdict(span) for span in unit.proposed if any(each.proposed for each in step.fields)],
    }


def _source(campaign: Campaign, unit: JudgedText | None, step: Step) -> dict[str, str] | None:
    if unit is None or "source" not in step.shows:
        return None
    source = campaign.texts.source
    text = unit.source if unit.source is not None or unit.segment < 0 else source[unit.segment]
    return None if text is None else _text(text, campaign.texts.languages[0])


def _reference(campaign: Campaign, unit: JudgedText | None, step: Step) -> dict[str, str] | None:
    if unit is None or "reference" not in step.shows:
        return None
    reference = campaign.texts.reference
    text = unit.reference if unit.reference is not None or unit.segment < 0 else reference[unit.segment]
    return None if text is None else _text(text, campaign.texts.languages[1])


def _text(text: str, language: str) -> dict[str, str]:
    return {"text": text, "lang": language, "dir": direction(language)}


def _questions(campaign: Campaign, item: Item, annotator: str, step: ScreenStep) -> list[dict[str, Any]]:
    """Return the question of a step, without what is right; choices in random order."""
    if step.question is None:
        return []
    question, number = item.questions[step.question], step.question + 1
    choices = list(question.choices)
    Random(f"{campaign.plan.seed}|{annotator}|{item.number}|{number}").shuffle(choices)
    return [{"id": f"q{number}", "text": question.text, "kind": question.kind, "choices": choices}]


def _following(
    campaign: Campaign, item: Item, annotator: str, steps: Sequence[ScreenStep]
) -> list[dict[str, Any]]:
    """Return the other questions of a text that is no longer shown, for when the connection is lost between them.

    Before the text is closed there are none: whoever knew them would read it otherwise. What another step reveals is
    never among them.
    """
    if steps[0].question is None:
        return []
    alike = takewhile(lambda each: each.step is steps[0].step, steps[1:])
    return [{"questions": _questions(campaign, item, annotator, each)} for each in alike]


def _merged(answers: Sequence[Mapping[str, Any]], order: Sequence[int]) -> dict[str, Any]:
    """Return the answers of earlier steps together, unit by unit."""
    merged: dict[str, Any] = {}
    for responses in answers:
        for name, part in to_shown(responses, order).items():
            merged[name] = {**merged.get(name, {}), **part}
    return merged


def _place(state: CampaignState, annotator: str, lease: Lease, shown: int, secret: bytes) -> dict[str, Any]:
    """Return how far the bundle is, its screens that may be opened again, and those that may be fetched ahead."""

    def name(item: int) -> str:
        return screen_id(secret, state.campaign.name, annotator, item)

    done = [item for item in lease.order if state.done(lease, item)]
    coming = lease.order[lease.order.index(shown) + 1 :]
    ahead = [item for item in coming if item not in done] if state.goes_ahead else []
    earlier = [{"screen": name(item), "answered": item not in lease.skipped} for item in done]
    return {
        "bundle_done": len(done),
        "bundle_size": len(lease.order),
        "earlier": earlier if state.campaign.protocol.revisable else [],
        "ahead": [name(item) for item in ahead[:AHEAD]],
    }


def screens_done(state: CampaignState, person: Annotator) -> int:
    """Return how many screens somebody has done."""
    current = _current(person)
    return person.screens + (sum(state.done(current, item) for item in current.order) if current else 0)


def progress_of(state: CampaignState, person: Annotator) -> dict[str, Any]:
    """Return how many screens this annotator has done, and how many it will be: `about`, where that is not certain.

    Certain are the bundle at hand and those that everybody does. Of all that is still to be done an equal share is
    expected, but no more than one annotator can get.
    """
    done, current = screens_done(state, person), _current(person)
    at_hand = len(current.order) if current else 0
    everybody = list(takewhile(lambda each: each.copies == 0, state.campaign.plan.bundles))
    coming = sum(len(each.items) for each in everybody if not person.had(each.number))
    sure = person.screens + at_hand + coming
    if current is not None and not state.bundles[current.bundle].copies:
        coming += at_hand
    people = max(1, len(state.annotators), state.places)
    expected = person.screens + coming - (-state.open_screens // people)
    most = state.most_screens + sum(len(each.items) for each in everybody)
    if state.closed or person.withdrawn or min(expected, most) <= sure:
        return {"done": done, "total": max(done, sure), "about": False}
    return {"done": done, "total": min(expected, most), "about": True}


def _current(person: Annotator) -> Lease | None:
    """Return the bundle that somebody is at, if it is not finished."""
    lease = person.lease
    return lease if lease is not None and lease.bundle not in person.finished else None
