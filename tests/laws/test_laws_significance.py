"""Laws of every paired test: mirrors, scales, identical systems; and how often a true null is rejected."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_sets import EVERY_METRIC, SPECS
from scipy import stats

from assay.comparison.paired import TESTS, compare_pairs, p_values
from assay.comparison.pairs import Pair
from assay.comparison.sign_power import sign_power
from assay.comparison.training_runs import compare_runs
from assay.metrics.base import Stats
from assay.metrics.evaluation import evaluate
from assay.metrics.specs import parse_metric
from assay.stats.settings import Settings
from support.evaluations import Errors, Mean, of_numbers, wmt23
from support.metric_scores import evalset

EVERY_TEST = pytest.mark.parametrize("test", TESTS)
HONEST = [name for name, test in TESTS.items() if not test.warning]
FEW = Settings(draws=60, threads=1)
# Whole numbers: sums are then exact, and no digit depends on the order of adding.
COLUMNS = st.integers(2, 25).flatmap(
    lambda size: st.tuples(*[st.lists(st.integers(-9, 9), min_size=size, max_size=size)] * 2)
)


@EVERY_TEST
@settings(max_examples=25)
@given(columns=COLUMNS)
def test_swapping_systems_mirrors_the_result(test, columns):
    first, second = columns
    one = compare_pairs(of_numbers({"a": first, "b": second}), test, FEW)[0]
    other = compare_pairs(of_numbers({"b": second, "a": first}), test, FEW)[0]
    assert (one.first, one.second) == (other.second, other.first)
    assert one.p_value == pytest.approx(other.p_value, rel=1e-9)
    assert one.difference == -other.difference
    assert (one.wins, one.losses, one.ties) == (other.losses, other.wins, other.ties)
    assert one.better == other.better
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))


@pytest.mark.parametrize("test", [*HONEST, "koehn"])
@settings(max_examples=25)
@given(columns=COLUMNS)
def test_identical_systems_have_p_1(test, columns):
    found = compare_pairs(of_numbers({"a": columns[0], "b": columns[0]}), test, FEW)[0]
    assert (found.p_value, found.difference, found.low, found.high, found.ties) == (1, 0, 0, 0, 1)


@EVERY_TEST
@settings(max_examples=25)
@given(columns=COLUMNS, factor=st.sampled_from([0.01, 0.5, 3.0, 1e6]))
def test_scaling_a_metric_changes_no_p_value(test, columns, factor):
    if test in ("sacrebleu-bs", "sacrebleu-ar"):
        factor = 2.0 ** round(np.log2(factor))  # they compare without allowance for rounding
    values = dict(zip("ab", columns, strict=True))
    plain = compare_pairs(of_numbers(values, Mean()), test, FEW)[0]
    scaled = compare_pairs(of_numbers(values, Mean(factor)), test, FEW)[0]
    assert scaled.p_value == pytest.approx(plain.p_value, rel=1e-9)
    assert (scaled.wins, scaled.losses) == (plain.wins, plain.losses)
    assert scaled.difference == pytest.approx(factor * plain.difference)


@EVERY_TEST
@settings(max_examples=15)
@given(columns=COLUMNS)
def test_less_is_better_mirrors_only_who_wins(test, columns):
    values = dict(zip("ab", columns, strict=True))
    more, less = (compare_pairs(of_numbers(values, metric), test, FEW)[0] for metric in (Mean(), Errors()))
    assert more.p_value == less.p_value
    assert (more.wins, more.losses) == (less.losses, less.wins)


# --- calibration --------------------------------------------------------------------------------------------

TRIALS, UNITS, LEVEL = 2000, 100, 0.05
DRAWS = Settings(draws=399, threads=1)


def within_chance(rejected, rate):
    """Tell whether so many of the trials may have been rejected at this rate; one alarm in ten thousand."""
    return stats.binomtest(rejected, TRIALS, rate).pvalue > 1e-4


@pytest.mark.slow
@pytest.mark.parametrize("test", HONEST)
def test_a_true_null_is_rejected_as_often_as_promised(test):
    """Differences are symmetric with heavy tails, and one unit in five is a tie."""
    random = np.random.default_rng(20)
    rejected = 0
    for trial in range(TRIALS):
        base = random.normal(0, 1, UNITS)
        apart = random.laplace(0, 1, UNITS) * (random.random(UNITS) < 0.8)
        evaluation = of_numbers({"a": base + apart, "b": base})
        (p,) = p_values(evaluation, test, replace(DRAWS, seed=trial), [Pair(Mean(), "a", "b")])
        rejected += p <= LEVEL
    if test == "sign":  # discrete: its level is that of the binomial distribution, less than promised
        levels = [sign_power(number, 0.5, LEVEL) for number in range(70, 91)]
        assert any(within_chance(rejected, level) for level in levels)
        assert rejected / TRIALS <= 0.06
    else:
        assert 0.035 <= rejected / TRIALS <= 0.065, rejected / TRIALS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("test", "low", "high"),
    [("koehn", 0.07, 0.15), ("sacrebleu-bs", 0.07, 0.15), ("sacrebleu-ar", 0.02, 0.085)],
)
def test_compatible_modes_reject_a_true_null_as_their_programs_do(test: str, low: float, high: float) -> None:
    """The first two are one-sided tests in disguise; the third keeps its promise, within chance."""
    random = np.random.default_rng(21)
    rejected, trials = 0, 400
    for trial in range(trials):
        base = random.normal(0, 1, UNITS)
        evaluation = of_numbers({"a": base + random.normal(0, 1, UNITS), "b": base})
        (p,) = p_values(evaluation, test, replace(DRAWS, seed=trial), [Pair(Mean(), "a", "b")])
        rejected += p <= LEVEL
    assert low < rejected / trials < high


@pytest.mark.slow
@pytest.mark.parametrize(
    ("test", "metric"), [("permutation", "bleu"), ("bootstrap", "bleu"), ("permutation", "ter")]
)
def test_real_outputs_swapped_by_coins_are_a_null(test, metric, shared_dir):
    """Two systems of WMT23, the outputs of each segment swapped by a coin: neither is better."""
    scored = wmt23(shared_dir, ("ONLINE-A", "ONLINE-B"), metric)
    (chosen,) = scored.metrics
    rows = [scored.stats[chosen, name].rows for name in scored.systems]
    random = np.random.default_rng(22)
    rejected = 0
    for trial in range(TRIALS):
        coins = random.random(len(rows[0]))[:, None] < 0.5
        mixed = {"a": np.where(coins, *rows), "b": np.where(coins, *reversed(rows))}
        stats_ = {(chosen, name): Stats(chosen, matrix) for name, matrix in mixed.items()}
        evaluation = replace(scored, systems=("a", "b"), stats=stats_)
        (p,) = p_values(evaluation, test, replace(DRAWS, seed=trial), [Pair(chosen, "a", "b")])
        rejected += p <= LEVEL
    assert 0.035 <= rejected / TRIALS <= 0.065, rejected / TRIALS


# --- every metric -------------------------------------------------------------------------------------------

SENTENCES = [
    "the old ferry leaves the harbour at noon",
    "nobody saw the tide come in",
    "a small boat waits for the captain",
    "she sold the last ticket yesterday",
]
OTHERS = [
    "the ferry leaves at noon",
    "no one saw the tide",
    "the boat waits for a captain",
    "she sold a ticket",
]


@EVERY_METRIC
def test_every_metric_can_be_tested(name):
    outputs = {"a": OTHERS, "same": OTHERS, "b": [*OTHERS[:2], *SENTENCES[2:]]}
    scored = evaluate([(evalset([SENTENCES]), outputs)], [parse_metric(SPECS[name][0])])
    for test in HONEST:
        found = compare_pairs(scored, test, FEW, correction="none")
        assert all(np.isfinite([one.difference, one.low, one.high, one.p_value]).all() for one in found)
        (equal,) = [one for one in found if (one.first, one.second) == ("a", "same")]
        assert (equal.p_value, equal.difference) == (1, 0)
    (runs,) = compare_runs(scored, {"one": ["a", "same"], "other": ["b"]}, FEW)
    assert np.isfinite([runs.difference, runs.low, runs.high, runs.p_value]).all()
