"""The application: all routes, and what stands before them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from assay.reporting.render.html import report_style
from assay.studies.app.administration import ADMINISTERING
from assay.studies.app.annotation import ANNOTATING
from assay.studies.app.bench import bench_routes
from assay.studies.app.dashboard import DASHBOARD
from assay.studies.app.entry import ENTRY
from assay.studies.app.export_files import tidy_exports
from assay.studies.app.failures import handle_failures
from assay.studies.app.films import FILMS
from assay.studies.app.guard import Guard
from assay.studies.app.long_work import AT_ONCE
from assay.studies.app.sessions import Sessions
from assay.studies.bench import Bench
from assay.studies.dashboard.board import Board
from assay.studies.desk import Desk
from assay.studies.pages import STATIC
from assay.version import installed_version


def make_application(
    desk: Desk, bench: Bench | None = None, *, open_bench: bool = False, url: str | None = None
) -> FastAPI:
    """Return the application over a desk, with a bench page if there is a bench; an open one asks for no link.

    `url` is what people reach it by, with which links begin.
    """
    board = Board(desk)

    @asynccontextmanager
    async def lifespan(application: FastAPI) -> AsyncIterator[None]:
        await run_in_threadpool(tidy_exports)
        if bench is not None:
            bench.start()
        board.start()
        yield
        await run_in_threadpool(board.close)
        if bench is not None:
            await run_in_threadpool(bench.close)

    application = FastAPI(
        title="Assay",
        summary="Human evaluation of machine translation",
        version=installed_version(),
        docs_url=None,  # its page comes from another server
        redoc_url=None,
        redirect_slashes=False,  # which would lead to whatever host a request names
        lifespan=lifespan,
    )
    application.state.desk, application.state.board, application.state.bench = desk, board, bench
    application.state.url = (url or "").rstrip("/")
    application.state.sessions = Sessions(desk)
    application.state.long_work = asyncio.Semaphore(AT_ONCE)
    handle_failures(application)
    for router in (ANNOTATING, ENTRY, ADMINISTERING, DASHBOARD, FILMS):
        application.include_router(router)
    if bench is not None:
        application.include_router(bench_routes(bench, open_to_all=open_bench))
    application.add_api_route("/static/report.css", _report_style, include_in_schema=False)
    application.mount("/static", StaticFiles(directory=STATIC), name="static")
    application.add_middleware(Guard, url=application.state.url)
    return application


def _report_style() -> Response:
    """Send the style sheet that the pages of reports have inside."""
    return Response(report_style(), media_type="text/css")
