"""Metric against metric: does one agree better with people than the other, or was it luck?

The tests of Deutsch, Dror and Roth (2021). Permutation: both metrics are standardised over all their scores, then
swapped by a coin in every cell (PERM-BOTH), for whole systems (PERM-SYS) or whole segments (PERM-INPUT), and both
agreements are taken again. Bootstrap: systems (BOOT-SYS), segments (BOOT-SEG) or both (BOOT-BOTH) are drawn with
replacement. acc-eq is calibrated anew in every draw. "perm-pairs" is the practice of WMT23 instead: thresholds are
fitted once, and the verdicts of the two metrics on pairs are swapped; its null hypothesis is another one.

We add 1 to both counts, so that no p-value is 0, where mt-metrics-eval does not. Where there are few systems to swap,
all ways of swapping them are gone through, and the p-value is exact. A bootstrap leaves out pairs of an output with
itself.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.data import Array, Scores
from assay.errors import InputError, OptionError
from assay.meta.aligned import SystemScores, common_systems, system_scores, upward
from assay.meta.contest import Contest
from assay.meta.williams import williams_contest
from assay.stats import TOLERANCE, Settings, apart, at_least, bounds

DRAWS = 1000
EXACT = 4096  # up to so many ways of swapping systems all are gone through

TESTS: Mapping[str, tuple[str, str]] = {  # what the kernel calls the draws, and words for people
    "perm-both": ("swap-cells", "metrics swapped in every cell (PERM-BOTH)"),
    "perm-sys": ("swap-systems", "metrics swapped for whole systems (PERM-SYS)"),
    "perm-input": ("swap-segments", "metrics swapped for whole segments (PERM-INPUT)"),
    "perm-pairs": ("", "verdicts on pairs swapped, thresholds of ties fixed (WMT23)"),
    "boot-sys": ("draw-systems", "bootstrap of systems (BOOT-SYS)"),
    "boot-seg": ("draw-segments", "bootstrap of segments (BOOT-SEG)"),
    "boot-both": ("draw-both", "bootstrap of systems and segments (BOOT-BOTH)"),
    "williams": ("", "Williams' test, n - 3 degrees of freedom"),
}


@dataclass(frozen=True)
class Agreement:
    """What two metrics are compared by.

    `grouping` "means" is for whole systems; `scores` then says what a system's score is: one number ("judged", "all"
    or "given", as in `system_scores`), or the mean of cells that draws may reach into ("cells").
    """

    statistic: str = "pearson"
    grouping: str = "none"
    scores: str = "judged"

    def __post_init__(self) -> None:
        """Refuse what does not exist."""
        rules = (*get_args(SystemScores), "cells")
        for name, value, known in (
            ("statistic", self.statistic, kernel.AGREEMENTS),
            ("grouping", self.grouping, kernel.GROUPINGS),
            ("scores", self.scores, rules),
        ):
            if value not in known:
                raise OptionError(f"{name}={value!r} is not known; it is {', '.join(known)}")
        if self.statistic == "acc-eq" and self.grouping == "means":
            raise OptionError("acc-eq is for segments; for whole systems take accuracy")


@dataclass(frozen=True)
class Trio:
    """People and two metrics on the same systems and segments, higher always better; NaN where a score is missing."""

    names: tuple[str, str]
    human: Array
    first: Array
    second: Array

    @property
    def known(self) -> NDArray[np.bool_]:
        """Where all three have a score."""
        return ~(np.isnan(self.human) | np.isnan(self.first) | np.isnan(self.second))


def trio(
    human: Scores,
    first: Scores,
    second: Scores,
    agreement: Agreement,
    *,
    systems: Sequence[str] | None = None,
) -> Trio:
    """Bring two metrics beside people; systems and segments for which one of the three has no score are left out."""
    shared = set(common_systems(human, first)) & set(common_systems(human, second))
    chosen = [name for name in human.systems if name in shared] if systems is None else list(systems)
    people, one, other = (scores.for_systems(chosen) for scores in (human, first, second))
    if agreement.grouping == "means" and agreement.scores != "cells":
        sides = (people, _over(one, people), _over(other, people))
        columns = [system_scores(side, people.judged, _rule(agreement)) for side in sides]
        matrices = [column.reshape(-1, 1) for column in columns]
    else:
        matrices = [upward(people), upward(_over(one, people)), upward(_over(other, people))]
    return _trimmed(Trio((first.name, second.name), *matrices))


def _rule(agreement: Agreement) -> SystemScores:
    return next(rule for rule in get_args(SystemScores) if rule == agreement.scores)


def _over(scores: Scores, people: Scores) -> Scores:
    """Return a metric's scores of the segments that people know, if it has any."""
    return scores if scores.segments == people.segments else scores.for_segments(people.segments)


