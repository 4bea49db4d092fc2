"""Metric against metric: figures of mt-metrics-eval, laws, exact tests, refusals."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import kernel
from assay.errors import InputError, OptionError
from assay.meta.contests.compare import TESTS, compare_all, compare_metrics
from assay.meta.contests.contest import corrected
from assay.meta.contests.trio import Criterion
from assay.stats.settings import Settings
from support.meta_sets import scores, wmt23

DRAWN = [test for test in TESTS if test not in ("williams", "perm-pairs")]
KINDS = [
    (statistic, grouping)
    for statistic in kernel.AGREEMENTS
    for grouping in kernel.GROUPINGS
    if (statistic, grouping) != ("acc-eq", "means")
]


def made_up(seed=0, systems=5, segments=12, noise=(1.0, 1.0)):
    random = np.random.default_rng(seed)
    human = np.round(random.normal(size=(systems, segments)) + np.arange(systems)[:, None] / 2, 1)
    first, second = (human + size * random.normal(size=human.shape) for size in noise)
    return scores(human, "people"), scores(first, "first"), scores(second, "second")


def within(found, expected, draws):
    """Tell whether two shares of draws lie within three standard errors of each other."""
    error = math.sqrt(max(found * (1 - found), 1 / draws) / draws)
    return abs(found - expected) <= 3 * error + 1 / draws


@pytest.mark.parametrize(
    ("key", "agreement", "test", "draws"),
    [
        ("perm_sys_pearson", Criterion("pearson", "means", "given"), "perm-both", 1000),
        ("perm_seg_pearson_none", Criterion("pearson", "none"), "perm-both", 1000),
        ("perm_seg_taub_item_k100", Criterion("tau-b", "item"), "perm-both", 100),
        ("pairperm_acc_eq_item_k100", Criterion("acc-eq", "item"), "perm-pairs", 100),
        ("perm_acc_eq_item_recal_k20", Criterion("acc-eq", "item"), "perm-both", 20),
    ],
)
def test_figures_of_mt_metrics_eval(shared_dir, key, agreement, test, draws):
    golden = json.loads((shared_dir / "golden" / "meta.json").read_text(encoding="utf-8"))
    human, metrics = wmt23(shared_dir, "en-de")
    systems = golden["wmt23_metrics"]["data"]["en-de"]["systems"]
    checked = 0
    for names, case in golden["metric_comparison_tests"]["cases"].items():
        if key not in case:
            continue
        first, second = (metrics[name] for name in names.split(" vs "))
        options = Settings(draws=max(draws, 500), seed=1)
        found = compare_metrics(human, first, second, agreement, test=test, settings=options, systems=systems)
        assert found.difference == pytest.approx(case[key]["delta"], abs=1e-9)
        assert within(found.p_greater, case[key]["p"], draws), (names, found.p_greater, case[key])
        checked += 1
    assert checked


@pytest.mark.parametrize("test", DRAWN)
@pytest.mark.parametrize(("statistic", "grouping"), KINDS)
def test_a_metric_is_no_better_than_itself(test, statistic, grouping):
    human, first, _ = made_up()
    options = Settings(draws=30)
    found = compare_metrics(
        human, first, first, Criterion(statistic, grouping, "cells"), test=test, settings=options
    )
    assert (found.difference, found.p_greater, found.p_less, found.p_two_sided) == (0, 1, 1, 1)


@pytest.mark.parametrize("test", [*DRAWN, "perm-pairs"])
@pytest.mark.parametrize(("statistic", "grouping"), KINDS)
def test_swapping_the_metrics_mirrors_the_result(test, statistic, grouping):
    if test == "perm-pairs" and (statistic not in ("acc-eq", "accuracy") or grouping == "means"):
        return
    human, first, second = made_up(3)
    agreement, options = Criterion(statistic, grouping, "cells"), Settings(draws=40)
    found = compare_metrics(human, first, second, agreement, test=test, settings=options)
    turned = compare_metrics(human, second, first, agreement, test=test, settings=options)
    assert turned.difference == pytest.approx(-found.difference, abs=1e-12)
    assert (turned.p_greater, turned.p_less) == (found.p_less, found.p_greater)
    assert turned.p_two_sided == found.p_two_sided
    if not math.isnan(found.low):
        assert turned.low == pytest.approx(-found.high)
        assert turned.high == pytest.approx(-found.low)


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32), scale=st.floats(0.01, 100), shift=st.floats(-100, 100))
def test_an_affine_transform_of_a_metric_changes_no_test(seed: int, scale: float, shift: float) -> None:
    human, first, second = made_up(seed)
    changed = scores(scale * second.values + shift, "second")
    for grouping in kernel.GROUPINGS:
        agreement, options = Criterion("pearson", grouping, "cells"), Settings(draws=50, seed=seed)
        found = compare_metrics(human, first, second, agreement, settings=options)
        other = compare_metrics(human, first, changed, agreement, settings=options)
        assert other.difference == pytest.approx(found.difference, abs=1e-8)
        assert (other.p_greater, other.p_two_sided) == (found.p_greater, found.p_two_sided)


def test_an_error_measure_is_turned_round() -> None:
    human, first, second = made_up(5)
    errors = scores(-second.values, "second", higher_is_better=False)
    assert compare_metrics(human, first, errors) == compare_metrics(human, first, second)


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_order_of_systems_and_segments_changes_no_exact_result(seed, data):
    human, first, second = made_up(seed)
    rows = data.draw(st.permutations(range(5)))
    columns = data.draw(st.permutations(range(12)))
    moved = [scores(one.values[rows][:, columns], one.name) for one in (human, first, second)]
    for statistic, grouping in KINDS:
        agreement = Criterion(statistic, grouping, "cells")
        found = compare_metrics(human, first, second, agreement, test="perm-sys")
        again = compare_metrics(moved[0], moved[1], moved[2], agreement, test="perm-sys")
        assert found.exact
        assert found.draws == 2**5
        assert again.difference == pytest.approx(found.difference, abs=1e-9)
        assert (again.p_greater, again.p_less) == (found.p_greater, found.p_less)


@pytest.mark.parametrize("statistic", ["spearman", "tau-b"])
def test_systems_with_the_same_mean_tie_in_any_order_of_segments(statistic: str) -> None:
    human, first, second = made_up(0)  # two means are 2.10833…, of terms in tenths
    columns = [0, 1, 4, 3, 5, 2, *range(6, 12)]
    moved = [scores(one.values[:, columns], one.name) for one in (human, first, second)]
    agreement = Criterion(statistic, "means", "cells")
    found, again = (
        compare_metrics(a, b, c, agreement, test="perm-sys") for a, b, c in ((human, first, second), moved)
    )
    assert again.difference == pytest.approx(found.difference, abs=1e-12)


def test_an_exact_test_agrees_with_draws() -> None:
    human, first, second = made_up(8, systems=14, segments=1, noise=(1.0, 0.4))
    agreement = Criterion("pearson", "means")
    exact = compare_metrics(human, first, second, agreement, test="perm-sys", settings=Settings(draws=2**14))
    drawn = compare_metrics(human, first, second, agreement, test="perm-sys", settings=Settings(draws=5000))
    assert (exact.exact, drawn.exact) == (True, False)
    assert within(drawn.p_greater, exact.p_greater, 5000)


@pytest.mark.parametrize("test", [*DRAWN, "perm-pairs"])
def test_a_clearly_better_metric_is_found(test):
    human, first, second = made_up(1, systems=10, segments=60, noise=(3.0, 0.3))
    agreement = Criterion("acc-eq", "item") if test == "perm-pairs" else Criterion("tau-b", "item")
    found = compare_metrics(human, first, second, agreement, test=test)
    assert found.better == "second"
    assert found.significant(0.05)
    assert found.p_less > 0.9


def test_segments_that_nobody_judged_are_not_drawn() -> None:
    human, first, second = made_up(2)
    wider = [np.hstack([one.values, np.full((5, 7), 9.0)]) for one in (human, first, second)]
    wider[0][:, 12:] = np.nan
    padded = [scores(v, o.name) for v, o in zip(wider, (human, first, second), strict=True)]
    agreement = Criterion("pearson", "item")
    found = compare_metrics(human, first, second, agreement, test="boot-seg")
    more = compare_metrics(padded[0], padded[1], padded[2], agreement, test="boot-seg")
    assert (more.low, more.high, more.p_greater, more.segments) == (
        found.low,
        found.high,
        found.p_greater,
        12,
    )


def test_undefined_draws_are_counted() -> None:
    human, first, second = made_up(4, systems=3)
    found = compare_metrics(human, first, second, Criterion("pearson", "means"), test="boot-sys")
    assert 0 < found.undefined < found.draws
    constant = scores(np.ones((3, 12)), "constant")
    empty = compare_metrics(human, first, constant)
    assert math.isnan(empty.p_greater)
    assert empty.note
    assert not empty.significant(0.5)


def test_metrics_without_segments_are_compared_by_their_totals() -> None:
    human, first, _ = made_up()
    totals = scores(np.empty((5, 0)), "totals", totals=np.array([1.0, 2, 5, 3, 4]))
    found = compare_metrics(human, first, totals, Criterion("pearson", "means"))
    assert found.value_second == pytest.approx(np.corrcoef(human.means(), totals.totals)[0, 1])
    assert found.segments == 1


def test_all_pairs_are_compared_on_common_systems() -> None:
    human, first, second = made_up()
    third = scores(first.values[:4], "third")
    found = compare_all(human, [first, second, third], settings=Settings(draws=20))
    assert [(one.first, one.second) for one in found] == [
        ("first", "second"),
        ("first", "third"),
        ("second", "third"),
    ]
    assert {one.systems for one in found} == {4}
    adjusted = corrected(found, "holm")
    assert all(one.adjusted >= one.p_better for one in adjusted)


@pytest.mark.parametrize(
    ("agreement", "test"),
    [
        (Criterion("tau-b", "item"), "williams"),
        (Criterion("pearson", "none"), "williams"),
        (Criterion("tau-b", "item"), "perm-pairs"),
        (Criterion("pearson", "means"), "boot-seg"),
        (Criterion("pearson", "none"), "t"),
    ],
)
def test_tests_that_do_not_fit_are_refused(agreement, test):
    human, first, second = made_up()
    with pytest.raises(OptionError):
        compare_metrics(human, first, second, agreement, test=test)


def test_what_does_not_exist_is_refused() -> None:
    for wrong in (
        {"statistic": "r"},
        {"grouping": "all"},
        {"scores": "best"},
        {"statistic": "acc-eq", "grouping": "means"},
    ):
        with pytest.raises(OptionError):
            Criterion(**wrong)
    with pytest.raises(OptionError, match="bca"):
        compare_metrics(*made_up(), test="boot-both", settings=Settings(interval="bca"))
    human, first, second = made_up()
    with pytest.raises(InputError, match="two"):
        compare_all(human, [first])
    with pytest.raises(InputError, match="1 systems"):
        compare_metrics(human, first, second, systems=["a"])


@pytest.mark.slow
@pytest.mark.parametrize("test", ["perm-both", "boot-seg"])
@pytest.mark.parametrize(
    "agreement", [Criterion("pearson", "none"), Criterion("tau-b", "item"), Criterion("acc-eq", "item")]
)
def test_two_noisy_copies_of_one_metric_are_told_apart_in_one_of_twenty_sets(agreement, test):
    trials, found = 400, 0
    for seed in range(trials):
        human, first, second = made_up(seed, systems=6, segments=40)
        options = Settings(draws=199, seed=seed)
        found += (
            compare_metrics(human, first, second, agreement, test=test, settings=options).p_two_sided <= 0.05
        )
    assert 0.02 <= found / trials <= 0.09  # 0.05 and three standard errors, 0.033, a little less below
