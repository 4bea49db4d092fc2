"""Is the gain of a combination over the best single metric more than chance, for what the folds leave out?

Where segments are left out, segments are drawn (BOOT-SEG). Where whole documents or systems are, a claim is about
others of them, and segments drawn one by one would take few documents for many: the gain is taken again without each
document (or system), and the spread of these values gives a standard error (the jackknife) and Student's interval and
test. Of fewer than three nothing is told.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assay.data import Array
from assay.meta.contests.compare import contest
from assay.meta.contests.contest import Contest
from assay.meta.contests.p_values import summary
from assay.meta.contests.trio import Criterion, Trio, observed
from assay.stats import Settings, t_value

# Of two, one difference is all that is known of their spread
FEWEST = 3
JACKKNIVES: Mapping[str, str] = {
    "jackknife-document": "Student's t by the jackknife of documents",
    "jackknife-system": "Student's t by the jackknife of systems, for these segments",
}


def gain_test(
    three: Trio, unit: str, document: NDArray[np.int32] | None, criterion: Criterion, settings: Settings
) -> Contest:
    """Test the second of two metrics against the first, for other segments, documents or systems."""
    if unit == "segment":
        return contest(three, criterion, "boot-seg", settings)
    every = np.arange(len(three.human))
    index = every if unit == "system" or document is None else np.unique(document, return_inverse=True)[1]
    values = observed(three, criterion)
    gains = [_gain(_without(three, unit, index != place), criterion) for place in np.unique(index)]
    numbers = _students(values, np.array(gains), settings)
    tested = summary(three, criterion, f"jackknife-{unit}", values, numbers)
    few = f"{len(gains)} {unit}s are too few" if len(gains) < FEWEST else tested.note
    return replace(tested, note=few)


def _without(three: Trio, unit: str, kept: NDArray[np.bool_]) -> Trio:
    """Return what is left of all scores without some systems or segments."""
    sides = [
        side[kept] if unit == "system" else side[:, kept] for side in (three.human, three.first, three.second)
    ]
    return Trio(three.names, *sides)


def _gain(three: Trio, criterion: Criterion) -> float:
    first, second = observed(three, criterion)
    return second - first


def _students(values: tuple[float, float], gains: Array, settings: Settings) -> dict[str, float | int]:
    """Return p-values and interval from the gains without each unit."""
    from scipy.special import stdtr

    units, gain = len(gains), values[1] - values[0]
    counts: dict[str, float | int] = {"draws": units, "undefined": 0}
    if units < FEWEST or math.isnan(gain) or np.isnan(gains).any():
        return counts
    error = math.sqrt((units - 1) * float(gains.var()))
    if error == 0:
        # Equal metrics gain nothing whatever is left out; any other gain without spread cannot be tested.
        equal = {"p_greater": 0.5, "p_less": 0.5, "p_two_sided": 1.0, "low": gain, "high": gain}
        return counts | (equal if gain == 0 else {})
    greater, reach = float(stdtr(units - 1, -gain / error)), t_value(settings.confidence, units - 1) * error
    return counts | {
        "p_greater": greater,
        "p_less": 1 - greater,
        "p_two_sided": 2 * min(greater, 1 - greater),
        "low": gain - reach,
        "high": gain + reach,
    }
