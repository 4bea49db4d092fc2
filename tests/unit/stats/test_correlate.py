"""Correlations of rows: against scipy, and weights that mean what repeated cells mean."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from assay.stats.correlate import CORRELATIONS, drawn_pearson, mean_ranks, pearson

NAN = math.nan
SCIPY = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
COLUMN = arrays(float, 7, elements=st.integers(-3, 3).map(float))
BY_NAME = pytest.mark.parametrize("name", CORRELATIONS)


@BY_NAME
@given(first=COLUMN, second=COLUMN)
def test_a_column_correlates_as_in_scipy(name, first, second):
    [value] = CORRELATIONS[name](first, second, None)
    if np.ptp(first) == 0 or np.ptp(second) == 0:
        assert math.isnan(value)
    else:
        assert value == pytest.approx(SCIPY[name](first, second)[0], abs=1e-12)


@BY_NAME
@given(first=COLUMN, second=COLUMN, weights=arrays(float, (4, 7), elements=st.integers(0, 3).map(float)))
def test_a_weight_is_a_cell_repeated(name, first, second, weights):
    drawn = CORRELATIONS[name](first, second, weights)
    for row, times in zip(drawn, weights.astype(int), strict=True):
        [alone] = CORRELATIONS[name](np.repeat(first, times), np.repeat(second, times), None)
        assert row == pytest.approx(alone, abs=1e-9, nan_ok=True)


@given(first=COLUMN, second=COLUMN, weights=arrays(float, (4, 7), elements=st.integers(0, 3).map(float)))
def test_sums_alone_give_the_same_correlation(first, second, weights):
    drawn = drawn_pearson(first + 1e6, second / 7)(weights)
    assert drawn == pytest.approx(pearson(first, second, weights), abs=1e-9, nan_ok=True)


def test_sums_of_no_cell_have_no_correlation() -> None:
    nothing = np.zeros(0)
    assert np.isnan(drawn_pearson(nothing, nothing)(np.ones((3, 0)))).tolist() == [True] * 3


@BY_NAME
def test_missing_cells_are_left_out_in_pairs(name):
    first, second = np.array([[1, 2, NAN, 4, 3.0]]), np.array([[2, 1, 9, NAN, 5.0]])
    assert CORRELATIONS[name](first, second, None) == CORRELATIONS[name](
        first[:, [0, 1, 4]], second[:, [0, 1, 4]], None
    )


def test_weights_pass_over_missing_cells() -> None:
    first, second, weights = np.array([1, NAN, 3, 5.0]), np.array([2, 7, 1, 4.0]), np.ones((1, 4))
    assert pearson(first, second, weights) == pytest.approx(pearson(first, second))


def test_no_cell_has_no_correlation() -> None:
    assert math.isnan(pearson(np.zeros((1, 0)), np.zeros((1, 0)))[0])
    assert mean_ranks(np.zeros((2, 0))).shape == (2, 0)
