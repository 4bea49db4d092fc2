"""On a real PostgreSQL: a study, two server processes at once, one of them killed again and again."""

from __future__ import annotations

import random
import signal
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from assay import read_judgements
from assay.errors import AssayWarning, OptionError
from assay.io import write_judgements
from assay.studies.archives import audit
from assay.studies.campaigns.results.exports import EXPORTS
from assay.studies.desk import Desk
from assay.studies.exports import export_campaign
from assay.studies.store.writer import StorageError
from support.postgres import postgres, postgres_server
from support.program import LIMIT
from support.server_process import (
    Annotator,
    at_work,
    check_nothing_lost,
    free_port,
    links_for,
    request,
    running,
)
from support.simulated_studies import answered, study
from support.small_studies import client, entered, finish, small_campaign, small_texts
from support.waits import until

NAMES = [f"annotator-{number}" for number in range(6)]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with postgres() as address:
        yield address


@pytest.mark.slow
def test_a_study(url: str) -> None:
    with Desk(url) as desk:
        desk.create(small_campaign("study"), ["ada"]).result(30)
        *shown, last = finish(entered(desk, "ada", "study"))
        assert (len(shown), last["state"]) == (8, "finished")
        assert audit(desk, "study") == []


@pytest.mark.slow
def test_judgements_come_straight_from_it(url: str, tmp_path: Path) -> None:
    campaign, file = study("straight", copies=2, bundle=10), str(tmp_path / "campaigns.db")
    for place in (url, file):
        with Desk(place) as desk:
            answered(desk, campaign, ("ada", "ben"))
    from_server, from_file = (read_judgements(place, campaign="straight") for place in (url, file))
    assert write_judgements(from_server, "tidy") == write_judgements(from_file, "tidy")
    with pytest.raises(OptionError, match=r'there is no campaign "autumn"; the campaigns are .*straight'):
        read_judgements(url, campaign="autumn")


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["da", "esa", "mqm", "ranking"])
def test_exports_are_those_of_a_file(url: str, protocol: str, tmp_path: Path) -> None:
    campaign = study(f"same-{protocol}", protocol=protocol, copies=2, bundle=10)
    written: list[dict[str, bytes]] = []
    for place in (url, str(tmp_path / "campaigns.db")):
        with Desk(place) as desk, warnings.catch_warnings():
            warnings.simplefilter("ignore", AssayWarning)
            answered(desk, campaign, ("Žofie", "ben", "Álvaro", "ålice"))
            forms = [name for name, form in EXPORTS.items() if form.fits(campaign.protocol.scheme)]
            written.append({form: export_campaign(desk, campaign.name, form) for form in forms})
    assert written[0] == written[1]
    assert {"tidy", "tidy-csv", "tidy-jsonl"} < {*written[0]}
    assert not written[0]["tidy"].isascii()


@pytest.mark.slow
def test_two_desks_see_what_the_other_stores(url: str) -> None:
    with Desk(url) as first, Desk(url) as second:
        first.create(small_campaign("both", protocol="da"), ["ada"]).result(30)
        browsers = [entered(first, "ada", "both"), entered(second, "ada", "both")]
        for turn in range(8):
            one, other = browsers[turn % 2], browsers[(turn + 1) % 2]
            screen = one.post("/api/next", json={}).json()["screen"]
            assert other.post("/api/next", json={}).json()["screen"] == screen
            body = {"key": f"key-number-{turn}", "screen": screen["screen"], "step": 0}
            body |= {"responses": {"u1": {"score": turn}}}
            assert one.post("/api/answer", json=body).json()["duplicate"] is False
            assert other.post("/api/answer", json=body).json()["duplicate"] is True
        assert other.post("/api/withdraw", json={"key": "withdrawal", "confirm": True}).status_code == 200
        assert one.post("/api/next", json={}).json()["state"] == "withdrawn"
        assert audit(first, "both") == audit(second, "both") == []


@pytest.mark.slow
def test_two_processes_of_which_one_is_killed_again_and_again(url: str, tmp_path: Path) -> None:
    with Desk(url) as desk:
        desk.create(small_campaign("pair", texts=small_texts(400), bundle=5, copies=2), NAMES).result(30)
    ports, chance = [free_port(), free_port()], random.Random(2)
    links = links_for(url, "pair", NAMES)
    people = [Annotator(name, links[name], ports, seed) for seed, name in enumerate(NAMES)]
    with ExitStack() as stack:
        stack.enter_context(running(url, ports[0]))
        stack.enter_context(at_work(people))
        for _ in range(5):
            with running(url, ports[1]) as server:
                time.sleep(chance.uniform(0.05, 0.7))
                server.send_signal(signal.SIGKILL)
    assert check_nothing_lost(url, "pair", people) > 20


