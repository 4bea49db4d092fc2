"""Many tests at once: p-values adjusted so that the whole family keeps its error rate.

Holm (1979) bounds the chance of any false alarm, whatever the dependence between tests; Benjamini and
Hochberg (1995) bound the expected share of false alarms among all alarms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from assay.data import Array
from assay.errors import OptionError


def _holm(ordered: Array) -> Array:
    return np.maximum.accumulate(ordered * np.arange(len(ordered), 0, -1))


def _benjamini_hochberg(ordered: Array) -> Array:
    scaled = ordered * len(ordered) / np.arange(1, len(ordered) + 1)
    return np.asarray(np.minimum.accumulate(scaled[::-1])[::-1])


CORRECTIONS: Mapping[str, tuple[str, Callable[[Array], Array]]] = {
    "holm": ("Holm: no false alarm at all in the family, with the chosen confidence", _holm),
    "bh": ("Benjamini-Hochberg: the share of false alarms among all alarms", _benjamini_hochberg),
    "none": ("none: each test by itself; some of many will be false alarms", lambda ordered: ordered),
}


def adjust(p_values: Array, correction: str) -> Array:
    """Return adjusted p-values in the order in which they were given."""
    if correction not in CORRECTIONS:
        raise OptionError(f"correction={correction!r} is not known; it is {', '.join(CORRECTIONS)}")
    p_values = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p_values, kind="stable")
    adjusted = np.empty_like(p_values)
    adjusted[order] = np.minimum(CORRECTIONS[correction][1](p_values[order]), 1)
    return adjusted
