"""How often few documents mislead: false winners, intervals that miss, gates that pass at the margin, grids, power.

    python bench/few_documents.py compare 400
    python bench/few_documents.py gate 400
    python bench/few_documents.py grid 150
    python bench/few_documents.py power 1000

Word error rates of made-up systems. Every document has an effect of its own, and another one with every system, so that
segments of a document are alike; no system is better than another, but in a gate the new one is worse by the margin.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir
from pathlib import Path

import numpy as np

from assay.comparison import CompareOptions, compare
from assay.comparison.noninferiority import Case, check_noninferiority
from assay.comparison.paired import p_values
from assay.comparison.pairs import Pair
from assay.comparison.power_analysis import paired_power, units_needed
from assay.comparison.resampling import by_unit
from assay.data import Codes
from assay.engine import GridOptions, score_grid
from assay.metrics import Evaluation, Stats, parse_metric
from assay.stats import Settings

WER = parse_metric("wer")
WORDS, RATE, DOCUMENT, OF_SYSTEM = (
    20,
    0.3,
    0.08,
    0.06,
)  # words a segment; error rate and its standard deviations
EQUAL, SPREAD = 8, 0.9  # segments a document; unequal documents are lognormal
SIZES = (2, 3, 4, 5, 6, 8, 9, 10, 12, 20)
GATES = (2, 3, 5, 10, 20, 29, 35, 80)
PLANS = (
    (6, 3.0, 6),
    (5.1, 3.0, 6),
    (9, 3.0, 6),
    (2, 1.0, 3),
    (1, 1.0, 1),
    (1.5, 1.0, 1),
    (1, 1.0, 10),
    (1.2, 1.0, 28),
)


def made(
    documents: int, systems: int, random: np.random.Generator, *, equal: bool, worse: float = 0.0
) -> Evaluation:
    """Make up the word errors of some systems; the first is worse by so much."""
    drawn = np.round(EQUAL * np.exp(random.normal(0, SPREAD, documents))).astype(int)
    sizes = np.full(documents, EQUAL) if equal else np.clip(drawn, 1, 100)
    of_document = np.repeat(random.normal(0, DOCUMENT, documents), sizes)
    stats = {}
    for system in range(systems):
        effect = np.repeat(random.normal(0, OF_SYSTEM, documents), sizes)
        rate = np.clip(RATE + of_document + effect + (worse if system == 0 else 0), 0.02, 0.98)
        rows = np.zeros((len(rate), len(WER.columns)))
        rows[:, 0], rows[:, -1] = random.binomial(WORDS, rate), WORDS
        stats[WER, f"s{system}"] = Stats(WER, rows)
    codes = Codes(tuple(map(str, range(documents))), np.repeat(np.arange(documents), sizes).astype(np.int32))
    names = tuple(f"s{system}" for system in range(systems))
    return Evaluation(names, (WER,), stats, codes, (1, 1), int(sizes.sum()))


def compared(trials: int) -> Iterator[str]:
    """Yield false winners and coverage, of two systems and of a family of four."""
    for equal in (True, False):
        for documents in SIZES:
            random, told = np.random.default_rng(1), []
            for trial in range(trials):
                pair = compare(
                    made(documents, 2, random, equal=equal), CompareOptions(settings=Settings(seed=trial))
                )
                four = compare(
                    made(documents, 4, random, equal=equal), CompareOptions(settings=Settings(seed=trial))
                )
                (one,) = pair.comparisons
                held = [each.low <= 0 <= each.high for each in (one, *four.comparisons)]
                score = pair.intervals[WER, "s1"]
                told.append(
                    (
                        one.significant(0.05),
                        any(each.significant(0.05) for each in four.comparisons),
                        np.mean(held),
                        score.low <= 100 * RATE <= score.high,
                        pair.unit.unit == "document",
                    )
                )
            rates = 100 * np.mean(np.array(told, dtype=float), axis=0)
            kind = "equal" if equal else "unequal"
            yield (
                f"{documents} {kind} documents: false winner of two {rates[0]:.1f} %, of four {rates[1]:.1f} %; "
                f"intervals hold {rates[2]:.1f} % (difference), {rates[3]:.1f} % (score); by document {rates[4]:.0f} %"
            )


def gated(trials: int) -> Iterator[str]:
    """Yield how often a system that is worse by just the margin passes, and one that is not worse fails."""
    for equal in (True, False):
        for documents in GATES:
            random, passed, failed = np.random.default_rng(2), 0, 0
            for _ in range(trials):
                worse = by_unit(made(documents, 2, random, equal=equal, worse=0.03), "document")
                even = by_unit(made(documents, 2, random, equal=equal), "document")
                passed += _verdict(worse, 3.0) == "pass"
                failed += _verdict(even, 0.0) == "fail"
            yield (
                f"gate, {documents} {'equal' if equal else 'unequal'} documents: passes at the margin "
                f"{100 * passed / trials:.1f} %, fails at the margin {100 * failed / trials:.1f} %"
            )


def _verdict(units: Evaluation, margin: float) -> str:
    new, old = (units.stats[WER, name].rows for name in ("s0", "s1"))
    case = Case("all", WER, margin, new, old, True, "document", sizes=units.sizes)
    return check_noninferiority([case], Settings(), least=1)[0].verdict


def gridded(trials: int) -> Iterator[str]:
    """Yield how often a grid of equal systems has a winner, and how sharp the test of macro-averages is."""
    settings: Mapping[str, tuple[bool, float]] = {
        "documents known": (True, 0.0),
        "documents not known": (False, 0.0),
        "documents known, one better by 3 points": (True, 0.03),
    }
    for name, (known, lead) in settings.items():
        for shared in (True, False):
            random, winners, averages = np.random.default_rng(3), 0, 0
            for _ in range(trials):
                grid = _grid(random, known=known, lead=lead, shared=shared)
                winners += any(grid.is_significant(pair) for pair in grid.pairs)
                averages += any(grid.is_significant(pair) for pair in grid.average_pairs)
            texts = "shared texts" if shared else "own texts"
            yield (
                f"grid of 8 directions by 3 systems of 20 documents, {texts}, {name}: some winner "
                f"{100 * winners / trials:.1f} %, of macro-averages {100 * averages / trials:.1f} %"
            )


def _grid(random: np.random.Generator, *, known: bool, lead: float, shared: bool):
    """Write a grid of files, and score it."""
    documents, size, directions = 20, 5, 8
    lines = documents * size
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for name in ("ref", "docs", *(f"out/s{system}" for system in range(3))):
            Path(name).mkdir(parents=True)
        common = random.normal(0, OF_SYSTEM, (3, documents))
        for direction in range(directions):
            # Directions of other lengths have other texts.
            length = lines if shared else lines - direction
            pair = f"x-l{direction}" if shared else f"x{direction}-l{direction}"
            reference = [[f"w{place}" for place in range(WORDS)] for _ in range(length)]
            _write(Path("ref") / pair, reference)
            own = random.normal(0, OF_SYSTEM, (3, documents))
            effects = (common + own) / np.sqrt(2) if shared else own
            prefix = "" if shared else f"{direction}-"
            Path("docs", pair).write_text("".join(f"{prefix}{row // size}\n" for row in range(length)))
            for system in range(3):
                rate = np.repeat(RATE + effects[system], size)[:length] - (lead if system == 0 else 0)
                wrong = random.random((length, WORDS)) < np.clip(rate, 0.02, 0.98)[:, None]
                output = [
                    ["x" if bad else word for bad, word in zip(row, words, strict=True)]
                    for row, words in zip(wrong.tolist(), reference, strict=True)
                ]
                _write(Path(f"out/s{system}") / pair, output)
        options = GridOptions(grid="out/{system}/{pair}", references=("ref/{pair}",))
        return score_grid(options, [WER], documents="docs/{pair}" if known else None)


def _write(path: Path, lines: Sequence[Sequence[str]]) -> None:
    path.write_text("".join(f"{' '.join(words)}\n" for words in lines))


def planned(trials: int) -> Iterator[str]:
    """Yield the power at the units that a plan says suffice, by the test that compare makes."""
    random = np.random.default_rng(4)
    for difference, deviation, pairs in PLANS:
        units = units_needed(difference, deviation / np.sqrt(10), 10, pairs=pairs)
        said = paired_power(difference, deviation / np.sqrt(units), units, pairs=pairs).power
        found = 0
        for trial in range(trials):
            drawn = random.normal(difference, deviation, units)
            rows = {name: np.stack([values, np.ones(units)], axis=1) for name, values in _both(drawn)}
            stats = {(MEAN, name): Stats(MEAN, matrix) for name, matrix in rows.items()}
            evaluation = Evaluation(tuple(rows), (MEAN,), stats, None, (1, 1), units)
            (p_value,) = p_values(evaluation, "permutation", Settings(seed=trial), [Pair(MEAN, "a", "b")])
            found += pairs * p_value < 0.05
        yield (
            f"power, difference / deviation {difference / deviation:g}, {pairs} pairs: {units} units suffice, power "
            f"said {100 * said:.1f} %, measured {100 * found / trials:.1f} %"
        )


MEAN = parse_metric("exact")  # a mean of segments: sum and count


def _both(drawn: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    yield "a", drawn / 100  # exact counts in per cent
    yield "b", np.zeros(len(drawn))


KINDS: Mapping[str, Callable[[int], Iterator[str]]] = {
    "compare": compared,
    "gate": gated,
    "grid": gridded,
    "power": planned,
}

if __name__ == "__main__":
    for line in KINDS[sys.argv[1]](int(sys.argv[2])):
        print(line, flush=True)
