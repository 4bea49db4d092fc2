"""The way in: links become sessions, and pages are sent."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from assay.server.app.bodies import REFUSALS
from assay.server.app.sessions import TheDesk, Who, client_of, remember
from assay.server.pages import render_page

ENTRY = APIRouter(tags=["entry"])


@ENTRY.get("/join/{token}", status_code=303, responses={401: REFUSALS[401], 429: REFUSALS[429]})
async def join(request: Request, desk: TheDesk, token: Annotated[str, Path(max_length=100)]) -> Response:
    """Begin a session for whoever a link belongs to, and go on to their page."""
    sessions = request.app.state.sessions
    sessions.refuse_guessing(client_of(request))
    joined = await asyncio.wrap_future(desk.join(token))
    if joined is None:
        sessions.count_bad(client_of(request))
        return HTMLResponse(render_page("no_entry", language="en"), 401)
    response = RedirectResponse("/task" if joined.identity.role == "annotator" else "/admin", 303)
    remember(request, response, joined.session)
    return response


@ENTRY.get("/", include_in_schema=False)
async def start(who: Who) -> Response:
    """Send everybody to where they belong."""
    if who is None:
        return HTMLResponse(render_page("no_entry", language="en"), 401)
    return RedirectResponse("/task" if who.role == "annotator" else "/admin", 303)


@ENTRY.get("/task", include_in_schema=False)
async def task(desk: TheDesk, who: Who) -> Response:
    """Send the page of annotators; what is on it, it asks for itself."""
    if who is None or who.role != "annotator":
        return HTMLResponse(render_page("no_entry", language="en"), 401)
    language = await asyncio.wrap_future(
        desk.read(who.campaign, lambda state, now: state.campaign.settings.get("language", "en"))
    )
    return HTMLResponse(render_page("task", language=language))


@ENTRY.get("/health", summary="Whether the server is up and its database answers")
async def health(desk: TheDesk) -> JSONResponse:
    """Answer as long as the database does."""
    await asyncio.wrap_future(desk.ping())
    return JSONResponse({"status": "ok"})
