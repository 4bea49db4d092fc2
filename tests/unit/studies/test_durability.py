"""Full disks, two tabs, two processes on one file, requests that fail: nothing is lost, nothing is stored twice."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from assay.cli.main import main
from assay.studies.app.failures import GENERAL
from assay.studies.archives import audit
from assay.studies.dashboard.board import Board
from assay.studies.desk import Desk
from assay.studies.store.log import read_events
from assay.studies.store.tables import SNAPSHOTS
from assay.studies.store.writer import PROBE, StorageError, Turn, Waiting, Writer
from support.program import LIMIT, guarded
from support.small_studies import client, entered, finish, served, small_campaign, small_texts, submission

# A server whose files cannot grow past a size, as on a disk that is full.
FILLING = """
import json, resource, signal, sys
sys.path[:0] = [sys.argv[2]]
from support.small_studies import entered, served, small_campaign, small_texts, submission
from pathlib import Path
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
campaign = small_campaign(protocol="da", texts=small_texts(60), bundle=100)
acknowledged, refused = [], 0
with served(Path(sys.argv[1]), campaign) as desk:
    browser = entered(desk)
    body = browser.post("/api/next", json={}).json()
    size = max(path.stat().st_size for path in Path(sys.argv[1]).iterdir())
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 60_000, resource.RLIM_INFINITY))
    while body["screen"] is not None:
        given = submission(body["screen"])
        answer = browser.post("/api/answer", json=given)
        if answer.status_code == 200:
            acknowledged.append(given["key"])
            body = answer.json()["next"]
            continue
        assert answer.status_code == 503, answer.text
        refused += 1
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        body = browser.post("/api/next", json={}).json()
print(json.dumps({"acknowledged": acknowledged, "refused": refused}))
"""


def answered_keys(folder: Path) -> list[str]:
    """Return the keys of all answers in the log, in order, after it was audited."""
    with Desk(str(folder / "campaigns.db")) as desk:
        assert audit(desk, "spring") == []
        with desk.database.reading.begin() as connection:
            return [event.key for event in read_events(connection) if event.kind == "answered"]


@pytest.mark.skipif(sys.platform == "win32", reason="files cannot be kept from growing there")
def test_a_full_disk_loses_nothing_and_the_server_goes_on(tmp_path: Path) -> None:
    here = str(Path(__file__).parents[2])
    command = [sys.executable, "-c", FILLING, str(tmp_path), here]
    with guarded(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        out, talk = program.communicate(timeout=LIMIT)
    assert program.returncode == 0, talk
    told = json.loads(out)
    assert told["refused"] > 0, "the disk was never full"
    assert answered_keys(tmp_path) == told["acknowledged"]
    assert len(told["acknowledged"]) == 120


def test_a_database_of_an_earlier_version_gets_what_it_lacks(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(protocol="da")) as desk:
        browser = entered(desk)
        screen = browser.post("/api/next", json={}).json()["screen"]
        assert browser.post("/api/answer", json=submission(screen)).status_code == 200
    path = tmp_path / "campaigns.db"
    with closing(sqlite3.connect(path)) as earlier:
        whole = schema(earlier)
        for index in ("events_kind", "answers_campaign"):
            earlier.execute(f"DROP INDEX {index}")
        earlier.execute("ALTER TABLE answers DROP COLUMN elapsed")
        earlier.execute("DROP TABLE layout")
        earlier.commit()
        assert len(schema(earlier)) < len(whole)
    assert len(answered_keys(tmp_path)) == 1
    with closing(sqlite3.connect(path)) as later:
        assert schema(later) == whole
        assert later.execute("SELECT elapsed FROM answers").fetchall() == [(4.0,)]


def schema(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Return the tables and indexes of a database, with the columns of answers."""
    made = connection.execute(
        "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
    ).fetchall()
    columns = connection.execute("SELECT 'column', name FROM pragma_table_info('answers')").fetchall()
    return {*made, *columns}


