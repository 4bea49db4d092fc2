"""Studies with answers that somebody might have given: careful annotators, and careless ones, by a seed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from assay.data import DEGRADED
from assay.studies.campaigns import Campaign, DesignOptions, Event, plan_campaign, protocol_named
from assay.studies.campaigns.definition import to_plain
from assay.studies.campaigns.values import CampaignTexts, Item
from assay.studies.desk import Desk
from support.campaign_sets import small_texts

START = 1_700_000_000.0
WORDS = (
    "harbour",
    "ferry",
    "weather",
    "captain",
    "island",
    "signal",
    "morning",
    "lantern",
    "bridge",
    "letter",
)


def study_texts(segments: int, systems: Sequence[str], documents: int = 2) -> CampaignTexts:
    """Return texts of enough words to be damaged."""
    rng = np.random.default_rng(7)
    texts = small_texts(segments, len(systems), documents)

    def line(number: int) -> str:
        return " ".join([*rng.choice(WORDS, 9), str(number)])

    source = tuple(line(number) for number in range(segments))
    outputs = {name: tuple(line(number) for number in range(segments)) for name in systems}
    return replace(texts, source=source, reference=tuple(map(str.upper, source)), outputs=outputs)


def study(
    name: str = "spring",
    protocol: str = "esa",
    segments: int = 40,
    systems: Sequence[str] = ("alder", "birch", "cedar"),
    documents: int = 2,
    **design: Any,
) -> Campaign:
    """Return a campaign that has something to judge."""
    declared, texts = protocol_named(protocol), study_texts(segments, systems, documents)
    plan = plan_campaign(texts, declared, DesignOptions(**design))
    return Campaign(name, declared, texts, plan, {"language": "en"})


def answered(desk: Desk, campaign: Campaign, people: Sequence[str], *, share: float = 1.0) -> int:
    """Store a campaign with the answers of people to a share of its bundles; return how many answers."""
    events = log_of(campaign, people, share=share)
    desk.restore(campaign.name, events).result(60)
    return sum(event.kind == "answered" for event in events)


def log_of(campaign: Campaign, people: Sequence[str], *, share: float = 1.0) -> list[Event]:
    """Return the log of a study; a person called careless answers anyhow."""
    rng = np.random.default_rng(11)
    events = [Event(1, START, campaign.name, "created", "admin", "", {"definition": to_plain(campaign)})]
    events += [
        _event(events, "annotator-added", "admin", {"name": name, "role": "annotator"}) for name in people
    ]
    items = {item.number: item for item in campaign.plan.items}
    bundles = campaign.plan.bundles[: max(1, round(share * len(campaign.plan.bundles)))]
    turns = [
        (bundle, people[place])
        for bundle in bundles
        for place in rng.permutation(len(people))[: bundle.copies or len(people)].tolist()
    ]
    for bundle, who in turns:
        until = events[-1].at + 3600
        leased = {"bundle": bundle.number, "order": list(bundle.items), "until": until}
        events.append(_event(events, "leased", who, leased))
        for item in bundle.items:
            for step in range(len(campaign.protocol.steps)):
                answer = _answer(campaign, items[item], step, who, rng) | {"bundle": bundle.number}
                events.append(_event(events, "answered", who, answer))
    numbered = [replace(event, number=number) for number, event in enumerate(events, start=1)]
    return [Event(**json.loads(json.dumps(vars(event)))) for event in numbered]


def _event(events: Sequence[Event], kind: str, actor: str, payload: Mapping[str, Any]) -> Event:
    last = events[-1]
    return Event(last.number + 1, last.at + 20.0, last.campaign, kind, actor, "", payload)


def _answer(campaign: Campaign, item: Item, step: int, who: str, rng: np.random.Generator) -> dict[str, Any]:
    responses: dict[str, dict[str, Any]] = {}
    names = list(campaign.texts.outputs)
    for field in campaign.protocol.steps[step].fields:
        for place, unit in enumerate(item.units, start=1):
            quality = 80 - 12 * names.index(unit.systems[0]) if unit.systems[0] in names else 85
            quality -= 45 if item.kind == DEGRADED else 0
            said = rng.uniform(0, 100) if who == "careless" else np.clip(rng.normal(quality, 8), 0, 100)
            key = f"u{place}" if field.each else "screen"
            given = _response(field, float(said), place, len(unit.text))
            if given is not None:
                responses.setdefault(key, {})[field.name] = given
    shown = 1000.0 * rng.integers(10**6, 10**7)
    active = 1000.0 * rng.gamma(4, 3)
    times = {"shown": shown, "sent": shown + 1.3 * active, "active": active, "first": 500, "away": 0}
    positions = {f"u{place}": place for place in range(1, len(item.units) + 1)}
    return {
        "item": item.number,
        "step": step,
        "responses": responses,
        "times": times,
        "wording": "0" * 16,
        "version": campaign.protocol.version,
        "positions": positions,
    }


def _response(field: Any, said: float, place: int, length: int) -> Any:
    low, high = field.low, field.high
    match field.kind:
        case "slider" | "points":
            return round((low + (high - low) * said / 100) / field.by) * field.by
        case "yes-no":
            return said > 50
        case "rank":
            return place
        case "choice":
            return field.options[int(said / 100.01 * len(field.options))].at
        case "spans":
            category = _leaf(field.categories)
            span = {"side": "target", "start": 2, "end": min(9, length), "severity": field.severities[-1]}
            return [{**span, "category": category, "note": ""}] if said < 60 else []
        case "tags":
            return []
        case _:
            return "a remark"


def _leaf(categories: Sequence[Any]) -> str:
    if not categories:
        return ""
    first = categories[0]
    return f"{first.name}/{_leaf(first.below)}" if first.below else str(first.name)
