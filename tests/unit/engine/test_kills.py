"""Killed workers and killed drivers: the digits stay, and nothing that was written is computed again."""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from assay.engine import nursery, worker
from assay.engine.flow import map_shards
from assay.engine.mapping import MapReport, MapTask
from assay.engine.merging import merge_parts
from assay.engine.options import EngineOptions, MapOptions, MergeOptions
from assay.errors import AssayError
from assay.io import FileOptions
from assay.metrics.specs import parse_metric
from support.program import HARBOUR, LIMIT, assay, guarded, started
from support.waits import until

KILLS = int(os.environ.get("ASSAY_ENGINE_KILLS", "10"))  # of workers, and a fifth as many of the driver
METRICS = [parse_metric("chrf"), parse_metric("ribes")]
# A worker that kills itself the first time that it has a shard: before, while or after its part is written.
MORTAL = """
import os, signal, sys
from assay.engine import nursery, work, worker
from assay.io.large import parts
whole = work.do_task
def die():
    os.kill(os.getpid(), signal.SIGKILL)
def do_task(task):
    mark = os.path.join(MARKS, task.shard)
    if os.path.exists(mark):
        return whole(task)
    open(mark, "w").close()
    way = int(task.shard) % 3
    if way == 0:
        die()
    if way == 1:
        parts.write_file = lambda path, content: die()
    report = whole(task)
    die()
worker.do_task = do_task
sys.exit(nursery.main())
"""


def write_shards(folder: Path, number: int) -> FileOptions:
    """Write a small set in shards of a few lines each."""
    draw = random.Random(number)
    texts = {
        name: (HARBOUR / f"{name}.en.txt").read_text(encoding="utf-8").splitlines()
        for name in ("alder", "reference-a")
    }
    for name in texts:
        (folder / name).mkdir()
    for shard in range(number):
        rows = [draw.randrange(66) for _ in range(3)]
        for name, lines in texts.items():
            (folder / name / f"{shard:03}.txt").write_text(
                "".join(f"{lines[row]} {shard}\n" for row in rows), encoding="utf-8"
            )
    return FileOptions((str(folder / "alder"),), (str(folder / "reference-a"),))


def totals(folder: Path) -> list[float]:
    evaluation = merge_parts(MergeOptions((str(folder),))).evaluation()
    return [evaluation.stats[metric, "alder"].total() for metric in METRICS]


@pytest.mark.slow
def test_killed_workers_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = write_shards(tmp_path, KILLS)
    map_shards(files, METRICS, MapOptions(str(tmp_path / "undisturbed")), EngineOptions(workers=2))
    (tmp_path / "marks").mkdir()
    program = MORTAL.replace("MARKS", repr(str(tmp_path / "marks")))
    monkeypatch.setattr(nursery, "COMMAND", (sys.executable, "-c", program))
    mapped = map_shards(files, METRICS, MapOptions(str(tmp_path / "parts")), EngineOptions(workers=2))
    assert len(list((tmp_path / "marks").iterdir())) == KILLS
    assert totals(tmp_path / "parts") == totals(tmp_path / "undisturbed")
    names = {path.name for path in (tmp_path / "parts").glob("*.part")}
    assert names == {path.name for path in (tmp_path / "undisturbed").glob("*.part")}
    assert mapped.kept == sum(
        shard % 3 == 2 for shard in range(KILLS)
    )  # written before the kill, and not again


def test_a_shard_that_kills_every_worker_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = write_shards(tmp_path, 3)
    program = """
import os, sys
from assay.engine import nursery, worker
worker.do_task = lambda task: os._exit(7)
sys.exit(nursery.main())
"""
    monkeypatch.setattr(nursery, "COMMAND", (sys.executable, "-c", program))
    with pytest.raises(Exception, match=r"shard 00\d: 3 workers died of it \(exit code 7\)"):
        map_shards(files, METRICS, MapOptions(str(tmp_path / "parts")), EngineOptions(workers=2))


