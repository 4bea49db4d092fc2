"""Waiting for a state, never for a time: the one loop by which tests wait for a file, a port, a count or an end."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from support.program import LIMIT

Value = TypeVar("Value")
PAUSE = 0.01


def until(met: Callable[[], Value], program: subprocess.Popen[Any] | None = None) -> Value:
    """Return an answer as soon as it is true; fail if a program ends before, or at the limit."""
    end = time.monotonic() + LIMIT
    while not (found := met()):
        assert program is None or program.poll() is None or met(), f"it ended with {program.returncode}"
        assert time.monotonic() < end, f"still {found!r} after {LIMIT} seconds"
        time.sleep(PAUSE)
    return found


def is_gone(process: int) -> bool:
    """Tell whether a process has ended, though its parent may not have asked for it yet."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


def has_process(word: str) -> bool:
    """Tell whether a process still has a word, such as the path of a folder of its own, in its environment."""
    return any(word.encode() in environment for environment in _environments())


def _environments() -> Iterator[bytes]:
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            yield (folder / "environ").read_bytes()
