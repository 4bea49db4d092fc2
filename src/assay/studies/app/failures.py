"""What goes wrong, as JSON or as a page: errors of fields at their fields, refusals with a reason, no traceback."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response

from assay.errors import AssayError
from assay.studies.app.guard import HEADERS
from assay.studies.app.sessions import COOKIE
from assay.studies.campaigns import worded
from assay.studies.campaigns.answers import AnswerError
from assay.studies.campaigns.commands import RefusedError
from assay.studies.campaigns.definition import to_plain
from assay.studies.desk import UnknownCampaignError
from assay.studies.pages import message_page
from assay.studies.store.writer import StorageError

GENERAL = "the server's disk is full or its database is away; try again"
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)
MOST_ERRORS = 200  # that are told of one request
PAGES = {401: "no-link", 403: "other-page", 404: "wrong-page", 429: "limited", 503: "away"}
WORDS = {
    "unknown-annotator": "You do not take part in this campaign any more.",
    "unknown-screen": "This screen is not yours, or its bundle is finished.",
    "lease-over": "Somebody else has taken over this bundle, because you were away for long.",
    "wrong-step": "This step was answered already, or an earlier one was not.",
    "locked": "This answer cannot be changed any more.",
    "answered": "This screen was answered already.",
    "no-skip": "Screens cannot be skipped here.",
    "closed": "This campaign is closed.",
    "consent": "Please agree to take part first.",
    "withdrawn": "You have withdrawn from this campaign.",
    "full": "All places of this study are taken.",
    "no-worker": "This link must be opened from the platform that sent you, which says who you are.",
    "log-none": "This protocol logs no edits.",
    "log-order": "The log of edits does not follow on what is stored; open the screen again and go on from there.",
    "log-full": "The log of edits of this screen is full; the answer can still be sent.",
    "log-wrong": "The log of edits has a record that cannot be, such as a change outside the text.",
    "name-taken": "Somebody of this name takes part already.",
}


def handle_failures(application: FastAPI) -> None:
    """Have every error answered in the same form."""

    @application.exception_handler(RefusedError)
    async def refused(request: Request, error: RefusedError) -> Response:
        if error.errors:
            return JSONResponse({"errors": [_full(each, error.language) for each in error.errors]}, 422)
        return JSONResponse({"reason": error.reason, "message": WORDS[error.reason]}, 409)

    @application.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        errors = [_invalid(each) for each in error.errors()[:MOST_ERRORS]]
        return JSONResponse({"errors": errors}, 422)

    @application.exception_handler(HTTPException)
    async def failed(request: Request, error: HTTPException) -> Response:
        return _answer(request, str(error.detail), error.status_code, error.headers)

    @application.exception_handler(SQLAlchemyError)
    @application.exception_handler(StorageError)
    async def not_stored(request: Request, error: Exception) -> Response:
        desk, sessions = request.app.state.desk, request.app.state.sessions
        why = desk.trouble if sessions.knew_reader(request.cookies.get(COOKIE)) else ""
        message = f"nothing was stored: {why or GENERAL}"
        return _answer(request, message, 503, {"Retry-After": "5"}, why=why)

    @application.exception_handler(BrokenProcessPool)
    @application.exception_handler(TimeoutError)
    async def given_up(request: Request, error: Exception) -> Response:
        message = "the figures took too long, or too much memory, and were given up; try again when less is going on"
        return _answer(request, message, 503, {"Retry-After": "60"})

    @application.exception_handler(OSError)
    async def no_room(request: Request, error: OSError) -> Response:
        if error.errno not in NO_ROOM:
            raise error
        return _answer(request, f"this cannot be done: {GENERAL}", 503, {"Retry-After": "5"})

    @application.exception_handler(Exception)
    async def unforeseen(request: Request, error: Exception) -> Response:
        """Say no more than that; what answers here stands before the guard, which would add its headers."""
        message = "something went wrong on the server, which has written down what; try again"
        return _answer(request, message, 500, {**HEADERS, "Cache-Control": "no-store"})

    @application.exception_handler(AssayError)
    async def bad(request: Request, error: AssayError) -> Response:
        return _answer(request, str(error), 404 if isinstance(error, UnknownCampaignError) else 400)


def language_of(request: Request) -> str:
    """Return the language that a browser asks for first."""
    return request.headers.get("accept-language", "en").partition(",")[0]


def _answer(
    request: Request, message: str, status: int, headers: Mapping[str, str] | None = None, why: str = ""
) -> Response:
    """Say what is wrong: as a page to somebody who has opened an address, else as JSON; `why` is for a page alone."""
    if request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
        return JSONResponse({"message": message}, status, headers=dict(headers or {}))
    page = message_page(language_of(request), PAGES.get(status, "failed"), message, why)
    return HTMLResponse(page, status, headers=dict(headers or {}))


def _full(error: AnswerError, language: str) -> dict[str, Any]:
    return {
        "unit": error.unit,
        "field": error.field,
        "message": worded(error, language),
        "key": error.message,
        "values": to_plain(error.values),
    }


def _invalid(error: Any) -> dict[str, Any]:
    place = ".".join(str(part) for part in error["loc"] if part != "body")
    return {
        "unit": "",
        "field": place.encode("ascii", "backslashreplace").decode(),
        "message": str(error["msg"]),
        "key": str(error["type"]),
        "values": {},
    }
