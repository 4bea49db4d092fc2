"""Differences with ties told from noise, and the size of an effect.

A sum of floats depends on its last digit on the order of its terms. Two scores closer than one part in a
million millions are equal here, so that identical systems tie everywhere.
"""

from __future__ import annotations

import numpy as np

from assay.data import Array

TOLERANCE = 1e-12


def apart(first: Array, second: Array) -> Array:
    """Subtract, with 0 where two scores differ by no more than rounding."""
    difference = first - second
    noise = TOLERANCE * np.maximum(np.abs(first), np.abs(second))
    return np.where(np.abs(difference) <= noise, 0.0, difference)


def at_least(values: Array, bound: float) -> int:
    """Count the values that are no nearer to 0 than the bound, allowing for rounding."""
    return int((np.abs(values) >= abs(bound) * (1 - TOLERANCE)).sum())


def effect(differences: Array) -> float:
    """Return the mean over the standard deviation (Cohen's d_z); NaN where nothing varies."""
    if len(differences) < 2 or not varies(differences):
        return float("nan")
    return float(differences.mean() / differences.std(ddof=1))


def varies(differences: Array) -> bool:
    """Tell whether values differ by more than rounding."""
    return bool(np.ptp(differences) > 1e-9 * np.abs(differences).max(initial=0.0))
