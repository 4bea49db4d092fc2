"""Wall-clock times: of calls in this process, taken by turns, and of programs, with their peak of memory."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

# A process has its parent's peak to its name, and this one's is large: hence a small parent in between.
WATCHER = """
import os, subprocess, sys, time
start = time.perf_counter()
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
print(os.waitstatus_to_exitcode(status), time.perf_counter() - start, usage.ru_maxrss, usage.ru_utime + usage.ru_stime)
"""
OWN = (sys.executable, "-m", "assay")  # our command, of the environment that runs this
# Programs run as they do once installed, compiled: where nothing may be written, all modules would be compiled anew.
INSTALLED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
RSS_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Timing:
    """What a call returned, and how many seconds it took each time."""

    value: Any
    seconds: list[float]

    @property
    def median(self) -> float:
        """The time that half of the runs needed."""
        return median(self.seconds)

    @property
    def least(self) -> float:
        """The time of the run that was least disturbed."""
        return min(self.seconds)


@dataclass(frozen=True)
class Usage:
    """What a program used: wall-clock time, bytes of memory at its peak, and seconds of all processors together."""

    seconds: float
    peak: int
    processor: float


def by_turns(
    calls: Sequence[Callable[[], Any]], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> list[Timing]:
    """Time the calls one after the other, again and again, so that all of them see the same weather."""
    seconds: list[list[float]] = [[] for _ in calls]
    values: list[Any] = [None] * len(calls)
    for _ in range(repeats):
        for place, call in enumerate(calls):
            gc.collect()
            start = clock()
            values[place] = call()
            seconds[place].append(clock() - start)
    return [Timing(value, each) for value, each in zip(values, seconds, strict=True)]


def program(name: str) -> str:
    """Return the path of a program of the environment that runs this."""
    return str(Path(sys.executable).with_name(name))


def call(*command: str) -> Callable[[], None]:
    """Return a call that runs a command to its end and throws its output away."""

    def run() -> None:
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=INSTALLED
        )

    return run


def usage(*command: str) -> Usage:
    """Run a command once and return what it used."""
    watched = [sys.executable, "-c", WATCHER, *command]
    answer = subprocess.run(watched, check=True, capture_output=True, text=True, env=INSTALLED)
    status, seconds, peak, processor = answer.stdout.split()[-4:]
    if int(status):
        raise subprocess.CalledProcessError(int(status), command)
    return Usage(float(seconds), int(peak) * RSS_UNIT, float(processor))
