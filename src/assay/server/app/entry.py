"""The way in: links become sessions, and pages are sent."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from assay.campaigns import RefusedError
from assay.server.app.bodies import REFUSALS
from assay.server.app.failures import language_of
from assay.server.app.sessions import TheDesk, Who, client_of, remember
from assay.server.pages import message_page, task_page

ENTRY = APIRouter(tags=["entry"])
WAYS: dict[int | str, dict[str, Any]] = {
    303: {"description": "on to the page"},
    401: {"description": "a page that says so", "content": {"text/html": {"schema": {"type": "string"}}}},
    403: {"description": "a page that says so", "content": {"text/html": {"schema": {"type": "string"}}}},
    **{status: REFUSALS[status] for status in (422, 429, 503)},
}


@ENTRY.get("/join/{token}", status_code=303, response_class=Response, responses=WAYS)
async def join(
    request: Request, desk: TheDesk, who: Who, token: Annotated[str, Path(max_length=100)]
) -> Response:
    """Begin a session for whoever a link belongs to, and go on to their page."""
    sessions = request.app.state.sessions
    sessions.refuse_guessing(client_of(request))
    campaign = await asyncio.wrap_future(desk.opens(token))
    if campaign is not None:
        if (
            who is not None
            and (who.campaign, who.role) == (campaign, "annotator")
            and not request.query_params
        ):
            return RedirectResponse("/task", 303)  # the same browser again
        sessions.refuse_crowding(client_of(request))
    try:
        joined = await asyncio.wrap_future(desk.join(token, request.query_params))
    except RefusedError as refusal:
        return _refused(request, refusal.reason)
    if joined is not None and joined.new:
        sessions.count_arrival(client_of(request))
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
        return _no_entry(request, "no-link")
    return RedirectResponse("/task" if who.role == "annotator" else "/admin", 303)


@ENTRY.get("/task", include_in_schema=False)
async def task(request: Request, desk: TheDesk, who: Who) -> Response:
    """Send the page of annotators; what is on it, it asks for itself."""
    if who is None or who.role != "annotator":
        return _no_entry(request, "no-link")
    language = await asyncio.wrap_future(
        desk.read(who.campaign, lambda state, now: state.campaign.settings.get("language", "en"))
    )
    return HTMLResponse(task_page(language, title=who.campaign, person=desk.alias(who)))


def _no_entry(request: Request, reason: str = "unknown") -> Response:
    """Say that a link opens nothing, or that one is needed, in the language of the browser."""
    return HTMLResponse(message_page(language_of(request), reason), 401)


def _refused(request: Request, reason: str) -> Response:
    """Say why nobody more can come by an open link."""
    return HTMLResponse(message_page(language_of(request), reason), 403)


@ENTRY.get(
    "/health", summary="Whether the server is up and its database answers", responses={503: REFUSALS[503]}
)
async def health(desk: TheDesk) -> JSONResponse:
    """Answer as long as the database does."""
    await asyncio.wrap_future(desk.ping())
    return JSONResponse({"status": "ok"})
