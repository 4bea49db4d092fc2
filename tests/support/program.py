"""The installed program as a user runs it: in a process of its own, which ends whatever becomes of the test."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import IO, Any

HARBOUR = Path(__file__).parents[2] / "examples" / "harbour"
LIMIT = 120  # seconds, after which another process hangs: far more than any here takes on a slow machine
HEEDING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, "-m", "assay", *sys.argv[1:]])
"""
Run = Callable[..., "subprocess.CompletedProcess[str]"]


def assay(
    *arguments: str, cwd: Path, env: dict[str, str] | None = None, stdin: IO[bytes] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `assay` with arguments in a directory and return what it wrote."""
    return subprocess.run(
        [sys.executable, "-m", "assay", *arguments],
        cwd=cwd,
        env=os.environ | (env or {}),
        stdin=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT,
        check=False,
    )


@contextmanager
def started(*arguments: str, **streams: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Start `assay` with arguments, and end it with the test, or after the limit where the test waits for it.

    A shell lets what it starts with `&` ignore Ctrl-C, and all that this starts in turn; the program gets it back.
    """
    with guarded([sys.executable, "-c", HEEDING, *arguments], **streams) as program:
        yield program


@contextmanager
def guarded(
    command: Sequence[str], seconds: float = LIMIT, **streams: Any
) -> Iterator[subprocess.Popen[Any]]:
    """Start a program, and end it with the test, or after so many seconds."""
    program = subprocess.Popen(command, **streams)
    limit = Timer(seconds, program.kill)
    limit.start()
    try:
        yield program
    finally:
        limit.cancel()
        program.kill()
        program.wait()
        for stream in (program.stdin, program.stdout, program.stderr):
            if stream is not None and not stream.closed:
                stream.close()