def _trimmed(three: Trio) -> Trio:
    """Drop systems and segments without any score: a bootstrap must not draw them."""
    known = three.known
    rows, columns = known.any(axis=1), known.any(axis=0)
    kept = [one[rows][:, columns] for one in (three.human, three.first, three.second)]
    if len(kept[0]) < 2:
        raise InputError(
            f"{three.names[0]} and {three.names[1]} have scores of {len(kept[0])} systems that people judged; "
            "it takes two or more"
        )
    return Trio(three.names, *kept)


def compare_metrics(
    human: Scores,
    first: Scores,
    second: Scores,
    agreement: Agreement = Agreement(),
    *,
    test: str = "perm-both",
    settings: Settings = Settings(),
    systems: Sequence[str] | None = None,
) -> Contest:
    """Test whether the second metric agrees better with people than the first, or worse."""
    return contest(trio(human, first, second, agreement, systems=systems), agreement, test, settings)


def compare_all(
    human: Scores,
    metrics: Sequence[Scores],
    agreement: Agreement = Agreement(),
    *,
    test: str = "perm-both",
    settings: Settings = Settings(),
    systems: Sequence[str] | None = None,
) -> list[Contest]:
    """Test every pair of metrics, all on the systems that all of them know."""
    if len(metrics) < 2:
        raise InputError("a comparison of metrics needs two of them")
    if systems is None:
        known = [set(common_systems(human, metric)) for metric in metrics]
        systems = [name for name in human.systems if all(name in one for one in known)]
    return [
        compare_metrics(human, *pair, agreement, test=test, settings=settings, systems=systems)
        for pair in combinations(metrics, 2)
    ]


def contest(three: Trio, agreement: Agreement, test: str, settings: Settings) -> Contest:
    """Test two metrics that stand beside people already."""
    if test not in TESTS:
        raise OptionError(f"test={test!r} is not known; it is {', '.join(TESTS)}")
    if test == "williams":
        return _williams(three, agreement)
    _check_size(three, agreement, test)
    if test == "perm-pairs":
        from assay.meta.pair_verdicts import pair_contest

        return pair_contest(three, agreement, settings)
    if test.startswith("boot"):
        return _bootstrap(three, agreement, test, settings)
    return _permutation(three, agreement, test, settings)


def _williams(three: Trio, agreement: Agreement) -> Contest:
    if (agreement.statistic, agreement.grouping) != ("pearson", "means"):
        raise OptionError('Williams\' test is for pearson over systems (grouping "means"); take perm-both')
    human, first, second = (_means(one, three.known) for one in (three.human, three.first, three.second))
    return williams_contest(human, first, second, three.names)


def _means(values: Array, known: NDArray[np.bool_]) -> Array:
    return np.asarray(np.where(known, values, 0).sum(axis=1) / known.sum(axis=1))


def _check_size(three: Trio, agreement: Agreement, test: str) -> None:
    pairs = kernel.cell_pairs(three.human.shape, agreement.grouping)
    if (agreement.statistic == "acc-eq" or test == "perm-pairs") and pairs > kernel.MOST_PAIRS:
        raise OptionError(
            f"{agreement.statistic} by {test} with grouping {agreement.grouping!r} has {pairs:,} pairs here, too many; "
            "group by item"
        )


def observed(three: Trio, agreement: Agreement) -> tuple[float, float]:
    """Return the agreement of both metrics with people."""
    first, second = draws_of(three, agreement, "observed", draws=1)[0].tolist()
    return first, second


def draws_of(
    three: Trio,
    agreement: Agreement,
    redraw: str,
    *,
    draws: int,
    settings: Settings = Settings(),
    first: int = 0,
) -> Array:
    """Return the agreement of both metrics in every draw from number `first` on: (draws, 2)."""
    return kernel.metric_draws(
        np.ascontiguousarray(three.human),
        np.ascontiguousarray(three.first),
        np.ascontiguousarray(three.second),
        agreement=agreement.statistic,
        grouping=agreement.grouping,
        redraw=redraw,
        draws=draws,
        seed=settings.seed,
        first_draw=first,
        threads=settings.threads,
    )


