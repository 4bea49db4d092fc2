"""The answer in one sentence: who leads, and which metric cannot separate whom from the leader.

Nothing but scores and significant differences is said: a leader has the best score, and is called significantly better
only where every test says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import numpy as np

from assay.comparison.pairs import Comparison
from assay.comparison.systems import Compared
from assay.metrics import Metric
from assay.stats import apart

MOST_NAMED = 2  # systems; more are counted


def headline(compared: Compared) -> str:
    """Say who leads, or how systems stand to the baseline; with one system, what its scores are."""
    if not compared.comparisons:
        return _alone(compared)
    if compared.options.baseline is not None:
        return _beside_baseline(compared, compared.options.baseline)
    best = {metric: _best(compared, metric) for metric in compared.evaluation.metrics}
    leaders = [
        system for system in compared.evaluation.systems if all(system in tied for tied in best.values())
    ]
    if not leaders:
        return _many_leaders(compared, best)
    return _one_leader(compared, leaders[0]) if len(leaders) == 1 else _equal_leaders(compared, leaders)


def _one_leader(compared: Compared, leader: str) -> str:
    """Say over whom a system leads that no metric places behind another."""
    metrics = compared.evaluation.metrics
    unseparated = {metric: _unseparated(compared, metric, leader) for metric in metrics}
    if not any(unseparated.values()):
        others = [system for system in compared.evaluation.systems if system != leader]
        whom = others[0] if len(others) == 1 else "all others"
        return f"{leader} is significantly better than {whom}, by {_labels(compared, metrics)}"
    return f"{leader} leads; {_cannot(compared, unseparated)}"


def _equal_leaders(compared: Compared, leaders: Sequence[str]) -> str:
    """Say that systems have the same best scores by every metric, and no more: the pairs tell the rest."""
    score = "scores" if len(compared.evaluation.metrics) > 1 else "score"
    same = f"the same {score}, by {_labels(compared, compared.evaluation.metrics)}"
    if len(leaders) == len(compared.evaluation.systems):
        return f"{'All systems' if len(leaders) > MOST_NAMED else _named(leaders)} have {same}"
    return f"{_named(leaders)} lead with {same}"


def _alone(compared: Compared) -> str:
    system = compared.evaluation.systems[0]
    scores = [
        f"{label} {compared.evaluation.stats[metric, system].total():.2f}"
        for metric, label in compared.labels.items()
    ]
    return f"{system}: {', '.join(scores)}" if scores else system


def _best(compared: Compared, metric: Metric) -> tuple[str, ...]:
    """Return the systems with the best score: one, or those that share it."""
    sign = 1 if metric.higher_is_better else -1
    systems = compared.evaluation.systems
    totals = np.array([sign * compared.evaluation.stats[metric, system].total() for system in systems])
    equal = apart(totals, np.full(len(totals), totals.max())) == 0
    return tuple(system for system, same in zip(systems, equal, strict=True) if same)


def _unseparated(compared: Compared, metric: Metric, leader: str) -> list[str]:
    """Return the systems that a metric does not find significantly worse than the leader."""
    return [
        _other(pair, leader)
        for pair in compared.of(metric)
        if leader in (pair.first, pair.second)
        and not (pair.significant(compared.alpha) and pair.better == leader)
    ]


def _other(pair: Comparison, system: str) -> str:
    return pair.second if pair.first == system else pair.first


def _cannot(compared: Compared, unseparated: Mapping[Metric, Sequence[str]]) -> str:
    """Say which metrics cannot separate whom from the leader."""
    silent = {metric: tuple(systems) for metric, systems in unseparated.items() if systems}
    if len(set(silent.values())) == 1:
        return (
            f"{_labels(compared, list(silent))} cannot separate it from {_named(next(iter(silent.values())))}"
        )
    every = list(dict.fromkeys(system for systems in silent.values() for system in systems))
    return f"not every metric separates it from {_named(every)}"


def _many_leaders(compared: Compared, best: Mapping[Metric, Sequence[str]]) -> str:
    """Name the leader of each metric; a metric by which all systems are equal names none."""
    leaders = {
        metric: _named(tied) for metric, tied in best.items() if len(tied) < len(compared.evaluation.systems)
    }
    ordered = sorted(leaders, key=lambda metric: list(leaders.values()).index(leaders[metric]))
    parts = [
        f"{leader} by {_labels(compared, list(metrics))}"
        for leader, metrics in groupby(ordered, key=lambda metric: leaders[metric])
    ]
    return f"The metrics name different leaders: {', '.join(parts)}"


def _beside_baseline(compared: Compared, baseline: str) -> str:
    """Count the systems that the metric of claims finds better or worse than the baseline."""
    metric = compared.primary or compared.evaluation.metrics[0]
    pairs = [pair for pair in compared.of(metric) if pair.significant(compared.alpha)]
    better = [_other(pair, baseline) for pair in pairs if pair.better != baseline]
    worse = [_other(pair, baseline) for pair in pairs if pair.better == baseline]
    label, rest = compared.labels[metric], len(compared.of(metric)) - len(pairs)
    said = [f"{_named(better)} significantly better"] if better else []
    said += [f"{_named(worse)} significantly worse"] if worse else []
    said += [f"{_count(rest)} not significantly different"] if rest else []
    return f"Compared with {baseline}, by {label}: {', '.join(said)}"


def _named(systems: Sequence[str]) -> str:
    return " and ".join(systems) if len(systems) <= MOST_NAMED else _count(len(systems))


def _count(number: int) -> str:
    return f"{number} system{'s' * (number != 1)}"


def _labels(compared: Compared, metrics: Sequence[Metric]) -> str:
    names = [compared.labels[metric] for metric in metrics]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
