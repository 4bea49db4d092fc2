"""A study of post-editing for those who run it: effort on the dashboard, the export, films of edits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import assay
from assay.errors import AssayError, InputError
from assay.io.postedits.own import log_postedits
from assay.postedit import measure_effort
from assay.studies.app.application import make_application
from assay.studies.archives import audit, export_log, import_log
from assay.studies.auth import Identity
from assay.studies.desk import Desk
from assay.studies.exports import export_campaign, export_site
from assay.studies.films import edited_units, export_postedits, film_of
from assay.studies.store.columns import read_campaign
from assay.studies.store.edits import edit_records
from support.bench_site import served
from support.browser_annotators import screens
from support.editors import edit_all, editing_study
from support.program import assay as run_assay
from support.report_pages import axe_violations
from support.simulated_studies import answered, study

PEOPLE = ("anna", "ben", "carla")
SET = str(Path(__file__).resolve().parents[3] / "examples" / "harbour.xml")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with Desk(str(tmp_path_factory.mktemp("films") / "c.db")) as opened:
        assert edit_all(opened, editing_study(), PEOPLE) == 18
        edit_all(opened, editing_study("dark", 3, blind=True), PEOPLE[:1])
        yield opened


@pytest.fixture(scope="module")
def page(desk: Desk, browser: Any) -> Iterator[Any]:
    with served(make_application(desk)) as address:
        opened = browser.new_page(viewport={"width": 1280, "height": 900})
        opened.set_default_timeout(60_000)
        wrong: list[str] = []
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.on("console", lambda message: wrong.append(message.text))
        opened.goto(f"{address}/join/{desk.admin_link()}")
        opened.address = address
        yield opened
        opened.close()
        assert not wrong


def test_every_text_replays_to_what_was_answered(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "lab.jsonl"
    path.write_text("".join(export_postedits(desk, "lab")), encoding="utf-8")
    study_of = assay.effort(str(path)).study
    assert study_of.measured.replays.equal.all()
    assert len(study_of.postedits) == 18
    assert sorted(study_of.postedits.system.names) == ["alder", "birch", "scratch"]
    assert int(study_of.postedits.scratch.sum()) == 6
    assert audit(desk, "lab") == []
    assert all(
        film_of(desk, "lab", unit["editor"], unit["item"], 1)["final"] for unit in edited_units(desk, "lab")
    )


def test_a_latin_square_gives_everybody_every_segment_once(desk: Desk) -> None:
    done = edited_units(desk, "lab")
    for person in PEOPLE:
        own = [unit for unit in done if unit["editor"] == person]
        assert sorted(unit["segment"] for unit in own) == sorted({unit["segment"] for unit in done})
        systems = [unit["systems"][0] for unit in own]
        assert {name: systems.count(name) for name in set(systems)} == {"scratch": 2, "alder": 2, "birch": 2}


def test_a_blind_export_is_measured(desk: Desk) -> None:
    with desk.database.reading.begin() as connection:
        rows = log_postedits("dark", edit_records(connection, read_campaign(connection, "dark")))
    measured = measure_effort(rows).measured
    assert measured.replays.replayed.all()
    assert (measured.quantities["final_chars"] > 0).all()
    assert measured.quantities["keys_letter"].sum() > 0


def test_a_blind_study_is_exported_with_the_lengths_of_texts(desk: Desk) -> None:
    columns, *rows = [
        line.split("\t") for line in export_campaign(desk, "dark", "tidy").decode().splitlines()
    ]
    lengths = [dict(zip(columns, row, strict=True)) for row in rows]
    assert [int(row["edited_characters"]) > int(row["edited_words"]) > 0 for row in lengths] == [True] * 3
    assert "edited" not in columns
    assert "edited by" not in dict(export_site(desk, "dark"))["segments-1.html"]


def test_the_site_of_a_study_has_the_effort_and_what_was_written(desk: Desk) -> None:
    index, segments = dict(export_site(desk, "lab", anonymous=True)).values()
    # Two documents are too few to tell whether others would gain as much.
    assert re.search(r"Too little to tell whether post-editing system [AB] is faster than", index)
    assert re.search(r"In these rows: system [AB] \d+ % faster and system [AB] \d+ % faster", index)
    assert "Nothing to rank" not in index
    finals = [
        film_of(desk, "lab", unit["editor"], unit["item"], 1)["final"] for unit in edited_units(desk, "lab")
    ]
    assert [final for final in finals if final.strip() not in segments] == []
    assert [segments.count(words) for words in ("edited by annotator", "written by annotator")] == [12, 6]
    for name in (*PEOPLE, "alder", "birch"):
        assert not re.search(rf"\b{name}\b", index + segments)


def test_what_cannot_be_exported_or_shown_is_said(desk: Desk) -> None:
    answered(desk, study("plain", protocol="da", segments=4), PEOPLE[:2])
    with pytest.raises(InputError, match="logs no edits"):
        list(export_postedits(desk, "plain"))
    for editor, item, unit in (("nobody", 0, 1), ("anna", 99_999, 1), ("anna", 0, 7)):
        with pytest.raises(InputError, match=r"edited no such text|there is no text"):
            film_of(desk, "lab", editor, item, unit)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('"del": [', '"del": [999, '), "an entry a change"),
        (('"kind": "o', '"kind": "?'), "kind must have one of"),
        (('"at": [', '"at": [9999'), "outside the text"),
        (('"records"', '"repaired": 3, "records"'), "true or false"),
    ],
)
def test_a_log_that_was_meddled_with_is_not_imported(desk: Desk, change: tuple[str, str], told: str) -> None:
    lines = export_log(desk, "lab").splitlines()
    own = [line for line in lines if '"kind": "edited"' in line]
    lines[lines.index(own[0])] = own[0].replace(*change)
    with pytest.raises(AssayError, match=told):
        import_log(desk, "meddled", "log.jsonl", lines)


def test_an_answer_that_the_edits_do_not_lead_to_is_not_imported(desk: Desk) -> None:
    lines = [line for line in export_log(desk, "lab").splitlines() if '"kind": "edited"' not in line]
    with pytest.raises(AssayError, match="do not lead to the text"):
        import_log(desk, "short", "log.jsonl", lines)


def test_a_study_from_files_to_effort(tmp_path: Path) -> None:
    """The command makes a study in a Latin square with a control arm; what is exported can be measured."""
    database = ("--database", str(tmp_path / "c.db"))
    brief = tmp_path / "brief.txt"
    brief.write_text("For the town's newspaper.\n", encoding="utf-8")
    new = (
        "campaign",
        "new",
        "lab",
        "--protocol",
        "post-edit",
        "--scratch",
        "--square",
        "--brief",
        str(brief),
    )
    made = run_assay(*new, "--with-reference", SET, *database, cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    with Desk(str(tmp_path / "c.db")) as desk:
        said = desk.next(Identity("lab", "annotator", "annotator-1")).result(60)
    screen = said["screen"]
    assert screen["wording"]["brief"] == "For the town's newspaper."
    assert screen["shared"]["reference"] is not None
    refused = run_assay(
        "campaign", "new", "no", "--protocol", "da", "--scratch", SET, *database, cwd=tmp_path
    )
    assert "scratch belongs to post-editing" in refused.stderr


# --- pages ------------------------------------------------------------------------------------------------------


def test_the_dashboard_has_the_effort(page: Any, desk: Desk) -> None:
    page.goto(f"{page.address}/admin/c/lab")
    page.wait_for_selector("#figures section", timeout=120_000)
    rows = log_postedits("lab", _records(desk))
    speeds = measure_effort(rows).gain
    assert speeds is not None
    expect(page.locator("#effort h2")).to_contain_text("than translating from scratch")
    expect(page.locator("#effort")).to_contain_text(f"{speeds.speeds[0].gain.estimate:.0f} %")  # type: ignore[union-attr]  # it is significant
    assert page.locator("#ranking").count() == 0
    assert axe_violations(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="postedit", exact=True).click()
    assert Path(download.value.path()).read_text(encoding="utf-8") == "".join(export_postedits(desk, "lab"))


def _records(desk: Desk) -> list[dict[str, Any]]:
    with desk.database.reading.begin() as connection:
        return list(edit_records(connection, read_campaign(connection, "lab"), finished=True))


def test_a_film_ends_with_the_text_that_is_stored(page: Any, desk: Desk) -> None:
    page.goto(f"{page.address}/admin/c/lab/film")
    page.wait_for_selector("#stage:not([hidden])")
    for unit in edited_units(desk, "lab")[:6]:
        page.select_option("#unit", f"{unit['item']}/{unit['unit'][1:]}")
        film = film_of(desk, "lab", unit["editor"], unit["item"], 1)
        expect(page.locator("#stage-title")).to_contain_text(f"Segment {unit['segment']}, anna")
        assert page.text_content("#text") == film["mt"]
        page.locator("#stage-title").focus()
        page.keyboard.press("End")
        assert page.text_content("#text") == film["final"]


def test_a_film_is_played_and_stepped_through(page: Any) -> None:
    page.goto(f"{page.address}/admin/c/lab/film")
    page.wait_for_selector("#stage:not([hidden])")
    page.locator("#stage-title").focus()
    begun = page.text_content("#text")
    page.keyboard.press("ArrowRight")
    assert "a visit begins" in page.inner_text("#said")
    page.keyboard.press("ArrowRight")
    assert page.text_content("#text") != begun
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.text_content("#text") == begun
    for _ in range(4):
        page.keyboard.press("+")
    assert page.input_value("#speed") == "20"
    page.keyboard.press("Space")
    expect(page.locator("#said")).to_contain_text("the visit ends")
    expect(page.locator("#play")).to_have_text("Play")
    page.click("#all summary")
    expect(page.locator("#events tr").nth(5)).to_be_visible()
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.screenshot(path=screens() / f"film-{width}.png", full_page=True)
    assert axe_violations(page) == []


def test_a_film_keeps_still_for_who_asks_for_that(page: Any) -> None:
    page.emulate_media(reduced_motion="reduce", color_scheme="dark")
    page.goto(f"{page.address}/admin/c/dark/film")
    page.wait_for_selector("#stage:not([hidden])")
    assert set(page.text_content("#text")) <= {"•"}  # a blind log knows lengths alone
    page.select_option("#speed", "20")
    page.click("#play")
    expect(page.locator("#said")).to_contain_text("the visit ends")
    assert axe_violations(page) == []
    page.emulate_media(reduced_motion="no-preference", color_scheme="light")
