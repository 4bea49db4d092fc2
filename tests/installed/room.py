"""Where tests of the installed program work: a folder that has the examples and nothing else."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
# Seconds, after which another process hangs: far more than any here takes on a slow machine.
LIMIT = 300

Process = subprocess.CompletedProcess[str]
Run = Callable[..., Process]
