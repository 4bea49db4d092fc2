"""Exports on their way: each in a folder of its own among temporary files, which goes with the answer that sends it.

A server that is killed leaves such folders behind. Each has a lock, which ends with its process, so that the next
server can tell those that nobody is at work on; where there are no such locks, by their age.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from starlette.responses import FileResponse
from starlette.types import Receive, Scope, Send

from assay.io import write_file
from assay.io.drafts import locked

PREFIX = "assay-export-"
NEW = 60.0  # seconds in which one may not have its lock yet
DAY = 86_400.0


class ExportFolder:
    """The folder of one export."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._guard = locked(str(self.path))

    def remove(self) -> None:
        """Delete it, with whatever is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._guard is not None:
            os.close(self._guard)
            self._guard = None


class PassingFile(FileResponse):
    """A file that is there for one answer alone, and gone with it, however that ends."""

    def __init__(self, folder: ExportFolder, name: str, headers: dict[str, str]) -> None:
        self._folder = folder
        super().__init__(folder.path / name, media_type="application/octet-stream", headers=headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._folder.remove()


def write_lines(lines: Iterator[str], path: str) -> tuple[str, ...]:
    """Write lines to a file, which leaves nothing out."""
    write_file(path, (line.encode() for line in lines))
    return ()


def tidy_exports() -> None:
    """Delete the folders of servers that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):  # another user's, or gone
            _tidy(folder)


def _tidy(folder: Path) -> None:
    age = time.time() - folder.stat().st_mtime
    guard = locked(str(folder), wait=False) if age > NEW else None
    if guard is not None or age > DAY:
        shutil.rmtree(folder, ignore_errors=True)
    if guard is not None:
        os.close(guard)
