"""What is measured, a table each: ratios to other tools, programs, start-up, growth, long segments, memory."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from math import isclose
from pathlib import Path

from cases import CASES, Case, assay_score
from sections import Section, seconds, verdict
from texts import POOL, Text, generated, hard_text, long_segments, main_text
from timing import Timing, by_turns, call, program, usage

METRICS = ("bleu", "chrf", "ter")
MOSES_SEGMENTS, MOSES_SECONDS, MOSES_TARGET = 3_000, 1.1, 4
COMMAND_TARGET, LONG_LIMIT, GROWTH_LIMIT = 15, 0.050, 1.5
MEMORY_SEGMENTS, MEMORY_LIMIT = 5_000_000, 2**30


def ratios(full: bool) -> Section:
    """Compare with other tools on lists of strings; the two sides by turns, on the same lists."""
    main, hard = main_text(), hard_text()
    section = Section(
        "Lists of str in, score out (median; ratio = their time / ours)",
        ("case", "peer", "theirs", "ours, 1 thread", "all cores", "ratio, 1 thread", "all cores", "target", "reached"),
    )
    section.notes += [f"{main.describe()}; five runs, three of TER", f"harder: every 8th segment of {hard.describe()}"]
    for case in CASES:
        text = hard if case.hard else main
        _compare(section, case, text.sample(case.sample) if case.sample else text)
    return section


def _compare(section: Section, case: Case, text: Text) -> None:
    _say(f"{case.name} against {case.peer_name}, {len(text)} segments")
    calls = (lambda: case.peer(text), lambda: case.ours(text, 1), lambda: case.ours(text, 0))
    peer, one, every = by_turns(calls, case.repeats)
    ratio, ratio_all = peer.median / one.median, peer.median / every.median
    section.add(
        (case.name, case.peer_name, seconds(peer.median), seconds(one.median), seconds(every.median))
        + (f"{ratio:.0f} x", f"{ratio_all:.0f} x", f"{case.target:.0f} x", verdict(ratio >= case.target)),
        case=case.name,
        peer=case.peer_name,
        segments=len(text),
        seconds={"peer": peer.seconds, "one_thread": one.seconds, "all_cores": every.seconds},
        ratio=ratio,
        ratio_all_cores=ratio_all,
        target=case.target,
    )
    if not all(isclose(peer.value, ours.value, rel_tol=1e-9) for ours in (one, every)):
        section.correct = False
        section.notes.append(f"WRONG: {case.name} is {one.value} here, {peer.value} with {case.peer_name}")


def ter_and_moses(full: bool) -> Section:
    """Time TER in full against the figure of Moses' C++ scorer, both brought to 3,000 segments."""
    limit = MOSES_SECONDS / MOSES_TARGET
    section = Section(
        f"TER, {MOSES_SEGMENTS} segments; Moses' C++ scorer takes {MOSES_SECONDS} s",
        ("text", "1 thread", "all cores", "target", "reached"),
    )
    for text in (main_text(), hard_text()):
        _say(f"TER on {text.name}")
        calls = [lambda text=text, threads=threads: assay_score("ter")(text, threads) for threads in (1, 0)]
        scaled = [run.median * MOSES_SEGMENTS / len(text) for run in by_turns(calls, 5)]
        section.add(
            (text.name, *map(seconds, scaled), seconds(limit), verdict(scaled[0] <= limit)),
            text=text.name,
            one_thread=scaled[0],
            all_cores=scaled[1],
            target=limit,
        )
    return section


def commands(full: bool) -> Section:
    """Time the whole command, start included: three metrics, one system."""
    text = main_text()
    section = Section(
        f"Whole command, three metrics, one system, {len(text)} segments (median of three)",
        ("command", "sacrebleu", "assay", "ratio", "target", "reached"),
    )
    with tempfile.TemporaryDirectory() as folder:
        hyp, ref = Path(folder, "hyp.txt"), Path(folder, "ref.txt")
        text.write(hyp, ref)
        theirs = call(program("sacrebleu"), str(ref), "-i", str(hyp), "-m", *METRICS)
        ours = call(program("assay"), "score", "-r", str(ref), str(hyp))
        _say("assay score against sacrebleu")
        peer, own = by_turns((theirs, ours), 3)
    ratio = peer.median / own.median
    section.add(
        ("score", seconds(peer.median), seconds(own.median), f"{ratio:.0f} x")
        + (f"{COMMAND_TARGET} x", verdict(ratio >= COMMAND_TARGET)),
        seconds={"peer": peer.seconds, "ours": own.seconds},
        ratio=ratio,
        target=COMMAND_TARGET,
    )
    return section


