"""A server with nothing but the bench, on a port of its own, for tests and for looking at."""

import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles
from fastapi.templating import Jinja2Templates
from jinja2 import Environment, FileSystemLoader

import assay.server.pages
from assay.reporting import report_style
from assay.server.app.bench import bench_routes
from assay.server.bench import Bench, BenchLimits

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PAGES = Path(assay.server.pages.__file__).parent


def bench_app(root: Path, limits: BenchLimits | None = None) -> tuple[FastAPI, Bench]:
    app, bench = FastAPI(), Bench(root, limits)
    templates = Jinja2Templates(
        env=Environment(loader=FileSystemLoader(PAGES / "templates"), autoescape=True)
    )
    app.include_router(bench_routes(bench, templates, lambda request: "admin", lambda: None))

    @app.get("/static/report.css")
    def style() -> Response:
        return Response(report_style(), media_type="text/css")

    @app.middleware("http")
    async def with_policy(request: Request, follow: Callable[[Request], Awaitable[Response]]) -> Response:
        answer = await follow(request)
        answer.headers.setdefault("Content-Security-Policy", POLICY)
        return answer

    app.mount("/static", StaticFiles(directory=PAGES / "static"))
    return app, bench


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
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
