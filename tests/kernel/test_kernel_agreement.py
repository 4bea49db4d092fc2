"""Pairs and ties: native against twin to the last count, small groups, large ones, and long common denominators."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from assay import kernel

FEW = 48  # groups up to this size are counted pair by pair
VALUE = st.one_of(
    st.integers(-4, 4).map(lambda number: number / 10),
    st.floats(-1, 1),
    st.sampled_from([math.nan, math.inf, -math.inf]),
)
GROUP = st.lists(st.tuples(VALUE, VALUE), max_size=9)
LIMIT = st.sampled_from([0.0, 0.1, 0.2, 0.30000000000000004, 0.5, math.inf])


def columns(groups):
    """Return human and metric values of all groups one after the other, and the offsets."""
    offsets = np.cumsum([0, *map(len, groups)]).astype(np.int64)
    values = np.array([pair for group in groups for pair in group], dtype=float).reshape(-1, 2)
    return np.ascontiguousarray(values[:, 0]), np.ascontiguousarray(values[:, 1]), offsets


def sides(groups):
    """Return the groups as the twin takes them."""
    return [([h for h, _ in group], [m for _, m in group]) for group in groups]


@given(groups=st.lists(GROUP, max_size=5), epsilon=LIMIT, threshold=LIMIT)
def test_pairs_are_counted_as_the_twin_counts_them(groups, epsilon, threshold):
    ours = kernel.pair_counts(*columns(groups), epsilon=epsilon, threshold=threshold)
    plain = [reference.count_pairs(h, m, epsilon=epsilon, threshold=threshold) for h, m in sides(groups)]
    assert ours.tolist() == plain


@given(
    group=st.lists(st.tuples(VALUE, VALUE), min_size=FEW + 1, max_size=FEW + 30),
    epsilon=LIMIT,
    threshold=LIMIT,
)
def test_sorting_counts_what_looking_at_every_pair_counts(group, epsilon, threshold):
    ours = kernel.pair_counts(*columns([group]), epsilon=epsilon, threshold=threshold)
    [(human, metric)] = sides([group])
    assert ours[0].tolist() == reference.count_pairs(human, metric, epsilon=epsilon, threshold=threshold)


@given(groups=st.lists(GROUP, max_size=5), threshold=LIMIT)
def test_the_best_epsilon_is_the_twins(groups, threshold):
    human, metric, offsets = columns(groups)
    [ours] = kernel.calibrate_ties(human, metric[None], offsets, threshold=threshold)
    best = reference.best_epsilon(sides(groups), threshold)
    if best is None:
        assert ours.groups == ours.pairs == 0
        assert math.isnan(ours.accuracy)
        return
    assert (ours.epsilon, ours.until, ours.accuracy) == (best[0], best[1], float(best[2]))
    untied = reference.mean_accuracy(sides(groups), 0.0, threshold)
    assert untied is not None
    assert ours.untied == float(untied)
    assert ours.pairs == kernel.pair_counts(human, metric, offsets).sum()


@given(groups=st.lists(GROUP, max_size=4), threshold=LIMIT)
def test_the_curve_is_the_twins(groups, threshold):
    epsilons, accuracies = kernel.tie_curve(*columns(groups), threshold=threshold)
    plain = reference.tie_curve(sides(groups), threshold)
    assert epsilons.tolist() == [epsilon for epsilon, _ in plain]
    assert accuracies.tolist() == [float(accuracy) for _, accuracy in plain]


def test_a_long_common_denominator_is_exact() -> None:
    rng = np.random.default_rng(5)
    groups = [[(float(h), float(m)) for h, m in rng.integers(0, 4, (size, 2))] for size in range(2, 40)]
    human, metric, offsets = columns(groups)
    [ours] = kernel.calibrate_ties(human, metric[None], offsets)
    assert math.lcm(*(size * (size - 1) // 2 for size in range(2, 40))) > 2**50
    best = reference.best_epsilon(sides(groups))
    assert best is not None
    epsilon, until, accuracy = best
    assert (ours.epsilon, ours.until) == (epsilon, until)
    assert ours.accuracy == pytest.approx(float(accuracy), abs=1e-15)


def test_a_plateau_begins_at_its_smallest_epsilon() -> None:
    # Tying the pair of the first group gains 1/3 - 1/3; in floating point this is not always 0.
    groups = [[(0, 0.0), (0, 0.1), (1, 5.0)], [(0, 0.0), (1, 0.2), (2, 9.0)]]
    human, metric, offsets = columns(groups)
    [ours] = kernel.calibrate_ties(human, metric[None], offsets)
    assert (ours.epsilon, ours.until) == (0.1, 0.2)


@pytest.mark.parametrize("size", [700, 3000])
def test_many_pairs_are_sorted_right(size: int) -> None:
    rng = np.random.default_rng(size)
    human, metric = rng.normal(size=size).round(1), rng.normal(size=size).round(3)
    offsets = np.arange(0, size + 1, 100, dtype=np.int64)
    epsilons, accuracies = kernel.tie_curve(human, metric, offsets)
    assert all(a < b for a, b in pairwise(epsilons))
    [best] = kernel.calibrate_ties(human, metric[None], offsets)
    assert best.accuracy == accuracies.max()
    counts = kernel.pair_counts(human, metric, offsets, epsilon=best.epsilon)
    assert ((counts[:, 0] + counts[:, 4]) / counts.sum(axis=1)).mean() == pytest.approx(best.accuracy)
    assert best.epsilon == epsilons[accuracies.argmax()]


def test_threads_change_nothing() -> None:
    rng = np.random.default_rng(3)
    human, metrics = rng.integers(0, 5, 4000).astype(float), rng.normal(size=(6, 4000))
    offsets = np.arange(0, 4001, 20, dtype=np.int64)
    one = kernel.calibrate_ties(human, metrics, offsets, threads=1)
    assert one == kernel.calibrate_ties(human, metrics, offsets, threads=2)
    counts = [kernel.pair_counts(human, metrics[0], offsets, threads=n).tolist() for n in (1, 2)]
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"offsets": np.array([0, 5])}, "offsets"),
        ({"offsets": np.array([0, 2, 1])}, "offsets"),
        ({"metric": np.zeros(2)}, "as many"),
        ({"epsilon": -1.0}, "epsilon"),
        ({"threshold": math.nan}, "threshold"),
    ],
)
def test_what_would_lead_outside_is_refused(change, words):
    given = {"human": np.zeros(3), "metric": np.zeros(3), "offsets": np.array([0, 3])} | change
    with pytest.raises(ValueError, match=words):
        kernel.pair_counts(**given)
