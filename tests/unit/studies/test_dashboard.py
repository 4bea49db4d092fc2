"""The dashboard without a browser: who may see what, figures that are kept, exports, links, closing."""

import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from sqlalchemy import select, update

from assay.data import Codes
from assay.studies.auth import Identity
from assay.studies.campaigns.commands import Submission
from assay.studies.campaigns.judging.stored import Answers
from assay.studies.campaigns.state import CampaignState
from assay.studies.dashboard import board
from assay.studies.dashboard.progress import campaign_progress
from assay.studies.desk import Desk
from assay.studies.store import columns
from assay.studies.store.columns import KeptAnswers, read_campaign, read_columns
from assay.studies.store.tables import ANSWERS
from support.simulated_studies import answered, study
from support.small_studies import client, entered, served, small_campaign

PEOPLE = ("anna", "ben", "carla", "careless")


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Compute in this process, and note what is computed."""
    asked: list[str] = []

    def compute(self: board.Board, work: Callable[..., Any], *arguments: object) -> Any:
        asked.append(work.__name__)
        return work(self._desk.database.url, *arguments)

    monkeypatch.setattr(board.Board, "_computed", compute)
    return asked


@pytest.fixture
def desk(tmp_path: Path, computed: list[str]) -> Iterator[Desk]:
    with Desk(str(tmp_path / "c.db")) as opened:
        answered(opened, study(protocol="da", segments=12, copies=2, bundle=4), PEOPLE, share=0.7)
        opened.create(study("autumn", segments=4), ["anna"]).result()
        yield opened


def kept_by(browser: Any) -> dict[str, board.Kept]:
    """Return the figures that the application of a browser keeps."""
    kept: dict[str, board.Kept] = browser.app.state.board._kept
    return kept


def test_figures_are_computed_once_until_something_comes_in(desk: Desk, computed: list[str]) -> None:
    browser = entered(desk, "root", "*", "admin")
    told = browser.get("/admin/c/spring/figures").json()
    names = [section["name"] for section in told["sections"]]
    assert names[:3] == ["ranking", "annotators", "agreement"]
    assert told["judgements"] > 0
    assert told["screens"] < told["all_screens"]
    left = told["all_screens"] - told["screens"]
    assert told["work_left"] == pytest.approx(told["active"] / told["screens"] * left)
    assert told["work_left"] > 0
    assert "still growing" in told["sections"][0]["html"]
    assert browser.get("/admin/c/spring/figures").json() == told
    assert computed == ["compute_figures"]
    shelf = kept_by(browser)
    shelf["spring"] = board.Kept(shelf["spring"].figures, 0.0, 0.0)
    assert browser.post("/admin/c/spring/annotators", json={"name": "dora"}).status_code == 200
    assert browser.get("/admin/c/spring/figures").json()["annotators"] == len(PEOPLE) + 1
    assert computed == ["compute_figures", "compute_figures"]


def test_figures_that_took_long_are_shown_for_longer(desk: Desk, computed: list[str]) -> None:
    browser = entered(desk, "root", "*", "admin")
    browser.get("/admin/c/spring/figures")
    kept = kept_by(browser)
    kept["spring"] = board.Kept(kept["spring"].figures, kept["spring"].at, 60.0)
    browser.post("/admin/c/spring/annotators", json={"name": "dora"})
    assert browser.get("/admin/c/spring/figures").json()["behind"] > 0
    assert computed == ["compute_figures"]


def same_answers(kept: KeptAnswers, desk: Desk) -> Answers:
    """Return the answers that are kept, which are those of the table."""
    with desk.database.reading.begin() as connection:
        answers, stored = kept.read(connection), read_columns(connection, read_campaign(connection, "spring"))
    for column in fields(Answers):
        both = [getattr(each, column.name) for each in (answers, stored)]
        if isinstance(both[0], Codes):
            both = [each.column() for each in both]
        np.testing.assert_array_equal(*both)
    return answers


def test_answers_that_were_read_are_not_read_again(desk: Desk) -> None:
    with desk.database.reading.begin() as connection:
        kept = KeptAnswers(read_campaign(connection, "spring"))
    first = same_answers(kept, desk)
    assert same_answers(kept, desk) is first
    who = Identity("spring", "annotator", "anna")
    screen = desk.next(who).result()["screen"]
    desk.answer(who, Submission("k1", screen["screen"], 0, {"u1": {"score": 3}}, {})).result()
    assert len(same_answers(kept, desk)) == len(first) + 1
    desk.answer(who, Submission("k2", screen["screen"], 0, {"u1": {"score": 99}}, {})).result()
    corrected = same_answers(kept, desk)
    assert len(corrected) == len(first) + 1
    assert json.loads(corrected.responses[-1]) == {"u1": {"score": 99}}
    following = desk.next(who).result()["screen"]["screen"]
    desk.skip(who, "k3", following, "other").result()
    assert same_answers(kept, desk).skipped == first.skipped + 1
    desk.withdraw(who, "k4").result()
    assert "anna" not in same_answers(kept, desk).annotator.column()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("responses", "CAST(X'7B80FF' AS TEXT)"),  # no UTF-8
        ("responses", "X'7B7D'"),  # no text
        ("item", "'first'"),
    ],
)
def test_answers_that_the_database_does_not_give_are_told(desk: Desk, column: str, value: str) -> None:
    with desk.database.writing.begin() as connection:
        connection.exec_driver_sql(f"UPDATE answers SET {column} = {value} WHERE number = 20")
    answer = entered(desk, "admin", "*", "admin").get("/admin/c/spring/export/tidy")
    assert answer.status_code == 400
    assert "spring: the stored answers cannot be read (" in answer.json()["message"]
    assert "restore the database from a copy" in answer.json()["message"]


def test_every_answer_keeps_the_wording_that_was_shown(desk: Desk) -> None:
    with desk.database.writing.begin() as connection:
        numbers = connection.execute(select(ANSWERS.c.number).order_by(ANSWERS.c.number)).scalars().all()
        connection.execute(update(ANSWERS).where(ANSWERS.c.number == numbers[2]).values(wording="other"))
        campaign = read_campaign(connection, "spring")
        every = read_columns(connection, campaign)
    shown = every.wording.column()
    assert [number for number, wording in enumerate(shown) if wording == "other"] == [2]
    assert len(shown) == len(numbers)
    assert every.first(3).wording.column() == shown[:3]
    assert list(every.first(3).responses) == list(every.responses)[:3]
    assert len(every.first(10**6)) == len(every)


def test_answers_grow_longer_as_they_come(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "MANY", 2)
    with desk.database.writing.begin() as connection:
        numbers = connection.execute(select(ANSWERS.c.number).order_by(ANSWERS.c.number)).scalars().all()
        written = [f'{{"u1": {{"score": {place}}}}}' for place in range(len(numbers))]
        written[3:6] = ['{"u1": {"note": "%s"}}' % ("ä" * length) for length in (1, 900, 90_000)]
        for number, responses in zip(numbers, written, strict=True):
            connection.execute(update(ANSWERS).where(ANSWERS.c.number == number).values(responses=responses))
        read = read_columns(connection, read_campaign(connection, "spring"))
    assert list(read.responses) == written


def test_figures_of_a_large_campaign_are_there_before_anybody_looks(
    desk: Desk, computed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board, "LARGE", 10)
    opened: Any = entered(desk, "root", "*", "admin")
    with opened as browser:
        browser.app.state.board._preparing.join(60)
        assert computed == ["compute_figures"]  # of spring: autumn is small
        browser.get("/admin/c/spring/figures")
    assert computed == ["compute_figures"]


def test_a_campaign_without_answers_says_so(desk: Desk) -> None:
    browser = entered(desk, "root", "*", "admin")
    told = browser.get("/admin/c/autumn/figures").json()
    assert "No answer has come in yet" in told["sections"][0]["html"]


def test_pages_are_for_who_may_look(desk: Desk) -> None:
    pages = ("/admin", "/admin/c/spring", "/admin/c/spring/figures", "/admin/c/spring/export/tidy")
    assert {client(desk).get(page).status_code for page in pages} == {401}
    assert {entered(desk, "anna").get(page).status_code for page in pages} == {403}
    viewer = entered(desk, "victor", "spring", "viewer")
    assert {viewer.get(page).status_code for page in pages} == {200}
    assert "autumn" not in viewer.get("/admin").text
    assert viewer.get("/admin/c/autumn").status_code == 403
    assert "Add and make a link" not in viewer.get("/admin/c/spring").text
    changes = ("annotators", "links", "viewers", "close", "reopen")
    bodies = {name: {"name": "dora"} if name in changes[:3] else {} for name in changes}
    assert {viewer.post(f"/admin/c/spring/{name}", json=bodies[name]).status_code for name in changes} == {
        403
    }


def test_an_admin_makes_links_that_open_what_they_should(desk: Desk) -> None:
    admin = entered(desk, "root", "*", "admin")
    for kind, name, page in (
        ("links", "anna", "/task"),
        ("viewers", "victor", "/admin"),
        ("annotators", "dora", "/task"),
    ):
        link = admin.post(f"/admin/c/spring/{kind}", json={"name": name}).json()["link"]
        assert client(desk).get(link).headers["location"] == page
    assert admin.post("/admin/c/spring/links", json={"name": "nobody"}).status_code == 404
    assert admin.get("/admin/c/winter").status_code == 404


def test_a_campaign_is_closed_and_opened_again(desk: Desk) -> None:
    admin = entered(desk, "root", "*", "admin")
    assert admin.post("/admin/c/spring/close", json={}).status_code == 204
    assert admin.get("/admin/c/spring/figures").json()["closed"] is True
    assert admin.post("/admin/c/spring/reopen", json={}).status_code == 204
    assert admin.get("/admin/c/spring/figures").json()["closed"] is False


def test_exports_are_files(desk: Desk) -> None:
    admin = entered(desk, "root", "*", "admin")
    tidy = admin.get("/admin/c/spring/export/tidy")
    assert tidy.headers["content-disposition"] == 'attachment; filename="spring-tidy.tsv"'
    assert (
        tidy.headers["content-type"] == "application/octet-stream"
    )  # whatever is in it, no browser shows it
    assert tidy.text.startswith("scheme\trater\tsystem\tsegment\tscore")
    assert "the column document" in admin.get("/admin/c/spring/export/graham").headers["x-assay-left-out"]
    assert admin.get("/admin/c/spring/export/mqm").status_code == 400
    assert admin.get("/admin/c/autumn/export/tidy").status_code == 400
    log = admin.get("/admin/c/spring/export/log").text.splitlines()
    assert '"kind": "created"' in log[0]


def test_progress_counts_what_everybody_does_for_each(desk: Desk) -> None:
    campaign = study("summer", "da", segments=12, copies=2, bundle=4, calibration=3)
    answered(desk, campaign, PEOPLE)

    def look(state: CampaignState, now: float) -> Any:
        return campaign_progress(state, now)

    progress = desk.read("summer", look).result()
    assert (progress.screens, progress.bundles) == (progress.all_screens, progress.all_bundles)
    wanted = sum(len(bundle.items) * (bundle.copies or len(PEOPLE)) for bundle in campaign.plan.bundles)
    assert progress.all_screens == wanted
    assert {who.name for who in progress.annotators} == set(PEOPLE)


@pytest.mark.parametrize("program", ["import time; time.sleep(600)", "import os; os._exit(1)"])
def test_figures_that_take_too_long_are_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    def hang(self: board.Board, campaign: str) -> Any:
        desk: Any = SimpleNamespace(database=SimpleNamespace(url=program))
        return board.Board(desk)._computed(exec)  # in the process that computes

    monkeypatch.setattr(board, "LONGEST", 3.0)
    monkeypatch.setattr(board.Board, "figures", hang)
    with served(tmp_path, small_campaign()) as desk:
        admin = entered(desk, "admin", "*", "admin")
        refused = admin.get("/admin/c/spring/figures")
        assert refused.status_code == 503
        assert "were given up; try again" in refused.json()["message"]
        assert admin.get("/admin/c/spring").status_code == 200
