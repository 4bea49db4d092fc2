"""Turns at a folder that several threads and processes work in: whoever has one has it alone.

The lock is the operating system's, on a file that stays, so it ends with a process that is killed. Locks between
machines are not to be relied on (NFS), and on Windows there are none between processes here: there, turns are of the
threads of one process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from assay.io.drafts import locked


class Turns:
    """Turns at a folder."""

    def __init__(self, folder: Path) -> None:
        self._threads, self._file = Lock(), folder / "turns"
        # While there is room: what is deleted when the disk is full needs a turn, too
        self._file.touch(0o600)

    @contextmanager
    def one(self) -> Iterator[None]:
        """Wait for a turn, and have it until the end of the block."""
        with self._threads:
            guard = locked(str(self._file))
            try:
                yield
            finally:
                if guard is not None:
                    os.close(guard)
