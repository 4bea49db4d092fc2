"""Where workers of this machine come from: on Linux forks of one process that has imported all, elsewhere programs.

To start Python and import what a worker needs costs a fifth of a second, as much as fifteen thousand segments; a fork
costs next to nothing. The process that is forked, the nursery, does nothing else, has no threads that matter, and ends
with the driver. The driver is not forked itself: nobody knows what runs in it.
"""

from __future__ import annotations

import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Protocol

from assay.engine.worker import STDERR, STDOUT, work_on
from assay.errors import AssayError
from assay.metrics import parse_metric

PYTHON = (sys.executable, "-P", "-m")  # nothing is imported from the folder that somebody works in
COMMAND = (*PYTHON, "assay.engine.nursery")
PLAIN_COMMAND = (*PYTHON, "assay.engine.worker")
# Elsewhere there is no fork, or the system's own libraries do not survive it
FORKS = sys.platform == "linux"
# A message: 0 and two files ask for a fork, a process id asks how it ended
NUMBER = struct.Struct("=q")
RUNNING = 1 << 32  # no exit code, and no signal below zero
# Of glibc: memory of one batch is kept for the next; to fetch it again costs a thirtieth of all time
MALLOC = {
    "MALLOC_MMAP_THRESHOLD_": str(1 << 28),
    "MALLOC_TRIM_THRESHOLD_": str(1 << 28),
}
PAUSE = 0.005  # seconds between looks at a child that is about to end


class Child(Protocol):
    """A worker: tasks go in, answers come out, a line each."""

    stdin: IO[str] | None
    stdout: IO[str] | None

    def poll(self) -> int | None:
        """Return how it ended, an exit code or a signal as a number below zero; nothing while it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end."""

    def kill(self) -> None:
        """End it now."""


class Nursery:
    """Starts workers, for any thread of the driver."""

    def __init__(self, metrics: Sequence[str] = ()) -> None:
        self._metrics = metrics  # whose modules are imported once
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None

    def child(self) -> Child:
        """Start a worker."""
        if not FORKS:
            pipe = subprocess.PIPE
            return subprocess.Popen(
                PLAIN_COMMAND, stdin=pipe, stdout=pipe, encoding="utf-8", start_new_session=True
            )
        tasks, tasks_in = os.pipe()
        answers_out, answers = os.pipe()
        child = _Fork(self, tasks_in, answers_out)
        try:
            child.pid = self._fork(tasks, answers)
        finally:
            os.close(tasks)
            os.close(answers)
        return child

    def _fork(self, tasks: int, answers: int) -> int:
        with self._lock:
            for _ in range(2):  # a nursery that was killed is replaced
                self._start()
                pid = self._asked(0, [tasks, answers])
                if pid is not None:
                    return pid
                self._stop()
        raise AssayError("no worker can be started: Python or what it imports fails, as said above")

    def ended(self, pid: int) -> int | None:
        """Return how a child ended, nothing while it runs; one whose nursery is gone counts as killed."""
        with self._lock:
            code = self._asked(pid)
        killed = -int(signal.SIGKILL)
        return killed if code is None else (None if code == RUNNING else code)

    def close(self) -> None:
        """End the nursery; its children go on until their input ends."""
        with self._lock:
            self._stop()

    def _asked(self, number: int, files: Sequence[int] = ()) -> int | None:
        """Send a message, and return the answer; nothing if the nursery is gone."""
        if self._line is None:
            return None
        with suppress(OSError):
            socket.send_fds(self._line, [NUMBER.pack(number)], list(files))
            answer = self._line.recv(NUMBER.size)
            return int(NUMBER.unpack(answer)[0]) if len(answer) == NUMBER.size else None
        return None

    def _start(self) -> None:
        if self._line is not None:
            return
        self._line, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            self._process = subprocess.Popen(
                [*COMMAND, str(other.fileno()), *self._metrics],
                stdin=subprocess.DEVNULL,
                env=MALLOC | os.environ,
                pass_fds=[other.fileno()],
                # Ctrl-C is for the driver, which then ends us: while Python starts, nobody could ignore it.
                start_new_session=True,
            )

    def _stop(self) -> None:
        if self._line is not None and self._process is not None:
            self._line.close()
            self._line = None
            self._process.wait()


class _Fork:
    """A child of the nursery."""

    def __init__(self, nursery: Nursery, tasks: int, answers: int) -> None:
        self._nursery, self.pid = nursery, 0
        self._code: int | None = None
        self.stdin: IO[str] | None = os.fdopen(tasks, "w", encoding="utf-8")
        self.stdout: IO[str] | None = os.fdopen(answers, encoding="utf-8")

    def poll(self) -> int | None:
        if self._code is None:
            self._code = self._nursery.ended(self.pid)
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        last = time.monotonic() + timeout if timeout is not None else None
        while (code := self.poll()) is None:
            if last is not None and time.monotonic() > last:
                raise subprocess.TimeoutExpired(COMMAND, timeout or 0)
            time.sleep(PAUSE)
        return code

    def kill(self) -> None:
        if self.poll() is None:  # until somebody asked, the process id is that of no other
            os.kill(self.pid, signal.SIGKILL)


def main() -> int:
    """Answer the driver at the other end of a socket until it is gone; metrics that it names are imported before."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the driver, which then ends us
    os.dup2(STDERR, STDOUT)
    # Of forks beside threads: those of BLAS survive
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    for metric in sys.argv[2:]:
        with suppress(AssayError):  # whose task will say so
            parse_metric(metric)
    # Of a killed driver
    with socket.socket(fileno=int(sys.argv[1])) as line, suppress(ConnectionError):
        while True:
            message, files, _, _ = socket.recv_fds(line, NUMBER.size, 2)
            if not message:
                return 0
            (pid,) = NUMBER.unpack(message)
            line.send(NUMBER.pack(_ended(pid) if pid else _forked(line, files)))
    return 0


def _ended(pid: int) -> int:
    """Return how a child ended, or that it runs; that of another nursery, which is gone, counts as killed."""
    try:
        process, status = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return -int(signal.SIGKILL)
    return os.waitstatus_to_exitcode(status) if process else RUNNING


def _forked(line: socket.socket, files: Sequence[int]) -> int:
    """Make a worker of these two files; return its process id."""
    tasks, answers = files
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            line.close()
            with os.fdopen(tasks, encoding="utf-8") as stream:
                work_on(stream, answers)
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(tasks)
    os.close(answers)
    return pid


if __name__ == "__main__":
    sys.exit(main())
