"""Two runs on one file of answers: nothing is asked twice, and a run that is killed leaves its share to the other."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from assay.plugins import claims
from assay.plugins.cache import AnswerCache
from support.plugin_stores import TOY, add_toy, asked, requests, scored, values
from support.program import LIMIT, guarded
from support.waits import until

DRIVER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from support.plugin_stores import scored, values
first, last = int(sys.argv[3]), int(sys.argv[4])
print(values(scored(Path(sys.argv[2]), *(f"segment {number}" for number in range(first, last)))))
"""


def driver(folder: Path, first: int, last: int) -> list[str]:
    numbers = [str(first), str(last)]
    return [sys.executable, "-c", DRIVER, str(TOY.parents[2]), str(folder / "cache"), *numbers]


def wait_for(log: Path, lines: int) -> None:
    until(lambda: len(asked(log)) >= lines)


def test_two_runs_at_once_ask_for_every_segment_once(tmp_path: Path, store: Path) -> None:
    log = tmp_path / "log"
    add_toy(log=log, slow=0.1, batch=2)
    env = os.environ | {"ASSAY_PLUGINS": str(store)}
    with (
        guarded(driver(tmp_path, 10, 40), env=env, stdout=subprocess.PIPE) as first,
        guarded(driver(tmp_path, 25, 60), env=env, stdout=subprocess.PIPE) as second,
    ):
        answers = [run.communicate(timeout=LIMIT)[0] for run in (first, second)]
        assert (first.returncode, second.returncode) == (0, 0)
    assert Counter(asked(log)) == Counter(f"segment {number}" for number in range(10, 60))
    assert [len(json.loads(answer)) for answer in answers] == [30, 35]
    with sqlite3.connect(tmp_path / "cache") as rows:
        assert rows.execute("SELECT COUNT(*) FROM claims").fetchone() == (0,)


def test_a_run_that_is_killed_leaves_what_it_claimed_to_one_that_waits(tmp_path: Path, store: Path) -> None:
    log = tmp_path / "log"
    add_toy(log=log, slow=0.2, batch=2)
    env = os.environ | {"ASSAY_PLUGINS": str(store)}
    with guarded(driver(tmp_path, 10, 40), env=env) as first:
        wait_for(log, 4)
        with guarded(driver(tmp_path, 10, 40), env=env, stdout=subprocess.PIPE) as second:
            wait_for(log, 10)
            os.kill(first.pid, signal.SIGKILL)
            first.wait()
            answer = second.communicate(timeout=LIMIT)[0]
            assert second.returncode == 0
    assert len(json.loads(answer)) == 30
    twice = [segment for segment, times in Counter(asked(log)).items() if times > 1]
    assert len(twice) <= 4  # a batch that was under way, and perhaps one that was on its way
    assert len(set(asked(log))) == 30


def other_machine(path: Path, key: str, seconds: float) -> None:
    """Write the claim of a run on another machine, which lives so long without a further sign."""
    cache = AnswerCache(str(path))
    cache.under_way()
    cache.close()
    with sqlite3.connect(path) as rows:
        rows.execute("INSERT INTO owners VALUES ('elsewhere 1 0', ?)", (time.time() + seconds,))
        rows.execute("INSERT INTO claims VALUES (?, 'elsewhere 1 0')", (key,))


def silenced(path: Path, log: Path) -> None:
    """Let the other machine's time run out as soon as what it does not claim is asked for."""
    until(lambda: asked(log)[-1:] == ["three"])
    with sqlite3.connect(path, timeout=LIMIT) as rows:
        rows.execute("UPDATE owners SET alive_until = ? WHERE owner = 'elsewhere 1 0'", (time.time() - 1,))


def signs_of_life(path: Path) -> float:
    """Return until when the one run that works has said that it lives."""
    with sqlite3.connect(path) as rows:
        [(latest,)] = rows.execute("SELECT MAX(alive_until) FROM owners").fetchall()
    return float(latest or 0)


def test_a_claim_from_another_machine_ends_with_its_signs_of_life(tmp_path: Path) -> None:
    plugin = add_toy(log=tmp_path / "log")
    (request,) = requests("one")
    other_machine(tmp_path / "cache", request.key(plugin.identity), 10 * LIMIT)
    assert values(scored(tmp_path / "cache", "two")) == [1 / 9]
    assert asked(tmp_path / "log") == ["two"]
    with ThreadPoolExecutor(1) as pool:
        over = pool.submit(silenced, tmp_path / "cache", tmp_path / "log")
        assert values(scored(tmp_path / "cache", "one", "three")) == [1 / 9, 1 / 7]
        over.result()
    assert asked(tmp_path / "log") == ["two", "three", "one"]


def test_a_run_says_that_it_is_alive_while_it_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "PULSE", 0.2)
    monkeypatch.setattr(claims, "LIFETIME", 3.0)
    monkeypatch.setattr(claims, "_may_live", lambda _: True)
    mine, other = AnswerCache(str(tmp_path / "cache")), AnswerCache(str(tmp_path / "cache"))
    with mine.claimed(["a", "b"]) as own:
        assert own == {"a", "b"}
        began = until(lambda: signs_of_life(tmp_path / "cache"))
        until(lambda: signs_of_life(tmp_path / "cache") > began + 3)
        with other.claimed(["b", "c"]) as left:
            assert left == {"c"}
        assert other.under_way() == {"a", "b"}
    assert other.under_way() == set()
    with other.claimed(["a"]) as own:
        assert own == {"a"}
    for cache in (mine, other):
        cache.close()


def test_what_ends_with_an_error_is_let_go(tmp_path: Path) -> None:
    cache = AnswerCache(str(tmp_path / "cache"))
    with pytest.raises(KeyboardInterrupt), cache.claimed(["a"]):
        raise KeyboardInterrupt
    with AnswerCache(str(tmp_path / "cache")).claimed(["a"]) as own:
        assert own == {"a"}
    cache.close()
