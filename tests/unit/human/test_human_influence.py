"""The influence of single raters: the fast way against leaving each out in turn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.human.options import ScoreOptions
from assay.human.ratings.rater_influence import leave_one_out
from assay.human.ratings.scoring import score, to_scores
from support.human_rows import judged

RATINGS = st.lists(
    st.tuples(
        st.sampled_from("abc"), st.sampled_from("XYZ"), st.sampled_from("123"), st.integers(0, 100).map(float)
    ),
    min_size=2,
    max_size=30,
)


@given(RATINGS)
def test_it_is_the_same_as_scoring_without_the_rater(rows):
    found = score(judged(rows))
    for one in leave_one_out(found.rater_means):
        left = [row for row in rows if row[0] != one.rater]
        assert one.judged == len({row[:3] for row in rows} - {row[:3] for row in left})
        alone = {row[1:3] for row in rows} - {row[1:3] for row in left}
        assert one.alone == len(alone)
        if not left:
            assert np.isnan(one.means).all()
            continue
        scores = to_scores(judged(left))
        expected = dict(zip(scores.systems, scores.means(), strict=True))
        for system, mean in zip(found.scores.systems, one.means, strict=True):
            assert mean == pytest.approx(expected.get(system, np.nan), nan_ok=True, abs=1e-9)


def test_a_rater_who_decides_is_seen() -> None:
    rows = [("fan", "X", str(n), 100.0) for n in range(5)] + [("fan", "Y", str(n), 0.0) for n in range(5)]
    rows += [("fair", "X", str(n), 50.0) for n in range(5)] + [("fair", "Y", str(n), 60.0) for n in range(5)]
    fan, fair = leave_one_out(score(judged(rows)).rater_means)
    assert (fan.rater, fan.means, fan.moved, fan.swapped, fan.farthest) == (
        "fan",
        (50.0, 60.0),
        (1, -1),
        1,
        1,
    )
    assert (fair.moved, fair.swapped, fair.farthest, fair.alone) == ((0, 0), 0, 0, 0)


def test_z_needs_no_second_fit() -> None:
    rng = np.random.default_rng(2)
    rows = [(r, s, str(n), float(rng.integers(100))) for r in "abcd" for s in "XY" for n in range(6)]
    scoring = ScoreOptions(standardise="z")
    for one in leave_one_out(score(judged(rows), scoring).rater_means):
        left = to_scores(judged([row for row in rows if row[0] != one.rater]), scoring)
        assert one.means == pytest.approx(left.means())
