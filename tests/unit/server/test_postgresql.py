"""On a real PostgreSQL: a study, two server processes at once, one of them killed again and again."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from assay.server import Desk, audit
from postgres import postgres
from running_server import Annotator, at_work, check_nothing_lost, free_port, links_for, running
from studies import entered, finish, small_campaign, small_texts

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
