"""The bench when many ask at once, when files are deleted while they are worked on, and when its disk is full."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from assay.studies.bench import Bench, BenchLimits, ChosenFile, NoSuchFilesError, desk, workers
from support.bench_site import bench_served, sleeping
from support.program import LIMIT, guarded
from support.waits import until

Site = tuple[str, Bench]
CLIENTS, ROUNDS = 8, 25
CHOICE = {
    "files": [{"name": "a", "role": "system"}, {"name": "r", "role": "reference"}],
    "metrics": ["bleu"],
}
FILES = [ChosenFile("a", "system", {}), ChosenFile("r", "reference", {})]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with bench_served(tmp_path) as both:
        yield both


def asked(site: Site, method: str, path: str, body: object = None) -> tuple[int, str]:
    """Send a request as the page does; return status and body."""
    content = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
    with closing(http.client.HTTPConnection(urlsplit(site[0]).netloc, timeout=LIMIT)) as connection:
        connection.request(method, path, content, {"X-Assay": "1", "Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def filled(site: Site) -> str:
    """Open a set of two files, and return its key."""
    key: str = json.loads(asked(site, "POST", "/bench/sets")[1])["set"]
    for name in "ar":
        assert asked(site, "POST", f"/bench/sets/{key}/files?name={name}", b"one\ntwo\n")[0] == 204
    return key


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """Do all at the same moment; return what each returned."""
    barrier = threading.Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        barrier.wait(LIMIT)
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        return [future.result(LIMIT) for future in [pool.submit(run, work) for work in works]]


def left(bench: Bench) -> list[str]:
    """Return all that is left of files and reports."""
    folders = (bench.sets, bench.reports, bench.passing)
    return [str(path) for folder in folders for path in folder.rglob("*")]


def test_opening_and_deleting_at_once_is_never_a_failure_of_ours(site: Site) -> None:
    def work() -> Counter[int]:
        statuses: Counter[int] = Counter()
        for _ in range(ROUNDS):
            status, body = asked(site, "POST", "/bench/sets")
            statuses[status] += 1
            path = f"/bench/sets/{json.loads(body)['set']}"
            for method, rest in (("GET", ""), ("DELETE", ""), ("GET", "")):
                statuses[asked(site, method, path + rest)[0]] += 1
        return statuses

    done: Counter[int] = sum(at_once([work] * CLIENTS), Counter())
    each = CLIENTS * ROUNDS
    assert done == {201: each, 200: each, 204: each, 404: each}
    assert left(site[1]) == []


def test_whoever_deletes_the_same_set_at_once_is_told_that_it_is_gone(site: Site) -> None:
    for _ in range(5):
        key = filled(site)
        paths = [("DELETE", ""), ("GET", ""), ("POST", "/recognise"), ("POST", "/cancel")] * 3
        works = [partial(asked, site, method, f"/bench/sets/{key}{rest}") for method, rest in paths]
        done = at_once(works)
        assert {status for status, _ in done} <= {200, 204, 400, 404}, done
        assert [
            status for (status, _), (method, _) in zip(done, paths, strict=True) if method == "DELETE"
        ].count(204) == 1
        until(lambda: left(site[1]) == [])


def test_a_set_has_one_piece_of_work_at_a_time(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    sleeping(monkeypatch)
    for _ in range(4):
        key = filled(site)
        path = f"/bench/sets/{key}/report"
        statuses = Counter(status for status, _ in at_once([partial(asked, site, "POST", path, CHOICE)] * 20))
        assert statuses == {204: 1, 400: 19}
        assert asked(site, "DELETE", f"/bench/sets/{key}")[0] == 204
    assert left(site[1]) == []


ANOTHER = """
import sys
from pathlib import Path
from assay.errors import InputError
from assay.studies.bench import Bench, workers
workers.report_command = lambda *_: [sys.executable, "-c", "import time; time.sleep(60)"]
from assay.studies.bench import ChosenFile
FILES = [ChosenFile("a", "system", {}), ChosenFile("r", "reference", {})]
bench = Bench(Path(sys.argv[1]))
print("ready", flush=True)
for key in sys.stdin:
    begun = 0
    for _ in range(10):
        try:
            bench.report(key.strip(), FILES, ["bleu"])
            begun += 1
        except InputError:
            pass
    print(begun, flush=True)
