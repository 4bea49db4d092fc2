import math

import numpy as np
import pytest
from scipy import stats

from assay.comparison import resampling as resampled
from assay.comparison.paired import TESTS, check_number, compare_pairs
from assay.errors import InputError, OptionError
from assay.stats.settings import Settings
from assay.stats.tests import adjust
from support.evaluations import Errors, Mean, of_numbers

RANDOM = np.random.default_rng(5)
FIRST = RANDOM.normal(0, 1, 60)
SECOND = FIRST + RANDOM.normal(0.25, 0.8, 60)
PAIR = {"a": FIRST, "b": SECOND}
EVERY_TEST = pytest.mark.parametrize("test", TESTS)
COMPATIBLE = ("sacrebleu-bs", "sacrebleu-ar")


def one(test, values=PAIR, settings=None, metric=None):
    return compare_pairs(of_numbers(values, *([metric] if metric else [])), test, settings or Settings())[0]


# --- scipy --------------------------------------------------------------------------------------------------


def test_t_is_scipys() -> None:
    assert one("t").p_value == pytest.approx(stats.ttest_rel(FIRST, SECOND).pvalue, rel=1e-10)


def test_wilcoxon_is_scipys() -> None:
    assert one("wilcoxon").p_value == pytest.approx(stats.wilcoxon(FIRST, SECOND).pvalue, rel=1e-10)


def test_sign_is_scipys() -> None:
    wins = int((FIRST > SECOND).sum())
    assert one("sign").p_value == pytest.approx(stats.binomtest(wins, 60).pvalue, rel=1e-10)


def test_permutation_is_scipys() -> None:
    theirs = stats.permutation_test(
        (FIRST, SECOND),
        lambda x, y: np.mean(x) - np.mean(y),
        permutation_type="samples",
        n_resamples=20_000,
        rng=1,
    ).pvalue
    ours = one("permutation", settings=Settings(draws=20_000)).p_value
    assert abs(ours - theirs) < 5 * math.sqrt(2 * theirs * (1 - theirs) / 20_000)


def test_bootstrap_is_close_to_the_normal_one() -> None:
    differences = FIRST - SECOND
    z = differences.mean() / (differences.std() / math.sqrt(60))
    assert one("bootstrap", settings=Settings(draws=50_000)).p_value == pytest.approx(
        2 * stats.norm.sf(abs(z)), abs=0.006
    )


def test_permutation_counts_all_arrangements_of_a_tiny_set() -> None:
    found = one("permutation", {"a": [1.0, 2, 3], "b": [0.0, 0, 0]}, Settings(draws=50_000))
    assert found.p_value == pytest.approx(2 / 8, abs=0.01)  # all signs alike: two of eight


# --- shape of the answer ------------------------------------------------------------------------------------


@EVERY_TEST
def test_shares_and_bounds(test):
    found = one(test)
    assert found.wins + found.losses + found.ties == pytest.approx(1)
    assert found.low <= found.difference <= found.high
    assert found.difference == pytest.approx(FIRST.mean() - SECOND.mean())
    assert 0 < found.p_value <= 1
    assert found.effect == pytest.approx((FIRST - SECOND).mean() / (FIRST - SECOND).std(ddof=1))
    assert found.draws == {"t": 0, "sign": 0, "wilcoxon": 0}.get(test, 10_000 if TESTS[test].coins else 1000)
    assert found.units == 60
    assert found.better == "b"


def test_less_may_be_better() -> None:
    higher, lower = one("permutation"), one("permutation", metric=Errors())
    assert lower.p_value == higher.p_value
    assert lower.difference == higher.difference
    assert (lower.wins, lower.losses) == (higher.losses, higher.wins)
    assert (higher.better, lower.better) == ("b", "a")


def test_modes_that_are_not_calibrated_warn() -> None:
    assert {name for name, test in TESTS.items() if test.warning} == {"koehn", *COMPATIBLE}


@EVERY_TEST
def test_progress_counts_to_the_work_announced(test):
    done: list[int] = []
    settings = Settings(draws=150)
    compare_pairs(of_numbers(PAIR), test, settings, progress=done.append)
    assert sum(done) == TESTS[test].work(settings)


# --- many systems -------------------------------------------------------------------------------------------

MANY = {name: RANDOM.normal(mean, 1, 80) for name, mean in zip("abcd", (0, 0.1, 0.5, 1), strict=True)}


