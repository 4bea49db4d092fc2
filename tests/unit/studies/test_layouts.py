"""Databases of all versions: those of earlier ones are brought up to date, those of later ones are refused."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text, update

from assay import rank
from assay.errors import AssayWarning, InputError
from assay.studies.archives import audit, export_log, import_log
from assay.studies.desk import Desk
from assay.studies.store.database import open_database
from assay.studies.store.layouts import MIGRATIONS, layout_of
from assay.studies.store.tables import LAYOUT
from support.earlier_databases import EARLIER, FIRST, made
from support.postgres import postgres
from support.program import assay
from support.small_studies import entered, finish, served, small_campaign


def schema(path: str) -> set[tuple[str, ...]]:
    """Return the tables, columns and indexes of a database."""
    columns = (
        "SELECT m.type, m.name, c.name FROM sqlite_master m LEFT JOIN pragma_table_info(m.name) c "
        "WHERE m.name NOT LIKE 'sqlite_%'"
    )
    with closing(sqlite3.connect(path)) as connection:
        return set(connection.execute(columns))


def test_there_is_one_of_each_earlier_layout() -> None:
    assert len(EARLIER) == 5
    assert FIRST in {dump.stem for dump in EARLIER}


@pytest.mark.filterwarnings("ignore::assay.errors.AssayWarning")
@pytest.mark.parametrize("dump", EARLIER, ids=lambda dump: dump.stem)
def test_a_database_of_an_earlier_version_goes_on_as_one_of_this(dump: Path, tmp_path: Path) -> None:
    path, fresh = made(dump, tmp_path), str(tmp_path / "fresh.db")
    open_database(fresh).close()
    with Desk(path) as desk:
        assert desk.campaigns() == ["spring"]
        assert audit(desk, "spring") == []
        assert finish(entered(desk, "ben"))[-1]["state"] in ("finished", "task")
        assert finish(entered(desk, "ada"))[-1]["state"] == "finished"
        log = export_log(desk, "spring")
        import_log(desk, "again", "spring.jsonl", log.splitlines())
        assert audit(desk, "again") == []
        with desk.database.reading.begin() as connection:
            assert layout_of(connection) == len(MIGRATIONS)
    assert schema(path) == schema(fresh)
    assert str(rank(path, campaign="spring"))


def test_what_the_first_version_did_not_keep_is_filled_in_and_said(tmp_path: Path) -> None:
    [dump] = [each for each in EARLIER if each.stem == FIRST]
    with Desk(made(dump, tmp_path)) as desk:
        lines = export_log(desk, "spring").splitlines()
        with pytest.warns(
            AssayWarning, match=r"an early version and lacks the texts severity\.minor, severity"
        ):
            import_log(desk, "again", "spring.jsonl", lines)
        wording = desk.read("again", lambda state, now: state.campaign.protocol.wording).result(30)
    assert wording["en"]["severity.minor"].startswith("Minor")


def test_a_database_of_a_later_version_is_refused_and_not_touched(tmp_path: Path) -> None:
    with served(tmp_path, small_campaign()) as desk, desk.database.writing.begin() as connection:
        connection.execute(update(LAYOUT).values(number=len(MIGRATIONS) + 1))
        connection.execute(text("ALTER TABLE answers ADD COLUMN mood TEXT"))
    path = tmp_path / "campaigns.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    for only_reads in (False, True):
        with pytest.raises(InputError, match=r"a later version .*; install that version, from its wheel"):
            Desk(str(path), only_reads=only_reads)
    for words in (("campaign", "status"), ("serve", "--port", "0"), ("human", "campaigns.db")):
        told = assay(*words, cwd=tmp_path)
        assert (told.returncode, told.stdout) == (1, ""), words
        assert "campaigns.db cannot be opened: a later version of this program made it" in told.stderr
    assert path.read_bytes() == before


def test_postgresql_has_the_number_too(tmp_path: Path) -> None:
    with postgres() as url:
        with Desk(url) as desk:
            desk.create(small_campaign(), ["ada"]).result(30)
            with desk.database.writing.begin() as connection:
                assert layout_of(connection) == len(MIGRATIONS)
                connection.execute(update(LAYOUT).values(number=9))
        with pytest.raises(InputError, match="layout 9, and this version knows layouts up to 1"):
            Desk(url)
