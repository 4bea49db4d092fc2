"""One sentence a call, as programs written for sacreBLEU score them: every pair of a few dozen, and each but once.

Decoding by minimum Bayes risk scores every candidate against every other; sacreBLEU then knows the words of all of
them, and so does `assay.compat.sacrebleu`. Where each sentence comes but once, both have to tokenise it first.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any

import sacrebleu

from assay.compat import sacrebleu as ours
from sections import Section, say, seconds
from texts import Text, main_text
from timing import by_turns

CANDIDATES, ONCE, REPEATS, TARGET = 40, 1_000, 5, 1
METRICS: dict[str, tuple[str, dict[str, Any]]] = {
    "BLEU": ("BLEU", {"effective_order": True}),
    "chrF2": ("CHRF", {}),
    "chrF2++": ("CHRF", {"word_order": 2}),
    "TER": ("TER", {}),
}
Pairs = list[tuple[str, str]]


def sentences() -> Section:
    """Time `sentence_score` of both, one thread, next to each other."""
    logging.getLogger("sacrebleu").setLevel(logging.ERROR)
    text = main_text()
    section = Section(
        "Sentences one at a time, assay.compat.sacrebleu: time a call",
        ("", "sacreBLEU", "assay", "ratio", "target", "reached"),
    )
    section.notes.append(
        f"text: {text.name}; every pair of {CANDIDATES} sentences; {ONCE} sentences once each"
    )
    for kind, chosen in _loops(text).items():
        for label, (name, options) in METRICS.items():
            say(f"{label}, {kind}")
            _add(section, f"{label}, {kind}", name, options, chosen)
    return section


def _loops(text: Text) -> dict[str, Pairs]:
    candidates = text.hypotheses[:CANDIDATES]
    return {
        "all pairs": [(first, second) for first in candidates for second in candidates],
        "once each": list(zip(text.hypotheses[:ONCE], text.references[:ONCE], strict=True)),
    }


def _add(section: Section, label: str, name: str, options: dict[str, Any], pairs: Pairs) -> None:
    calls = [_loop(getattr(module, name), options, pairs) for module in (sacrebleu, ours)]
    peer, own = by_turns(calls, REPEATS if name != "TER" else 3)
    section.correct &= all(abs(a - b) <= 1e-9 * abs(a) for a, b in zip(peer.value, own.value, strict=True))
    ratio = peer.median / own.median
    each = [timing.median / len(pairs) for timing in (peer, own)]
    section.add(
        (label, *map(seconds, each), f"{ratio:.1f} x", f"{TARGET} x"),
        reached=ratio >= TARGET,
        seconds={"peer": peer.seconds, "one_thread": own.seconds},
        ratio=ratio,
        target=TARGET,
    )


def _loop(
    metric: Callable[..., Any], options: dict[str, Any], pairs: Iterable[tuple[str, str]]
) -> Callable[[], Any]:
    """Return the loop of a user, with a metric object of its own each time."""

    def run() -> list[float]:
        scorer = metric(**options)
        return [scorer.sentence_score(hypothesis, [reference]).score for hypothesis, reference in pairs]

    return run
