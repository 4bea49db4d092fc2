"""Ratings, intervals and studies of agreement, on judgements written by hand."""

from typing import Any

import numpy as np
import pytest

from assay.data.judgements import DEGRADED, GENUINE, REPEAT
from assay.errors import InputError, MismatchError, OptionError
from assay.human.agreement import ratings as ratings_module
from assay.human.agreement.coefficients import alpha, alpha_statistic, icc, kappa
from assay.human.agreement.correlation import against_others, against_rest, correlation
from assay.human.agreement.measures import MEASURES, measure_agreement, study_agreement, suitable
from assay.human.agreement.ratings import Ratings, estimate, interval, intervals, ratings_of, repeats_of
from assay.kernel import pair_draws
from assay.stats.settings import Settings
from support.judgement_rows import judged

NAN = float("nan")
FEW = Settings(draws=200, seed=0)


def scores(raters: int = 3, items: int = 40, seed: int = 1) -> np.ndarray:
    random = np.random.default_rng(seed)
    return np.round(random.normal(60, 20, items) + random.normal(0, 8, (raters, items)))


# --- ratings ------------------------------------------------------------------------------------------------


def test_ratings_are_those_of_genuine_items() -> None:
    rows = [("ann", "A", "1", 5.0), ("bob", "A", "1", 4.0), ("ann", "A", "1", 1.0), ("ann", "B", "1", NAN)]
    found = ratings_of(judged(rows, item=[GENUINE, GENUINE, DEGRADED, GENUINE]))
    assert found.matrix().tolist() == [[5.0], [4.0]]
    assert (found.raters, found.left_out, found.unscored) == (("ann", "bob"), 0, 1)


def test_of_several_ratings_the_first_in_time_counts() -> None:
    rows = [("ann", "A", "1", 5.0), ("ann", "A", "1", 3.0), ("bob", "A", "1", 4.0)]
    assert ratings_of(judged(rows)).matrix().tolist() == [[5.0], [4.0]]
    found = ratings_of(judged(rows, start=[9.0, 2.0, 3.0]))
    assert found.matrix().tolist() == [[3.0], [4.0]]
    assert found.left_out == 1


def test_questions_are_measured_apart() -> None:
    rows = [("ann", "A", "1", 5.0), ("bob", "A", "1", 4.0)] * 2
    study = judged(rows, aspect=["adequacy", "adequacy", "fluency", "fluency"], scheme="adequacy-fluency")
    assert ratings_of(study).items == 2
    assert ratings_of(study, aspect="fluency").items == 1
    assert set(study_agreement(study, FEW).between) == {"adequacy", "fluency"}


def test_outputs_of_a_segment_can_be_drawn_together() -> None:
    rows = [(rater, system, segment, 1.0) for rater in "xy" for system in "AB" for segment in ("1", "2", "3")]
    study = judged(rows, document=["d1", "d1", "d2"] * 4)
    assert len(set(ratings_of(study).cluster)) == 6
    assert len(set(ratings_of(study, resampled="segment").cluster)) == 3
    assert len(set(ratings_of(study, resampled="document").cluster)) == 2
    with pytest.raises(InputError, match="name the documents"):
        ratings_of(judged(rows), resampled="document")
    with pytest.raises(OptionError, match="item, segment or document"):
        ratings_of(study, resampled="word")  # type: ignore[arg-type]  # that is the point


def test_repeats_are_two_ratings_in_their_order() -> None:
    rows = [("ann", "A", "1", 5.0), ("ann", "A", "1", 4.0), ("bob", "A", "1", 2.0), ("bob", "A", "1", 3.0)]
    study = judged(rows, item=[GENUINE, REPEAT] * 2, start=[1.0, 2.0, 9.0, 8.0])
    assert repeats_of(study).matrix().tolist() == [[5.0, 3.0], [4.0, 2.0]]
    assert repeats_of(study, "bob").matrix().tolist() == [[3.0], [2.0]]


