"""Files that are sent to do harm, or badly: slowly, without an end, all at once, packed many times over."""

from __future__ import annotations

import http.client
import io
import json
import logging
import socket
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from assay.errors import InputError
from assay.studies.app import guard
from assay.studies.bench import Bench, BenchLimits
from support.bench_site import bench_served
from support.program import LIMIT
from support.waits import until

Site = tuple[str, Bench]
ENTITIES = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "far"}">' for n in range(12))
XLIFF = (
    f'<!DOCTYPE xliff [{ENTITIES}]><xliff version="1.2"><file source-language="en" target-language="sl" original="f">'
    '<body><trans-unit id="1"><source>&e11;</source><target>&e11;</target></trans-unit></body></file></xliff>'
)
TMX = (
    f'<!DOCTYPE tmx SYSTEM "tmx14.dtd" [{ENTITIES}]><tmx version="1.4"><header srclang="en"/><body><tu>'
    '<tuv xml:lang="en"><seg>&e11;</seg></tuv><tuv xml:lang="sl"><seg>a</seg></tuv></tu></body></tmx>'
)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with bench_served(tmp_path, BenchLimits(bytes=1 << 20)) as both:
        yield both


def asked(site: Site, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
    """Send a request as the page does; return status and body."""
    with closing(http.client.HTTPConnection(urlsplit(site[0]).netloc, timeout=LIMIT)) as connection:
        kind = "application/json" if path == "/bench/sets" else "application/octet-stream"
        connection.request(method, path, body, {"X-Assay": "1", "Content-Type": kind})
        answer = connection.getresponse()
        return answer.status, answer.read()


def new_set(site: Site) -> str:
    """Make room for files."""
    status, body = asked(site, "POST", "/bench/sets", b"{}")
    assert status == 201
    key: str = json.loads(body)["set"]
    return key


def begin(site: Site, path: str, *headers: str, kind: str = "application/octet-stream") -> socket.socket:
    """Begin a request, of which the rest is still to come."""
    address = urlsplit(site[0])
    connection = socket.create_connection((address.hostname, address.port), timeout=LIMIT)
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: {address.netloc}",
        "X-Assay: 1",
        f"Content-Type: {kind}",
        *headers,
    ]
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    return connection


def answer_to(connection: socket.socket) -> tuple[int, str]:
    """Return status and body of an answer after which the server hangs up."""
    parts = []
    with suppress(ConnectionError):
        while part := connection.recv(1 << 16):
            parts.append(part)
    head, _, body = b"".join(parts).decode().partition("\r\n\r\n")
    assert "connection: close" in head.lower()
    return int(head.split()[1]), body


def left_of(site: Site, key: str) -> list[str]:
    """Return what is stored of a set beside its state."""
    folder = site[1].sets / key
    return sorted(path.name for path in (*folder.iterdir(), *(folder / "files").iterdir()) if path.is_file())


def test_a_slow_file_is_given_up_and_others_are_served_meanwhile(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "PATIENCE", 1.0)
    monkeypatch.setattr(guard, "LINGER", 0.2)
    keys = [new_set(site) for _ in range(20)]
    with ExitStack() as stack:
        slow = [
            stack.enter_context(begin(site, f"/bench/sets/{key}/files?name=a", "Content-Length: 9999"))
            for key in keys
        ]
        for connection in slow:
            connection.sendall(b"x")
        assert asked(site, "GET", "/health")[0] == 200
        for connection in slow:
            assert answer_to(connection) == (
                408,
                '{"message":"this came in too slowly; check the connection and try again"}',
            )
    assert left_of(site, keys[0]) == ["state.json"]


@pytest.mark.parametrize("length", ["Transfer-Encoding: chunked", "Content-Length: 99999999999"])
def test_a_file_without_an_end_is_ended(site: Site, monkeypatch: pytest.MonkeyPatch, length: str) -> None:
    monkeypatch.setattr(guard, "LINGER", 0.5)
    key = new_set(site)
    chunk = b"10000\r\n" + bytes(1 << 16) + b"\r\n"
    with begin(site, f"/bench/sets/{key}/files?name=a", length) as connection:
        end = time.monotonic() + LIMIT
        with suppress(ConnectionError):
            while time.monotonic() < end:
                connection.sendall(chunk)
        assert time.monotonic() < end, "the server took in all that came"
    assert left_of(site, key) == ["state.json"]


