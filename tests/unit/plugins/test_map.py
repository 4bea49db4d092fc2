"""Plug-ins under `assay map`: one budget, one cache and one model for all shards, and nothing is paid for twice."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from assay.cli.main import main
from assay.plugins.addition import add_judge
from assay.plugins.cache import AnswerCache
from assay.plugins.judge.call import JudgeCall
from support.plugin_stores import TOY, add_toy, asked
from support.program import LIMIT, guarded
from support.stub_endpoint import serving
from support.waits import has_process, until

SHARDS, SEGMENTS = 3, 4


@pytest.fixture(autouse=True)
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write outputs, references and sources in shards, and as a whole."""
    monkeypatch.chdir(tmp_path)
    for kind in ("out", "ref", "src"):
        Path(kind).mkdir()
        lines = [f"{kind} {'x' * number} {number}" for number in range(SHARDS * SEGMENTS)]
        for shard in range(SHARDS):
            rows = lines[shard * SEGMENTS : (shard + 1) * SEGMENTS]
            Path(kind, f"{shard}.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
        Path(f"{kind}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


MAP = ["map", "a=out", "-r", "ref", "-s", "src", "-o", "parts", "-q", "--cache", "answers.sqlite"]
WHOLE = ["score", "a=out.txt", "-r", "ref.txt", "-s", "src.txt", "-q", "--format", "tsv"]


def scores_of(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """Return the scores that a command shows, without their heading."""
    assert main(list(words)) == 0
    return [line.split("\t")[-1] for line in capsys.readouterr().out.splitlines() if line.startswith("a\t")]


def test_shards_share_one_program_and_one_cache(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add_toy(log=tmp_path / "log", starts=tmp_path / "starts")
    Path("starts").unlink()
    assert main([*MAP, "-m", "toy", "-m", "chrf", "--workers", "2"]) == 0
    assert Path("starts").read_text(encoding="utf-8") == "started\n"
    lines = Path("out.txt").read_text(encoding="utf-8").splitlines()
    assert sorted(asked(tmp_path / "log")) == sorted(lines)
    merged = scores_of(capsys, "merge", "parts", "--format", "tsv")
    assert len(merged) == 1
    cached = ["--cache", "answers.sqlite"]
    assert scores_of(capsys, *WHOLE, "-m", "toy", "-m", "chrf", *cached) == merged
    assert len(asked(tmp_path / "log")) == len(lines)


def test_a_budget_holds_over_all_shards(capsys: pytest.CaptureFixture[str]) -> None:
    with serving(lambda _: "50") as endpoint:
        add_judge("judge", JudgeCall("da", endpoint.address, "tiny", lanes=2))
        assert main([*MAP, "-m", "judge", "--budget", "calls=6"]) == 1
        assert "the budget of 6 calls does not allow another call" in capsys.readouterr().err
        assert len(endpoint.bodies) == 6
        assert main([*MAP, "-m", "judge", "--budget", "calls=6"]) == 0
        assert len(endpoint.bodies) == SHARDS * SEGMENTS  # the rest alone
    assert scores_of(capsys, "merge", "parts", "--format", "tsv") == ["50.0"]


def test_what_fails_all_shards_is_tried_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add_toy(wrong="crash", starts=tmp_path / "starts")
    Path("starts").unlink()
    for shard in range(SHARDS):
        Path("out", f"{shard}.txt").write_text("boom\n" * SEGMENTS, encoding="utf-8")
    assert main([*MAP, "-m", "toy"]) == 1
    assert "shard 0: plug-in toy ended with exit code 3" in capsys.readouterr().err
    assert Path("starts").read_text(encoding="utf-8") == "started\n"


def test_scores_of_segments_know_the_cache(tmp_path: Path) -> None:
    add_toy(log=tmp_path / "log")
    Path("tables").mkdir()
    for shard in range(2):
        rows = [f"a {shard} {number}\tb {number}" for number in range(SEGMENTS)]
        Path("tables", f"{shard}.tsv").write_text("\n".join(["system\treference", *rows]) + "\n")
    words = ["score", "tables", "-m", "toy", "--level", "segment", "-q", "--cache", "answers.sqlite"]
    assert main([*words, "-o", "first/"]) == 0
    assert main([*words, "-o", "second/"]) == 0
    assert len(asked(tmp_path / "log")) == 2 * SEGMENTS
    assert Path("first/1.tsv").read_bytes() == Path("second/1.tsv").read_bytes()


def test_a_plugin_that_reads_no_references_needs_none(capsys: pytest.CaptureFixture[str]) -> None:
    add_toy("kiwi", inputs="source hypothesis")
    without = ["a=out", "-s", "src", "-q", "--cache", "answers.sqlite", "-m", "kiwi"]
    assert main(["map", *without, "-o", "parts"]) == 0
    whole = ["score", "a=out.txt", "-s", "src.txt", "-q", "--cache", "answers.sqlite", "-m", "kiwi"]
    merged = scores_of(capsys, "merge", "parts", "--format", "tsv")
    assert scores_of(capsys, *whole, "--format", "tsv") == merged
    assert main(["map", *without, "-m", "chrf", "-o", "parts"]) == 1
    assert "no reference is given; name at least one with -r" in capsys.readouterr().err


def test_a_cluster_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    add_toy()
    assert main([*MAP, "-m", "toy", "--engine", "ray"]) == 2
    assert "plug-ins are asked by one process" in capsys.readouterr().err


def test_a_map_that_is_killed_pays_for_the_rest_alone(tmp_path: Path, store: Path) -> None:
    add_toy(log=tmp_path / "log", slow=0.05, batch=1)
    command = [sys.executable, "-m", "assay", *MAP, "-m", "toy"]
    with guarded(command, env=os.environ | {"ASSAY_PLUGINS": str(store)}) as driver:
        until(lambda: len(asked(tmp_path / "log")) >= 6, driver)
        os.kill(driver.pid, signal.SIGKILL)
        driver.wait()
    # Its program ends with it, after the segment in work.
    until(lambda: not has_process(str(store)))
    before = len(asked(tmp_path / "log"))
    kept = sqlite3.connect("answers.sqlite").execute("SELECT COUNT(*) FROM answers").fetchone()[0]
    assert before - kept <= 1
    assert main([*MAP, "-m", "toy"]) == 0
    assert len(asked(tmp_path / "log")) == before + SHARDS * SEGMENTS - kept


WRITER = """
import sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from assay.plugins.cache import AnswerCache
Path(f"ready.{sys.argv[2]}").touch()
while not Path("go").exists():
    time.sleep(0.005)
cache = AnswerCache("shared.sqlite")
for number in range(40):
    cache.keep(f"own {sys.argv[2]} {number}", "toy", {"score": number})
    cache.keep(f"common {number}", "toy", {"score": number})
    assert cache.look_up([f"common {number}"])
cache.close()
"""


def test_a_cache_that_another_run_begins_at_this_moment_is_waited_for(tmp_path: Path) -> None:
    path = str(tmp_path / "new.sqlite")
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    ending = threading.Timer(0.3, other.commit)
    ending.start()
    cache = AnswerCache(path)
    cache.keep("key", "toy", {"score": 1.0})
    assert cache.look_up(["key"]) == {"key": {"score": 1.0}}
    cache.close()
    ending.join()
    other.close()


def test_several_processes_may_open_and_write_one_cache(tmp_path: Path) -> None:
    with ExitStack() as stack:
        writers = [
            stack.enter_context(
                guarded([sys.executable, "-c", WRITER, str(TOY.parents[2]), str(number)],
                        stderr=subprocess.PIPE, text=True)
            )
            for number in range(4)
        ]  # fmt: skip
        until(lambda: len(list(tmp_path.glob("ready.*"))) == 4)
        Path("go").touch()
        errors = [writer.communicate(timeout=LIMIT)[1] for writer in writers]
    assert errors == [""] * 4
    rows = sqlite3.connect("shared.sqlite").execute("SELECT COUNT(*) FROM answers").fetchone()[0]
    assert rows == 4 * 40 + 40
