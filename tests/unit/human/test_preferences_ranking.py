"""Expected wins, sign tests, rank ranges and clusters; Bradley-Terry at its limits; TrueSkill's runs."""

from dataclasses import replace

import numpy as np
import pytest

from assay.data import Codes, Preferences
from assay.errors import AssayWarning, InputError, OptionError
from assay.human import RankOptions, rank
from assay.human.flows import PreferencesRanking
from assay.human.preferences.bradley_terry import TIES, fit_bradley_terry, rank_by_strength
from assay.human.preferences.stability import width_by_raters
from assay.human.preferences.trueskill import TrueSkill, rank_by_trueskill
from assay.human.preferences.wins import (
    expected,
    gather_pairs,
    pair_tests,
    rank_by_wins,
    win_matrix,
)
from assay.reporting.tables.human.first_screen import human_summary
from assay.reporting.tables.human.preferences import taste_words
from assay.stats import rank_ranges
from assay.stats.settings import Settings
from support.assertions import present
from support.preferences import from_counts, preferences

CLEAR = {("a", "b"): (60, 10, 10), ("a", "c"): (70, 5, 5), ("b", "c"): (65, 5, 10)}
QUICK = Settings(draws=200, seed=3)
METHODS = [rank_by_wins, rank_by_strength, rank_by_trueskill]


def test_expected_wins_are_the_mean_over_opponents() -> None:
    matrix = win_matrix(from_counts({("a", "b"): (3, 9, 1), ("a", "c"): (1, 0, 1), ("b", "d"): (0, 5, 0)}))
    assert matrix.systems == ("a", "b", "c", "d")
    assert matrix.wins[0].tolist() == [0, 3, 1, 0]
    assert matrix.ties[1].tolist() == [9, 0, 0, 5]
    assert matrix.expected()[:3].tolist() == [(3 / 4 + 1 / 2) / 2, 1 / 4, 1 / 2]
    assert np.isnan(matrix.expected()[3])
    assert matrix.shares()[0, 1] == 0.75


def test_the_sign_test_drops_ties() -> None:
    [found] = pair_tests(from_counts({("a", "b"): (60, 17, 40)}))
    assert (found.wins, found.losses, found.ties) == (60, 40, 17)
    assert found.p_value == pytest.approx(0.0569, abs=5e-5)
    assert present(found.share).estimate == 0.6


def test_judgements_of_one_segment_may_count_as_one() -> None:
    games = [("a", "b", 1)] * 9 + [("b", "a", 1), ("b", "a", 1)]
    one = preferences(games, segments=["1"] * 9 + ["2", "2"])
    [found] = pair_tests(one, unit="segment")
    assert (found.wins, found.losses, found.p_value) == (1, 1, 1.0)
    assert pair_tests(one)[0].wins == 9


def test_p_values_are_adjusted_for_the_number_of_pairs() -> None:
    found = pair_tests(from_counts(CLEAR))
    assert len(found) == 3
    assert max(one.adjusted / one.p_value for one in found) == pytest.approx(3)
    assert all(one.adjusted == one.p_value for one in pair_tests(from_counts(CLEAR), correction="none"))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("unit", ["judgement", "segment"])
def test_clear_winners_have_clusters_of_their_own(method, unit):
    found = method(from_counts(CLEAR), QUICK, unit)
    assert found.clusters == (("a",), ("b",), ("c",))
    assert [(place.rank_low, place.rank_high) for place in found.standings] == [(1, 1), (2, 2), (3, 3)]
    assert all(place.low < place.score < place.high for place in found.standings)
    assert (found.judgements, found.ties, found.draws, found.unit) == (240, 20, 200, unit)


@pytest.mark.parametrize("method", METHODS)
def test_equal_systems_share_a_cluster(method):
    even = dict.fromkeys(CLEAR, (10, 5, 10))
    found = method(from_counts(even), QUICK)
    assert [set(cluster) for cluster in found.clusters] == [{"a", "b", "c"}]
    assert all((place.rank_low, place.rank_high) == (1, 3) for place in found.standings)


def test_dependent_judgements_make_ranges_wider() -> None:
    games = [("a", "b", 1)] * 60 + [("a", "b", -1)] * 30
    one = preferences(games, raters=["x"] * 45 + ["y"] * 15 + ["z"] * 30)
    alone, by_rater = rank_by_wins(one, QUICK), rank_by_wins(one, QUICK, "rater")
    assert alone.clusters == (("a",), ("b",))
    assert by_rater.clusters == (("a", "b"),)


