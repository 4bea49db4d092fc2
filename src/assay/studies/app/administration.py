"""The routes that change a campaign; its pages are in `dashboard`."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request
from starlette.responses import JSONResponse, Response

from assay.studies.app.bodies import (
    CONFLICT,
    MISSING,
    REFUSALS,
    AnnotatorRequest,
    LinkMade,
    Nothing,
    OpenLinkRequest,
)
from assay.studies.app.links import link_to
from assay.studies.app.sessions import Admin, TheDesk

ADMINISTERING = APIRouter(prefix="/admin", tags=["admin"], responses={**REFUSALS, **MISSING})
Name = Annotated[str, Path(pattern="^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$")]


@ADMINISTERING.post("/c/{campaign}/annotators", response_model=LinkMade, responses=CONFLICT)
async def add_annotator(
    request: Request, desk: TheDesk, who: Admin, campaign: Name, body: AnnotatorRequest
) -> Response:
    """Add somebody, and return their link."""
    _refuse_others(who.may_change(campaign))
    token = await asyncio.wrap_future(desk.add_annotator(campaign, body.name))
    return JSONResponse({"name": body.name, "link": link_to(request, f"/join/{token}")})


@ADMINISTERING.post("/c/{campaign}/open-link", response_model=LinkMade)
async def open_link(
    request: Request, desk: TheDesk, who: Admin, campaign: Name, body: OpenLinkRequest
) -> Response:
    """Open a campaign for so many people who come by one link, and return it; 0 lets nobody more in."""
    _refuse_others(who.may_change(campaign))
    token = await asyncio.wrap_future(desk.open_link(campaign, body.places, body.worker))
    return JSONResponse({"name": "", "link": link_to(request, f"/join/{token}")})


@ADMINISTERING.post("/c/{campaign}/close", status_code=204)
async def close(desk: TheDesk, who: Admin, campaign: Name, body: Nothing) -> Response:
    """Close a campaign: nothing more can be answered."""
    _refuse_others(who.may_change(campaign))
    await asyncio.wrap_future(desk.set_closed(campaign, True))
    return Response(status_code=204)


@ADMINISTERING.post("/c/{campaign}/reopen", status_code=204)
async def reopen(desk: TheDesk, who: Admin, campaign: Name, body: Nothing) -> Response:
    """Open a campaign again."""
    _refuse_others(who.may_change(campaign))
    await asyncio.wrap_future(desk.set_closed(campaign, False))
    return Response(status_code=204)


def _refuse_others(allowed: bool) -> None:
    if not allowed:
        raise HTTPException(403, "this is another campaign's")