def _permutation(three: Trio, agreement: Agreement, test: str, settings: Settings) -> Contest:
    systems, segments = three.human.shape
    by_system = test == "perm-sys" or (test == "perm-both" and segments == 1)
    exact = by_system and systems < 62 and 2**systems <= max(EXACT, settings.draws)
    draws = 2**systems if exact else settings.draws or DRAWS
    redraw = "every-swap" if exact else TESTS[test][0]
    drawn = draws_of(three, agreement, redraw, draws=draws, settings=settings)
    values = observed(three, agreement)
    return summary(
        three, agreement, test, values, permutation_p(values, drawn, exact=exact) | {"exact": exact}
    )


def permutation_p(
    values: tuple[float, float], drawn: Array, *, exact: bool = False
) -> dict[str, float | int]:
    """Return the p-values of a permutation test; `drawn` has the two agreements of every draw."""
    difference = float(apart(np.asarray(values[1]), np.asarray(values[0])))
    differences = apart(drawn[:, 1], drawn[:, 0])
    kept = differences[~np.isnan(differences)]
    numbers: dict[str, float | int] = {"draws": len(drawn), "undefined": len(drawn) - len(kept)}
    if math.isnan(difference) or not len(kept):
        return numbers
    more = 0 if exact else 1  # all ways of swapping hold the observed one already
    counts = {
        "p_greater": int((kept >= difference - TOLERANCE).sum()),
        "p_less": int((kept <= difference + TOLERANCE).sum()),
        "p_two_sided": at_least(kept, difference),
    }
    return numbers | {name: (count + more) / (len(kept) + more) for name, count in counts.items()}


def _bootstrap(three: Trio, agreement: Agreement, test: str, settings: Settings) -> Contest:
    if settings.interval == "bca":
        raise OptionError("an interval of two metrics' difference is percentile or basic, not bca")
    if test == "boot-seg" and three.human.shape[1] < 2:
        raise OptionError("there is one score a system and no segment to draw; take boot-sys")
    draws = settings.draws or DRAWS
    drawn = draws_of(three, agreement, TESTS[test][0], draws=draws, settings=settings)
    values = observed(three, agreement)
    return summary(three, agreement, test, values, bootstrap_p(values, drawn, settings))


def bootstrap_p(values: tuple[float, float], drawn: Array, settings: Settings) -> dict[str, float | int]:
    """Return p-values and interval of a bootstrap: how often the difference fell on the other side of 0."""
    differences = apart(drawn[:, 1], drawn[:, 0])
    kept = differences[~np.isnan(differences)]
    numbers: dict[str, float | int] = {"draws": len(drawn), "undefined": len(drawn) - len(kept)}
    difference = values[1] - values[0]
    if math.isnan(difference) or not len(kept):
        return numbers
    greater = (int((kept <= 0).sum()) + 1) / (len(kept) + 1)
    less = (int((kept >= 0).sum()) + 1) / (len(kept) + 1)
    low, high = bounds(difference, kept, settings)
    numbers |= {"p_greater": greater, "p_less": less, "p_two_sided": min(1.0, 2 * min(greater, less))}
    return numbers | {"low": low, "high": high}


def summary(
    three: Trio,
    agreement: Agreement,
    test: str,
    values: tuple[float, float],
    numbers: Mapping[str, float | int],
) -> Contest:
    """Put what a test found beside what it rests on."""
    known = three.known
    p_greater, p_less, p_two_sided = (
        float(numbers.get(name, math.nan)) for name in ("p_greater", "p_less", "p_two_sided")
    )
    return Contest(
        *three.names,
        *(agreement.statistic, agreement.grouping, test),
        *(values[0], values[1], float(apart(np.asarray(values[1]), np.asarray(values[0])))),
        *(p_greater, p_less, p_two_sided),
        low=float(numbers.get("low", math.nan)),
        high=float(numbers.get("high", math.nan)),
        draws=int(numbers["draws"]),
        undefined=int(numbers["undefined"]),
        exact=bool(numbers.get("exact", False)),
        systems=three.human.shape[0],
        segments=three.human.shape[1],
        cells=int(known.sum()),
        note="undefined: an agreement has no value here" if math.isnan(p_greater) else "",
    )
