"""Films of post-editing for those who run a campaign: the page, what there is to see, and one text's edits."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query, Request
from starlette.responses import JSONResponse, Response

from assay.studies.app.bodies import MISSING, REFUSALS
from assay.studies.app.dashboard import Name, admin_page
from assay.studies.app.long_work import run_long
from assay.studies.app.sessions import Reader, TheDesk
from assay.studies.auth import Identity
from assay.studies.films import edited_units, film_of

FILMS = APIRouter(prefix="/admin/c/{campaign}/film", tags=["admin"], responses={**REFUSALS, **MISSING})
# As names are, printable
Editor = Annotated[str, Query(min_length=1, max_length=100, pattern=r"^\P{C}+$")]
Number = Annotated[int, Path(ge=0, le=10_000_000)]


@FILMS.get("", include_in_schema=False)
async def theatre(request: Request, who: Reader, campaign: Name) -> Response:
    """Send the page on which edits are watched; it asks for the rest."""
    _refuse_others(who, campaign)
    return admin_page(request, who, "admin/film", campaign=campaign)


@FILMS.get("/units", summary="All texts that were edited to the end")
async def units(request: Request, desk: TheDesk, who: Reader, campaign: Name) -> Response:
    """Send who edited what."""
    _refuse_others(who, campaign)
    return JSONResponse(await run_long(request, edited_units, desk, campaign))


@FILMS.get("/{item}/{unit}", summary="The edits of one text by one editor")
async def film(
    request: Request,
    desk: TheDesk,
    who: Reader,
    campaign: Name,
    *,
    item: Number,
    unit: Number,
    editor: Editor,
) -> Response:
    """Send where a text began, every record of its edits, and where it ended."""
    _refuse_others(who, campaign)
    return JSONResponse(await run_long(request, film_of, desk, campaign, editor, item, unit))


def _refuse_others(who: Identity, campaign: str) -> None:
    if not who.may_see(campaign):
        raise HTTPException(403, "this is another campaign's")
