"""Links that are made: they begin with `--url`, whoever asks for them by which name; and what `--url` may be."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from assay.errors import OptionError
from assay.studies.app.application import make_application
from assay.studies.auth import Identity, is_own_request, own_origins
from assay.studies.bench import Bench, ChosenFile, workers
from assay.studies.options import ServeOptions, check_url
from support.program import started
from support.server_process import free_port, links_for, request, wait_until_up
from support.small_studies import OWN, client, served, small_campaign
from support.waits import until

URL = "https://study.example.org"
MAKERS = {
    "annotators": {"name": "Nora"},
    "links": {"name": "ada"},
    "viewers": {"name": "Vera"},
    "open-link": {"places": 3},
}


@pytest.mark.parametrize("url", [None, URL, f"{URL}/"])
@pytest.mark.parametrize("host", ["127.0.0.1:8017", "evil.example"])
def test_every_link_begins_with_the_address_that_people_have(
    tmp_path: Path, host: str, url: str | None
) -> None:
    with served(tmp_path, small_campaign()) as desk:
        application = make_application(desk, url=url)
        browser = TestClient(application, f"http://{host}", headers=OWN, follow_redirects=False)
        browser.get(f"/join/{desk.admin_link()}")
        described = application.openapi()["paths"]
        makers = {path.rpartition("/")[2] for path in described if "LinkMade" in json.dumps(described[path])}
        assert makers == set(MAKERS), "say here what a link is made of"
        for maker, body in MAKERS.items():
            link: str = browser.post(f"/admin/c/spring/{maker}", json=body).json()["link"]
            assert link.startswith(f"{URL}/join/" if url else "/join/"), maker
            assert client(desk).get(link.removeprefix(URL)).status_code in (200, 303)


@pytest.mark.parametrize("url", [None, URL])
def test_the_link_of_a_report_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str | None) -> None:
    script = "open('../report/report.html', 'w').write('page')"
    monkeypatch.setattr(workers, "report_command", lambda *_: [sys.executable, "-c", script])
    bench = Bench(tmp_path / "bench")
    with served(tmp_path, small_campaign()) as desk:
        browser = TestClient(make_application(desk, bench, url=url), "http://evil.example", headers=OWN)
        browser.get(f"/join/{desk.link(Identity('*', 'admin', 'admin')).result(30)}", follow_redirects=False)
        key = browser.post("/bench/sets", json={}).json()["set"]
        for name in "ar":
            assert browser.post(f"/bench/sets/{key}/files?name={name}", content=b"x\n").status_code == 204
        bench.report(key, [ChosenFile("a", "system", {}), ChosenFile("r", "reference", {})], ["bleu"])
        until(lambda: bench.state(key).phase == "done")
        told = browser.get(f"/bench/sets/{key}").json()
        assert told["link"] == f"{url or ''}{told['report']}"
        assert browser.get(told["report"]).text == "page"
    bench.close()


def test_a_real_server_says_so_too(tmp_path: Path) -> None:
    port, database = free_port(), str(tmp_path / "campaigns.db")
    with served(tmp_path, small_campaign()) as desk:
        link = desk.admin_link()
    assert links_for(database, "spring", ["ada"])
    words = ("serve", "--database", database, "--port", str(port), "--url", URL, "--bench", "off")
    with started(*words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as server:
        wait_until_up(server, port)
        cookie = request(port, "GET", f"/join/{link}")[1]["set-cookie"].partition(";")[0]
        status, _, body = request(port, "POST", "/admin/c/spring/links", {"name": "ada"}, cookie)
        assert (status, json.loads(body)["link"][: len(URL)]) == (200, URL)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://example.org/assay", "can be no more than a host; give the server a host of its own"),
        ("https://example.org/?a=b", "no more than a host"),
        ("https://example.org#a", "no more than a host"),
        ("https://me:pass@example.org", "no more than a host"),
        ("https://", "begins with http:// or https:// and has a host"),
        ("ftp://example.org", "begins with http"),
        ("example.org", "begins with http"),
        ("https://example.org:port", "begins with http"),
        ("https://[::1", "begins with http"),
        ("https://exam ple.org", "begins with http"),
        ("https://example.org\n", "begins with http"),
    ],
)
def test_what_links_cannot_begin_with_is_refused(url: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        check_url(url)
    with pytest.raises(OptionError, match=words):
        ServeOptions(url=url)


@pytest.mark.parametrize(
    "url", [URL, f"{URL}/", "http://127.0.0.1:8017", "http://[::1]:8017", "HTTP://Host:1"]
)
def test_what_they_can_is_not(url: str) -> None:
    check_url(url)


def test_a_bench_for_this_machine_is_not_for_those_who_come_by_an_address() -> None:
    with pytest.raises(OptionError, match=f"--url {URL} is not; leave one of them out"):
        ServeOptions(bench="open", url=URL)
    ServeOptions(bench="open", url="http://localhost:8017")


@pytest.mark.parametrize(
    ("origin", "scheme", "own"),
    [
        (None, "http", True),
        ("http://study.lan:8017", "http", True),
        ("https://study.lan:8017", "http", True),  # a proxy that does not say that it speaks TLS
        ("https://study.lan:8017", "https", True),
        ("http://study.lan:8017", "https", False),
        (URL, "http", True),  # a proxy that does not say for which host
        ("ftp://study.lan:8017", "http", False),
        ("chrome-extension://study.lan:8017", "http", False),
        ("://study.lan:8017", "http", False),
        ("study.lan:8017", "http", False),
        ("null", "http", False),
        ("", "http", False),
        ("http://study.lan", "http", False),
        ("http://study.lan:8017.evil.example", "http", False),
    ],
)
def test_whose_a_request_is_goes_by_the_whole_origin(origin: str | None, scheme: str, own: bool) -> None:
    assert is_own_request(origin, None, own_origins(scheme, "study.lan:8017", URL)) is own
