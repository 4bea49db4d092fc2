"""The desk of the bench: keeps what was dropped, has the program work on it with limits, and clears away in time.

A set of files has an unguessable key and a folder; a report has another key, so that its link can be passed on
without the files. The work is done by the program itself in a process of its own: at most some at a time, each with
limits of time and memory, ended with all its children when somebody cancels. What a set is at is a small file, so any
process of the server can tell it.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any, Self

from assay.errors import InputError
from assay.io import write_file
from assay.server.bench import working
from assay.server.bench.roles import ChosenFile, report_words

KEY = re.compile(r"[A-Za-z0-9_-]{32}")
PAGE = re.compile(r"report(-[0-9]{1,4})?\.html")
UNFIT = re.compile(r"[\x00-\x1f\x7f/\\]")
LONGEST_NAME = 120  # bytes, which every file system takes
BROKEN_OFF = "the server was restarted meanwhile, or its disk was full; start again"
GONE = "there are no such files here; they may have been deleted in the meantime: drop them again"


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

    phase: str  # "collecting", "recognising", "recognised", "reporting", "done", "failed" or "cancelled"
    since: float = 0.0
    server: int = 0  # the process that looks after the work
    host: str = ""  # the machine that it runs on
    message: str = ""  # of an error, as the command line words it
    report: str = ""  # the key of its report
    step: str = ""  # what is being done
    warnings: tuple[str, ...] = ()
    files: tuple[Mapping[str, Any], ...] = field(default=(), compare=False)

    @property
    def busy(self) -> bool:
        """Whether work goes on."""
        return self.phase in ("recognising", "reporting")


class BenchFullError(InputError):
    """More was given than the bench takes."""


class NoSuchFilesError(InputError):
    """There is nothing under this key, or nothing any more."""


class Upload:
    """A file that is coming in; it counts once all of it is there."""

    def __init__(self, path: Path, room: int, limit: int, ended: Callable[[], None]) -> None:
        self.path, self.draft = path, path.parent.with_name(f"upload-{secrets.token_hex(8)}")
        self.room, self.limit, self.ended = room, limit, ended
        self.handle = self.draft.open("xb")

    def __enter__(self) -> Self:
        return self

    def write(self, data: bytes) -> None:
        """Add bytes; more than there is room for are refused."""
        self.room -= len(data)
        if self.room < 0:
            raise BenchFullError(
                f"{self.path.name}: too large; the files of a set may have {self.limit >> 20} MB together: pack it as "
                ".gz, leave out what need not be compared, or use assay report on the command line"
            )
        self.handle.write(data)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            self.handle.close()
            if kind is None:
                os.replace(self.draft, self.path)
        finally:
            self.draft.unlink(missing_ok=True)
            self.ended()


class Bench:
    """Files, work and reports under one folder."""

    def __init__(self, root: Path, limits: BenchLimits | None = None) -> None:
        root = root.absolute()  # programs are started in other folders
        self.sets, self.reports = root / "sets", root / "reports"
        self.limits = limits or BenchLimits()
        for folder in (self.sets, self.reports):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.pool = ThreadPoolExecutor(self.limits.at_once, thread_name_prefix="bench")
        self.closing = Event()
        self._incoming: set[str] = set()  # sets that a file is coming in for
        self._working: dict[str, JobState] = {}  # sets that this process is at work on
        self._lock = Lock()

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
        if sum(1 for _ in self.sets.iterdir()) >= self.limits.sets:
            raise BenchFullError("the bench is full at the moment; try again later, or delete a set of files")
        key = secrets.token_urlsafe(24)
        (self.sets / key / "files").mkdir(parents=True, mode=0o700)
        self._write(key, JobState("collecting", time.time()))
        return key

    def add_file(self, key: str, name: str) -> Upload:
        """Return where the bytes of a file go, one file of a set at a time; a second of one name gets a number."""
        folder = self._idle(key) / "files"
        with self._lock:
            if key in self._incoming:
                raise InputError(
                    "another file of this set is still coming in; wait, or try again in a minute"
                )
            self._incoming.add(key)
        try:
            return self._upload(folder, name, lambda: self._incoming.discard(key))
        except BaseException:
            self._incoming.discard(key)
            raise

    def _upload(self, folder: Path, name: str, ended: Callable[[], None]) -> Upload:
        present = [path.name for path in folder.iterdir()]
        if len(present) >= self.limits.files:
            raise BenchFullError(
                f"{len(present)} files are here already, and that is the most; delete some first"
            )
        used = sum(path.stat().st_size for path in folder.iterdir())
        path, limit = folder / _file_name(name, present), self.limits.bytes
        return Upload(path, limit - used, limit, ended)

    def remove_file(self, key: str, name: str) -> None:
        """Take a file out of a set."""
        path = self._idle(key) / "files" / name
        if UNFIT.search(name) or not path.is_file():
            raise NoSuchFilesError(f"there is no file {name} in this set")
        path.unlink()

    def recognise(self, key: str) -> None:
        """Begin to look into the files of a set."""
        folder = self._idle(key)
        if not any((folder / "files").iterdir()):
            raise InputError("there is no file yet; drop one or more")
        self._begin(key, "recognising", working.recognising_command(folder, self._size()))

    def report(self, key: str, files: Sequence[ChosenFile], metrics: Sequence[str]) -> None:
        """Begin to make the report of files in their roles."""
        folder = self._idle(key)
        present = {path.name for path in (folder / "files").iterdir()}
        absent = [file.name for file in files if file.name not in present]
        if absent:
            raise InputError(f"there is no file {absent[0]} in this set")
        if sum(1 for _ in self.reports.iterdir()) >= self.limits.reports:
            raise BenchFullError(
                "the bench holds as many reports as it keeps at a time; delete files that are no longer needed, and so "
                "their reports"
            )
        report = secrets.token_urlsafe(24)
        page = self.reports / report / "report.html"
        words = report_words(files, metrics)
        page.parent.mkdir(mode=0o700)
        self._begin(key, "reporting", working.report_command(words, page, self._size()), report)

    def state(self, key: str) -> JobState:
        """Return what a set is at."""
        folder, state = self._folder(key), self._stored(key)
        if state.busy and not self._is_worked_on(key, state) and self._stored(key) == state:
            return replace(state, phase="failed", message=BROKEN_OFF)
        if state.busy:
            return replace(state, step=working.last_step(folder / "talk.txt"))
        recognised = folder / "recognised.json"
        files = json.loads(recognised.read_text(encoding="utf-8")) if recognised.exists() else []
        return replace(state, files=tuple(files), warnings=tuple(state.warnings))

    def _stored(self, key: str) -> JobState:
        return JobState(**json.loads((self._folder(key) / "state.json").read_text(encoding="utf-8")))

    def _is_worked_on(self, key: str, state: JobState) -> bool:
        """Tell whether work goes on, here or in another process; one that was killed may have had our number.

        Of another machine it cannot be known: it is believed for twice as long as a report may take.
        """
        if state.host not in ("", socket.gethostname()):
            return time.time() - state.since < 2 * self.limits.seconds
        return key in self._working if state.server == os.getpid() else working.is_alive(state.server)

    def cancel(self, key: str) -> None:
        """Have the work on a set ended, whichever process of the server looks after it."""
        if self.state(key).busy:
            (self._folder(key) / "cancel").touch()

    def delete(self, key: str) -> None:
        """Delete the files of a set and its report, now."""
        self._idle(key)
        report = self.state(key).report
        shutil.rmtree(self._folder(key))
        if KEY.fullmatch(report):
            shutil.rmtree(self.reports / report, ignore_errors=True)

    def page(self, report: str, name: str = "report.html") -> bytes:
        """Return a page of a finished report."""
        path = self.reports / report / name
        if not (KEY.fullmatch(report) and PAGE.fullmatch(name) and path.is_file()) or self._is_old(
            path.parent
        ):
            raise NoSuchFilesError("there is no report under this link; reports are deleted after a time")
        return path.read_bytes()

    def clear_away(self, now: float | None = None) -> None:
        """Delete files and reports whose time is over."""
        now = time.time() if now is None else now
        for folder in self.sets.iterdir():
            if now - folder.stat().st_mtime > self.limits.keep_files:
                shutil.rmtree(folder, ignore_errors=True)
        for folder in self.reports.iterdir():
            if self._is_old(folder, now):
                shutil.rmtree(folder, ignore_errors=True)

    def _is_old(self, report: Path, now: float | None = None) -> bool:
        return (time.time() if now is None else now) - report.stat().st_mtime > self.limits.keep_reports

    def _keep_clear(self) -> None:
        self.clear_away()
        while not self.closing.wait(600):
            self.clear_away()

    def _folder(self, key: str) -> Path:
        folder = self.sets / key
        if not KEY.fullmatch(key) or not (folder / "state.json").is_file():
            raise NoSuchFilesError(GONE)
        return folder

    def _idle(self, key: str) -> Path:
        if self.state(key).busy:
            raise InputError("work on these files is under way; wait, or cancel it")
        return self._folder(key)

    def _size(self) -> str:
        return f"{4 * self.limits.bytes >> 20}M"  # of what packed files unpack to

    def _write(self, key: str, state: JobState) -> None:
        plain = asdict(replace(state, files=(), step=""))
        write_file(str(self.sets / key / "state.json"), json.dumps(plain))

    def _begin(self, key: str, phase: str, command: Sequence[str], report: str = "") -> None:
        for name in ("cancel", "talk.txt"):
            (self._folder(key) / name).unlink(missing_ok=True)
        begun = JobState(phase, time.time(), os.getpid(), socket.gethostname(), report=report)
        self._working[key] = begun
        try:
            self._write(key, begun)
            self.pool.submit(self._work, key, begun, command)
        except BaseException:
            self._leave(key, begun)
            raise

    def _work(self, key: str, begun: JobState, command: Sequence[str]) -> None:
        """Run a command on the files of a set, and write down how it ended, unless that cannot be stored either."""
        try:
            self._end(key, begun, self._run(key, command))
        finally:
            self._leave(key, begun)

    def _leave(self, key: str, begun: JobState) -> None:
        """Be no longer at work on a set, unless other work on it has begun."""
        if self._working.get(key) is begun:
            del self._working[key]

    def _run(self, key: str, command: Sequence[str]) -> working.Ended:
        limits = self.limits
        try:
            return working.run(command, self._folder(key), limits.seconds, limits.memory, self.closing.is_set)
        except OSError as error:
            return working.Ended("failed", f"it could not be done ({error.strerror}); start again later")

    def _end(self, key: str, begun: JobState, ended: working.Ended) -> None:
        phase = "recognised" if begun.phase == "recognising" else "done"
        state = replace(begun, phase=ended.phase or phase, message=ended.message, warnings=ended.warnings)
        if ended.phase and begun.report:
            shutil.rmtree(self.reports / begun.report, ignore_errors=True)
            state = replace(state, report="")
        self._write(key, state)


def _file_name(name: str, present: Sequence[str]) -> str:
    """Return a name for a file that is a plain name anywhere, on a command line too."""
    last = UNFIT.sub("_", name.replace("\\", "/").rpartition("/")[2]).lstrip(".- ")
    plain = last.encode()[-LONGEST_NAME:].decode(errors="ignore") or "file"
    stem, dot, ending = plain.partition(".")
    number = 1
    while plain in present:
        number += 1
        plain = f"{stem}-{number}{dot}{ending}"
    return plain
