import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from assay.comparison.resampling import bootstrap_intervals, jackknife
from assay.errors import InputError, OptionError
from assay.stats.intervals import bounds, proportion, t_interval
from assay.stats.settings import Settings
from support.assertions import untyped
from support.evaluations import Mean, of_numbers

SKEWED = np.random.default_rng(3).lognormal(0, 1, 200)


def test_t_is_scipys() -> None:
    found = t_interval(SKEWED, 0.9)
    theirs = stats.t.interval(0.9, len(SKEWED) - 1, SKEWED.mean(), stats.sem(SKEWED))
    assert [found.low, found.high] == pytest.approx(theirs, rel=1e-12)


def test_t_of_scores_that_do_not_vary_has_no_width() -> None:
    found = t_interval([2.0, 2.0, 2.0])
    assert found.low == found.estimate == found.high == 2


@pytest.mark.parametrize("scores", [[], [1.0], [1.0, float("nan")], [1.0, float("inf")]])
def test_t_of_too_little(scores):
    with pytest.raises(InputError):
        t_interval(scores)


@given(st.integers(1, 300), st.data(), st.sampled_from([0.5, 0.9, 0.95, 0.999]))
def test_proportions_are_scipys(number, data, confidence):
    successes = data.draw(st.integers(0, number))
    theirs = stats.binomtest(successes, number)
    for method in ("wilson", "exact"):
        found = proportion(successes, number, confidence, method)
        interval = theirs.proportion_ci(confidence, method=method)
        assert [found.low, found.high] == pytest.approx([interval.low, interval.high], abs=1e-9)
        assert 0 <= found.low <= found.estimate <= found.high <= 1


@pytest.mark.parametrize(("successes", "number"), [(-1, 3), (4, 3), (0, 0)])
def test_no_share(successes: int, number: int) -> None:
    with pytest.raises(InputError, match="is not a proportion"):
        proportion(successes, number)


def test_unknown_proportions() -> None:
    with pytest.raises(OptionError, match="wilson, exact, t"):
        proportion(1, 2, method="wald")
    with pytest.raises(OptionError, match="between 0 and 1"):
        proportion(1, 2, confidence=1)
    with pytest.raises(InputError, match="use wilson"):
        proportion(1, 1, method="t")


def test_percentiles_drop_as_many_draws_at_each_end() -> None:
    draws = np.arange(1000.0)
    for confidence, ends in ((0.95, (25, 974)), (0.9, (50, 949)), (0.99, (5, 994)), (0.8, (100, 899))):
        assert bounds(0, draws, Settings(confidence=confidence)) == ends
    assert bounds(400, draws, Settings(interval="basic")) == (800 - 974, 800 - 25)
    assert bounds(0, np.array([3.0]), Settings()) == (3, 3)


@pytest.mark.parametrize(
    ("ours", "theirs"), [("percentile", "percentile"), ("basic", "basic"), ("bca", "BCa")]
)
def test_the_bootstrap_is_scipys(ours: str, theirs: str) -> None:
    evaluation = of_numbers({"a": SKEWED})
    found = bootstrap_intervals(evaluation, Settings(draws=20_000, interval=untyped(ours)))[Mean(), "a"]
    other = stats.bootstrap((SKEWED,), np.mean, n_resamples=20_000, method=theirs, rng=1).confidence_interval
    width = other.high - other.low
    assert [found.low, found.high] == pytest.approx([other.low, other.high], abs=0.04 * width)
    assert found.method == f"bootstrap {ours}"


def test_the_jackknife_of_a_mean_is_the_t_interval() -> None:
    found, plain = jackknife(of_numbers({"a": SKEWED}), (Mean(), "a")), t_interval(SKEWED)
    assert [found.interval.low, found.interval.high] == pytest.approx([plain.low, plain.high], rel=1e-9)
    assert found.bias == pytest.approx(0, abs=1e-9)
    assert found.error == pytest.approx(stats.sem(SKEWED))


@pytest.mark.parametrize("interval", ["percentile", "basic", "bca"])
def test_what_does_not_vary_has_no_width(interval: str) -> None:
    found = bootstrap_intervals(of_numbers({"a": [2.0] * 9}), Settings(interval=untyped(interval)))[
        Mean(), "a"
    ]
    assert found.low == found.estimate == found.high == 2


def test_one_segment_has_no_interval() -> None:
    with pytest.raises(InputError, match="only 1 unit"):
        bootstrap_intervals(of_numbers({"a": [2.0]}), Settings())
    with pytest.raises(InputError, match="only 1 unit"):
        jackknife(of_numbers({"a": [2.0]}), (Mean(), "a"))
