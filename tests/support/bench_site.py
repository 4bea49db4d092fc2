"""A server with a bench that is open to all, on a port of its own, for tests and for looking at."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from fastapi import FastAPI

from assay.studies.app.application import make_application
from assay.studies.app.connections import Connection
from assay.studies.bench import Bench, BenchLimits, workers
from assay.studies.desk import Desk
from support.waits import until

HARBOUR = Path(__file__).resolve().parents[2] / "examples" / "harbour"
TEXTS = sorted(HARBOUR.glob("*.txt"))


@contextmanager
def bench_served(root: Path, limits: BenchLimits | None = None) -> Iterator[tuple[str, Bench]]:
    """Serve a bench; return its address."""
    bench = Bench(root / "bench", limits)
    with (
        Desk(str(root / "campaigns.db")) as desk,
        served(make_application(desk, bench, open_bench=True)) as address,
    ):
        yield address, bench


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """Serve an application; return its address."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", http=Connection))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until(lambda: server.started or not thread.is_alive())
    assert server.started
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)


def sleeping(monkeypatch: pytest.MonkeyPatch, seconds: float = 60) -> None:
    """Put a program in the place of the report that sleeps, and starts another that does."""
    script = (
        "import subprocess, sys, time; child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']);"
        f"open('child', 'w').write(str(child.pid)); time.sleep({seconds})"
    )
    monkeypatch.setattr(workers, "report_command", lambda *_: [sys.executable, "-c", script])
