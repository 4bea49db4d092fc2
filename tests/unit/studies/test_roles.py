"""Every route of the application, as it has them, tried by everybody: who may use it, and from which pages.

A route that is added is tried, too; one of a kind that is not known here fails until it is said who may use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import func, select
from starlette.routing import BaseRoute, Mount, Route
from starlette.testclient import TestClient

from assay.studies.app.application import make_application
from assay.studies.auth import Identity
from assay.studies.bench import Bench
from assay.studies.desk import Desk
from assay.studies.store.tables import EVENTS
from support.small_studies import OWN, finish, served, small_campaign

PEOPLE = {
    "stranger": None,
    "annotator": Identity("spring", "annotator", "ada"),
    "viewer": Identity("spring", "viewer", "vera"),
    "admin": Identity("spring", "admin", "adam"),
    "viewer of another": Identity("autumn", "viewer", "vito"),
    "admin of another": Identity("autumn", "admin", "anna"),
    "admin of all": Identity("*", "admin", "admin"),
}
READERS = ("viewer", "admin", "admin of all")
ADMINS = ("admin", "admin of all")
OTHERS = ("viewer of another", "admin of another")
FILLED = {
    "campaign": "spring",
    "form": "tidy",
    "item": "0",
    "unit": "1",
    "token": "x" * 40,
    "key": "k" * 32,
    "report": "r" * 32,
    "name": "report.html",
    "path": "task/main.js",
}
NAMED = {"name": "Nora"}
BODIES: dict[str, dict[str, Any]] = {  # what a route needs before it looks at whose campaign it is
    "annotators": NAMED,
    "viewers": NAMED,
    "links": NAMED,
    "open-link": {"places": 0},
}
READS = ("GET", "HEAD")
CROSS_SITE: tuple[dict[str, str], ...] = (
    {"X-Assay": ""},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
)


def allowed(method: str, path: str) -> tuple[str, ...]:
    """Return who may use a route; one that nobody has thought of fails."""
    if path in ("/", "/health", "/openapi.json", "/join/{token}") or path.startswith(
        ("/static", "/bench/r/")
    ):
        return tuple(PEOPLE)
    if path == "/task" or path.startswith("/api/"):
        return ("annotator",)
    if path == "/admin":
        return (*READERS, *OTHERS)
    if path.startswith("/admin/c/{campaign}"):
        return READERS if method in READS else ADMINS
    if path.startswith("/bench"):
        return (*READERS, *OTHERS)
    raise AssertionError(f"{method} {path}: say here who may use it")


@dataclass
class Site:
    """An application with all its routes, and everybody's browser."""

    desk: Desk
    application: FastAPI
    browsers: dict[str, TestClient] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Let everybody in."""
        for name, identity in PEOPLE.items():
            browser = TestClient(
                self.application, headers=OWN, follow_redirects=False, raise_server_exceptions=False
            )
            if identity is not None:
                link = self.desk.link(identity).result(30)
                assert browser.get(f"/join/{link}").status_code == 303
            self.browsers[name] = browser

    def routes(self) -> Iterator[tuple[str, str]]:
        """Yield the method and path of every route."""
        for route in self.application.routes:
            if isinstance(route, Mount):
                yield "GET", f"{route.path}/{{path}}"
            else:
                yield from places(route)

    def ask(self, person: str, method: str, path: str, headers: dict[str, str] | None = None) -> Any:
        """Send a request that fits a route as far as its address goes."""
        address = path.format(**FILLED)
        address += (
            "?editor=ada" if "/film/{item}" in path else "?name=a.txt" if path.endswith("/files") else ""
        )
        body = None if method in READS else BODIES.get(path.rpartition("/")[2], {})
        return self.browsers[person].request(method, address, json=body, headers=headers)


def places(route: BaseRoute) -> Iterator[tuple[str, str]]:
    """Yield the methods and paths of a route, or of a router, which later versions of FastAPI keep as a whole."""
    if isinstance(route, Route):
        yield from ((method, route.path) for method in sorted(route.methods or ()))
        return
    included: Any = route
    for inner in included.effective_route_contexts():
        yield from ((method, inner.path) for method in sorted(inner.original_route.methods))


@contextmanager
def open_site(folder: Path) -> Iterator[Site]:
    """Serve two campaigns, one of them with answers, and a bench."""
    with served(folder, small_campaign(), small_campaign("autumn")) as desk:
        bench = Bench(folder / "bench")
        site = Site(desk, make_application(desk, bench))
        finish(site.browsers["annotator"])
        yield site
        site.application.state.board.close()
        bench.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("site")) as opened:
        yield opened


def test_all_routes_are_known(site: Site) -> None:
    routes = set(site.routes())
    assert len(routes) > 30
    for method, path in routes:
        assert allowed(method, path)


@pytest.mark.parametrize("person", PEOPLE)
def test_everybody_gets_where_they_may_and_nowhere_else(site: Site, person: str) -> None:
    for method, path in site.routes():
        status = site.ask(person, method, path).status_code
        assert status < 500, (method, path)
        if person in allowed(method, path):
            nobody = path in ("/", "/join/{token}")  # a page that says so
            assert status not in (401, 403) or nobody, (method, path, status)
        else:
            assert status in (401, 403), (method, path, status)


@pytest.mark.parametrize("person", ["annotator", "admin of all"])
def test_no_other_site_changes_anything_by_any_route(site: Site, person: str) -> None:
    changing = [(method, path) for method, path in site.routes() if method not in READS]
    assert len(changing) > 15
    for method, path in changing:
        for headers in CROSS_SITE:
            if path == "/join/{token}" and headers == {"X-Assay": ""}:
                continue  # a form without a script, of which browsers say whose it is
            assert site.ask(person, method, path, headers).status_code == 403, (method, path, headers)


def test_reading_stores_nothing(site: Site) -> None:
    def events() -> int:
        with site.desk.database.reading.begin() as connection:
            return int(connection.execute(select(func.count()).select_from(EVENTS)).scalar_one())

    before = events()
    for method, path in site.routes():
        if method in READS:
            for person in PEOPLE:
                site.ask(person, method, path)
    assert events() == before


@pytest.mark.parametrize("host", ["testserver", "evil.example"])
def test_no_answer_leads_to_where_a_request_says_that_we_are(site: Site, host: str) -> None:
    """Of every route as it is and with another end; what is shown and leads somewhere goes by a path."""
    led = 0
    for method, path in site.routes():
        for address in (path, f"{path.rstrip('/')}/", f"{path}//evil.example"):
            for person in ("stranger", "annotator", "admin of all"):
                told = site.ask(person, method, address, {"Host": host})
                location = told.headers.get("location", "/")
                led += "location" in told.headers
                assert location[0] == "/" != location[1:2], (method, address, location)
                assert "evil.example" not in told.text.replace(address, ""), (method, address)
    assert led > 3


def test_every_answer_has_the_headers_that_browsers_obey(site: Site) -> None:
    for method, path in site.routes():
        for person in ("stranger", "annotator", "admin of all"):
            headers = site.ask(person, method, path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            if not path.startswith("/static"):
                assert "no-store" in headers["cache-control"], path


@pytest.mark.parametrize(("address", "secure"), [("http://testserver", False), ("https://testserver", True)])
def test_a_session_is_out_of_reach_of_scripts_and_of_other_sites(
    site: Site, address: str, secure: bool
) -> None:
    browser = TestClient(site.application, base_url=address, follow_redirects=False)
    cookie = browser.get(f"/join/{site.desk.admin_link()}").headers["set-cookie"].lower()
    flags = {part.strip() for part in cookie.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= flags
    assert ("secure" in flags) is secure