def test_all_who_wait_for_a_locked_database_are_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path, small_campaign(protocol="da")):
        pass
    monkeypatch.setattr("assay.studies.store.database.WAIT", 1)
    monkeypatch.setattr("assay.studies.store.database._PRAGMAS", ("journal_mode=WAL", "busy_timeout=1000"))
    transact = Writer._transact
    with Desk(str(tmp_path / "campaigns.db")) as desk:
        browser = entered(desk)
        given = submission(browser.post("/api/next", json={}).json()["screen"])
        tries: list[int] = []

        def counted(writer: Writer, batch: list[Waiting]) -> list[Any]:
            tries.append(len(batch))
            return transact(writer, batch)

        monkeypatch.setattr(Writer, "_transact", counted)
        with closing(sqlite3.connect(tmp_path / "campaigns.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            replies = [desk.ping() for _ in range(100)]
            for reply in replies:
                with pytest.raises(StorageError, match="is locked"):
                    reply.result(LIMIT)
            assert 0 < len(tries) < 50, "one after the other has waited for the lock"
            assert browser.post("/api/answer", json=given).status_code == 503
        assert browser.post("/api/answer", json=given).json()["duplicate"] is False
    assert answered_keys(tmp_path) == [given["key"]]


@pytest.mark.parametrize(
    ("breaks", "mends", "reason"),
    [
        ("query_only=ON", "query_only=OFF", "attempt to write a readonly database; it must be written to"),
        ("max_page_count=1", "max_page_count=1000000", "database or disk is full; make room on its disk"),
    ],
)
def test_a_database_that_cannot_be_written_for_a_while(
    tmp_path: Path, breaks: str, mends: str, reason: str
) -> None:
    told: list[str] = []
    with served(tmp_path, small_campaign(protocol="da", texts=small_texts(200), bundle=400)):
        pass
    with Desk(str(tmp_path / "campaigns.db"), told.append) as desk:
        browser, admin = entered(desk), entered(desk, "admin", "*", "admin")
        assert admin.get("/admin").status_code == 200
        set_pragma(desk, breaks)
        body, acknowledged = browser.post("/api/next", json={}), []
        while body.status_code == 200:
            given = submission(body.json().get("next", body.json())["screen"])
            body = browser.post("/api/answer", json=given)
            acknowledged += [given["key"]] * (body.status_code == 200)
        assert body.json() == {"message": f"nothing was stored: {GENERAL}"}
        assert [reason in words for words in told] == [True]
        assert browser.get("/health").status_code == 503
        seen = admin.get("/admin/c/spring", headers={"Accept": "text/html"}).text
        assert reason in seen
        assert reason in admin.get("/admin/c/spring/figures").text
        set_pragma(desk, mends)
        assert browser.get("/health").status_code == 200
        assert [words.partition(": ")[2] for words in told[1:]] == ["answers are stored again"]
        screen = browser.post("/api/next", json={}).json()["screen"]
        given = {**submission(screen), "key": "sent-again"}
        assert browser.post("/api/answer", json=given).json()["duplicate"] is False
        assert 'role="alert" hidden' in admin.get("/admin").text
        application: Any = admin.app
        application.state.board.close()
    assert answered_keys(tmp_path) == [*acknowledged, "sent-again"]


def test_to_see_whether_there_is_room_leaves_nothing_behind(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(protocol="da")) as desk:
        finish(entered(desk))
        assert desk.database.forget()
        log = tmp_path / "campaigns.db-wal"
        assert log.stat().st_size == 0
        desk._writer.ask(Turn.probe).result(LIMIT)
        assert log.stat().st_size > PROBE, "it was not written, so it does not show that it can be"
        with desk.database.reading.begin() as connection:
            assert not connection.execute(SNAPSHOTS.select()).all()


def set_pragma(desk: Desk, pragma: str) -> None:
    """Change the one connection that a desk writes with, while it is idle."""
    with suppress(StorageError):
        desk.ping().result(LIMIT)
    with closing(desk.database.writing.raw_connection()) as connection:
        connection.cursor().execute(f"PRAGMA {pragma}")


DAMAGES = {
    "an event": "UPDATE events SET payload = '{' WHERE number = 3",
    "the first event": "UPDATE events SET payload = '{}' WHERE number = 1",
    "what an event says": "UPDATE events SET payload = '{}' WHERE kind = 'answered'",
    "a snapshot": "UPDATE snapshots SET state = '{'",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_record_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str) -> None:
    with served(tmp_path, small_campaign(protocol="da")) as desk:
        finish(entered(desk))
    path = str(tmp_path / "campaigns.db")
    with closing(sqlite3.connect(path)) as connection, connection:
        if damage != "a snapshot":  # without which every event is read
            connection.execute("DELETE FROM snapshots")
        assert connection.execute(DAMAGES[damage]).rowcount
    assert main(["campaign", "status", "spring", "--database", path]) == 1
    said = "error: spring: what the database holds of it is damaged; restore the database from a copy\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("action", ["status", "export", "check", "links", "close"])
def test_a_damaged_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], action: str) -> None:
    with served(tmp_path, small_campaign(protocol="da")) as desk:
        finish(entered(desk))
    path = tmp_path / "campaigns.db"
    sound = path.read_bytes()
    page, told = 4096, set()
    for first in range(page, len(sound), page):
        path.write_bytes(sound[:first] + b"\xff" * page + sound[first + page :])
        code = main(["campaign", action, "spring", "--database", str(path)])
        captured = capsys.readouterr()
        assert (code == 1) == captured.err.startswith("error: "), (
            "every page that was read is sound, or it is told"
        )
        told.add(captured.err)
    assert any("it is damaged; restore it from a copy" in each for each in told)


