"""The real process is killed at random points under load: nothing acknowledged is lost, nothing is stored twice.

Every run kills it 20 times; `make crash` (ASSAY_KILLS=200) ten times as often.
"""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from running_server import Annotator, at_work, check_nothing_lost, free_port, links_for, running
from studies import served, small_campaign, small_texts

KILLS = int(os.environ.get("ASSAY_KILLS", "20"))
NAMES = [f"annotator-{number}" for number in range(8)]


@pytest.mark.slow
def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    campaign = small_campaign(texts=small_texts(max(400, 20 * KILLS)), bundle=5, copies=2)
    with served(tmp_path, campaign, people=tuple(NAMES)):
        pass
    database, port, chance = str(tmp_path / "campaigns.db"), free_port(), random.Random(20)
    links = links_for(database, "spring", NAMES)
    people = [Annotator(name, links[name], [port], seed) for seed, name in enumerate(NAMES)]
    with at_work(people):
        for _ in range(KILLS):
            with running(database, port) as server:
                time.sleep(chance.uniform(0.05, 0.7))
                server.send_signal(signal.SIGKILL)
    stored = check_nothing_lost(database, "spring", people)
    assert stored > 2 * KILLS, "there was no load to speak of"
