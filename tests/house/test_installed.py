"""What `make installed` tries, long after a change, is held here against the program at once."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from test_house import REPOSITORY

import assay
from assay.questions import QUESTIONS

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
# Extras for those who change the program, and one that a test of its own is for.
NOT_TRIED = {"bench", "completion", "dev", "site", "wide"}
# The tests of the installed program are a package of the same name.
TOOL = "tools.installed"
# What programs would leave behind, by the words of their command lines that say where.
LEFT = {"--sdist": "mt.tar.gz", "wheel": "mt.whl", "repair": "mt.whl"}


def keys(file: str, table: str) -> set[str]:
    """Return the first words of the keys of a table in the tests of the installed program, which run elsewhere."""
    tree = ast.parse((REPOSITORY / "tests" / "installed" / file).read_text(encoding="utf-8"))
    [found] = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and ast.unparse(node).startswith((f"{table}:", f"{table} ="))
    ]
    assert isinstance(found, ast.Dict)
    return {ast.unparse(key).lstrip("f").strip("'\"").split()[0] for key in found.keys if key is not None}


def test_every_function_is_called() -> None:
    functions = {name for name in assay.__all__ if inspect.isfunction(getattr(assay, name))}
    assert keys("test_functions.py", "CALLS") == functions


def test_every_command_of_the_readme_is_run() -> None:
    told = re.findall(r"^\$ assay ([a-z-]+)", README, re.MULTILINE)
    commands = set(told) & {name for name, question in QUESTIONS.items() if question.is_command}
    assert {"score", "compare", "diagnose"} <= commands
    assert commands - keys("test_commands.py", "COMMANDS") <= {"report"}, "report has a test of its own"


def test_every_extra_is_tried_alone() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert keys("test_extras.py", "EXTRAS") == set(project["optional-dependencies"]) - NOT_TRIED


def tool() -> ModuleType:
    if TOOL not in sys.modules:
        spec = importlib.util.spec_from_file_location(TOOL, REPOSITORY / "tools" / "installed.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[TOOL] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[TOOL])
    return sys.modules[TOOL]


class Machine:
    """Programs that make nothing but the files that are looked for, and fail where a command has certain words."""

    def __init__(self, *failing: str) -> None:
        self.failing = failing

    def run(self, command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        line = " ".join(map(str, command))
        if any(re.search(words, line) for words in self.failing):
            said = "".join(f"line {number}\n" for number in range(100)) + "ERROR: No matching distribution\n"
            return subprocess.CompletedProcess(command, 1, said)
        for word in LEFT.keys() & set(command):
            folder = Path(command[command.index("-w" if "-w" in command else "-o") + 1])
            folder.mkdir(exist_ok=True)
            (folder / LEFT[word]).touch()
        said = "3 12" if "ensurepip" in line else "5 passed"
        if "sysconfig" in line:
            said = str(Path(command[0]).parent)
            Path(said).mkdir(parents=True, exist_ok=True)
        return subprocess.CompletedProcess(command, 0, said)


def tried(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[object, dict[str, str], str]:
    """Return how `make installed` ends on a machine: exit code, what is said of each environment, all of it."""
    installed: Any = tool()
    monkeypatch.setattr(installed.subprocess, "run", machine.run)
    monkeypatch.setattr(installed.shutil, "which", lambda name: name if name == "python3.14" else None)
    monkeypatch.setattr(installed, "_version", lambda path: ["3", "14"] if path == "python3.14" else ["3"])
    monkeypatch.setattr(sys, "argv", ["installed.py", "--python", "python", "--folder", str(tmp_path / "at")])
    with pytest.raises(SystemExit) as end:
        installed.main()
    text = capsys.readouterr().out
    heads = re.findall(r"^(?:ok    |FAILED)  (.+?)(?:, mt\.whl)?: (.+)$", text, re.MULTILINE)
    return end.value.code, dict(heads), text


def failing(heads: dict[str, str]) -> set[str]:
    return {name for name, summary in heads.items() if summary != "5 passed"}


def test_all_environments_are_tried_and_none_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, heads, _ = tried(Machine(), tmp_path, monkeypatch, capsys)
    assert failing(heads) == set()
    assert not code
    extras = {f"[{extra}]{kind}" for extra in tool().extras() for kind in ("", " lowest")}
    assert set(heads) == {"alone", "frozen", "alone lowest", "alone, Python 3.14", *extras}


@pytest.mark.parametrize(
    ("words", "failed"),
    [
        (r"/at/ja/.*pip install", {"[ja]"}),
        (r"/at/ja-lowest/.*pip install", {"[ja] lowest"}),
        ("pyinstaller", {"frozen"}),
        (r"/at/alone/.*pip install", {"alone", "every extra"}),
        (r"/at/alone-lowest/.*pip install", {"alone lowest", "every extra lowest"}),
        (r"/at/alone-3\.14/.*pip install", {"alone, Python 3.14"}),
        (r"python3\.14 -m venv", {"wheel, Python 3.14"}),
        (r"/at/build-python/.*pip wheel", {"wheel"}),
        (r"/at/build-python-lowest/.*pip wheel", {"wheel lowest"}),
        ("--sdist", {"source distribution"}),
        (r"/at/ja/.*pytest", {"[ja]"}),
    ],
)
def test_what_cannot_be_made_is_reported_and_the_rest_tried(
    words: str,
    failed: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, heads, text = tried(Machine(words), tmp_path, monkeypatch, capsys)
    assert failing(heads) == failed
    assert code, "red at the end"
    assert f"; {len(failed)} environments failed" in text
    assert "ERROR: No matching distribution" in text
    if "pytest" not in words:
        assert any(re.search(words, heads[name]) for name in failed), "the command is named"
        assert "line 90" in text
        assert "line 70\n" not in text, "the last lines are enough"
    if failed != {"source distribution"}:
        assert heads.keys() - failed, "the rest was tried"


def test_a_program_that_is_not_there_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        sys, "argv", ["installed.py", "--python", "python-of-nobody", "--folder", str(tmp_path / "at")]
    )
    with pytest.raises(SystemExit) as end:
        tool().main()
    assert end.value.code
    said = capsys.readouterr().out
    assert "FAILED  source distribution: this cannot be run: python-of-nobody -m venv" in said
