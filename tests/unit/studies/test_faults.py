"""What breaks under a running server: its file is moved away, nobody hears what it says, a checkpoint fails."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from assay.studies.app.application import make_application
from assay.studies.archives import audit, export_log
from assay.studies.dashboard.board import Board
from assay.studies.desk import Desk
from assay.studies.store.database import WAIT, Database
from support.browser_annotators import serving
from support.program import LIMIT
from support.server_process import request
from support.small_studies import client, entered, served, small_campaign, submission
from support.waits import until

LOG = "campaigns.db-wal"


def swap(folder: Path) -> None:
    """Put a copy in the place of a database, as whoever restores one does."""
    shutil.copy(folder / "campaigns.db", folder / "copy.db")
    os.replace(folder / "copy.db", folder / "campaigns.db")


MOVES: dict[str, Callable[[Path], object]] = {
    "moved": lambda folder: (folder / "campaigns.db").rename(folder / "elsewhere.db"),
    "deleted": lambda folder: (folder / "campaigns.db").unlink(),
    "replaced": swap,
    "its log deleted": lambda folder: (folder / LOG).unlink(),
}


@pytest.mark.skipif(os.name == "nt", reason="Windows itself refuses to move a file that is open")
@pytest.mark.parametrize("move", MOVES)
def test_nothing_is_acknowledged_that_goes_into_a_file_which_nobody_will_find(
    tmp_path: Path, move: str
) -> None:
    told: list[str] = []
    with served(tmp_path, small_campaign(protocol="da")):
        pass
    with Desk(str(tmp_path / "campaigns.db"), told.append) as desk:
        browser = entered(desk)
        given = submission(browser.post("/api/next", json={}).json()["screen"])
        MOVES[move](tmp_path)
        assert browser.post("/api/answer", json=given).status_code == 503
        assert browser.get("/health").status_code == 503
        assert "was moved, deleted or replaced while the server ran" in told[0]


@pytest.mark.skipif(os.name == "nt", reason="Windows itself refuses to move a file that is open")
def test_a_file_that_is_put_back_is_gone_on_with(tmp_path: Path) -> None:
    path, away = tmp_path / "campaigns.db", tmp_path / "elsewhere.db"
    with served(tmp_path, small_campaign(protocol="da")) as desk:
        browser = entered(desk)
        given = submission(browser.post("/api/next", json={}).json()["screen"])
        path.rename(away)
        assert browser.post("/api/answer", json=given).status_code == 503
        away.rename(path)
        assert browser.post("/api/answer", json=given).json()["duplicate"] is False
    with closing(sqlite3.connect(path)) as stored:
        keys = stored.execute("SELECT key FROM events WHERE kind = 'answered'").fetchall()
    assert keys == [(given["key"],)]


@pytest.mark.parametrize("failure", [BrokenPipeError, OSError, ValueError])
def test_a_server_that_nobody_hears_goes_on(tmp_path: Path, failure: type[Exception]) -> None:
    """Standard error may be closed, or a file on the very disk that is full."""
    with served(tmp_path, small_campaign(protocol="da")):
        pass

    def tell(words: str) -> None:
        raise failure(words)

    with Desk(str(tmp_path / "campaigns.db"), tell) as desk:
        browser = entered(desk)
        given = submission(browser.post("/api/next", json={}).json()["screen"])
        set_pragma(desk, "query_only=ON")
        assert browser.post("/api/answer", json=given).status_code == 503
        assert desk.trouble
        set_pragma(desk, "query_only=OFF")
        assert browser.get("/health").status_code == 200
        assert not desk.trouble
        assert browser.post("/api/answer", json=given).json()["duplicate"] is False


def set_pragma(desk: Desk, pragma: str) -> None:
    """Change the one connection that a desk writes with."""
    with closing(desk.database.writing.raw_connection()) as connection:
        connection.cursor().execute(f"PRAGMA {pragma}")


def test_a_checkpoint_that_fails_takes_no_patience_from_those_who_write(tmp_path: Path) -> None:
    def deny(action: int, name: str | None, *_: object) -> int:
        return sqlite3.SQLITE_DENY if name == "wal_checkpoint" else sqlite3.SQLITE_OK

    with served(tmp_path, small_campaign(protocol="da")) as desk:
        desk.ping().result(30)
        with closing(desk.database.writing.raw_connection()) as connection:
            driver: Any = connection.driver_connection
        driver.set_authorizer(deny)
        assert not desk.database.forget()
        assert driver.execute("PRAGMA busy_timeout").fetchone() == (1000 * WAIT,)
        driver.set_authorizer(None)


@pytest.mark.parametrize(
    ("failure", "status"),
    [(ZeroDivisionError("secret"), 500), (OSError(28, "secret"), 503), (FileNotFoundError(2, "secret"), 500)],
)
def test_what_nobody_thought_of_is_told_without_saying_more_than_others(
    tmp_path: Path, failure: Exception, status: int
) -> None:
    def fail() -> None:
        raise failure

    with served(tmp_path, small_campaign()) as desk:
        application = make_application(desk)
        application.add_api_route("/fails", fail)
        browser = TestClient(application, raise_server_exceptions=False)
        for accept in ("text/html", "application/json"):
            answer = browser.get("/fails", headers={"Accept": accept})
            assert (answer.status_code, "secret" in answer.text) == (status, False)
            assert answer.headers["content-type"].startswith(accept)
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["x-content-type-options"] == "nosniff"


def test_what_is_acknowledged_was_synced(tmp_path: Path) -> None:
    """Only a power cut shows it otherwise."""
    with (
        served(tmp_path, small_campaign()) as desk,
        closing(desk.database.writing.raw_connection()) as connection,
    ):
        cursor = connection.cursor()
        told = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")]
    assert told == [2, "wal"]


@pytest.mark.skipif(
    os.name == "nt", reason="Windows has access lists in place of the permissions that are looked at"
)
def test_a_new_database_is_for_nobody_else_on_the_machine(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()):
        modes = {path.name: oct(path.stat().st_mode & 0o777) for path in tmp_path.iterdir()}
    assert modes == dict.fromkeys(("campaigns.db", "campaigns.db-wal", "campaigns.db-shm"), "0o600")


def test_a_key_is_one_annotators_in_one_campaign(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(copies=2), small_campaign("autumn")) as desk:
        for who in (("ada", "spring"), ("ben", "spring"), ("ada", "autumn")):
            browser = entered(desk, *who)
            screen = browser.post("/api/next", json={}).json()["screen"]
            for duplicate in (False, True):
                stored = browser.post("/api/answer", json=submission(screen, "the-same-key"))
                assert (stored.status_code, stored.json()["duplicate"]) == (200, duplicate), who


def test_tokens_are_compared_in_a_time_that_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[bytes, bytes]] = []

    def compare(stored: bytes, given: bytes) -> bool:
        compared.append((stored, given))
        return stored == given

    with served(tmp_path, small_campaign()) as desk:
        link = desk.admin_link()
        monkeypatch.setattr("assay.studies.auth.hmac.compare_digest", compare)
        assert client(desk).get(f"/join/{link[:-1]}{'A' if link[-1] != 'A' else 'B'}").status_code == 401
    [(stored, given)] = {*compared}
    assert len(stored) == len(given) == 32
    assert stored != given


def test_an_export_that_is_broken_off_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    with served(tmp_path, small_campaign()) as desk:
        admin = entered(desk, "admin", "*", "admin")
        left: list[str] = []

        async def send(message: dict[str, Any]) -> None:
            left[:] = [path.name for path in folder.iterdir()]
            raise ZeroDivisionError

        async def receive() -> dict[str, Any]:
            return {"type": "http.disconnect"}

        cookie = f"assay={admin.cookies['assay']}".encode()
        scope = {"type": "http", "method": "GET", "path": "/admin/c/spring/export/log", "query_string": b""}
        scope |= {"http_version": "1.1", "scheme": "http", "headers": [(b"cookie", cookie), (b"host", b"h")]}
        application: Any = admin.app
        with suppress(ZeroDivisionError):
            asyncio.run(application(scope, receive, send))
        assert len(left) == 1
        assert not any(folder.iterdir())


def test_what_was_withdrawn_while_somebody_read_is_taken_out_though_nobody_asks_for_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[bool] = []

    def forget(database: Database) -> bool:
        tried.append(len(tried) > 3)
        return tried[-1]

    monkeypatch.setattr("assay.studies.store.writer.FORGET_AGAIN", 0.01)
    monkeypatch.setattr(Database, "forget", forget)
    with served(tmp_path, small_campaign()) as desk:
        until(lambda: True in tried)
        desk.ping().result(30)
        withdrawn = len(tried)
        assert entered(desk).post("/api/withdraw", json={"key": "withdrawal", "confirm": True}).is_success
    assert tried[withdrawn:] == [True], "once for the withdrawal, and no more than that"


def test_what_was_withdrawn_is_in_no_snapshot(tmp_path: Path) -> None:
    secret = b"zzz-very-private"

    def left() -> list[str]:
        return [path.name for path in tmp_path.iterdir() if secret in path.read_bytes()]

    with served(tmp_path, small_campaign(protocol="post-edit")) as desk:
        browser = entered(desk)
        screen = browser.post("/api/next", json={}).json()["screen"]
        draft = {"screen": screen["screen"], "step": 0, "draft": {"u1": secret.decode()}}
        assert browser.post("/api/draft", json=draft).status_code == 204
    with closing(sqlite3.connect(tmp_path / "campaigns.db")) as stored:
        assert secret.decode() in stored.execute("SELECT state FROM snapshots").fetchone()[0]
    with Desk(str(tmp_path / "campaigns.db")) as desk:
        body = {"key": "withdrawal", "confirm": True}
        assert entered(desk).post("/api/withdraw", json=body).status_code == 200
        desk.ping().result(30)
        assert not left()


def test_of_all_that_somebody_did_a_withdrawal_leaves_that_it_was_done(tmp_path: Path) -> None:
    consent = {"consent": "Do you agree?"}
    with (
        served(tmp_path, small_campaign(protocol="post-edit", settings=consent)) as desk,
        Desk(str(tmp_path / "campaigns.db")) as other,
    ):
        browser = entered(desk)
        screen = browser.post("/api/consent", json={"key": "consent-1"}).json()["screen"]
        place = {"screen": screen["screen"], "step": 0}
        record = {"unit": "u1", "clock": 1, "t": [0], "kind": "p", "key": "-", "at": [0], "del": [0]}
        part = {"key": "part-one", "after": 0, "records": [{**record, "ins": ["x"]}]}
        assert browser.post("/api/draft", json={**place, "draft": {"u1": "x"}}).is_success
        assert browser.post("/api/edits", json={**place, **part}).is_success
        following = browser.post("/api/answer", json=submission(screen)).json()["next"]["screen"]
        skipped = {"key": "skip-one", "screen": following["screen"], "reason": "private"}
        assert browser.post("/api/skip", json=skipped).is_success
        assert audit(other, "spring") == []  # which has taken it all in
        assert browser.post("/api/withdraw", json={"key": "withdrawal", "confirm": True}).is_success
        own = [json.loads(line) for line in export_log(desk, "spring").splitlines()]
        kinds = {event["kind"]: event["payload"] for event in own if event["actor"] == "ada"}
        assert kinds.pop("withdrawn") == {}
        assert [*kinds] == ["consented", "leased", "drafted", "edited", "answered", "skipped"]
        assert all(payload == {"erased": True} for payload in kinds.values())
        assert audit(desk, "spring") == audit(other, "spring") == []


def test_those_who_wait_for_figures_keep_nobody_from_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files are sent by the same few threads, which somebody who asks often enough would have for themselves."""
    waiting, go_on = threading.Semaphore(0), threading.Event()

    def compute(*_: object) -> None:
        waiting.release()
        assert go_on.wait(LIMIT)
        raise TimeoutError

    monkeypatch.setattr(Board, "figures", compute)
    with serving(tmp_path) as server:
        server.add(small_campaign(), "ada")
        port = urlsplit(server.url).port or 0
        _, headers, _ = request(port, "GET", f"/join/{server.desk.admin_link()}")
        cookie = headers["set-cookie"].partition(";")[0]

        def look() -> int:
            return request(port, "GET", "/admin/c/spring/figures", cookie=cookie)[0]

        with ThreadPoolExecutor(50) as viewers:
            asked = [viewers.submit(look) for _ in range(50)]
            assert waiting.acquire(timeout=LIMIT)
            try:
                assert request(port, "GET", "/static/assay.css")[0] == 200
                assert request(port, "GET", "/admin", cookie=cookie)[0] == 200
            finally:
                go_on.set()
            assert {each.result(LIMIT) for each in asked} == {503}


def test_nobody_asks_for_a_thousand_parts_of_a_file(tmp_path: Path) -> None:
    """Versions of Starlette took a time that grew with the square of their number (CVE-2025-62727)."""
    with served(tmp_path, small_campaign()) as desk:
        browser = client(desk)
        whole = browser.get("/static/assay.css")
        for parts in ("0-0", ",".join(f"{at}-{at}" for at in range(0, 2_000, 2)), "9" * 30 + "-"):
            answer = browser.get("/static/assay.css", headers={"Range": f"bytes={parts}"})
            assert (answer.status_code, answer.content) == (200, whole.content)
