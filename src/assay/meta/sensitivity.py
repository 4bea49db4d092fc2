"""What a verdict on metrics depends on: the rule for ties, systems far off the others, and which segments were judged.

The same metrics are put in order several ways, and a change is worth a warning: another winner, or pairs of metrics
that change places. Outlier systems are those further than 2.5 from the median, in units of 1.4826 times the median
distance from it (Mathur, Baldwin and Cohn 2020); where that distance is 0, none are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from assay.data import Array
from assay.errors import counted
from assay.meta.correlations import correlate_systems
from assay.meta.material import Grouping, Material, SystemScores, align, scores_of_systems, system_scores
from assay.meta.pairs import pair_formula
from assay.meta.statistics import STATISTICS
from assay.meta.tasks import TaskTable
from assay.meta.ties import calibrate
from assay.stats.correlate import Counts, pair_counts

# Robust standard deviations from the median (Mathur et al. 2020)
OUTLIER = 2.5
SCORED = "way a metric scores a whole system"
TIE_RULES = ("tau-b", *(rule.name for rule in STATISTICS.values() if rule.wmt_pooled), "acc-eq")
CALIBRATED = "acc-eq calibrated"

Orders = Mapping[str, Mapping[str, float]]  # rule -> metric -> value


@dataclass(frozen=True)
class Dependence:
    """Metrics put in order by several rules; `changed` are pairs of metrics that change places between two of them."""

    kind: str  # "tie rule", "outlier systems", SCORED
    languages: str
    values: Orders
    winners: Mapping[str, str]
    changed: tuple[tuple[str, str], ...]
    detail: str = ""

    @property
    def metrics(self) -> int:
        """How many metrics were put in order."""
        return len(next(iter(self.values.values()), {}))

    @property
    def words(self) -> str:
        """The warning."""
        number = math.comb(self.metrics, 2)
        places = f"{len(self.changed)} of {number} pairs of metrics change their order"
        detail = f" ({self.detail})" if self.detail else ""
        if len(set(self.winners.values())) > 1:
            won = "; ".join(f"{name} by {_listed(rules)}" for name, rules in _by_winner(self.winners).items())
            return f"{self.languages}: the best metric depends on the {self.kind}{detail}: {won}; {places}"
        winner = next(iter(self.winners.values()))
        depends = f"the order of metrics depends on the {self.kind}{detail}"
        return f"{self.languages}: {depends}: {places}; {winner} stays best"


def _listed(rules: Sequence[str]) -> str:
    return ", ".join(rules)


def _by_winner(winners: Mapping[str, str]) -> dict[str, list[str]]:
    rules: dict[str, list[str]] = {}
    for rule, metric in winners.items():
        rules.setdefault(metric, []).append(rule)
    return rules


def dependence(kind: str, languages: str, values: Orders, detail: str = "") -> Dependence | None:
    """Compare the orders that several rules give to the same metrics; nothing where they agree."""
    names = [name for name in next(iter(values.values()), {}) if _known(values, name)]
    if len(names) < 2:
        return None
    orders = {rule: {name: column[name] for name in names} for rule, column in values.items()}
    winners = _winners(orders)
    changed = tuple(
        pair
        for pair in combinations(names, 2)
        if len({_order(column, pair) for column in orders.values()} - {0}) > 1
    )
    return Dependence(kind, languages, orders, winners, changed, detail) if changed else None


def _winners(orders: Orders) -> dict[str, str]:
    """Return the best metric by every rule: one that all rules have at the top, else all that a rule has there."""
    tops = {
        rule: [name for name, value in column.items() if value == max(column.values())]
        for rule, column in orders.items()
    }
    first, *others = tops.values()
    always = [name for name in first if all(name in other for other in others)]
    return {rule: always[0] if always else " and ".join(top) for rule, top in tops.items()}


def _known(values: Orders, name: str) -> bool:
    return all(name in column and not math.isnan(column[name]) for column in values.values())


def _order(column: Mapping[str, float], pair: tuple[str, str]) -> int:
    return int(np.sign(column[pair[0]] - column[pair[1]]))


def outlier_systems(systems: Sequence[str], scores: Array, limit: float = OUTLIER) -> tuple[str, ...]:
    """Return the systems whose score is far from the median of all."""
    known = scores[~np.isnan(scores)]
    if not len(known):
        return ()
    median = float(np.median(known))
    spread = 1.4826 * float(np.median(np.abs(known - median)))
    if spread == 0:
        return ()
    far = np.abs(scores - median) / spread > limit
    return tuple(name for name, out in zip(systems, far.tolist(), strict=True) if out)


@dataclass(frozen=True)
class Outliers:
    """Outlier systems of a language pair, and Pearson's r of every metric with and without them."""

    languages: str
    systems: tuple[str, ...]
    with_all: Mapping[str, float]
    without: Mapping[str, float]


