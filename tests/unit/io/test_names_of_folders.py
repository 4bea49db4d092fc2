"""Names of outputs that only their folders tell apart, baselines by their files, and columns of post-edits."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.errors import InputError
from assay.io import FileOptions, open_set
from assay.io.texts.columns import Columns
from assay.io.texts.names import system_paths, told_apart, with_baseline
from support.program import HARBOUR


def test_folders_name_what_files_do_not() -> None:
    assert list(system_paths(["out/a/en-es.txt", "out/b/en-es.txt"])) == ["a", "b"]
    assert list(system_paths(["out/a/txt/en-es.txt", "out/b/txt/en-es.txt"])) == ["a", "b"]
    assert list(system_paths(["new=out/a/x.txt", "out/b/x.txt"])) == ["new", "x"]
    assert list(system_paths(["a.txt", "b.txt"])) == ["a", "b"]
    with pytest.raises(InputError, match=r"x\.txt: given twice as an output"):
        system_paths(["x.txt", "x.txt"])
    with pytest.raises(InputError, match=r'2 systems named "x\.txt"'):
        system_paths(["x.txt", "new=a/x.txt", "./x.txt"])


def test_a_gate_calls_outputs_of_one_name_by_their_folders() -> None:
    assert told_apart(["out/y/xx.txt"], "xx", "out/x/xx.txt") == (("y=out/y/xx.txt",), "x")
    assert told_apart(["out/y/xx.txt"], "old", "out/x/old.txt") == (("out/y/xx.txt",), "old")
    assert told_apart(["xx.txt"], "xx", "xx.txt") == (("xx.txt",), "xx")


@pytest.fixture
def folders(tmp_path: Path) -> tuple[str, str]:
    """Return the same file name in two folders."""
    for folder, name in (("old", "alder"), ("new", "birch")):
        (tmp_path / folder).mkdir()
        text = (HARBOUR / f"{name}.en.txt").read_text(encoding="utf-8")
        (tmp_path / folder / "en.txt").write_text(text, encoding="utf-8")
    return "old/en.txt", "new/en.txt"


def test_a_baseline_is_a_name_or_a_file(folders: tuple[str, str], tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    old, new = folders
    assert with_baseline((old, new), "old") == ((old, new), "old")
    assert with_baseline((old, new), old) == ((old, new), "old")
    assert with_baseline((old, new), f"./{old}") == ((old, new), "old")
    assert with_baseline((new,), old) == ((new, old), "old")
    assert with_baseline((new,), f"base={old}") == ((new, f"base={old}"), "base")
    assert with_baseline((new,), "gone") == ((new,), "gone")


def test_what_people_edited_is_the_reference() -> None:
    header = ["ID", "Source (EN)", "Machine translation", "Post-edited"]
    with pytest.raises(InputError, match="reference=Post-edited,system=Machine translation"):
        Columns().check("review.xlsx", header)
    with pytest.raises(InputError, match="reference=Edited,system=MT"):
        Columns().check("review.xlsx", ["Source", "Edited", "MT"])


def test_documents_of_mt_metrics_eval_are_called_by_their_names(tmp_path: Path) -> None:
    for name, text in (
        ("out.txt", "a\nb\nc\n"),
        ("ref.txt", "a\nb\nc\n"),
        ("docs", "news\tone\nnews\tone\ntalk\tone\n"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = FileOptions(
        (str(tmp_path / "out.txt"),), (str(tmp_path / "ref.txt"),), docs=str(tmp_path / "docs")
    )
    [(evalset, _)] = open_set(files)
    assert evalset.document is not None
    assert list(evalset.document.column()) == ["one (news)", "one (news)", "one (talk)"]
