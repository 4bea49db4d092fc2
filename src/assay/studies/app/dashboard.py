"""The pages of those who run a campaign, or may look at it: the list, a campaign with its figures, exports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse, Response

from assay.studies.app.bodies import MISSING, REFUSALS, AnnotatorRequest, LinkMade
from assay.studies.app.export_files import ExportFolder, PassingFile, write_lines
from assay.studies.app.links import link_to
from assay.studies.app.long_work import run_long
from assay.studies.app.sessions import Admin, Reader, TheDesk
from assay.studies.archives import log_lines, people_of
from assay.studies.auth import Identity
from assay.studies.campaigns.results.exports import EXPORTS, export_format
from assay.studies.dashboard.board import Board, CampaignCard
from assay.studies.desk import check_person_name
from assay.studies.films import export_postedits
from assay.studies.pages import render_page
from assay.version import installed_version

DASHBOARD = APIRouter(prefix="/admin", tags=["admin"], responses={**REFUSALS, **MISSING})
Name = Annotated[str, Path(pattern="^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$")]
Form = Annotated[str, Path(pattern="^[a-z-]{1,30}$")]
LOG, POSTEDIT = "log", "postedit"


@DASHBOARD.get("", include_in_schema=False)
async def overview(request: Request, desk: TheDesk, who: Reader) -> Response:
    """Send the list of campaigns."""
    names = [name for name in await run_in_threadpool(desk.campaigns) if who.may_see(name)]
    cards = [await run_in_threadpool(_board(request).card, name) for name in names]
    return admin_page(request, who, "admin/campaigns", cards=cards)


@DASHBOARD.get("/c/{campaign}", include_in_schema=False)
async def show(request: Request, who: Reader, campaign: Name) -> Response:
    """Send the page of a campaign; its figures are asked for by the page."""
    card = await _card(request, who, campaign)
    formats = [form for form in EXPORTS.values() if form.fits(card.scheme)]
    return admin_page(
        request, who, "admin/campaign", card=card, formats=formats, may_change=who.may_change(campaign)
    )


@DASHBOARD.get("/c/{campaign}/figures")
async def figures(request: Request, who: Reader, campaign: Name) -> Response:
    """Send what a campaign says so far: progress, and the figures as parts of a page."""
    card = await _card(request, who, campaign)
    kept = await run_long(request, _board(request).figures, campaign)
    progress = card.progress
    return JSONResponse(
        {
            "computed": kept.at,
            # Events that the figures do not know of
            "behind": progress.number - kept.figures.number,
            "closed": progress.closed,
            "screens": progress.screens,
            "all_screens": progress.all_screens,
            "bundles": progress.bundles,
            "all_bundles": progress.all_bundles,
            "at_work": sum(person.at_work for person in progress.annotators),
            "annotators": len(progress.annotators),
            "judgements": kept.figures.judgements,
            "active": kept.figures.active,
            "work_left": kept.figures.work_left,
            "sections": [vars(section) for section in kept.figures.sections],
            "trouble": request.app.state.desk.trouble,
            "left_out": [{"format": name, "words": words} for name, words in kept.figures.left_out],
        }
    )


@DASHBOARD.get("/c/{campaign}/export/{form}")
async def export(request: Request, desk: TheDesk, who: Reader, campaign: Name, form: Form) -> Response:
    """Send the judgements of a campaign in a format, or its log."""
    card = await _card(request, who, campaign)
    if form == LOG:
        lines = log_lines(desk, campaign)
        return await _as_file(request, partial(write_lines, lines), f"{campaign}-log.jsonl")
    if form == POSTEDIT and card.logged:
        lines = export_postedits(desk, campaign)
        return await _as_file(request, partial(write_lines, lines), f"{campaign}-postedit.jsonl")
    ending = export_format(form, card.scheme).ending
    write = partial(_board(request).export, campaign, form)
    return await _as_file(request, write, f"{campaign}-{form}{ending}")


async def _as_file(request: Request, write: Callable[[str], tuple[str, ...]], name: str) -> Response:
    """Send what is written to a file first: whoever reads it slowly keeps nothing of the database busy."""
    folder = ExportFolder()
    try:
        left_out = await run_long(request, write, str(folder.path / name))
    except BaseException:
        folder.remove()
        raise
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "X-Assay-Left-Out": _ascii(left_out),
    }
    return PassingFile(folder, name, headers)


@DASHBOARD.post("/c/{campaign}/links", response_model=LinkMade)
async def new_link(
    request: Request, desk: TheDesk, who: Admin, campaign: Name, body: AnnotatorRequest
) -> Response:
    """Return a new link for somebody who takes part; earlier ones stay good."""
    _refuse_others(who.may_change(campaign))
    if body.name not in await run_in_threadpool(people_of, desk, campaign):
        raise HTTPException(404, f"nobody called {body.name} takes part in {campaign}")
    return await _link(request, desk, Identity(campaign, "annotator", body.name))


@DASHBOARD.post("/c/{campaign}/viewers", response_model=LinkMade)
async def new_viewer(
    request: Request, desk: TheDesk, who: Admin, campaign: Name, body: AnnotatorRequest
) -> Response:
    """Return a link by which somebody may look at a campaign, and change nothing."""
    await _card(request, who, campaign)
    _refuse_others(who.may_change(campaign))
    check_person_name(body.name)
    return await _link(request, desk, Identity(campaign, "viewer", body.name))


async def _link(request: Request, desk: TheDesk, identity: Identity) -> Response:
    token = await asyncio.wrap_future(desk.link(identity))
    return JSONResponse({"name": identity.name, "link": link_to(request, f"/join/{token}")})


async def _card(request: Request, who: Identity, campaign: str) -> CampaignCard:
    _refuse_others(who.may_see(campaign))
    return await run_in_threadpool(_board(request).card, campaign)


def _board(request: Request) -> Board:
    board: Board = request.app.state.board
    return board


def _refuse_others(allowed: bool) -> None:
    if not allowed:
        raise HTTPException(403, "this is another campaign's")


def admin_page(request: Request, who: Identity, name: str, **told: Any) -> Response:
    """Return a page in the frame of those who run campaigns."""
    bench, trouble = request.app.state.bench is not None, request.app.state.desk.trouble
    frame = {"role": who.role, "place": "campaigns", "bench": bench, "version": installed_version()}
    return HTMLResponse(render_page(name, **frame, trouble=trouble, **told))


def _ascii(texts: tuple[str, ...]) -> str:
    """Return texts as a header may hold them: in ASCII, on one line."""
    return " ".join("; ".join(texts).split()).encode("ascii", "backslashreplace").decode()
