"""Metrics whose other programs cannot be installed here by pip: our time next to the one measured for theirs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from cases import assay_score
from sections import Section, say, seconds
from texts import Text, main_text
from timing import by_turns

SEGMENTS = 2_999
CELLS_TARGET = 5e6


@dataclass(frozen=True)
class Published:
    """What a program took for newstest2016 de-en, 2,999 segments of 19 words, on two cores of this kind."""

    metric: str
    program: str
    seconds: float
    target: float


PROGRAMS = (
    Published("cder", "Moses' evaluator, with its start", 0.29, 10),
    Published("eed", "its C++ form", 1.5, 10),
    Published("eed:form=python", "its Python form, as in torchmetrics", 47, 100),
)


def published() -> Section:
    """Bring our times to as many segments, and count the aligned cells of CDER."""
    text = main_text()
    section = Section(
        f"Brought to {SEGMENTS} segments, five runs, 1 thread, next to times measured elsewhere",
        ("metric", "program", "theirs", "ours", "ratio", "target", "reached"),
    )
    for program in PROGRAMS:
        say(f"{program.metric}, {len(text)} segments")
        (run,) = by_turns([partial(assay_score(program.metric), text, 1)], 5)
        own = run.median * SEGMENTS / len(text)
        ratio = program.seconds / own
        times = map(seconds, (program.seconds, own))
        section.add(
            (program.metric, program.program, *times, f"{ratio:.0f} x", f"{program.target:.0f} x"),
            reached=ratio >= program.target,
            metric=program.metric,
            seconds={"peer": program.seconds, "ours": own},
            ratio=ratio,
            target=program.target,
        )
        if program.metric == "cder":
            section.notes.append(_cells(text, run.median))
    return section


def _cells(text: Text, time: float) -> str:
    pairs = zip(text.hypotheses, text.references, strict=True)
    rate = sum(len(hyp.split()) * len(ref.split()) for hyp, ref in pairs) / time
    verdict = "reached" if rate >= CELLS_TARGET else "NOT reached"
    return (
        f"CDER: {rate / 1e6:.0f} million aligned word cells a second; {CELLS_TARGET / 1e6:.0f} are {verdict}"
    )
