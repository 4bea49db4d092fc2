"""The real process is killed at random points under load: nothing acknowledged is lost, nothing is stored twice.

Half of the kills come at the very moment at which an answer is acknowledged, which a server that acknowledges before it
has stored does not survive. Every run kills it 20 times; `make crash` (ASSAY_KILLS=200) ten times as often.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from assay.studies.auth import Identity
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
from support.small_studies import served, small_campaign, small_texts
from support.waits import until

KILLS = int(os.environ.get("ASSAY_KILLS", "20"))
NAMES = [f"annotator-{number}" for number in range(8)]


class Killer:
    """Kills a server when somebody has heard that an answer is stored."""

    def __init__(self) -> None:
        self.aimed: subprocess.Popen[bytes] | None = None

    def strike(self) -> None:
        """Kill what is aimed at, if anything is."""
        server, self.aimed = self.aimed, None
        if server is not None:
            server.send_signal(signal.SIGKILL)

    def kill_at_an_acknowledgement(self, server: subprocess.Popen[bytes]) -> None:
        """Wait until an answer is acknowledged and the server is no more."""
        self.aimed = server
        server.wait(LIMIT)
        assert self.aimed is None, "nobody heard that an answer is stored"


@pytest.mark.slow
def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    campaign = small_campaign(texts=small_texts(max(400, 40 * KILLS)), bundle=5, copies=2)
    with served(tmp_path, campaign, people=tuple(NAMES)):
        pass
    database, port, chance = str(tmp_path / "campaigns.db"), free_port(), random.Random(20)
    links = links_for(database, "spring", NAMES)
    killer = Killer()
    people = [
        Annotator(name, links[name], [port], seed, heard=killer.strike, pause=0.05)
        for seed, name in enumerate(NAMES)
    ]
    with at_work(people):
        for kill in range(KILLS):
            with running(database, port) as server:
                time.sleep(chance.uniform(0.05, 0.7))
                if kill % 2:
                    killer.kill_at_an_acknowledgement(server)
                server.send_signal(signal.SIGKILL)
    assert not any(person.finished for person in people), "the last kills met a server with nothing to do"
    stored = check_nothing_lost(database, "spring", people)
    assert stored > 2 * KILLS, "there was no load to speak of"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells whose child a process is")
def test_what_computes_for_a_server_ends_with_it(tmp_path: Path) -> None:
    database, port = str(tmp_path / "campaigns.db"), free_port()
    with served(tmp_path, small_campaign()) as desk:
        link = desk.link(Identity("*", "admin", "root")).result()
    with running(database, port) as server:
        _, headers, _ = request(port, "GET", f"/join/{link}")
        cookie = headers["set-cookie"].partition(";")[0]
        assert request(port, "GET", "/admin/c/spring/figures", cookie=cookie)[0] == 200
        children = children_of(server.pid)
        assert len(children) >= 1
        server.kill()
        server.wait(LIMIT)
    try:
        until(lambda: not any(map(is_running, children)))
    finally:
        for child in filter(is_running, children):
            os.kill(child, signal.SIGKILL)


def children_of(process: int) -> list[int]:
    """Return the processes that the threads of a process have started."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for thread in threads for child in thread.read_text(encoding="ascii").split()]


def is_running(process: int) -> bool:
    """Tell whether a process is there, and not only its exit code."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
