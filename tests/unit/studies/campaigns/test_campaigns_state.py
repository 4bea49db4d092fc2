"""The state is a fold over the log: at any prefix, from any snapshot; whatever people do, in whatever order."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.studies.campaigns import Campaign, Event, answer, protocol_names, situation, skip
from assay.studies.campaigns.checked_log import checked_state
from assay.studies.campaigns.commands import (
    NewEvent,
    RefusedError,
    Submission,
    add_annotator,
    advance,
    draft,
    keep_edits,
    set_closed,
    withdraw,
)
from assay.studies.campaigns.definition import from_json, from_plain, to_plain
from assay.studies.campaigns.editing.parts import EditPart
from assay.studies.campaigns.editing.records import set_record
from assay.studies.campaigns.state import CampaignState
from support.small_studies import responses_to, small_campaign, small_texts

SECRET = b"a secret of tests"
HOUR = 3600.0
PEOPLE = ("ada", "ben", "cleo")


@dataclass
class Study:
    """A log in memory and the state that goes with it, without any server."""

    campaign: Campaign
    now: float = 1e9
    log: list[Event] = field(default_factory=list)
    state: CampaignState = field(init=False)

    def __post_init__(self) -> None:
        """Begin the log."""
        definition = json.loads(json.dumps(to_plain(self.campaign)))
        self.log.append(self._event(NewEvent("created", "admin", {"definition": definition})))
        self.state = CampaignState.begin(self.log[0])
        for name in PEOPLE:
            self.add(add_annotator(self.state, name))

    def _event(self, new: NewEvent) -> Event:
        payload = json.loads(json.dumps(dict(new.payload)))
        return Event(len(self.log) + 1, self.now, self.campaign.name, new.kind, new.actor, new.key, payload)

    def add(self, events: list[NewEvent]) -> None:
        """Append events, as the server does; a withdrawal erases what came before it."""
        for new in events:
            self.log.append(self._event(new))
            self.state.apply(self.log[-1])
            if new.kind == "withdrawn":
                self.log = [
                    Event(**{**vars(event), "payload": {"erased": True}})
                    if event.actor == new.actor and event.kind != "withdrawn"
                    else event
                    for event in self.log
                ]

    def look(self, name: str) -> dict[str, Any]:
        """Return what somebody sees."""
        self.add(advance(self.state, name, self.now))
        return situation(self.state, name, self.now, SECRET)

    def answer(self, name: str, score: float | None = None) -> bool:
        """Answer the screen that somebody is at; tell whether there was one."""
        screen = self.look(name)["screen"]
        if screen is None:
            return False
        given = Submission(
            f"k{len(self.log)}", screen["screen"], screen["step"], responses_to(screen, score), {}
        )
        self.add(answer(self.state, name, given, self.now, SECRET))
        return True

    def replayed(self, size: int | None = None) -> CampaignState:
        """Return the fold over the log, or over its beginning."""
        return CampaignState.begin(self.log[0]).fold(self.log[1:size])


def plain(state: CampaignState) -> Any:
    """Return a state as a snapshot holds it."""
    return json.loads(json.dumps(state.to_plain()))


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(
            ["answer", "answer", "answer", "edit", "skip", "draft", "correct", "wait", "withdraw", "close"]
        ),
        st.sampled_from(PEOPLE),
        st.integers(0, 100),
    ),
    max_size=60,
)


PROTOCOLS = st.sampled_from(["da", "adequacy-fluency", "esa", "post-edit"])


def act(study: Study, action: str, name: str, number: int) -> None:
    """Do something that somebody may do; a refusal changes nothing."""
    if action == "wait":
        study.now += (number - 30) * HOUR / 20  # also backwards, as clocks do
    elif action == "withdraw":
        if number < 10:
            study.add(withdraw(study.state, name, f"w{len(study.log)}"))
    elif action == "close":
        study.add(set_closed(study.state, number < 20))
    elif action == "answer":
        study.answer(name, 1 + number % 5)
    else:
        _touch(study, action, name, number)


def _touch(study: Study, action: str, name: str, number: int) -> None:
    screen = study.look(name)["screen"]
    if screen is None:
        return
    if action == "skip":
        study.add(skip(study.state, name, (f"s{len(study.log)}", screen["screen"], ""), study.now, SECRET))
    elif action == "draft":
        kept = (screen["screen"], screen["step"], {"score": number})
        study.add(draft(study.state, name, kept, study.now, SECRET))
    elif action == "edit":
        records = (
            [set_record("u1", screen["logged"]["reached"]["u1"], f"edit {number}", 1)]
            if screen["logged"]
            else []
        )
        part = EditPart(f"e{len(study.log)}", screen["logged"]["parts"] if screen["logged"] else 0, records)
        study.add(keep_edits(study.state, name, (screen["screen"], screen["step"], part), study.now, SECRET))
    elif screen["place"]["earlier"]:
        earlier = screen["place"]["earlier"][-1]["screen"]
        last = screen["steps"] - 1
        given = Submission(f"c{len(study.log)}", earlier, last, responses_to(screen, 1 + number % 5), {})
        study.add(answer(study.state, name, given, study.now, SECRET))


@given(PROTOCOLS, ACTIONS, st.integers(1, 3), st.integers(0, 200))
@settings(max_examples=100)
def test_the_state_is_a_fold_over_the_log(
    protocol: str, actions: list[tuple[str, str, int]], copies: int, cut: int
) -> None:
    study = Study(small_campaign(protocol=protocol, bundle=3, copies=copies))
    for action, name, number in actions:
        before = plain(study.state)
        try:
            act(study, action, name, number)
        except RefusedError:
            assert plain(study.state) == before or action != "answer"
    assert plain(study.replayed()) == plain(study.state)
    assert plain(checked_state("log", study.log)) == plain(study.state)  # it can be taken in elsewhere
    middle = study.replayed(1 + cut % len(study.log))
    kept = CampaignState.from_plain(middle.campaign, plain(middle))
    assert plain(kept.fold(study.log[1 + cut % len(study.log) :])) == plain(study.state)
    _check_limits(study, copies)


def _check_limits(study: Study, copies: int) -> None:
    """No annotator has a bundle twice; what was given back after a withdrawal may be done once more."""
    for person in study.state.annotators.values():
        assert len(person.finished) == len(set(person.finished))
    done = [number for person in study.state.annotators.values() for number in person.finished]
    assert {number: done.count(number) for number in done} == study.state.completions
    anew = CampaignState.from_plain(study.campaign, plain(study.state))
    for state in (study.state, anew):
        levels = {done: set(bundles) for done, bundles in state.levels.items() if bundles}
        assert levels == {
            done: {number for number in state.bundles if state.completions.get(number, 0) == done}
            for done in range(copies)
            if any(state.completions.get(number, 0) == done for number in state.bundles)
        }
    assert study.state.open_screens == anew.open_screens
    jumped = any(event.kind == "renewed" for event in study.log)
    assert jumped or all(number <= copies for number in study.state.completions.values())


def test_what_is_told_of_progress_is_what_comes() -> None:
    study = Study(small_campaign(protocol="da", bundle=3, copies=2, texts=small_texts(12, 3)))
    told = []
    while sum(study.answer(name) for name in PEOPLE):  # everybody, in turn
        told.append(study.look("ada")["progress"])
    assert study.look("ada")["progress"] == {"done": 24, "total": 24, "about": False}  # of 72 by three
    assert told[0] == {"done": 1, "total": 24, "about": True}
    assert {each["total"] for each in told} == {24}, "everybody works: the share is right from the start"
    assert [each["done"] for each in told][:24] == list(range(1, 25))


@pytest.mark.parametrize("name", protocol_names())
def test_a_definition_comes_back_from_the_log(name: str) -> None:
    campaign = small_campaign(protocol=name)
    written = json.dumps(to_plain(campaign))
    assert from_plain(Campaign, json.loads(written)) == campaign
    assert from_json(Campaign, written) == campaign


def test_a_definition_that_only_python_reads_comes_back_from_the_log() -> None:
    campaign = replace(
        small_campaign(protocol="da"), settings={"consent": "\ud83d", "lease_minutes": math.inf}
    )
    assert from_json(Campaign, json.dumps(to_plain(campaign))) == campaign


def test_a_lease_that_runs_out_goes_to_somebody_else() -> None:
    study = Study(small_campaign(protocol="da", copies=1))
    assert study.look("ada")["state"] == "task"
    assert study.look("ben")["state"] == "waiting"
    study.now += 2 * HOUR
    assert study.look("ben")["state"] == "task"
    assert study.look("ada")["state"] == "waiting"  # it was never touched, and is ben's now


def test_who_has_begun_may_finish_after_the_lease() -> None:
    study = Study(small_campaign(protocol="da", copies=1))
    assert study.answer("ada")
    study.now += 2 * HOUR
    assert study.look("ben")["state"] == "task"
    while study.answer("ada"):
        study.now += 2 * HOUR
    assert len(study.state.annotators["ada"].finished) == 1


def test_an_answer_after_the_lease_is_refused_where_nobody_waits_for_it() -> None:
    study = Study(small_campaign(protocol="da", copies=1))
    screen = study.look("ada")["screen"]
    study.now += 2 * HOUR
    assert study.look("ben")["state"] == "task"
    given = Submission("k", screen["screen"], 0, responses_to(screen), {})
    with pytest.raises(RefusedError, match="lease-over"):
        answer(study.state, "ada", given, study.now, SECRET)


def test_who_is_at_work_keeps_the_bundle() -> None:
    study = Study(small_campaign(protocol="da", copies=1))
    for _ in range(3):
        assert study.answer("ada")
        study.now += 0.6 * HOUR
        assert study.look("ben")["state"] == "waiting"
    study.now += HOUR
    assert study.look("ben")["state"] == "task"


def test_what_somebody_withdrew_is_done_by_another() -> None:
    study = Study(small_campaign(protocol="da", copies=1))
    while study.answer("ada"):
        pass
    assert study.look("ben")["state"] == "finished"
    study.add(withdraw(study.state, "ada", "k"))
    assert study.look("ben")["state"] == "task"


def test_a_clock_that_is_put_back_holds_no_bundle_for_ever() -> None:
    study = Study(small_campaign(protocol="da", copies=1))
    assert study.look("ada")["state"] == "task"
    study.now -= 1000 * HOUR
    assert study.look("ben")["state"] == "task"


def test_steps_cannot_be_jumped_or_taken_back() -> None:
    study = Study(small_campaign(protocol="adequacy-fluency"))
    screen = study.look("ada")["screen"]
    assert screen["steps"] == 2
    later = Submission("k1", screen["screen"], 1, responses_to(screen), {})
    with pytest.raises(RefusedError, match="wrong-step"):
        answer(study.state, "ada", later, study.now, SECRET)
    assert study.answer("ada")
    assert study.look("ada")["screen"]["locked"]
    again = Submission("k2", screen["screen"], 0, responses_to(screen), {})
    with pytest.raises(RefusedError, match="wrong-step"):
        answer(study.state, "ada", again, study.now, SECRET)
