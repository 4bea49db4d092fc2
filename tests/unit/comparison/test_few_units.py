"""Few units: all ways to swap them, Student's intervals, and gates at the margin; the rates are in docs."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from scipy import stats

from assay.comparison import CompareOptions, compare, compare_pairs
from assay.comparison.grids import corrected_pairs, spread_pairs
from assay.comparison.noninferiority import Case, check_noninferiority
from assay.comparison.paired import p_values
from assay.comparison.pairs import Pair
from assay.comparison.resampling import FEW_UNITS, by_unit, spread, takes_t
from assay.data import Codes
from assay.human.ratings.other_raters import Uncertain
from assay.metrics import Evaluation, Stats, parse_metric
from assay.reporting.tables.comparison.reports import comparison_summary
from assay.stats import Settings
from support.evaluations import Mean, of_numbers

WER = parse_metric("wer")
AB = Pair(Mean(), "a", "b")


def in_documents(
    documents: int, random: np.random.Generator, *, systems: int = 2, equal: bool = True, worse: float = 0.0
) -> Evaluation:
    """Make up word errors in which documents matter to every system by itself; none but the first is worse."""
    sizes = (
        np.full(documents, 8)
        if equal
        else np.clip(np.round(8 * np.exp(random.normal(0, 0.9, documents))), 1, 90)
    )
    rows = {}
    for system in range(systems):
        rate = 0.3 + np.repeat(random.normal(0, 0.08, documents), sizes.astype(int))
        matrix = np.zeros((len(rate), len(WER.columns)))
        matrix[:, 0] = random.binomial(20, np.clip(rate + (worse if not system else 0), 0, 1))
        matrix[:, -1] = 20
        rows[f"s{system}"] = matrix
    codes = Codes.of([str(place) for place in np.repeat(np.arange(documents), sizes.astype(int))])
    stats_ = {(WER, name): Stats(WER, matrix) for name, matrix in rows.items()}
    return Evaluation(tuple(rows), (WER,), stats_, codes, (1, 1), len(codes))


@pytest.mark.parametrize("units", [2, 3, 8])
def test_a_lead_that_is_the_same_in_few_units_is_proved_by_swapping_them(units: int) -> None:
    """Every test by Student's t had p 0 there: half of all grids of two short documents had a winner."""
    rows = np.tile([3.0, 20.0], (units, 1))
    stats_ = {
        (AB.metric, name): Stats(AB.metric, rows * lead) for name, lead in (("a", [1, 1]), ("b", [2, 1]))
    }
    evaluation = Evaluation(("a", "b"), (AB.metric,), stats_, None, (1, 1), units)
    grid = corrected_pairs(list(spread_pairs(evaluation, "x-y")), [AB.metric], "none")
    (t,) = compare_pairs(evaluation, "t", Settings())
    of_raters = Uncertain(-3.0, 0.0, units - 1)
    (check,) = check_noninferiority(
        [Case("all", AB.metric, 0.01, rows, rows * [2, 1], True, "document")], Settings(), least=1
    )
    least = 2.0 ** (1 - units)
    assert [grid[0].p_value, t.p_value, of_raters.p_value] == pytest.approx([least] * 3)
    assert check.p_worse == pytest.approx(least / 2)
    assert (check.verdict == "fail") == (least / 2 < 0.05)


def test_a_gate_passes_the_same_output_however_few_units_it_has() -> None:
    rows = np.tile([3.0, 20.0], (2, 1))
    (check,) = check_noninferiority(
        [Case("all", AB.metric, 0.5, rows, rows, True, "document")], Settings(), least=1
    )
    assert check.verdict == "pass"


@pytest.mark.parametrize("units", [2, 5, 9])
def test_the_p_value_of_few_units_is_the_share_of_all_swaps(units: int) -> None:
    random = np.random.default_rng(units)
    lead = random.normal(size=units)
    evaluation = of_numbers({"a": lead, "b": np.zeros(units)})
    sums = [
        abs(sum(sign * value for sign, value in zip(signs, lead, strict=True)))
        for signs in product((1, -1), repeat=units)
    ]
    expected = np.mean(np.array(sums) >= abs(lead.sum()) * (1 - 1e-12))
    (found,) = compare_pairs(evaluation, "permutation", Settings())
    assert found.p_value == pytest.approx(expected)
    assert (found.exact, found.draws) == (True, 2**units)
    assert found.p_value >= found.least_p == 2.0 ** (1 - units)


def test_no_seed_changes_what_is_counted() -> None:
    evaluation = of_numbers({"a": np.random.default_rng(1).normal(size=13), "b": np.zeros(13)})
    assert p_values(evaluation, "permutation", Settings(), [AB]) == p_values(
        evaluation, "permutation", Settings(seed=9), [AB]
    )
    many = of_numbers({"a": np.random.default_rng(1).normal(size=14), "b": np.zeros(14)})
    assert not compare_pairs(many, "permutation", Settings())[0].exact
    assert not compare_pairs(evaluation, "permutation", Settings(draws=8191))[0].exact
    assert not compare_pairs(evaluation, "sacrebleu-ar", Settings())[0].exact


