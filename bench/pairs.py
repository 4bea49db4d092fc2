"""The paired bootstrap as whole commands: three metrics, four systems, start and reading of files included.

sacreBLEU compares three systems with the first; ours compares all six pairs, with intervals and ranks. Both
take 1,000 draws. sacreBLEU is run once: TER alone takes it minutes.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from sections import Section, say, seconds
from texts import four_systems
from timing import by_turns, call, program

METRICS = ("bleu", "chrf", "ter")
DRAWS, TARGET = "1000", 50


def pairs() -> Section:
    """Time `assay compare --test bootstrap`, one thread, next to `sacrebleu --paired-bs`."""
    systems = four_systems()
    section = Section(
        f"Paired bootstrap, whole commands: {', '.join(METRICS)}, 4 systems, {DRAWS} draws",
        ("segments", "sacrebleu --paired-bs", "assay compare, 1 thread", "ratio", "target", "reached"),
    )
    section.notes.append(f"text: {systems.name}")
    with tempfile.TemporaryDirectory() as folder:
        reference, *outputs = systems.write(Path(folder))
        say(f"assay compare against sacrebleu --paired-bs, {len(systems)} segments")
        (peer,) = by_turns([_theirs(reference, outputs)], 1)
        (own,) = by_turns([_ours(reference, outputs)], 3)
    ratio = peer.median / own.median
    section.add(
        (str(len(systems)), *map(seconds, (peer.median, own.median)), f"{ratio:.0f} x", f"{TARGET} x"),
        reached=ratio >= TARGET,
        segments=len(systems),
        seconds={"peer": peer.seconds, "one_thread": own.seconds},
        ratio=ratio,
        target=TARGET,
    )
    return section


def _theirs(reference: str, outputs: list[str]) -> Callable[[], None]:
    words = ["-i", *outputs, "-m", *METRICS, "--paired-bs", "--paired-bs-n", DRAWS]
    words += ["-f", "text"]  # its JSON cannot hold the float32 of its own TER
    return call(program("sacrebleu"), reference, *words)


def _ours(reference: str, outputs: list[str]) -> Callable[[], None]:
    metrics = [word for metric in METRICS for word in ("-m", metric)]
    words = ["--test", "bootstrap", "--draws", DRAWS, "--threads", "1", "-q"]
    return call(program("assay"), "compare", "-r", reference, *outputs, *metrics, *words)