def test_judgements_drawn_by_counts_are_as_if_drawn_one_by_one() -> None:
    """Units of one judgement each, under another name, go through the kernel."""
    one = from_counts(CLEAR)
    for kind in ("full", "half", "half-without"):
        options = Settings(draws=4000, sample=kind)
        alone, by_unit = (gather_pairs(one, unit).drawn(options) for unit in ("judgement", "segment"))
        assert (alone.sum(axis=1) == by_unit.sum(axis=1)).all()
        assert alone.mean(axis=0) == pytest.approx(by_unit.mean(axis=0), abs=0.6)
        assert alone.std(axis=0) == pytest.approx(by_unit.std(axis=0), rel=0.1)


def test_ranges_leave_out_draws_at_both_ends_and_share_equal_places() -> None:
    drawn = np.array([[3.0, 2, 1]] * 975 + [[1.0, 2, 3]] * 25)
    best, worst = rank_ranges(drawn, 0.95)
    assert (best.tolist(), worst.tolist()) == ([1, 2, 3], [1, 2, 3])
    best, worst = rank_ranges(np.vstack([drawn[1:], drawn[-1:]]), 0.95)
    assert (best.tolist(), worst.tolist()) == ([1, 2, 1], [3, 2, 3])
    best, worst = rank_ranges(np.array([[1.0, 1.0, 0.0, np.nan]]), 0.95)
    assert (best.tolist(), worst.tolist()) == ([1, 1, 3, 1], [3, 3, 4, 4])


def test_half_samples_are_wider_and_trueskill_has_none() -> None:
    whole, half = (
        rank_by_wins(from_counts(CLEAR), Settings(draws=300, sample=kind)) for kind in ("full", "half")
    )
    widths = [[place.high - place.low for place in each.standings] for each in (whole, half)]
    assert all(wide > narrow for narrow, wide in zip(*widths, strict=True))
    with pytest.raises(OptionError, match="full"):
        rank_by_trueskill(from_counts(CLEAR), Settings(sample="half"))


def test_systems_without_judgements_are_named() -> None:
    one = preferences([("a", "b", 1)], systems="abx")
    with pytest.warns(AssayWarning, match="x"):
        assert gather_pairs(one).systems == ("a", "b")


def test_what_cannot_be_ranked_is_refused() -> None:
    with pytest.raises(InputError, match="no judgement"):
        rank_by_wins(preferences([]), QUICK)
    with pytest.raises(InputError, match="itself"):
        rank_by_wins(preferences([("a", "a", 1)]), QUICK)
    with pytest.raises(OptionError, match="unit"):
        rank_by_wins(preferences([("a", "b", 1)]), QUICK, "week")
    with pytest.raises(InputError, match="screen"):
        rank_by_wins(preferences([("a", "b", 1)]), QUICK, "screen")
    with pytest.raises(OptionError, match="bca"):
        rank_by_wins(from_counts(CLEAR), Settings(interval="bca"))


# --- Bradley-Terry ------------------------------------------------------------------------------------------


def test_two_systems_have_the_odds_of_their_wins() -> None:
    model = fit_bradley_terry(from_counts({("a", "b"): (30, 20, 10)}))
    assert model.strengths[0] - model.strengths[1] == pytest.approx(np.log(3))
    assert model.probabilities("a", "b") == pytest.approx((1 / 2, 1 / 3, 1 / 6))
    assert fit_bradley_terry(from_counts({("a", "b"): (30, 20, 10)}), "rao-kupper").probabilities(
        "b", "a"
    ) == pytest.approx((1 / 6, 1 / 3, 1 / 2))
    halves = fit_bradley_terry(from_counts({("a", "b"): (30, 20, 10)}), "half")
    assert halves.probabilities("a", "b") == pytest.approx((2 / 3, 0, 1 / 3))


@pytest.mark.parametrize("ties", TIES)
def test_without_ties_all_models_are_one(ties):
    counts = {("a", "b"): (6, 0, 3), ("b", "c"): (5, 0, 4), ("a", "c"): (2, 0, 2)}
    plain, model = (
        fit_bradley_terry(from_counts(counts), "drop"),
        fit_bradley_terry(from_counts(counts), ties),
    )
    assert model.strengths == pytest.approx(plain.strengths, abs=1e-9)
    assert model.errors == pytest.approx(plain.errors, abs=1e-9)
    assert model.probabilities("a", "b")[1] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize(
    ("counts", "words", "groups"),
    [
        ({("a", "b"): (5, 0, 0), ("b", "c"): (3, 0, 2)}, "a never lost to b, c", (("a",), ("b", "c"))),
        (
            {("a", "b"): (5, 0, 3), ("c", "d"): (3, 0, 2)},
            "falls into groups .* a, b; c, d",
            (("a", "b"), ("c", "d")),
        ),
    ],
    ids=["undefeated", "disconnected"],
)
def test_strengths_that_are_not_finite_are_held_and_told(ties, counts, words, groups):
    with pytest.warns(AssayWarning, match=words):
        model = fit_bradley_terry(from_counts(counts), ties)
    assert model.groups == groups
    assert model.penalty == 0.1
    assert np.isfinite(model.strengths).all()
    assert fit_bradley_terry(from_counts(counts), ties, penalty=2.0).penalty == 2.0


