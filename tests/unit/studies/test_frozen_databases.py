"""A study on a medium that cannot be written, such as an archive: whatever only reads it does as anywhere else."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from assay.errors import InputError
from assay.studies.archives import audit, export_log
from assay.studies.desk import Desk
from support.earlier_databases import EARLIER, FIRST, made
from support.program import LIMIT, assay
from support.small_studies import entered, finish, served, small_campaign

READING = (
    ("human", "campaigns.db"),
    ("campaign", "status"),
    ("campaign", "status", "spring"),
    ("campaign", "check", "spring"),
    ("campaign", "export", "spring"),
    ("campaign", "export", "spring", "--to", "tidy"),
)
WRITING = (
    ("campaign", "close", "spring"),
    ("campaign", "links", "spring"),
    ("serve", "--port", "0", "--bench", "off"),
)


@contextmanager
def unwritable(folder: Path) -> Iterator[None]:
    """Have a folder that nobody may write: to root a mount alone is one."""
    if os.geteuid() != 0:
        folder.chmod(0o500)
        yield
        folder.chmod(0o700)
        return
    if (
        shutil.which("mount") is None
        or subprocess.run(
            ["mount", "--bind", str(folder), str(folder)], capture_output=True, timeout=LIMIT, check=False
        ).returncode
    ):
        pytest.skip("nothing can be mounted here, and root may write everywhere else")
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True, timeout=LIMIT)
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True, timeout=LIMIT)


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """Return the folder of a study."""
    folder = tmp_path / "archive"
    folder.mkdir()
    with served(folder, small_campaign()) as desk:
        finish(entered(desk))
    return folder


def test_whatever_only_reads_gives_the_same_where_nothing_can_be_written(study: Path) -> None:
    usual = [assay(*words, cwd=study).stdout for words in READING]
    assert all(usual)
    with unwritable(study):
        for words, expected in zip(READING, usual, strict=True):
            read = assay(*words, cwd=study)
            assert (read.returncode, read.stderr, read.stdout) == (0, "", expected), words
        assert [path.name for path in study.iterdir()] == ["campaigns.db"]


def test_whatever_writes_is_refused_in_words(study: Path) -> None:
    with unwritable(study):
        for words in WRITING:
            told = assay(*words, cwd=study)
            assert told.returncode == 1, words
            assert "Traceback" not in told.stderr
            assert "campaigns.db" in told.stderr


def test_what_a_server_that_was_killed_stored_last_is_not_left_out(study: Path) -> None:
    path = study / "campaigns.db"
    with closing(sqlite3.connect(path)) as server:
        server.execute("PRAGMA wal_autocheckpoint=0")
        server.execute("UPDATE tokens SET until = until + 1")
        server.commit()
        shutil.copytree(study, killed := study.parent / "killed")
    os.remove(killed / "campaigns.db-shm")
    assert (killed / "campaigns.db-wal").stat().st_size
    with unwritable(killed):
        for words in READING:
            told = assay(*words, cwd=killed)
            assert told.returncode == 1
            assert "campaigns.db-wal holds what was stored last; copy both files" in told.stderr
    assert assay(*READING[0], cwd=killed).returncode == 0


def test_an_early_layout_has_to_be_copied_first(tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    folder.mkdir()
    [dump] = [each for each in EARLIER if each.stem == FIRST]
    path = made(dump, folder)
    with unwritable(folder), pytest.raises(InputError, match="brought up to date first"):
        Desk(path, only_reads=True)


@pytest.mark.parametrize("dump", [each for each in EARLIER if each.stem != FIRST], ids=lambda dump: dump.stem)
def test_layouts_with_the_same_columns_are_read_as_they_are(dump: Path, tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    folder.mkdir()
    path = made(dump, folder)
    with unwritable(folder), Desk(path, only_reads=True) as desk:
        assert export_log(desk, "spring")
        assert [each for each in audit(desk, "spring") if "snapshot" not in each] == []
