"""The fuzzer of every reader, a short run with a fixed seed: the long one is `make fuzz`."""

import json
import subprocess
import sys
from pathlib import Path

from support.program import LIMIT

FUZZ = Path(__file__).parents[2] / "tools" / "fuzz.py"


def test_damaged_files_are_read_or_refused() -> None:
    done = subprocess.run(
        [sys.executable, str(FUZZ), "--rounds", "200", "--seed", "5"],
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["files"] == 200
