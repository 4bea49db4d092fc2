"""Assignment: with people who come and go, every bundle is done as often as wanted, and by nobody twice."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.data import GENUINE
from assay.studies.campaigns import Campaign, DesignOptions, Event, plan_campaign, protocol_named
from assay.studies.campaigns.assignment import next_bundle, order_of
from assay.studies.campaigns.state import CampaignState
from assay.studies.campaigns.values import CALIBRATION, TUTORIAL, Item, JudgedText
from support.campaign_sets import campaign_of, small_texts

LEASE = 3600.0
COUNTED = (GENUINE, CALIBRATION)


class Study:
    """A campaign whose annotators take bundles, finish them or leave."""

    def __init__(self, campaign: Campaign, people: int) -> None:
        self.state, self.now = CampaignState(campaign), 1_000_000.0
        for number in range(people):
            self.happen("annotator-added", "admin", {"name": f"p{number}"})

    def happen(self, kind: str, actor: str, payload: dict[str, Any]) -> None:
        self.state.apply(Event(self.state.number + 1, self.now, "test", kind, actor, "", payload))

    def take(self, person: str) -> int | None:
        bundle = next_bundle(self.state, person, self.now, self.state.campaign.plan.seed)
        if bundle is None:
            return None
        assert not self.state.annotators[person].had(bundle.number), "the same bundle again"
        payload = {"bundle": bundle.number, "order": list(bundle.items), "until": self.now + LEASE}
        self.happen("leased", person, payload)
        return bundle.number

    def anything_for(self, people: list[str]) -> bool:
        return any(next_bundle(self.state, person, self.now, 1) is not None for person in people)

    def finish(self, person: str, bundle: int, screens: int | None = None) -> None:
        for item in self.state.bundles[bundle].items[:screens]:
            for step in range(len(self.state.steps(item))):
                self.happen(
                    "answered", person, {"bundle": bundle, "item": item, "step": step, "responses": {}}
                )


def run(campaign: Campaign, people: int, seed: int, leaving: float) -> Study:
    """Let people work until nobody can get anything; some leave a bundle, and the study, for ever."""
    study, chance = Study(campaign, people), random.Random(seed)
    present = [f"p{number}" for number in range(people)]
    at: dict[str, int] = {}
    while at or study.anything_for(present):
        study.now += 1
        person = chance.choice(present)
        if person not in at:
            taken = study.take(person)
            at |= {} if taken is None else {person: taken}
            continue
        bundle = at.pop(person)
        if chance.random() < leaving and len(present) > people // 2:
            study.finish(person, bundle, chance.randrange(len(study.state.bundles[bundle].items)))
            present.remove(person)
            study.now += LEASE + 1  # what was left comes back
            for other, number in at.items():
                study.happen("renewed", other, {"bundle": number, "until": study.now + LEASE})
        else:
            study.finish(person, bundle)
    return study


@given(st.integers(2, 12), st.integers(1, 3), st.integers(1, 3), st.integers(0, 999), st.floats(0, 0.5))
@settings(deadline=None, max_examples=60)
def test_every_bundle_is_done_as_often_as_wanted(
    segments: int, systems: int, copies: int, seed: int, leaving: float
) -> None:
    texts = small_texts(segments, systems, 0)
    campaign = campaign_of(protocol_named("da"), texts, copies=copies, bundle=3, overlap=0.3, seed=seed)
    study = run(campaign, 2 * (copies + 1), seed, leaving)
    for bundle in campaign.plan.bundles:
        assert study.state.completions[bundle.number] == bundle.copies


@given(st.integers(2, 6), st.integers(1, 4), st.integers(1, 2), st.integers(0, 999))
@settings(deadline=None, max_examples=40)
def test_latin_squares_hold_for_every_reader(documents: int, systems: int, copies: int, seed: int) -> None:
    texts = small_texts(2 * documents, systems, documents)
    campaign = campaign_of(
        protocol_named("comprehension"), texts, copies=copies, square=True, bundle=2, seed=seed
    )
    study = run(campaign, systems * copies, seed, 0.0)
    assert all(study.state.completions[bundle.number] == copies for bundle in campaign.plan.bundles)
    for person in study.state.annotators.values():
        read = [
            study.state.items[item].document
            for bundle in person.finished
            for item in study.state.bundles[bundle].items
        ]
        assert len(read) == len(set(read)) == documents


@given(st.integers(4, 30), st.floats(0, 0.5), st.floats(0, 0.4), st.integers(0, 99), st.text())
@settings(deadline=None, max_examples=60)
def test_everybody_has_an_order_of_their_own_with_controls_half_a_bundle_away(
    segments: int, degraded: float, repeats: float, seed: int, name: str
) -> None:
    campaign = campaign_of(
        protocol_named("da"), small_texts(segments, 2, 0), degraded=degraded, repeats=repeats, seed=seed
    )
    state = CampaignState(campaign)
    for bundle in campaign.plan.bundles:
        order = order_of(state, bundle, name)
        assert sorted(order) == sorted(bundle.items)
        assert order == order_of(state, bundle, name), "the same whenever it is asked for"
        for item in map(state.items.__getitem__, order):
            if item.original is not None:
                distance = abs(order.index(item.number) - order.index(item.original))
                assert distance - len(order) // 2 in range(1 + len(order) % 2)
    first = campaign.plan.bundles[0]
    if len(first.items) > 6:
        assert len({tuple(order_of(state, first, f"p{number}")) for number in range(20)}) > 10


@given(
    st.integers(3, 14),
    st.integers(1, 4),
    st.integers(1, 3),
    st.integers(0, 999),
    st.data(),
)
@settings(deadline=None, max_examples=40)
def test_every_output_is_judged_as_often_as_wanted_and_by_nobody_twice(
    segments: int, systems: int, copies: int, seed: int, data: st.DataObject
) -> None:
    options = {
        "bundle": data.draw(st.integers(1, 8)),
        "degraded": data.draw(st.sampled_from([0, 0.2, 1])),
        "repeats": data.draw(st.sampled_from([0, 1])),
        "calibration": data.draw(st.integers(0, 3)),
        "overlap": data.draw(st.sampled_from([0, 0.3])),
    }
    texts = small_texts(segments, systems, data.draw(st.integers(0, 4)), same=True)
    protocol = protocol_named(data.draw(st.sampled_from(["da", "esa", "sqm"])))
    campaign = campaign_of(protocol, texts, copies=copies, seed=seed, **options)
    people = 2 * (copies + 1)
    study = run(campaign, people, seed, 0.0)
    judged: Counter[tuple[str, int]] = Counter()
    for person in study.state.annotators.values():
        items = [study.state.items[n] for b in person.finished for n in study.state.bundles[b].items]
        own = Counter((unit.systems, unit.segment) for i in items if i.kind in COUNTED for unit in i.units)
        assert set(own.values()) <= {1}, "the same output twice"
        numbers = {item.number for item in items}
        assert all(item.original in numbers for item in items if item.original is not None)
        judged.update((system, unit[1]) for unit in own for system in unit[0])
    calibrated = {
        (system, unit.segment)
        for item in campaign.plan.items
        if item.kind == CALIBRATION
        for unit in item.units
        for system in unit.systems
    }
    most = copies + (1 if options["overlap"] else 0)
    for output in ((system, segment) for system in texts.outputs for segment in range(segments)):
        if output in calibrated:
            assert judged[output] == people
        else:
            assert copies <= judged[output] <= most


def test_tutorial_and_calibration_come_first_for_everybody() -> None:
    texts, protocol = small_texts(20, 2, 0), protocol_named("da")
    lesson = Item(0, (JudgedText(-1, (), "An output.", source="Eine Quelle."),), TUTORIAL)
    plan = plan_campaign(texts, protocol, DesignOptions(calibration=4, bundle=5), [lesson])
    study = Study(Campaign("test", protocol, texts, plan, {}), 3)
    for person in ("p0", "p1", "p2"):
        for wanted in (0, 1):
            taken = study.take(person)
            assert taken == wanted
            study.finish(person, wanted)
        assert (study.take(person) or 0) > 1


def test_what_somebody_sees_is_balanced_over_systems() -> None:
    texts = small_texts(60, 3, 20)
    campaign = campaign_of(protocol_named("esa"), texts, bundle=3)
    study = Study(campaign, 4)
    for turn in range(40):
        person = f"p{turn % 4}"
        bundle = study.take(person)
        assert bundle is not None
        study.finish(person, bundle)
    for annotator in study.state.annotators.values():
        seen = Counter(
            study.state.items[item].units[0].systems[0]
            for bundle in annotator.finished
            for item in study.state.bundles[bundle].items
        )
        assert max(seen.values()) - min(seen.values()) <= 3


def test_the_next_bundle_of_a_large_plan_comes_at_once() -> None:
    campaign = campaign_of(protocol_named("da"), small_texts(10_000, 10, 0, longest=4))
    study = Study(campaign, 5)
    started = time.process_time()
    for number in range(5):
        assert study.take(f"p{number}") is not None
    assert time.process_time() - started < 1.0
