"""How often equal systems are called different: simulated campaigns, each rate beside the 5 % that it should have."""

import numpy as np
import pytest

from assay.data.scores import Scores
from assay.errors import AssayWarning
from assay.human.options import RankOptions, Test
from assay.human.ratings.ranking import rank_systems
from assay.stats.settings import Settings

CAMPAIGNS = 400
CHANCE = Settings(draws=400, threads=1)


def scores_of(values: np.ndarray) -> Scores:
    names = tuple("ABCDEF"[: len(values)])
    return Scores("da", names, tuple(map(str, range(values.shape[1]))), values)


def share_of_alarms(campaigns: list[Scores], test: Test) -> float:
    options = RankOptions(test=test, chance=CHANCE)
    alarms = [
        any(pair.significant(0.05) for pair in rank_systems(scores, options).comparisons)
        for scores in campaigns
    ]
    return float(np.mean(alarms))


def equal_systems(seed: int) -> Scores:
    """Return two equal systems on segments that are easy or hard for both."""
    rng = np.random.default_rng(seed)
    return scores_of(rng.normal(60, 10, 60) + rng.normal(0, 10, (2, 60)))


def unshared(seed: int) -> Scores:
    """Return two equal systems, each judged on segments of its own."""
    values = equal_systems(seed).values
    values[0, 30:] = values[1, :30] = np.nan
    return scores_of(values)


def errors_of_equal_weight(seed: int) -> Scores:
    """Return a system with many minor errors and one with few major ones, of the same mean."""
    rng = np.random.default_rng(seed)
    minor, major = -1.0 * (rng.random(200) < 0.5), -5.0 * (rng.random(200) < 0.1)
    return scores_of(np.stack([minor, major]))


@pytest.mark.slow
def test_the_usual_test_keeps_its_level_where_that_of_wmt_doubles_it() -> None:
    campaigns = [unshared(seed) for seed in range(CAMPAIGNS)]
    assert share_of_alarms(campaigns, "auto") <= 0.08
    with pytest.warns(AssayWarning, match="double the false-positive rate"):
        assert share_of_alarms(campaigns, "wmt") > 0.08


@pytest.mark.slow
def test_pairs_on_common_segments_keep_their_level() -> None:
    assert share_of_alarms([equal_systems(seed) for seed in range(CAMPAIGNS)], "auto") <= 0.08


@pytest.mark.slow
def test_a_test_of_means_does_not_take_other_kinds_of_errors_for_a_better_mean() -> None:
    campaigns = [errors_of_equal_weight(seed) for seed in range(CAMPAIGNS)]
    assert share_of_alarms(campaigns, "auto") <= 0.08
    assert share_of_alarms(campaigns, "signed-rank") > 0.3


# --- which test was taken, and why -----------------------------------------------------------------------------------


def test_systems_that_share_segments_are_compared_on_them() -> None:
    ranking = rank_systems(equal_systems(1))
    assert (ranking.options.test, ranking.comparisons[0].test) == ("permutation", "permutation")
    assert "every pair of systems shares judged segments" in ranking.why


def test_systems_that_do_not_are_compared_by_rank_sums_and_it_is_said() -> None:
    ranking = rank_systems(unshared(1))
    assert (ranking.options.test, ranking.options.one_sided) == ("rank-sum", False)
    assert "A and B share 0 judged segments" in ranking.why


def test_a_test_that_was_asked_for_is_taken_without_a_reason() -> None:
    assert (rank_systems(unshared(1), RankOptions(test="rank-sum")).why) == ""


def test_one_sided_tests_are_warned_of() -> None:
    for options in (RankOptions(test="wmt"), RankOptions(test="t", sides="one")):
        with pytest.warns(AssayWarning, match="about 10 % of pairs at 0.05"):
            rank_systems(equal_systems(1), options)


def test_draws_that_are_too_few_for_any_claim_are_warned_of() -> None:
    values = np.random.default_rng(1).normal(0, 1, (6, 40)) + 3 * np.arange(6)[:, None]
    few = RankOptions(chance=Settings(draws=100, threads=1))
    with pytest.warns(AssayWarning, match="with 100 draws no p-value can be below 0.0099"):
        assert not any(pair.significant(0.05) for pair in rank_systems(scores_of(values), few).comparisons)


def test_many_systems_have_draws_enough_for_a_claim() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(0, 1, (40, 30)) + 9 * np.arange(40)[:, None]
    scores = Scores("da", tuple(f"s{n}" for n in range(40)), tuple(map(str, range(30))), values)
    ranking = rank_systems(scores)
    assert ranking.comparisons[0].draws > 10_000
    assert len({standing.cluster for standing in ranking.standings}) == 40
