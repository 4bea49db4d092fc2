"""Resampling by itself: the tests on statistics that are already there, one thread, time and memory."""

from __future__ import annotations

import sys

from sections import Section, say, seconds
from timing import usage

# A process of its own for each figure: the peak of memory is then that of the resampling and its rows.
PROGRAM = """
import sys
import numpy as np
from assay.metrics import Evaluation, Stats, parse_metric
from assay.significance import resampled
from assay.comparison.pairs import Pair
from assay.comparison.paired import p_values
from assay.stats.settings import Settings

test, segments, draws, systems = sys.argv[1], *map(int, sys.argv[2:5])
metric, random = parse_metric("bleu"), np.random.default_rng(1)
rows = {}
for name in "ab"[:systems]:
    length = random.integers(5, 40, segments).astype(float)
    matches = [np.floor(length * share * random.random(segments)) for share in (1, 0.8, 0.6, 0.4, 0.3)]
    ngrams = [np.maximum(length - order, 0) for order in range(5)]
    rows[metric, name] = Stats(metric, np.stack([length] * 4 + matches + ngrams, axis=1))
    del length, matches, ngrams
evaluation = Evaluation(tuple("ab"[:systems]), (metric,), rows, None, (1, 1), segments)
settings = Settings(draws=draws, threads=1)

if systems == 1:
    resampled.bootstrap(evaluation, settings)
else:
    p_values(evaluation, test, settings, [Pair(metric, "a", "b")])

"""
MEBI = 1 << 20
# test, segments, draws, systems, seconds allowed, memory allowed
CASES = (
    ("bootstrap", 10_000, 10_000, 1, 2.0, 300 * MEBI),
    ("bootstrap", 10_000, 10_000, 2, 2.0, 300 * MEBI),
    ("permutation", 10_000, 10_000, 2, 2.0, 300 * MEBI),
    ("bootstrap", 1_000_000, 1_000, 2, None, 1024 * MEBI),
    ("permutation", 1_000_000, 1_000, 2, None, 1024 * MEBI),
)


def draws() -> Section:
    """Time bootstrap and approximate randomisation of BLEU; the whole process counts, start included."""
    headings = ("test", "systems", "segments", "draws", "time", "limit", "peak", "limit", "reached")
    section = Section("Resampling alone, BLEU, one thread, the start of Python included", headings)
    for test, segments, number, systems, time, memory in CASES:
        say(f"{test}, {segments:,} segments x {number:,} draws, {systems} system(s)")
        used = usage(sys.executable, "-c", PROGRAM, test, str(segments), str(number), str(systems))
        section.add(
            (
                *(test, str(systems), f"{segments:,}", f"{number:,}"),
                *(seconds(used.seconds), seconds(time) if time else "-"),
                *(f"{used.peak // MEBI} MiB", f"{memory // MEBI} MiB"),
            ),
            reached=used.peak < memory and (time is None or used.seconds < time),
            test=test,
            segments=segments,
            draws=number,
            systems=systems,
            seconds=used.seconds,
            peak=used.peak,
        )
    return section
