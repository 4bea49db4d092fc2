"""The way in: links become sessions, and pages are sent."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from assay.server.app.bodies import REFUSALS
from assay.server.app.sessions import TheDesk, Who, client_of, remember
from assay.server.pages import message_page, task_page

ENTRY = APIRouter(tags=["entry"])


@ENTRY.get("/join/{token}", status_code=303, responses={401: REFUSALS[401], 429: REFUSALS[429]})
async def join(request: Request, desk: TheDesk, token: Annotated[str, Path(max_length=100)]) -> Response:
    """Begin a session for whoever a link belongs to, and go on to their page."""
    sessions = request.app.state.sessions
    sessions.refuse_guessing(client_of(request))
    joined = await asyncio.wrap_future(desk.join(token))
    if joined is None:
        sessions.count_bad(client_of(request))
        return _no_entry(request)
    response = RedirectResponse("/task" if joined.identity.role == "annotator" else "/admin", 303)
    remember(request, response, joined.session)
    return response


@ENTRY.get("/", include_in_schema=False)
async def start(request: Request, who: Who) -> Response:
    """Send everybody to where they belong."""
    if who is None:
        return _no_entry(request)
    return RedirectResponse("/task" if who.role == "annotator" else "/admin", 303)


@ENTRY.get("/task", include_in_schema=False)
async def task(request: Request, desk: TheDesk, who: Who) -> Response:
    """Send the page of annotators; what is on it, it asks for itself."""
    if who is None or who.role != "annotator":
        return _no_entry(request)
    language = await asyncio.wrap_future(
        desk.read(who.campaign, lambda state, now: state.campaign.settings.get("language", "en"))
    )
    return HTMLResponse(task_page(language, title=who.campaign, person=desk.alias(who)))


def _no_entry(request: Request) -> Response:
    """Say that a link opens nothing, in the language of the browser."""
    language = request.headers.get("accept-language", "en").partition(",")[0]
    return HTMLResponse(message_page(language, "unknown"), 401)


@ENTRY.get("/health", summary="Whether the server is up and its database answers")
async def health(desk: TheDesk) -> JSONResponse:
    """Answer as long as the database does."""
    await asyncio.wrap_future(desk.ping())
    return JSONResponse({"status": "ok"})
