"""How often a diagnosis sees a difference where there is none, at a nominal 5 %.

Real outputs of WMT23 en-de are dealt out anew: on every segment, each of some systems is given the output of another
one of them by chance, so that none is better. Of so many sets, the share is counted in which any test of a kind is
significant. `python bench/false_alarms.py FOLDER [SYSTEMS SETS SEGMENTS]`, FOLDER in the layout of mt-metrics-eval.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from assay.data import EvalSet
from assay.diagnosis import DiagnoseOptions, Diagnosis, diagnose
from assay.metrics import parse_metric
from assay.stats import Settings
from sections import Section, say

ALPHA, SEED, PAIR = 0.05, 5, "en-de"
NO_SYSTEMS = ("refA", "synthetic_ref")
KINDS = ("error rates", "buckets of words", "buckets of segments", "findings")


def main(folder: str, systems: str = "2", sets: str = "400", segments: str = "300") -> None:
    """Count the sets with false alarms, and print their shares."""
    say(f"{sets} sets of {systems} systems and {segments} segments")
    texts, random = _texts(Path(folder)), np.random.default_rng(SEED)
    alarms = [_alarms(_dealt(texts, random, int(systems), int(segments))) for _ in range(int(sets))]
    section = Section(
        f"False alarms at {ALPHA}: {sets} sets, {systems} systems, {segments} segments", ("tests", "%")
    )
    for kind, share in zip(KINDS, np.mean(alarms, axis=0).tolist(), strict=True):
        section.add((kind, f"{100 * share:.1f}"), share=share)
    print(section)


def _texts(folder: Path) -> dict[str, list[str]]:
    """Read reference, source and outputs."""
    paths = {"": folder / "references" / f"{PAIR}.refA.txt", "source": folder / "sources" / f"{PAIR}.txt"}
    outputs = sorted((folder / "system-outputs" / PAIR).glob("*.txt"))
    paths |= {path.stem: path for path in outputs if path.stem not in NO_SYSTEMS}
    return {name: path.read_text(encoding="utf-8").split("\n")[:-1] for name, path in paths.items()}


def _dealt(
    texts: dict[str, list[str]], random: np.random.Generator, systems: int, segments: int
) -> tuple[EvalSet, dict[str, list[str]]]:
    """Draw segments and systems, and deal the outputs of each segment out among the systems."""
    rows = random.choice(len(texts[""]), segments, replace=False)
    chosen = random.choice([name for name in texts if name not in ("", "source")], systems, replace=False)
    hands = [random.permutation(chosen) for _ in rows]
    outputs = {
        f"s{place}": [texts[str(hand[place])][row] for hand, row in zip(hands, rows, strict=True)]
        for place in range(systems)
    }
    columns = {name: [texts[name][row] for row in rows] for name in ("", "source")}
    return EvalSet("dealt", ("en", "de"), columns["source"], {"ref": columns[""]}, None), outputs


def _alarms(dealt: tuple[EvalSet, dict[str, list[str]]]) -> list[bool]:
    """Tell which kinds of tests see a difference; the best system is held against the others, as by default."""
    options = DiagnoseOptions(order=1, most=1, settings=Settings(draws=50))
    diagnosis: Diagnosis = diagnose(*dealt, [parse_metric("bleu"), parse_metric("chrf")], options)
    tests = (
        diagnosis.errors.comparisons,
        diagnosis.buckets.words.comparisons,
        diagnosis.buckets.segments.comparisons,
    )
    seen = [any(test.comparison.adjusted < ALPHA for test in kind) for kind in tests]
    return [*seen, bool(diagnosis.findings)]


if __name__ == "__main__":
    main(*sys.argv[1:])
