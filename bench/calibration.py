"""How often intervals of scores and differences hold the truth on real documents: by segment, by document, by auto.

    python bench/calibration.py SHARED he-en 400

SHARED is the folder with `data/wmt23`. The whole set is the truth; sets of G documents are drawn from it with
replacement. An interval of a difference that misses the truth is a false alarm of the bootstrap test.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np

from assay.comparison import bootstrap
from assay.comparison.pairs import Pair
from assay.comparison.resampling import by_unit
from assay.comparison.unit_choice import choose_unit
from assay.data import Codes
from assay.io import FileOptions, open_set
from assay.metrics import Evaluation, Stats, evaluate, parse_metric
from assay.stats import Settings, bounds

METRICS = ("bleu", "chrf", "ter")
SIZES = (6, 10, 15, 20, 30, 60, 92)
UNITS = ("segment", "document", "auto")
DRAWS, PAIRS = 499, 6


def scored(shared: Path, pair: str, systems: Sequence[str]) -> Evaluation:
    """Score outputs of WMT23 with their documents."""
    folder = shared / "data" / "wmt23"
    outputs = tuple(f"{name}={folder / 'system-outputs' / pair / name}.txt" for name in systems)
    files = FileOptions(systems=outputs, reference=(str(folder / "references" / f"{pair}.refA.txt"),))
    names = [line.split("\t")[1] for line in (folder / "documents" / f"{pair}.docs").read_text().splitlines()]
    known = list(dict.fromkeys(names))
    document = Codes(tuple(known), np.array([known.index(name) for name in names], dtype=np.int32))
    return replace(evaluate(open_set(files), [parse_metric(spec) for spec in METRICS]), document=document)


def drawn(evaluation: Evaluation, documents: int, random: np.random.Generator) -> Evaluation:
    """Draw documents with replacement."""
    index = evaluation.document.index
    taken = random.integers(int(index.max()) + 1, size=documents)
    rows = [np.flatnonzero(index == document) for document in taken]
    codes = np.repeat(np.arange(documents), [len(part) for part in rows]).astype(np.int32)
    every = np.concatenate(rows)
    stats = {key: Stats(old.metric, old.rows[every]) for key, old in evaluation.stats.items()}
    names = tuple(f"{number}" for number in range(documents))
    return replace(evaluation, stats=stats, document=Codes(names, codes), segments=len(every))


def held(evaluation: Evaluation, documents: int, trials: int) -> dict[str, tuple[float, float]]:
    """Return the shares of intervals that hold the truth, of scores and of differences, by unit."""
    random, counts = np.random.default_rng(1), {unit: np.zeros(2) for unit in UNITS}
    for trial in range(trials):
        sample = drawn(evaluation, documents, random)
        hits = {unit: _hits(evaluation, by_unit(sample, unit), trial) for unit in UNITS[:2]}
        hits["auto"] = hits[choose_unit(sample, fewest=2).unit]
        for unit in UNITS:
            counts[unit] += hits[unit]
    return {unit: tuple(count / trials) for unit, count in counts.items()}


def _hits(whole: Evaluation, sample: Evaluation, seed: int) -> np.ndarray:
    """Return the shares of scores and of differences of one sample whose intervals hold those of the whole."""
    settings = Settings(DRAWS, seed)
    draws = bootstrap(sample, settings)
    scores = [_holds(whole.stats[key].total(), draws[key], settings) for key in whole.stats]
    pairs = [Pair(metric, *two) for metric in whole.metrics for two in combinations(whole.systems, 2)]
    differences = [_holds(pair.difference(whole), pair.of(draws), settings) for pair in pairs]
    return np.array([np.mean(scores), np.mean(differences)])


def _holds(truth: float, draws: np.ndarray, settings: Settings) -> bool:
    low, high = bounds(truth, draws, settings)
    return low <= truth <= high


def rates(shared: Path, pair: str, trials: int) -> Iterator[str]:
    """Yield a line a size of set and unit: mean and worst over some pairs of systems."""
    systems = sorted(
        path.stem for path in (shared / "data" / "wmt23" / "system-outputs" / pair).glob("*.txt")
    )
    every = list(combinations(systems, 2))
    evaluations = [scored(shared, pair, two) for two in every[:: -(-len(every) // PAIRS)]]
    for size in SIZES:
        shares = [held(evaluation, size, trials) for evaluation in evaluations]
        for unit in UNITS:
            scores, differences = (
                100 * np.array([share[unit][place] for share in shares]) for place in (0, 1)
            )
            yield (
                f"{pair}, {size} documents, {unit}: differences {differences.mean():.1f} % (worst pair "
                f"{differences.min():.1f}), scores {scores.mean():.1f} % (worst pair {scores.min():.1f})"
            )


if __name__ == "__main__":
    for line in rates(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])):
        print(line, flush=True)
