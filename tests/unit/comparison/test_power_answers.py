"""The answers of `assay power`, tried out: the units that are said to do must do, under the test and its correction."""

import math
from itertools import combinations

import numpy as np
import pytest

from assay.comparison import CompareOptions, compare
from assay.comparison.options import PowerOptions
from assay.comparison.paired import p_values
from assay.comparison.pairs import Pair
from assay.comparison.power_analysis import least_units, paired_power, power, simulated_power, units_needed
from assay.comparison.systems import plan_power
from assay.errors import OptionError
from assay.reporting import comparison_report
from assay.reporting.tables.comparison.power import power_report
from assay.stats import Settings
from support.assertions import untyped
from support.evaluations import Mean, of_numbers

TRIALS = 150


def found(effects: list[float], number: int, pair: tuple[int, int]) -> float:
    """Return how often the pair is significant after Holm, over sets of so many units."""
    random, hits = np.random.default_rng(5), 0
    for trial in range(TRIALS):
        base = random.normal(size=number)
        values = {
            str(place): base + effect + random.normal(0, math.sqrt(0.5), number)
            for place, effect in enumerate(effects)
        }
        options = CompareOptions(settings=Settings(draws=499, seed=trial, threads=1))
        pairs = compare(of_numbers(values), options).comparisons
        place = list(combinations(range(len(effects)), 2)).index(pair)
        hits += pairs[place].significant(0.05)
    return hits / TRIALS


@pytest.mark.parametrize("effect", [3.0, 0.8])
def test_the_units_needed_are_enough_for_two_systems(effect: float) -> None:
    """An effect of three deviations took 2 units before, with which nothing can be significant."""
    number = units_needed(effect, 1 / 10, 100)
    assert number is not None
    assert number >= 6
    assert found([effect, 0.0], number, (0, 1)) >= 0.8 - 3 * math.sqrt(0.16 / TRIALS)


def test_the_units_needed_are_enough_after_holm() -> None:
    """Four systems: at the level of a single pair the plan would take fewer units than Holm asks for."""
    number = units_needed(0.5, 1 / 10, 100, pairs=6)
    assert number is not None
    assert found([0.5, 0.0, 0.25, 0.25], number, (0, 1)) >= 0.8 - 3 * math.sqrt(0.16 / TRIALS)


@pytest.mark.parametrize(("ratio", "pairs"), [(2.0, 6), (1.7, 6), (3.0, 6), (2.0, 3), (1.5, 1)])
def test_the_units_needed_are_enough_where_few_ways_to_swap_are_rare(ratio: float, pairs: int) -> None:
    """Eight units were said to do at 1.7 deviations and six pairs, where they find the difference in half of sets."""
    number = units_needed(ratio, 1 / 10, 100, pairs=pairs)
    assert number is not None
    assert number <= 13
    random, hits = np.random.default_rng(6), 0
    settings = Settings(threads=1)
    for _ in range(400):
        evaluation = of_numbers({"a": random.normal(ratio, 1, number), "b": np.zeros(number)})
        (p_value,) = p_values(evaluation, "permutation", settings, [Pair(Mean(), "a", "b")])
        hits += pairs * p_value < 0.05
    assert hits / 400 >= 0.8 - 3 * math.sqrt(0.16 / 400)


def test_equal_scores_are_no_identical_outputs() -> None:
    settings = Settings(draws=99, threads=1)
    equal = {"a": [1.0, 2, 3] * 12, "b": [3.0, 2, 1] * 12}
    said = repr(power_report(plan_power(of_numbers(equal), PowerOptions(settings=settings))))
    assert "The scores are equal, so there is no difference to plan for" in said
    assert "no number of units" not in said
    same = of_numbers({"a": equal["a"], "b": equal["a"]})
    told = repr(power_report(plan_power(same, PowerOptions(settings=settings))))
    assert "equal in every unit; no number of units would tell them apart" in told
    compared = compare(same, CompareOptions(settings=settings))
    assert "equal in every unit: nothing tells them apart" in repr(comparison_report(compared))


def test_no_power_where_nothing_can_be_significant() -> None:
    assert least_units(0.05) == 6
    assert least_units(0.05, pairs=6) == 8
    assert paired_power(100.0, 1.0, 5).power == 0
    assert paired_power(100.0, 1.0, 6).power > 0.99


def test_a_plan_takes_all_pairs_together_unless_told_otherwise() -> None:
    random = np.random.default_rng(1)
    three = of_numbers({name: random.normal(size=60) for name in "abc"})
    settings = Settings(draws=200, threads=1)
    together, alone = (
        plan_power(three, PowerOptions(correction=correction, settings=settings)).plans[0]
        for correction in ("holm", "none")
    )
    assert (together.pairs, alone.pairs) == (3, 1)
    assert together.detectable > 1.1 * alone.detectable


def test_simulated_power_is_that_of_adjusted_p_values() -> None:
    random = np.random.default_rng(2)
    base = random.normal(size=60)
    values = {
        name: base + random.normal(shift, 1, 60) for name, shift in zip("abc", (0.45, 0, 0), strict=True)
    }
    settings = Settings(draws=199, threads=1)
    raw, holm = (
        simulated_power(of_numbers(values), "t", settings, trials=200, correction=correction)
        for correction in ("none", "holm")
    )
    assert all(one.power <= other.power for one, other in zip(holm, raw, strict=True))
    assert sum(one.power for one in holm) < sum(other.power for other in raw)


def test_the_observed_difference_comes_with_the_range_of_units_for_its_interval() -> None:
    random = np.random.default_rng(3)
    base = random.normal(size=100)
    values = {"a": base + random.normal(0.4, 1, 100), "b": base}
    (plan,) = power(of_numbers(values), Settings(threads=1))
    assert plan.open is not None
    low, high = plan.open
    assert low < plan.power.difference < high
    said = repr(power_report(plan_power(of_numbers(values), PowerOptions())))
    assert "But this is the observed difference" in said
    assert f"{plan.needed_for(high, 0.8):,} to {plan.needed_for(low, 0.8):,} units" in said
    assumed = repr(power_report(plan_power(of_numbers(values), PowerOptions(difference=0.4))))
    assert "observed" not in assumed


def test_compare_says_that_no_difference_could_have_been_significant() -> None:
    five = of_numbers({"a": [5.0, 6, 7, 8, 9], "b": [1.0, 2, 3, 4, 4]})
    compared = compare(five, CompareOptions(settings=Settings(threads=1)))
    assert compared.comparisons[0].low > 0  # the interval alone would tell another story
    said = repr(comparison_report(compared))
    assert "no difference could have been: with 5 units, the smallest possible p-value is 0.062" in said
    six = of_numbers({"a": [5.0, 6, 7, 8, 9, 9], "b": [1.0, 2, 3, 4, 4, 4]})
    assert "could have been" not in repr(
        comparison_report(compare(six, CompareOptions(settings=Settings(threads=1))))
    )


@pytest.mark.parametrize(
    "options",
    [
        {"test": "t"},
        {"trials": 9},
        {"coverage": True, "pairs": 3},
        {"correction": "none", "pairs": 3},
        {"coverage": True, "correction": "bh"},
        {"settings": Settings(interval="bca")},
    ],
    ids=str,
)
def test_options_without_effect_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError, match="leave it out"):
        untyped(PowerOptions)(**options)
