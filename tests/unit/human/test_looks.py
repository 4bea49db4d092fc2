"""Claims that hold however often one looks: what they ask, whom they correct for, and what more it would take."""

from __future__ import annotations

import warnings
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import ttest_rel

from assay.data import Judgements
from assay.errors import AssayWarning
from assay.human import RankOptions, RatingsRanking, rank
from assay.human.looks import PairLook, PlanDone, look_at_pairs
from assay.stats import KEPT, any_time_p
from support.human_rows import Row, judged

SEGMENTS = 40


def ratings(gaps: dict[str, float], seed: int = 1, spread: float = 10.0) -> Judgements:
    rng = np.random.default_rng(seed)
    rows: list[Row] = [
        ("r", system, str(segment), float(60 + gap + rng.normal(0, spread)))
        for segment in range(SEGMENTS)
        for system, gap in gaps.items()
    ]
    return judged(rows)


def planned(*systems: str, share: float, growth: float = 2.0) -> dict[frozenset[str], PlanDone]:
    return {frozenset(two): PlanDone(share, growth) for two in combinations(systems, 2)}


def looks(
    judgements: Judgements, done: dict[frozenset[str], PlanDone], options: RankOptions | None = None
) -> dict[str, PairLook]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        ranking = rank(judgements, options, ("ranking",))
    return {look.first + look.second: look for look in look_at_pairs(ranking, done)}


def scores(judgements: Judgements, system: str) -> np.ndarray:
    return np.asarray(judgements.score[judgements.system.among([system])])


def test_an_early_look_takes_the_t_test_since_draws_cannot_be_so_small() -> None:
    both = ratings({"a": 14.0, "b": 0.0})
    look = looks(both, planned("a", "b", share=0.3))["ab"]
    alone = float(ttest_rel(scores(both, "a"), scores(both, "b")).pvalue)
    assert alone < 1e-4, "of 10,000 draws none is smaller"
    assert look.p_value == pytest.approx(any_time_p(alone, 0.3))
    assert look.claimed == (look.p_value < 0.05)


def test_a_finished_study_keeps_the_test_that_it_has() -> None:
    both = ratings({"a": 5.0, "b": 0.0}, seed=4)
    look = looks(both, planned("a", "b", share=1.0))["ab"]
    ranking = rank(both, None, ("ranking",))
    assert isinstance(ranking, RatingsRanking)
    assert ranking.systems is not None
    assert look.p_value == pytest.approx(ranking.systems.comparisons[0].p_value / KEPT)


def test_the_same_difference_is_claimed_later_but_not_sooner() -> None:
    both = ratings({"a": 9.0, "b": 0.0})
    claimed = [looks(both, planned("a", "b", share=share))["ab"].claimed for share in (0.05, 0.3, 0.6, 0.95)]
    assert claimed == sorted(claimed)
    assert not claimed[0]
    assert claimed[-1]


def test_all_pairs_of_the_plan_are_corrected_for_though_some_cannot_be_tested() -> None:
    two = ratings({"a": 14.0, "b": 0.0})
    alone = looks(two, planned("a", "b", share=0.4))["ab"].p_value
    of_many = looks(two, planned("a", "b", "c", "d", share=0.4))
    assert set(of_many) == {"ab"}
    assert of_many["ab"].p_value == pytest.approx(6 * alone)


def test_differences_that_do_not_vary_are_no_proof_of_everything() -> None:
    few = judged(
        [("r", system, str(at), score) for at in range(4) for system, score in (("a", 5.0), ("b", 4.0))]
    )
    look = looks(few, planned("a", "b", share=0.9))["ab"]
    assert look.p_value == pytest.approx(any_time_p(2 / 2**4, 0.9)), "four coins have sixteen outcomes"
    assert not look.claimed
    same = judged([("r", system, str(at), float(at)) for at in range(4) for system in "ab"])
    assert looks(same, planned("a", "b", share=0.9))["ab"].p_value == 1.0


def test_preferences_take_the_sign_test() -> None:
    rows = [("r", system, str(at), rank) for at in range(30) for system, rank in (("a", 1.0), ("b", 2.0))]
    told = judged(rows, scheme="ranking", screen=[str(at) for at in range(30) for _ in "ab"])
    look = looks(told, planned("a", "b", share=0.5))["ab"]
    assert look.difference == pytest.approx(0.5)
    assert look.p_value == pytest.approx(any_time_p(2 / 2**30, 0.5))


def test_raters_who_saw_systems_unequally_hold_claims_back() -> None:
    """Each system has a rater of its own, and one who saw a little of both; leniency passes for quality."""
    rng = np.random.default_rng(5)
    rows: list[Row] = []
    for segment in range(SEGMENTS):
        for system, own, lean in (("a", "kind", 12.0), ("b", "strict", -12.0)):
            rows.append((own, system, str(segment), float(60 + lean + rng.normal(0, 5))))
            if segment < 5:
                rows.append(("both", system, str(segment), float(60 + rng.normal(0, 5))))
    look = looks(judged(rows), planned("a", "b", share=0.9))
    (told,) = look.values()
    assert not told.claimed
    assert told.held_back, "the test alone would claim it"


def test_more_of_the_plan_is_needed_for_smaller_differences() -> None:
    noise = np.random.default_rng(2).normal(0, 10, SEGMENTS)
    rests = []
    for gap in (12.0, 7.0, 5.0, 0.5):
        apart = gap + noise - noise.mean()
        rows = [("r", "b", str(at), 50.0) for at in range(SEGMENTS)]
        rows += [("r", "a", str(at), 50.0 + float(by)) for at, by in enumerate(apart)]
        rests.append(looks(judged(rows), planned("a", "b", share=0.25, growth=4.0))["ab"].rest)
    known = [rest for rest in rests if rest is not None]
    assert len(known) == 3
    assert rests[3] is None, "all of the plan would not do"
    assert known == sorted(known)
    assert len(set(known)) == 3
    assert known[0] == 0, "it is claimed by now"
