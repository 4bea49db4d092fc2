"""No claim rests on so few units that turning the signs of all of them could not show it, whatever the test."""

from __future__ import annotations

import warnings
from typing import get_args

import numpy as np
import pytest

from assay.comparison import TESTS, compare_pairs
from assay.comparison.claims import nothing_could_be, verdicts
from assay.comparison.noninferiority import Case, check_noninferiority
from assay.comparison.training_runs import compare_runs
from assay.comparison.unit_choice import UnitChoice
from assay.data import Judgements
from assay.errors import AssayWarning
from assay.human import RankOptions, RatingsRanking, rank
from assay.human.looks import PlanDone, look_at_pairs
from assay.human.options import Test
from assay.reporting.tables.human.first_screen import human_summary
from assay.stats import Settings, signs_p
from assay.stats.tests import wilcoxon_p
from support.evaluations import Mean, of_numbers
from support.human_rows import judged

FEW = range(2, 6)
CHANCE = Settings(draws=1000)
RATED_BY = get_args(Test)


def alike(units: int) -> dict[str, np.ndarray]:
    """Two systems that are the same way apart in every unit, but for a hair."""
    return {"a": 80.5 + np.zeros(units), "b": 61 + np.arange(units) % 2}


def ratings(units: int, raters: int) -> Judgements:
    return judged(
        [
            (f"r{rater}", system, str(unit), float(scores[unit]))
            for rater in range(raters)
            for system, scores in alike(units).items()
            for unit in range(units)
        ]
    )


def ranked(units: int, raters: int, test: Test = "auto") -> RatingsRanking:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        ranking = rank(ratings(units, raters), RankOptions(test=test, chance=CHANCE), ["ranking", "needed"])
    assert isinstance(ranking, RatingsRanking)
    return ranking


@pytest.mark.parametrize("units", FEW)
@pytest.mark.parametrize("name", TESTS)
def test_no_test_of_few_units_claims(name: str, units: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        (pair,) = compare_pairs(of_numbers(alike(units)), name, CHANCE)
    assert not pair.significant(0.05)
    said = " ".join(verdicts([pair], 0.05, "holm"))
    assert "is the better system" not in said
    assert "too small for" in said
    assert "Nothing could be significant" in nothing_could_be([pair], 0.05, "holm", UnitChoice("segment"))
    # Those of sacreBLEU are followed to the digit.
    if pair.basis.signs and not name.startswith("sacrebleu"):
        assert pair.p_value >= signs_p(units)


@pytest.mark.parametrize("units", FEW)
def test_no_training_runs_on_few_units_claim(units: int) -> None:
    scores = alike(units)
    runs = {f"{system}{run}": scores[system] + run / 1000 for system in scores for run in range(3)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        (pair,) = compare_runs(
            of_numbers(runs), {system: [f"{system}{run}" for run in range(3)] for system in scores}, CHANCE
        )
    assert not pair.significant(0.05)


@pytest.mark.parametrize("units", FEW)
def test_no_gate_decides_on_few_units(units: int) -> None:
    stats = of_numbers(alike(units)).stats
    case = Case("", Mean(), 1.0, stats[Mean(), "b"].rows, stats[Mean(), "a"].rows)
    (check,) = check_noninferiority([case], CHANCE)
    assert check.verdict == "inconclusive"


@pytest.mark.parametrize("units", FEW)
@pytest.mark.parametrize("raters", [1, 2, 3])
@pytest.mark.parametrize("test", RATED_BY)
def test_people_claim_nothing_of_few_units(test: Test, raters: int, units: int) -> None:
    ranking = ranked(units, raters, test)
    assert ranking.systems is not None
    assert not ranking.systems.significant
    assert {place.cluster for place in ranking.standings} == {1}
    said = str(human_summary(ranking)).replace(
        "is significantly better than every system with a later letter", ""
    )
    assert "is significantly better than" not in said
    assert "No more judgements are needed" not in said


@pytest.mark.parametrize("units", FEW)
@pytest.mark.parametrize("share", [0.3, 1.0])
@pytest.mark.parametrize("test", ["auto", "t", "rank-sum"])
def test_no_look_at_few_units_claims(test: Test, share: float, units: int) -> None:
    (look,) = look_at_pairs(ranked(units, 2, test), {frozenset("ab"): PlanDone(share, 1 / share)})
    assert not look.claimed
    assert look.p_value >= signs_p(units)


def test_signed_ranks_of_equal_size_are_no_rarer_than_their_signs() -> None:
    assert wilcoxon_p(np.ones(3)) == 0.25
    assert wilcoxon_p(np.array([1.0, 1.0, 0.0])) == 0.5
