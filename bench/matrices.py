"""All pairs of 200 candidates and 200 references by chrF, next to fastChrF, which has to be installed beside it.

fastChrF is written in Rust; here it is called from Python, as we are, with one segment.
"""

from __future__ import annotations

import importlib
import time
from functools import partial

import numpy as np

import assay
from sections import Section, say, seconds
from texts import main_text
from timing import by_turns

CANDIDATES, REPEATS, TARGET = 200, 5, 10


def matrices() -> Section:
    """Time `assay.pairwise`, one thread, in processor time."""
    text = main_text()
    candidates, references = text.hypotheses[:CANDIDATES], text.references[:CANDIDATES]
    section = Section(
        f"chrF of all pairs of {CANDIDATES} candidates and references: processor time, the least of {REPEATS}",
        ("", "fastChrF", "assay.pairwise, 1 thread", "ratio", "target", "reached"),
    )
    section.notes.append(f"text: {text.name}")
    say("all pairs by chrF")
    ours = partial(assay.pairwise, candidates, references, "chrf", threads=1)
    try:
        peer_module = importlib.import_module("fastchrf")
    except ImportError:
        (own,) = by_turns([ours], REPEATS, time.process_time)
        section.add(
            ("chrF2", "not installed", seconds(own.least), "", f"{TARGET} x"), seconds={"ours": own.seconds}
        )
        return section
    peer, own = by_turns(
        [partial(peer_module.pairwise_chrf, [candidates], [references]), ours], REPEATS, time.process_time
    )
    ratio = peer.least / own.least
    section.add(
        ("chrF2", *map(seconds, (peer.least, own.least)), f"{ratio:.0f} x", f"{TARGET} x"),
        reached=ratio >= TARGET,
        seconds={"peer": peer.seconds, "ours": own.seconds},
        ratio=ratio,
        target=TARGET,
    )
    section.correct = bool(np.allclose(np.asarray(peer.value[0]), own.value, rtol=1e-9))
    return section
