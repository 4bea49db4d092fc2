"""One run of a command: lines in, lines out, with wall clock, processor time and memory of its whole process tree.

The command is a shell's, in a session of its own, so that all it starts is stopped with it. Processor time is what the
kernel charges to it and to all children it waited for. Memory is the sum of the resident sets of the tree, looked at
every 20 ms: pages that processes share count once for each, and a peak between two looks is missed.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any

from assay.errors import DependencyError

LOOK = 0.02  # seconds between two looks at the memory
LONGEST_TOLD = 160  # characters of a program's last words


@dataclass(frozen=True)
class CommandRun:
    """What a run took and gave; `problem` is empty where the command ended well."""

    seconds: float
    processor: float
    peak: int  # bytes
    output: bytes
    problem: str = ""

    @property
    def lines(self) -> list[str]:
        """The output by line; what is no UTF-8 is marked."""
        text = self.output.decode("utf-8", errors="replace")
        return text.removesuffix("\n").split("\n") if text else []


@dataclass(frozen=True)
class Spread:
    """The median of some runs, the least and the most."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Summarise one value or more."""
        ordered, half = sorted(values), len(values) // 2
        middle = ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
        return cls(middle, ordered[0], ordered[-1])


def run_command(command: str, text: bytes, timeout: float) -> CommandRun:
    """CommandRun a command over a text; one that does not end in time is stopped with all that it started."""
    import resource

    # Asked for before anything is started that would be left behind.
    _psutil()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    with tempfile.TemporaryFile() as errors:
        process = start_command(command, errors.fileno())
        watch = _MemoryWatch(process.pid)
        try:
            output, _ = process.communicate(text, timeout)
            problem = "" if process.returncode == 0 else f"{_ending(process.returncode)}{last_words(errors)}"
        except subprocess.TimeoutExpired:
            output, problem = b"", f"no end after {timeout:g} s{last_words(errors)}"
        finally:
            seconds = time.perf_counter() - started
            stop_command(process)
            peak = watch.stop()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return CommandRun(seconds, processor, peak, output, problem)


def start_command(command: str, errors: int) -> subprocess.Popen[bytes]:
    """Start a command of a shell in a session of its own, with pipes in and out."""
    return subprocess.Popen(
        command,
        shell=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        bufsize=0,
        start_new_session=True,
    )


def stop_command(process: subprocess.Popen[bytes]) -> None:
    """Kill a command and all that it started, and wait for it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()


def last_words(errors: IO[bytes]) -> str:
    """Return the last line that a program wrote to standard error, behind a colon; nothing if there is none."""
    written = os.fstat(errors.fileno()).st_size
    lines = (
        os.pread(errors.fileno(), 4096, max(0, written - 4096)).decode("utf-8", errors="replace").split("\n")
    )
    told = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f": {told[:LONGEST_TOLD]}" if told else ""


def _ending(code: int) -> str:
    """Say how a command ended that did not end well; a shell reports a killed child as 128 and the signal."""
    killed = -code if code < 0 else code - 128 if code > 128 else 0
    with suppress(ValueError):
        if killed:
            return f"killed by {signal.Signals(killed).name}"
    return f"exit code {code}"


class _MemoryWatch:
    """Looks at the memory of a process and all its children until it is stopped."""

    def __init__(self, pid: int) -> None:
        self._peak, self._ended = 0, threading.Event()
        self._root = _psutil().Process(pid)
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> int:
        """Return the most that was seen."""
        self._ended.set()
        self._thread.join()
        return self._peak

    def _watch(self) -> None:
        while not self._ended.wait(LOOK if self._peak else 0):
            self._peak = max(self._peak, self._now(), 1)

    def _now(self) -> int:
        gone = _psutil().Error
        total = 0
        with suppress(gone):
            for process in (self._root, *self._root.children(recursive=True)):
                with suppress(gone):
                    total += process.memory_info().rss
        return total


def _psutil() -> Any:
    try:
        import psutil
    except ImportError:
        raise DependencyError(
            "the memory of processes is read with psutil, which is not installed; "
            "run: pip install 'mt-assay[efficiency]'"
        ) from None
    return psutil
