"""Looks at any time: the closed formula, its inverse, and how often a null hypothesis is rejected at some look."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import norm

from assay.stats import KEPT, any_time_p
from assay.stats.sequential import early_bound

LEVELS = (0.001, 0.01, 0.05, 0.2)


@pytest.mark.parametrize("alpha", LEVELS)
@pytest.mark.parametrize("kept", [0.5, KEPT])
def test_both_bounds_together_spend_the_level(alpha: float, kept: float) -> None:
    bound, end = early_bound(alpha, kept), norm.isf(kept * alpha / 2)
    assert 2 * norm.sf(end) + 2 * norm.sf(2 * bound - end) == pytest.approx(alpha)
    assert bound >= end


@pytest.mark.parametrize("alpha", LEVELS)
@pytest.mark.parametrize("share", [0.05, 0.3, 0.99])
def test_the_p_value_is_the_level_whose_bound_is_reached(alpha: float, share: float) -> None:
    z = early_bound(alpha) / math.sqrt(share)
    assert any_time_p(2 * norm.sf(z), share) == pytest.approx(alpha, rel=1e-6)


def test_a_finished_study_keeps_nine_tenths_of_the_level() -> None:
    assert any_time_p(0.045, 1.0) == pytest.approx(0.05)
    assert any_time_p(0.99, 1.0) == 1.0


def test_earlier_looks_ask_more_and_nothing_known_claims_nothing() -> None:
    p_values = [any_time_p(1e-4, share) for share in (0.0, 0.01, 0.25, 0.5, 0.75, 1.0)]
    assert p_values == sorted(p_values, reverse=True)
    assert p_values[0] == 1.0
    assert any_time_p(0.0, 0.5) < 1e-60
    assert any_time_p(1.0, 0.5) == 1.0


def test_looking_all_the_time_claims_no_more_than_the_level_says() -> None:
    """A thousand looks at 20,000 studies without a difference; unless corrected, half of them claim one."""
    rng, looks, studies, alpha = np.random.default_rng(3), 1000, 20_000, 0.05
    share, early, end = np.arange(1, looks + 1) / looks, early_bound(alpha), norm.isf(KEPT * alpha / 2)
    claimed = uncorrected = 0
    for _ in range(10):
        steps = rng.standard_normal((studies // 10, looks), dtype=np.float32)
        path = np.abs(np.cumsum(steps, axis=1)) / math.sqrt(looks)
        claimed += int(((path[:, :-1] >= early).any(axis=1) | (path[:, -1] >= end)).sum())
        uncorrected += int((path / np.sqrt(share) >= norm.isf(alpha / 2)).any(axis=1).sum())
    assert 0.044 < claimed / studies < 0.0525
    assert uncorrected / studies > 0.5