bench.close()
"""


def test_two_processes_of_the_server_begin_no_work_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleeping(monkeypatch)
    command = [sys.executable, "-c", ANOTHER, str(tmp_path / "bench")]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with bench_served(tmp_path) as site, guarded(command, **pipes) as other:
        assert other.stdin
        assert other.stdout
        assert other.stdout.readline() == "ready\n"
        for _ in range(5):
            key = filled(site)
            other.stdin.write(f"{key}\n")
            other.stdin.flush()
            ours = [asked(site, "POST", f"/bench/sets/{key}/report", CHOICE)[0] for _ in range(10)]
            assert ours.count(204) + int(other.stdout.readline()) == 1
            assert asked(site, "DELETE", f"/bench/sets/{key}")[0] == 204
            until(lambda: left(site[1]) == [])
        other.stdin.close()
        assert other.wait(LIMIT) == 0


def test_deleting_ends_what_is_under_way_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleeping(monkeypatch)
    with bench_served(tmp_path, BenchLimits(at_once=1)) as site:
        bench = site[1]
        running, waiting = filled(site), filled(site)
        for key in (running, waiting):
            assert asked(site, "POST", f"/bench/sets/{key}/report", CHOICE)[0] == 204
        child = bench.sets / running / "files" / "child"
        until(lambda: child.exists() and child.read_text())
        process = int(child.read_text())
        for key in (waiting, running):
            assert asked(site, "DELETE", f"/bench/sets/{key}")[0] == 204
        assert left(bench) == []
        until(lambda: not workers.is_alive(process) or is_zombie(process))
        key = filled(site)  # the one place for work is free again
        assert asked(site, "POST", f"/bench/sets/{key}/recognise")[0] == 204
        until(lambda: bench.state(key).phase == "recognised")


def is_zombie(process: int) -> bool:
    """Tell whether a process has ended, though nobody has asked how."""
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z"


def test_all_reports_of_files_go_with_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = "open('../report/report.html', 'w').write('page')"
    monkeypatch.setattr(workers, "report_command", lambda *_: [sys.executable, "-c", script])
    with bench_served(tmp_path) as site:
        bench, key = site[1], filled(site)
        for _ in range(3):
            bench.report(key, FILES, ["bleu"])
            until(lambda: bench.state(key).phase == "done")
        reports = [path.name for path in bench.reports.iterdir()]
        assert len(reports) == 3
        assert {bench.page(report) for report in reports} == {b"page"}
        bench.delete(key)
        assert left(bench) == []


def test_a_file_that_comes_in_while_its_set_is_deleted_is_gone_with_it(site: Site) -> None:
    bench, key = site[1], filled(site)
    late = bench.add_file(key, "late")
    late.write(b"x")
    bench.delete(key)
    with pytest.raises(NoSuchFilesError):
        late.__exit__(None)
    assert left(bench) == []


def test_what_clears_away_goes_on_whatever_happens_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(desk, "CLEARING", 0.01)
    bench = Bench(tmp_path / "bench", tell=told.append)
    cleared = threading.Semaphore(0)
    failures: list[Exception] = [FileNotFoundError("a"), PermissionError("b"), ValueError("c")]

    def clear() -> None:
        cleared.release()
        if failures:
            raise failures.pop(0)

    monkeypatch.setattr(bench, "clear_away", clear)
    bench.start()
    for _ in range(5):
        assert cleared.acquire(timeout=LIMIT)
    bench.close()
    assert [words[:64] for words in told] == [
        "the bench could not delete what has to go, and tries again in te"
    ] * 3


def test_what_is_deleted_meanwhile_stops_no_clearing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(tmp_path / "bench")
    keys = [bench.open_set() for _ in range(3)]
    listed = Path.iterdir

    def slow(folder: Path) -> Iterator[Path]:
        found = list(listed(folder))
        if folder == bench.sets and keys:
            bench.delete(keys.pop())
        return iter(found)

    monkeypatch.setattr(Path, "iterdir", slow)
    bench.clear_away()
    bench.clear_away(time.time() + 25 * 3600)
    assert left(bench) == []
    bench.close()


def test_a_set_by_half_that_an_earlier_version_left_takes_no_place(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "bench", BenchLimits(sets=1))
    (bench.sets / ("h" * 32) / "files").mkdir(parents=True)
    key = bench.open_set()
    assert [path.name for path in bench.sets.iterdir()] == [key]
    bench.close()


_OPEN = os.open


class FullDisk:
    """A disk that is full from the call of so many on."""

    CALLS = ("mkdir", "open", "replace", "rename", "fsync")

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path, after: int) -> None:
        self.left, self.failed = after, False
        for name in self.CALLS:
            monkeypatch.setattr(os, name, self._failing(getattr(os, name), str(folder)))

    def _failing(self, call: Callable[..., Any], folder: str) -> Callable[..., Any]:
        def full(*given: Any, **named: Any) -> Any:
            only_reads = call is _OPEN and not given[1] & os.O_CREAT
            if not only_reads and (isinstance(given[0], int) or str(given[0]).startswith(folder)):
                self.left -= 1
                if self.left < 0:
                    self.failed = True
                    raise OSError(28, "No space left on device", str(given[0]))
            return call(*given, **named)

        return full


@pytest.mark.parametrize("after", range(9))
@pytest.mark.parametrize("action", ["open", "recognise", "report"])
def test_a_full_disk_is_told_without_our_folders_and_leaves_no_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, action: str, after: int
) -> None:
    with bench_served(tmp_path) as site:
        bench, key = site[1], filled(site)
        monkeypatch.setattr(workers, "run", lambda *_: workers.Ended())
        with monkeypatch.context() as patched:
            disk = FullDisk(patched, tmp_path / "bench", after)
            path = "/bench/sets" if action == "open" else f"/bench/sets/{key}/{action}"
            status, body = asked(site, "POST", path, CHOICE if action == "report" else None)
            until(lambda: not bench._working)
        assert status in (201, 204, 503)
        assert status == 503 or not disk.failed or action != "open"
        assert str(tmp_path) not in body
        assert status != 503 or "No space left on device" in json.loads(body)["message"]
        assert all((folder / "state.json").exists() for folder in bench.sets.iterdir())
        for folder in list(bench.sets.iterdir()):
            assert asked(site, "DELETE", f"/bench/sets/{folder.name}")[0] == 204
        assert left(bench) == []


def test_a_report_on_a_full_disk_tells_no_folder_of_ours(site: Site) -> None:
    bench, key = site[1], filled(site)
    full = "import sys; sys.exit('error: ' + ' '.join(sys.argv[1:]) + ' cannot be written')"
    for work in ("report", "recognise"):
        name = "report_command" if work == "report" else "recognising_command"
        command = getattr(workers, name)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(
                workers, name, lambda *given, it=command: [sys.executable, "-c", full, *it(*given)[2:]]
            )
            assert (
                asked(site, "POST", f"/bench/sets/{key}/{work}", CHOICE if work == "report" else None)[0]
                == 204
            )
        until(lambda: not bench.state(key).busy)
        message = bench.state(key).message
        assert "cannot be written" in message
        assert str(bench.sets.parent) not in message
