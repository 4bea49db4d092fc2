"""The routes: a study from the first screen to the last, refusals at the field, entry and headers."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.studies.archives import audit
from support.small_studies import (
    client,
    entered,
    finish,
    new_key,
    responses_to,
    served,
    small_campaign,
    submission,
)


def test_a_study_from_the_link_to_the_code(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = entered(desk)
        assert browser.get("/task").status_code == 200
        *shown, last = finish(browser)
        assert len(shown) == 8  # 4 segments, 2 systems
        assert last["state"] == "finished"
        assert len(last["code"]) == 10
        assert last["progress"] == {"done": 8, "total": 8, "about": False}
        assert audit(desk, "spring") == []


def test_the_same_screen_is_shown_until_it_is_answered(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = entered(desk)
        first, second = (browser.post("/api/next", json={}).json() for _ in range(2))
        assert first == second
        other = entered(desk, "ben").post("/api/next", json={}).json()
        assert other["state"] == "waiting"  # one bundle, which ada is at


@pytest.mark.parametrize(
    ("path", "status", "heading"),
    [
        ("/", 401, "Bitte öffnen Sie Ihren Link"),
        ("/admin", 401, "Bitte öffnen Sie Ihren Link"),
        ("/task", 401, "Bitte öffnen Sie Ihren Link"),
        ("/join/nobody", 401, "Dieser Link funktioniert nicht"),
        ("/nosuch", 404, "Diese Seite gibt es nicht"),
        ("/admin/c/nosuch", 404, "Diese Seite gibt es nicht"),
        ("/admin/c/spring/export/tidy", 400, "Das hat nicht geklappt"),
        ("/admin/c/spring/export/mqm", 400, "Das hat nicht geklappt"),
    ],
)
def test_whoever_opens_an_address_gets_a_page_and_a_program_gets_json(
    tmp_path: Path, path: str, status: int, heading: str
) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = entered(desk, "root", "*", "admin") if path.startswith("/admin/") else client(desk)
        page = browser.get(path, headers={"Accept": "text/html", "Accept-Language": "de"})
        assert page.status_code == status
        assert page.headers["content-type"].startswith("text/html")
        assert f"<h1>{heading}</h1>" in page.text
        if path in ("/admin", "/nosuch") or status == 400:
            told = browser.get(path)
            assert told.status_code == status
            assert told.json()["message"]


def test_somebody_elses_page_is_refused_with_a_page(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        page = entered(desk).get("/admin", headers={"Accept": "text/html", "Accept-Language": "ar"})
        assert page.status_code == 403
        assert 'dir="rtl"' in page.text


def test_what_is_sent_twice_is_stored_once(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = entered(desk)
        screen = browser.post("/api/next", json={}).json()["screen"]
        body = submission(screen, key="the-same-key")
        first, again = (browser.post("/api/answer", json=body).json() for _ in range(2))
        assert (first["duplicate"], again["duplicate"]) == (False, True)
        assert first["next"] == again["next"]
        assert audit(desk, "spring") == []


@pytest.mark.parametrize(
    ("responses", "field"),
    [({"u1": {"score": 101}}, "score"), ({"u1": {}}, "score"), ({}, "score"), ({"u9": {"score": 5}}, "")],
)
def test_an_answer_that_does_not_fit_is_refused_at_its_field(
    tmp_path: Path, responses: object, field: str
) -> None:
    with served(tmp_path, small_campaign(protocol="da")) as desk:
        browser = entered(desk)
        screen = browser.post("/api/next", json={}).json()["screen"]
        refused = browser.post("/api/answer", json={**submission(screen), "responses": responses})
        assert refused.status_code == 422
        assert field in [error["field"] for error in refused.json()["errors"]]
        assert browser.post("/api/next", json={}).json()["screen"] == screen


def test_an_earlier_screen_is_opened_and_corrected(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(protocol="da")) as desk:
        browser = entered(desk)
        screen = browser.post("/api/next", json={}).json()["screen"]
        following = browser.post("/api/answer", json=submission(screen)).json()["next"]["screen"]
        [earlier] = following["place"]["earlier"]
        opened = browser.post("/api/open", json={"screen": earlier["screen"]}).json()
        assert opened["answer"] == responses_to(screen)
        correction = {**submission(opened), "responses": responses_to(opened, score=3)}
        assert (
            browser.post("/api/answer", json=correction).json()["next"]["screen"]["screen"]
            == following["screen"]
        )
        reopened = browser.post("/api/open", json={"screen": earlier["screen"]}).json()
        assert reopened["answer"] == {"u1": {"score": 3}}
        assert audit(desk, "spring") == []


def test_drafts_are_kept(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        screen = entered(desk).post("/api/next", json={}).json()["screen"]
        kept = {"screen": screen["screen"], "step": 0, "draft": {"u1": {"score": 12}}}
        assert entered(desk).post("/api/draft", json=kept).status_code == 204
        assert entered(desk).post("/api/next", json={}).json()["screen"]["draft"] == kept["draft"]


def test_a_screen_is_skipped_with_a_reason(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = entered(desk)
        screen = browser.post("/api/next", json={}).json()["screen"]
        body = {"key": new_key(), "screen": screen["screen"], "reason": "no translation"}
        following = browser.post("/api/skip", json=body).json()["next"]
        assert following["screen"]["screen"] != screen["screen"]
        assert browser.post("/api/answer", json={**submission(screen)}).status_code == 200  # a change of mind


def test_consent_comes_first(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(settings={"consent": "I take part."})) as desk:
        browser = entered(desk)
        body = browser.post("/api/next", json={}).json()
        assert (body["state"], body["consent"], body["screen"]) == ("consent", "I take part.", None)
        assert browser.post("/api/consent", json={"key": new_key()}).json()["state"] == "task"


def test_withdrawing_erases_all_answers(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(copies=1)) as desk:
        browser = entered(desk)
        finish(browser)
        assert browser.post("/api/withdraw", json={"key": new_key(), "confirm": False}).status_code == 422
        assert (
            browser.post("/api/withdraw", json={"key": new_key(), "confirm": True}).json()["state"]
            == "withdrawn"
        )
        assert browser.post("/api/next", json={}).json()["state"] == "withdrawn"
        assert (
            entered(desk, "ben").post("/api/next", json={}).json()["state"] == "task"
        )  # it wants somebody again
        assert audit(desk, "spring") == []


def test_a_closed_campaign_takes_nothing_more(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser, admin = entered(desk), entered(desk, "admin", "*", "admin")
        screen = browser.post("/api/next", json={}).json()["screen"]
        assert admin.post("/admin/c/spring/close", json={}).status_code == 204
        refused = browser.post("/api/answer", json=submission(screen))
        assert (refused.status_code, refused.json()["reason"]) == (409, "closed")
        assert admin.post("/admin/c/spring/reopen", json={}).status_code == 204
        assert browser.post("/api/answer", json=submission(screen)).status_code == 200


def test_nobody_comes_in_without_a_link(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = client(desk)
        assert browser.post("/api/next", json={}).status_code == 401
        assert browser.get("/task").status_code == 401
        assert browser.get("/admin").status_code == 401
        assert entered(desk).get("/admin").status_code == 403
        assert entered(desk, "eve", "*", "viewer").post("/admin/c/spring/close", json={}).status_code == 403
        assert (
            entered(desk, "eve", "other", "admin").post("/admin/c/spring/close", json={}).status_code == 403
        )


def test_who_guesses_has_to_wait(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = client(desk)
        assert [browser.get(f"/join/{number:040d}").status_code for number in range(21)] == [401] * 20 + [429]


def test_other_sites_change_nothing(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = entered(desk)
        assert browser.post("/api/next", json={}, headers={"X-Assay": ""}).status_code == 403
        assert (
            browser.post("/api/next", json={}, headers={"Origin": "http://evil.example"}).status_code == 403
        )
        assert browser.post("/api/next", json={}, headers={"Origin": "http://testserver"}).status_code == 200
        assert browser.post("/api/next", json={}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
        assert browser.post("/api/next", data={}, headers={"Content-Type": "text/plain"}).status_code == 415


def test_what_is_too_large_is_refused(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = entered(desk)
        large = b'{"key": "' + b"x" * 300_000 + b'"}'
        headers = {"Content-Type": "application/json"}
        assert browser.post("/api/consent", content=large, headers=headers).status_code == 413
        parts = (large[start : start + 9999] for start in range(0, len(large), 9999))
        assert browser.post("/api/consent", content=parts, headers=headers).status_code == 413


def test_every_response_has_the_headers_that_browsers_obey(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = entered(desk)
        for answer in (browser.get("/task"), browser.post("/api/next", json={}), browser.get("/nowhere")):
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["cache-control"] == "no-store"
        fresh = client(desk)
        link = desk.admin_link()
        cookie = fresh.get(f"/join/{link}").headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie  # a link in a mail must lead in at the first click


@pytest.mark.parametrize(
    "text", ['{"key": NaN}', "[" * 100_000, "\ud800".encode("utf-8", "surrogatepass"), "{"]
)
def test_json_that_is_none_is_refused(tmp_path: Path, text: str | bytes) -> None:
    with served(tmp_path, small_campaign()) as desk:
        headers = {"Content-Type": "application/json"}
        assert entered(desk).post("/api/consent", content=text, headers=headers).status_code in (400, 422)


def test_what_cannot_be_stored_is_refused(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = entered(desk)
        screen = browser.post("/api/next", json={}).json()["screen"]["screen"]
        headers = {"Content-Type": "application/json"}
        for draft in ('{"a": NaN}', '{"a": "\\ud800"}', '{"a": ' + "[" * 5000 + "]" * 5000 + "}"):
            body = f'{{"screen": "{screen}", "step": 0, "draft": {draft}}}'
            assert browser.post("/api/draft", content=body, headers=headers).status_code in (400, 422), draft
