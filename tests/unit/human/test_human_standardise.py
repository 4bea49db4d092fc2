"""Standardisation of judges: what each mode takes its mean over, and what becomes of judges without variance."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import OptionError
from assay.human.ratings.standardise import MODES, standardise
from support.assertions import untyped
from support.human_rows import judged

ROWS = [
    *(("ann", "A", str(n), score) for n, score in enumerate([90, 80, 70, 20])),
    *(("bob", "B", str(n), score) for n, score in enumerate([50, 40, 60, 10])),
]
ITEMS = ["genuine", "genuine", "repeat", "degraded"] * 2
SHIFTS = st.lists(st.integers(-30, 30), min_size=2, max_size=2)


def values(mode, rows=ROWS, **columns):
    return standardise(judged(rows, **({"item": ITEMS} | columns)), mode).values


def test_z_leaves_degraded_items_out_of_the_mean() -> None:
    assert values("z")[:4] == pytest.approx([1, 0, -1, -6])


def test_z_all_takes_the_controls_in() -> None:
    scores = np.array([90, 80, 70, 20])
    assert values("z-all")[:4] == pytest.approx((scores - 65) / scores.std(ddof=1))


def test_z_genuine_leaves_repeats_out_too() -> None:
    assert values("z-genuine")[:4] == pytest.approx((np.array([90, 80, 70, 20]) - 85) / np.sqrt(50))


def test_centring_moves_every_judge_to_the_middle_of_the_scale() -> None:
    assert values("centred")[:4] == pytest.approx([60, 50, 40, -10])
    assert values("centred")[4:] == pytest.approx([50, 40, 60, 10])


def test_equalising_gives_every_judge_the_pooled_deviation() -> None:
    rows = [("a", "A", str(n), score) for n, score in enumerate([1.0, 3, 5])]
    rows += [("b", "A", str(n), score) for n, score in enumerate([2.0, 3, 4])]
    found = standardise(judged(rows, "adequacy-fluency"), "equalised").values
    pooled = np.sqrt((4 + 1) / 2)
    assert found == pytest.approx([3 - pooled, 3, 3 + pooled] * 2)


def test_questions_are_standardised_one_by_one() -> None:
    rows = [("a", "A", str(n), score) for n, score in enumerate([1.0, 3, 4, 5])]
    aspect = ["fluency", "fluency", "adequacy", "adequacy"]
    found = standardise(judged(rows, "adequacy-fluency", aspect=aspect), "centred")
    assert found.values == pytest.approx([2, 4, 2.5, 3.5])
    assert [(judge.aspect, judge.mean) for judge in found.judges] == [("fluency", 2), ("adequacy", 4.5)]


def test_judges_without_variance_are_left_out_and_counted() -> None:
    rows = [("flat", "A", "1", 50), ("flat", "A", "2", 50), ("once", "A", "3", 20), *ROWS]
    found = standardise(judged(rows), "z")
    assert np.isnan(found.values[:3]).all()
    assert not np.isnan(found.values[3:]).any()
    [remark] = found.remarks
    assert remark.count == 3
    assert remark.places == ("flat: 2 ratings", "once: 1 rating")


def test_truncation_is_counted() -> None:
    found = standardise(judged([("a", "A", "1", 50.9), ("a", "A", "2", 40.0)]), "raw", truncate=True)
    assert found.values.tolist() == [50, 40]
    assert [remark.count for remark in found.remarks] == [1]


def test_a_scale_without_end_is_centred_on_the_mean_of_all() -> None:
    rows = [("a", "A", "1", -4.0), ("a", "A", "2", -2.0), ("b", "A", "1", 0.0), ("b", "A", "2", -2.0)]
    assert standardise(judged(rows, "mqm"), "centred").values == pytest.approx([-3, -1, -1, -3])


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(OptionError, match="z-genuine"):
        standardise(judged(ROWS), untyped("zscore"))


def test_missing_scores_stay_missing() -> None:
    found = standardise(judged([*ROWS, ("ann", "A", "9", float("nan"))]), "z")
    assert np.isnan(found.values[-1])
    assert found.judges[0].number == 4
    assert not found.remarks


@given(SHIFTS)
def test_a_constant_added_to_a_rater_changes_nothing_but_raw(shifts):
    moved = [(r, s, g, score + shifts[r == "bob"]) for r, s, g, score in ROWS]
    for mode in MODES:
        if mode != "raw":
            assert values(mode, moved) == pytest.approx(values(mode), abs=1e-9)


@given(st.floats(0.1, 10))
def test_a_stretched_scale_leaves_z_alone(factor: float) -> None:
    stretched = [(r, s, g, score * factor) for r, s, g, score in ROWS]
    assert values("z", stretched) == pytest.approx(values("z"), rel=1e-9)


@given(st.permutations(range(8)))
def test_the_order_of_rows_is_irrelevant(order):
    rows, items = [ROWS[place] for place in order], [ITEMS[place] for place in order]
    for mode in MODES:
        assert values(mode, rows, item=items) == pytest.approx(values(mode)[list(order)])
