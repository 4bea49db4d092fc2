"""Running the server: a socket of ours, uvicorn on it, and a clean end on SIGINT and SIGTERM."""

from __future__ import annotations

import hashlib
import socket
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from assay.errors import InputError
from assay.resources import data_folder
from assay.studies.archives import open_places, people_of
from assay.studies.auth import EVERY, OPEN, Identity
from assay.studies.bench import Bench
from assay.studies.campaigns.assignment import prepare_assignment
from assay.studies.desk import Desk
from assay.studies.options import DATABASE, ServeOptions, without_password

MOST_LINKS = 30  # of annotators that are printed at the start
# On this machine; the last is the first where --host is ::
PROXY = ["127.0.0.1", "::1", "::ffff:127.0.0.1"]
# Seconds for requests under way when the server is told to end
GRACE = 5


@dataclass(frozen=True)
class Started:
    """What a server says when it is there."""

    url: str
    database: str
    admin: str
    links: Sequence[tuple[str, str, str]]  # campaign, annotator, link
    open_links: Sequence[tuple[str, int, str]]  # campaign, places, link
    unlisted: int  # annotators whose links are too many to print


def serve(
    options: ServeOptions, say: Callable[[Started], None], tell: Callable[[str], object] = bool
) -> None:
    """Serve until told to end; `say` hears where, and `tell` when nothing can be stored, and when it can again."""
    import uvicorn

    from assay.studies.app.application import make_application
    from assay.studies.app.connections import Connection

    with ExitStack() as stack:
        listening = stack.enter_context(_listen(options.host, options.port))
        name = options.kept.database
        if options.demo and name == DATABASE:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="assay-demo-"))
            name = str(Path(folder) / DATABASE)
        desk = stack.enter_context(Desk(name, tell))
        if options.demo:
            _set_up_demo(desk)
        config = uvicorn.Config(
            make_application(
                desk, _bench(options, name, tell), open_bench=options.bench == "open", url=options.url
            ),
            log_level="error",
            access_log=False,
            server_header=False,
            http=Connection,
            timeout_graceful_shutdown=GRACE,
            forwarded_allow_ips=PROXY,
        )
        say(_started(desk, name, options, listening))
        uvicorn.Server(config).run(sockets=[listening])


def _bench(options: ServeOptions, database: str, tell: Callable[[str], object]) -> Bench | None:
    """Return the bench, whose files are where it is said, or beside the database, or among this user's data."""
    if options.bench == "off":
        return None
    folder = options.bench_folder or _usual_folder(database)
    try:
        return Bench(Path(folder), tell=tell)
    except OSError as error:
        raise InputError(
            f"the bench cannot keep files in {folder} ({error.strerror}); name another with --bench-folder, or leave "
            "the bench out with --bench off"
        ) from error


def _usual_folder(database: str) -> str:
    if "://" not in database:
        return f"{database}.bench"
    place = database.rpartition("@")[2].encode()  # neither user nor password
    return str(data_folder() / "assay" / f"bench-{hashlib.sha256(place).hexdigest()[:16]}")


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        listening.close()
        raise InputError(
            f"cannot listen on {host} port {port}: {error.strerror or error}; give another --port (0: any free one) "
            "or --host"
        ) from error
    return listening


def _started(desk: Desk, name: str, options: ServeOptions, listening: socket.socket) -> Started:
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
    url = (options.url or f"http://{f'[{shown}]' if ':' in shown else shown}:{port}").rstrip("/")
    for campaign in (EVERY, *desk.campaigns()) if options.revoke else ():
        desk.revoke(campaign).result()
    for campaign in desk.campaigns():
        desk.read(campaign, prepare_assignment).result()
    people = [
        (campaign, person)
        for campaign in desk.campaigns()
        if not desk.read(campaign, lambda state, now: state.closed).result()
        for person in people_of(desk, campaign)
    ]
    listed = people if len(people) <= MOST_LINKS else []
    links = [
        (campaign, person, f"{url}/join/{desk.link(Identity(campaign, 'annotator', person)).result()}")
        for campaign, person in listed
    ]
    opened = [
        (campaign, places, f"{url}/join/{desk.link(Identity(campaign, OPEN, '')).result()}")
        for campaign in desk.campaigns()
        if (places := open_places(desk, campaign))
    ]
    unlisted = len(people) - len(listed)
    return Started(url, without_password(name), f"{url}/join/{desk.admin_link()}", links, opened, unlisted)


def _set_up_demo(desk: Desk) -> None:
    from assay.studies.demo import demo_campaign

    campaign = demo_campaign()
    if campaign.name not in desk.campaigns():
        desk.create(campaign, ["Ada", "Ben", "Cleo"]).result()
