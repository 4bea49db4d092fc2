"""How far metrics agree with people: `python bench/agreement.py FOLDER`, mean Pearson correlations with intervals.

FOLDER has a folder a set, at any depth, with `mt-system.txt`, `reference.txt` and `human.txt`, one segment a line, as
the direct assessments of WMT15 and WMT16 into English come (qingsongma/blend). The interval is that of the mean over
the sets, from 1 000 bootstrap samples of the segments of each set. A metric whose resource is not installed is left
out, and the command that installs it is shown. docs/which-metric.md has the table.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.data.evalset import EvalSet
from assay.errors import AssayError
from assay.metrics import evaluate, parse_metric
from assay.resources import Resources
from sections import Section

SPECS = (
    "bertscore:layer=3", "bertscore", "bertscore:layer=6", "bertscore:layer=6,idf", "cosine", "wmd", "dreem",
    "meteor:task=adq", "meteor", "beer", "chrf++", "chrf", "yisi:variant=1", "yisi:variant=1,order=1",
    "yisi:order=1", "yisi", "bleu:effective_order", "ter", "lsa",
)  # fmt: skip
DRAWS, SEED = 1_000, 1
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Judged:
    """One set: outputs, references and what people said."""

    name: str
    outputs: list[str]
    references: list[str]
    human: Array


def read_sets(folder: Path) -> list[Judged]:
    """Return all sets below a folder, by name."""
    return [
        Judged(
            str(path.parent.relative_to(folder)),
            _lines(path.with_name("mt-system.txt")),
            _lines(path.with_name("reference.txt")),
            np.array([float(line) for line in _lines(path)]),
        )
        for path in sorted(folder.rglob("human.txt"))
    ]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def segment_scores(spec: str, judged: Judged) -> Array:
    """Return a score a segment, the better the higher."""
    metric = parse_metric(spec)
    evalset = EvalSet(judged.name, ("xx", "en"), None, {"reference": judged.references}, None)
    stats = evaluate([(evalset, {"mt": judged.outputs})], [metric], Resources(threads=1)).stats[metric, "mt"]
    return stats.each() if metric.higher_is_better else -stats.each()


def pearson(first: Array, second: Array) -> Array:
    """Return the correlation of each row."""
    first = first - first.mean(axis=-1, keepdims=True)
    second = second - second.mean(axis=-1, keepdims=True)
    return np.asarray(
        (first * second).sum(-1) / np.sqrt((first**2).sum(-1) * (second**2).sum(-1)), dtype=np.float64
    )


def drawn(scores: Sequence[Array], sets: Sequence[Judged]) -> Array:
    """Return the mean correlation of every bootstrap sample."""
    random = np.random.default_rng(SEED)
    means = np.zeros(DRAWS)
    for own, judged in zip(scores, sets, strict=True):
        rows = random.integers(0, len(own), (DRAWS, len(own)))
        means += pearson(own[rows], judged.human[rows]) / len(sets)
    return means


def table(sets: Sequence[Judged], specs: Sequence[str]) -> Section:
    """Correlate every metric with people in every set."""
    section = Section(
        f"Pearson correlation with people, {sum(len(each.human) for each in sets)} segments, 1 thread",
        ("metric", "mean", "95 % interval", *(each.name for each in sets), "ms a segment"),
    )
    for spec in specs:
        start = time.process_time()
        try:
            scores = [segment_scores(spec, each) for each in sets]
        except AssayError as error:
            section.notes.append(f"{spec}: {error}")
            continue
        spent = 1000 * (time.process_time() - start) / sum(map(len, scores))
        each = [float(pearson(own, judged.human)) for own, judged in zip(scores, sets, strict=True)]
        low, high = np.quantile(drawn(scores, sets), [0.025, 0.975])
        shown = [f"{r:.3f}" for r in each]
        section.add([spec, f"{np.mean(each):.3f}", f"{low:.3f} to {high:.3f}", *shown, f"{spent:.2f}"])
        print(f"{spec}: {np.mean(each):.3f}", file=sys.stderr, flush=True)
    return section


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--metric", "-m", action="append", help="one of these instead; may be given again")
    arguments = parser.parse_args()
    print(table(read_sets(arguments.folder), arguments.metric or SPECS))


if __name__ == "__main__":
    main()
