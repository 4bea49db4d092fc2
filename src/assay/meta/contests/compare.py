"""Metric against metric: does one agree better with people than the other, or was it luck?

The tests of Deutsch, Dror and Roth (2021). Permutation: both metrics are standardised over all their scores, then
swapped by a coin in every cell (PERM-BOTH), for whole systems (PERM-SYS) or whole segments (PERM-INPUT), and both
agreements are taken again. Bootstrap: systems (BOOT-SYS), segments (BOOT-SEG) or both (BOOT-BOTH) are drawn with
replacement. acc-eq is calibrated anew in every draw.

"perm-pairs" is the practice of WMT23 for acc-eq instead: each pair of outputs is right or wrong under either metric,
with the threshold of ties that is best for it, and a draw swaps the two verdicts on every pair by a coin. It is fast;
but pairs of one segment share outputs and are not independent, and thresholds are those of the observed data: its null
hypothesis is not that of PERM-BOTH. "perm-wmt" is what WMT23 did: "perm-pairs" for acc-eq, else PERM-BOTH.

A permutation tests whether the metrics can be exchanged in what is swapped, which is more than being equally good: two
metrics with biases of their own towards systems are not exchangeable cell by cell, however good they are. `claim` says
of every test what may be concluded; bench/alarms.py measures how often equally good metrics are told apart.

We add 1 to both counts, so that no p-value is 0, where mt-metrics-eval does not. Where there are few systems to swap,
all ways of swapping them are gone through, and nothing is left to chance. A bootstrap leaves out pairs of an output
with itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array, Scores
from assay.errors import InputError, OptionError
from assay.meta.contests.contest import Contest
from assay.meta.contests.p_values import Numbers, bootstrap_p, permutation_p, summary
from assay.meta.contests.trio import Criterion, Trio, draws_of, observed, trio
from assay.meta.contests.williams import williams_contest
from assay.meta.material import AlignedScores, Grouping, common_systems
from assay.meta.options import DRAWS
from assay.stats import Settings
from assay.stats.correlate import row_offsets

Places = NDArray[np.intp]


def pair_contest(three: Trio, criterion: Criterion, test: str, settings: Settings) -> Contest:
    """Compare two metrics by acc-eq or accuracy (threshold 0), the verdicts on pairs swapped."""
    if not criterion.drawn.by_pairs or criterion.grouping == "means":
        raise OptionError("perm-pairs is for acc-eq or accuracy of segments; use perm-both")
    human, first, second = _by_group(three, criterion.grouping)
    weights = pair_weights(human)
    right = [verdicts(human, metric, _epsilon(human, metric, criterion)) for metric in (first, second)]
    values = (float(weights @ right[0]), float(weights @ right[1]))
    moved = (weights * (right[1].astype(np.float64) - right[0]))[right[0] != right[1]]
    draws = settings.draws or DRAWS
    drawn = np.zeros((draws, 2))
    if len(moved):
        swapped = kernel.resample_sums(
            moved.reshape(-1, 1), draws, settings.seed, kind="coin", threads=settings.threads
        )[:, 0]
        drawn = np.stack([values[0] + swapped, values[1] - swapped], axis=1)
    told = summary(three, criterion, test, values, permutation_p(values, drawn, settings))
    return replace(told, drawn=drawn[:, 1] - drawn[:, 0])


def _by_group(three: Trio, grouping: str) -> list[Array]:
    """Return people and both metrics with a row a group, NaN where one of the three has no score."""
    group: Grouping = "none" if grouping == "none" else "item" if grouping == "item" else "system"
    human = np.where(three.known, three.human, np.nan)
    sides = [
        AlignedScores("people", "metric", (), (), human, metric) for metric in (three.first, three.second)
    ]
    return [sides[0].rows(group)[0], *(side.rows(group)[1] for side in sides)]


def _epsilon(human: Array, metric: Array, criterion: Criterion) -> float:
    if not criterion.drawn.calibrated:
        return 0.0
    [best] = kernel.calibrate_ties(human.ravel(), metric.reshape(1, -1), row_offsets(human))
    return best.epsilon


def _sides(size: int) -> tuple[Places, Places]:
    return np.triu_indices(size, 1)


def pair_weights(human: Array) -> Array:
    """Return the weight of every pair within rows: 1 over the pairs of its row and the rows that have pairs."""
    i, j = _sides(human.shape[1])
    exists = ~(np.isnan(human[:, i]) | np.isnan(human[:, j]))
    numbers = exists.sum(axis=1)
    # The statistic is a mean over rows of means over pairs, so a pair of a short row weighs more.
    share = np.where(numbers > 0, 1 / np.maximum(numbers, 1), 0) / max(1, int((numbers > 0).sum()))
    return np.asarray(np.broadcast_to(share[:, None], exists.shape)[exists])


def verdicts(human: Array, metric: Array, epsilon: float) -> NDArray[np.bool_]:
    """Say of every pair within rows whether the metric is right about it, a difference up to epsilon being a tie."""
    i, j = _sides(human.shape[1])
    people, machine = human[:, i] - human[:, j], metric[:, i] - metric[:, j]
    exists = ~np.isnan(people)
    tied = np.abs(machine) <= epsilon
    return np.asarray((np.sign(people) == np.where(tied, 0, np.sign(machine)))[exists])


AS_WMT = "perm-wmt"
EXACT = (
    # Up to so many ways of swapping systems (12 systems) all are gone through, in less than a second
    4096
)


def compare_metrics(
    human: Scores,
    first: Scores,
    second: Scores,
    criterion: Criterion = Criterion(),
    *,
    test: str = "perm-both",
    settings: Settings = Settings(),
    systems: Sequence[str] | None = None,
) -> Contest:
    """Test whether the second metric agrees better with people than the first, or worse."""
    return contest(trio(human, first, second, criterion, systems=systems), criterion, test, settings)


def compare_all(
    human: Scores,
    metrics: Sequence[Scores],
    criterion: Criterion = Criterion(),
    *,
    test: str = "perm-both",
    settings: Settings = Settings(),
    systems: Sequence[str] | None = None,
) -> list[Contest]:
    """Test every pair of metrics, all on the systems that all of them know."""
    if len(metrics) < 2:
        raise InputError("a comparison of metrics needs at least two")
    if systems is None:
        known = [set(common_systems(human, metric)) for metric in metrics]
        systems = [name for name in human.systems if all(name in one for one in known)]
    return [
        compare_metrics(human, *pair, criterion, test=test, settings=settings, systems=systems)
        for pair in combinations(metrics, 2)
    ]


@dataclass(frozen=True)
class MetricTest:
    """A test of two metrics: words for people, what runs it, and what the kernel draws for it, if it does."""

    words: str
    claim: str  # what may be concluded, and what not
    run: Callable[[Trio, Criterion, str, Settings], Contest]
    redraw: str = ""
    p_values: Callable[[tuple[float, float], Array, Settings], Numbers] = permutation_p
    sorts_pairs: bool = False  # it holds all pairs of cells, whatever the statistic


def find_test(name: str) -> MetricTest:
    """Return a test by its name."""
    if name not in TESTS:
        raise OptionError(f"test={name!r} is not recognised; choose from {', '.join(TESTS)}")
    return TESTS[name]


def contest(three: Trio, criterion: Criterion, test: str, settings: Settings) -> Contest:
    """Test two metrics that stand beside people already."""
    chosen = find_test(test)
    pairs = kernel.cell_pairs(three.human.shape, criterion.grouping)
    if (criterion.drawn.calibrated or chosen.sorts_pairs) and pairs > kernel.MOST_PAIRS:
        raise OptionError(
            f"{criterion.statistic} by {test} with grouping {criterion.grouping!r} has {pairs:,} pairs here, which "
            "is too many; group by item"
        )
    return chosen.run(three, criterion, test, settings)


def _williams(three: Trio, criterion: Criterion, test: str, settings: Settings) -> Contest:
    if not criterion.drawn.williams or criterion.grouping != "means":
        raise OptionError('Williams\' test is for pearson over systems (grouping "means"); use perm-both')
    human, first, second = (_means(side, three.known) for side in (three.human, three.first, three.second))
    return williams_contest(human, first, second, three.names)


def _means(values: Array, known: NDArray[np.bool_]) -> Array:
    return np.asarray(np.where(known, values, 0).sum(axis=1) / known.sum(axis=1))


def _permutation(three: Trio, criterion: Criterion, test: str, settings: Settings) -> Contest:
    systems, segments = three.human.shape
    redraw = TESTS[test].redraw
    # With one segment, swapping cells is swapping systems.
    by_system = redraw == "swap-systems" or (redraw == "swap-cells" and segments == 1)
    exact = by_system and systems < 62 and 2**systems <= max(EXACT, settings.draws)
    draws = 2**systems if exact else settings.draws or DRAWS
    drawn = draws_of(three, criterion, "every-swap" if exact else redraw, draws=draws, settings=settings)
    values = observed(three, criterion)
    numbers = permutation_p(values, drawn, settings, exact=exact) | {"exact": exact}
    return replace(summary(three, criterion, test, values, numbers), drawn=drawn[:, 1] - drawn[:, 0])


def _as_wmt(three: Trio, criterion: Criterion, test: str, settings: Settings) -> Contest:
    """Swap verdicts on pairs where ties are calibrated, and scores in every cell elsewhere, as WMT23 did."""
    if criterion.drawn.calibrated:
        return pair_contest(three, criterion, "perm-pairs", settings)
    return _permutation(three, criterion, "perm-both", settings)


def _bootstrap(three: Trio, criterion: Criterion, test: str, settings: Settings) -> Contest:
    if settings.interval == "bca":
        raise OptionError("intervals of the difference between two metrics are percentile or basic, not bca")
    redraw = TESTS[test].redraw
    if redraw == "draw-segments" and three.human.shape[1] < 2:
        raise OptionError("there is one score per system and no segment to resample; use boot-sys")
    drawn = draws_of(three, criterion, redraw, draws=settings.draws or DRAWS, settings=settings)
    values = observed(three, criterion)
    return summary(three, criterion, test, values, bootstrap_p(values, drawn, settings))


def _swapping(redraw: str, words: str, what: str, remedy: str) -> MetricTest:
    claim = f"null hypothesis: the metrics are exchangeable {what}, which is stronger than being equally good; {remedy}"
    return MetricTest(words, claim, _permutation, redraw)


def _drawing(redraw: str, words: str, claim: str) -> MetricTest:
    return MetricTest(words, claim, _bootstrap, redraw, bootstrap_p)


SYSTEM_CLAIMS = "for claims about other systems use boot-both, or williams for Pearson over systems"
PAIR_ALARMS = (
    "pairs within a segment share outputs and are not independent: in a simulation its false-positive "
    "rate at 5 % was about a half; use it to repeat WMT23, not for claims"
)


TESTS: Mapping[str, MetricTest] = {
    "perm-both": _swapping(
        "swap-cells", "metrics swapped in every cell (PERM-BOTH)", "cell by cell", SYSTEM_CLAIMS
    ),
    "perm-sys": _swapping(
        *("swap-systems", "metrics swapped for whole systems (PERM-SYS)", "system by system"),
        "the claim generalises to other systems, for these segments",
    ),
    "perm-input": _swapping(
        *("swap-segments", "metrics swapped for whole segments (PERM-INPUT)", "segment by segment"),
        f"the claim generalises to other segments, for these systems; {SYSTEM_CLAIMS}",
    ),
    "perm-pairs": MetricTest(
        "verdicts on pairs swapped, tie thresholds fixed (WMT23)",
        PAIR_ALARMS,
        pair_contest,
        sorts_pairs=True,
    ),
    AS_WMT: MetricTest(
        "as WMT23: verdicts on pairs swapped for acc-eq, metrics in every cell for all else",
        f"acc-eq: {PAIR_ALARMS}; all else: {SYSTEM_CLAIMS}",
        _as_wmt,
        "swap-cells",
    ),
    "boot-sys": _drawing(
        "draw-systems",
        "bootstrap of systems (BOOT-SYS)",
        "the claim generalises to other systems, for these segments",
    ),
    "boot-seg": _drawing(
        *("draw-segments", "bootstrap of segments (BOOT-SEG)"),
        f"the claim generalises to other segments, for these systems; {SYSTEM_CLAIMS}",
    ),
    "boot-both": _drawing(
        *("draw-both", "bootstrap of systems and segments (BOOT-BOTH)"),
        "the claim generalises to other systems and segments",
    ),
    "williams": MetricTest(
        "Williams' test, n - 3 degrees of freedom",
        "the claim generalises to other systems; outliers mislead it",
        _williams,
    ),
}
