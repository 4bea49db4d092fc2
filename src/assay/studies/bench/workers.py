"""The program as a process of its own on the files of a set: limits, what it says meanwhile, and how it ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

STEP, WARNING, ERROR = "step: ", "warning: ", "error: "
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "ASSAY_RESOURCES")  # and no secret
POLL = 0.1  # seconds between two looks at whether somebody cancelled
REPORT = "report"  # the folder of a report in the making, beside the files


@dataclass(frozen=True)
class Ended:
    """How work ended: `phase` is empty where it succeeded."""

    phase: str = ""
    message: str = ""
    warnings: tuple[str, ...] = ()


def recognising_command(size: str) -> list[str]:
    """Return the command that looks into the files of a set, in their folder."""
    return [sys.executable, "-m", "assay.studies.bench.recognition", ".", "../recognised.json", size]


def report_command(words: Sequence[str], size: str) -> list[str]:
    """Return the command that makes a report, in the folder of the files: no message of it has a place of ours."""
    settings = ["--no-config", "--max-size", size, "-o", f"../{REPORT}/report.html"]
    return [sys.executable, "-m", "assay", "report", *words, *settings]


def run(
    command: Sequence[str], folder: Path, seconds: float, memory: int, is_over: Callable[[], bool]
) -> Ended:
    """Run a command in the folder of a set's files until it ends, is no longer wanted, or its time is over."""
    talk, deadline = folder / "talk.txt", time.monotonic() + seconds
    with talk.open("wb") as heard:
        process = subprocess.Popen(
            command,
            cwd=folder / "files",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=heard,
            start_new_session=True,
            env=_environment(),
        )
    try:
        _limit(process.pid, seconds, memory)
        while process.poll() is None:
            if is_over():
                return Ended("cancelled")
            if time.monotonic() > deadline:
                return Ended(
                    "failed", f"it took longer than {seconds:g} seconds; give fewer segments or metrics"
                )
            time.sleep(POLL)
    finally:
        _end(process)
    return _outcome(process.returncode, talk.read_text(encoding="utf-8", errors="replace"))


def _environment() -> dict[str, str]:
    """Return what the program may know of ours; it imports nothing from where it works: anybody may have dropped it."""
    passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    folders = [os.path.abspath(path) for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    return passed_on | {
        "PYTHONPATH": os.pathsep.join(folders),
        "PYTHONSAFEPATH": "1",
        "ASSAY_PROGRESS": "lines",
    }


def last_step(talk: Path) -> str:
    """Return what the program said last that it is doing."""
    lines = talk.read_text(encoding="utf-8", errors="replace").splitlines() if talk.exists() else []
    return next((line.removeprefix(STEP) for line in reversed(lines) if line.startswith(STEP)), "")


def is_alive(process: int) -> bool:
    """Tell whether a process of this machine is there."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _limit(process: int, seconds: float, memory: int) -> None:
    """Bound memory and processor time, where the system can: the limit holds even if the server is no more."""
    try:
        import resource

        resource.prlimit(process, resource.RLIMIT_AS, (memory, memory))
        cores = os.cpu_count() or 1
        most = int(seconds * cores) + 1
        resource.prlimit(process, resource.RLIMIT_CPU, (most, most))
    except (ImportError, AttributeError, ProcessLookupError):
        return


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _outcome(code: int, talk: str) -> Ended:
    warnings = tuple(line.removeprefix(WARNING) for line in talk.splitlines() if line.startswith(WARNING))
    if code == 0:
        return Ended(warnings=warnings)
    _, said, message = talk.rpartition(ERROR)
    if said:
        return Ended("failed", message.strip(), warnings)
    return Ended("failed", "the program ended without a word; the files may need more memory than it may use")
