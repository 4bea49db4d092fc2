"""Counts of pairs and what the formulas make of them: undefined values, thresholds, identical strings, rankings."""

import math

import numpy as np
import pytest

from assay.data.evalset import Codes
from assay.data.judgements import Preferences
from assay.errors import MismatchError, OptionError
from assay.meta.pairs import (
    PairCounts,
    darr_counts,
    kendall_table,
    order_counts,
    preference_counts,
    tau,
)
from assay.meta.statistics import find_statistic, pair_statistics
from support.meta_sets import scores

NAN = math.nan


def test_counts_add_and_name_what_is_missing() -> None:
    both = PairCounts(1, 2, 3, 4, 5, 6) + PairCounts(1, 1, 1, 1, 1, 1)
    assert both == PairCounts(2, 3, 4, 5, 6, 7)
    assert both.pairs == 20


@pytest.mark.parametrize("name", pair_statistics())
def test_no_pairs_no_value(name):
    assert math.isnan(tau(PairCounts(0, 0, 0, 0, 0), name))


def test_a_constant_metric_has_no_tau_b_but_an_accuracy() -> None:
    ties = PairCounts(0, 0, 0, 3, 1)
    assert math.isnan(tau(ties, "tau-b"))
    assert math.isnan(tau(ties, "4a"))
    assert tau(ties, "4c") == -1
    assert tau(ties, "acc-eq") == 0.25


def test_names_of_one_formula() -> None:
    assert find_statistic("gamma") is find_statistic("4a") is find_statistic("tau-13")
    assert find_statistic("somers-d") is find_statistic("tau-14")
    with pytest.raises(OptionError, match="tau-b"):
        find_statistic("tau-z")


def test_means_skip_groups_where_tau_is_undefined_and_say_so() -> None:
    human = scores([[1, 1, 2], [2, 1, 1], [3, 1, NAN]], "human")
    metric = scores([[1, 1, 2], [2, 2, 3], [3, 3, 1]])
    found = kendall_table(human, metric, "item")
    assert found.groups == 3
    assert (found.used["tau-b"], found.used["acc-eq"]) == (2, 3)
    assert found.means["tau-b"] == pytest.approx((1 - 1) / 2)
    assert found.means["acc-eq"] == pytest.approx((1 + 0 + 0) / 3)
    assert math.isnan(found.pooled["tau-c"])


def test_pairs_that_people_ordered_and_the_metric_lacks_are_counted() -> None:
    human, metric = scores([[1], [2], [3]], "human"), scores([[1], [NAN], [3]])
    assert kendall_table(human, metric).counts == PairCounts(1, 0, 0, 0, 0, missing=2)


def test_thresholds_turn_small_differences_of_people_into_ties() -> None:
    human, metric = scores([[0], [24], [49]], "human"), scores([[1], [2], [3]])
    assert kendall_table(human, metric, threshold=25).counts == PairCounts(2, 0, 1, 0, 0)
    assert darr_counts(human, metric, threshold=25) == PairCounts(2, 0, 1, 0, 0)
    assert darr_counts(human, metric, threshold=0) == PairCounts(3, 0, 0, 0, 0)


def test_identical_strings_are_ties_however_people_rated_them() -> None:
    human, metric = scores([[0], [60], [90]], "human"), scores([[0.5], [0.5], [0.9]])
    texts = {"a": ["same"], "b": ["same"], "c": ["other"]}
    assert darr_counts(human, metric) == PairCounts(2, 0, 0, 1, 0)
    assert darr_counts(human, metric, outputs=texts) == PairCounts(2, 0, 0, 0, 1)


def test_texts_must_fit() -> None:
    human, metric = scores([[0], [60]], "human"), scores([[0.5], [0.5]])
    with pytest.raises(MismatchError, match="one line for each of the 1 segments"):
        darr_counts(human, metric, outputs={"a": ["x"], "b": ["x", "y"]})


def test_orders_beside_differences() -> None:
    order, difference = np.array([1, -1, 0, 1, 0, NAN, 1]), np.array([2.0, 3.0, 1.0, 0.1, 0.0, 5.0, NAN])
    assert order_counts(order, difference, epsilon=0.1) == PairCounts(1, 1, 1, 1, 1, missing=1)


def test_rankings_are_pairs() -> None:
    metric = scores([[0.1, 0.5], [0.2, 0.5]])
    preferences = Preferences(
        ("b", "a"),
        np.array([0, 0, 0], dtype=np.int32),
        np.array([1, 1, 1], dtype=np.int32),
        np.array([1, -1, 0], dtype=np.int8),
        Codes.alike("judge", 3),
        Codes.of(["1", "1", "2"]),
    )
    assert preference_counts(preferences, metric) == PairCounts(1, 1, 0, 0, 1)
    far = preference_counts(preferences, metric.for_segments(["1"]))
    assert far == PairCounts(1, 1, 0, 0, 0, missing=1)
