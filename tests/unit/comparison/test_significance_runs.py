import math

import numpy as np
import pytest
from scipy import stats

from assay.comparison.training_runs import cautions, compare_runs, copies, summaries, welch_p
from assay.errors import InputError, OptionError
from assay.stats.settings import Settings
from support.evaluations import Mean, of_numbers

RANDOM = np.random.default_rng(8)
BASE = RANDOM.normal(0, 1, 100)
VALUES = {f"a{n}": BASE + RANDOM.normal(0.2, 0.5, 100) for n in range(4)} | {
    f"b{n}": BASE + RANDOM.normal(0, 0.5, 100) for n in range(3)
}
EVALUATION = of_numbers(VALUES)
RUNS = {"a": ["a0", "a1", "a2"], "b": ["b0", "b1", "b2"]}
SETTINGS = Settings(draws=2000)


def test_a_summary_by_hand() -> None:
    one = summaries(EVALUATION, RUNS, SETTINGS)[0]
    scores = np.array([VALUES[name].mean() for name in RUNS["a"]])
    assert (one.system, one.runs) == ("a", 3)
    assert [one.mean, one.lowest, one.highest] == pytest.approx([scores.mean(), scores.min(), scores.max()])
    assert VALUES[one.median_run].mean() == pytest.approx(np.median(scores))
    assert one.s_opt == pytest.approx(scores.std(ddof=1))
    assert one.s_sel == pytest.approx(np.mean([stats.sem(VALUES[name]) for name in RUNS["a"]]), rel=0.1)


def test_welch_is_scipys() -> None:
    first, second = (np.array([VALUES[name].mean() for name in names]) for names in RUNS.values())
    theirs = stats.ttest_ind(first, second, equal_var=False).pvalue
    assert compare_runs(EVALUATION, RUNS, SETTINGS)[0].welch == pytest.approx(theirs)
    assert math.isnan(welch_p(first[:1], second))
    assert welch_p(np.ones(3), np.ones(3)) == 1
    assert welch_p(np.ones(3), np.zeros(3)) == 0


def test_swapping_mirrors() -> None:
    one = compare_runs(EVALUATION, RUNS, SETTINGS)[0]
    other = compare_runs(EVALUATION, dict(reversed(RUNS.items())), SETTINGS)[0]
    assert (one.first, one.second) == (other.second, other.first)
    assert one.difference == -other.difference
    assert one.p_value == other.p_value
    assert [one.low, one.high] == pytest.approx([-other.high, -other.low], abs=0.02)


def test_single_runs_are_an_ordinary_permutation_test() -> None:
    one = compare_runs(EVALUATION, {"a": ["a0"], "b": ["b0"]}, SETTINGS)[0]
    theirs = stats.permutation_test(
        (VALUES["a0"], VALUES["b0"]),
        lambda x, y: np.mean(x) - np.mean(y),
        permutation_type="samples",
        n_resamples=5000,
        rng=1,
    ).pvalue
    assert abs(one.p_value - theirs) < 5 * math.sqrt(2 * theirs / 2000) + 0.001
    assert math.isnan(one.welch)


def test_more_runs_for_one_system_than_another() -> None:
    runs = {"a": ["a0", "a1", "a2", "a3"], "b": ["b0", "b1"]}
    one = compare_runs(EVALUATION, runs, SETTINGS)[0]
    assert one.difference == pytest.approx(
        np.mean([VALUES[n].mean() for n in runs["a"]]) - np.mean([VALUES[n].mean() for n in runs["b"]])
    )
    assert 0 < one.p_value <= 1
    assert cautions(runs) == [
        "fewer than 3 runs say little about the variation between runs: b has 2",
        "systems have different numbers of runs (a 4, b 2); their means over runs are compared",
    ]
    assert cautions(RUNS) == []


def test_identical_runs() -> None:
    values = dict.fromkeys(("a0", "a1", "b0", "b1"), BASE)
    one = compare_runs(of_numbers(values), {"a": ["a0", "a1"], "b": ["b0", "b1"]}, SETTINGS)[0]
    assert (one.p_value, one.welch, one.difference, one.low, one.high) == (1, 1, 0, 0, 0)


def test_copies_of_a_run_are_named() -> None:
    values = {"a0": BASE, "a1": BASE.copy(), "a2": BASE + 1, "b0": BASE}
    runs = {"a": ["a0", "a1", "a2"], "b": ["b0"]}
    assert copies(of_numbers(values), runs) == [
        "a0 and a1 are identical in every segment; a copy makes a system look more consistent than it is"
    ]


@pytest.mark.slow
def test_a_null_is_rejected_as_often_as_it_should_be() -> None:
    rejected, trials = 0, 1000
    for _ in range(trials):
        base = RANDOM.normal(0, 1, 40)
        values = {name: base + RANDOM.normal(0, 1, 40) for name in ("a0", "a1", "b0", "b1", "b2")}
        runs = {"a": ["a0", "a1"], "b": ["b0", "b1", "b2"]}
        rejected += compare_runs(of_numbers(values), runs, Settings(draws=199, threads=1))[0].p_value <= 0.05
    assert stats.binomtest(rejected, trials, 0.05).pvalue > 0.001, rejected / trials


def test_corrections_and_baseline() -> None:
    runs = {**RUNS, "c": ["a3"]}
    found = compare_runs(EVALUATION, runs, SETTINGS, baseline="b", correction="bh")
    assert [(one.first, one.second) for one in found] == [("a", "b"), ("c", "b")]
    assert all(one.adjusted >= one.p_value for one in found)
    assert found[0].metric == Mean()


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        ({"a": ["a0"]}, "only one system"),
        ({"a": ["a0"], "b": []}, "b has no run"),
        ({"a": ["a0"], "b": ["zz"]}, "was not scored"),
        ({"a": ["a0"], "b": ["a0"]}, "each run once"),
    ],
)
def test_runs_that_cannot_be_compared(runs, message):
    with pytest.raises(InputError, match=message):
        compare_runs(EVALUATION, runs, SETTINGS)
    with pytest.raises(OptionError, match="not among the systems"):
        compare_runs(EVALUATION, RUNS, SETTINGS, baseline="z")
