"""Sums of doubles without any rounding, so that parts add up to the same bits in every order and for every cut.

A double is a whole number times a power of 2. Each is split into digits of base 2**32, digits are added as whole
numbers, and only the result is rounded, once and correctly: a long accumulator (Kulisch 1981) that is no longer than
the numbers in it need. `math.fsum` gives the same result where all numbers are at hand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BITS = 32  # of a digit
MASK = (1 << BITS) - 1
MANTISSA = 53  # bits of a double
# Numbers whose digits add up to less than 2**53, which is exact in float64
AT_ONCE = 1 << 20
# From the place of the least double to past that of the greatest
LOWEST, PLACES = -34, 68
Floats = NDArray[np.float64]
Digits = NDArray[np.int64]


@dataclass(frozen=True)
class ExactSums:
    """The sums of rows by group: `digits` is (places, groups, columns), the first place counts 2**(32 · low)."""

    low: int
    digits: Digits

    @classmethod
    def of(cls, rows: Floats, groups: NDArray[np.integer] | None = None, number: int = 1) -> ExactSums:
        """Add up the rows of each of so many groups; all rows are one group if none is named."""
        index = np.zeros(len(rows), dtype=np.int64) if groups is None else groups.astype(np.int64)
        total = cls(0, np.zeros((1, number, rows.shape[1]), dtype=np.int64))
        if not np.isfinite(rows).all():
            raise ValueError("statistics that are not finite cannot be added up exactly")
        for start in range(0, len(rows), AT_ONCE):
            part = slice(start, start + AT_ONCE)
            total += _grouped(rows[part], index[part], number)
        return total

    @property
    def shape(self) -> tuple[int, int]:
        """Groups and columns."""
        return (self.digits.shape[1], self.digits.shape[2])

    def __add__(self, other: ExactSums) -> ExactSums:
        """Add group by group."""
        low = min(self.low, other.low)
        high = max(self.low + len(self.digits), other.low + len(other.digits))
        digits = np.zeros((high - low + 1, *self.shape), dtype=np.int64)
        for each in (self, other):
            digits[each.low - low : each.low - low + len(each.digits)] += each.digits
        return _carried(low, digits)

    def all_groups(self) -> ExactSums:
        """Add the groups up to one."""
        digits = self.digits.sum(axis=1, keepdims=True)
        return _carried(self.low, np.concatenate([digits, np.zeros((1, *digits.shape[1:]), dtype=np.int64)]))

    def spread(self) -> Floats:
        """Return the digits at every place that a double may have, in float64: arrays of one shape, which add."""
        spread = np.zeros((PLACES, *self.shape))
        spread[self.low - LOWEST : self.low - LOWEST + len(self.digits)] = self.digits
        return spread

    @classmethod
    def of_spread(cls, spread: Floats) -> ExactSums:
        """Return the sums of spread digits, of up to 2**20 of them together."""
        digits = spread.astype(np.int64)
        return _carried(LOWEST, np.concatenate([digits, np.zeros((1, *digits.shape[1:]), dtype=np.int64)]))

    def rounded(self) -> Floats:
        """Return the doubles nearest to the sums: (groups, columns)."""
        if self.low == 0 and len(self.digits) <= 2 and (abs(self.digits[-1]) < 1 << (MANTISSA - BITS)).all():
            top = self.digits[1] << BITS if len(self.digits) == 2 else 0
            return np.asarray((self.digits[0] + top).astype(np.float64))
        places = [int(BITS * at) for at in range(len(self.digits))]
        numbers = zip(*(digit.ravel().tolist() for digit in self.digits), strict=True)
        wholes = [sum(digit << place for digit, place in zip(each, places, strict=True)) for each in numbers]
        unit = 1 << abs(BITS * self.low)
        values = [whole / unit if self.low < 0 else float(whole * unit) for whole in wholes]
        return np.array(values).reshape(self.shape)


def exact_total(rows: Floats) -> Floats:
    """Return the sum of all rows, each column rounded once: plain sums are exact where all numbers are whole."""
    sums = np.asarray(rows.sum(axis=0))
    if len(rows) < 2:
        return sums
    for column in np.flatnonzero(_is_fractional(rows) & np.isfinite(sums)).tolist():
        sums[column] = math.fsum(rows[:, column].tolist())
    return sums


def _is_fractional(rows: Floats) -> NDArray[np.bool_]:
    """Tell of every column whether a plain sum could round: a fraction in it, or numbers past 2**53."""
    large = np.abs(rows).sum(axis=0) >= 1 << MANTISSA
    return np.asarray((rows != np.floor(rows)).any(axis=0) | large)


def _grouped(rows: Floats, index: Digits, number: int) -> ExactSums:
    """Add up rows: whole numbers as they are, so that few digits are made of them; fractions digit by digit."""
    width = rows.shape[1]
    fractional = _is_fractional(rows)
    sums = np.zeros((number, width))
    for column in np.flatnonzero(~fractional).tolist():
        sums[:, column] = np.bincount(index, weights=rows[:, column], minlength=number)
    total = _whole(sums) if (sums >= 0).all() else _deposited(sums, np.arange(number, dtype=np.int64), number)
    if fractional.any():
        only = np.where(fractional, rows, 0.0)
        total += _deposited(only, index, number)
    return total


def _whole(sums: Floats) -> ExactSums:
    """Split whole numbers from 0 to 2**53 into their two digits: what `_deposited` makes of them, but sooner."""
    whole = sums.astype(np.int64)
    return _carried(0, np.stack([whole, np.zeros_like(whole)]))


def _deposited(values: Floats, index: Digits, number: int) -> ExactSums:
    """Split every number into the three digits that its 53 bits may touch, and add them up by group and place."""
    width = values.shape[1]
    mantissa, exponent = np.frexp(values)
    whole = (mantissa * 2.0**MANTISSA).astype(np.int64)
    place, shift = np.divmod(exponent.astype(np.int64) - MANTISSA, BITS)
    some = whole != 0
    low = min(int(place[some].min()), 0) if some.any() else 0
    high = max(int(place[some].max()), low) if some.any() else low
    cells = number * width
    at = (index[:, None] * width + np.arange(width) + (np.where(some, place, low) - low) * cells).ravel()
    size, steps = np.abs(whole).astype(np.uint64), shift.astype(np.uint64)
    above = size >> (np.uint64(BITS) - steps)
    parts = ((size << steps) & np.uint64(MASK), above & np.uint64(MASK), above >> np.uint64(BITS))
    digits = np.zeros((high - low + 4, number, width), dtype=np.int64)
    for step, part in enumerate(parts):
        signed = np.where(whole < 0, -part.astype(np.float64), part.astype(np.float64)).ravel()
        added = np.bincount(at, weights=signed, minlength=(high - low + 1) * cells)
        digits[step : step + high - low + 1] += added.astype(np.int64).reshape(-1, number, width)
    return _carried(low, digits)


def _carried(low: int, digits: Digits) -> ExactSums:
    """Bring all digits but the last into 0 … 2**32 - 1, and leave off places that hold nothing."""
    for place in range(len(digits) - 1):
        digits[place + 1] += digits[place] >> BITS
        digits[place] &= MASK
    used = np.flatnonzero(digits.any(axis=(1, 2)))
    if not len(used):
        return ExactSums(0, digits[:1])
    first, last = min(int(used[0]), max(-low, 0)), int(used[-1])
    return ExactSums(low + first, digits[first : last + 1])
