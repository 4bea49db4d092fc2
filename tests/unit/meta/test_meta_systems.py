"""Pairs of systems: accuracy, soft accuracy with missing cells, significance of people's differences, ORANGE."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from assay.data.evalset import EvalSet
from assay.errors import InputError
from assay.meta.orange import orange, rank_references
from assay.meta.system_pairs import (
    PairwiseAccuracy,
    human_p_values,
    pairwise_accuracy,
    soft_pairwise_accuracies,
    soft_pairwise_accuracy,
)
from assay.metrics.specs import parse_metric
from assay.stats.settings import Settings
from support.meta_sets import scores

NAN = math.nan


def noisy(seed=0, systems=5, segments=120):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(systems, segments)) + np.arange(systems)[:, None] / 8
    return human, human + rng.normal(size=human.shape)


# --- soft pairwise accuracy ---------------------------------------------------------------------------------


def test_people_agree_with_themselves() -> None:
    human, _ = noisy()
    found = soft_pairwise_accuracy(scores(human, "human"), scores(human))
    assert found.value == 1
    assert found.human_p == found.metric_p
    assert (len(found.pairs), found.permutations, found.seed) == (10, 1000, 12345)


def test_p_values_come_near_those_of_a_t_test() -> None:
    human, metric = noisy()
    found = soft_pairwise_accuracy(scores(human, "human"), scores(metric), Settings(draws=20_000))
    for (first, second), p_value in zip(found.pairs, found.human_p, strict=True):
        a, b = human["abcde".index(first)], human["abcde".index(second)]
        assert p_value == pytest.approx(stats.ttest_rel(a, b, alternative="greater").pvalue, abs=0.02)


def test_missing_cells_leave_pairs_on_the_right_segments() -> None:
    human, metric = noisy()
    holed = human.copy()
    holed[0, ::2], holed[1, ::3] = NAN, NAN
    found = soft_pairwise_accuracy(scores(holed, "human"), scores(metric), Settings(draws=5000))
    both = ~np.isnan(holed[0]) & ~np.isnan(holed[1])
    assert found.segments[found.pairs.index(("a", "b"))] == both.sum() == 40
    alone = soft_pairwise_accuracy(
        scores(holed[:2, both], "human"), scores(metric[:2, both]), Settings(draws=5000)
    )
    assert found.human_p[0] == pytest.approx(alone.human_p[0], abs=0.03)
    assert found.segments[found.pairs.index(("d", "e"))] == 120


def test_pairs_without_a_common_segment_are_named() -> None:
    human = scores([[1, NAN, 3], [NAN, 2, NAN], [2, 3, 1]], "human")
    found = soft_pairwise_accuracy(human, scores(np.ones((3, 3))))
    assert found.skipped == (("a", "b"),)
    assert found.pairs == (("a", "c"), ("b", "c"))


def test_the_order_of_systems_is_that_of_their_names() -> None:
    human, metric = noisy()
    plain = soft_pairwise_accuracy(scores(human, "human"), scores(metric))
    rows, names = [3, 1, 4, 0, 2], ["d", "b", "e", "a", "c"]
    moved = soft_pairwise_accuracy(scores(human[rows], "human", names), scores(metric[rows], systems=names))
    assert moved == plain


def test_coins_are_shared_by_metrics() -> None:
    human, metric = noisy()
    people = scores(human, "human")
    first, second = soft_pairwise_accuracies(people, [scores(metric), scores(metric * 2)], Settings(seed=0))
    assert (first.human_p, first.metric_p) == (second.human_p, second.metric_p)


@pytest.mark.parametrize("names", ["ab", "ba"])
@pytest.mark.parametrize("constant", [np.full((2, 40), 3.0), np.tile(np.arange(40.0), (2, 1))])
def test_soft_accuracy_is_undefined_where_a_side_tells_no_systems_apart(names, constant) -> None:
    """The p-values of such a side are 1, and SPA would be .975 or .025 by the order of names."""
    rng = np.random.default_rng(7)
    varied = rng.normal(size=(2, 40)) + np.array([[0.0], [0.5]])
    sides = [scores(side, systems=list(names)) for side in (varied, constant)]
    for human, metric in (sides, sides[::-1], (sides[1], sides[1])):
        assert np.isnan(soft_pairwise_accuracy(human, metric).value)
    assert not np.isnan(soft_pairwise_accuracy(sides[0], sides[0]).value)


def test_one_system_has_no_pairs() -> None:
    with pytest.raises(InputError, match="two systems"):
        soft_pairwise_accuracy(scores([[1, 2]], "human"), scores([[1, 2]]))


# --- pairwise accuracy --------------------------------------------------------------------------------------


def test_ties_must_be_shared() -> None:
    human, metric = np.array([1.0, 1.0, 2.0, NAN]), np.array([1.0, 1.0, 1.0, 4.0])
    found = pairwise_accuracy("m", "abcd", human, metric)
    assert (found.agreed, found.pairs) == (1, 3)
    assert found.wrong == (("c", "a"), ("c", "b"))
    assert found.value == pytest.approx(1 / 3)


def test_language_pairs_are_pooled_by_counts() -> None:
    pooled = PairwiseAccuracy("m", 1, 1) + PairwiseAccuracy("m", 3, 9, 2)
    assert (pooled.value, pooled.not_significant) == (0.4, 2)
    assert pooled.interval().low < 0.4 < pooled.interval().high
    assert math.isnan(PairwiseAccuracy("m", 0, 0).value)


def test_only_pairs_that_people_tell_apart() -> None:
    human, _ = noisy(segments=400)
    people = scores(human, "human")
    p_values = human_p_values(people, Settings(draws=1000))
    assert p_values["a", "e"] < 0.05 < max(p_values.values())
    metric = np.array([5.0, 4.0, 3.0, 2.0, 1.0])
    found = pairwise_accuracy("m", "abcde", people.means(), metric, p_values=p_values)
    assert found.pairs + found.not_significant == 10
    assert found.not_significant > 0
    turned = {(b, a): p for (a, b), p in p_values.items()}
    assert pairwise_accuracy("m", "abcde", people.means(), metric, p_values=turned) == found


def test_identical_systems_have_p_1() -> None:
    people = scores([[1, 2, NAN], [1, 2, 5]], "human")
    assert human_p_values(people, Settings(draws=99)) == {("a", "b"): 1.0}


# --- ORANGE -------------------------------------------------------------------------------------------------


def test_ties_share_the_mean_rank() -> None:
    metric = scores([[9, 5, 1], [1, 5, 2], [0, 1, 3]], systems=["ref", "a", "b"])
    found = orange(metric, "ref")
    assert found.mean_rank == pytest.approx((1 + 1.5 + 3) / 3)
    assert found.value == pytest.approx(found.mean_rank / 3)
    assert (found.candidates, found.segments, found.skipped) == (3, 3, 0)


def test_error_measures_rank_the_other_way() -> None:
    values = np.array([[9, 5, NAN], [1, 5, 2], [0, 1, 3]])
    names = ["ref", "a", "b"]
    error = orange(scores(-values, systems=names, higher_is_better=False), "ref")
    assert error == orange(scores(values, systems=names), "ref")
    assert (error.segments, error.skipped) == (2, 1)


def test_several_references_are_ranked_one_at_a_time() -> None:
    metric = scores([[9, 9], [0, 0], [5, 5]], systems=["refA", "refB", "a"])
    found = orange(metric, ["refA", "refB"])
    assert (found.mean_rank, found.candidates) == (1.5, 2)


def test_orange_needs_both_kinds() -> None:
    with pytest.raises(InputError, match="name both"):
        orange(scores([[1]], systems=["ref"]), "ref")


def test_references_are_ranked_among_outputs_that_the_other_references_score() -> None:
    texts = ["the cat sat on the mat", "a dog ran to the sea", "we all like warm bread"]
    evalset = EvalSet(
        "set", ("", ""), None, {"A": [*texts, "one more"], "B": [*texts, None], "C": [*texts, "x"]}, None
    )
    outputs = {"good": [*texts, "y"], "bad": ["no", "such", "thing", "z"]}
    [found] = rank_references(evalset, outputs, [parse_metric("chrf")])
    assert (found.human, found.candidates, found.segments, found.skipped) == (("A", "B", "C"), 3, 9, 3)
    assert (found.mean_rank, found.value) == (1.5, 0.5)  # equal to the good output, better than the bad one
    with pytest.raises(InputError, match="at least two references"):
        rank_references(replace(evalset, references={"A": texts}), outputs, [parse_metric("chrf")])


def test_a_reference_named_like_a_system_is_told_apart() -> None:
    evalset = EvalSet("set", ("", ""), None, {"a": ["one two"], "b": ["one three"]}, None)
    [found] = rank_references(evalset, {"a": ["four"]}, [parse_metric("chrf")])
    assert found.human == ("reference a", "b")
