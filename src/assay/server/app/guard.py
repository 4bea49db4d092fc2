"""What stands before every route: size limits, requests of our own pages only, and headers that browsers obey."""

from __future__ import annotations

import json
import re
from collections.abc import MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from assay.server.auth import is_own_request

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
LARGEST_FILE = 256 * 1024 * 1024  # which is written to disk as it comes, once it is known who sends it
FILES = re.compile("/bench/sets/[A-Za-z0-9_-]{32}/files")
LENGTH = re.compile("[0-9]{1,15}")
READS = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Refuses what no page of ours sends, and adds the headers of every response that has none of its own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sends = _with_headers(scope, send)
        refusal = None if scope["method"] in READS else _refusal(scope)
        if refusal is None:
            await self._app(scope, _limited(scope, receive), sends)
        else:
            await _answer(sends, *refusal)


def _refusal(scope: Scope) -> tuple[int, str] | None:
    """Return why a request that would change something is not let through."""
    headers = Headers(scope=scope)
    own = is_own_request(
        headers.get("origin"),
        headers.get("sec-fetch-site"),
        headers.get("host", ""),
        headers.get("x-assay") == "1",
    )
    if not own:
        return 403, "this request did not come from a page of this server"
    length = headers.get("content-length", "0")
    if not LENGTH.fullmatch(length) or int(length) > _largest(scope):
        return 413, "this is too large"
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" and not scope["path"].startswith("/bench/"):
        return 415, "send application/json"
    return None


def _largest(scope: Scope) -> int:
    if FILES.fullmatch(scope["path"]):
        return LARGEST_FILE
    return LARGEST_ANSWER if scope["path"] == "/api/answer" else LARGEST


def _limited(scope: Scope, receive: Receive) -> Receive:
    """Refuse a body that goes on for longer than it may, whatever its header said."""
    size = 0

    async def limited() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > _largest(scope):
            raise HTTPException(413, "this is too large")
        return message

    return limited


def _with_headers(scope: Scope, send: Send) -> Send:
    async def sends(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
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
