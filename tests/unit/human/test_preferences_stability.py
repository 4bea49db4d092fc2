"""Fewer judgements, and one rater less: what the ranking keeps."""

import pytest

from assay.errors import InputError, OptionError
from assay.human.preferences.stability import Settling, Stability, settling, without_each
from assay.human.preferences.trueskill import rank_by_trueskill
from assay.human.preferences.wins import rank_by_wins
from assay.stats.settings import Settings
from support.preferences import from_counts, preferences

QUICK = Settings(draws=100, seed=5)
CLEAR = {("a", "b"): (160, 10, 20), ("a", "c"): (180, 5, 5), ("b", "c"): (165, 5, 20)}


def test_clear_results_settle_early() -> None:
    found = settling(from_counts(CLEAR), QUICK, shares=(0.5, 0.02, 1.0), repetitions=10)
    assert [point.share for point in found.curve] == [0.02, 0.5, 1.0]
    assert found.curve[0].judgements == 11
    assert found.curve[0].same_clusters < found.curve[1].same_clusters == 1
    assert found.curve[2].same_order == 1
    assert found.curve[2].contradicted == 0
    assert found.settled_at == found.curve[1].judgements == 285


@pytest.mark.parametrize(
    ("same", "settled"), [((0.2, 0.95, 1.0), 200), ((0.95, 0.5, 0.9), 300), ((1.0, 1.0, 0.85), None)], ids=str
)
def test_clusters_have_settled_if_they_stay(same, settled):
    whole = rank_by_wins(from_counts(CLEAR), QUICK)
    curve = [Settling(0.1, 100 * (k + 1), 3, share, 1, 0) for k, share in enumerate(same)]
    assert Stability(whole, tuple(curve), 10).settled_at == settled


def test_other_methods_and_units_can_be_asked() -> None:
    found = settling(
        from_counts(CLEAR), QUICK, method=rank_by_trueskill, unit="segment", shares=[0.5], repetitions=2
    )
    assert found.whole.method == "TrueSkill"
    assert found.whole.unit == "segment"


def test_the_rater_who_decides_comes_first() -> None:
    games = [("a", "b", 1)] * 20 + [("a", "b", -1)] * 3 + [("a", "b", 1)] * 2
    one = preferences(games, raters=["eager"] * 20 + ["sober"] * 5)
    whole, left = without_each(one, QUICK)
    assert whole.clusters == (("a",), ("b",))
    assert [each.name for each in left] == ["eager", "sober"]
    assert (left[0].same_clusters, left[0].moved, left[0].judgements) == (False, 1, 20)
    assert (left[1].same_clusters, left[1].moved) == (True, 0)


def test_what_cannot_be_left_out_is_refused() -> None:
    one = preferences([("a", "b", 1)])
    with pytest.raises(InputError, match="only one rater"):
        without_each(one, QUICK)
    with pytest.raises(OptionError, match="by="):
        without_each(one, QUICK, by="day")
    with pytest.raises(OptionError, match="shares"):
        settling(one, QUICK, shares=[0.0])