def test_a_snapshot_of_another_version_is_ignored(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(protocol="da")) as desk:
        finish(entered(desk))
    with closing(sqlite3.connect(tmp_path / "campaigns.db")) as earlier:
        assert earlier.execute("UPDATE snapshots SET version = '0.1/1', state = '{}'").rowcount == 1
        earlier.commit()
    assert len(answered_keys(tmp_path)) == 8


def test_a_clock_that_is_put_back_stops_no_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path, small_campaign(protocol="da", copies=2)) as desk:
        finish(entered(desk, "ada"))
        board = Board(desk)
        try:
            before = board.figures("spring").figures.judgements
            now = time.time()
            monkeypatch.setattr("assay.studies.dashboard.board.time.time", lambda: now - 86_400)
            finish(entered(desk, "ben"))
            assert board.figures("spring").figures.judgements > before
        finally:
            board.close()


def test_two_tabs_of_one_annotator(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(protocol="da")) as desk:
        tabs = [entered(desk), entered(desk)]
        for _ in range(8):
            screens = [tab.post("/api/next", json={}).json()["screen"] for tab in tabs]
            assert screens[0] == screens[1]
            first, second = (tab.post("/api/answer", json=submission(screens[0])) for tab in tabs)
            assert first.status_code == 200
            assert second.status_code == 200  # the same screen again, with another key: a correction
        assert tabs[0].post("/api/next", json={}).json()["state"] == "finished"
        with desk.database.reading.begin() as connection:
            answered = [event for event in read_events(connection) if event.kind == "answered"]
        assert len(answered) == 16
        assert len({event.payload["item"] for event in answered}) == 8
        assert desk.read("spring", lambda state, now: state.completions).result(30) == {0: 1}


def test_the_same_answer_at_the_same_time_is_stored_once(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(protocol="da")) as desk:
        tabs = [entered(desk) for _ in range(6)]
        given = submission(tabs[0].post("/api/next", json={}).json()["screen"])
        replies: list[bool] = []
        threads = [
            threading.Thread(
                target=lambda tab=tab: replies.append(tab.post("/api/answer", json=given).json()["duplicate"])
            )
            for tab in tabs
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(LIMIT)
        assert sorted(replies) == [False, *[True] * 5]
    assert answered_keys(tmp_path) == [given["key"]]


def test_two_processes_on_one_file(tmp_path: Path) -> None:
    with (
        served(tmp_path, small_campaign(protocol="da")) as first,
        Desk(str(tmp_path / "campaigns.db")) as second,
    ):
        tabs = [entered(first), entered(second)]
        for turn in range(8):
            screen = tabs[turn % 2].post("/api/next", json={}).json()["screen"]
            given = submission(screen)
            assert tabs[turn % 2].post("/api/answer", json=given).json()["duplicate"] is False
            assert tabs[1 - turn % 2].post("/api/answer", json=given).json()["duplicate"] is True
        assert audit(first, "spring") == audit(second, "spring") == []
        first.set_closed("spring", True).result(30)
        assert tabs[1].post("/api/next", json={}).json()["state"] == "closed"


def test_a_request_that_fails_harms_no_other(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(protocol="da")) as desk:
        browser = entered(desk)
        given = submission(browser.post("/api/next", json={}).json()["screen"])

        def fail(state: object, now: float) -> None:
            raise ZeroDivisionError

        bad = desk.read("spring", fail)
        assert browser.post("/api/answer", json=given).status_code == 200
        with pytest.raises(ZeroDivisionError):
            bad.result(30)
        assert audit(desk, "spring") == []


def test_a_new_start_finds_everybody_where_they_were(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(protocol="da")) as desk:
        browser = entered(desk)
        browser.post("/api/answer", json=submission(browser.post("/api/next", json={}).json()["screen"]))
        before = browser.post("/api/next", json={}).json()
        cookies = dict(browser.cookies)
    with Desk(str(tmp_path / "campaigns.db")) as desk:
        later = client(desk)
        later.cookies.update(cookies)
        assert later.post("/api/next", json={}).json() == before


def test_what_was_withdrawn_is_in_no_file(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign(protocol="post-edit")) as desk:
        browser = entered(desk)
        given = submission(browser.post("/api/next", json={}).json()["screen"])
        given["responses"] = json.loads(
            json.dumps(given["responses"]).replace("a remark", "zzz-very-private")
        )
        assert browser.post("/api/answer", json=given).status_code == 200
        assert browser.post("/api/withdraw", json={"key": "withdrawal", "confirm": True}).status_code == 200
    for path in tmp_path.iterdir():
        assert b"zzz-very-private" not in path.read_bytes(), path.name
