"""The installed program as a user runs it: in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

HARBOUR = Path(__file__).parents[1] / "examples" / "harbour"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


def assay(
    *arguments: str, cwd: Path, env: dict[str, str] | None = None, stdin: IO[bytes] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `assay` with arguments in a directory and return what it wrote."""
    return subprocess.run(
        [sys.executable, "-m", "assay", *arguments],
        cwd=cwd,
        env=os.environ | (env or {}),
        stdin=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
