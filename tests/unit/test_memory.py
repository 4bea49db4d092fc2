"""Scoring takes a stream: memory does not grow with the number of segments."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from support.program import LIMIT

FEW, MANY = 100_000, 1_000_000
MEGABYTE = 1 << 20

# A process begins with the peak of the one that started it, and pytest's may be high: so a small one in between.
WATCH = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, timeout=float(sys.argv[1])).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
"""


def write_set(folder: Path, segments: int) -> tuple[Path, Path]:
    """Write an output and a reference of short segments, never two thousand in a row alike."""
    draw = random.Random(segments)
    words = [
        "harbour",
        "ferry",
        "boat",
        "tide",
        "the",
        "a",
        "of",
        "old",
        "Straße",
        "港",
        "leaves",
        "early",
        ".",
    ]
    lines = [" ".join(draw.choices(words, k=draw.randrange(3, 9))) for _ in range(2 * 1999)]
    paths = folder / f"output-{segments}.txt", folder / f"reference-{segments}.txt"
    for path, block in zip(paths, (lines[:1999], lines[1999:]), strict=True):
        with path.open("w", encoding="utf-8") as file:
            for start in range(0, segments, len(block)):
                file.writelines(f"{line}\n" for line in block[: segments - start])
    return paths


def peak_memory(folder: Path, segments: int) -> float:
    """Return the most megabytes that `assay score` held in memory."""
    output, reference = write_set(folder, segments)
    program = Path(sys.executable).with_name("assay")
    if not program.exists():
        pytest.skip("the program `assay` is not installed beside this Python")
    command = [
        str(program),
        "score",
        "-r",
        str(reference),
        str(output),
        "-m",
        "bleu",
        "-m",
        "chrf",
        "-m",
        "ter",
    ]
    watched = subprocess.run(
        [sys.executable, "-c", WATCH, str(9 * LIMIT), *command],
        capture_output=True,
        text=True,
        timeout=10 * LIMIT,
        check=False,
    )
    assert watched.returncode == 0, watched.stderr
    unit = 1 if sys.platform == "darwin" else 1024
    return int(watched.stdout) * unit / MEGABYTE


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_segments(tmp_path: Path) -> None:
    few, many = peak_memory(tmp_path, FEW), peak_memory(tmp_path, MANY)
    assert many < 400
    assert many - few < 60