# --- intervals ----------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_interval() -> None:
    ratings = Ratings.of_matrix(scores())
    found = [
        interval(alpha_statistic(ratings), ratings.cluster, Settings(draws=300, seed=seed))
        for seed in (0, 0, 1)
    ]
    assert found[0] == found[1] != found[2]
    assert found[0].low < found[0].estimate < found[0].high


def test_many_draws_in_parts_are_those_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    ratings = Ratings.of_matrix(scores())
    whole = interval(alpha_statistic(ratings), ratings.cluster, FEW)
    monkeypatch.setattr("assay.human.agreement.ratings.CELLS", 400)
    assert interval(alpha_statistic(ratings), ratings.cluster, FEW) == whole


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_intervals_hold_the_truth(method: str) -> None:
    held, settings = 0, Settings(draws=200, interval=method)  # type: ignore[arg-type]  # one of three words
    for trial in range(60):
        random = np.random.default_rng(trial)
        table = random.normal(0, 2, 50) + random.normal(0, 1, (3, 50))  # the true ICC is 4 / 5
        ratings = Ratings.of_matrix(table)
        one = interval(MEASURES["icc-1"].statistic(ratings), ratings.cluster, settings)
        held += one.low <= 0.8 <= one.high
    assert 0.8 <= held / 60 <= 1


def test_items_of_a_cluster_are_drawn_together() -> None:
    table = np.repeat(scores(items=10), 6, axis=1)
    alone = Ratings.of_matrix(table)
    together = np.repeat(np.arange(10), 6)
    narrow = interval(alpha_statistic(alone), alone.cluster, FEW)
    wide = interval(alpha_statistic(alone), together, FEW)
    assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)


@pytest.mark.parametrize("sample", ["half", "half-without"])
def test_half_samples_can_be_drawn(sample: str) -> None:
    seen = []

    def statistic(weights: np.ndarray) -> np.ndarray:
        seen.append(weights)
        return np.asarray(weights @ np.arange(10.0))

    interval(statistic, np.arange(10), Settings(draws=50, sample=sample))  # type: ignore[arg-type]  # a word
    assert (seen[1].sum(axis=1) == 5).all()
    assert (seen[1].max() == 1) == (sample == "half-without")


def test_what_is_not_defined_has_no_interval() -> None:
    found = intervals({"x": lambda weights: np.full(len(weights), np.nan)}, np.arange(3), FEW)["x"]
    assert np.isnan([found.estimate, found.low, found.high]).all()
    assert np.isnan(interval(lambda weights: np.ones(len(weights)), np.arange(0), FEW).low)


# --- measures -----------------------------------------------------------------------------------------------


def test_an_unused_grade_keeps_its_place() -> None:
    first, second = np.array([1.0, 2, 5, 5, 1, 2]), np.array([1.0, 5, 5, 2, 2, 1])
    one, other = (np.searchsorted([1, 2, 5], column).astype(float) for column in (first, second))
    assert kappa(first, second, "quadratic") != pytest.approx(kappa(one, other, "quadratic"))
    assert kappa(first, second) == pytest.approx(kappa(one, other))


def test_kappa_refuses_what_it_is_not_for() -> None:
    with pytest.raises(MismatchError, match="one length"):
        kappa(np.ones(2), np.ones(3))
    with pytest.raises(InputError, match="2000 different values"):
        kappa(np.arange(1000.0), np.arange(1000.0, 2000.0))
    with pytest.raises(OptionError, match="linear or quadratic"):
        kappa(np.ones(2), np.ones(2), "cubic")  # type: ignore[arg-type]  # that is the point


def test_alpha_refuses_what_it_is_not_for() -> None:
    with pytest.raises(OptionError, match="nominal"):
        alpha(np.ones((2, 2)), "words")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(InputError, match="starts at 0"):
        alpha(np.array([[-1.0, 2], [1, 2]]), "ratio")
    with pytest.raises(InputError, match="too many"):
        alpha(np.random.default_rng(0).random((2, 4000)), "ratio")


def test_a_large_offset_does_not_drown_agreement() -> None:
    table = scores()
    assert alpha(table + 1e9, "interval") == pytest.approx(alpha(table, "interval"), abs=1e-9)
    for form in ("1", "2", "3"):
        assert icc(table + 1e9, form) == pytest.approx(icc(table, form), abs=1e-9)


