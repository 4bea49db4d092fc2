"""Connections that nobody can hold for nothing: heads of requests have limits of time and size, replies one of time.

uvicorn waits without end for the head of a request, takes in one of any size, and keeps a reply for as long as nobody
reads it; a few hundred such connections are all that a process may have. What a request brings along is looked after by
`guard`, and a connection between two requests by uvicorn.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# For the head of a request, from the beginning of a connection or its first byte
HEAD_SECONDS = 20.0
# For a browser to take in what waits for it: some 50 kB at least
READ_SECONDS = 60.0
LARGEST_HEAD = 128 * 1024  # bytes that are no body, beyond as many as the body has


class Connection(HttpToolsProtocol):
    """A connection that is ended where a head does not come, has no end, or a reply is not read."""

    _deadline: asyncio.TimerHandle | None = None
    _beside = 0  # bytes of the present request that are not its body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn declares it so
        """Wait for a first head, which may never come."""
        super().connection_made(transport)
        self._expect(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing more."""
        self._met()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in bytes; not more than a head may have, and in its time."""
        self._beside += len(data)
        super().data_received(data)
        if self._beside > LARGEST_HEAD:
            self.transport.abort()
        elif self._is_between() and self._deadline is None:
            self._expect(HEAD_SECONDS)

    def on_message_begin(self) -> None:
        """Count anew for every request."""
        self._beside = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Expect no head any more."""
        if self._is_between():
            self._met()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Do not count what is looked after elsewhere."""
        self._beside = max(0, self._beside - 2 * len(body))
        super().on_body(body)

    def pause_writing(self) -> None:
        """Wait for a browser that does not read."""
        super().pause_writing()
        self._expect(READ_SECONDS)

    def resume_writing(self) -> None:
        """Go on with one that does."""
        self._met()
        super().resume_writing()

    def on_response_complete(self) -> None:
        """Wait until the end of a reply is read, too."""
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._expect(READ_SECONDS)

    def _is_between(self) -> bool:
        """Tell whether no request is under way."""
        return self.cycle is None or self.cycle.response_complete

    def _expect(self, seconds: float) -> None:
        self._met()
        self._deadline = self.loop.call_later(seconds, self._give_up)

    def _met(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if self._is_between() or self.transport.get_write_buffer_size():
            self.transport.abort()
