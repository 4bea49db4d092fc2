"""`assay diagnose` and `assay report` as whole commands: time, memory, and growth with the number of segments."""

from __future__ import annotations

import tempfile
from pathlib import Path

from sections import Section, say, seconds
from texts import generated_systems
from timing import OWN, usage

METRICS = ("bleu", "chrf", "ter")
DRAWS, SEGMENTS = 1_000, (1_000, 3_000, 9_000)
TIME_LIMIT, MEMORY_LIMIT, GROWTH_LIMIT = 10.0, 2**30, 1.5
REPEATS = 2  # the better of two runs: a whole command also pays for whatever else the machine does


def diagnose() -> Section:
    """Time `assay diagnose`, its answer as text."""
    return _section("diagnose", ())


def report() -> Section:
    """Time `assay report`, its answer as a page."""
    return _section("report", ("-o", "report.html"))


def _section(command: str, words: tuple[str, ...]) -> Section:
    section = Section(
        f"Whole command: assay {command}, 4 systems, {', '.join(METRICS)}, {DRAWS:,} draws, every core (better of two)",
        ("segments", "time", "limit", "processor time", "a segment", "grown", "peak", "limit", "reached"),
    )
    each: dict[int, float] = {}
    for size in SEGMENTS:
        say(f"assay {command}, {size:,} segments")
        with tempfile.TemporaryDirectory() as folder:
            systems = generated_systems(size)
            reference, *outputs = systems.write(Path(folder))
            metrics = [word for metric in METRICS for word in ("-m", metric)]
            options = ("--draws", str(DRAWS), "-q", *(_inside(folder, word) for word in words))
            line = (*OWN, command, "-r", reference, *outputs, *metrics, *options)
            runs = [usage(*line) for _ in range(REPEATS)]
        time, peak = min(run.seconds for run in runs), max(run.peak for run in runs)
        processor = min(run.processor for run in runs)
        each[size] = processor / size
        grown = each[size] / each[SEGMENTS[0]]
        timed = size == SEGMENTS[1]
        section.add(
            (
                *(f"{size:,}", seconds(time), seconds(TIME_LIMIT) if timed else "-"),
                *(seconds(processor), seconds(each[size])),
                *(f"{grown:.2f}", f"{peak >> 20} MiB", f"{MEMORY_LIMIT >> 20} MiB"),
            ),
            reached=grown <= GROWTH_LIMIT and peak < MEMORY_LIMIT and (time < TIME_LIMIT or not timed),
            segments=size,
            seconds=time,
            processor=processor,
            peak=peak,
            grown=grown,
        )
    section.notes.append(f"text: {systems.name}; a segment: processor time; grown: over the smallest set")
    return section


def _inside(folder: str, word: str) -> str:
    return str(Path(folder, word)) if word.endswith(".html") else word
