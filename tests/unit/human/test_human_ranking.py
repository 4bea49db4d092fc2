"""Ranking of systems by human scores: tests, common segments, documents, what is left out, laws."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st
from scipy import stats

from assay.data.evalset import Codes
from assay.data.scores import Scores
from assay.errors import InputError, OptionError
from assay.human.options import TESTS, RankOptions, Test
from assay.human.ratings.judged_means import JudgedMean, evaluation, oriented
from assay.human.ratings.ranking import rank_systems
from assay.stats.settings import Settings
from assay.stats.tests import Sample, rank_sum_test
from support.assertions import untyped

CHANCE = Settings(draws=200, threads=1)
SAMPLES = st.lists(st.integers(0, 8).map(float), min_size=2, max_size=25)


def scores_of(values, systems="ABCDEFGH", **more):
    values = np.array(values, dtype=float)
    return Scores(
        "da", tuple(systems[: len(values)]), tuple(map(str, range(values.shape[1]))), values, **more
    )


def three(segments=60, holes=0.0, seed=1):
    rng = np.random.default_rng(seed)
    values = rng.normal(untyped([[70], [60], [59.5]]), 8, (3, segments)) + rng.normal(0, 10, segments)
    return scores_of(np.where(rng.random(values.shape) < holes, np.nan, values))


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("holes", [0.0, 0.2])
def test_every_test_sees_a_large_difference_and_not_a_small_one(test, holes):
    ranking = rank_systems(three(holes=holes), RankOptions(test=test, chance=CHANCE))
    assert ranking.standings[0].system == "A"
    assert [place.cluster for place in ranking.standings] == [1, 2, 2]
    assert [(place.rank_low, place.rank_high) for place in ranking.standings] == [(1, 1), (2, 3), (2, 3)]
    assert all(place.low < place.score < place.high for place in ranking.standings)
    assert ranking.missing == int((~three(holes=holes).judged).sum())


def test_paired_tests_take_common_segments_and_say_how_many() -> None:
    scores = three(holes=0.3)
    for test in ("t", "signed-rank", "sign", "permutation", "bootstrap"):
        for one in rank_systems(scores, RankOptions(test=test, chance=CHANCE)).comparisons:
            both = scores.for_systems([one.first, one.second])
            assert one.units == int(both.judged.all(axis=0).sum())
            common = both.values[:, both.judged.all(axis=0)]
            assert one.difference == pytest.approx(common[0].mean() - common[1].mean())


def test_t_on_common_segments_is_scipys() -> None:
    scores = three(holes=0.3)
    for one in rank_systems(scores, RankOptions(test="t", correction="none")).comparisons:
        common = scores.for_systems([one.first, one.second])
        values = common.values[:, common.judged.all(axis=0)]
        assert one.p_value == pytest.approx(stats.ttest_rel(*values).pvalue)


def test_only_segments_that_all_were_judged_on() -> None:
    scores = three(holes=0.3)
    ranking = rank_systems(scores, RankOptions(test="t", common="all"))
    whole = scores.judged.all(axis=0)
    assert ranking.segments == int(whole.sum()) == ranking.standings[0].judged
    assert ranking.missing == 0
    means = dict(zip(scores.systems, scores.values[:, whole].mean(axis=1), strict=True))
    assert {place.system: place.score for place in ranking.standings} == pytest.approx(means)


@pytest.mark.parametrize("test", ["rank-sum", "wmt"])
@pytest.mark.filterwarnings("ignore:test=wmt")
def test_the_rank_sum_takes_all_segments_of_either(test: Test) -> None:
    scores = three(holes=0.3)
    for one in rank_systems(scores, RankOptions(test=test, correction="none")).comparisons:
        first, second = (row[~np.isnan(row)] for row in scores.for_systems([one.first, one.second]).values)
        leads = "greater" if first.mean() > second.mean() else "less"
        side = leads if test == "wmt" else "two-sided"
        expected = stats.mannwhitneyu(first, second, alternative=side, method="asymptotic")
        assert one.p_value == pytest.approx(expected.pvalue, rel=1e-10)


@pytest.mark.filterwarnings("ignore:test=")
def test_sides() -> None:
    scores = three()
    one = {
        (test, sides): rank_systems(scores, RankOptions(test=test, sides=sides, correction="none"))
        .comparisons[0]
        .p_value
        for test in ("rank-sum", "signed-rank", "t")
        for sides in ("one", "two")
    }
    for test in ("rank-sum", "signed-rank", "t"):
        assert one[test, "one"] == pytest.approx(one[test, "two"] / 2, rel=1e-6)
    assert [test for test in TESTS if RankOptions(test=test).one_sided] == ["wmt"]


@pytest.mark.filterwarnings("ignore:test=")
def test_one_sided_against_the_mean_is_no_evidence() -> None:
    values = [[10.0, 10, 10, 10, 10, 100], [11.0, 11.5, 12, 12.5, 13, 0]]  # ahead once, by far
    one = rank_systems(
        scores_of(values), RankOptions(test="sign", sides="one", correction="none")
    ).comparisons[0]
    assert one.difference > 0
    assert one.p_value > 0.5
    assert not one.significant(0.999)


def test_intervals_are_students() -> None:
    scores = three(holes=0.2)
    for place in rank_systems(scores, RankOptions(test="t")).standings:
        row = scores.values[scores.systems.index(place.system)]
        kept = row[~np.isnan(row)]
        expected = stats.t.interval(0.95, len(kept) - 1, kept.mean(), stats.sem(kept))
        assert (place.low, place.high) == pytest.approx(expected)


def test_documents_are_drawn_whole() -> None:
    rng = np.random.default_rng(3)
    shared = np.repeat(rng.normal(0, 6, (2, 10)), 8, axis=1)  # a document is good or bad as a whole
    values = np.array([[63.0], [59.0]]) + shared + rng.normal(0, 1, (2, 80))
    scores = scores_of(values, document=Codes.of([str(n // 8) for n in range(80)]))
    for test in ("permutation", "bootstrap", "t", "rank-sum"):
        by_segment = rank_systems(scores, RankOptions(test=test, unit="segment", chance=CHANCE))
        clustered = rank_systems(scores, replace(by_segment.options, unit="auto"))
        assert clustered.comparisons[0].units == 10
        assert clustered.comparisons[0].p_value > by_segment.comparisons[0].p_value
        wide, narrow = clustered.standings[0], by_segment.standings[0]
        assert wide.high - wide.low > narrow.high - narrow.low
        assert wide.score == pytest.approx(narrow.score)


def test_documents_must_be_known() -> None:
    with pytest.raises(InputError, match="unit=document"):
        rank_systems(three(), RankOptions(unit="document"))


def test_systems_with_few_judgements_are_left_out_and_named() -> None:
    values = np.full((3, 10), np.nan)
    values[:2] = np.random.default_rng(1).normal(0, 1, (2, 10))
    values[2, :3] = 9
    ranking = rank_systems(scores_of(values), RankOptions(least=5))
    assert ranking.left_out == ("C",)
    assert set(ranking.systems) == {"A", "B"}
    with pytest.raises(InputError, match="0 of 3 systems have 11"):
        rank_systems(scores_of(values), RankOptions(least=11))


def test_no_common_segments_is_an_error_with_a_way_out() -> None:
    values = [[1.0, 2, np.nan, np.nan], [np.nan, np.nan, 3, 4]]
    with pytest.raises(InputError, match=r"no segment in common.*rank-sum"):
        rank_systems(scores_of(values), RankOptions(test="t"))
    with pytest.raises(InputError, match="common=pair"):
        rank_systems(scores_of(values), RankOptions(test="t", common="all"))
    assert rank_systems(scores_of(values)).standings[0].system == "B"


def test_corrections() -> None:
    raw = rank_systems(three(), RankOptions(correction="none")).comparisons
    holm = rank_systems(three(), RankOptions(correction="holm")).comparisons
    bh = rank_systems(three(), RankOptions(correction="bh")).comparisons
    for plain, strict, mild in zip(raw, holm, bh, strict=True):
        assert plain.adjusted == plain.p_value == strict.p_value
        assert plain.adjusted <= mild.adjusted + 1e-12 <= strict.adjusted + 2e-12


@pytest.mark.parametrize(
    "options",
    [
        {"test": "wilcox"},
        {"sides": "three"},
        {"common": "some"},
        {"least": 1},
        {"correction": "bonferroni"},
        {"test": "permutation", "sides": "one"},
    ],
)
def test_options_that_do_not_exist_are_refused(options):
    with pytest.raises(OptionError):
        RankOptions(**options)


def test_error_counts_are_turned_round() -> None:
    worse = scores_of([[5.0, 6, 7], [1.0, 2, 2.5]], higher_is_better=False)
    assert rank_systems(worse).systems == ("B", "A")
    assert oriented(worse).values.tolist() == [[-5, -6, -7], [-1, -2, -2.5]]


def test_the_mean_of_judged_segments_is_a_metric_whose_rows_add() -> None:
    scores = scores_of([[1.0, np.nan, 3.0]])
    found = evaluation(scores)
    metric = JudgedMean("da")
    stats_of = found.stats[metric, "A"]
    assert metric.columns == ("sum", "judged")
    assert metric.label == "da"
    assert stats_of.rows.tolist() == [[1, 1], [0, 0], [3, 1]]
    assert stats_of.total() == 2
    assert np.isnan(stats_of.each()[1])


# --- laws -------------------------------------------------------------------------------------------------------


@given(SAMPLES, SAMPLES)
def test_rank_sum_agrees_with_scipy(first, second):
    found = rank_sum_test(Sample.of(np.array(first), 8.0), Sample.of(np.array(second), 8.0))
    assert found.wins + found.losses + found.ties == pytest.approx(1)
    wins = np.subtract.outer(first, second)
    assert found.wins == pytest.approx((wins > 0).mean())
    assert found.ties == pytest.approx((wins == 0).mean())
    if len({*first, *second}) > 1:
        for side in ("greater", "less"):
            expected = stats.mannwhitneyu(first, second, alternative=side, method="asymptotic").pvalue
            assert getattr(found, side) == pytest.approx(expected, rel=1e-9)
    else:
        assert found.greater == found.less == 1


def test_rank_sum_of_nothing() -> None:
    assert rank_sum_test(Sample.of(np.zeros(0)), Sample.of(np.array([1.0]))).greater == 1


def found_by_name(ranking):
    return {
        place.system: (place.score, place.rank_low, place.rank_high, place.cluster)
        for place in ranking.standings
    }


@pytest.mark.parametrize("test", ["rank-sum", "signed-rank", "t", "permutation"])
@profile(max_examples=15)
@given(st.permutations(range(3)), st.permutations(range(12)))
def test_the_order_of_systems_and_segments_is_irrelevant(test, systems, segments):
    scores = three(12)
    shuffled = Scores(
        "da",
        tuple(scores.systems[place] for place in systems),
        tuple(scores.segments[place] for place in segments),
        scores.values[np.ix_(systems, segments)],
    )
    if test == "permutation":  # the coins are those of places, so only systems may change theirs
        shuffled = scores.for_systems(shuffled.systems)
    chosen = RankOptions(test=test, chance=CHANCE)
    ours, theirs = found_by_name(rank_systems(shuffled, chosen)), found_by_name(rank_systems(scores, chosen))
    assert {name: place[1:] for name, place in ours.items()} == {
        name: place[1:] for name, place in theirs.items()
    }


def test_a_duplicated_system_ties_with_itself_and_leaves_the_others_alone() -> None:
    scores = three()
    doubled = Scores("da", (*"ABC", "copy"), scores.segments, np.vstack([scores.values, scores.values[:1]]))
    for test in TESTS:
        settings = RankOptions(test=test, correction="none", chance=CHANCE)
        before = {(one.first, one.second): one.p_value for one in rank_systems(scores, settings).comparisons}
        after = {(one.first, one.second): one for one in rank_systems(doubled, settings).comparisons}
        assert {pair: after[pair].p_value for pair in before} == pytest.approx(before)
        assert not after["A", "copy"].significant(0.99)
        assert after["A", "copy"].p_value >= 0.5


@pytest.mark.parametrize("test", TESTS)
def test_negation_turns_the_ranking_round(test):
    scores, settings = three(), RankOptions(test=test, chance=CHANCE)
    turned = Scores("da", scores.systems, scores.segments, -scores.values)
    assert rank_systems(turned, settings).systems == rank_systems(scores, settings).systems[::-1]


@pytest.mark.parametrize("test", TESTS)
def test_a_shifted_and_stretched_scale_changes_no_rank(test):
    scores, settings = three(), RankOptions(test=test, chance=CHANCE)
    other = Scores("da", scores.systems, scores.segments, 3 * scores.values - 40)
    ours, theirs = rank_systems(other, settings), rank_systems(scores, settings)
    for mine, yours in zip(ours.comparisons, theirs.comparisons, strict=True):
        assert mine.p_value == pytest.approx(yours.p_value)
