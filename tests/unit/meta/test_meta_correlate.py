"""Correlations: constants, missing values, groups in common, intervals, and how two sides are brought together."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from assay.errors import InputError, OptionError
from assay.meta.correlations import (
    bootstrap_correlation,
    correlate,
    correlate_all,
    correlate_differences,
    correlate_systems,
)
from assay.meta.material import align, system_scores
from assay.stats.correlate import fisher_interval, mean_ranks, pearson
from assay.stats.settings import Settings
from support.assertions import present, untyped
from support.meta_sets import scores

NAN = math.nan


@given(rows=arrays(float, (3, 6), elements=st.integers(-2, 2).map(float)))
def test_ranks_are_scipys(rows):
    assert np.array_equal(mean_ranks(rows), stats.rankdata(rows, axis=1))


def test_ranks_leave_missing_values_out() -> None:
    assert mean_ranks(np.array([[3, NAN, 1, 3.0]])).tolist()[0] == pytest.approx(
        [2.5, NAN, 1, 2.5], nan_ok=True
    )


@pytest.mark.parametrize("statistic", ["pearson", "spearman", "tau-b", "tau-c"])
def test_a_constant_has_no_correlation(statistic: str) -> None:
    assert math.isnan(correlate_systems(np.array([0.1, 0.1, 0.1]), np.array([1.0, 2.0, 3.0]), statistic))
    assert math.isnan(correlate_systems(np.array([1.0]), np.array([2.0]), statistic))


def test_rounding_is_no_variance() -> None:
    noisy = np.full((1, 7), 0.1)
    assert math.isnan(pearson(noisy, np.arange(7.0)[None])[0])


@given(
    values=arrays(float, (2, 5, 8), elements=st.floats(-9, 9).map(lambda x: round(x, 2))),
    missing=arrays(bool, (5, 8)),
)
def test_missing_cells_drop_values_not_groups(values, missing):
    human = np.where(missing, NAN, values[0])
    found = pearson(human, values[1])
    for row in range(5):
        kept = ~missing[row]
        x, y = values[0][row][kept], values[1][row][kept]
        if len(x) > 1 and np.ptp(x) > 0 and np.ptp(y) > 0:
            assert found[row] == pytest.approx(np.corrcoef(x, y)[0, 1], abs=1e-7)
        else:
            assert math.isnan(found[row])


def test_the_number_of_groups_is_shown_and_can_be_made_common() -> None:
    human = scores([[1, 1, 5], [2, 2, 5], [3, 4, 6]], "human")
    smooth = scores([[1, 9, 1], [2, 5, 2], [3, 1, 3]], "smooth")
    rough = scores([[1, 1, 1], [2, 1, 2], [3, 1, 1]], "rough")
    first, second = correlate_all(human, [smooth, rough], "tau-b", "item")
    assert (first.groups, second.groups) == (3, 2)
    first, second = correlate_all(human, [smooth, rough], "tau-b", "item", common=True)
    assert (first.groups, second.groups, first.common) == (2, 2, True)
    assert first.value == pytest.approx((1 + 2 / math.sqrt(2 * 3)) / 2)


def test_grouping_by_system_and_none() -> None:
    human, metric = scores([[1, 2, 3], [4, 5, 6]], "human"), scores([[3, 2, 1], [6, 5, 4]])
    assert correlate(human, metric, "pearson", "system").value == -1
    assert correlate(human, metric, "pearson", "none").value == pytest.approx(
        stats.pearsonr(range(6), [3, 2, 1, 6, 5, 4])[0]
    )
    with pytest.raises(OptionError, match="none, item, system"):
        correlate(human, metric, "pearson", untyped("document"))
    with pytest.raises(OptionError, match="spearman"):
        correlate(human, metric, "distance")
    with pytest.raises(OptionError, match="threshold"):
        correlate(human, metric, "pearson", threshold=25)


def test_differences_of_pairs() -> None:
    human, metric = scores([[1, 0], [2, 5], [4, NAN]], "human"), scores([[0, 1], [3, 2], [1, 0]])
    first = [a - b for a, b in ((1, 2), (1, 4), (2, 4), (0, 5))]
    second = [a - b for a, b in ((0, 3), (0, 1), (3, 1), (1, 2))]
    expected = np.dot(first, second) / math.sqrt(np.dot(first, first) * np.dot(second, second))
    assert correlate_differences(human, metric).value == pytest.approx(expected)
    constant = scores(np.ones((3, 2)))
    assert math.isnan(correlate_differences(human, constant).value)


def test_fisher_needs_four_values() -> None:
    assert math.isnan(fisher_interval(0.5, 3).low)
    assert fisher_interval(1.0, 10).low == 1
    plain, ranked = fisher_interval(0.6, 20), fisher_interval(0.6, 20, ranks=True)
    assert plain.low > ranked.low
    assert plain.high < ranked.high


def noisy(seed=0, systems=6, segments=80):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(systems, segments)) + rng.normal(size=(systems, 1))
    return scores(human, "human"), scores(human + rng.normal(size=human.shape))


@pytest.mark.parametrize(
    ("grouping", "unit"), [("none", "segment"), ("item", "segment"), ("item", "system"), ("system", "system")]
)
def test_bootstrap_intervals_hold_the_value_and_repeat(grouping: str, unit: str) -> None:
    human, metric = noisy()
    settings = Settings(draws=200, seed=0)
    found = [
        bootstrap_correlation(
            human, metric, "pearson", untyped(grouping), settings=settings, unit=unit
        ).interval
        for _ in range(2)
    ]
    assert found[0] == found[1]
    assert present(found[0]).low < present(found[0]).estimate < present(found[0]).high
    assert present(found[0]).method == f"bootstrap over {unit}s"


def test_intervals_narrow_with_more_segments() -> None:
    widths = []
    for segments in (40, 640):
        human, metric = noisy(segments=segments)
        found = bootstrap_correlation(human, metric, "spearman", settings=Settings(draws=200)).interval
        widths.append(present(found).high - present(found).low)
    assert widths[1] < widths[0] / 2


def test_units_are_segments_or_systems() -> None:
    with pytest.raises(OptionError, match="segment or system"):
        bootstrap_correlation(*noisy(), unit="document")


# --- two sides together -------------------------------------------------------------------------------------


def test_systems_in_common_are_taken_and_the_rest_named() -> None:
    human = scores([[1, 2], [NAN, NAN], [3, 4]], "human", ["a", "b", "c"])
    metric = scores([[5, 6], [7, 8], [9, 0]], systems=["c", "b", "x"])
    both = align(human, metric)
    assert (both.systems, both.left_out) == (("c",), ("a", "b", "x"))
    assert both.metric.tolist() == [[5, 6]]


def test_segments_are_matched_by_name() -> None:
    human, metric = scores([[1, 2, 3]], "human"), scores([[7, 8]])
    assert align(human, metric).metric[0].tolist() == pytest.approx([7, 8, NAN], nan_ok=True)


def test_nothing_in_common_is_an_error() -> None:
    with pytest.raises(InputError, match="no system in common"):
        align(scores([[1]], "human", ["a"]), scores([[1]], systems=["A"]))


def test_scores_of_systems() -> None:
    metric = scores([[1, 3, 8]], totals=np.array([7.0]))
    judged = np.array([[True, True, False]])
    assert [system_scores(metric, judged, rule)[0] for rule in ("mean", "all", "given")] == [2, 4, 7]
    error = scores([[1, 3]], higher_is_better=False, totals=np.array([7.0]))
    assert [system_scores(error, None, rule)[0] for rule in ("mean", "given")] == [-2, -7]
    only = scores(np.empty((1, 0)), totals=np.array([7.0]))
    assert system_scores(only, None, "mean")[0] == 7
    with pytest.raises(OptionError, match="corpus, mean, all, given"):
        system_scores(metric, None, untyped("some"))
