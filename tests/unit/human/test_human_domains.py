"""Domains: macro-average, and p-values joined with their direction."""

import numpy as np
import pytest
from scipy import stats

from assay.data.evalset import Codes
from assay.data.scores import Scores
from assay.errors import InputError
from assay.human.options import RankOptions
from assay.human.ratings.domains import rank_by_domain, signed_z, stouffer
from assay.human.ratings.ranking import rank_systems
from support.assertions import untyped

NEWS, CHAT = 30, 10


def scores_of(news, chat, seed=5):
    """Return systems whose means differ in two domains of different size."""
    rng = np.random.default_rng(seed)
    shift = np.concatenate(
        [np.tile(np.array(news)[:, None], NEWS), np.tile(np.array(chat)[:, None], CHAT)], axis=1
    )
    values = shift + rng.normal(0, 2, shift.shape)
    domain = Codes.of(["news"] * NEWS + ["chat"] * CHAT)
    names = tuple("ABC"[: len(news)])
    return Scores("da", names, tuple(map(str, range(NEWS + CHAT))), values, domain=domain)


def test_every_domain_counts_the_same() -> None:
    scores = scores_of([10, 20], [30, 0])
    found = rank_by_domain(scores, RankOptions(test="t"))
    assert found.domains == ("news", "chat")
    for place in found.standings:
        row = scores.values[scores.systems.index(place.system)]
        assert found.means(place.system) == pytest.approx((row[:NEWS].mean(), row[NEWS:].mean()))
        assert place.score == pytest.approx((row[:NEWS].mean() + row[NEWS:].mean()) / 2)
    assert found.standings[0].system == "A"
    assert rank_systems(scores).standings[0].system == "B"  # more segments of news than of chat


def test_domains_that_contradict_each_other_cancel() -> None:
    opposed = rank_by_domain(
        scores_of([60, 50], [50, 60]), RankOptions(test="signed-rank", correction="none")
    )
    [pair] = opposed.pairs
    news, chat = pair.z_by_domain
    assert news > 3
    assert chat < -2
    lost = 2 * stats.norm.sf((abs(news) + abs(chat)) / np.sqrt(2))
    assert lost < 1e-5  # what joining two-sided p-values would say
    assert pair.p_value == pytest.approx(2 * stats.norm.sf(abs(news + chat) / np.sqrt(2)))
    assert pair.p_value > 0.01


@pytest.mark.parametrize("test", ["rank-sum", "t", "signed-rank"])
def test_domains_that_agree_add_up(test: str) -> None:
    found = rank_by_domain(scores_of([60, 59], [60, 59]), RankOptions(test=untyped(test), correction="none"))
    [pair] = found.pairs
    assert pair.z == pytest.approx(sum(pair.z_by_domain) / np.sqrt(2))
    assert [place.cluster for place in rank_by_domain(scores_of([60, 50], [60, 50])).standings] == [1, 2]


def test_joined_values_are_scipys() -> None:
    scores = scores_of([60, 59], [60, 58.5])
    found = rank_by_domain(scores, RankOptions(test="rank-sum", sides="one", correction="none"))
    p_values = [ranking.comparisons[0].p_value for ranking in found.rankings.values()]
    expected = stats.combine_pvalues(p_values, method="stouffer")
    assert all(ranking.comparisons[0].difference > 0 for ranking in found.rankings.values())
    assert found.pairs[0].z == pytest.approx(expected.statistic)
    assert found.pairs[0].p_value == pytest.approx(2 * expected.pvalue)
    assert stouffer([1.0, 2.0]) == pytest.approx(3 / np.sqrt(2))


def test_a_signed_z_knows_the_side() -> None:
    one = rank_systems(scores_of([50, 60], [50, 60]), RankOptions(test="t")).comparisons[0]
    assert signed_z(one, one_sided=False) == pytest.approx(-stats.norm.isf(one.p_value / 2))


def test_a_system_missing_in_a_domain_is_left_out_and_named() -> None:
    scores = scores_of([60, 50, 55], [60, 50, 55])
    scores.values[2, NEWS:] = np.nan
    found = rank_by_domain(scores)
    assert found.left_out == ("C",)
    assert {place.system for place in found.standings} == {"A", "B"}


def test_domains_must_be_known() -> None:
    scores = Scores("da", ("A", "B"), ("1", "2"), np.ones((2, 2)))
    with pytest.raises(InputError, match="domain"):
        rank_by_domain(scores)
