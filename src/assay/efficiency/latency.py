"""Latency: how long one segment takes on its own.

A command that answers every line as it comes is measured warm: one line is sent, its answer awaited, then the next. The
first answer, which waits for the start-up, does not count. A command that holds its answers back until the input ends
cannot be asked so: it is started anew for every line, and the latency is cold, start-up included.
"""

from __future__ import annotations

import os
import queue
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Literal

import numpy as np

from assay.efficiency.processes import last_words, run_command, start_command, stop_command

# Lines for which a command that holds its answers back is started anew
COLD_LINES = 5
# Seconds beyond twice the start-up, after which a command counts as holding its answers back
PATIENCE = 5.0


@dataclass(frozen=True)
class Latency:
    """Seconds of every segment that was sent alone; `problem` is empty where all were answered."""

    kind: Literal["warm", "cold"]
    seconds: tuple[float, ...]
    problem: str = ""

    def at(self, share: float) -> float | None:
        """Return the seconds that so large a share of segments does not exceed."""
        return float(np.quantile(self.seconds, share, method="inverted_cdf")) if self.seconds else None


def measure_latency(command: str, lines: Sequence[str], startup: float, timeout: float) -> Latency:
    """Send lines one at a time; cold where the command holds its answers back."""
    patience = min(timeout, 2 * startup + PATIENCE)
    with tempfile.TemporaryFile() as errors:
        process = start_command(command, errors.fileno())
        try:
            seconds, problem = _ask_each(process.stdin, AnswerTimes(process.stdout), lines, patience)
            ended = process.poll() is not None
            told = last_words(errors)
        finally:
            stop_command(process)
    if not seconds and not ended:
        return _cold(command, lines[:COLD_LINES], timeout)
    return Latency("warm", tuple(seconds[1:]), problem and problem + told)


def _ask_each(
    stdin: IO[bytes] | None, answers: AnswerTimes, lines: Sequence[str], patience: float
) -> tuple[list[float], str]:
    seconds: list[float] = []
    for place, line in enumerate(lines, start=1):
        started = time.perf_counter()
        with suppress(OSError):
            assert stdin is not None
            stdin.write(line.encode() + b"\n")
        answered = answers.next(patience)
        if answered is None:
            return seconds, f"no answer to segment {place}"
        seconds.append(answered - started)
    return seconds, ""


def _cold(command: str, lines: Sequence[str], timeout: float) -> Latency:
    runs = [run_command(command, line.encode() + b"\n", timeout) for line in lines]
    problem = next((run.problem for run in runs if run.problem), "")
    return Latency("cold", tuple(run.seconds for run in runs if not run.problem), problem)


class AnswerTimes:
    """Reads lines as they come, and notes when each was there.

    It has a descriptor of its own: when a command is stopped, its pipe is closed, and the number may belong to the pipe
    of the next command before this thread has seen the end.
    """

    def __init__(self, stdout: IO[bytes] | None) -> None:
        assert stdout is not None
        self._stdout = os.dup(stdout.fileno())
        self._times: queue.SimpleQueue[float | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def next(self, patience: float) -> float | None:
        """Return when the next line was there; None if it does not come."""
        try:
            return self._times.get(timeout=patience)
        except queue.Empty:
            return None

    def _read(self) -> None:
        while chunk := os.read(self._stdout, 65536):
            now = time.perf_counter()
            for _ in range(chunk.count(b"\n")):
                self._times.put(now)
        os.close(self._stdout)
        self._times.put(None)
