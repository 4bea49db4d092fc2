"""What stands before every route: limits of size and time, requests of our own pages only, headers for browsers."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from assay.studies.auth import is_own_request, own_origins

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
LARGEST = 256 * 1024  # bytes of a request
LARGEST_ANSWER = 4 * 1024 * 1024  # with the log of edits that were made without a connection
# Which is written to disk as it comes, once it is known who sends it
LARGEST_FILE = 256 * 1024 * 1024
# Bytes of all requests that are in memory, whoever sends them
MOST_HELD = 256 * 1024 * 1024
PATIENCE = 60.0  # seconds for a request to come in
SLOWEST = 16 * 1024  # bytes a second, for those who need longer
# Seconds for what still comes in after it was refused: who sends it can then hear why
LINGER = 5.0
FILES = re.compile("/bench/sets/[A-Za-z0-9_-]{32}/files")
LENGTH = re.compile("[0-9]{1,15}")
READS = ("GET", "HEAD", "OPTIONS")
# Of files, which are sent as a whole: nothing here is so large
PARTS = (b"range", b"if-range")


class Guard:
    """Refuses what no page of ours sends, and adds the headers of every response that has none of its own."""

    def __init__(self, app: ASGIApp, url: str = "") -> None:
        self._app, self._url = app, url
        self._held = 0  # bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = IncomingBody(
            receive, self, is_file=bool(FILES.fullmatch(scope["path"])), largest=_largest(scope)
        )
        scope["headers"] = [each for each in scope["headers"] if each[0] not in PARTS]
        sends = _with_headers(scope, body, send)
        refusal = None if scope["method"] in READS else _refusal(scope, self._url)
        try:
            if refusal is None:
                await self._app(scope, body.receive, sends)
            else:
                await _answer(sends, *refusal)
        finally:
            self.hold(-body.held)

    def hold(self, size: int) -> None:
        """Count bytes of requests that are in memory, or that are no more; too many are refused."""
        self._held += size
        if size > 0 and self._held > MOST_HELD:
            raise HTTPException(
                503, "the server has too much to do at the moment; try again", {"Retry-After": "5"}
            )


class IncomingBody:
    """What a request brings along, as it comes in: not more than it may be, and not slower."""

    def __init__(self, receive: Receive, guard: Guard, *, is_file: bool, largest: int) -> None:
        self._receive, self._guard, self._largest = receive, guard, largest
        self._in_memory = not is_file
        self._begun = asyncio.get_running_loop().time()
        self._size = 0
        self._complete = False

    @property
    def held(self) -> int:
        """How much of it is in memory: files are written to disk as they come."""
        return self._size if self._in_memory else 0

    async def receive(self) -> Message:
        """Return what comes next; once all is there, only that the browser has gone."""
        if self._complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._begun + PATIENCE + self._size / SLOWEST):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408, "this came in too slowly; check the connection and try again") from None
        part = len(message.get("body", b""))
        self._complete = not message.get("more_body", False)
        self._size += part
        if self._in_memory:
            self._guard.hold(part)
        if self._size > self._largest:
            raise HTTPException(413, "this is too large")
        return message

    async def ended(self) -> bool:
        """Tell whether all has come in; what has not is forgotten, for a few seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER):
                while not self._complete:
                    self._complete = not (await self._receive()).get("more_body", False)
        return self._complete


def _refusal(scope: Scope, url: str) -> tuple[int, str] | None:
    """Return why a request that would change something is not let through.

    The form of an open link is no script, so it can send no header and no JSON.
    """
    headers = Headers(scope=scope)
    is_form = scope["path"].startswith("/join/")
    origins = own_origins(scope["scheme"], headers.get("host", ""), url)
    own = is_own_request(headers.get("origin"), headers.get("sec-fetch-site"), origins)
    if not own or not (is_form or headers.get("x-assay") == "1"):
        return 403, "this request did not come from a page of this server"
    length = headers.get("content-length", "0")
    if not LENGTH.fullmatch(length) or int(length) > _largest(scope):
        return 413, "this is too large"
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" and not is_form and not scope["path"].startswith("/bench/"):
        return 415, "send application/json"
    return None


def _largest(scope: Scope) -> int:
    if FILES.fullmatch(scope["path"]):
        return LARGEST_FILE
    return LARGEST_ANSWER if scope["path"] == "/api/answer" else LARGEST


def _with_headers(scope: Scope, body: IncomingBody, send: Send) -> Send:
    async def sends(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if not await body.ended():
                headers["connection"] = "close"
            for name, content in HEADERS.items():
                headers.setdefault(name, content)
            if not scope["path"].startswith("/static/"):
                headers.setdefault("cache-control", "no-store")
        await send(message)

    return sends


async def _answer(send: Send, status: int, message: str) -> None:
    body = json.dumps({"message": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
