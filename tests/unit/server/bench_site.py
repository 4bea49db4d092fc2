"""A server with a bench that is open to all, on a port of its own, for tests and for looking at."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from assay.server import Desk
from assay.server.app.application import make_application
from assay.server.bench import Bench, BenchLimits


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
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
