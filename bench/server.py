"""The load program of the server: annotators in real next and submit cycles against one process, and a large log.

    python bench/server.py --seconds 60 --annotators 200 --rate 300
    python bench/server.py --highest --seconds 20
    python bench/server.py --answers 1000000

It prints errors, lost events, the 50th and 99th percentile of the time to the next screen and to an acknowledged
answer, the rate that was held, the time from the command to the first screen, and with a large log the time of replay,
of the next item, of the dashboard and of exports.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import pickle
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import delete

from assay.studies.archives import audit
from assay.studies.auth import Identity
from assay.studies.campaigns import Campaign, DesignOptions, Event, plan_campaign, protocol_named
from assay.studies.campaigns.assignment import prepare_assignment
from assay.studies.campaigns.commands import Submission
from assay.studies.campaigns.state import CampaignState
from assay.studies.campaigns.values import CampaignTexts
from assay.studies.dashboard.board import ENVIRONMENT
from assay.studies.dashboard.computation import compute_figures, write_export
from assay.studies.dashboard.progress import campaign_progress
from assay.studies.desk import Desk
from assay.studies.store.log import insert_events, read_events
from assay.studies.store.tables import SNAPSHOTS

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed has its bytecode
TALE = "the harbour was closed after a storm and nobody knew when the ferries would run again"
WORDS = TALE.split()
FIRST_RATE, LEAST_RATE, LONGEST_WAIT = (
    100.0,
    5.0,
    150.0,
)  # submits a second; milliseconds at the 99th percentile
EXPORTED = ("tidy", "appraise", "esa")
BATCH = 20_000  # events that are written at a time into a large log


def texts(segments: int, systems: int) -> CampaignTexts:
    """Return texts of random sentences."""
    chance = random.Random(1)

    def column() -> tuple[str, ...]:
        return tuple(" ".join(chance.choices(WORDS, k=20)) for _ in range(segments))

    document = tuple(f"document {number // 10}" for number in range(segments))
    outputs = {f"system {number}": column() for number in range(systems)}
    return CampaignTexts(
        ("de", "en"), column(), column(), document, outputs, tuple(map(str, range(segments)))
    )


def campaign(segments: int, systems: int, copies: int) -> Campaign:
    """Return a campaign of ESA: every output of every segment."""
    protocol = protocol_named("esa")
    plan = plan_campaign(texts(segments, systems), protocol, DesignOptions(copies=copies, bundle=10))
    return Campaign("load", protocol, texts(segments, systems), plan, {"language": "en"})


@contextmanager
def server(database: Path) -> Iterator[tuple[int, float, int]]:
    """Start a server; yield its port, the seconds until it answered, and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    begin = time.monotonic()
    command = [sys.executable, "-m", "assay", "serve", "--database", str(database), "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.01)
        yield port, time.monotonic() - begin, process.pid
    finally:
        process.terminate()
        process.wait(60)


@dataclass
class Figures:
    """What was measured."""

    following: list[float] = field(default_factory=list)  # seconds to the next screen
    storing: list[float] = field(default_factory=list)  # seconds to an acknowledged answer
    acknowledged: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)


