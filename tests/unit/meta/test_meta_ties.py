"""Tie calibration on made-up data: held-out halves, transfer to another set, and curves that are thinned."""

import math

import numpy as np
import pytest

from assay.errors import InputError
from assay.meta.ties import accuracy_at, calibrate, held_out, tie_curve, transfer
from support.meta_sets import scores


def noisy(seed=0, systems=6, segments=60):
    """Return people who often tie, and a metric that never does."""
    rng = np.random.default_rng(seed)
    human = rng.integers(-2, 3, size=(systems, segments)).astype(float)
    return scores(human, "human"), scores(human + rng.normal(size=human.shape) / 2)


def test_calibration_helps_a_metric_that_never_ties() -> None:
    human, metric = noisy()
    found = calibrate(human, metric)
    assert found.epsilon > 0
    assert found.accuracy > found.untied == pytest.approx(accuracy_at(human, metric, 0))
    assert found.accuracy == pytest.approx(accuracy_at(human, metric, found.epsilon))
    assert accuracy_at(human, metric, found.until) < found.accuracy
    assert (found.groups, found.pairs) == (60, 60 * 15)
    assert found.tau == pytest.approx(2 * found.accuracy - 1)


def test_segments_nobody_can_pair_are_no_groups() -> None:
    human = scores([[1, math.nan, 2], [2, 1, 2]], "human")
    found = calibrate(human, scores([[1, 2, 3], [2, 3, 3]]))
    assert (found.groups, found.pairs, found.accuracy) == (2, 2, 1.0)


def test_without_pairs_there_is_no_accuracy() -> None:
    human, metric = scores([[1.0]], "human"), scores([[2.0]])
    assert math.isnan(calibrate(human, metric).accuracy)
    assert math.isnan(accuracy_at(human, metric, 0.1))
    assert tie_curve(human, metric).epsilons == ()


def test_held_out_accuracy_is_no_better_than_the_fitted_one() -> None:
    human, metric = noisy()
    found = held_out(human, metric, seed=0)
    assert found == held_out(human, metric, seed=0)
    assert found != held_out(human, metric, seed=1)
    assert all(held <= own for held, own in zip(found.accuracies, found.own, strict=True))
    assert found.accuracy == pytest.approx(sum(found.accuracies) / 2)


def test_halves_are_of_judged_segments() -> None:
    human, metric = noisy(segments=8)
    values = human.values.copy()
    values[:, 3:] = np.nan
    with pytest.raises(InputError, match="3 judged segments are too few"):
        held_out(scores(values, "human"), metric)


def test_an_epsilon_can_come_from_another_set() -> None:
    fitted = calibrate(*noisy(0))
    human, metric = noisy(1)
    found = transfer(human, metric, fitted)
    assert (found.epsilon, found.fitted_on) == (fitted.epsilon, "another set")
    assert found.accuracy == accuracy_at(human, metric, fitted.epsilon) <= calibrate(human, metric).accuracy


@pytest.mark.parametrize("function", [calibrate, tie_curve])
def test_more_pairs_than_memory_holds_are_refused(function):
    many = scores(np.zeros((2, 8000)))
    with pytest.raises(InputError, match="127,992,000 pairs with grouping none"):
        function(many, many, "none")


def test_thinned_curves_keep_both_ends_and_the_best() -> None:
    human, metric = noisy()
    whole, thin = tie_curve(human, metric), tie_curve(human, metric, points=20)
    assert len(whole.epsilons) > 500
    assert len(thin.epsilons) <= 21
    assert {whole.epsilons[0], whole.epsilons[-1], whole.best.epsilon} <= set(thin.epsilons)
    assert set(zip(thin.epsilons, thin.accuracies, strict=True)) <= set(
        zip(whole.epsilons, whole.accuracies, strict=True)
    )