def test_units_on_which_both_are_equal_bring_nothing() -> None:
    """Rounding must not make a swap of equal units count as another difference."""
    values = np.array([0.1, 0.2, 0.3, 0.7, 0.1, 0.4])
    lifted = values.copy()
    lifted[0] += 0.3
    tied = of_numbers({"a": lifted, "b": values})
    assert p_values(tied, "permutation", Settings(), [AB]) == [1.0]


def test_the_interval_of_a_mean_of_few_is_that_of_the_t_test() -> None:
    random = np.random.default_rng(3)
    first, second = random.normal(size=(2, 12))
    (found,) = compare_pairs(of_numbers({"a": first, "b": second}), "t", Settings())
    low, high = stats.ttest_rel(first, second).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((low, high))


def test_a_large_document_leaves_fewer_degrees_of_freedom() -> None:
    without = np.array([1.0, -1.0, 0.5, -0.5, 0.2])
    assert spread(0.0, without).freedom == pytest.approx(4)
    assert spread(0.0, without, np.full(5, 7.0)).freedom == pytest.approx(4)
    assert 1 <= spread(0.0, without, np.array([5.0, 5, 5, 5, 80])).freedom < 2


def test_asked_for_a_bootstrap_few_units_get_it() -> None:
    assert takes_t(FEW_UNITS - 1, Settings())
    assert not takes_t(FEW_UNITS, Settings())
    evaluation = of_numbers({"a": np.arange(8.0), "b": np.zeros(8)})
    t, percentile = (
        compare_pairs(evaluation, "permutation", Settings(interval=kind))[0]
        for kind in ("auto", "percentile")
    )
    assert t.high - t.low > 1.2 * (percentile.high - percentile.low)


@pytest.mark.parametrize("equal", [True, False])
def test_intervals_over_few_documents_hold_the_truth(equal: bool) -> None:
    """Percentiles of the bootstrap held it in 83 to 88 of 100 sets."""
    random, held = np.random.default_rng(7), []
    for _ in range(250):
        pair = compare(
            in_documents(6, random, equal=equal), CompareOptions(settings=Settings(draws=99, threads=1))
        ).comparisons[0]
        held.append(pair.low <= 0 <= pair.high)
    assert np.mean(held) > 0.95 - 3 * math.sqrt(0.05 * 0.95 / 250)


@pytest.mark.slow
@pytest.mark.parametrize("equal", [True, False])
@pytest.mark.parametrize("documents", [3, 8, 20])
def test_false_winners_are_as_rare_as_promised(documents: int, equal: bool) -> None:
    """Of a family of four, segments in the place of eight documents gave one in 21 to 48 of 100 sets."""
    random, alarms, held, sets = np.random.default_rng(8), 0, [], 200
    for seed in range(sets):
        evaluation = in_documents(documents, random, systems=4, equal=equal)
        pairs = compare(evaluation, CompareOptions(settings=Settings(seed=seed, threads=1))).comparisons
        alarms += any(pair.significant(0.05) for pair in pairs)
        held += [pair.low <= 0 <= pair.high for pair in pairs]
    assert alarms / sets < 0.05 + 3 * math.sqrt(0.05 * 0.95 / sets)
    assert np.mean(held) > 0.92


@pytest.mark.slow
@pytest.mark.parametrize("documents", [3, 20, 29])
def test_gates_of_few_documents_err_at_the_margin_as_rarely_as_promised(documents: int) -> None:
    """By segments or percentiles, 6 to 10 of 100 passed."""
    random, passed, failed, sets = np.random.default_rng(9), 0, 0, 500
    for _ in range(sets):
        for worse, margin in ((0.03, 3.0), (0.0, 0.0)):
            units = by_unit(in_documents(documents, random, worse=worse), "document")
            new, old = (units.stats[WER, name].rows for name in ("s0", "s1"))
            case = Case("all", WER, margin, new, old, unit="document", sizes=units.sizes)
            verdict = check_noninferiority([case], Settings(threads=1), least=1)[0].verdict
            passed += margin > 0 and verdict == "pass"
            failed += margin == 0 and verdict == "fail"
    most = 0.05 + 3 * math.sqrt(0.05 * 0.95 / sets)
    assert max(passed, failed) / sets < most


def test_what_nothing_could_have_shown_is_said_after_the_correction() -> None:
    random = np.random.default_rng(10)
    three, two = (in_documents(6, random, systems=systems) for systems in (3, 2))
    said = repr(comparison_summary(compare(three, CompareOptions())))
    assert "smallest possible p-value is 0.031, and 0.094 after correction for 3 pairs" in said
    assert "It takes 7 documents or more." in said
    assert "Nothing could be" not in repr(comparison_summary(compare(two, CompareOptions())))
    assert "Nothing could be" not in repr(comparison_summary(compare(three, CompareOptions(correction="bh"))))
    assert "Nothing could be" not in repr(comparison_summary(compare(three, CompareOptions(test="t"))))