def test_all_pairs_or_all_against_one() -> None:
    pairs = [(one.first, one.second) for one in compare_pairs(of_numbers(MANY), "t", Settings())]
    assert pairs == [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")]
    against = compare_pairs(of_numbers(MANY), "t", Settings(), baseline="b")
    assert [(one.first, one.second) for one in against] == [("a", "b"), ("c", "b"), ("d", "b")]


@EVERY_TEST
def test_a_pair_does_not_depend_on_the_systems_beside_it(test):
    settings = Settings(draws=200)
    among = compare_pairs(of_numbers(MANY, Mean(), Errors()), test, settings, correction="none")
    alone = compare_pairs(of_numbers({name: MANY[name] for name in "bd"}), test, settings, correction="none")
    (same,) = [one for one in among if (one.metric, one.first, one.second) == (Mean(), "b", "d")]
    assert same == alone[0]


@pytest.mark.parametrize("correction", ["holm", "bh", "none"])
def test_corrections_are_over_the_pairs_of_a_metric(correction: str) -> None:
    found = compare_pairs(of_numbers(MANY, Mean(), Errors()), "t", Settings(), correction=correction)
    for metric in (Mean(), Errors()):
        family = [one for one in found if one.metric == metric]
        expected = adjust(np.array([one.p_value for one in family]), correction)
        assert [one.adjusted for one in family] == expected.tolist()
    assert all(one.adjusted >= one.p_value for one in found)


def test_benjamini_and_hochberg_are_scipys() -> None:
    p_values = np.random.default_rng(1).random(50) ** 3
    assert np.allclose(adjust(p_values, "bh"), stats.false_discovery_control(p_values))


def test_holm_by_hand() -> None:
    assert adjust(np.array([0.04, 0.01, 0.03]), "holm").tolist() == pytest.approx([0.06, 0.03, 0.06])
    assert adjust(np.array([0.9, 0.8]), "holm").tolist() == [1, 1]
    assert adjust(np.array([]), "holm").tolist() == []


# --- chunks and threads -------------------------------------------------------------------------------------


@EVERY_TEST
def test_threads_and_batches_change_no_digit(test, monkeypatch):
    evaluation = of_numbers(MANY, Mean(), Errors())
    plain = compare_pairs(evaluation, test, Settings(draws=300, threads=1))
    assert compare_pairs(evaluation, test, Settings(draws=300, threads=2)) == plain
    monkeypatch.setattr(resampled, "BATCH", 100)
    assert compare_pairs(evaluation, test, Settings(draws=300)) == plain
    monkeypatch.setattr(resampled, "SIDE_BY_SIDE", 0)
    assert compare_pairs(evaluation, test, Settings(draws=300)) == plain


def test_a_seed_of_nought_is_a_seed() -> None:
    for test in TESTS:
        assert one(test, settings=Settings(seed=0, draws=50)) == one(
            test, settings=Settings(seed=0, draws=50)
        )
    noughts, ones = (one("bootstrap", settings=Settings(seed=seed)).low for seed in (0, 1))
    assert noughts != ones


# --- bad input ----------------------------------------------------------------------------------------------


@EVERY_TEST
def test_one_segment_only(test):
    with pytest.raises(InputError, match="only 1 unit"):
        one(test, {"a": [1.0], "b": [2.0]})


def test_one_system_only() -> None:
    with pytest.raises(InputError, match="only one system"):
        one("t", {"a": [1.0, 2.0]})


def test_names_that_do_not_exist() -> None:
    with pytest.raises(OptionError, match="permutation, bootstrap, sign"):
        one("anova")
    with pytest.raises(OptionError, match="not among the systems a, b"):
        compare_pairs(of_numbers(PAIR), "t", Settings(), baseline="c")
    with pytest.raises(OptionError, match="holm, bh, none"):
        compare_pairs(of_numbers(PAIR), "t", Settings(), correction="bonferroni")


@EVERY_TEST
def test_a_difference_that_never_varies(test):
    found = one(test, {"a": np.arange(20.0) + 1, "b": np.arange(20.0)})
    assert (found.low, found.high) == pytest.approx((1, 1))
    assert (found.wins, found.losses) == (1, 0)
    assert math.isnan(found.effect)
    limit = 1 / 1001 if TESTS[test].drawn else 0.001
    if test == "sacrebleu-bs":
        limit = 1 / 1001  # all differences equal their mean: nothing is larger
    assert found.p_value <= limit + 1e-12
    assert found.p_value == 2.0**-19 or test != "t"


@EVERY_TEST
def test_all_ties(test):
    found = one(test, {"a": [1.0, 2.0, 3.0], "b": [1.0, 2.0, 3.0]})
    assert found.ties == 1
    assert found.better is None
    assert math.isnan(found.effect)
    assert (found.p_value == 1) == (test not in COMPATIBLE)
    assert not found.significant(0.05)


def test_more_systems_than_pairs_can_be_compared_are_refused() -> None:
    check_number([f"s{number}" for number in range(100)])
    check_number([f"s{number}" for number in range(500)], baseline="s1")
    with pytest.raises(
        InputError, match=r"500 systems make 124,750 pairs, and at most 100 can be compared pair by pair"
    ):
        check_number([f"s{number}" for number in range(500)])