def test_one_way_icc_takes_items_with_different_numbers_of_ratings() -> None:
    table = scores(4, 200)
    holes = np.random.default_rng(2).random(table.shape) < 0.3
    assert icc(np.where(holes, np.nan, table), "1") == pytest.approx(icc(table, "1"), abs=0.05)


def test_two_way_icc_takes_complete_items_only() -> None:
    table = scores(3, 30)
    table[0, :10] = np.nan
    assert icc(table, "2") == pytest.approx(icc(table[:, 10:], "2"))
    with pytest.raises(OptionError, match="1, 2, 3"):
        icc(table, "4")  # type: ignore[arg-type]  # that is the point


def test_alpha_of_many_values_is_fast() -> None:
    random = np.random.default_rng(0)
    table = random.random((4, 25_000)) + random.random(25_000)
    for level in ("nominal", "ordinal", "interval"):
        assert np.isfinite(alpha(table, level))


def test_each_rater_is_held_against_the_mean_of_the_others() -> None:
    table = scores()
    found = against_others(Ratings.of_matrix(table, ("ann", "bob", "eve")))
    expected = np.corrcoef(table[1], (table[0] + table[2]) / 2)[0, 1]
    assert (found[1][0], found[1][2]) == ("bob", 40)
    assert found[1][1] == pytest.approx(expected)
    with_interval = against_rest(Ratings.of_matrix(table), FEW)[1].correlation
    assert with_interval.low < expected < with_interval.high


def test_a_correlation_that_is_not_there_is_named() -> None:
    with pytest.raises(OptionError, match="pearson, spearman, kendall"):
        correlation(np.ones(3), np.ones(3), "rho")  # type: ignore[arg-type]  # that is the point


def test_measures_suit_the_values() -> None:
    assert "fleiss" in suitable(Ratings.of_matrix(np.array([[1.0, 2, 3], [1, 2, 2]])))
    assert "pearson" in suitable(Ratings.of_matrix(scores()))
    with pytest.raises(OptionError, match="'pi' is not a measure"):
        measure_agreement(Ratings.of_matrix(scores()), FEW, ["pi"])


def test_a_study_has_both_kinds_of_agreement() -> None:
    table = scores(2, 30)
    rows = [(f"r{rater}", "A", str(item), table[rater, item]) for rater in range(2) for item in range(30)]
    again = [(rater, system, item, score + 1) for rater, system, item, score in rows[:12]]
    study = study_agreement(judged(rows + again, item=[GENUINE] * 60 + [REPEAT] * 12), FEW)
    by_name = {one.measure: one for one in study.between[""]}
    assert by_name["alpha-interval"].interval.estimate == pytest.approx(alpha(table))
    assert (by_name["pearson"].raters, by_name["pearson"].items, by_name["pearson"].rater_pairs) == (2, 30, 1)
    within = {one.measure: one.interval.estimate for one in study.within}
    assert within["pearson"] == pytest.approx(1)
    assert within["alpha-interval"] < 1


def test_threads_change_no_figure_and_are_those_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[int] = set()

    def watched(*given: Any, **options: Any) -> Any:
        asked.add(options["threads"])
        return pair_draws(*given, **options)

    monkeypatch.setattr(ratings_module, "pair_draws", watched)
    scores = Ratings.of_matrix(np.random.default_rng(3).normal(50, 20, (5, 40)).round())
    alone, several = (measure_agreement(scores, Settings(draws=100, threads=threads)) for threads in (1, 3))
    assert alone == several
    assert asked == {1, 3}


def test_without_shared_items_there_is_nothing_between() -> None:
    study = study_agreement(judged([("ann", "A", "1", 5.0), ("bob", "A", "2", 4.0)]), FEW)
    assert (dict(study.between), study.within) == ({}, ())


def test_an_estimate_is_its_statistic_with_weights_of_1() -> None:
    ratings = Ratings.of_matrix(scores())
    assert estimate(alpha_statistic(ratings), ratings.items) == alpha(scores())
