"""Smoothing rules by hand: 5 words, matches of 3, 1, 0 and 0, and one order more than BLEU looks at."""

import math

import numpy as np
import pytest

from assay.errors import OptionError
from assay.metrics.ngrams.smoothing import METHODS, Counts, parameter

COUNTS = Counts(
    matches=np.array([3.0, 1.0, 0.0, 0.0, 0.0]),
    ngrams=np.array([5.0, 4.0, 3.0, 2.0, 1.0]),
    length=np.array(5.0),
    chosen=np.array([0, 1, 2, 3]),
)
LN5 = math.log(5)
# m'[n] = (m'[n-1] + m[n] + m[n+1]) / 3 with m'[0] = m[1] + 1
FIVE = [(4 + 3 + 1) / 3, (8 / 3 + 1) / 3, 11 / 27, 11 / 81]


@pytest.mark.parametrize(
    ("method", "parameter", "expected"),
    [
        ("none", 0, [3 / 5, 1 / 4, 0, 0]),
        ("floor", 0.1, [3 / 5, 1 / 4, 0.1 / 3, 0.1 / 2]),
        ("add-k", 1, [3 / 5, 2 / 5, 1 / 4, 1 / 3]),
        ("add-k", 0.5, [3 / 5, 1.5 / 4.5, 0.5 / 3.5, 0.5 / 2.5]),
        ("moses", 0, [4 / 6, 2 / 5, 1 / 4, 1 / 3]),
        ("exp", 0, [3 / 5, 1 / 4, 1 / 2 / 3, 1 / 4 / 2]),
        ("cc4", 5, [3 / 5, 1 / 4, LN5 / 5 / 3, (LN5 / 5) ** 2 / 2]),
        ("cc5", 0, [FIVE[0] / 5, FIVE[1] / 4, FIVE[2] / 3, FIVE[3] / 2]),
    ],
)
def test_rules_are_those_of_the_papers(method: str, parameter: float, expected: list[float]) -> None:
    assert METHODS[method](COUNTS, parameter)[:4].tolist() == pytest.approx([100 * one for one in expected])


def test_method_6_foretells_from_two_orders_below() -> None:
    third = (0 + 5 * (1 / 4) ** 2 / (3 / 5)) / (3 + 5)
    fourth = (0 + 5 * third**2 / (1 / 4)) / (2 + 5)
    found = METHODS["cc6"](COUNTS, 5)
    assert found[:4].tolist() == pytest.approx([60, 25, 100 * third, 100 * fourth])


def test_method_7_is_method_5_over_the_counts_of_method_4() -> None:
    base = LN5 / 5
    matches = [3, 1, base, base**2, base**3]
    means, before = [], matches[0] + 1
    for place in range(4):
        before = (before + matches[place] + matches[place + 1]) / 3
        means.append(before)
    expected = [100 * mean / ngrams for mean, ngrams in zip(means, (5, 4, 3, 2), strict=True)]
    assert METHODS["cc7"](COUNTS, 5)[:4].tolist() == pytest.approx(expected)


@pytest.mark.parametrize("method", METHODS)
def test_rules_work_on_many_rows_at_once(method: str) -> None:
    given = parameter(method, None) or 0.0
    many = Counts(
        np.stack([COUNTS.matches, 2 * COUNTS.matches]),
        np.stack([COUNTS.ngrams, 2 * COUNTS.ngrams]),
        np.array([5.0, 10.0]),
        COUNTS.chosen,
    )
    double = Counts(2 * COUNTS.matches, 2 * COUNTS.ngrams, np.array(10.0), COUNTS.chosen)
    rule = METHODS[method]
    assert np.allclose(rule(many, given), [rule(COUNTS, given), rule(double, given)])


@pytest.mark.parametrize("method", METHODS)
def test_rules_leave_their_counts_alone(method: str) -> None:
    matches, ngrams = COUNTS.matches.copy(), COUNTS.ngrams.copy()
    METHODS[method](COUNTS, 1.0)
    assert np.array_equal(COUNTS.matches, matches)
    assert np.array_equal(COUNTS.ngrams, ngrams)


@pytest.mark.parametrize(
    ("method", "given", "expected"),
    [("floor", None, 0.1), ("floor", 0, 0.0), ("add-k", 2, 2.0), ("exp", None, None), ("cc6", None, 5.0)],
)
def test_parameters_have_defaults(method: str, given: float | None, expected: float | None) -> None:
    assert parameter(method, given) == expected


@pytest.mark.parametrize("method", ["none", "exp", "cc5", "moses"])
def test_a_parameter_that_means_nothing_is_refused(method: str) -> None:
    with pytest.raises(OptionError, match="takes no smooth_value"):
        parameter(method, 1.0)
