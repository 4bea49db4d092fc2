"""False alarms of the tests between metrics: how often two equally good metrics are told apart at 5 %.

People's scores are of systems, segments and cells. A metric is half of them, plus a bias of its own towards every
system, every segment and every cell. Both metrics of a set have biases of the same size, so that neither is better but
by luck: over other systems and segments they would agree equally well with people. The sizes are those of WMT23 en-de
and he-en (COMET, MetricX-23, XCOMET, BLEU, chrF against MQM, all standardised): people 0.25, 0.7 and 0.6; metrics 0.2,
0.65 and 0.5.

    python bench/alarms.py [SETS]
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

import numpy as np

from assay.data import Scores
from assay.meta import Contest, Criterion, compare_metrics
from assay.stats import Settings, fisher_interval

SYSTEMS, SEGMENTS, DRAWS, ALPHA = 12, 100, 199, 0.05
PEOPLE, METRIC = (0.25, 0.7, 0.6), (0.2, 0.65, 0.5)  # standard deviations of systems, segments and cells
SEGMENT_TESTS = ("perm-both", "perm-sys", "perm-input", "boot-sys", "boot-seg", "boot-both")
CASES: Mapping[Criterion, tuple[str, ...]] = {
    Criterion("pearson", "means"): ("perm-both", "boot-sys", "williams"),
    Criterion("accuracy", "means"): ("perm-both", "boot-sys"),
    Criterion("pearson", "none"): SEGMENT_TESTS,
    Criterion("tau-b", "item"): SEGMENT_TESTS,
    Criterion("acc-eq", "item"): (*SEGMENT_TESTS, "perm-pairs"),
}


def scores(name: str, values: np.ndarray) -> Scores:
    """Name systems and segments by their numbers."""
    systems, segments = (tuple(str(number) for number in range(size)) for size in values.shape)
    return Scores(name, systems, segments, values)


def spread(random: np.random.Generator, sizes: tuple[float, float, float]) -> np.ndarray:
    """Draw an effect of every system, of every segment and of every cell."""
    by_system, by_segment, by_cell = sizes
    return (
        random.normal(0, by_system, (SYSTEMS, 1))
        + random.normal(0, by_segment, (1, SEGMENTS))
        + random.normal(0, by_cell, (SYSTEMS, SEGMENTS))
    )


def equally_good(seed: int) -> tuple[Scores, Scores, Scores]:
    """Return people, who tie often, and two metrics, neither of which is better but by luck."""
    random = np.random.default_rng(seed)
    human = spread(random, PEOPLE)
    first, second = (0.5 * human + spread(random, METRIC) for _ in range(2))
    return scores("people", np.round(human)), scores("first", first), scores("second", second)


def compared(seed: int, criterion: Criterion, test: str) -> Contest:
    """Test two equally good metrics once."""
    return compare_metrics(
        *equally_good(seed), criterion, test=test, settings=Settings(draws=DRAWS, seed=seed)
    )


def rates(criterion: Criterion, test: str, sets: int) -> tuple[float, float]:
    """Return how often a claim is made two-sided, and one-sided for whichever metric leads."""
    contests = [compared(seed, criterion, test) for seed in range(sets)]
    two, one = (
        [getattr(contest, name) <= ALPHA for contest in contests] for name in ("p_two_sided", "p_better")
    )
    return float(np.mean(two)), float(np.mean(one))


def coverage(sets: int, outliers: int) -> float:
    """Return how often Fisher's interval at 95 % holds the correlation of all systems, some of them outliers."""
    random, true, held = np.random.default_rng(1), 0.8, 0
    size = 400_000
    whole = _systems(random, size, true, outliers / SYSTEMS)
    r_whole = float(np.corrcoef(*whole)[0, 1])
    for _ in range(sets):
        r = float(np.corrcoef(*_systems(random, SYSTEMS, true, outliers / SYSTEMS))[0, 1])
        interval = fisher_interval(r, SYSTEMS)
        held += interval.low <= r_whole <= interval.high
    return held / sets


def _systems(
    random: np.random.Generator, number: int, r: float, share: float
) -> tuple[np.ndarray, np.ndarray]:
    """Draw scores of systems by people and by a metric; a share of the systems lies far below all others on both."""
    far = np.where(random.random(number) < share, -5.0, 0.0)
    human = random.normal(size=number)
    metric = r * human + np.sqrt(1 - r * r) * random.normal(size=number)
    return human + far, metric + far


def main() -> None:
    """Print the rates of every test and statistic, and the coverage of Fisher's interval."""
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    print(f"{SYSTEMS} systems, {SEGMENTS} segments, {sets} sets, {DRAWS} draws; claims at {ALPHA:.0%}")
    for criterion, tests in CASES.items():
        for test in tests:
            two, one = rates(criterion, test, sets)
            print(
                f"{criterion.statistic:9} {criterion.grouping:6} {test:11} {two:6.1%} one-sided {one:6.1%}",
                flush=True,
            )
    for outliers in (0, 1, 2):
        print(
            f"Fisher's interval, about {outliers} outliers among {SYSTEMS}: {coverage(20_000, outliers):.1%}"
        )


if __name__ == "__main__":
    main()
