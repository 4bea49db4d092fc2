"""METEOR next to the authors' program: processor time of a segment after the start, to open the table, memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter, process_time

from assay.data import EvalSet
from assay.metrics import parse_metric
from assay.resources import Resources
from assay.resources.store import list_installed
from sections import Section, say, seconds
from texts import Text, main_text

JAR = "ASSAY_METEOR_JAR"  # the folder of meteor-1.5.jar and data/paraphrase-en.gz
TARGET, OPENING, RESIDENT = 30.0, 0.050, 300.0  # times, seconds, megabytes
TIMES = 4  # as many copies of the text as the longer of two runs has: their difference is without the start


def meteor() -> Section:
    """Time both on the same text, one thread each."""
    section = Section(
        "METEOR 1.5, all modules, 1 thread: processor time of a segment, after the start",
        ("what", "theirs", "ours", "ratio", "target", "reached"),
    )
    folder, installed = os.environ.get(JAR), {each.name for each in list_installed()}
    if folder is None or not {"meteor-en", "snowball"} <= installed:
        section.notes.append(
            f"not timed: set {JAR} to the folder of the program, and assay resources install meteor-en snowball"
        )
        return section
    text = main_text()
    say(f"METEOR, {len(text)} segments")
    theirs = (_jar(folder, text, TIMES) - _jar(folder, text, 1)) / ((TIMES - 1) * len(text))
    opening, first, later = _ours(text)
    for what, own in (("first system", first), ("next system, whose words are known", later)):
        ratio = theirs / own
        section.add(
            (what, seconds(theirs), seconds(own), f"{ratio:.0f} x", f"{TARGET:.0f} x"),
            reached=ratio >= TARGET,
            seconds={"peer": theirs, "ours": own},
            ratio=ratio,
            target=TARGET,
        )
    verdict = "reached" if opening <= OPENING else "NOT reached"
    section.notes.append(f"table opened in {seconds(opening)}; {seconds(OPENING)} {verdict}")
    resident = _resident(text)
    verdict = "reached" if resident <= RESIDENT else "NOT reached"
    section.notes.append(
        f"most memory of `assay score -m meteor`: {resident:.0f} MB; {RESIDENT:.0f} MB {verdict}"
    )
    return section


def _resident(text: Text) -> float:
    """Return the most megabytes that a command has in memory, table and all, in a process of its own."""
    with tempfile.TemporaryDirectory() as place:
        output, reference = Path(place) / "out.txt", Path(place) / "ref.txt"
        text.write(output, reference)
        words = ["score", "-m", "meteor", "-r", str(reference), str(output), "--threads", "1"]
        process = subprocess.Popen([sys.executable, "-m", "assay", *words], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
    if status:
        raise RuntimeError("assay score failed")
    return usage.ru_maxrss / 1024  # kilobytes, on Linux


def _jar(folder: str, text: Text, times: int) -> float:
    """Return the processor time that the program takes for so many copies of a text."""
    with tempfile.TemporaryDirectory() as place:
        paths = [Path(place) / name for name in ("out.txt", "ref.txt")]
        for path, lines in zip(paths, (text.hypotheses, text.references), strict=True):
            path.write_text("".join(f"{line}\n" for line in lines) * times, encoding="utf-8")
        command = ["java", "-Xmx2G", "-XX:+UseSerialGC", "-jar", "meteor-1.5.jar", *map(str, paths)]
        before = getrusage(RUSAGE_CHILDREN).ru_utime
        subprocess.run([*command, "-l", "en", "-norm", "-q"], cwd=folder, capture_output=True, check=True)
        return getrusage(RUSAGE_CHILDREN).ru_utime - before


def _ours(text: Text) -> tuple[float, float, float]:
    """Return the time to open the table, and for a segment of the first output and of the next."""
    resources = Resources(threads=1)
    start = perf_counter()
    for part in ("slots", "places", "homes"):
        resources.get("meteor-en").array(f"paraphrases.{part}")
    opening = perf_counter() - start
    evalset = EvalSet(
        name="text",
        languages=("de", "en"),
        source=None,
        references={"ref": list(text.references)},
        document=None,
    )
    stats = parse_metric("meteor").prepare(evalset, resources)
    times = []
    for _ in range(4):
        start = process_time()
        stats(list(text.hypotheses))
        times.append((process_time() - start) / len(text))
    return opening, times[0], min(times[1:])
