"""Control items find their originals, by name or by place in a document, and nothing is lost uncounted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from assay.data.judgements import DEGRADED, GENUINE, REPEAT
from assay.errors import OptionError
from assay.human.options import ControlCheck
from assay.human.raters.controls import is_genuine, match_controls, order, time_spent, units
from assay.human.raters.quality import (
    paired_power,
    paired_t_p,
    signed_rank_p,
    simulated_pass_rates,
)
from support.judgement_rows import judged


def test_a_control_belongs_to_the_same_rater_system_and_segment() -> None:
    rows = [
        ("ann", "A", "1", 80.0),
        ("bob", "A", "1", 70.0),
        ("ann", "B", "1", 60.0),
        ("ann", "A", "2", 50.0),
        ("ann", "A", "1", 30.0),
    ]
    pairs = match_controls(judged(rows, item=[GENUINE] * 4 + [DEGRADED]), DEGRADED)
    assert (pairs.control.tolist(), pairs.original.tolist()) == ([4], [0])
    assert len(pairs.unmatched) == 0


def test_a_control_without_an_original_is_counted() -> None:
    rows = [("ann", "A", "1", 80.0), ("ann", "A", "9", 30.0)]
    pairs = match_controls(judged(rows, item=[GENUINE, REPEAT]), REPEAT)
    assert len(pairs) == 0
    assert pairs.unmatched.tolist() == [1]


def test_questions_are_told_apart() -> None:
    rows = [("ann", "A", "1", 4.0), ("ann", "A", "1", 2.0), ("ann", "A", "1", 1.0)]
    aspects = ["adequacy", "fluency", "fluency"]
    found = judged(rows, scheme="adequacy-fluency", item=[GENUINE, GENUINE, REPEAT], aspect=aspects)
    assert match_controls(found, REPEAT).original.tolist() == [1]


def test_the_latest_rating_counts() -> None:
    rows = [
        ("ann", "A", "1", 80.0),
        ("ann", "A", "1", 20.0),
        ("ann", "A", "1", 75.0),
        ("ann", "A", "1", 10.0),
    ]
    items = [GENUINE, DEGRADED, GENUINE, DEGRADED]
    by_row = match_controls(judged(rows, item=items), DEGRADED)
    assert (by_row.control.tolist(), by_row.original.tolist(), by_row.superseded) == ([3], [2], 1)
    backwards = match_controls(judged(rows, item=items, start=[4.0, 3.0, 2.0, 1.0]), DEGRADED)
    assert (backwards.control.tolist(), backwards.original.tolist()) == ([1], [0])


DOCUMENT = [  # item numbers run through the task, as Appraise has them
    ("ann", "A", "10", 90.0),
    ("ann", "A", "9", 80.0),
    ("ann", "A", "98", 30.0),
    ("ann", "A", "101", 40.0),
]


def test_degraded_documents_are_matched_by_place() -> None:
    found = judged(
        DOCUMENT,
        item=[GENUINE, GENUINE, DEGRADED, DEGRADED],
        document=["news#A", "news#A", "news#A#bad2", "news#A#bad2"],
    )
    pairs = match_controls(found, DEGRADED)
    assert dict(zip(pairs.control.tolist(), pairs.original.tolist(), strict=True)) == {2: 1, 3: 0}


def test_documents_of_different_length_are_not_guessed_at() -> None:
    found = judged(
        DOCUMENT,
        item=[GENUINE, GENUINE, GENUINE, DEGRADED],
        document=["news#A", "news#A", "news#A", "news#A#bad2"],
    )
    assert match_controls(found, DEGRADED).unmatched.tolist() == [3]


def test_filling_is_a_repeat() -> None:
    found = judged(
        [*DOCUMENT[:2], ("ann", "A", "99", 85.0), ("ann", "A", "100", 70.0)],
        document=["news#A", "news#A", "news#A#duplicate1", "news#A#duplicate1"],
    )
    pairs = match_controls(found, REPEAT)
    assert dict(zip(pairs.control.tolist(), pairs.original.tolist(), strict=True)) == {2: 1, 3: 0}
    assert is_genuine(found).tolist() == [True, True, False, False]


def test_time_orders_rows_where_it_is_known() -> None:
    rows = [("ann", "A", "1", 1.0), ("ann", "A", "2", 2.0)]
    assert order(judged(rows)).tolist() == [0, 1]
    assert order(judged(rows, start=[9.0, 3.0])).tolist() == [1, 0]
    assert order(judged(rows, start=[9.0, float("nan")])).tolist() == [0, 1]


def test_units_are_outputs() -> None:
    rows = [("ann", "A", "1", 1.0), ("bob", "A", "1", 2.0), ("bob", "B", "1", 2.0)]
    found = units(judged(rows))
    assert found[0] == found[1] != found[2]


def test_pauses_do_not_count() -> None:
    rows = [("ann", "A", str(number), 1.0) for number in range(3)]
    found = judged(rows, start=[0.0, 100.0, 5000.0], seconds=[30.0, 40.0, 20.0])
    assert time_spent(found).tolist() == [160.0]
    assert time_spent(judged(rows, seconds=[30.0, 40.0, float("nan")])).tolist() == [70.0]
    assert np.isnan(time_spent(judged(rows))).all()


@given(st.lists(st.integers(-4, 6), min_size=1, max_size=9))
def test_the_signed_rank_test_is_exact_with_ties(values: list[int]) -> None:
    differences = np.array(values, dtype=float)
    left = differences[differences != 0]
    ranks = stats.rankdata(np.abs(left))
    signs = (np.arange(2 ** len(left))[:, None] >> np.arange(len(left))) & 1
    reached = ranks[left > 0].sum()
    expected = (signs @ ranks >= reached - 1e-9).mean() if len(left) else 1.0
    assert signed_rank_p(differences) == pytest.approx(expected)


def test_many_pairs_take_the_normal_distribution() -> None:
    differences = np.random.default_rng(3).normal(0.2, 1, 80)
    expected = stats.wilcoxon(differences, alternative="greater", method="approx", correction=True).pvalue
    assert signed_rank_p(differences) == pytest.approx(expected)


def test_a_t_test_needs_two_pairs_that_vary() -> None:
    assert paired_t_p(np.array([3.0])) == 1.0
    assert paired_t_p(np.array([3.0, 3.0])) == 0.0
    assert paired_t_p(np.array([-3.0, -3.0])) == 1.0


def test_power_of_t_is_that_of_statsmodels() -> None:
    # statsmodels 0.15.0, TTestPower().power(0.8, 10, 0.05, alternative="larger")
    assert paired_power("t", 10, 0.8, 0.05, 1) == pytest.approx(0.7544248, abs=1e-6)


def test_power_grows_with_pairs_and_drop() -> None:
    by_pairs = [paired_power("signed-rank", pairs, 1.0, 0.05, 1) for pairs in (2, 4, 5, 10, 20, 60)]
    assert by_pairs == sorted(by_pairs)
    assert by_pairs[1] == 0.0  # four pairs cannot reach .05
    by_drop = [paired_power("signed-rank", 10, drop, 0.05, 1) for drop in (0.0, 0.5, 1.0, 2.0)]
    assert by_drop == sorted(by_drop)
    assert by_drop[0] == pytest.approx(0.042, abs=0.01)  # the largest level that ten signed ranks can have


def test_a_test_that_is_not_there_is_named() -> None:
    with pytest.raises(OptionError, match="signed-rank or t"):
        ControlCheck(test="chi")  # type: ignore[arg-type]  # the point


PUBLISHED = [  # pairs, drop, alpha, then t, rank-sum and signed-rank: segments spread 20, noise 10
    (10, 0, 0.05, 0.05, 0.00, 0.05),
    (10, 0, 0.01, 0.01, 0.00, 0.01),
    (10, 10, 0.05, 0.65, 0.11, 0.61),
    (10, 10, 0.01, 0.31, 0.01, 0.31),
    (10, 20, 0.05, 0.99, 0.65, 0.99),
    (10, 20, 0.01, 0.91, 0.18, 0.89),
    (12, 20, 0.05, 1.00, 0.81, 1.00),
    (12, 20, 0.01, 0.97, 0.31, 0.96),
]


@pytest.mark.slow
@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: f"{row[0]}-{row[1]}-{row[2]}")
def test_pass_rates_are_those_of_the_reference_simulation(row: tuple[float, ...]) -> None:
    pairs, drop, alpha, t, rank_sum, signed_rank = row
    found = simulated_pass_rates(int(pairs), drop, alpha=alpha, trials=20_000, seed=11)
    expected = {"t": t, "rank-sum": rank_sum, "signed-rank": signed_rank}
    assert found == pytest.approx(expected, abs=0.035)  # the sheet rounds, and its own simulation was smaller
    assert found["t"] == pytest.approx(paired_power("t", int(pairs), drop / 200**0.5, alpha, 1), abs=0.01)
