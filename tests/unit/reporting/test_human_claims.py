"""Sentences about systems that people judged: each holds for the figures that it may be given."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from assay.data.scores import Scores
from assay.human import RankOptions, rank_systems
from assay.human.agreement.correlation import OverTime, Third
from assay.human.ratings.balance import Balance
from assay.human.ratings.ranking import SystemRanking
from assay.reporting.tables.human.agreement import time_words
from assay.reporting.tables.human.ranking import pairs_figure, provenance, ranking_pairs, system_ranking_table
from assay.reporting.tables.human.summary import balance_words, claims, nonzero_digits, p_digits
from assay.stats import Correction, Interval, Settings
from assay.stats.standings import order_systems
from support.assertions import untyped


def ranked(wins: set[tuple[str, str]], systems: str = "ABCD") -> SystemRanking:
    """Return a ranking in which these pairs, and no others, are significantly different."""
    values = np.random.default_rng(1).normal(0, 1, (len(systems), 20)) - 5 * np.arange(len(systems))[:, None]
    scores = Scores("da", tuple(systems), tuple(map(str, range(20))), values)
    whole = rank_systems(scores, RankOptions(test="t", correction="none"))
    pairs = tuple(
        replace(pair, adjusted=0.01 if (pair.first, pair.second) in wins else 0.4)
        for pair in whole.comparisons
    )
    means = {standing.system: standing.score for standing in whole.standings}
    return replace(whole, comparisons=pairs, standings=tuple(order_systems(means, wins)))


ALL = set(combinations("ABCD", 2))


def test_the_best_of_all() -> None:
    words = claims(ranked({("A", other) for other in "BCD"}))
    assert words == [
        "A is significantly better than all others.",
        "B, C and D share ranks 2 to 4; not every pair of them is significantly different.",
    ]


def test_every_system_apart() -> None:
    assert claims(ranked(ALL))[1:] == [
        "B is ranked 2nd, significantly better than all below.",
        "C is ranked 3rd, significantly better than D.",
        "D is ranked 4th.",
    ]


def test_a_leader_who_beats_some() -> None:
    """Pairs that are significantly different must not be denied because there is one cluster."""
    assert claims(ranked({("A", "C"), ("A", "D"), ("B", "D")})) == [
        "A has the highest mean; it is significantly better than 2 of 3 others, but not than B.",
        "3 of 6 pairs are significantly different at 0.05, but they do not divide the systems into clusters: no "
        "group is significantly better than all the others.",
    ]


def test_a_leader_who_beats_nobody() -> None:
    assert claims(ranked({("B", "D")}))[0] == (
        "A has the highest mean; it is not significantly better than 3 others."
    )


def test_one_pair_alone() -> None:
    assert claims(ranked({("B", "D")}))[1].startswith("1 of 6 pairs is significantly different at 0.05, but")


def test_nobody_beats_anybody() -> None:
    assert claims(ranked(set())) == ["No two systems are significantly different at 0.05."]
    assert claims(ranked(set(), "AB")) == ["A and B are not significantly different at 0.05."]


@pytest.mark.parametrize("number", range(2 ** len(ALL)))
def test_every_number_of_pairs_that_is_said_is_that_of_the_table(number: int) -> None:
    wins = {pair for place, pair in enumerate(sorted(ALL)) if number >> place & 1}
    ranking = ranked(wins)
    words, marked = (
        " ".join(claims(ranking)),
        sum(untyped(row[2]).mark == "*" for row in ranking_pairs(ranking).rows),
    )
    assert set(ranking.significant) == wins
    assert ("No two systems are significantly different" in words) == (marked == 0)
    if f"of {len(ALL)} pairs" in words:
        assert f"{marked} of {len(ALL)} pairs" in words


def test_the_first_column_of_the_ranking_is_the_rank() -> None:
    values = np.array([[1.0, 2, 3], [4.0, 5, 6], [6.0, 5, 4]])
    ranking = rank_systems(Scores("da", ("low", "high", "same"), ("1", "2", "3"), values))
    table = system_ranking_table(ranking)
    assert [head.label or head.name for head in table.columns[:2]] == ["rank", "system"]
    assert [row[:2] for row in table.rows] == [(1, "high"), (1, "same"), (3, "low")]


def test_squares_of_the_picture_have_the_difference_and_its_adjusted_p() -> None:
    ranking = ranked({("A", "B")})
    ranking = replace(
        ranking, comparisons=tuple(replace(pair, adjusted=0.0028) for pair in ranking.comparisons)
    )
    order = [standing.system for standing in ranking.standings]
    for row, column, difference, word, label, p in pairs_figure(ranking).data.rows:
        assert order.index(str(row)) > order.index(str(column))
        assert float(str(difference)) <= 0
        assert str(label).startswith("−")
        assert (word, p) == ("worse", 0.0028)


# --- digits that show the claim --------------------------------------------------------------------------------------


def test_p_values_lie_on_the_side_of_alpha_that_is_claimed() -> None:
    assert p_digits([0.2, 0.01], 0.05) == 4
    assert p_digits([0.04997, 0.3], 0.05) == 5
    assert p_digits([0.0500001], 0.05) == 4  # 0.0500 is not below 0.05
    ranking = ranked({("A", "B")})
    near = replace(
        ranking, comparisons=tuple(replace(pair, adjusted=0.04998) for pair in ranking.comparisons)
    )
    [column] = [head for head in ranking_pairs(near).columns if head.name == "adjusted"]
    assert f"{0.04998:.{column.digits}f}" == "0.04998"


def test_a_difference_that_is_claimed_is_not_written_as_none() -> None:
    assert nonzero_digits([0.004, 12.0], 2) == 3
    assert nonzero_digits([0.0, 12.0], 2) == 2


def test_unequal_shares_are_written_unequally() -> None:
    balance = Balance(0.01, ("ann", "A", 0.2531, "B", 0.2512), basis="mixed model")
    assert "(ann judged 25.3 % of the outputs of A, 25.1 % of those of B)" in balance_words(balance)[0]


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        (
            (-1.0, -3.0, -0.02),
            "changes by -1.00 points from the first item to the last [-3.00, -0.02]: raters improve.",
        ),
        (
            (-0.01, -2.7, 2.6),
            "changes by +0.0 points from the first item to the last [-2.7, 2.6]: no trend is shown.",
        ),
        (
            (2.0, 0.5, 3.0),
            "changes by +2.0 points from the first item to the last [0.5, 3.0]: raters get worse.",
        ),
    ],
)
def test_trends_are_those_of_the_written_bounds(bounds: tuple[float, float, float], words: str) -> None:
    third = Third(1, 50, Interval(1, 0, 2, "t"), Interval(0, 0, 0, "t"))
    trend = OverTime(
        "within", 150, (third,) * 3, Interval(*bounds, "t"), None, timed=True, settings=Settings()
    )
    assert time_words(trend) == (f"Disagreement {words}",)


@pytest.mark.parametrize(
    ("correction", "words"), [("holm", "jointly for all systems"), ("none", "each by itself")]
)
def test_ranges_of_ranks_say_whether_they_hold_at_once(correction: Correction, words: str) -> None:
    values = np.random.default_rng(1).normal(0, 1, (3, 20))
    scores = Scores("da", ("A", "B", "C"), tuple(map(str, range(20))), values)
    told = provenance(rank_systems(scores, RankOptions(test="t", correction=correction)))
    assert f"ranges of ranks hold {words}" in told[1]
