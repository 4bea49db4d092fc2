"""Whose cookie it is: looked up once, and remembered for a few seconds."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

from fastapi import Depends, HTTPException, Request, Response
from fastapi.security import APIKeyCookie

from assay.studies.auth import BadTokens, Identity
from assay.studies.desk import SESSION_SECONDS, Desk

COOKIE = "assay"
VISIT = "assay-visit"  # of somebody who looks at an open link
PERSON = "x-assay-person"  # whose page it is that sends a request, by their alias
REMEMBERED = 15.0  # seconds, after which a session that was revoked is noticed
# People a minute who may come by an open link from one address, such as a lecture hall's
ARRIVALS = 30
MOST = 20_000  # sessions that are remembered at a time
_COOKIE = APIKeyCookie(name=COOKIE, auto_error=False, description="set by GET /join/{token}")


class Sessions:
    """Who is there, and who tries what is no token."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._known: dict[str, tuple[Identity, float]] = {}
        self._bad = BadTokens(time.monotonic)
        self._arrivals = BadTokens(time.monotonic, most=ARRIVALS)

    async def identify(self, session: str) -> Identity | None:
        """Return whose session this is, None where it is nobody's any more, or never was."""
        known = self._known.get(session)
        if known is not None and known[1] > time.monotonic():
            return known[0]
        identity = await asyncio.wrap_future(self._desk.whose(session))
        if identity is None:
            self._known.pop(session, None)
            return None
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[session] = (identity, time.monotonic() + REMEMBERED)
        return identity

    def knew_reader(self, session: str | None) -> bool:
        """Tell whether this was of late the session of somebody who may read results, though it cannot be looked up."""
        known = self._known.get(session or "")
        return known is not None and known[0].role in ("admin", "viewer")

    async def refuse_guessing(self, client: str, token: str) -> None:
        """Refuse a client that has tried too much that never was a link or a session, of which this opened nothing.

        What is good is looked up first, and what is over is no guess: behind one address may be a whole class.
        """
        if await asyncio.wrap_future(self._desk.gave(token)):
            return
        if seconds := self._bad.wait(client):
            raise HTTPException(
                429, "too many wrong links; wait a minute", {"Retry-After": str(int(seconds) + 1)}
            )
        self._bad.count(client)

    def refuse_crowding(self, client: str) -> None:
        """Refuse an address from which too many people have come by an open link of late."""
        if seconds := self._arrivals.wait(client):
            raise HTTPException(
                429, "too many people at once; wait a minute", {"Retry-After": str(int(seconds) + 1)}
            )

    def count_arrival(self, client: str) -> None:
        """Remember that somebody new came by an open link."""
        self._arrivals.count(client)


def client_of(request: Request) -> str:
    """Return the address that a request comes from."""
    return request.client.host if request.client else ""


def desk_of(request: Request) -> Desk:
    """Return the desk that an application serves."""
    desk: Desk = request.app.state.desk
    return desk


async def present(request: Request, session: Annotated[str | None, Depends(_COOKIE)]) -> Identity | None:
    """Return who is there, None where nobody is known."""
    sessions: Sessions = request.app.state.sessions
    return await sessions.identify(session) if session else None


async def _known(request: Request, who: Identity | None, message: str) -> Identity:
    """Return who is there, or refuse; whoever tries too many sessions that never were is refused for a while."""
    if who is None:
        sessions: Sessions = request.app.state.sessions
        if session := request.cookies.get(COOKIE):
            await sessions.refuse_guessing(client_of(request), session)
        raise HTTPException(401, message)
    return who


async def annotator(request: Request, who: Annotated[Identity | None, Depends(present)]) -> Identity:
    """Return the annotator who asks, or refuse; also where the page is another's, who used this browser before."""
    who = await _known(request, who, "this needs the link that you were sent")
    if request.headers.get(PERSON, own := desk_of(request).alias(who)) != own:
        raise HTTPException(401, "somebody else's link was opened in this browser; open your own again")
    if who.role != "annotator":
        raise HTTPException(403, "this is for annotators")
    return who


async def reader(request: Request, who: Annotated[Identity | None, Depends(present)]) -> Identity:
    """Return who may read results, or refuse."""
    who = await _known(request, who, "this needs the link that the server printed")
    if who.role not in ("admin", "viewer"):
        raise HTTPException(403, "this is not for annotators")
    return who


async def admin(who: Annotated[Identity, Depends(reader)]) -> Identity:
    """Return who may change campaigns, or refuse."""
    if who.role != "admin":
        raise HTTPException(403, "viewers change nothing")
    return who


def remember(request: Request, response: Response, session: str, cookie: str = COOKIE) -> None:
    """Have the browser keep a session, or another secret of ours."""
    response.set_cookie(
        cookie,
        session,
        max_age=int(SESSION_SECONDS),
        httponly=True,
        # A strict one stays behind where a link is followed from a mail; POSTs are guarded by origin
        samesite="lax",
        secure=request.url.scheme == "https",
    )


TheDesk = Annotated[Desk, Depends(desk_of)]
Who = Annotated[Identity | None, Depends(present)]
TheAnnotator = Annotated[Identity, Depends(annotator)]
Reader = Annotated[Identity, Depends(reader)]
Admin = Annotated[Identity, Depends(admin)]
