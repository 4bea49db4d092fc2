"""The desk of the bench: keeps what was dropped, has the program work on it with limits, and clears away in time.

A set of files has an unguessable key and a folder; a report has another key, so that its link can be passed on
without the files. The work is done by the program itself in a process of its own: at most some at a time, each with
limits of time and memory, ended with all its children when somebody cancels. What a set is at is a small file, so any
process of the server can tell it.

Whatever begins or ends is one step for all threads and processes (`turns`). A set is made and deleted elsewhere and
takes its place, or leaves it, by one renaming; a report is made among the files of its set and leaves them when it is
whole. So nothing is ever there by half, and what is deleted takes along whatever was being made of it.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from threading import Event, Thread
from typing import Any

from assay.errors import InputError
from assay.io.drafts import draft_of
from assay.studies.bench import workers
from assay.studies.bench.roles import ChosenFile, report_words
from assay.studies.bench.turns import Turns
from assay.studies.bench.uploads import UNFIT, BenchFullError, NoSuchFilesError, Upload, file_name

KEY = re.compile(r"[A-Za-z0-9_-]{32}")
PAGE = re.compile(r"report(-[0-9]{1,4})?\.html")
CLEARING = 600.0  # seconds between two looks at what has to go
STOPPING = 10.0  # seconds for work to end that is told to
HOUR = 3600.0
BROKEN_OFF = "the server was restarted meanwhile, or its disk was full; start again"


@dataclass(frozen=True)
class BenchLimits:
    """What the bench takes on, and how long it keeps things."""

    bytes: int = 64 << 20  # of all files of a set
    files: int = 40
    sets: int = 50  # kept at a time
    reports: int = 1_000  # kept at a time
    seconds: float = 300.0  # of one report
    memory: int = 4 << 30
    at_once: int = 2
    keep_files: float = 24 * 3600.0
    keep_reports: float = 30 * 24 * 3600.0


@dataclass(frozen=True)
class JobState:
    """What a set of files is at, and what came of it."""

    # "collecting", "recognising", "recognised", "reporting", "done", "failed" or "cancelled"
    phase: str
    since: float = 0.0
    server: int = 0  # the process that looks after the work
    host: str = ""  # the machine that it runs on
    message: str = ""  # of an error, as the command line words it
    report: str = ""  # the key of its report
    earlier: tuple[str, ...] = ()  # the keys of other reports of these files
    step: str = ""  # what is being done
    warnings: tuple[str, ...] = ()
    files: tuple[Mapping[str, Any], ...] = field(default=(), compare=False)

    @property
    def busy(self) -> bool:
        """Whether work goes on."""
        return self.phase in ("recognising", "reporting")


@dataclass
class Work:
    """Work on a set that this process looks after."""

    begun: JobState
    told: Event = field(default_factory=Event)  # to end
    running: Future[None] | None = None

    def stop(self) -> None:
        """End it, and wait until it has ended; what has not begun never will."""
        self.told.set()
        if self.running is not None and not self.running.cancel():
            wait([self.running], STOPPING)


class Bench:
    """Files, work and reports under one folder."""

    def __init__(
        self, root: Path, limits: BenchLimits | None = None, tell: Callable[[str], object] = bool
    ) -> None:
        root = root.absolute()  # programs are started in other folders
        self.sets, self.reports, self.passing = root / "sets", root / "reports", root / "passing"
        self.limits, self._tell = limits or BenchLimits(), tell
        for folder in (self.sets, self.reports, self.passing):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.pool = ThreadPoolExecutor(self.limits.at_once, thread_name_prefix="bench")
        self.closing = Event()
        self._incoming: set[str] = set()  # sets that a file is coming in for
        self._working: dict[str, Work] = {}
        self._turns = Turns(root)

    def start(self) -> None:
        """Clear away now, and every ten minutes from now on."""
        Thread(target=self._keep_clear, name="bench-clearing", daemon=True).start()

    def close(self) -> None:
        """End all work that is under way here."""
        self.closing.set()
        self.pool.shutdown(wait=True, cancel_futures=True)

    def open_set(self) -> str:
        """Make room for files, and return the key of the set."""
        self.clear_away()
        key = secrets.token_urlsafe(24)
        made = self.passing / key
        with self._turns.one():
            if sum(1 for _ in self.sets.iterdir()) >= self.limits.sets:
                raise BenchFullError(
                    "the bench is full at the moment; try again later, or delete a set of files"
                )
            try:
                (made / "files").mkdir(parents=True, mode=0o700)
                _write(made, JobState("collecting", time.time()))
                made.rename(self.sets / key)
            except BaseException:
                shutil.rmtree(made, ignore_errors=True)
                raise
        return key

    def add_file(self, key: str, name: str) -> Upload:
        """Return where the bytes of a file go, one file of a set at a time; a second of one name gets a number."""
        with self._turns.one():
            folder = self._idle(key) / "files"
            if key in self._incoming:
                raise InputError(
                    "another file of this set is still coming in; wait, or try again in a minute"
                )
            upload = self._upload(folder, name, lambda: self._incoming.discard(key))
            self._incoming.add(key)
        return upload

    def _upload(self, folder: Path, name: str, ended: Callable[[], None]) -> Upload:
        present = [path.name for path in folder.iterdir()]
        if len(present) >= self.limits.files:
            raise BenchFullError(
                f"{len(present)} files are here already, and that is the most; delete some first"
            )
        used = sum(path.stat().st_size for path in folder.iterdir())
        path, limit = folder / file_name(name, present), self.limits.bytes
        return Upload(path, limit - used, limit, ended)

    def remove_file(self, key: str, name: str) -> None:
        """Take a file out of a set."""
        with self._turns.one():
            path = self._idle(key) / "files" / name
            if UNFIT.search(name) or not path.is_file():
                raise NoSuchFilesError(f"there is no file {name} in this set")
            path.unlink()

    def recognise(self, key: str) -> None:
        """Begin to look into the files of a set."""
        with self._turns.one():
            folder = self._idle(key)
            if not any((folder / "files").iterdir()):
                raise InputError("there is no file yet; drop one or more")
            self._begin(key, "recognising", workers.recognising_command(self._size()))

    def report(self, key: str, files: Sequence[ChosenFile], metrics: Sequence[str]) -> None:
        """Begin to make the report of files in their roles."""
        with self._turns.one():
            folder = self._idle(key)
            present = {path.name for path in (folder / "files").iterdir()}
            absent = [file.name for file in files if file.name not in present]
            if absent:
                raise InputError(f"there is no file {absent[0]} in this set")
            if len(self._all_reports()) >= self.limits.reports:
                raise BenchFullError(
                    "the bench holds as many reports as it keeps at a time; delete files that are no longer needed, "
                    "and so their reports"
                )
            words = report_words(files, metrics)
            # Of work that was broken off
            shutil.rmtree(folder / workers.REPORT, ignore_errors=True)
            (folder / workers.REPORT).mkdir(mode=0o700)
            command = workers.report_command(words, self._size())
            self._begin(key, "reporting", command, secrets.token_urlsafe(24))

    def _all_reports(self) -> set[str]:
        """Return the keys of the reports that are there, or are being made here."""
        made = {path.name for path in self.reports.iterdir()}
        return made | {work.begun.report for work in list(self._working.values()) if work.begun.report}

    def state(self, key: str) -> JobState:
        """Return what a set is at."""
        folder, state = self._folder(key), self._stored(key)
        if state.busy and not self._is_worked_on(key, state) and self._stored(key) == state:
            return replace(state, phase="failed", message=BROKEN_OFF)
        if state.busy:
            return replace(state, step=workers.last_step(folder / "talk.txt"))
        recognised = folder / "recognised.json"
        files = json.loads(recognised.read_text(encoding="utf-8")) if recognised.exists() else []
        return replace(state, files=tuple(files))

    def _stored(self, key: str) -> JobState:
        stored = JobState(**json.loads((self._folder(key) / "state.json").read_text(encoding="utf-8")))
        return replace(stored, warnings=tuple(stored.warnings), earlier=tuple(stored.earlier))

    def _is_worked_on(self, key: str, state: JobState) -> bool:
        """Tell whether work goes on, here or in another process; one that was killed may have had our number.

        Of another machine it cannot be known: it is believed for twice as long as a report may take.
        """
        if state.host not in ("", socket.gethostname()):
            return time.time() - state.since < 2 * self.limits.seconds
        return key in self._working if state.server == os.getpid() else workers.is_alive(state.server)

    def cancel(self, key: str) -> None:
        """Have the work on a set ended, whichever process of the server looks after it."""
        if not self.state(key).busy:
            return
        if key in self._working:
            self._working[key].told.set()
        else:
            (self._folder(key) / "cancel").touch()

    def delete(self, key: str) -> None:
        """Delete the files of a set and all reports of them, now; work on them is ended."""
        with self._turns.one():
            folder, state = self._folder(key), self._stored(key)
            if key in self._working:
                self._working[key].stop()
            taken = self._take_away(folder)
        shutil.rmtree(taken, ignore_errors=True)
        for report in (state.report, *state.earlier):
            if KEY.fullmatch(report):
                shutil.rmtree(self.reports / report, ignore_errors=True)

    def _take_away(self, folder: Path) -> Path:
        """Take a set out of its place, as a whole, so that nobody finds a part of it; return where it is now."""
        return folder.rename(self.passing / folder.name)

    def page(self, report: str, name: str = "report.html") -> bytes:
        """Return a page of a finished report."""
        path = self.reports / report / name
        if not (KEY.fullmatch(report) and PAGE.fullmatch(name) and path.is_file()) or self._is_old(
            path.parent
        ):
            raise NoSuchFilesError("there is no report under this link; reports are deleted after a time")
        return path.read_bytes()

    def clear_away(self, now: float | None = None) -> None:
        """Delete files and reports whose time is over; what others delete at the same moment is no trouble."""
        now = time.time() if now is None else now
        unfinished = [path for path in self.sets.iterdir() if not (path / "state.json").exists()]
        for folder in (*_older(self.sets, now - self.limits.keep_files), *unfinished):
            with self._turns.one(), suppress(FileNotFoundError):
                self._take_away(folder)
                shutil.rmtree(self.passing / folder.name, ignore_errors=True)
        for folder in _older(self.reports, now - self.limits.keep_reports):
            shutil.rmtree(folder, ignore_errors=True)
        for folder in _older(self.passing, now - HOUR):  # of a process that was killed
            shutil.rmtree(folder, ignore_errors=True)

    def _is_old(self, report: Path) -> bool:
        return time.time() - report.stat().st_mtime > self.limits.keep_reports

    def _keep_clear(self) -> None:
        """Clear away again and again, whatever goes wrong once: it is promised that files go."""
        while True:
            try:
                self.clear_away()
            except Exception as error:
                self._tell(
                    f"the bench could not delete what has to go, and tries again in ten minutes: {error!r}"
                )
            if self.closing.wait(CLEARING):
                return

    def _folder(self, key: str) -> Path:
        folder = self.sets / key
        if not KEY.fullmatch(key) or not (folder / "state.json").is_file():
            raise NoSuchFilesError
        return folder

    def _idle(self, key: str) -> Path:
        if self.state(key).busy:
            raise InputError("work on these files is under way; wait, or cancel it")
        return self._folder(key)

    def _size(self) -> str:
        return f"{4 * self.limits.bytes >> 20}M"  # of what packed files unpack to

    def _begin(self, key: str, phase: str, command: Sequence[str], report: str = "") -> None:
        """Begin work, in a turn that found the set idle."""
        folder, before = self._folder(key), self._stored(key)
        for name in ("cancel", "talk.txt"):
            (folder / name).unlink(missing_ok=True)
        earlier = (*before.earlier, *([before.report] if before.report else []))
        begun = JobState(
            phase, time.time(), os.getpid(), socket.gethostname(), report=report, earlier=earlier
        )
        work = self._working[key] = Work(begun)
        try:
            _write(folder, begun)
            work.running = self.pool.submit(self._work, folder, work, command)
        except BaseException:
            self._leave(key, work)
            raise
        work.running.add_done_callback(lambda _: self._leave(key, work))

    def _work(self, folder: Path, work: Work, command: Sequence[str]) -> None:
        """Run a command on the files of a set, and write down how it ended, unless that cannot be stored either."""
        try:
            self._end(folder, work.begun, self._run(folder, work, command))
        except FileNotFoundError:  # the set was deleted; a program that had not ended may have written more
            shutil.rmtree(self.passing / folder.name, ignore_errors=True)
        except Exception as error:
            self._tell(f"the bench could not write down how its work ended: {error!r}")

    def _leave(self, key: str, work: Work) -> None:
        """Be no longer at work on a set, unless other work on it has begun."""
        if self._working.get(key) is work:
            del self._working[key]

    def _run(self, folder: Path, work: Work, command: Sequence[str]) -> workers.Ended:
        def is_over() -> bool:
            marked = (folder / "cancel").exists() or not folder.exists()
            return marked or work.told.is_set() or self.closing.is_set()

        try:
            return workers.run(command, folder, self.limits.seconds, self.limits.memory, is_over)
        except OSError as error:
            return workers.Ended("failed", f"it could not be done ({error.strerror}); start again later")

    def _end(self, folder: Path, begun: JobState, ended: workers.Ended) -> None:
        """Write down how work ended; a report that is whole goes where it can be read."""
        phase = "recognised" if begun.phase == "recognising" else "done"
        state = replace(begun, phase=ended.phase or phase, message=ended.message, warnings=ended.warnings)
        if begun.report and ended.phase:
            shutil.rmtree(folder / workers.REPORT, ignore_errors=True)
            state = replace(state, report="")
        elif begun.report:
            (folder / workers.REPORT).rename(self.reports / begun.report)
        _write(folder, state)


def _write(folder: Path, state: JobState) -> None:
    plain = asdict(replace(state, files=(), step=""))
    with draft_of(str(folder / "state.json")) as draft:
        Path(draft).write_text(json.dumps(plain), encoding="utf-8")


def _older(folder: Path, than: float) -> Iterator[Path]:
    """Yield what is in a folder and was changed before a time; what is gone by then is not."""
    for path in folder.iterdir():
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < than:
                yield path
