"""Small campaigns for tests: texts, and annotators who answer everything."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from assay.studies.campaigns import Campaign, DesignOptions, Event, plan_campaign
from assay.studies.campaigns.answers import steps_of
from assay.studies.campaigns.protocols.protocol_files import categories_of
from assay.studies.campaigns.values import (
    CampaignTexts,
    Item,
    ProposedSpan,
    Protocol,
    Question,
    ResponseField,
)

TALE = (
    "the harbour was closed after a storm and nobody knew when ferries would run again so people waited in "
    "cafes until evening when lights came on along the quay and fishermen began to mend their nets by hand"
)
WORDS = TALE.split()
QUESTIONS = (
    Question(
        "Where did people wait?", "choice", "facts", ("in cafes",), ("in cafes", "at home", "on the quay")
    ),
    Question(
        "Why was the harbour closed?", "short", "relations", ("a storm", "the storm", "because of a storm")
    ),
    Question("The mood of the text is ____.", "cloze", "intent", ("patient", "calm")),
)


def sentences(number: int, seed: int, shortest: int = 3, longest: int = 25) -> tuple[str, ...]:
    """Return random sentences."""
    chance = random.Random(seed)
    return tuple(
        " ".join(chance.choices(WORDS, k=chance.randint(shortest, longest))).capitalize() + "."
        for _ in range(number)
    )


def small_texts(
    segments: int = 12, systems: int = 3, documents: int = 3, *, same: bool = False, longest: int = 25
) -> CampaignTexts:
    """Return texts of random sentences; with `same`, two systems make the same of every third segment."""
    outputs = {
        f"system-{name}": sentences(segments, 100 + place, longest=longest)
        for place, name in enumerate("abcdefghij"[:systems])
    }
    if same and systems > 1:
        first, second = list(outputs)[:2]
        shared = [outputs[first][row] if row % 3 == 0 else text for row, text in enumerate(outputs[second])]
        outputs[second] = tuple(shared)
    size = -(-segments // documents) if documents else 0
    document = tuple(f"doc-{row // size + 1}" if documents else "" for row in range(segments))
    return CampaignTexts(
        ("de", "en"),
        sentences(segments, 1),
        sentences(segments, 2),
        document,
        outputs,
        tuple(str(number) for number in range(1, segments + 1)),
        {name: QUESTIONS for name in document if name},
        {system: proposals_for(lines, place) for place, (system, lines) in enumerate(outputs.items())},
    )


def proposals_for(lines: Sequence[str], seed: int) -> tuple[tuple[ProposedSpan, ...], ...]:
    """Return up to two proposed errors for each text, and for some what is missing."""
    chance = random.Random(seed)
    return tuple(tuple(sorted(_proposed(text, chance), key=lambda each: each.start)) for text in lines)


def _proposed(text: str, chance: random.Random) -> set[ProposedSpan]:
    words = [(word.start(), word.end()) for word in re.finditer(r"\w+", text)]
    chosen = chance.sample(words, min(chance.randint(0, 2), len(words)))
    missing = {ProposedSpan(-1, -1, "major", "missing")} if chance.random() < 0.2 else set()
    return missing | {ProposedSpan(*word, chance.choice(("minor", "major"))) for word in chosen}


def campaign_of(protocol: Protocol, texts: CampaignTexts | None = None, **options: Any) -> Campaign:
    """Return a campaign with a plan."""
    texts = texts or small_texts()
    return Campaign("test", protocol, texts, plan_campaign(texts, protocol, DesignOptions(**options)), {})


def answer_field(field: ResponseField, item: Item, unit: int, chance: random.Random) -> Any:
    """Return a valid answer to a field."""
    if field.kind in ("slider", "points", "rank"):
        return field.low + field.by * chance.randint(0, round((field.high - field.low) / field.by))
    if field.kind in ("yes-no", "choice"):
        return chance.choice(field.options).at
    if field.kind == "text":
        return item.units[unit].text + " again"
    if field.kind == "tags":
        return [category.name for category in categories_of(field) if chance.random() < 0.3]
    marked = chance.randint(0, 2) if item.units[unit].text else 0
    return [_span(field, item.units[unit].text, chance) for _ in range(marked)]


def _span(field: ResponseField, text: str, chance: random.Random) -> dict[str, Any]:
    start = chance.randrange(len(text))
    leaves = [
        each for each in categories_of(field) if not each.below and not each.whole and "target" in each.sides
    ]
    span = {
        "side": "target",
        "start": start,
        "end": chance.randint(start + 1, len(text)),
        "severity": chance.choice(field.severities),
    }
    return {**span, **({"category": chance.choice(leaves).name, "note": "why"} if leaves else {})}


def answer_step(protocol: Protocol, item: Item, step: int, chance: random.Random) -> dict[str, Any]:
    """Return a valid answer to a step of a screen."""
    screen = steps_of(protocol, item)[step]
    if screen.question is not None:
        question = item.questions[screen.question]
        reply = chance.choice(question.choices or (*question.accepted, "no idea"))
        return {f"q{screen.question + 1}": {"answer": reply}}
    answer: dict[str, Any] = {}
    for field in screen.step.fields:
        for unit in range(len(item.units)) if field.each else [0]:
            given = answer.setdefault(f"u{unit + 1}" if field.each else "screen", {})
            if not field.after or given[field.after]:  # else the answer before has settled this one
                given[field.name] = answer_field(field, item, unit, chance)
                if field.kind == "slider" and protocol.stops and not given.get("errors"):
                    given[field.name] = field.high
    return answer


Answering = Callable[[Protocol, Item, int, random.Random], Mapping[str, Any]]


def log_of(
    campaign: Campaign, annotators: int = 3, seed: int = 1, answering: Answering = answer_step
) -> list[Event]:
    """Return a log in which everybody has answered every screen."""
    chance = random.Random(seed)
    log: list[Event] = []
    for person in range(annotators):
        for item in campaign.plan.items:
            places = list(range(1, len(item.units) + 1))
            if campaign.protocol.arrangement == "outputs":
                chance.shuffle(places)
            for step in range(len(steps_of(campaign.protocol, item))):
                payload = {
                    "item": item.number,
                    "step": step,
                    "responses": answering(campaign.protocol, item, step, chance),
                    "times": {"active": chance.randint(4000, 60000)},
                    "wording": "0123456789abcdef",
                    "version": campaign.protocol.version,
                    "positions": {f"u{unit}": place for unit, place in enumerate(places, start=1)},
                }
                at = 1_700_000_000 + 60.0 * len(log)
                log.append(
                    Event(
                        len(log) + 1,
                        at,
                        "test",
                        "answered",
                        f"annotator-{person + 1}",
                        f"k{len(log)}",
                        payload,
                    )
                )
    return log