def startup(full: bool) -> Section:
    """Time programs that do nothing but start."""
    section = Section("Start-up (median of nine)", ("command", "time", "beyond python -c pass"))
    python = sys.executable
    starts = {
        "python -c pass": call(python, "-c", "pass"),
        "python -c 'import numpy'": call(python, "-c", "import numpy"),
        "python -c 'import assay'": call(python, "-c", "import assay"),
        "python -c 'import assay; assay.score'": call(python, "-c", "import assay; assay.score"),
        "python -c 'import sacrebleu'": call(python, "-c", "import sacrebleu"),
        "assay --help": call(program("assay"), "--help"),
        "assay score --help": call(program("assay"), "score", "--help"),
        "sacrebleu --help": call(program("sacrebleu"), "--help"),
    }
    _say("start-up")
    times = dict(zip(starts, by_turns(list(starts.values()), 9), strict=True))
    bare = times["python -c pass"].median
    for name, timing in times.items():
        section.add((name, seconds(timing.median), _beyond(timing.median - bare)), command=name, seconds=timing.seconds)
    section.notes.append(_import_note(times))
    return section


def _beyond(extra: float) -> str:
    return f"{extra * 1e3:.0f} ms"


def _import_note(times: dict[str, Timing]) -> str:
    scoring = times["python -c 'import assay; assay.score'"].median
    return f"assay beyond numpy: {_beyond(scoring - times["python -c 'import numpy'"].median)}"


def growth(full: bool) -> Section:
    """Time 10^3 to 10^6 segments; the time a segment takes must not grow with their number."""
    pool = generated(POOL, seed=3)
    sizes = {1_000: 5, 10_000: 3, 100_000: 1, 1_000_000: 1}
    section = Section(
        "Time a segment, one thread", ("metric", *(f"{size:,}" for size in sizes), "last / 2nd", "limit", "reached")
    )
    section.notes.append(f"{pool.describe()}, repeated as often as needed")
    for metric in METRICS:
        each = []
        for size, repeats in sizes.items():
            _say(f"{metric}, {size:,} segments")
            text = pool.cycled(size)
            each.append(by_turns([lambda text=text, metric=metric: assay_score(metric)(text, 1)], repeats)[0].median / size)
        grown = each[-1] / each[1]
        section.add(
            (metric, *map(seconds, each), f"{grown:.2f}", f"{GROWTH_LIMIT}", verdict(grown <= GROWTH_LIMIT)),
            metric=metric,
            segment_seconds=dict(zip(sizes, each, strict=True)),
            grown=grown,
        )
    return section


def long(full: bool) -> Section:
    """Time TER on single segments of 500 words, where the search for shifts is at its dearest."""
    section = Section("TER, segments of 500 words, one at a time", ("segments", "median", "worst", "limit", "reached"))
    text = long_segments(20, words=500, seed=4)
    section.notes.append(text.name)
    _say("TER on long segments")
    parts = [Text("", [hyp], [ref]) for hyp, ref in zip(text.hypotheses, text.references, strict=True)]
    times = sorted(
        run.median for run in by_turns([lambda part=part: assay_score("ter")(part, 1) for part in parts], 3)
    )
    middle, worst = times[len(times) // 2], times[-1]
    section.add(
        (str(len(text)), seconds(middle), seconds(worst), seconds(LONG_LIMIT), verdict(worst <= LONG_LIMIT)),
        seconds=times,
        limit=LONG_LIMIT,
    )
    return section


def memory(full: bool) -> Section:
    """Score a file too long to hold in memory: three metrics, corpus level, peak of resident memory."""
    sizes = (1_000_000, MEMORY_SEGMENTS) if full else (1_000_000,)
    section = Section(
        "Memory of `assay score`, three metrics, corpus level",
        ("segments", "file", "time", "peak", "limit at 5 million", "reached"),
    )
    for size in sizes:
        _say(f"memory, {size:,} segments")
        with _files(size) as (hyp, ref):
            used = usage(program("assay"), "score", "--quiet", "-r", str(ref), str(hyp))
            mebibytes = hyp.stat().st_size >> 20
        section.add(
            (f"{size:,}", f"{mebibytes} MiB", seconds(used.seconds), f"{used.peak >> 20} MiB")
            + (f"{MEMORY_LIMIT >> 20} MiB", verdict(used.peak < MEMORY_LIMIT)),
            segments=size,
            seconds=used.seconds,
            peak=used.peak,
        )
    section.notes += [] if full else ["--full takes 5 million segments too"]
    return section


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


def _say(what: str) -> None:
    print(f"timing {what} …", file=sys.stderr, flush=True)
