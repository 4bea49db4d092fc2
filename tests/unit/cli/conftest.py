"""What the tests of the program share: a run in an empty directory, and the arguments of a small set."""

from __future__ import annotations

import subprocess
from functools import partial
from pathlib import Path

import pytest

from assay.cli import main
from support.program import HARBOUR, Run, assay


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return a function that runs `assay` with arguments in an empty directory and returns what it wrote."""
    return partial(assay, cwd=tmp_path)


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return the same without a process of its own, for whatever does not test what only a process has."""
    monkeypatch.chdir(tmp_path)

    def ran(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        with monkeypatch.context() as environment:
            for name, value in (env or {}).items():
                environment.setenv(name, value)
            try:
                code = main.main(arguments)
            except SystemExit as leaving:
                code = int(str(leaving.code))
        said = capsys.readouterr()
        return subprocess.CompletedProcess(list(arguments), code, said.out, said.err)

    return ran


@pytest.fixture
def harbour() -> list[str]:
    """Return the arguments that score two systems of the example set against reference A."""
    systems = [str(HARBOUR / f"{name}.en.txt") for name in ("alder", "drift")]
    return ["-r", str(HARBOUR / "reference-a.en.txt"), *systems]
