"""What somebody with a link may send to do harm: it is refused at the door, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from assay.studies.app import sessions
from assay.studies.app.application import make_application
from assay.studies.archives import audit, export_log
from assay.studies.auth import Identity
from assay.studies.bench import Bench
from assay.studies.desk import DAY, LINK_SECONDS, SESSION_SECONDS, Desk
from assay.studies.store.tables import EVENTS
from support.program import LIMIT
from support.small_studies import OWN, client, entered, finish, new_key, served, small_campaign, submission

HERE = ("127.0.0.1", 50_000)
JSON = {"Content-Type": "application/json"}


def nested(depth: int) -> str:
    """Return JSON of so many lists in each other."""
    return "[" * depth + "]" * depth


def first_screen(browser: TestClient) -> dict[str, Any]:
    """Return the screen that somebody is at."""
    screen: dict[str, Any] = browser.post("/api/next", json={}).json()["screen"]
    return screen


def withdraw(browser: TestClient) -> None:
    """Take back everything."""
    assert browser.post("/api/withdraw", json={"key": new_key(), "confirm": True}).status_code == 200


@pytest.mark.parametrize("name", ["admin", "system"])
def test_who_is_called_as_the_log_calls_us_erases_only_their_own(tmp_path: Path, name: str) -> None:
    with served(tmp_path, small_campaign(), people=("ada", name)) as desk:
        finish(entered(desk, "ada"))
        browser = entered(desk, name)
        first_screen(browser)
        withdraw(browser)
    with Desk(str(tmp_path / "campaigns.db")) as desk:
        assert audit(desk, "spring") == []
        assert entered(desk, "ada").post("/api/next", json={}).json()["state"] == "finished"


@pytest.mark.parametrize("depth", [100, 300, 900, 20_000])
def test_a_draft_within_a_draft_within_a_draft_is_refused(tmp_path: Path, depth: int) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = entered(desk)
        screen = first_screen(browser)["screen"]
        body = f'{{"screen": "{screen}", "step": 0, "draft": {{"a": {nested(depth)}}}}}'
        assert browser.post("/api/draft", content=body, headers=JSON).status_code in (400, 422)
        assert desk.read("spring", lambda state, now: len(json.dumps(state.to_plain()))).result(30)


def test_keys_of_edits_that_were_used_before_are_no_failure_of_ours(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(protocol="post-edit")) as desk:
        browser = entered(desk)
        given = submission(first_screen(browser))
        part = {"after": 0, "records": []}
        given["log"] = [{"key": given["key"], **part}]
        first = browser.post("/api/answer", json=given)
        assert (first.status_code, first.json()["duplicate"]) == (200, False)
        later = submission(first.json()["next"]["screen"])
        later["log"] = [{"key": given["key"], **part}, {"key": "part-twice", **part}]
        later["log"] += [{"key": "part-twice", "after": 1, "records": []}]
        assert browser.post("/api/answer", json=later).status_code == 200
        assert audit(desk, "spring") == []


def test_a_page_of_errors_is_not_a_book_of_them(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = entered(desk)
        given = submission(first_screen(browser))
        sent: tuple[dict[str, Any], ...] = (
            {f"x{number}": {} for number in range(4_000)},
            dict.fromkeys(map(str, range(4_000)), 1),
            {f"x{number}": {} for number in range(100_000)},
        )
        for responses in sent:
            refused = browser.post("/api/answer", json={**given, "responses": responses})
            assert refused.status_code == 422
            assert 0 < len(refused.json()["errors"]) <= 200


def test_a_stranger_cannot_make_the_server_hold_what_only_files_may_have(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = client(desk)
        key = "k" * 32
        for path in (f"/bench/sets/{key}/report", "/bench/sets", "/api/next", "/bench/files"):
            large = browser.post(path, content=b"[" + b" " * 300_000 + b"]", headers=JSON)
            assert large.status_code == 413, path


def test_names_of_viewers_are_names(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        admin = entered(desk, "admin", "*", "admin")
        for name in ("a\0b", " ", "\u202eadA", "a\nb"):
            assert admin.post("/admin/c/spring/viewers", json={"name": name}).status_code == 400, name
        assert admin.post("/admin/c/spring/viewers", json={"name": "Zoë"}).status_code == 200


def test_a_length_that_is_no_number_is_refused(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = entered(desk)
        for length in ("9" * 5000, "-1", "x", "1_0"):
            headers = {**JSON, "Content-Length": length}
            assert browser.post("/api/next", content=b"{}", headers=headers).status_code == 413


def test_edits_may_not_grow_a_text_past_what_can_be_answered(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(protocol="post-edit")) as desk:
        browser = entered(desk)
        screen = first_screen(browser)
        record = {"unit": "u1", "clock": 1, "t": [0], "kind": "p", "key": "-", "at": [0], "del": [0]}
        part = {"key": new_key(), "after": 0, "records": [{**record, "ins": ["x" * 200_000]}]}
        refused = browser.post("/api/edits", json={"screen": screen["screen"], "step": 0, **part})
        assert (refused.status_code, refused.json().get("reason")) == (409, "log-wrong"), refused.text


def test_what_was_withdrawn_is_in_no_file_while_the_server_runs(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(protocol="post-edit")) as desk:
        browser = entered(desk)
        screen = first_screen(browser)
        secret = "zzz-very-private"
        draft = {"screen": screen["screen"], "step": 0, "draft": {"responses": {"u1": {"edited": secret}}}}
        assert browser.post("/api/draft", json=draft).status_code == 204
        given = submission(screen)
        given["responses"] = json.loads(json.dumps(given["responses"]).replace("a remark", secret))
        assert browser.post("/api/answer", json=given).status_code == 200
        written = [path.name for path in tmp_path.iterdir() if secret.encode() in path.read_bytes()]
        assert written, "it was never there"
        withdraw(browser)
        desk.ping().result(30)
        left = [path.name for path in tmp_path.iterdir() if secret.encode() in path.read_bytes()]
        assert not left
        with desk.database.reading.begin() as connection:
            payloads = [row.payload for row in connection.execute(EVENTS.select())]
        assert not [payload for payload in payloads if secret in payload]


def test_what_others_try_from_the_same_address_stops_nobody_at_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "REMEMBERED", 0.0)
    with served(tmp_path, small_campaign()) as desk:
        browser = entered(desk)
        assert browser.post("/api/next", json={}).status_code == 200
        guesser = TestClient(browser.app, headers=OWN, follow_redirects=False)
        assert [guesser.get(f"/join/{number:040d}").status_code for number in range(21)][-1] == 429
        assert browser.post("/api/next", json={}).status_code == 200
        desk.revoke("spring", "ada").result(30)
        for _ in range(3):  # which opens nothing any more, and is no guess
            assert browser.post("/api/next", json={}).status_code == 401


def test_the_page_of_one_says_nothing_in_the_name_of_another(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(), people=("ada", "ben")) as desk:
        ben = entered(desk, "ben")
        for name, status in (("ada", 401), ("ben", 200)):
            alias = desk.alias(Identity("spring", "annotator", name))
            page = {"X-Assay-Person": alias}
            assert alias in entered(desk, name).get("/task").text
            for path, body in (("next", {}), ("withdraw", {"key": new_key(), "confirm": True})):
                assert ben.post(f"/api/{path}", json=body, headers=page).status_code == status, (name, path)


@pytest.mark.parametrize("token", ["%00", "a%00b", "%F0%9F%99%82" * 5, "..%2f..%2fetc", "x" * 100, "-"])
def test_a_link_that_can_be_none_is_nobodys(tmp_path: Path, token: str) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser = client(desk)
        assert browser.get(f"/join/{token}").status_code in (401, 404)
        browser.cookies.set("assay", '"\\000abc"')
        assert browser.post("/api/next", json={}).status_code == 401


@pytest.mark.parametrize("form", ["log", "postedit", "tidy"])
def test_whoever_reads_an_export_slowly_keeps_no_connection(tmp_path: Path, form: str) -> None:
    with served(tmp_path, small_campaign(protocol="post-edit")) as desk:
        finish(entered(desk))
        admin = entered(desk, "admin", "*", "admin")
        busy: list[int] = []

        async def send(message: dict[str, Any]) -> None:
            busy.append(int(desk.database.reading.pool.status().rpartition(": ")[2]))

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(LIMIT)  # the browser says nothing more
            return {"type": "http.disconnect"}

        cookie = f"assay={admin.cookies['assay']}".encode()
        path = f"/admin/c/spring/export/{form}"
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "http_version": "1.1"}
        scope |= {"scheme": "http", "headers": [(b"cookie", cookie), (b"host", b"testserver")]}
        application: Any = admin.app
        asyncio.run(application(scope, receive, send))
        application.state.board.close()
        assert len(busy) > 1
        assert not any(busy)


@pytest.mark.parametrize(
    "host",
    [
        *(
            "evil.example",
            "127.0.0.1.evil.example",
            "localhost.evil.example:8017",
            "",
            "[::1",
            "a_b.evil.example",
        ),
        *(
            "evil.example/?localhost:8017",
            "localhost@evil.example",
            "localhost#evil.example",
            "localhost:99999999",
        ),
    ],
)
def test_an_open_bench_answers_no_page_of_another_site(tmp_path: Path, host: str) -> None:
    """Who owns a name may let it lead to 127.0.0.1 after a page of theirs is open; to a browser that is one site."""
    bench = Bench(tmp_path / "bench")
    with served(tmp_path, small_campaign()) as desk:
        # As on a real server, which has an address of its own.
        application = make_application(desk, bench, open_bench=True)
        browser = TestClient(application, "http://127.0.0.1:8017", headers=OWN, client=HERE)
        headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
        assert browser.get("/bench", headers=headers).status_code in (400, 401)
        assert browser.post("/bench/sets", json={}, headers=headers).status_code in (400, 401)
        assert not any(bench.sets.iterdir())
        for own in ("127.0.0.1:8017", "localhost:8017", "[::1]:8017"):
            headers = {"Host": own, "Origin": f"http://{own}"}
            assert browser.get("/bench", headers=headers).status_code == 200
            assert browser.post("/bench/sets", json={}, headers=headers).status_code == 201
    bench.close()


def test_a_clock_that_is_wrong_for_a_day_takes_no_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    clock = [now]
    monkeypatch.setattr(sessions, "REMEMBERED", 0.0)
    monkeypatch.setattr("assay.studies.store.writer.time.time", lambda: clock[0])
    with served(tmp_path, small_campaign()) as desk:
        browser = entered(desk)
        link = desk.link(Identity("spring", "annotator", "ben")).result(30)
    for days in (400, 401, -400, 30 * 365):
        clock[0] = now + days * DAY
        with Desk(str(tmp_path / "campaigns.db")) as desk:
            late = desk.link(Identity("spring", "annotator", "ben")).result(30)
            assert client(desk).get(f"/join/{late}").status_code == 303  # and something is stored meanwhile
            assert client(desk).get(f"/join/{link}").status_code == (303 if days < 0 else 401)
    clock[0] = now + 1
    with Desk(str(tmp_path / "campaigns.db")) as desk:
        assert client(desk).get(f"/join/{link}").status_code == 303
        again = client(desk)
        again.cookies.update(browser.cookies)
        assert again.post("/api/next", json={}).status_code == 200


def test_what_ran_out_opens_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    clock = [now]
    monkeypatch.setattr(sessions, "REMEMBERED", 0.0)
    monkeypatch.setattr("assay.studies.store.writer.time.time", lambda: clock[0])
    with served(tmp_path, small_campaign()) as desk:
        browser, link = client(desk), desk.link(Identity("spring", "annotator", "ada")).result(30)
        assert browser.get(f"/join/{link}").status_code == 303
        for later, session, entry in ((SESSION_SECONDS, 200, 303), (LINK_SECONDS, 401, 303)):
            clock[0] = now + later - 1
            assert browser.post("/api/next", json={}).status_code == session
            assert client(desk).get(f"/join/{link}").status_code == entry
        clock[0] = now + LINK_SECONDS + 1
        assert client(desk).get(f"/join/{link}").status_code == 401


def test_a_link_is_no_session_and_a_session_no_link(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        browser, link = client(desk), desk.link(Identity("spring", "annotator", "ada")).result(30)
        session = browser.get(f"/join/{link}").cookies["assay"]
        assert client(desk).get(f"/join/{session}").status_code == 401
        stranger = client(desk)
        stranger.cookies.set("assay", link)
        assert stranger.post("/api/next", json={}).status_code == 401


def test_drafts_of_a_screen_fill_no_disk(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk:
        tab = entered(desk)
        screen = first_screen(tab)["screen"]
        for number in range(12):
            body = {"screen": screen, "step": 0, "draft": {"u1": f"{number}{'x' * 250_000}"}}
            assert tab.post("/api/draft", json=body).status_code == 204
        assert export_log(desk, "spring").count('"drafted"') == 8
        assert first_screen(tab)["draft"]["u1"].startswith("7x")
        assert audit(desk, "spring") == []
        assert tab.post("/api/answer", json=submission(first_screen(tab))).status_code == 200
        large = {"screen": screen, "step": 0, "draft": {"u1": "x" * 300_000}}
        assert tab.post("/api/draft", json=large).status_code == 413