@dataclass
class Person:
    """An annotator: one connection that stays open, as a browser's does."""

    port: int
    link: str
    figures: Figures
    cookie: str = ""
    streams: Any = None

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, str], bytes]:
        """Send a request; a connection that the server has closed meanwhile is opened again, as browsers do."""
        try:
            return await self._ask(method, path, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.streams = None
            return await self._ask(method, path, body)

    async def _ask(self, method: str, path: str, body: object) -> tuple[int, dict[str, str], bytes]:
        """Send a request; return status, headers and content."""
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        content = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nX-Assay: 1\r\nCookie: {self.cookie}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        writer.write(head.encode() + content)
        top = (await reader.readuntil(b"\r\n\r\n")).decode()
        headers = {name.lower(): rest for name, rest in re.findall(r"^(\S+): (.*?)\r$", top, re.MULTILINE)}
        received = await reader.readexactly(int(headers.get("content-length", 0)))
        return int(top.split()[1]), headers, received

    async def work(self, pause: float, end: float) -> None:
        """Ask for a screen and answer it, once in so many seconds, until the end."""
        _, headers, _ = await self.ask("GET", f"/join/{self.link}")
        self.cookie = headers["set-cookie"].partition(";")[0]
        await asyncio.sleep(random.random() * pause)
        turn = time.monotonic()
        while time.monotonic() < end:
            if not await self.cycle():
                return
            turn += pause
            await asyncio.sleep(max(0.0, turn - time.monotonic()))

    async def cycle(self) -> bool:
        """Get a screen and answer it; tell whether there was one."""
        begin = time.monotonic()
        status, _, content = await self.ask("POST", "/api/next", {})
        self.figures.following.append(time.monotonic() - begin)
        screen = json.loads(content).get("screen")
        if status != 200 or screen is None:
            self.figures.errors += [f"{status} {content[:200]!r}"]
            return False
        key = uuid.uuid4().hex
        responses = {unit["id"]: {"score": random.randrange(101), "errors": []} for unit in screen["units"]}
        given = {"key": key, "screen": screen["screen"], "step": screen["step"], "responses": responses}
        begin = time.monotonic()
        status, _, content = await self.ask("POST", "/api/answer", given)
        self.figures.storing.append(time.monotonic() - begin)
        if status == 200:
            self.figures.acknowledged.add(key)
        else:
            self.figures.errors.append(f"{status} {content[:200]!r}")
        return True


async def load(port: int, links: Sequence[str], rate: float, seconds: float) -> Figures:
    """Have everybody work at the same time, so that together they submit so many answers a second."""
    figures = Figures()
    people = [Person(port, link, figures) for link in links]
    end = time.monotonic() + seconds
    await asyncio.gather(*(person.work(len(links) / rate, end) for person in people))
    for person in people:
        if person.streams is not None:
            person.streams[1].close()
    return figures


def processor_seconds(process: int) -> float:
    """Return the processor time that a process has used; Linux tells it."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: Sequence[float], share: float) -> float:
    """Return a percentile in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def measure_highest(folder: Path, annotators: int, seconds: float, tries: int) -> None:
    """Raise the rate until the server no longer holds it in any of some tries, and print the last one that it held.

    On a machine that others use, the first may be too much already: then it is halved until one is held.
    """

    def holds(rate: float) -> bool:
        return any(measure_load(folder, annotators, rate, seconds) for _ in range(tries))

    rate, held = FIRST_RATE, 0.0
    while not held and rate >= LEAST_RATE:
        held = rate if holds(rate) else 0.0
        rate /= 1 if held else 2
    while held and holds(1.25 * held):
        held *= 1.25
    print(
        f"highest rate held: {held:g} submits/s, with as many next, p99 under {LONGEST_WAIT:g} ms for both; best of "
        f"{tries} tries a rate, load {os.getloadavg()[0]:.1f}"
    )


def measure_load(folder: Path, annotators: int, rate: float, seconds: float) -> bool:
    """Print how the server does at a rate; tell whether it holds it."""
    names = [f"annotator {number}" for number in range(annotators)]
    database = Path(tempfile.mkdtemp(dir=folder)) / "load.db"
    with Desk(str(database)) as desk:
        screens = int(1.3 * rate * seconds) + 10 * annotators
        desk.create(campaign(screens // 2 + 1, 2, 1), names).result()
        links = [desk.link(Identity("load", "annotator", name)).result() for name in names]
    with server(database) as (port, start, process):
        begin, spent = time.monotonic(), processor_seconds(process)
        figures = asyncio.run(load(port, links, rate, seconds))
        took, spent = time.monotonic() - begin, processor_seconds(process) - spent
    print_load(figures, rate, took, start)
    print(f"  processor time of the server: {1000 * spent / len(figures.storing):.2f} ms for next and submit")
    check_load(database, figures)
    late = max(percentile(times, 0.99) for times in (figures.following, figures.storing))
    wanted = rate * seconds - annotators / 2  # they begin one after the other, within the first pause
    return not figures.errors and late < LONGEST_WAIT and len(figures.storing) > 0.95 * wanted


def print_load(figures: Figures, rate: float, took: float, start: float) -> None:
    """Print the figures of one rate."""
    print(
        f"asked for {rate:g} submits/s: {len(figures.storing) / took:.0f} submits/s and as many next, {took:.0f} s"
    )
    print(f"  from the command to the first answer: {start:.1f} s")
    for name, times in (("next", figures.following), ("submit", figures.storing)):
        print(f"  {name}: p50 {percentile(times, 0.5):.0f} ms, p99 {percentile(times, 0.99):.0f} ms")
    print(f"  errors: {len(figures.errors)} {figures.errors[:2] if figures.errors else ''}", flush=True)


def check_load(database: Path, figures: Figures) -> None:
    """Print how many of the acknowledged answers are not in the log."""
    with Desk(str(database)) as desk:
        with desk.database.reading.begin() as connection:
            stored = [event.key for event in read_events(connection) if event.kind == "answered"]
        troubles = audit(desk, "load")
    lost = figures.acknowledged - set(stored)
    doubled = len(stored) - len(set(stored))
    print(f"  lost events: {len(lost)}, stored twice: {doubled}, audit: {troubles or 'in order'}", flush=True)


def fill(desk: Desk, answers: int, names: Sequence[str]) -> None:
    """Write a large log: everybody has done bundle after bundle."""
    made = desk.read("load", lambda state, now: state.campaign).result()
    chance, number, at, batch, done = random.Random(2), 10_000, time.time() - 1e6, [], 0
    with desk.database.writing.begin() as connection:
        for place, bundle in enumerate(made.plan.bundles * made.plan.bundles[0].copies):
            name = names[(place + place // len(made.plan.bundles)) % len(names)]
            lease = {"bundle": bundle.number, "order": list(bundle.items), "until": at + 3600}
            rows = [("leased", "", lease)]
            rows += [
                ("answered", f"{number}-{item}", answer(bundle.number, item, chance)) for item in bundle.items
            ]
            for kind, key, payload in rows:
                number, at = number + 1, at + 0.5
                batch.append(Event(number, at, "load", kind, name, key, payload))
            done += len(bundle.items)
            if len(batch) >= BATCH or done >= answers:
                insert_events(connection, batch)
                batch = []
            if done >= answers:
                break


def answer(bundle: int, item: int, chance: random.Random) -> dict[str, Any]:
    """Return an answer as it is stored: a score, up to three errors, mostly one or two, and the times it took."""
    active = chance.randrange(2_000, 60_000)
    errors = []
    for start in chance.sample(range(80), chance.choice((0, 0, 1, 1, 2, 3))):
        severity = chance.choice(("minor", "major"))
        errors.append(
            {"start": start, "end": start + chance.randrange(1, 20), "side": "target", "severity": severity}
        )
    return {
        "bundle": bundle,
        "item": item,
        "step": 0,
        "wording": "0" * 16,
        "version": "1",
        "responses": {"u1": {"score": chance.randrange(101), "errors": errors}},
        "positions": {"u1": 1},
        "times": {"shown": 1, "sent": 1 + active + chance.randrange(3_000), "active": active},
    }


def measure_log(folder: Path, answers: int, annotators: int) -> None:
    """Print the time of a start without and with a snapshot, and of the next item, with so many answers stored."""
    database, copies = folder / "log.db", 10
    names = [f"annotator {number}" for number in range(annotators)]
    with Desk(str(database)) as desk:
        segments = int(1.1 * answers) // copies // 5
        desk.create(campaign(segments, 5, copies), names).result()
        fill(desk, answers, names)
    with Desk(str(database)) as desk, desk.database.writing.begin() as connection:
        connection.execute(delete(SNAPSHOTS))
    print(f"{answers} stored answers")
    replayed = measure_start(database, "start by replay of the whole log, keeping a snapshot at the end")
    again = measure_start(database, "start from the snapshot")
    assert replayed == again, "a snapshot is not the state of the log"
    measure_next(database, names)
    measure_figures(database, folder)


def measure_start(database: Path, what: str) -> str:
    """Print how long it takes until a database can be asked for a state; return that state as JSON."""
    begin, spent = time.perf_counter(), time.process_time()
    with Desk(str(database)) as desk:
        desk.read("load", _look).result()
        took, spent = time.perf_counter() - begin, time.process_time() - spent
        print(f"  {what}: {took:.1f} s, {spent:.1f} s of processor time", flush=True)
        return str(desk.read("load", lambda state, now: json.dumps(state.to_plain())).result())


def measure_next(database: Path, names: Sequence[str]) -> None:
    """Print the time of the next item, a new bundle each time, and of an answer."""
    following, storing, spent = [], [], []
    with Desk(str(database)) as desk:
        desk.read("load", prepare_assignment).result()  # as the server does at its start
        for name in names[:50]:
            who = Identity("load", "annotator", name)
            begin, processor = time.perf_counter(), time.process_time()
            body = desk.next(who).result()
            following.append(time.perf_counter() - begin)
            spent.append(time.process_time() - processor)
            screen = body["screen"]
            given = Submission(uuid.uuid4().hex, screen["screen"], 0, {"u1": {"score": 7}}, {})
            begin = time.perf_counter()
            desk.answer(who, given).result()
            storing.append(time.perf_counter() - begin)
    print(f"  next item, with a new bundle: {percentile(spent, 0.5):.1f} ms of processor time")
    for label, times in (("next item, with a new bundle", following), ("answer", storing)):
        print(
            f"  {label}: p50 {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.1f} ms, on disk"
        )


def measure_figures(database: Path, folder: Path) -> None:
    """Print the time of the dashboard and of exports, each in a process of its own, as the server has it done."""
    with Desk(str(database)) as desk:
        url, progress = desk.database.url, desk.read("load", campaign_progress).result()
        with Worker() as worker:
            worker.measure(
                "first dashboard, with the start of its process", compute_figures, url, "load", progress
            )
            worker.measure("dashboard again, nothing new", compute_figures, url, "load", progress)
            answer_some(desk, [person.name for person in progress.annotators[:20]])
            progress = desk.read("load", campaign_progress).result()
            worker.measure("dashboard after 20 new answers", compute_figures, url, "load", progress)
            for form in EXPORTED:
                worker.measure(f"export to {form}", write_export, url, "load", form, str(folder / form))
    for form in EXPORTED:
        with Worker() as worker:
            label = f"export to {form} before any dashboard, with the start of its process"
            worker.measure(label, write_export, url, "load", form, str(folder / form))


class Worker:
    """A process that computes, as the server has one: it knows nothing but what it is asked to do."""

    PROGRAM = (
        "import pickle, sys, time\n"
        "while task := pickle.load(sys.stdin.buffer):\n"
        "    task[0](*task[1:])\n"
        "    print(time.process_time(), flush=True)\n"
    )

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        command = [sys.executable, "-c", self.PROGRAM]
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env={**os.environ, **ENVIRONMENT})
        self._spent = 0.0

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *failure: object) -> None:
        self._process.kill()
        self._process.communicate()

    def measure(self, label: str, *task: object) -> None:
        """Print how long something takes, by the clock and by the processor time of the process."""
        asked, told = self._process.stdin, self._process.stdout
        assert asked is not None
        assert told is not None
        begin = time.perf_counter()
        pickle.dump(task, asked)
        asked.flush()
        spent = float(told.readline())
        wall, self._spent, before = time.perf_counter() - begin, spent, self._spent
        print(f"  {label}: {wall:.1f} s, {spent - before:.1f} s of processor time", flush=True)


def answer_some(desk: Desk, names: Sequence[str]) -> None:
    """Have some people answer one screen each."""
    for name in names:
        who = Identity("load", "annotator", name)
        screen = desk.next(who).result()["screen"]
        desk.answer(who, Submission(uuid.uuid4().hex, screen["screen"], 0, {"u1": {"score": 7}}, {})).result()


def _look(state: CampaignState, now: float) -> int:
    return state.number


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--annotators", type=int, default=200)
    parser.add_argument("--rate", type=float, action="append", help="submits a second; repeat for more")
    parser.add_argument("--highest", action="store_true", help="raise the rate until it is no longer held")
    parser.add_argument("--tries", type=int, default=2, help="with --highest: so often at most at a rate")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--answers", type=int, default=0, help="measure a log of so many answers instead")
    chosen = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="assay-load-") as folder:
        if chosen.answers:
            measure_log(Path(folder), chosen.answers, chosen.annotators)
        elif chosen.highest:
            measure_highest(Path(folder), chosen.annotators, chosen.seconds, chosen.tries)
        else:
            for rate in chosen.rate or [300]:
                measure_load(Path(folder), chosen.annotators, rate, chosen.seconds)


if __name__ == "__main__":
    main()
