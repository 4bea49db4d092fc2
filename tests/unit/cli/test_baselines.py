"""`--baseline` takes the name of a system or its file, wherever there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.program import HARBOUR, Run

REFERENCE = str(HARBOUR / "reference-a.en.txt")


@pytest.mark.parametrize("command", [("compare",), ("diagnose",), ("report", "-o", "page.html")])
def test_every_command_takes_a_file_for_a_baseline(
    command: tuple[str, ...], tmp_path: Path, inside: Run
) -> None:
    for folder, name in (("old", "alder"), ("new", "birch")):
        (tmp_path / folder).mkdir()
        text = (HARBOUR / f"{name}.en.txt").read_text(encoding="utf-8")
        (tmp_path / folder / "en.txt").write_text(text, encoding="utf-8")
    asked = (*command, "-r", REFERENCE, "-m", "chrf", "new/en.txt")
    by_name, by_file, beside = (
        inside(*asked, *more)
        for more in (
            ("old/en.txt", "--baseline", "old"),
            ("old/en.txt", "--baseline", "old/en.txt"),
            ("--baseline", "old/en.txt"),
        )
    )
    assert by_name.returncode == 0, by_name.stderr
    assert by_name.stdout == by_file.stdout == beside.stdout


def test_a_file_that_is_not_there_is_no_system(inside: Run) -> None:
    outputs = [str(HARBOUR / f"{name}.en.txt") for name in ("alder", "birch")]
    done = inside("compare", "-r", REFERENCE, *outputs, "--baseline", "gone.txt")
    assert done.returncode == 2
    assert "baseline 'gone.txt' is not among the systems" in done.stderr
