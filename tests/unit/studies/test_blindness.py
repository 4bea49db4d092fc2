"""Every byte that an annotator's browser gets in whole studies: nothing in it tells what must not be known."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from assay.data import DEGRADED, FILLER, GENUINE, REFERENCE, REPEAT
from assay.studies.archives import export_log
from assay.studies.campaigns import Campaign, protocol_named, protocol_names
from assay.studies.campaigns.answers import steps_of
from assay.studies.campaigns.values import CALIBRATION, TUTORIAL, CampaignTexts
from assay.studies.desk import Desk
from assay.studies.store.tables import SECRETS, TOKENS
from support.campaign_sets import QUESTIONS, small_texts
from support.small_studies import client, entered, finish, new_key, responses_to, served, small_campaign

PEOPLE = ("ada-the-first", "ben-the-second")
KINDS = (CALIBRATION, TUTORIAL, REPEAT, REFERENCE, DEGRADED, FILLER, GENUINE)
KEYS = (
    "item",
    "number",
    "original",
    "copies",
    "seed",
    "aspect",
    "systems",
    "planted",
    "expected",
    "accepted",
    "level",
)


def marked_texts() -> CampaignTexts:
    """Return texts whose systems, documents, segments and references can be told from everything else."""
    texts = small_texts(6, 2, 3)
    document = tuple(f"zz-document-{name}" for name in texts.document)
    return replace(
        texts,
        outputs={f"zz-system-{name}": lines for name, lines in texts.outputs.items()},
        document=document,
        reference=tuple(f"Zzref {number} {text}" for number, text in enumerate(texts.reference)),
        segments=tuple(f"zz-segment-{name}" for name in texts.segments),
        questions=dict.fromkeys(document, QUESTIONS),
        proposals={f"zz-system-{name}": spans for name, spans in texts.proposals.items()},
    )


@dataclass
class Watched:
    """A browser that keeps every byte it gets, headers too."""

    browser: TestClient
    seen: list[str] = field(default_factory=list)
    bodies: list[Any] = field(default_factory=list)  # of JSON, the description of the interface apart

    def post(self, path: str, body: object) -> Any:
        """Send a request; keep what comes back."""
        answer = self.browser.post(path, json=body)
        self.seen.append(f"{answer.headers}\n{answer.content.decode()}")
        self.bodies.append(answer.json())
        assert answer.status_code == 200, answer.text
        return answer.json()

    def finish(self) -> None:
        """Do the whole study, opening each screen again that may be."""
        for path in ("/task", "/static/assay.css", "/openapi.json"):
            answer = self.browser.get(path)
            self.seen.append(f"{answer.headers}\n{answer.text}")
        body = self.post("/api/next", {})
        while body["screen"] is not None:
            screen = body["screen"]
            draft = {"screen": screen["screen"], "step": screen["step"], "draft": responses_to(screen)}
            assert self.browser.post("/api/draft", json=draft).status_code == 204
            for earlier in screen["place"]["earlier"][-1:]:
                self.post("/api/open", {"screen": earlier["screen"]})
            given = {"key": new_key(), "screen": screen["screen"], "step": screen["step"]}
            refused = self.browser.post("/api/answer", json={**given, "responses": {"u99": {"x": 1}}})
            self.seen.append(refused.text)
            self.bodies.append(refused.json())
            assert refused.status_code == 422
            body = self.post("/api/answer", {**given, "responses": responses_to(screen)})["next"]
        assert body["state"] == "finished"


def planned(name: str) -> Campaign:
    """Return a campaign with every kind of control that a protocol can have."""
    controls: dict[str, Any] = {"calibration": 2, "repeats": 0 if name == "comprehension" else 1}
    if protocol_named(name).arrangement == "output":
        controls |= {"degraded": 1, "references": 1}
    return small_campaign(protocol=name, texts=marked_texts(), copies=2, **controls)


@pytest.mark.parametrize("name", protocol_names())
def test_no_byte_tells_what_must_not_be_known(tmp_path: Path, name: str) -> None:
    campaign = planned(name)
    with served(tmp_path, campaign, people=PEOPLE) as desk:
        views = {person: Watched(entered(desk, person)) for person in PEOPLE}
        for view in views.values():
            view.finish()
        for person, view in views.items():
            _check(campaign, view, other=next(each for each in PEOPLE if each != person))
            _check_steps(campaign, view.bodies)


def _check(campaign: Campaign, view: Watched, other: str) -> None:
    seen = "\n".join(view.seen)
    assert "zz-" not in seen, "a system, document or segment is named"
    assert other not in seen, "another annotator is named"
    shows = {role for step in campaign.protocol.steps for role in step.shows}
    if "reference" not in shows and not any(item.kind == REFERENCE for item in campaign.plan.items):
        assert "Zzref" not in seen
    told = json.dumps(_without_texts(view.bodies))
    assert not [kind for kind in KINDS if f': "{kind}"' in told]
    assert not [key for key in KEYS if f'"{key}": ' in told]


def _without_texts(body: Any) -> Any:
    """Leave out what people read, which may have any word."""
    if isinstance(body, dict):
        return {name: _without_texts(part) for name, part in body.items() if name not in ("wording", "text")}
    return [_without_texts(part) for part in body] if isinstance(body, list) else body


def _check_steps(campaign: Campaign, bodies: list[Any]) -> None:
    """Look whether every screen has the texts of its step and no others."""
    screens = [body["next"]["screen"] for body in bodies if body.get("next", {}).get("screen")]
    assert screens
    item = campaign.plan.items[-1]
    for screen in screens:
        shows = steps_of(campaign.protocol, item)[screen["step"]].step.shows
        units = screen["units"]
        if "source" not in shows:
            assert screen["shared"]["source"] is None
            assert all(unit["source"] is None for unit in units)
            assert all(part["source"] is None for side in screen["context"].values() for part in side)
        if not {"output", "text"} & set(shows):
            assert all(unit["output"] is None for unit in units)
        if "reference" not in shows:
            assert screen["shared"]["reference"] is None
            assert all(unit["reference"] is None for unit in units)


CONTEXT = [
    name for name in protocol_names() if any("context" in step.shows for step in protocol_named(name).steps)
]


@pytest.mark.parametrize("name", CONTEXT)
@pytest.mark.parametrize("referenced", [True, False])
def test_what_stands_around_does_not_tell_a_control(tmp_path: Path, name: str, referenced: bool) -> None:
    campaign = planned(name)
    if not referenced:  # but for the segments that are judged as references
        judged = {item.units[0].segment for item in campaign.plan.items if item.kind == REFERENCE}
        lines = enumerate(campaign.texts.reference)
        reference = tuple(text if number in judged else None for number, text in lines)
        campaign = replace(campaign, texts=replace(campaign.texts, reference=reference))
    with served(tmp_path, campaign, people=PEOPLE) as desk:
        view = Watched(entered(desk, PEOPLE[0]))
        view.finish()
    screens = [body["next"]["screen"] for body in view.bodies if body.get("next", {}).get("screen")]
    around = [part for each in screens for side in each["context"].values() for part in side]
    assert around
    several = (
        campaign.protocol.arrangement == "outputs"
    )  # of which one would be favoured by what stands around
    assert {part["output"] is None for part in around} == {several}


def test_marks_of_a_program_tell_nothing_of_a_screen_but_themselves(tmp_path: Path) -> None:
    """What is proposed has the same form everywhere, and no screen is without a list of it."""
    campaign = planned("esa-ai")
    with served(tmp_path, campaign, people=PEOPLE) as desk:
        view = Watched(entered(desk, PEOPLE[0]))
        view.finish()
    screens = [body["next"]["screen"] for body in view.bodies if body.get("next", {}).get("screen")]
    marks = [span for screen in screens for unit in screen["units"] for span in unit["proposed"]]
    assert {tuple(span) for span in marks} == {("start", "end", "severity", "side", "category")}
    degraded = [unit for item in campaign.plan.items if item.kind == DEGRADED for unit in item.units]
    texts = {unit["output"]["text"] for screen in screens for unit in screen["units"]}
    assert texts & {unit.text for unit in degraded}
    for unit in degraded:
        assert not [
            (span, place)
            for span in unit.proposed
            for place in unit.planted
            if span.start < place.end and place.start < span.end
        ], "the planted error is proposed"


def test_only_protocols_that_propose_send_proposals(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(protocol="esa", texts=marked_texts()), people=PEOPLE) as desk:
        screen = entered(desk, PEOPLE[0]).post("/api/next", json={}).json()["screen"]
    assert [unit["proposed"] for unit in screen["units"]] == [[]]


def test_controls_stand_anywhere_in_a_bundle() -> None:
    """Documents stay in their order, but whoever counts screens does not know which are left for controls."""
    last: list[str] = []
    for seed in range(40):
        texts = small_texts(12, 2, 3)
        controls: dict[str, Any] = {"degraded": 2, "repeats": 2, "references": 2}
        campaign = small_campaign(protocol="esa", texts=texts, seed=seed, **controls)
        kinds = {item.number: item.kind for item in campaign.plan.items}
        for bundle in campaign.plan.bundles:
            assert bundle.in_order
            assert {kinds[number] for number in bundle.items} == {GENUINE, DEGRADED, REPEAT, REFERENCE}
            last.append(kinds[bundle.items[-1]])
            guests = {number for part in bundle.passages for number in part.guests}
            genuine = [number for number in bundle.items if kinds[number] == GENUINE and number not in guests]
            assert genuine == sorted(genuine)
    assert set(last) == {GENUINE, DEGRADED, REPEAT, REFERENCE}


def test_no_system_has_a_place_of_its_own_beside_others(tmp_path: Path) -> None:
    places: dict[str, list[str]] = {}
    with served(tmp_path, small_campaign(protocol="ranking", texts=small_texts(), copies=2)) as desk:
        for person in ("ada", "ben"):
            finish(entered(desk, person))
        events = [json.loads(line) for line in export_log(desk, "spring").splitlines()]
    for event in events:
        if event["kind"] == "answered":
            places.setdefault(event["actor"], []).append(str(event["payload"]["positions"]))
    assert all(len({*own}) > 3 for own in places.values()), "of three systems there are six orders"
    assert places["ada"] != places["ben"]


def test_right_answers_stay_on_the_server(tmp_path: Path) -> None:
    campaign = planned("comprehension")
    with served(tmp_path, campaign, people=PEOPLE) as desk:
        view = Watched(entered(desk, PEOPLE[0]))
        view.finish()
        seen = "\n".join(view.seen)
        assert "Why was the harbour closed?" in seen
        assert "because of a storm" not in seen  # what is accepted
        assert "patient" not in seen


def test_screens_of_two_annotators_have_no_name_in_common(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(copies=2)) as desk:
        names = [_names(entered(desk, person)) for person in ("ada", "ben")]
        assert len(names[0]) == len(names[1]) == 8
        assert not names[0] & names[1]


def _names(browser: TestClient) -> set[str]:
    names: set[str] = set()
    body = browser.post("/api/next", json={}).json()
    while body["screen"] is not None:
        screen = body["screen"]
        names.add(screen["screen"])
        given = {"key": new_key(), "screen": screen["screen"], "step": screen["step"]}
        body = browser.post("/api/answer", json={**given, "responses": responses_to(screen)}).json()["next"]
    return names


def test_nobody_answers_or_opens_the_screen_of_another(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(copies=2)) as desk:
        ada, ben = entered(desk, "ada"), entered(desk, "ben")
        screen = ada.post("/api/next", json={}).json()["screen"]
        ben.post("/api/next", json={})
        assert ben.post("/api/open", json={"screen": screen["screen"]}).status_code == 409
        given = {"key": new_key(), "screen": screen["screen"], "step": 0, "responses": responses_to(screen)}
        assert ben.post("/api/answer", json=given).status_code == 409


def test_no_secret_is_in_an_export_or_in_the_open(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        link = desk.admin_link()
        browser = client(desk)
        session = browser.get(f"/join/{link}").cookies["assay"]
        exported = export_log(desk, "spring")
        stored = (tmp_path / "campaigns.db").read_bytes() + (tmp_path / "campaigns.db-wal").read_bytes()
        for secret in _secrets(desk):
            assert secret.hex() not in exported
        for token in (link, session):
            assert token not in exported
            assert token.encode() not in stored, "a token is stored, and not only its hash"


def _secrets(desk: Desk) -> list[bytes]:
    with desk.database.reading.begin() as connection:
        tokens = [bytes(row.hash) for row in connection.execute(TOKENS.select())]
        return [*tokens, *(bytes(row.secret) for row in connection.execute(SECRETS.select()))]
