"""Agreement on spans and on the order of outputs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.human.agreement.measures import preference_agreement
from assay.human.agreement.spans import span_agreement
from assay.stats.settings import Settings
from support.judgement_rows import judged, spans_of

FEW = Settings(draws=50)
Marked = list[tuple[int, int, str]]


def f1(first: Marked, second: Marked) -> dict[str, float]:
    rows = [("ann", "A", "1", 1.0), ("bob", "A", "1", 1.0)]
    found = span_agreement(judged(rows, scheme="esa", spans=spans_of([first, second])), FEW)
    return {name: one.estimate for name, one in found.f1.items()}


def test_characters_are_counted_once() -> None:
    # ten and five code points are marked, four of them by both
    found = f1([(0, 10, "minor"), (2, 5, "minor")], [(6, 11, "minor")])
    assert found["character"] == pytest.approx(2 * 4 / 15)
    assert found["exact"] == 0


def test_a_different_severity_counts_half() -> None:
    found = f1([(0, 4, "major")], [(0, 4, "minor")])
    assert found["character"] == 1
    assert found["severity"] == 0.5
    assert found["weighted"] == pytest.approx(2 * 4 * 1 / (4 * 5 + 4 * 1))
    assert (found["exact"], found["exact-severity"]) == (1, 0)


def test_the_most_severe_error_on_a_code_point_counts() -> None:
    found = f1([(0, 4, "minor"), (0, 2, "major")], [(0, 2, "major"), (2, 4, "minor")])
    assert found["weighted"] == found["severity"] == found["character"] == 1
    assert found["exact"] == pytest.approx(2 * 1 / 4)


def test_critical_is_not_major_though_it_weighs_the_same() -> None:
    found = f1([(0, 4, "critical")], [(0, 4, "major")])
    assert (found["severity"], found["weighted"]) == (0.5, 1)


def test_who_marks_nothing_agrees_with_who_marks_nothing() -> None:
    assert set(f1([], []).values()) == {1.0}
    assert set(f1([(0, 3, "minor")], []).values()) == {0.0}


def test_omissions_have_no_place_but_count_as_spans() -> None:
    rows = [("ann", "A", "1", 1.0), ("bob", "A", "1", 1.0)]
    spans = spans_of(
        [[(-1, -1, "major"), (0, 2, "minor")], [(-1, -1, "major")]], ["missing", "target", "missing"]
    )
    found = span_agreement(judged(rows, scheme="esa", spans=spans), FEW)
    assert found.f1["exact"].estimate == pytest.approx(2 / 3)
    assert found.f1["character"].estimate == 0
    assert (found.spans, found.placeless) == (3, 2)


def test_sides_are_told_apart() -> None:
    rows = [("ann", "A", "1", 1.0), ("bob", "A", "1", 1.0)]
    spans = spans_of([[(0, 3, "major")], [(0, 3, "major")]], ["source", "target"])
    found = span_agreement(judged(rows, scheme="mqm", spans=spans), FEW)
    assert {one.estimate for one in found.f1.values()} == {0.0}


def test_planted_tests_and_clean_rows_are_no_errors() -> None:
    first: Marked = [(0, 3, "HOTW-test"), (5, 6, "Minor"), (0, 9, "No-error")]
    rows = [("ann", "A", "1", 1.0), ("bob", "A", "1", 1.0)]
    found = span_agreement(judged(rows, scheme="mqm", spans=spans_of([first, [(5, 6, "minor")]])), FEW)
    assert {one.estimate for one in found.f1.values()} == {1.0}
    assert (found.planted, found.spans, found.unweighted) == (1, 2, 0)


def test_outputs_and_pairs_are_counted() -> None:
    rows = [(rater, "A", segment, 1.0) for rater in ("ann", "bob", "eve") for segment in ("1", "2")]
    study = judged([*rows, ("ann", "A", "3", 1.0)], scheme="esa", spans=spans_of([[(0, 1, "odd")]] * 7))
    found = span_agreement(study, FEW)
    assert (found.outputs, found.pairs, found.spans, found.unweighted) == (2, 6, 6, 6)


def test_without_spans_another_measure_is_named() -> None:
    with pytest.raises(InputError, match="no spans"):
        span_agreement(judged([("ann", "A", "1", 1.0)]))


MARKS = st.lists(
    st.tuples(st.integers(0, 8), st.integers(1, 5), st.sampled_from(["minor", "major"])).map(
        lambda one: (one[0], one[0] + one[1], one[2])
    ),
    max_size=4,
)


@given(MARKS, MARKS)
def test_nobody_is_the_reference(first: Marked, second: Marked) -> None:
    assert f1(first, second) == pytest.approx(f1(second, first))
    assert set(f1(first, first).values()) == {1.0}
    found = f1(first, second)
    assert all(0 <= value <= 1 for value in found.values())
    assert found["exact-severity"] <= found["exact"]
    assert found["severity"] <= found["character"] + 1e-12


# --- order of outputs ---------------------------------------------------------------------------------------


def orders(first: list[float], second: list[float], segment: str = "1") -> list[tuple[str, str, str, float]]:
    return [
        (rater, f"s{number}", segment, score)
        for rater, scores in (("ann", first), ("bob", second))
        for number, score in enumerate(scores)
    ]


def test_orders_are_compared() -> None:
    # pairs 01 same, 02 opposite, 12 tie of the second only
    found = preference_agreement(judged(orders([3.0, 2, 1], [2.0, 1, 2.5])), FEW)
    assert (found.comparisons, found.same, found.opposite) == (3, 1, 2)
    tied = preference_agreement(judged(orders([3.0, 2, 2], [3.0, 3, 3])), FEW)
    assert (tied.same, tied.one_tie, tied.both_tie) == (0, 2, 1)
    assert tied.share.estimate == pytest.approx(1 / 3)
    assert np.isnan(tied.strict.estimate)


def test_chance_is_that_of_the_ties() -> None:
    rows = orders([3.0, 2], [3.0, 2]) + orders([1.0, 2], [2.0, 1], "2")
    found = preference_agreement(judged(rows), FEW)
    assert found.share.estimate == found.strict.estimate == 0.5
    assert found.kappa.estimate == 0  # without ties a coin agrees half the time
    assert found.segments == 2


def test_the_same_orders_agree_whatever_the_scale() -> None:
    random = np.random.default_rng(4)
    rows = []
    for segment in range(20):
        scores = random.permutation(6).astype(float)
        rows += orders(scores.tolist(), (scores**3 + 7).tolist(), str(segment))
    found = preference_agreement(judged(rows), FEW)
    assert found.share.estimate == found.kappa.estimate == found.kappa.low == 1


def test_raters_who_share_no_two_outputs_are_not_compared() -> None:
    found = preference_agreement(judged([("ann", "A", "1", 1.0), ("bob", "A", "1", 2.0)]), FEW)
    assert (found.comparisons, found.segments) == (0, 0)
    assert np.isnan(found.share.estimate)