@pytest.mark.slow
def test_killed_drivers_change_nothing(tmp_path: Path) -> None:
    kills = KILLS // 5
    write_shards(tmp_path, 4 * kills + 4)
    words = [
        "map",
        "alder",
        "-r",
        "reference-a",
        "-o",
        "parts",
        "-m",
        "chrf",
        "-m",
        "ribes",
        "--workers",
        "2",
    ]
    written: dict[str, int] = {}
    for kill in range(kills):
        with guarded([sys.executable, "-m", "assay", *words], cwd=tmp_path) as program:
            wait_for(tmp_path / "parts", 4 * (kill + 1), program)
            os.kill(program.pid, signal.SIGKILL)
        times = {path.name: path.stat().st_mtime_ns for path in parts_in(tmp_path / "parts")}
        assert {name: times[name] for name in written} == written
        written = times
    assert assay(*words, cwd=tmp_path).returncode == 0
    times = {path.name: path.stat().st_mtime_ns for path in parts_in(tmp_path / "parts")}
    assert {name: times[name] for name in written} == written
    assert len(times) == 4 * kills + 4
    assert len(list((tmp_path / "parts").glob("*.part"))) == len(times)  # drafts of the killed ones are gone
    files = FileOptions((str(tmp_path / "alder"),), (str(tmp_path / "reference-a"),))
    map_shards(files, METRICS, MapOptions(str(tmp_path / "undisturbed")), EngineOptions(workers=2))
    assert totals(tmp_path / "parts") == totals(tmp_path / "undisturbed")


def parts_in(folder: Path) -> list[Path]:
    """Return the parts of a folder; a draft, which a killed program may leave, is none."""
    return [path for path in folder.glob("*.part") if not path.name.startswith(".")]


def wait_for(folder: Path, number: int, program: Popen[bytes]) -> None:
    """Wait until so many parts are there, or the program has ended."""
    until(lambda: len(parts_in(folder)) >= number or program.poll() is not None)


def test_where_there_is_no_fork_workers_are_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = write_shards(tmp_path, 3)
    map_shards(files, METRICS, MapOptions(str(tmp_path / "forks")), EngineOptions(workers=1))
    monkeypatch.setattr(nursery, "FORKS", False)
    map_shards(files, METRICS, MapOptions(str(tmp_path / "programs")), EngineOptions(workers=1))
    parts = {path.name: path.read_bytes() for path in (tmp_path / "forks").glob("*.part")}
    assert parts == {path.name: path.read_bytes() for path in (tmp_path / "programs").glob("*.part")}


@pytest.mark.skipif(not nursery.FORKS, reason="workers are forks on Linux only")
def test_a_nursery_that_is_killed_is_replaced() -> None:
    place = nursery.Nursery()
    try:
        first = place.child()
        assert first.poll() is None
        process = place._process
        assert process is not None
        process.kill()
        process.wait()
        assert first.poll() == -signal.SIGKILL  # nobody knows, and it is not waited for
        second = place.child()
        assert second.poll() is None
        second.kill()
        assert second.wait(timeout=60) == -signal.SIGKILL
    finally:
        place.close()


@pytest.mark.skipif(not nursery.FORKS, reason="workers are forks on Linux only")
def test_workers_that_cannot_be_started_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = write_shards(tmp_path, 2)
    monkeypatch.setattr(nursery, "COMMAND", (sys.executable, "-c", "raise SystemExit(3)"))
    with pytest.raises(AssayError, match="no worker can be started"):
        map_shards(files, METRICS, MapOptions(str(tmp_path / "parts")), EngineOptions(workers=1))


# Python imports a module of this name before anything else; it holds the nursery where it cannot heed a signal yet.
SLOW_START = """
import os, sys, time
if "assay.engine.nursery" in sys.orig_argv:
    open(os.environ["MARK"], "w").close()
    for _ in range(200):
        time.sleep(0.01)
"""


@pytest.mark.skipif(not nursery.FORKS, reason="workers are forks on Linux only")
def test_ctrl_c_while_workers_start_is_one_line(tmp_path: Path) -> None:
    write_shards(tmp_path, 2)
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / "sitecustomize.py").write_text(SLOW_START)
    mark = tmp_path / "mark"
    words = ["map", "alder", "-r", "reference-a", "-o", "parts", "-m", "chrf", "--workers", "1"]
    env = os.environ | {"PYTHONPATH": str(tmp_path / "first"), "MARK": str(mark)}
    with started(*words, cwd=tmp_path, env=env, stdout=PIPE, stderr=PIPE, start_new_session=True) as program:
        until(mark.exists, program)
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does: to all that are in the foreground
        _, said = program.communicate(timeout=LIMIT)
    assert (program.returncode, said.decode().splitlines()) == (130, ["error: interrupted"])


def test_a_worker_whose_driver_is_gone_ends_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "do_task", lambda task: MapReport(task.shard))
    there, answers = os.pipe()
    os.close(there)
    task = MapTask("a", {}, (), None, None, (), None, (), str(tmp_path))
    try:
        worker.work_on([json.dumps(task.plain())] * 2, answers)  # a BrokenPipeError would be shown
    finally:
        os.close(answers)
