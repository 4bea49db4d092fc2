"""Files under construction: a draft stands beside its place, and takes it once it is whole and on the disk.

A program that is killed leaves its draft behind. Who writes one holds a lock on it, which ends with the program, so
that the next to write in a folder can tell drafts that nobody is at work on. Locks of other machines are not to be
relied on (NFS, Lustre): a draft names its machine, and those of others go when they are a day old.
"""

from __future__ import annotations

import glob
import hashlib
import os
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

MARK = ".assay-"
# Characters of the place that a draft is called by, which keep its endings
NAME = 40
# Seconds after which a draft that nobody wrote to is given up
DAY = 86_400


@contextmanager
def draft_of(path: str) -> Iterator[str]:
    """Give the path of an empty file to write, which takes the place of another if no error comes first."""
    draft, guard = _locked_draft(path)
    try:
        yield draft
        os.fsync(guard)
        # Where an open file cannot be moved, and none is deleted under its writer
        if sys.platform == "win32":
            os.close(guard)
            guard = -1
        os.replace(draft, path)
    finally:
        if guard >= 0:
            os.close(guard)
        with suppress(FileNotFoundError):
            os.unlink(draft)


def tidy_drafts(folder: str) -> None:
    """Delete the drafts of a folder that nobody is at work on."""
    for draft in glob.glob(os.path.join(glob.escape(folder), f"{MARK}*")):
        with suppress(OSError):  # somebody else was faster, or may do more here than we
            _tidy(draft)


def locked(path: str, *, wait: bool = True) -> int | None:
    """Open a file or a folder and lock it until it is closed; None where another has the lock, or there are none."""
    if sys.platform == "win32":
        return None
    guard = os.open(path, os.O_RDONLY if os.path.isdir(path) else os.O_RDWR)
    if _lock(guard, wait=wait):
        return guard
    os.close(guard)
    return None


def _locked_draft(path: str) -> tuple[str, int]:
    """Make a draft, open and locked; one that was tidied away before it had its lock is made again."""
    folder, name = os.path.split(path)
    while True:
        draft = os.path.join(folder, f"{MARK}{_machine()}-{os.urandom(8).hex()}-{name[-NAME:]}")
        guard = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
        _lock(guard)
        if os.fstat(guard).st_nlink:
            return draft, guard
        os.close(guard)


def _tidy(draft: str) -> None:
    """Delete a draft of this machine that has no lock, or one that is old."""
    if time.time() - os.stat(draft).st_mtime > DAY:
        os.unlink(draft)
    elif os.path.basename(draft).startswith(f"{MARK}{_machine()}-"):
        guard = os.open(draft, os.O_WRONLY)
        try:
            if _lock(guard, wait=False):
                os.unlink(draft)
        finally:
            os.close(guard)


def _machine() -> str:
    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]


def _lock(guard: int, *, wait: bool = True) -> bool:
    """Lock an open file until it is closed; False where another has the lock, or the file system knows none."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(guard, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True
