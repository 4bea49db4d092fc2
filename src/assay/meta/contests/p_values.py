"""From draws to p-values: what a permutation or a bootstrap says of the difference of two agreements."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from assay.data import Array
from assay.meta.contests.contest import Contest
from assay.meta.contests.trio import Criterion, Trio
from assay.stats import Settings, apart, bounds

Numbers = dict[str, float | int]
# Agreements lie between -1 and 1. A swap of scores far from 0 (a mean of 1e5, say) is exact to no more than this.
ROUNDING = 1e-9
UNDEFINED = "undefined: one of the two agreements has no value"


def permutation_p(
    values: tuple[float, float], drawn: Array, settings: Settings, *, exact: bool = False
) -> Numbers:
    """Return the p-values of a permutation test; `drawn` has the two agreements of every draw."""
    difference = float(apart(np.asarray(values[1]), np.asarray(values[0])))
    differences = apart(drawn[:, 1], drawn[:, 0])
    defined = differences[~np.isnan(differences)]
    numbers: Numbers = {"draws": len(drawn), "undefined": len(drawn) - len(defined)}
    if math.isnan(difference) or not len(defined):
        return numbers
    more = 0 if exact else 1  # all ways of swapping hold the observed one already
    counts = {
        "p_greater": int((defined >= difference - ROUNDING).sum()),
        "p_less": int((defined <= difference + ROUNDING).sum()),
        "p_two_sided": int((np.abs(defined) >= abs(difference) - ROUNDING).sum()),
    }
    return numbers | {name: (count + more) / (len(defined) + more) for name, count in counts.items()}


def bootstrap_p(values: tuple[float, float], drawn: Array, settings: Settings) -> Numbers:
    """Return p-values and interval of a bootstrap: how often the difference fell on the other side of 0."""
    differences = apart(drawn[:, 1], drawn[:, 0])
    defined = differences[~np.isnan(differences)]
    numbers: Numbers = {"draws": len(drawn), "undefined": len(drawn) - len(defined)}
    difference = values[1] - values[0]
    if math.isnan(difference) or not len(defined):
        return numbers
    greater = (int((defined <= 0).sum()) + 1) / (len(defined) + 1)
    less = (int((defined >= 0).sum()) + 1) / (len(defined) + 1)
    low, high = bounds(difference, defined, settings)
    numbers |= {"p_greater": greater, "p_less": less, "p_two_sided": min(1.0, 2 * min(greater, less))}
    return numbers | {"low": low, "high": high}


def summary(
    three: Trio,
    criterion: Criterion,
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
        *(criterion.statistic, criterion.grouping, test),
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
        note=UNDEFINED if math.isnan(p_greater) else "",
    )
