"""Tests of the installed program, which need no checkout: this folder and `examples` beside its parent are all they read.

`python tools/installed.py` builds the wheel, installs it into new environments and runs them there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from room import EXAMPLES, LIMIT, Process, Run


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """Return a folder of one's own that has the examples and nothing else."""
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    return tmp_path


@pytest.fixture
def run(room: Path) -> Run:
    """Return a function that runs Python in the room and returns what it wrote, having checked how it ended."""

    def call(
        *arguments: str, python: str = sys.executable, status: int = 0, path: Path | None = None
    ) -> Process:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        if path is not None:
            environment["PYTHONPATH"] = str(path)
        process = subprocess.run(
            [python, *arguments],
            cwd=room,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=LIMIT,
            check=False,
        )
        assert process.returncode == status, f"{arguments}: {process.stdout}{process.stderr}"
        assert "Traceback" not in process.stderr
        return process

    return call
