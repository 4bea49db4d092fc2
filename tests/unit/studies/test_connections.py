"""Connections that say or take too little, or whose heads have no end, are ended; whoever works is not."""

from __future__ import annotations

import asyncio
import http.client
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from assay.studies.app import connections
from support.bench_site import bench_served
from support.program import LIMIT
from support.waits import until

HEAD = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
CHUNKED = (
    b"POST /api/next HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Assay: 1\r\n"
    b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
)
ENDLESS = {
    "name": (b"GET / HTTP/1.1\r\n", b"x"),
    "value": (b"GET / HTTP/1.1\r\nHost: ", b"x"),
    "headers": (b"GET / HTTP/1.1\r\n", b"a: b\r\n"),
    "address": (b"GET /", b"x"),
    "blank lines": (b"", b"\r\n"),
    "second head": (HEAD + b"\r\nGET /", b"x"),
    "extension": (CHUNKED + b"2;", b"x"),
    "trailers": (CHUNKED + b"2\r\n{}\r\n0\r\n", b"a: b\r\n"),
}


@pytest.fixture
def address(tmp_path: Path) -> Iterator[tuple[str, int]]:
    with bench_served(tmp_path) as (site, _):
        parts = urlsplit(site)
        assert parts.hostname is not None
        assert parts.port is not None
        yield parts.hostname, parts.port


def is_ended(connection: socket.socket) -> bool:
    """Read until the other side hangs up; False where it does not in time."""
    connection.settimeout(LIMIT)
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def is_refused(connection: socket.socket, said: bytes) -> bool:
    """Tell whether the other side has hung up, without reading what it said."""
    try:
        connection.sendall(said)
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize("said", [b"", b"\r\n", b"GET", HEAD, HEAD + b"\r\n" + HEAD, HEAD + b"\r\n\r\n"])
def test_a_head_that_does_not_come_is_given_up(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.5)
    with ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection(address, LIMIT)) for _ in range(30)]
        for connection in slow:
            connection.sendall(said)
        assert all(is_ended(connection) for connection in slow)


def test_a_head_that_comes_byte_by_byte_is_given_up(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.5)
    with socket.create_connection(address, LIMIT) as connection:
        end = time.monotonic() + LIMIT
        with suppress(ConnectionError):
            connection.sendall(HEAD + b"Name: ")
            while time.monotonic() < end:
                connection.sendall(b"x")
                time.sleep(0.05)
        assert time.monotonic() < end, "every byte has bought more time"


@pytest.mark.parametrize("part", ENDLESS)
def test_a_head_without_an_end_is_ended(address: tuple[str, int], part: str) -> None:
    begin, more = ENDLESS[part]
    sent, most = 0, 64 << 20
    with socket.create_connection(address, LIMIT) as connection, suppress(ConnectionError):
        connection.sendall(begin)
        while sent < most:
            connection.sendall(more * (1 << 16))
            sent += len(more) << 16
    assert sent < most, "the server took in all that came"


def test_a_reply_that_nobody_reads_is_given_up(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "READ_SECONDS", 0.5)
    asked = b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(0.1)
        connection.connect(address)
        with suppress(ConnectionError, TimeoutError):
            connection.sendall(asked * 500)
        until(lambda: is_refused(connection, asked))


class Deadline:
    """A deadline that passes where a test says so."""

    def __init__(self, loop: asyncio.AbstractEventLoop, missed: Callable[[], None]) -> None:
        self.loop, self.missed, self.is_met = loop, missed, False

    def cancel(self) -> None:
        self.is_met = True

    def pass_by(self) -> None:
        """End what is still waited for, before the server looks at anything that comes later."""
        self.loop.call_soon_threadsafe(lambda: None if self.is_met else self.missed())


@pytest.fixture
def deadlines(monkeypatch: pytest.MonkeyPatch) -> list[Deadline]:
    """Return all deadlines that connections were given, none of which passes by itself."""
    given: list[Deadline] = []

    def expect(connection: Any, seconds: float) -> None:
        connection._met()
        connection._deadline = Deadline(connection.loop, connection._give_up)
        given.append(connection._deadline)

    monkeypatch.setattr(connections.Connection, "_expect", expect)
    return given


def test_who_works_slowly_is_not_hung_up_on(address: tuple[str, int], deadlines: list[Deadline]) -> None:
    """However long it takes from one request to the next, and from a head to its body."""
    deadlines.clear()
    with closing(http.client.HTTPConnection(*address, timeout=LIMIT)) as connection:
        for _ in range(4):
            connection.request("GET", "/health")
            assert connection.getresponse().read() == b'{"status":"ok"}'
            assert deadlines, "the first head had one"
            for deadline in deadlines:
                deadline.pass_by()
    deadlines.clear()
    with socket.create_connection(address, LIMIT) as connection:
        connection.sendall(CHUNKED)
        until(lambda: deadlines and all(deadline.is_met for deadline in deadlines))
        for deadline in deadlines:
            deadline.pass_by()
        connection.sendall(b"2\r\n{}\r\n0\r\n\r\n")
        assert b" 401 " in connection.recv(1 << 16)


def test_who_has_sent_half_a_head_is_hung_up_on(address: tuple[str, int], deadlines: list[Deadline]) -> None:
    deadlines.clear()
    with socket.create_connection(address, LIMIT) as connection:
        connection.sendall(HEAD)
        until(lambda: deadlines)
        deadlines[-1].pass_by()
        assert is_ended(connection)
