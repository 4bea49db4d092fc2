"""What a test says of two metrics: which of them agrees better with people, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.stats import adjust


@dataclass(frozen=True)
class Contest:
    """Two metrics against the same people; every difference is second minus first.

    `p_greater` is the one-sided p-value for the second agreeing better with people, `p_less` for the first. They need
    not add up to 1: draws that equal what was observed count in both. A test that is undefined has p-values NaN and
    says why in `note`. `low` and `high` bound the difference where the test is a bootstrap, else they are NaN.
    """

    first: str
    second: str
    statistic: str
    grouping: str
    test: str
    value_first: float
    value_second: float
    difference: float
    p_greater: float
    p_less: float
    p_two_sided: float
    low: float = math.nan
    high: float = math.nan
    draws: int = 0  # 0: a formula
    undefined: int = 0  # draws in which one of the two had no value
    exact: bool = False  # the draws are all that there are
    systems: int = 0
    segments: int = 0
    cells: int = 0  # scores of people that were used
    note: str = ""
    adjusted: float = math.nan  # p-value of the better metric after a correction for many tests

    @property
    def better(self) -> str | None:
        """The metric that agrees better with people, None if both agree equally well or it is unknown."""
        if math.isnan(self.difference) or self.difference == 0:
            return None
        return self.second if self.difference > 0 else self.first

    @property
    def p_better(self) -> float:
        """The one-sided p-value of the metric with the higher agreement."""
        return self.p_less if self.better == self.first else self.p_greater

    def significant(self, alpha: float) -> bool:
        """Tell whether the better metric is so with this error rate, after the correction where there was one."""
        p_value = self.p_better if math.isnan(self.adjusted) else self.adjusted
        return self.better is not None and p_value <= alpha


def corrected(contests: Sequence[Contest], correction: str) -> list[Contest]:
    """Adjust the p-values of the better metrics for the number of contests; undefined ones are not counted."""
    p_values = np.array([one.p_better for one in contests])
    known = ~np.isnan(p_values)
    adjusted = np.full(len(contests), np.nan)
    adjusted[known] = adjust(p_values[known], correction)
    return [replace(one, adjusted=float(value)) for one, value in zip(contests, adjusted, strict=True)]
