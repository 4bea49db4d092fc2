"""The log of edits of a screen: what is stored of it, what is refused, and what an answer makes of the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from assay.errors import InputError, OptionError
from assay.studies.campaigns import Campaign, Event, answer, protocol_named, situation
from assay.studies.campaigns.commands import NewEvent, RefusedError, Submission, advance, draft, keep_edits
from assay.studies.campaigns.editing.material import adapted, with_scratch
from assay.studies.campaigns.editing.parts import EditPart
from assay.studies.campaigns.editing.records import apply_record, set_record
from assay.studies.campaigns.state import CampaignState
from assay.studies.campaigns.values import Bundle, CampaignPlan, CampaignTexts, Item, JudgedText
from support.edit_logs import edited

SECRET, NOW = b"secret", 1000.0
BEGUN = "The ferry goes."


class Lab:
    """A campaign of one text in memory, and one editor."""

    def __init__(self, *, blind: bool = False) -> None:
        protocol = adapted(protocol_named("post-edit"), blind=blind)
        texts = CampaignTexts(("de", "en"), ("Quelle",), (None,), ("",), {"alder": (BEGUN,)}, ("1",))
        plan = CampaignPlan((Item(0, (JudgedText(0, ("alder",), BEGUN),)),), (Bundle(0, (0,)),), 1)
        campaign = Campaign("lab", protocol, texts, plan, {})
        self.state = CampaignState(campaign)
        self.number = 0
        self.do([NewEvent("annotator-added", "admin", {"name": "ada"})])
        self.do(advance(self.state, "ada", NOW))

    def do(self, events: list[NewEvent]) -> list[NewEvent]:
        for new in events:
            self.number += 1
            self.state.apply(Event(self.number, NOW, "lab", new.kind, new.actor, new.key, new.payload))
        return events

    @property
    def screen(self) -> dict[str, Any]:
        shown: dict[str, Any] = situation(self.state, "ada", NOW, SECRET)["screen"]
        return shown

    def keep(self, key: str, after: int, *records: dict[str, Any]) -> list[NewEvent]:
        part = EditPart(key, after, records)
        return self.do(keep_edits(self.state, "ada", (self.screen["screen"], 0, part), NOW, SECRET))

    def answer(self, text: Any, *parts: EditPart) -> list[NewEvent]:
        given_answer = Submission("k", self.screen["screen"], 0, {"u1": {"edited": text}}, {}, parts)
        return self.do(answer(self.state, "ada", given_answer, NOW, SECRET))


def typed(at: int, text: Any, removed: int = 0) -> dict[str, Any]:
    """Return a record of one change."""
    return {
        "unit": "u1",
        "clock": 5,
        "t": [0],
        "kind": "i",
        "key": "L",
        "at": [at],
        "del": [removed],
        "ins": [text],
    }


def test_parts_are_stored_once_and_in_order() -> None:
    lab = Lab()
    assert [event.kind for event in lab.keep("one", 0, typed(0, "Now "))] == ["edited"]
    assert lab.screen["logged"] == {"parts": 1, "reached": {"u1": f"Now {BEGUN}"}}
    assert lab.keep("one", 0, typed(0, "Now ")) == []
    with pytest.raises(RefusedError, match="log-order"):
        lab.keep("two", 0, typed(0, "Then "))
    lab.keep("two", 1, typed(0, "And n", removed=1))
    assert lab.screen["logged"]["reached"] == {"u1": f"And now {BEGUN}"}
    events = lab.answer(f"And now {BEGUN}")
    assert [event.kind for event in events] == ["answered"]


@pytest.mark.parametrize(
    "wrong",
    [
        typed(16, "x"),
        typed(0, "x", removed=99),
        typed(-1, "x"),
        typed(0, 3),
        {**typed(0, "x"), "unit": "u2"},
        {**typed(0, "x"), "kind": "?"},
        {**typed(0, "x"), "kind": "k"},
        {**typed(0, "x"), "t": [0.5]},
        {**typed(0, "x"), "clock": 2**60},
        {**typed(0, "x"), "more": 1},
        typed(0, "x" * 1_000_001),
    ],
)
def test_a_record_that_cannot_be_is_refused_and_left_out_of_an_answer(wrong: dict[str, Any]) -> None:
    lab = Lab()
    with pytest.raises(RefusedError, match="log-wrong"):
        lab.keep("one", 0, wrong)
    events = lab.answer("The ferry went.", EditPart("one", 0, [wrong]))
    assert [event.kind for event in events] == ["edited", "answered"]
    assert events[0].payload["repaired"] is True
    assert lab.state.annotators["ada"].finished == [0]


def test_an_answer_brings_what_was_not_sent_and_closes_the_gap() -> None:
    lab = Lab()
    lab.keep("one", 0, typed(0, "A"))
    parts = (
        EditPart("one", 0, [typed(0, "A")]),
        EditPart("two", 1, [typed(1, "B")]),
        EditPart("four", 3, []),
    )
    events = lab.answer(f"ABC{BEGUN}", *parts)
    assert [(event.kind, event.key) for event in events] == [
        ("edited", "two"),
        ("edited", ""),
        ("answered", "k"),
    ]
    [record] = events[1].payload["records"]
    assert (record["kind"], record["at"], record["del"], record["ins"]) == ("=", [2], [0], ["C"])


def test_a_blind_log_knows_lengths_alone() -> None:
    lab = Lab(blind=True)
    with pytest.raises(RefusedError, match="log-wrong"):
        lab.keep("one", 0, typed(0, "text"))
    lab.keep("one", 0, typed(0, 4))
    assert lab.screen["logged"]["reached"] == {"u1": len(BEGUN) + 4}
    kept = {"responses": {"u1": {"edited": "what was written"}}}
    assert draft(lab.state, "ada", (lab.screen["screen"], 0, kept), NOW, SECRET) == []
    for refused in (
        "a text",
        {"characters": 3},
        {"characters": 3, "words": -1},
        {"characters": 0, "words": 0},
    ):
        with pytest.raises(RefusedError):
            lab.answer(refused)
    assert [event.kind for event in lab.answer({"characters": 19, "words": 4})] == ["answered"]


def test_a_text_that_was_not_translated_is_no_answer() -> None:
    lab = Lab()
    item = replace(lab.state.items[0], units=(JudgedText(0, ("scratch",), ""),))
    lab.state.items[0] = item
    with pytest.raises(RefusedError):
        lab.answer("  ")


@given(edited())
def test_the_change_between_two_texts_makes_one_the_other(drawn: tuple[str, list[Any], str]) -> None:
    before, _, after = drawn
    assert apply_record(before, set_record("u1", before, after, 0)) == after
    sizes = len(before), len(after)
    assert apply_record(sizes[0], set_record("u1", *sizes, 0)) == sizes[1]


def test_what_does_not_belong_is_refused() -> None:
    lab = Lab()
    texts, protocol = lab.state.campaign.texts, protocol_named("post-edit")
    with pytest.raises(InputError, match="called"):
        with_scratch(with_scratch(texts, protocol), protocol)
    with pytest.raises(OptionError, match="post-editing"):
        with_scratch(texts, protocol_named("da"))
    with pytest.raises(OptionError, match="post-editing"):
        adapted(protocol_named("da"), blind=True)
