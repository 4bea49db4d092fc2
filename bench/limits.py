"""What we hold ourselves to: start-up, growth with the number of segments, long segments, memory."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from cases import METRICS, assay_score
from sections import Section, say, seconds
from texts import POOL, Text, generated, long_segments
from timing import by_turns, call, program, usage

GROWTH_LIMIT, LONG_LIMIT, MEMORY_LIMIT = 1.5, 0.050, 2**30
VERY_LONG_LIMITS = {  # seconds, far above what they take on a fast machine
    "wer": 1.0,
    "ter": 10.0,
    "cder": 1.0,
    "rouge": 5.0,
    "gtm": 10.0,
    "ribes": 5.0,
    "eed": 20.0,
    "lebleu": 5.0,
    "tolerant-bleu": 10.0,
    "beer": 2.0,
    "pet": 10.0,
    "nist": 3.0,
    "gleu": 3.0,
    "chrf": 1.0,
}
NUMPY, ASSAY = "import numpy", "import assay; assay.score"


def startup() -> Section:
    """Time programs that do nothing but start."""
    section = Section("Start-up (median of nine)", ("command", "time", "beyond python"))
    statements = ("pass", NUMPY, "import assay", ASSAY, "import sacrebleu")
    starts = {f'python -c "{code}"': call(sys.executable, "-c", code) for code in statements}
    for line in ("assay --help", "assay score --help", "sacrebleu --help"):
        name, *rest = line.split()
        starts[line] = call(program(name), *rest)
    say("start-up")
    times = [timing.median for timing in by_turns(list(starts.values()), 9)]
    for name, time in zip(starts, times, strict=True):
        section.add((name, seconds(time), _milliseconds(time - times[0])), command=name, seconds=time)
    beyond = times[statements.index(ASSAY)] - times[statements.index(NUMPY)]
    section.notes.append(f"assay beyond numpy: {_milliseconds(beyond)}")
    return section


def _milliseconds(time: float) -> str:
    return f"{time * 1e3:.0f} ms"


def growth() -> Section:
    """Time 10^3 to 10^6 segments; the time a segment takes must not grow with their number."""
    pool = generated(POOL, seed=3)
    runs = {1_000: 5, 10_000: 3, 100_000: 1, 1_000_000: 1}
    headings = ("metric", *(f"{size:,}" for size in runs), "most / 10,000", "limit", "reached")
    section = Section("Time a segment takes, by the number of segments, one thread", headings)
    section.notes.append(f"text: {pool.describe()}, over and over")
    for metric in METRICS:
        each = {size: _segment_seconds(metric, pool.cycled(size), times) for size, times in runs.items()}
        grown = each[1_000_000] / each[10_000]
        section.add(
            (metric, *map(seconds, each.values()), f"{grown:.2f}", f"{GROWTH_LIMIT}"),
            reached=grown <= GROWTH_LIMIT,
            metric=metric,
            segment_seconds=each,
            grown=grown,
        )
    return section


def _segment_seconds(metric: str, text: Text, repeats: int) -> float:
    say(f"{metric}, {len(text):,} segments")
    (timing,) = by_turns([partial(assay_score(metric), text, 1)], repeats)
    return timing.median / len(text)


def long() -> Section:
    """Time TER on single segments of 500 words, where the search for shifts is at its dearest."""
    headings = ("segments", "median", "worst", "limit", "reached")
    section = Section("TER, segments of 500 words, one a call, one thread (median of three)", headings)
    text = long_segments(20, words=500, seed=4)
    section.notes.append(f"text: {text.name}")
    say("TER on long segments")
    pairs = zip(text.hypotheses, text.references, strict=True)
    calls = [partial(assay_score("ter"), Text("", [hyp], [ref]), 1) for hyp, ref in pairs]
    times = sorted(timing.median for timing in by_turns(calls, 3))
    section.add(
        (str(len(text)), *map(seconds, (times[len(times) // 2], times[-1], LONG_LIMIT))),
        reached=times[-1] <= LONG_LIMIT,
        seconds=times,
        limit=LONG_LIMIT,
    )
    return section


def very_long() -> Section:
    """Time single segments of 10,000 words under metrics whose time grows with the square of the length."""
    section = Section("One segment of 10,000 words, one thread", ("metric", "time", "limit", "reached"))
    text = long_segments(1, words=10_000, seed=5)
    section.notes.append(f"text: {text.name}")
    for metric, limit in VERY_LONG_LIMITS.items():
        say(f"{metric} on 10,000 words")
        (timing,) = by_turns([partial(assay_score(metric), text, 1)], 1)
        section.add(
            (metric, *map(seconds, (timing.median, limit))),
            reached=timing.median <= limit,
            metric=metric,
            seconds=timing.median,
            limit=limit,
        )
    return section


def memory(sizes: Sequence[int]) -> Section:
    """Score files that are read piece by piece: three metrics, corpus level, peak of resident memory."""
    headings = ("segments", "two files", "time", "peak", "limit", "reached")
    section = Section("Memory of the whole command: three metrics, corpus level, every core", headings)
    for size in sizes:
        say(f"memory, {size:,} segments")
        with _files(size) as (hyp, ref):
            used = usage(program("assay"), "score", "--quiet", "-r", str(ref), str(hyp))
            on_disk = hyp.stat().st_size + ref.stat().st_size
        section.add(
            (
                f"{size:,}",
                _mebibytes(on_disk),
                seconds(used.seconds),
                _mebibytes(used.peak),
                _mebibytes(MEMORY_LIMIT),
            ),
            reached=used.peak < MEMORY_LIMIT,
            segments=size,
            seconds=used.seconds,
            peak=used.peak,
        )
    return section


def _mebibytes(size: int) -> str:
    return f"{size >> 20} MiB"


@contextmanager
def _files(segments: int) -> Iterator[tuple[Path, Path]]:
    """Write hypotheses and references of so many segments, a pool of them at a time."""
    pool = generated(POOL, seed=3)
    with tempfile.TemporaryDirectory() as folder:
        paths = Path(folder, "hyp.txt"), Path(folder, "ref.txt")
        for path, lines in zip(paths, (pool.hypotheses, pool.references), strict=True):
            block = "".join(f"{line}\n" for line in lines).encode()
            with path.open("wb") as handle:
                for _ in range(segments // POOL):
                    handle.write(block)
        yield paths
