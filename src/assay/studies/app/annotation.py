"""The routes of annotators: each hands a request to the desk, and the reply to the browser."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from assay.studies.app.bodies import (
    CONFLICT,
    REFUSALS,
    AnswerRequest,
    DraftRequest,
    EditsRequest,
    KeyRequest,
    Nothing,
    OpenRequest,
    ScreenShown,
    Situation,
    SkipRequest,
    Stored,
    WithdrawRequest,
)
from assay.studies.app.long_work import run_long
from assay.studies.app.sessions import TheAnnotator, TheDesk
from assay.studies.auth import Identity
from assay.studies.campaigns.commands import CHECKING, Submission
from assay.studies.campaigns.editing.parts import EditPart
from assay.studies.dashboard.board import Board

ANNOTATING = APIRouter(prefix="/api", tags=["annotators"], responses={**REFUSALS, **CONFLICT})


@ANNOTATING.post("/next", response_model=Situation, summary="The screen to work on, or why there is none")
async def next_screen(page: Request, desk: TheDesk, who: TheAnnotator, request: Nothing) -> Response:
    """Return the same open screen until it is answered."""
    return JSONResponse(await _settled(page, who, await asyncio.wrap_future(desk.next(who))))


@ANNOTATING.post(
    "/answer", response_model=Stored, summary="Store an answer; a key that was used changes nothing"
)
async def give_answer(desk: TheDesk, who: TheAnnotator, request: AnswerRequest) -> Response:
    """Store an answer, and return what comes next."""
    times = request.times.model_dump(exclude_none=True)
    log = [EditPart(part.key, part.after, part.records) for part in request.log]
    given = Submission(request.key, request.screen, request.step, request.responses, times, log)
    return JSONResponse(await asyncio.wrap_future(desk.answer(who, given)))


@ANNOTATING.post("/draft", status_code=204, summary="Keep work in progress")
async def keep_draft(desk: TheDesk, who: TheAnnotator, request: DraftRequest) -> Response:
    """Keep work in progress, so that it is there in another browser."""
    await asyncio.wrap_future(desk.draft(who, request.screen, request.step, request.draft))
    return Response(status_code=204)


@ANNOTATING.post("/edits", status_code=204, summary="Keep a part of the log of edits")
async def keep_edits(desk: TheDesk, who: TheAnnotator, request: EditsRequest) -> Response:
    """Keep what was edited since the last part; a key that was used changes nothing."""
    part = EditPart(request.key, request.after, request.records)
    await asyncio.wrap_future(desk.keep_edits(who, request.screen, request.step, part))
    return Response(status_code=204)


@ANNOTATING.post("/skip", response_model=Stored, summary="Say that a screen cannot be judged")
async def skip_screen(desk: TheDesk, who: TheAnnotator, request: SkipRequest) -> Response:
    """Store that a screen was skipped, and return what comes next."""
    stored = await asyncio.wrap_future(desk.skip(who, request.key, request.screen, request.reason))
    return JSONResponse(stored)


@ANNOTATING.post(
    "/open", response_model=ScreenShown, summary="An earlier screen of the bundle, to correct it"
)
async def open_screen(desk: TheDesk, who: TheAnnotator, request: OpenRequest) -> Response:
    """Return an earlier screen with its answer."""
    return JSONResponse(await asyncio.wrap_future(desk.open_again(who, request.screen)))


@ANNOTATING.post("/consent", response_model=Situation, summary="Agree to take part")
async def give_consent(desk: TheDesk, who: TheAnnotator, request: KeyRequest) -> Response:
    """Store a consent with the text that was shown, and return what comes next."""
    return JSONResponse(await asyncio.wrap_future(desk.consent(who, request.key)))


@ANNOTATING.post("/withdraw", response_model=Situation, summary="Have all of one's answers erased")
async def withdraw(desk: TheDesk, who: TheAnnotator, request: WithdrawRequest) -> Any:
    """Erase all that the annotator answered; this cannot be taken back."""
    return JSONResponse(await asyncio.wrap_future(desk.withdraw(who, request.key)))


async def _settled(request: Request, who: Identity, body: dict[str, Any]) -> dict[str, Any]:
    """Add the completion code of who is done, where it is given only to those who did not fail the control items."""
    if body["withheld"] != CHECKING:
        return body
    board: Board = request.app.state.board
    if not await run_long(request, board.passes, who.campaign, who.name):
        return {**body, "withheld": "failed"}
    code = await asyncio.wrap_future(request.app.state.desk.completion_code(who))
    return {**body, "code": code, "withheld": None}
