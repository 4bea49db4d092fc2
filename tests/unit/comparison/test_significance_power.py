import math
from bisect import bisect_left

import numpy as np
import pytest
from scipy import stats

from assay.comparison.power_analysis import (
    coverage,
    detectable,
    needed,
    normal_power,
    power,
    simulated_power,
)
from assay.comparison.sign_power import plan_wins, sign_power
from assay.errors import InputError, OptionError
from assay.stats.settings import Settings
from support.evaluations import Mean, of_numbers

RANDOM = np.random.default_rng(9)
BASE = RANDOM.normal(0, 1, 150)
PAIR = {"a": BASE + RANDOM.normal(0.2, 1, 150), "b": BASE}
ONE_THREAD = Settings(threads=1)


def test_what_is_detectable_has_the_power_asked_for() -> None:
    for wanted in (0.5, 0.8, 0.95):
        assert normal_power(detectable(0.4, 0.05, wanted), 0.4, 100).power == pytest.approx(wanted, abs=1e-3)
    assert detectable(1.0) == pytest.approx(2.8016, abs=1e-4)


def test_errors_of_size_and_sign_are_those_of_a_simulation() -> None:
    estimates = np.random.default_rng(1).normal(0.5, 1, 1_000_000)
    found = estimates[np.abs(estimates) > stats.norm.ppf(0.975)]
    one = normal_power(0.5, 1.0, 100)
    assert one.power == pytest.approx(len(found) / 1_000_000, abs=0.001)
    assert one.exaggeration == pytest.approx(np.abs(found).mean() / 0.5, rel=0.01)
    assert one.wrong_sign == pytest.approx((found < 0).mean(), abs=0.005)


def test_no_difference_and_no_error() -> None:
    nothing = normal_power(0.0, 1.0, 10)
    assert (nothing.power, nothing.wrong_sign) == (0.05, 0.5)
    assert math.isnan(nothing.exaggeration)
    assert normal_power(1.0, 0.0, 10).power == 1
    assert needed(0.0, 1.0, 100) is None


def test_units_needed() -> None:
    assert needed(1.0, 1.0, 100) == math.ceil(100 * detectable(1.0) ** 2)
    assert needed(50.0, 1.0, 100) == 2


def test_the_level_of_the_sign_test() -> None:
    assert sign_power(100, 0.5) == pytest.approx(0.0352, abs=1e-4)
    assert sign_power(3, 0.9) == 0
    assert sign_power(10, 1.0) == 1


def test_the_plan_of_a_pair() -> None:
    (plan,) = power(of_numbers(PAIR), ONE_THREAD)
    error = stats.sem(PAIR["a"] - PAIR["b"])
    assert plan.power.error == pytest.approx(error, rel=0.1)
    assert (plan.metric, plan.first, plan.second, plan.power.units) == (Mean(), "a", "b", 150)
    (larger,) = power(of_numbers(PAIR), ONE_THREAD, number=600)
    assert larger.power.error == pytest.approx(plan.power.error / 2)
    assert larger.detectable == pytest.approx(plan.detectable / 2, rel=0.01)
    assert larger.needed == plan.needed
    (assumed,) = power(of_numbers(PAIR), ONE_THREAD, difference=3.0)
    assert assumed.power.power == pytest.approx(1)


@pytest.mark.parametrize("test", ["permutation", "t", "bootstrap"])
def test_simulation_agrees_with_the_normal_distribution(test: str) -> None:
    (plan,) = power(of_numbers(PAIR), ONE_THREAD)
    (found,) = simulated_power(of_numbers(PAIR), test, Settings(draws=199, threads=1), trials=400)
    assert found.power == pytest.approx(plan.power.power, abs=0.09)
    assert found.difference == plan.power.difference
    assert found.exaggeration == pytest.approx(plan.power.exaggeration, abs=0.1)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    (found,) = coverage(of_numbers({"a": BASE}), Settings(draws=400, threads=1), trials=600)
    assert found.low < 0.95 < found.high + 0.01
    assert found.share == pytest.approx(0.95, abs=0.035)
    again = coverage(of_numbers({"a": BASE}), Settings(draws=400, threads=2), trials=600)
    assert again == [found]


@pytest.mark.parametrize("rate", [0.55, 0.6, 0.75, 0.9])
def test_enough_decisions_are_enough_from_there_on(rate: float) -> None:
    """Held against scipy's own test: the share of all counts, weighted, that it calls significant."""
    needed = plan_wins(rate, 1).needed
    assert needed is not None

    def found(number: int) -> float:
        # The further from half, the smaller is p, alike on both sides: the first significant count tells all.
        least = bisect_left(
            range(number + 1),
            True,
            lo=number // 2,
            key=lambda wins: stats.binomtest(wins, number).pvalue <= 0.05,
        )
        return float(stats.binom.sf(least - 1, number, rate) + stats.binom.cdf(number - least, number, rate))

    assert found(needed - 1) < 0.8
    assert all(found(number) >= 0.8 for number in range(needed, needed + 12))


def test_the_least_share_of_wins_is_just_shown() -> None:
    planned = plan_wins(0.55, 300, pairs=3)
    assert planned.detectable is not None
    assert sign_power(300, planned.detectable, 0.05 / 3) == pytest.approx(0.8, abs=1e-6)
    assert plan_wins(0.55, 5).detectable is None
    assert plan_wins(0.5, 300).needed is None
    assert plan_wins(0.501, 10).needed == pytest.approx(1_962_218, rel=1e-3)  # (1.96 + 0.84)² / 4 / 0.001²


@pytest.mark.parametrize(
    "call",
    [
        lambda: power(of_numbers(PAIR), ONE_THREAD, number=1),
        lambda: power(of_numbers(PAIR), ONE_THREAD, wanted=1.5),
        lambda: simulated_power(of_numbers(PAIR), "t", ONE_THREAD, trials=-3),
        lambda: simulated_power(of_numbers(PAIR), "t", ONE_THREAD, number=10**12),
        lambda: coverage(of_numbers(PAIR), ONE_THREAD, trials=0),
        lambda: detectable(1.0, alpha=0),
        lambda: power(of_numbers({"a": BASE}), ONE_THREAD),
        lambda: power(of_numbers({"a": [1.0], "b": [2.0]}), ONE_THREAD),
        lambda: normal_power(1.0, -1.0, 10),
        lambda: sign_power(0, 0.5),
        lambda: sign_power(10, 1.5),
    ],
)
def test_what_cannot_be_planned(call):
    with pytest.raises((InputError, OptionError)):
        call()
