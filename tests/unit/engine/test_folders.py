"""What a command that fails leaves behind: nothing, but for what was there and what is worth keeping."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from assay.cli import main
from assay.engine.flow import made_folder
from assay.io import write_file
from assay.io.drafts import draft_of, tidy_drafts
from assay.io.large.parts import holds_parts

FAILING = {
    "map, no output": "map nosuch -r ref.txt -o new/parts",
    "map, no reference": "map a=out.txt -r nosuch -o new/parts",
    "segments": "score nosuch -r ref.txt --level segment -o new/scored/",
    "merge": "merge nosuch --into new",
    "grid": "score --grid {system}.hyp --references {system}.ref --parts new",
    "grid of another length": "score --grid out/{pair}.txt --references ref.txt --parts new",
    "campaign": "campaign status nosuch",
}


@pytest.mark.parametrize("command", FAILING.values(), ids=FAILING.keys())
def test_nothing_is_left_behind(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("out").mkdir()
    for name, text in (("out.txt", "a\nb\n"), ("ref.txt", "a\nb\n"), ("out/de-en.txt", "a\n")):
        Path(name).write_text(text, encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    assert main.main([*command.split(), "-q"]) in (1, 2)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_folder_with_something_in_it_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a", "ref", "parts"):
        Path(name).mkdir()
    for name in ("a/0.txt", "ref/0.txt", "ref/1.txt"):
        Path(name).write_text("a\n", encoding="utf-8")
    Path("a/1.txt").write_text("a\nb\n", encoding="utf-8")
    assert main.main(["map", "a", "-r", "ref", "-o", "parts", "-m", "chrf", "-q"]) == 1
    assert [path.name.split(".")[1] for path in Path("parts").glob("a.*")] == ["0"]


def _write_and_stop(folder: Path, names: tuple[str, ...]) -> None:
    with made_folder(str(folder)):
        for name in names:
            (folder / name).touch()
        raise KeyboardInterrupt


@pytest.mark.parametrize("written", [(), ("done.tsv",)])
def test_drafts_of_stopped_workers_go_with_a_folder_that_was_made(
    tmp_path: Path, written: tuple[str, ...]
) -> None:
    folder = tmp_path / "new" / "scores"
    with pytest.raises(KeyboardInterrupt):
        _write_and_stop(folder, (".assay-0123-a.tsv", *written))
    assert [path.name for path in folder.glob("*")] == [*written]
    assert folder.exists() == bool(written)


def test_drafts_in_a_folder_of_others_stay(tmp_path: Path) -> None:
    (tmp_path / ".assay-0123-a.tsv").touch()
    with pytest.raises(KeyboardInterrupt), made_folder(str(tmp_path)):
        raise KeyboardInterrupt
    assert (tmp_path / ".assay-0123-a.tsv").exists()


KILLED = """
import os, signal, sys
from assay.cli import main
from assay.io import drafts
drafts.os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
from assay.engine import flow, work
flow.ENGINES = {"processes": lambda tasks, workers, cores: work.run_here(tasks, cores)}
main.main(sys.argv[1:])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="locks are those of POSIX")
@pytest.mark.parametrize("more", [(), ("--rows",)])
def test_a_killed_map_leaves_a_draft_that_the_next_one_deletes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a", "ref", "parts"):
        Path(name).mkdir()
    for name in ("a/0.txt", "ref/0.txt"):
        Path(name).write_text("a\nb\n", encoding="utf-8")
    words = ["map", "a", "-r", "ref", "-o", "parts", "-m", "chrf", "-q", *more]
    killed = subprocess.run([sys.executable, "-c", KILLED, *words], timeout=120, check=False)
    assert killed.returncode == -signal.SIGKILL
    [draft] = Path("parts").iterdir()
    assert draft.name.startswith(".assay-")
    assert main.main(["merge", "parts"]) == 1  # a draft is no part
    assert not holds_parts("parts")
    assert main.main(words) == 0
    assert not draft.exists()
    assert main.main(["merge", "parts"]) == 0


def test_drafts_of_others_are_left_until_they_are_old(tmp_path: Path) -> None:
    with draft_of(str(tmp_path / "a.part")) as at_work:
        elsewhere, old = tmp_path / ".assay-0123-b.part", tmp_path / ".assay-4567-c.part"
        for path in (elsewhere, old):
            path.touch()
        os.utime(old, (time.time() - 90_000,) * 2)
        tidy_drafts(str(tmp_path))
        assert sorted(tmp_path.iterdir()) == sorted([Path(at_work), elsewhere])
    assert sorted(path.name for path in tmp_path.iterdir()) == [".assay-0123-b.part", "a.part"]


def test_drafts_are_never_tidied_away_from_under_their_writers(tmp_path: Path) -> None:
    """One writes files, another deletes drafts all the while: every file gets its name."""
    stop = threading.Event()

    def tidy() -> None:
        while not stop.is_set():
            tidy_drafts(str(tmp_path))

    thread = threading.Thread(target=tidy)
    thread.start()
    try:
        for number in range(200):
            write_file(str(tmp_path / f"{number}.part"), "text")
    finally:
        stop.set()
        thread.join()
    assert len(list(tmp_path.glob("*.part"))) == 200
    assert not list(tmp_path.glob(".assay-*"))