def outliers(material: Material, rule: SystemScores = "corpus") -> Outliers:
    """Find outlier systems by people's scores; `rule` says what a metric's score of a system is."""
    human = material.human.for_systems(material.systems) if material.systems else material.human
    far = outlier_systems(human.systems, system_scores(human, None, rule))
    with_all, without = {}, {}
    for name, metric in material.metrics.items():
        systems, people, scores = scores_of_systems(material, metric, rule)
        near = np.array([one not in far for one in systems], dtype=bool)
        with_all[name] = correlate_systems(people, scores)
        without[name] = correlate_systems(people[near], scores[near])
    return Outliers(material.languages, far, with_all, without)


def tie_rule_dependence(material: Material, grouping: Grouping = "item") -> Dependence | None:
    """Put metrics in order by every rule for ties, and by accuracy with calibrated ones."""
    values: dict[str, dict[str, float]] = {rule: {} for rule in (*TIE_RULES, CALIBRATED)}
    for name, metric in material.metrics.items():
        if not metric.judged.any():
            continue
        systems = material.chosen(metric)
        rows = align(material.human, metric, systems).rows(grouping)
        counts = pair_counts(*rows)
        for rule in TIE_RULES:
            values[rule][name] = _by_rule(counts, rule)
        values[CALIBRATED][name] = calibrate(material.human, metric, grouping, systems=systems).accuracy
    return dependence("tie rule", material.languages, values)


def _by_rule(counts: Counts, rule: str) -> float:
    """Return tau by one rule as it is used: the WMT variants pool pairs, the others are means over groups."""
    formula = pair_formula(rule)
    if STATISTICS[rule].wmt_pooled:
        return float(formula(counts.sum(axis=0)))
    values = formula(counts)
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else math.nan


def outlier_dependence(outliers: Outliers) -> Dependence | None:
    """Put metrics in order by Pearson's r with and without outlier systems."""
    if not outliers.systems:
        return None
    values = {"r with them": outliers.with_all, "r without": outliers.without}
    return dependence("outlier systems", outliers.languages, values, ", ".join(outliers.systems))


def judged_dependence(material: Material) -> Dependence | None:
    """Put metrics in order by Pearson's r of systems: corpus scores, means over judged and all segments, as given."""
    metrics = {name: one for name, one in material.metrics.items() if one.judged.any()}
    totals = all(one.totals is not None for one in metrics.values())
    given: list[SystemScores] = (
        ["given"] if totals and not all(one.pooled for one in metrics.values()) else []
    )
    corpus: list[SystemScores] = ["corpus"] if any(one.pooled for one in metrics.values()) else []
    rules: list[SystemScores] = [*corpus, "mean", "all", *given]
    words = {
        "corpus": "corpus scores",
        "mean": "means over judged segments",
        "all": "means over all segments",
        "given": "scores as given",
    }
    values: dict[str, dict[str, float]] = {words[rule]: {} for rule in rules}
    for name, metric in metrics.items():
        people = scores_of_systems(material, metric, "mean")[1]
        for rule in rules:
            scores = scores_of_systems(material, metric, rule)[2]
            values[words[rule]][name] = correlate_systems(people, scores)
    unjudged = len(material.human.segments) - int(material.human.judged.any(axis=0).sum())
    judged = "is" if unjudged == 1 else "are"
    detail = f"{counted(unjudged, 'segment')} {judged} not judged" if unjudged else ""
    return dependence(SCORED, material.languages, values, detail)


def dependences(table: TaskTable) -> list[Dependence]:
    """Return every reason to be careful with a table, language pair by language pair."""
    every = []
    rule = table.system_score
    for material in table.materials.values():
        every += [
            tie_rule_dependence(material),
            outlier_dependence(outliers(material, rule)),
            judged_dependence(material),
        ]
    return [each for each in every if each is not None]
