"""Crowd work: people who come by one link for many, and completion codes for those whose controls are in order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from assay.studies.app import sessions
from assay.studies.archives import audit, export_log, import_log
from assay.studies.auth import Identity
from assay.studies.desk import Desk
from support.simulated_studies import answered, study
from support.small_studies import client, entered, finish, served, small_campaign


def opened(desk: Desk, places: int, worker: str = "") -> str:
    return f"/join/{desk.open_link('spring', places, worker).result(30)}"


def came(browser: TestClient, link: str) -> Any:
    """Open a link as somebody does, and press the button where there is one."""
    page = browser.get(link)
    return browser.post(link) if page.status_code == 200 and '<form method="post">' in page.text else page


def people(desk: Desk) -> list[str]:
    names: list[str] = desk.read("spring", lambda state, now: list(state.annotators)).result(30)
    return names


def test_everybody_who_comes_is_somebody_new_until_all_places_are_taken(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(copies=3), people=()) as desk:
        link = opened(desk, 2)
        first, second, third = (client(desk) for _ in range(3))
        assert came(first, link).headers["location"] == "/task"
        assert first.post("/api/next", json={}).json()["state"] == "task"
        assert first.get(link).status_code == 303  # the same browser again
        assert came(second, link).status_code == 303
        refused = third.get(link)
        assert refused.status_code == 403
        assert "All places are taken" in refused.text
        assert people(desk) == ["guest 1", "guest 2"]
        assert finish(second)[-1]["state"] == "finished"
        assert audit(desk, "spring") == []


def test_a_program_that_looks_at_a_link_takes_no_place(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(), people=()) as desk:
        link = opened(desk, 2)
        for _ in range(7):
            page = client(desk).get(link)
            assert page.status_code == 200
            assert "assay=" not in page.headers["set-cookie"]
            assert page.headers["referrer-policy"] == "same-origin"
        assert people(desk) == []
        browser = client(desk)
        for _ in range(3):  # who presses again in the same browser has one place
            assert browser.post(link).headers["location"] == "/task"
        assert people(desk) == ["guest 1"]


def test_one_visit_takes_one_place_and_its_secret_is_in_no_log(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(), people=()) as desk:
        link = opened(desk, 3)
        browser = client(desk)
        browser.get(link)
        visit = browser.cookies["assay-visit"]
        joined = [
            desk.join(link.rpartition("/")[2], visit=visit) for _ in range(8)
        ]  # some in one transaction
        assert {getattr(each.result(30), "identity", None) for each in joined} == {
            Identity("spring", "annotator", "guest 1")
        }
        assert browser.get(link).headers["location"] == "/task"
        assert people(desk) == ["guest 1"]
        assert visit not in export_log(desk, "spring")
        other = client(desk)
        other.cookies.set("assay-visit", "another")
        assert "assay-visit" not in other.get(link).headers.get("set-cookie", "")  # it has one
        assert other.post(link).status_code == 303
        assert people(desk) == ["guest 1", "guest 2"]
        assert audit(desk, "spring") == []
        import_log(desk, "again", "spring.jsonl", export_log(desk, "spring").splitlines())


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}, 303),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_a_place_is_taken_by_the_form_of_our_own_page_alone(
    tmp_path: Path, headers: dict[str, str], status: int
) -> None:
    with served(tmp_path, small_campaign(), people=()) as desk:
        form = {"X-Assay": "", "Content-Type": "application/x-www-form-urlencoded", **headers}
        assert client(desk).post(opened(desk, 2), headers=form).status_code == status
        assert len(people(desk)) == (status == 303)


def test_a_worker_goes_on_where_they_were(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(protocol="da")) as desk:
        link = opened(desk, 5, "PROLIFIC_PID")
        first, again, other = (client(desk) for _ in range(3))
        came(first, f"{link}?PROLIFIC_PID=5f1e&STUDY_ID=9")
        shown = first.post("/api/next", json={}).json()["screen"]
        assert again.get(f"{link}?PROLIFIC_PID=5f1e").status_code == 303  # no new place, so no button
        assert again.post("/api/next", json={}).json()["screen"] == shown
        came(other, f"{link}?PROLIFIC_PID=77aa")
        assert people(desk) == ["ada", "ben", "worker 5f1e", "worker 77aa"]
        for query in ("", "?PROLIFIC_PID=", "?PROLIFIC_PID=a%20b", "?workerId=5f1e"):
            assert client(desk).get(f"{link}{query}").status_code == 403
            assert client(desk).post(f"{link}{query}").status_code == 403
        came(client(desk), f"{link}?PROLIFIC_PID=ada")
        assert people(desk)[-1] == "worker ada"  # and not ada herself
        desk.add_annotator("spring", "worker bob").result(30)  # who has a link of his own
        assert client(desk).get(f"{link}?PROLIFIC_PID=bob").status_code == 403


def test_two_workers_at_one_browser_are_two(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(), people=()) as desk:
        link, browser = opened(desk, 5, "workerId"), client(desk)
        for name in ("one", "two", "one"):
            assert came(browser, f"{link}?workerId={name}").status_code == 303
        assert people(desk) == ["worker one", "worker two"]


def test_a_closed_link_lets_nobody_more_in(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        link = opened(desk, 5)
        inside = client(desk)
        came(inside, link)
        opened(desk, 0)
        assert client(desk).get(link).status_code == 403
        assert inside.post("/api/next", json={}).json()["state"] == "task"
        opened(desk, 9)
        desk.set_closed("spring", True).result(30)
        assert "This study is closed" in client(desk).get(link).text


def test_not_too_many_at_once_from_one_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "ARRIVALS", 3)
    with served(tmp_path, small_campaign()) as desk:
        link, browser = opened(desk, 50), client(desk)
        arrived = []
        for _ in range(5):
            browser.cookies.clear()
            arrived.append(came(browser, link).status_code)
        assert arrived == [303, 303, 303, 429, 429]


def test_the_admin_opens_the_link_in_the_browser(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        admin = entered(desk, "admin", "*", "admin")
        made = admin.post("/admin/c/spring/open-link", json={"places": 1, "worker": ""}).json()
        assert came(client(desk), made["link"]).status_code == 303
        assert client(desk).get(made["link"]).status_code == 403
        viewer = entered(desk, "eve", "spring", "viewer")
        assert viewer.post("/admin/c/spring/open-link", json={"places": 9}).status_code == 403


@pytest.mark.parametrize(
    ("codes", "name", "withheld"),
    [
        ("passed", "anna", None),
        ("passed", "careless", "failed"),
        ("all", "careless", None),
        ("none", "anna", None),
    ],
)
def test_who_gets_a_code(tmp_path: Path, codes: str, name: str, withheld: str | None) -> None:
    campaign = study(protocol="da", segments=12, copies=4, degraded=0.5)
    settings: dict[str, Any] = {**campaign.settings, "completion_codes": codes}
    campaign = type(campaign)("spring", campaign.protocol, campaign.texts, campaign.plan, settings)
    with Desk(str(tmp_path / "campaigns.db")) as desk:
        answered(desk, campaign, ("anna", "ben", "carla", "careless"))
        with entered(desk, name) as browser:
            body = browser.post("/api/next", json={}).json()
        assert (body["state"], body["withheld"]) == ("finished", withheld)
        assert (body["code"] is None) == (codes == "none" or withheld is not None)
        if body["code"]:
            assert body["code"] == desk.completion_code(Identity("spring", "annotator", name)).result(30)


@pytest.mark.parametrize("codes", ["all", "passed"])
def test_who_finds_nothing_left_to_do_gets_no_code(tmp_path: Path, codes: str) -> None:
    campaign = study(protocol="da", segments=12, copies=2, degraded=0.5)
    settings: dict[str, Any] = {**campaign.settings, "completion_codes": codes}
    campaign = type(campaign)("spring", campaign.protocol, campaign.texts, campaign.plan, settings)
    with Desk(str(tmp_path / "campaigns.db")) as desk:
        answered(desk, campaign, ("anna", "ben"))
        desk.add_annotator("spring", "late").result(30)
        with entered(desk, "late") as browser:
            body = browser.post("/api/next", json={}).json()
        assert (body["state"], body["code"], body["withheld"]) == ("finished", None, None)
