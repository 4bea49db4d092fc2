"""The real server in a process of its own, annotators who work at it over sockets, and the audit of what it stored."""

from __future__ import annotations

import http.client
import json
import random
import re
import socket
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from assay.studies.archives import audit
from assay.studies.auth import Identity
from assay.studies.desk import Desk
from assay.studies.store.log import read_events
from support.program import started
from support.small_studies import responses_to
from support.waits import until

LOST = 0.1  # of all replies, on their way to the page: it sends the same again


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(database: str, port: int, **streams: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Start `assay serve` on a database, and wait until it answers."""
    words = (
        "serve",
        "--database",
        database,
        "--port",
        str(port),
        "--bench",
        "off",
    )  # which keeps files beside it
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, **streams}
    with started(*words, **streams) as server:
        wait_until_up(server, port)
        yield server


def wait_until_up(server: subprocess.Popen[bytes], port: int) -> None:
    """Ask a server for its health until it answers; fail where it ends instead."""

    def is_up() -> bool:
        assert server.poll() is None, (server.stderr.read() if server.stderr else b"").decode()
        with suppress(OSError, http.client.HTTPException):
            return request(port, "GET", "/health")[0] == 200
        return False

    until(is_up)


def request(
    port: int, method: str, path: str, body: object = None, cookie: str = ""
) -> tuple[int, dict[str, str], bytes]:
    """Send a request as our pages do; return status, headers and body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"X-Assay": "1", "Content-Type": "application/json", "Cookie": cookie}
    try:
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        return answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def links_for(database: str, campaign: str, names: list[str]) -> dict[str, str]:
    """Return a link for everybody."""
    with Desk(database) as desk:
        return {name: desk.link(Identity(campaign, "annotator", name)).result(30) for name in names}


@dataclass
class Annotator:
    """Somebody who works as the page does: what was not acknowledged is sent again, with the same key."""

    name: str
    link: str
    ports: list[int]
    seed: int
    cookie: str = ""
    acknowledged: set[str] = field(default_factory=set)
    sent: set[str] = field(default_factory=set)
    refused: list[str] = field(default_factory=list)
    finished: bool = False
    waiting: dict[str, Any] | None = None  # an answer that was not acknowledged yet
    again: int = 0  # answers that were stored though the reply was lost
    heard: Callable[[], object] = bool  # what is done as soon as an answer is acknowledged
    pause: float = 0.0  # seconds before each screen, at most: on a fast machine work would soon be done

    def work(self, stop: threading.Event) -> None:
        """Answer screens until there are none, or until told to stop."""
        chance = random.Random(self.seed)
        while not stop.is_set() and not self.finished:
            try:
                self._cycle(chance)
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.05)  # the server is away; what waits is sent again

    def _cycle(self, chance: random.Random) -> None:
        port = chance.choice(self.ports)
        if not self.cookie:
            _, headers, _ = request(port, "GET", f"/join/{self.link}")
            self.cookie = headers["set-cookie"].partition(";")[0]
        if self.waiting is None:
            time.sleep(chance.uniform(0, self.pause))
            situation = self._post(port, "/api/next", {})
            if situation is None or situation["screen"] is None:
                self.finished = situation is not None and situation["state"] == "finished"
                return
            screen = situation["screen"]
            self.waiting = {
                "key": uuid.uuid4().hex,
                "screen": screen["screen"],
                "step": screen["step"],
                "responses": responses_to(screen),
            }
            self.sent.add(self.waiting["key"])
        if chance.random() < LOST:
            self._post(port, "/api/answer", self.waiting)
        stored = self._post(port, "/api/answer", self.waiting)
        if stored is not None:
            self.heard()
            assert stored["stored"]
            self.acknowledged.add(self.waiting["key"])
            self.again += stored["duplicate"]
        self.waiting = None

    def _post(self, port: int, path: str, body: object) -> Any:
        status, _, content = request(port, "POST", path, body, self.cookie)
        if status >= 500:
            raise OSError(content)
        if status != 200:
            self.refused.append(f"{status} {content.decode()}")
            return None
        return json.loads(content)


@contextmanager
def at_work(people: list[Annotator]) -> Iterator[threading.Event]:
    """Have everybody work, each in a thread, for as long as the block lasts."""
    stop = threading.Event()
    threads = [threading.Thread(target=person.work, args=(stop,), daemon=True) for person in people]
    for thread in threads:
        thread.start()
    try:
        yield stop
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)
    assert not any(thread.is_alive() for thread in threads)


def check_nothing_lost(database: str, campaign: str, people: list[Annotator]) -> int:
    """Compare the log with what was acknowledged: nothing is lost, nothing is there twice; return the answers."""
    with Desk(database) as desk:
        with desk.database.reading.begin() as connection:
            events = list(read_events(connection, campaign=campaign))
        assert audit(desk, campaign) == []
    answered = [event for event in events if event.kind == "answered"]
    keys = [event.key for event in answered]
    assert len(keys) == len(set(keys)), "an answer is stored twice"
    acknowledged = set().union(*(person.acknowledged for person in people))
    assert acknowledged <= set(keys), f"{len(acknowledged - set(keys))} acknowledged answers are lost"
    assert set(keys) <= set().union(*(person.sent for person in people))
    places = [(event.actor, event.payload["item"], event.payload["step"]) for event in answered]
    assert len(places) == len(set(places)), "a screen is answered twice by one annotator"
    assert [event.number for event in events] == sorted(event.number for event in events)
    assert not [refusal for person in people for refusal in person.refused]
    assert any(person.again for person in people), "nothing that was stored was ever sent again"
    return len(answered)


def links_printed(text: str) -> dict[str, str]:
    """Return the links that a server printed at its start, by whom they are for."""
    return dict(re.findall(r"^(?:\S+, )?(\S+): \S+/join/(\S+)$", text, re.MULTILINE))
