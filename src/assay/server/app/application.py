"""The application: all routes, and what stands before them."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from assay.server.app.administering import ADMINISTERING
from assay.server.app.annotating import ANNOTATING
from assay.server.app.entry import ENTRY
from assay.server.app.failures import handle_failures
from assay.server.app.guard import Guard
from assay.server.app.sessions import Sessions
from assay.server.desk import Desk
from assay.server.pages import STATIC
from assay.version import installed_version


def make_application(desk: Desk) -> FastAPI:
    """Return the application over a desk."""
    application = FastAPI(
        title="Assay",
        summary="Human evaluation of machine translation",
        version=installed_version(),
        docs_url=None,  # its page comes from another server
        redoc_url=None,
    )
    application.state.desk = desk
    application.state.sessions = Sessions(desk)
    handle_failures(application)
    for router in (ANNOTATING, ENTRY, ADMINISTERING):
        application.include_router(router)
    application.mount("/static", StaticFiles(directory=STATIC), name="static")
    application.add_middleware(Guard)
    return application