@pytest.mark.parametrize("ties", ["davidson", "rao-kupper"])
def test_ties_alone_do_not_bound_a_strength(ties: str) -> None:
    """With no loss at all, ties and strengths could grow together without end."""
    with pytest.warns(AssayWarning, match="one order"):
        model = fit_bradley_terry(from_counts({("a", "b"): (3, 2, 0)}), ties)
    assert np.isfinite(model.strengths).all()
    cycle = {("a", "b"): (1, 2, 0), ("b", "c"): (1, 0, 0), ("c", "a"): (1, 0, 0)}
    assert fit_bradley_terry(from_counts(cycle), ties).penalty == 0


def test_nothing_but_ties_tells_nothing() -> None:
    with pytest.raises(InputError, match="tie"):
        fit_bradley_terry(from_counts({("a", "b"): (0, 5, 0)}))
    for wrong in ({"ties": "ignore"}, {"penalty": -1.0}):
        with pytest.raises(OptionError):
            fit_bradley_terry(from_counts(CLEAR), **wrong)


def test_draws_without_finite_strengths_are_counted() -> None:
    found = rank_by_strength(from_counts({("a", "b"): (6, 1, 1), ("b", "c"): (3, 1, 2)}), QUICK)
    assert any("resamples have no finite strengths" in note for note in found.notes)
    assert all(np.isfinite([place.low, place.high]).all() for place in found.standings)


def test_errors_shrink_with_the_root_of_the_judgements() -> None:
    once, fourfold = (
        fit_bradley_terry(from_counts({p: tuple(k * n for n in c) for p, c in CLEAR.items()})) for k in (1, 4)
    )
    assert once.errors == pytest.approx(2 * fourfold.errors, rel=1e-9)


# --- TrueSkill ----------------------------------------------------------------------------------------------


def test_pairs_that_never_met_are_told() -> None:
    """The first plays only the second, and so takes up all its games: TrueSkill then has it behind the third."""
    chain = from_counts({("a", "b"): (30, 2, 3), ("b", "c"): (30, 2, 3), ("c", "d"): (30, 2, 3)})
    with pytest.warns(AssayWarning, match="3 of 6 pairs"):
        found = rank_by_trueskill(chain, QUICK)
    assert (found.systems[0], found.systems[-1]) == ("a", "d")
    assert "3 of 6 pairs" in found.notes[1]
    assert rank_by_strength(chain, QUICK).systems == ("a", "b", "c", "d")


def test_expected_wins_and_skills_agree_on_a_thousand_judgements() -> None:
    rng = np.random.default_rng(1)
    strength = dict(zip("abcde", (1.0, 0.6, 0.1, -0.5, -1.2), strict=True))
    games = []
    for _ in range(1000):
        i, j = rng.choice(list(strength), 2, replace=False)
        games.append((i, j, 1 if rng.random() < 1 / (1 + np.exp(strength[j] - strength[i])) else -1))
    assert rank_by_trueskill(preferences(games), QUICK).systems == tuple("abcde")
    assert rank_by_wins(preferences(games), QUICK).systems == tuple("abcde")


def test_seeds_and_options_show() -> None:
    one = from_counts(CLEAR)
    same = rank_by_trueskill(one, QUICK)
    assert same == rank_by_trueskill(one, QUICK)
    assert same.standings != rank_by_trueskill(one, Settings(draws=200, seed=4)).standings
    other = rank_by_trueskill(one, QUICK, options=TrueSkill(beta=1.0, games=50))
    assert "beta 1, " in other.notes[0]
    assert "50 games" in other.notes[0]


@pytest.mark.parametrize(
    "wrong",
    [{"sigma": 0}, {"beta": 0}, {"draw_probability": 0}, {"draw_probability": 1}, {"tau": -1}, {"games": -1}],
)
def test_options_that_no_skill_can_have_are_refused(wrong):
    with pytest.raises(OptionError):
        TrueSkill(**wrong)


def test_expected_wins_of_many_draws_at_once() -> None:
    wins = np.stack([np.array([[0.0, 2], [1, 0]]), np.array([[0.0, 0], [0, 0]])])
    assert expected(wins)[0].tolist() == [2 / 3, 1 / 3]
    assert np.isnan(expected(wins)[1]).all()


# --- raters' tastes --------------------------------------------------------------------


