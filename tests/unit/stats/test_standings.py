"""Ranges of ranks: each by itself, and all together."""

import numpy as np

from assay.comparison import CompareOptions, compare, standings
from assay.stats import Settings, rank_ranges
from support.evaluations import Mean, of_numbers


def near_ties(seed: int, systems: int = 6) -> np.ndarray:
    """Return draws of scores of systems that are nearly the same, around estimates that are off by as much."""
    random = np.random.default_rng(seed)
    truth = np.linspace(0.3, 0, systems)
    estimate = truth + random.normal(0, 0.2, systems)
    return np.asarray(estimate + random.normal(0, 0.2, (400, systems)))


def held(joint: bool, trials: int = 300) -> tuple[float, float]:
    """Return how often a range holds the true rank, and how often all do at once."""
    true = np.arange(1, 7)
    inside = np.array(
        [
            (low <= true) & (true <= high)
            for low, high in (rank_ranges(near_ties(seed), 0.9, joint=joint) for seed in range(trials))
        ]
    )
    return float(inside.mean()), float(inside.all(axis=1).mean())


def test_marginal_ranges_hold_each_by_itself_and_joint_ones_all_together() -> None:
    each, together = held(joint=False)
    assert each > 0.85
    assert together < 0.85
    assert held(joint=True)[1] > together + 0.05
    assert held(joint=True)[1] >= 0.87  # 90 % less two standard errors


def test_joint_ranges_of_clear_cut_scores() -> None:
    drawn = np.array([[3.0, 2.0, 1.0, 1.0]] * 50) + np.random.default_rng(1).normal(0, 0.01, (50, 4))
    best, worst = rank_ranges(drawn, 0.95, joint=True)
    assert (best.tolist(), worst.tolist()) == ([1, 2, 3, 3], [1, 2, 4, 4])
    same = np.array([[1.0, 1.0, 0.0, np.nan]] * 20)
    best, worst = rank_ranges(same, 0.95, joint=True)
    assert (best.tolist(), worst.tolist()) == ([1, 1, 3, 1], [3, 3, 4, 4])


def test_ranges_of_a_comparison_hold_together_under_holm() -> None:
    """Six systems in close order, 120 sets: the true ranks lie in all ranges in 95 % of sets or more."""
    right, trials = 0, 120
    for seed in range(trials):
        random = np.random.default_rng(seed)
        values = {f"s{place}": random.normal(-0.1 * place, 1, 60) for place in range(6)}
        options = CompareOptions(test="t", settings=Settings(99, threads=1))
        compared = compare(of_numbers(values), options)
        places = standings(compared.evaluation, compared.comparisons, Mean(), 0.05)
        right += all(each.rank_low <= int(each.system[1]) + 1 <= each.rank_high for each in places)
    assert right >= 0.95 * trials - 5
