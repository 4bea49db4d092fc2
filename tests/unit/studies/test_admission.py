"""Who is kept out: guesses are counted, and nobody who has, or once had, a link of ours pays for those of others."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from assay.studies.app import export_files, sessions
from assay.studies.app.application import make_application
from assay.studies.app.export_files import ExportFolder, tidy_exports
from assay.studies.archives import export_log
from assay.studies.auth import Identity
from assay.studies.bench import Bench
from assay.studies.desk import DAY, LINK_SECONDS, Desk
from assay.studies.store.database import Database
from support.program import LIMIT, started
from support.server_process import free_port, wait_until_up
from support.small_studies import OWN, client, entered, finish, served, small_campaign

CLASS = 40
GUESS = "x" * 40
HERE = ("127.0.0.1", 50_000)


def browsers(desk: Desk, many: int) -> list[TestClient]:
    """Return browsers of one address."""
    application = make_application(desk)
    return [TestClient(application, headers=OWN, follow_redirects=False) for _ in range(many)]


@pytest.mark.parametrize("stale", ["revoked", "over", "unknown"])
def test_a_class_with_old_links_blocks_nobody_behind_the_same_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stale: str
) -> None:
    clock = [time.time()]
    monkeypatch.setattr(sessions, "REMEMBERED", 0.0)
    monkeypatch.setattr("assay.studies.store.writer.time.time", lambda: clock[0])
    with served(tmp_path, small_campaign(copies=3)) as desk:
        old = desk.link(Identity("spring", "annotator", "ada")).result(30)
        *many, newcomer, worker = browsers(desk, CLASS + 2)
        for browser in many:
            assert browser.get(f"/join/{old}").status_code == 303
        if stale == "over":
            clock[0] += LINK_SECONDS + DAY
        if stale == "revoked":
            desk.revoke("spring", "ada").result(30)
        if stale == "unknown":
            for browser in many:
                browser.cookies.clear()
                browser.cookies.set("assay", GUESS)
        good = desk.link(Identity("spring", "annotator", "ben")).result(30)
        assert worker.get(f"/join/{good}").status_code == 303
        limited = set()
        for browser in many:
            for ask in (browser.get("/task"), browser.get("/"), browser.post("/api/next", json={})):
                assert ask.status_code in (401, 429)
                limited.add(ask.status_code)
            limited.add(browser.get(f"/join/{GUESS if stale == 'unknown' else old}").status_code)
        assert limited == ({401, 429} if stale == "unknown" else {401})
        assert worker.post("/api/next", json={}).status_code == 200
        assert newcomer.get(f"/join/{good}").status_code == 303
        assert newcomer.post("/api/next", json={}).status_code == 200
        for browser in many[:3]:  # who has an old cookie, and the new link
            assert browser.get(f"/join/{good}").status_code == 303


def test_who_comes_again_by_an_open_link_is_not_one_of_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "ARRIVALS", 2)
    with served(tmp_path, small_campaign(), people=()) as desk:
        link = f"/join/{desk.open_link('spring', 9, 'PID').result(30)}"
        first, second, third, again = browsers(desk, 4)
        arrived = [
            each.post(f"{link}?PID={name}").status_code
            for each, name in zip((first, second, third), "abc", strict=True)
        ]
        assert arrived == [303, 303, 429]
        assert again.get(f"{link}?PID=a").status_code == 303
        assert again.post(f"{link}?PID=b").status_code == 303


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("127.8.9.1", {}, 200),
        ("::1", {}, 200),
        ("192.0.2.7", {}, 401),
        ("::ffff:192.0.2.7", {}, 401),
        ("testclient", {}, 401),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 401),
        ("127.0.0.1", {"X-Forwarded-Proto": "http"}, 401),
        ("127.0.0.1", {"Forwarded": "for=127.0.0.1"}, 401),
        ("127.0.0.1", {"Via": "1.1 proxy"}, 401),
        ("127.0.0.1", {"X-Real-IP": "127.0.0.1"}, 401),
        ("127.0.0.1", {"Host": "study.lan"}, 401),
        ("127.0.0.1", {"Host": "localhost.evil.example"}, 401),
    ],
)
def test_an_open_bench_is_for_whoever_is_here(
    tmp_path: Path, address: str, headers: dict[str, str], status: int
) -> None:
    bench = Bench(tmp_path / "bench")
    with served(tmp_path, small_campaign()) as desk:
        application = make_application(desk, bench, open_bench=True)
        browser = TestClient(application, "http://localhost:8017", headers=OWN, client=(address, 50_000))
        assert browser.get("/bench", headers=headers).status_code == status
        assert browser.post("/bench/sets", json={}, headers=headers).status_code == (
            201 if status == 200 else 401
        )
    bench.close()


def test_what_a_proxy_on_this_machine_passes_on_is_not_from_here(tmp_path: Path) -> None:
    """As nginx does it without settings: by HTTP/1.0, for the host that it was told, and without a word of whom for."""
    port = free_port()
    words = ("serve", "--database", str(tmp_path / "campaigns.db"), "--port", str(port), "--bench", "open")
    with started(*words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as server:
        wait_until_up(server, port)
        asked = {
            "a browser": ("1.1", ""),
            "nginx": ("1.0", ""),
            "a proxy": ("1.1", "X-Forwarded-For: 8.8.8.8\r\n"),
            "one that is told": ("1.1", "X-Forwarded-For: 127.0.0.1\r\n"),
        }
        told = {name: status_of(port, *head) for name, head in asked.items()}
        assert told == {name: 200 if name == "a browser" else 401 for name in asked}


def status_of(port: int, version: str, headers: str) -> int:
    """Ask for the bench as a program of this machine; return the status."""
    head = f"GET /bench HTTP/{version}\r\nHost: localhost:{port}\r\n{headers}Connection: close\r\n\r\n"
    with closing(socket.create_connection(("127.0.0.1", port), timeout=LIMIT)) as connection:
        connection.sendall(head.encode())
        return int(connection.recv(1 << 16).split()[1])


def test_what_a_server_that_was_killed_left_of_exports_goes_with_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(export_files, "NEW", -1.0)
    with served(tmp_path, small_campaign()) as desk:
        finish(entered(desk))
        under_way, killed = ExportFolder(), Path(tempfile.mkdtemp(prefix=export_files.PREFIX))
        (killed / "spring-log.jsonl").write_text(export_log(desk, "spring"))
        (killed / ".assay-draft").touch()
        with client(desk):  # which starts the application
            assert os.listdir(tempfile.gettempdir()) == [under_way.path.name]
        under_way.remove()
        admin = entered(desk, "admin", "*", "admin")
        assert admin.get("/admin/c/spring/export/log").text == export_log(desk, "spring")
        assert os.listdir(tempfile.gettempdir()) == []
    tidy_exports()


def test_the_thread_that_writes_goes_on_where_the_database_cannot_be_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was erased is taken out of the files as soon as that can be done; nobody waits for it."""
    with served(tmp_path, small_campaign()) as desk:
        tried = threading.Semaphore(0)

        def unreachable(_: object) -> bool:
            tried.release()
            raise OperationalError("", {}, Exception("unable to open database file"))

        monkeypatch.setattr(Database, "forget", unreachable)
        browser = entered(desk)
        assert browser.post("/api/next", json={}).status_code == 200
        assert browser.post("/api/withdraw", json={"key": "withdraw-1", "confirm": True}).status_code == 200
        assert tried.acquire(timeout=LIMIT)
        monkeypatch.undo()
        assert browser.post("/api/next", json={}).json()["state"] == "withdrawn"