@pytest.mark.slow
def test_joint_ranges_hold_for_all_systems_at_once() -> None:
    """Of near ties each range holds by itself, but seldom all of them."""
    rng = np.random.default_rng(1)
    true = 0.5 - 0.001 * np.arange(10)
    ranks, held = np.arange(1, 11), {"each": 0, "joint": 0}
    for _ in range(200):
        scores = true + rng.normal(0, 0.03, 10)
        drawn = scores + rng.normal(0, 0.03, (400, 10))
        for name, (low, high) in (
            ("each", rank_ranges(drawn, 0.95)),
            ("joint", rank_ranges(drawn, 0.95, joint=True)),
        ):
            held[name] += bool(((low <= ranks) & (ranks <= high)).all())
    assert held["joint"] >= 0.93 * 200
    assert held["each"] < 0.6 * 200


def tastes(spread: float, seed: int = 1) -> Preferences:
    """Return pairs of two equal systems by eight raters, each with a taste of his own."""
    rng = np.random.default_rng(seed)
    rater = np.repeat(np.arange(8), 40)
    chance = 1 / (1 + np.exp(-rng.normal(0, spread, 8)))[rater]
    return Preferences(
        systems=("A", "B"),
        rater=Codes.of([f"r{number}" for number in rater]),
        segment=Codes.of([str(number) for number in np.tile(np.arange(40), 8)]),
        first=np.zeros(320, dtype=np.int32),
        second=np.ones(320, dtype=np.int32),
        outcome=np.where(rng.random(320) < chance, 1, -1).astype(np.int8),
    )


def test_raters_who_differ_in_taste_widen_the_intervals() -> None:
    chance = Settings(draws=400, seed=1, threads=1)
    assert width_by_raters(tastes(2.0), chance, "segment") > 2
    alike = [width_by_raters(tastes(0.0, seed), chance, "segment") for seed in range(8)]
    assert 0.7 < np.mean(alike) < 1.25
    assert np.isnan(width_by_raters(tastes(2.0), chance, "rater"))
    ranking = rank(tastes(2.0), RankOptions(unit="segment", chance=chance))
    assert isinstance(ranking, PreferencesRanking)
    assert "6.1 times as wide as with unit segment" in taste_words(ranking)[0]


def test_raters_are_resampled_where_they_differ_in_taste() -> None:
    chance = Settings(draws=400, seed=1, threads=1)
    ranking = rank(tastes(2.0), RankOptions(chance=chance))
    assert isinstance(ranking, PreferencesRanking)
    assert ranking.systems.unit == "rater"
    assert not any(test.adjusted < 0.05 for test in ranking.tests)
    assert "the ranking is for other raters, too" in taste_words(ranking)[0]
    alike = rank(tastes(0.0, 3), RankOptions(chance=chance))
    assert isinstance(alike, PreferencesRanking)
    assert (alike.systems.unit, taste_words(alike)) == ("segment", [])


def of_four_raters(seed: int) -> Preferences:
    """Return rankings of two equal systems by four raters with tastes, who each judge 30 segments."""
    rng = np.random.default_rng(seed)
    rater = np.repeat(np.arange(4), 30)
    lead = rng.normal(0, 0.7, 4)[rater] + rng.normal(0, 1.4, 120)
    return Preferences(
        ("A", "B"),
        np.zeros(120, dtype=np.int32),
        np.ones(120, dtype=np.int32),
        np.sign(lead).astype(np.int8),
        Codes.of([f"r{number}" for number in rater]),
        Codes.of([str(number) for number in range(120)]),
    )


def test_few_raters_with_tastes_seldom_make_a_winner_and_the_first_screen_says_why() -> None:
    chance = Settings(draws=200, seed=1, threads=1)
    rankings = [rank(of_four_raters(seed), RankOptions(chance=chance), ("ranking",)) for seed in range(60)]
    told = [each for each in rankings if isinstance(each, PreferencesRanking)]
    false = [any(test.adjusted < 0.05 for test in each.tests) for each in told]
    # By segment it is 24 of 60.
    assert sum(false) <= 6
    # That four raters seem to agree is no sign that others would: nothing is claimed, by whatever chance.
    assert {each.systems.unit for each in told} == {"rater"}
    few = told[0]
    screen = str(human_summary(few))
    assert "4 raters are too few for intervals and ranges of ranks, so nothing is claimed" in screen
    assert "No more judgements are needed" not in screen


def test_of_few_documents_the_first_screen_says_that_nothing_is_claimed() -> None:
    chance = Settings(draws=200, seed=1, threads=1)
    games = of_four_raters(1)
    document = Codes.of([str(number // 40) for number in range(120)])
    ranking = rank(replace(games, document=document), RankOptions(unit="document", chance=chance))
    assert "3 documents are too few for intervals and ranges of ranks, so nothing is claimed" in str(
        human_summary(ranking)
    )


def test_more_systems_than_all_pairs_can_be_drawn_of_are_refused() -> None:
    games = [(f"s{number}", f"s{number + 1}", 1) for number in range(300)]
    with pytest.raises(InputError, match=r"301 systems, and at most 300 can be ranked"):
        rank(preferences(games), RankOptions(method="wins"))
