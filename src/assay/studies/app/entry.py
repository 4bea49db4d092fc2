"""The way in: links become sessions, and pages are sent."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from assay.studies.app.bodies import REFUSALS
from assay.studies.app.failures import language_of
from assay.studies.app.sessions import VISIT, TheDesk, Who, client_of, remember
from assay.studies.auth import LONGEST, Identity
from assay.studies.campaigns.commands import RefusedError
from assay.studies.desk import Desk
from assay.studies.pages import message_page, task_page

ENTRY = APIRouter(tags=["entry"])
Link = Annotated[str, Path(max_length=100)]
WAYS: dict[int | str, dict[str, Any]] = {
    200: {"description": "of an open link: a page with a button, which sends POST to the same address"},
    303: {"description": "on to the page"},
    401: {"description": "a page that says so", "content": {"text/html": {"schema": {"type": "string"}}}},
    403: {"description": "a page that says so", "content": {"text/html": {"schema": {"type": "string"}}}},
    **{status: REFUSALS[status] for status in (422, 429, 503)},
}


@ENTRY.get("/join/{token}", status_code=303, response_class=Response, responses=WAYS)
async def join(request: Request, desk: TheDesk, who: Who, token: Link) -> Response:
    """Begin a session for whoever a link belongs to, and go on to their page.

    An open link takes no place yet, since programs that show what a link leads to follow it, too. Its page asks.
    """
    return await _enter(request, desk, who, token, arrives=False)


@ENTRY.post("/join/{token}", status_code=303, response_class=Response, responses=WAYS)
async def take_place(request: Request, desk: TheDesk, who: Who, token: Link) -> Response:
    """Take a place by an open link, as its page does by its button; the rest of the address goes along."""
    return await _enter(request, desk, who, token, arrives=True)


async def _enter(
    request: Request, desk: Desk, who: Identity | None, token: str, *, arrives: bool
) -> Response:
    sessions, client = request.app.state.sessions, client_of(request)
    given, visit = request.query_params, request.cookies.get(VISIT, "")[:LONGEST]
    campaign = await asyncio.wrap_future(desk.opens(token))
    here_before = who is not None and (who.campaign, who.role) == (campaign, "annotator")
    if here_before and not given:
        return RedirectResponse("/task", 303)  # the same browser again
    try:
        joined = await asyncio.wrap_future(desk.join(token, given, arrives=False, visit=visit))
        if joined is not None and joined.new and arrives:
            sessions.refuse_crowding(client)
            joined = await asyncio.wrap_future(desk.join(token, given, visit=visit))
            sessions.count_arrival(client)
    except RefusedError as refusal:
        return _refused(request, refusal.reason)
    if joined is None:
        await sessions.refuse_guessing(client, token)
        return _no_entry(request)
    if not joined.session:
        return _invitation(request)
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


def _invitation(request: Request) -> Response:
    """Ask whoever comes by an open link whether they take part; the form says from which site it is sent.

    Somebody may press the button twice before the page has gone: by the cookie that is one visit.
    """
    page = message_page(language_of(request), "invited", ask=True)
    response = HTMLResponse(page, headers={"Referrer-Policy": "same-origin"})
    if VISIT not in request.cookies:
        remember(request, response, secrets.token_urlsafe(24), VISIT)
    return response


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