def test_who_sends_too_much_hears_what_to_do(site: Site) -> None:
    status, body = asked(site, "POST", f"/bench/sets/{new_set(site)}/files?name=a.txt", bytes(3 << 20))
    assert status == 413
    assert "1 MB together: pack it as .gz" in json.loads(body)["message"]


def test_files_of_a_set_come_in_one_after_the_other(site: Site) -> None:
    key, bench = new_set(site), site[1]
    with bench.add_file(key, "a.txt") as first:
        with pytest.raises(InputError, match="another file of this set is still coming in"):
            bench.add_file(key, "a.txt")
        assert asked(site, "POST", f"/bench/sets/{key}/files?name=a.txt", b"b")[0] == 400
        first.write(b"a")
    assert asked(site, "POST", f"/bench/sets/{key}/files?name=a.txt", b"b")[0] == 204
    assert left_of(site, key) == ["a-2.txt", "a.txt", "state.json"]


def test_whoever_goes_away_leaves_nothing_behind(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    key = new_set(site)
    with caplog.at_level(logging.ERROR):
        with begin(site, f"/bench/sets/{key}/files?name=a", "Content-Length: 9999") as connection:
            connection.sendall(b"x")
            until(lambda: len(left_of(site, key)) == 2)
        until(lambda: left_of(site, key) == ["state.json"])
        assert asked(site, "POST", f"/bench/sets/{key}/files?name=a", b"b")[0] == 204
    assert caplog.text == ""


def test_what_many_send_at_once_is_bounded(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_HELD", 1 << 20)
    monkeypatch.setattr(guard, "LINGER", 0.2)
    length = f"Content-Length: {guard.LARGEST_ANSWER}"
    with ExitStack() as stack:
        many = [
            stack.enter_context(begin(site, "/api/answer", length, kind="application/json")) for _ in range(5)
        ]
        for connection in many:
            with suppress(ConnectionError):
                connection.sendall(b'{"key": "' + b"x" * 400_000)
        refused: list[tuple[int, str]] = []

        def hear(connection: socket.socket) -> None:
            # Those that still wait when the first is refused are hung up on.
            with suppress(OSError):
                if connection.recv(1, socket.MSG_PEEK):
                    refused.append(answer_to(connection))

        threads = [threading.Thread(target=hear, args=(it,), daemon=True) for it in many]
        for thread in threads:
            thread.start()
        until(lambda: refused)
        assert {status for status, _ in refused} == {503}
        for connection in many:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join(30)
    until(lambda: asked(site, "POST", "/api/answer", b"{}" + b" " * 300_000)[0] == 415)


def test_a_disk_that_is_full_is_told(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    key = new_set(site)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("assay.studies.bench.desk.Upload.write", full)
    status, body = asked(site, "POST", f"/bench/sets/{key}/files?name=a.txt", b"a")
    assert (status, json.loads(body)["message"]) == (
        503,
        "this could not be stored (No space left on device); try again later",
    )
    assert left_of(site, key) == ["state.json"]


def bomb(size: int) -> bytes:
    """Return a workbook with a sheet of so many bytes, all the same."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as parts:
        parts.writestr("xl/workbook.xml", b"<workbook/>")
        parts.writestr("xl/worksheets/sheet1.xml", b" " * size)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "a.xlsx",
            "it is larger than 4M when unpacked, and would be read as a whole; if that is right, raise the",
        ),
        ("a.xlf", "a DOCTYPE or entity declaration is refused"),
        ("a.tmx", "a DOCTYPE or entity declaration is refused"),
    ],
)
def test_a_small_file_that_stands_for_a_huge_one_is_refused(site: Site, name: str, words: str) -> None:
    content = {"a.xlsx": bomb(64 << 20), "a.xlf": XLIFF.encode(), "a.tmx": TMX.encode()}[name]
    key, bench = new_set(site), site[1]
    assert asked(site, "POST", f"/bench/sets/{key}/files?name={name}", content)[0] == 204
    bench.recognise(key)
    until(lambda: not bench.state(key).busy)
    [file] = bench.state(key).files
    assert words in file["error"]