@pytest.mark.slow
def test_the_database_goes_down_under_a_running_server_and_comes_back() -> None:
    with postgres_server() as database, ExitStack() as stack:
        with Desk(database.url) as desk:
            desk.create(small_campaign("storm", texts=small_texts(100), bundle=5, copies=2), NAMES).result(30)
        port, links = free_port(), links_for(database.url, "storm", NAMES)
        people = [Annotator(name, links[name], [port], seed) for seed, name in enumerate(NAMES)]
        stack.enter_context(running(database.url, port))
        with at_work(people):
            for storm in range(4):
                least = 6 * storm + 5
                until(lambda: sum(len(person.acknowledged) for person in people) > least)  # noqa: B023  # at once
                database.kill()
                status, _, words = request(port, "GET", "/health")
                assert (status, b"nothing was stored" in words) == (503, True)
                database.start()
            until(lambda: sum(len(person.acknowledged) for person in people) > 30)
        assert request(port, "GET", "/health")[0] == 200
        assert check_nothing_lost(database.url, "storm", people) > 20


@pytest.mark.slow
def test_whoever_reads_while_the_database_is_down_is_told_so() -> None:
    with postgres_server() as database, Desk(database.url) as desk:
        desk.create(small_campaign(protocol="post-edit"), ["ada"]).result(30)
        annotator, admin = entered(desk), entered(desk, "admin", "*", "admin")
        pages = ("/admin", "/admin/c/spring", "/admin/c/spring/film/units", "/admin/c/spring/export/tidy")
        assert [admin.get(path).status_code for path in pages[:2]] == [200, 200]
        assert annotator.post("/api/next", json={}).status_code == 200
        database.kill()
        assert annotator.post("/api/next", json={}).status_code == 503
        answers = [admin.get(path, headers={"Accept": "text/html"}) for path in pages]
        assert {answer.status_code for answer in answers} == {503}
        assert all("connection" in answer.text for answer in answers), "who runs the server is told why"
        assert all("assay@" not in answer.text and "psycopg" not in answer.text for answer in answers)
        database.start()
        assert annotator.post("/api/next", json={}).status_code == 200
        assert admin.get("/admin").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("token", ["%00" * 20, "a%00" + "b" * 38, "%F0%9F%99%82" * 15])
def test_what_it_cannot_look_for_is_nobodys(url: str, token: str) -> None:
    with Desk(url) as desk:
        browser = client(desk)
        assert browser.get(f"/join/{token}").status_code == 401
        browser.cookies.set("assay", '"\\000' + "a" * 40 + '"')
        assert browser.post("/api/next", json={}).status_code == 401
        film = entered(desk, "admin", "*", "admin").get("/admin/c/study/film/0/1?editor=a%00b")
        assert film.status_code == 422


@pytest.mark.slow
def test_a_process_that_hangs_in_the_middle_is_not_waited_for_without_end(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assay.studies.store.database.WAIT", 1)
    with Desk(url) as other, Desk(url) as desk, other.database.writing.begin() as connection:
        other.database.lock(connection)
        replies = [desk.ping() for _ in range(30)]
        for reply in replies:
            with pytest.raises(StorageError, match="lock timeout"):
                reply.result(LIMIT)


@pytest.mark.slow
def test_a_process_that_is_paused_in_the_middle_is_gone_on_without(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assay.studies.store.database.WAIT", 1)
    with Desk(url) as other, Desk(url) as desk:
        desk.create(small_campaign("paused", protocol="da"), ["ada"]).result(30)
        paused = other.database.writing.connect()
        other.database.lock(paused)
        end = time.monotonic() + LIMIT / 4
        while desk.ping().exception(LIMIT) is not None:
            assert time.monotonic() < end, "nobody can store anything until it goes on"
        with pytest.raises(DBAPIError):
            paused.execute(text("SELECT 1"))
        paused.close()
        *_, last = finish(entered(other, "ada", "paused"))  # with another connection, as if nothing had been
        assert last["state"] == "finished"
        assert audit(other, "paused") == audit(desk, "paused") == []
