"""Run the installed program as a user does: in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return a function that runs `assay` with arguments in an empty directory and returns what it wrote."""

    def assay(
        *arguments: str, input: str | None = None, env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "assay", *arguments],
            cwd=tmp_path,
            env=os.environ | (env or {}),
            input=input,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )

    return assay


@pytest.fixture
def harbour() -> list[str]:
    """Return the arguments that score two systems of the example set against reference A."""
    systems = [str(HARBOUR / f"{name}.en.txt") for name in ("alder", "drift")]
    return ["-r", str(HARBOUR / "reference-a.en.txt"), *systems]
