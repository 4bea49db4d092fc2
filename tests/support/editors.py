"""Studies of post-editing with editors who type: what a browser would send of them, by a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from assay.studies.auth import Identity
from assay.studies.campaigns import Campaign, DesignOptions, plan_campaign, protocol_named
from assay.studies.campaigns.commands import Submission
from assay.studies.campaigns.editing.material import adapted, with_scratch
from assay.studies.campaigns.editing.parts import EditPart
from assay.studies.desk import Desk
from support.simulated_studies import WORDS, study_texts
from support.small_studies import new_key

START = 1_772_500_000_000  # milliseconds
PACE = 180  # milliseconds a key


def editing_study(
    name: str = "lab", segments: int = 6, systems: Sequence[str] = ("alder", "birch"), *, blind: bool = False
) -> Campaign:
    """Return a study in a Latin square: from scratch, and from each system."""
    protocol = adapted(protocol_named("post-edit"), blind=blind)
    texts = with_scratch(study_texts(segments, systems), protocol)
    plan = plan_campaign(texts, protocol, DesignOptions(square=True, order="shuffled", bundle=segments))
    return Campaign(name, protocol, texts, plan, {"language": "en"})


def record_of(
    begun: str, unit: str, chance: random.Random, *, blind: bool = False
) -> tuple[dict[str, Any], str]:
    """Return the record of somebody who writes two words of a text anew, or all of it, and the text."""
    words = begun.split() or list(WORDS)
    wrong = range(len(words)) if not begun else sorted(chance.sample(range(len(words)), 2))
    record: dict[str, Any] = {"unit": unit, "clock": START + chance.randint(0, 10**6), "t": [0], "kind": "o"}
    record |= {"key": "-", "at": [], "del": [], "ins": []}
    text, now = begun, chance.randint(1500, 4000)

    def change(at: int, removed: int, inserted: str, kind: str, key: str) -> None:
        nonlocal text, now
        text = f"{text[:at]}{inserted}{text[at + removed :]}"
        now += chance.randint(PACE // 2, 2 * PACE)
        added: str | int = len(inserted) if blind else inserted
        for column, entry in (("t", now), ("at", at), ("del", removed), ("ins", added)):
            record[column].append(entry)
        record["kind"] += kind
        record["key"] += key

    for place in wrong:
        now += chance.randint(300, 3000)
        at = len(text) if not begun else sum(len(word) + 1 for word in text.split()[:place])
        if begun:
            change(at, len(words[place]), "", "x", "X")
        for letter in f"{words[place][::-1]}{'' if begun else ' '}":
            change(at, 0, letter, "i", "W" if letter == " " else "L")
            at += 1
    record["t"].append(now + 900)
    record["kind"] += "z"
    record["key"] += "-"
    return record, text


def edit_all(desk: Desk, campaign: Campaign, people: Sequence[str], seed: int = 1) -> int:
    """Begin a study and let everybody edit all there is for them; return how many texts were edited."""
    desk.create(campaign, people).result(60)
    chance, done = random.Random(seed), 0
    field = campaign.protocol.logged
    assert field is not None
    blind = field.log == "blind"
    for person in people:
        who = Identity(campaign.name, "annotator", person)
        said = desk.next(who).result(60)
        while said["screen"] is not None:
            screen = said["screen"]
            [unit] = screen["units"]
            record, text = record_of(unit["output"]["text"], unit["id"], chance, blind=blind)
            given = {"characters": len(text), "words": len(text.split())} if blind else text
            parts = [EditPart(new_key(), screen["logged"]["parts"], [record])]
            answer = Submission(
                new_key(), screen["screen"], 0, {unit["id"]: {field.name: given}}, {"active": 9000.0}, parts
            )
            said = desk.answer(who, answer).result(60)["next"]
            done += 1
    return done
