"""A PostgreSQL of the test's own: made in a temporary folder, run by a user without rights, gone with the test."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from program import LIMIT, guarded


def programs() -> Path:
    """Return the folder of PostgreSQL's programs, or skip the test."""
    inside = shutil.which("initdb")
    folders = [Path(inside).resolve().parent] if inside else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not folders or not (folders[-1] / "initdb").exists():
        pytest.skip("PostgreSQL is not installed; make test installs it")
    return folders[-1]


def unprivileged() -> str | None:
    """Return the user that a database server runs as, where we are root: it refuses to be run by root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


@contextmanager
def postgres() -> Iterator[str]:
    """Run a server, and yield the URL of an empty database; it listens on a socket of its own alone."""
    folder, user = Path(tempfile.mkdtemp(prefix="assay-pg-")), unprivileged()
    try:
        if user is not None:
            shutil.chown(folder, user)
        store = folder / "store"
        where: dict[str, Any] = {"cwd": folder, "user": user}
        make = [
            str(programs() / "initdb"),
            "-D",
            str(store),
            "-U",
            "assay",
            "-A",
            "trust",
            "--no-locale",
            "-E",
            "UTF8",
        ]
        subprocess.run(make, check=True, timeout=LIMIT, capture_output=True, **where)
        run = [str(programs() / "postgres"), "-D", str(store), "-k", str(folder), "-c", "listen_addresses="]
        with guarded(
            run, seconds=10 * LIMIT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **where
        ) as server:
            wait_until_ready(folder, user)
            yield f"postgresql://assay@/postgres?host={folder}"
            server.send_signal(signal.SIGQUIT)
            server.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_until_ready(folder: Path, user: str | None) -> None:
    """Wait until a server takes connections."""
    ask = [str(programs() / "pg_isready"), "-h", str(folder)]
    end = time.monotonic() + LIMIT
    while subprocess.run(ask, timeout=LIMIT, capture_output=True, user=user, check=False).returncode:
        assert time.monotonic() < end, "PostgreSQL did not start"
        time.sleep(0.05)
