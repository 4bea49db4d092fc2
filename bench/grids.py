"""Grids: `assay score --grid` over 200 languages and 10 systems, next to the time that counting alone takes.

The set is that of FLORES in its size: 1,012 segments a language. Twenty languages are generated, and the others have
their segments in another order. The time of the kernel is that of `prepare` and `stats` of the metrics on texts that
are in memory, in one thread; that of the command is all its processes' together, reading, tests and report included.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path

from sections import Section, say, seconds
from texts import Vocabulary, generated, noisy
from timing import INSTALLED, OWN, usage

LANGUAGES, DISTINCT, SYSTEMS, SEGMENTS = 200, 20, 10, 1012
METRICS = (("chrf",), ("bleu", "chrf", "ter"))
MOST, REPEATS = 1.2, 3
KERNEL = """
import sys, time
from pathlib import Path
from assay.data import EvalSet
from assay.io import read_texts
from assay.metrics import parse_metric
from assay.resources import Resources
from assay.text import Column

folder, metrics, spent = Path(sys.argv[1]), [parse_metric(text) for text in sys.argv[2:]], 0.0
systems = sorted((folder / "out").iterdir())
for reference in sorted((folder / "ref").iterdir()):
    texts = Column.of(read_texts(str(reference)))
    outputs = [Column.of(read_texts(str(system / f"en-{reference.name}"))) for system in systems]
    evalset = EvalSet("set", ("", ""), None, {"reference": texts}, None)
    start = time.process_time()
    for metric in metrics:
        stats = metric.prepare(evalset, Resources(threads=1))
        for output in outputs:
            stats(output)
    spent += time.process_time() - start
print(spent)
"""


def grids() -> Section:
    """Compare the processor time of the command with that of the kernel, by turns."""
    section = Section(
        f"Grid: {LANGUAGES} languages x {SYSTEMS} systems, {SEGMENTS} segments each (least of {REPEATS}, processor)",
        ("metrics", "kernel", "assay score --grid", "ratio", "peak of a process", "most", "reached"),
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        say("the grid: writing it")
        write_grid(folder)
        for metrics in METRICS:
            say(f"the grid under {', '.join(metrics)}")
            runs = [(_kernel(folder, metrics), usage(*_command(folder, metrics))) for _ in range(REPEATS)]
            kernel, used = (
                min(run[0] for run in runs),
                min((run[1] for run in runs), key=lambda own: own.processor),
            )
            ratio = used.processor / kernel
            section.add(
                (
                    *(" ".join(metrics), seconds(kernel), seconds(used.processor), f"{ratio:.2f} x"),
                    *(f"{used.peak >> 20} MiB", f"{MOST} x"),
                ),
                reached=ratio <= MOST,
                kernel=[run[0] for run in runs],
                processor=[run[1].processor for run in runs],
                peak=used.peak,
            )
    return section


def write_grid(folder: Path) -> None:
    """Write references and outputs of all systems, from English into every language."""
    rng = random.Random(5)
    words = Vocabulary(rng)
    for number in range(DISTINCT):
        references = generated(SEGMENTS, seed=100 + number).references
        columns = {"ref": references} | {
            f"out/s{system}": [" ".join(noisy(line.split(), words, rng)) for line in references]
            for system in range(SYSTEMS)
        }
        for language in range(number, LANGUAGES, DISTINCT):
            for place, lines in columns.items():
                _write(folder / place, language, lines[language:] + lines[:language])


def _write(folder: Path, language: int, lines: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    name = f"l{language:03}.txt" if folder.name == "ref" else f"en-l{language:03}.txt"
    (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def _kernel(folder: Path, metrics: tuple[str, ...]) -> float:
    command = [sys.executable, "-c", KERNEL, str(folder), *metrics]
    answer = subprocess.run(command, check=True, capture_output=True, text=True, env=INSTALLED)
    return float(answer.stdout)


def _command(folder: Path, metrics: tuple[str, ...]) -> list[str]:
    asked = [word for metric in metrics for word in ("-m", metric)]
    patterns = [
        "--grid",
        f"{folder}/out/{{system}}/{{pair}}.txt",
        "--references",
        f"{folder}/ref/{{target}}.txt",
    ]
    return [*OWN, "score", *patterns, *asked, "-q"]
