from dataclasses import replace

import numpy as np
import pytest

from assay.comparison.paired import compare_pairs
from assay.comparison.pairs import standings
from assay.errors import InputError
from assay.stats.settings import Settings
from support.evaluations import Errors, Mean, of_numbers


def ranked(means, metric=Mean(), significant=()):  # noqa: B008 - frozen
    """Rank systems whose pairs are significant as said, whatever a test of these six units would say."""
    evaluation = of_numbers({name: [mean] * 6 for name, mean in means.items()}, metric)
    comparisons = [
        replace(one, adjusted=0.001 if one.first + one.second in significant else 0.5)
        for one in compare_pairs(evaluation, "t", Settings(draws=2))
    ]
    found = standings(evaluation, comparisons, metric, 0.05)
    return [(one.system, one.rank_low, one.rank_high, one.cluster) for one in found]


def test_a_cluster_ends_where_all_above_beat_all_below() -> None:
    means = {"a": 4.0, "b": 3.0, "c": 2.0, "d": 1.0}
    assert ranked(means, significant={"ac", "ad", "bc", "bd", "cd"}) == [
        ("a", 1, 2, 1),
        ("b", 1, 2, 1),
        ("c", 3, 3, 2),
        ("d", 4, 4, 3),
    ]
    assert ranked(means, significant={"ac", "ad", "bd"}) == [
        ("a", 1, 2, 1),
        ("b", 1, 3, 1),
        ("c", 2, 4, 1),
        ("d", 3, 4, 1),
    ]
    assert [row[3] for row in ranked(means)] == [1, 1, 1, 1]


def test_the_best_is_first_where_less_is_better() -> None:
    assert ranked({"a": 4.0, "b": 3.0}, Errors(), {"ab"}) == [("b", 1, 1, 1), ("a", 2, 2, 2)]


def test_equal_systems_share_a_cluster() -> None:
    assert ranked({"a": 1.0, "b": 1.0}, significant={"ab"}) == [("a", 1, 2, 1), ("b", 1, 2, 1)]


def test_real_draws() -> None:
    random = np.random.default_rng(2)
    base = random.normal(0, 1, 200)
    values = {
        name: base + random.normal(mean, 0.5, 200) for name, mean in (("low", 0), ("high", 1), ("top", 1.02))
    }
    evaluation = of_numbers(values)
    found = standings(evaluation, compare_pairs(evaluation, "permutation", Settings(draws=500)), Mean(), 0.05)
    assert [one.cluster for one in found] == [1, 1, 2]


def test_a_baseline_alone_does_not_rank() -> None:
    evaluation = of_numbers({"a": [1.0, 2], "b": [2.0, 1], "c": [0.0, 5]})
    with pytest.raises(InputError, match="every pair"):
        standings(evaluation, compare_pairs(evaluation, "t", Settings(draws=2), baseline="a"), Mean(), 0.05)
