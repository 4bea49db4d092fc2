"""The statistics of agreement with people: one table, in which every statistic says what can be done with it.

To add a correlation, write a function from rows to values (in `assay.stats`, or here) and a line in `STATISTICS`:

    Statistic("footrule", "1 - 3 sum |rank - rank| / (n^2 - 1)", rows=footrule)

It is then a task of `assay meta` (`--tasks seg:footrule:item`), and reports, tests and notes say of it what its fields
say: whether whole systems, segments or both are correlated, what becomes of ties, whether there is an interval, and
whether two metrics can be tested by it. Nothing else asks for the name of a statistic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from assay.data import Array, Scores
from assay.errors import OptionError
from assay.meta.system_pairs import soft_pairwise_accuracy
from assay.meta.ties import Calibration
from assay.stats import Interval, Settings, fisher_interval, gamma, pearson, spearman
from assay.stats.correlate import (
    Counts,
    acc_eq,
    double_ties_against,
    double_ties_for,
    pair_counts,
    somers_d,
    tau_a,
    tau_b,
    tau_c,
    tau_eq,
    ties_against,
)

Level = Literal["system", "document", "segment"]
RowStatistic = Callable[[Array, Array], Array]  # people's rows and a metric's rows to a value a row
PairFormula = Callable[[Counts], Array]  # counts of pairs, five a row, to a value a row
# Value and observations
CellStatistic = Callable[[Scores, Scores, Settings, Sequence[str]], tuple[float, int]]
EVERY_LEVEL: tuple[Level, ...] = ("system", "document", "segment")
EQUAL_TIES = "metric ties: equal scores"


@dataclass(frozen=True)
class Drawn:
    """What the kernel draws again and again where two metrics are tested by a statistic."""

    name: str  # one of `kernel.AGREEMENTS`
    # A metric is right or wrong about each pair: verdicts can be swapped
    by_pairs: bool = False
    # Ties are calibrated anew in every draw, which takes segments
    calibrated: bool = False
    williams: bool = False  # Williams' test is for it


DRAWN: Mapping[str, Drawn] = {
    drawn.name: drawn
    for drawn in (
        Drawn("pearson", williams=True),
        Drawn("spearman"),
        Drawn("tau-b"),
        Drawn("accuracy", by_pairs=True),
        Drawn("acc-eq", by_pairs=True, calibrated=True),
    )
}


@dataclass(frozen=True)
class Calibrated:
    """What a statistic is where the metric's ties are calibrated, and how two metrics are then tested by it."""

    read: Callable[[Calibration], float]
    test: Drawn | None = None


@dataclass(frozen=True)
class Statistic:
    """A statistic of agreement, and what can be done with it.

    One of three says how it is computed: `rows` from rows of people's and of a metric's scores, `pairs` from the counts
    of pairs within rows, or `cells` from all scores of segments of both, as value and number of observations.
    """

    name: str
    formula: str  # as people write it
    used: str = ""  # by whom
    rows: RowStatistic | None = None
    pairs: PairFormula | None = None
    cells: CellStatistic | None = None
    levels: tuple[Level, ...] = EVERY_LEVEL
    ties: str = EQUAL_TIES  # what becomes of them, in words
    interval: Callable[[float, int, float], Interval] | None = (
        None  # of a value, so many systems, and a confidence
    )
    test: Drawn | None = None  # how two metrics are tested by it; None: they are not
    calibrated: Calibrated | None = None  # None: the metric's ties are not calibrated for it
    least: float = -1.0  # value there can be; the highest is 1
    pooled: bool = False  # over language pairs, by counting pairs of systems
    wmt_pooled: bool = False  # WMT counted the pairs of all segments together
    ordered: bool = (
        # Of pairs of outputs that people put in order, all together, as WMT made them of ratings
        False
    )
    listed: bool = True  # in tables of all variants
    aliases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a line of the table that promises what nobody can compute."""
        ways = [way for way in (self.rows, self.pairs, self.cells) if way is not None]
        if (
            len(ways) != 1
            or (self.pooled and self.pairs is None)
            or (self.cells and "segment" in self.levels)
        ):
            raise ValueError(f"{self.name}: give one of rows, pairs (if pooled) and cells (of systems only)")

    def over(self, human: Array, metric: Array, threshold: float = 0.0) -> Array:
        """Return the value of every row; people tie values less than `threshold` apart."""
        if self.pairs is not None:
            return self.pairs(pair_counts(human, metric, threshold=threshold))
        if threshold:
            raise OptionError(
                f"a threshold has no effect on {self.name}; leave it out, or use a variant of tau"
            )
        if self.rows is None:
            raise OptionError(
                f"{self.name} is not a correlation of rows: it needs the scores of all segments"
            )
        return self.rows(human, metric)


def _tau_c(human: Array, metric: Array) -> Array:
    return tau_c(pair_counts(human, metric), human, metric)


def _soft(human: Scores, metric: Scores, settings: Settings, systems: Sequence[str]) -> tuple[float, int]:
    accuracy = soft_pairwise_accuracy(human, metric, settings, systems=systems)
    return accuracy.value, len(accuracy.pairs)


STATISTICS: dict[str, Statistic] = {
    statistic.name: statistic
    for statistic in (
        Statistic(
            "pearson",
            "Pearson's r",
            rows=pearson,
            ties="no rule for ties needed",
            interval=fisher_interval,
            test=DRAWN["pearson"],
        ),
        Statistic(
            "spearman",
            "Pearson's r of ranks",
            rows=spearman,
            ties="ties share their mean rank",
            interval=partial(fisher_interval, ranks=True),
            test=DRAWN["spearman"],
        ),
        Statistic("tau-c", "2 (C - D) / (n^2 (k - 1) / k)", "Stuart 1953", rows=_tau_c),
        Statistic("tau-a", "(C - D) / all", "Kendall 1938", pairs=tau_a),
        Statistic(
            "tau-b",
            "(C - D) / sqrt((C + D + Th)(C + D + Tm))",
            "WMT21 and WMT22",
            pairs=tau_b,
            test=DRAWN["tau-b"],
        ),
        Statistic(
            "tau-13",
            "(C - D) / (C + D)",
            "WMT13 (4a); gamma",
            pairs=gamma,
            wmt_pooled=True,
            aliases=("4a", "gamma"),
        ),
        Statistic(
            "tau-14",
            "(C - D) / (C + D + Tm)",
            "WMT14 to WMT16 (4b); Somers' d",
            pairs=somers_d,
            wmt_pooled=True,
            aliases=("4b", "somers-d"),
        ),
        Statistic(
            "tau-10",
            "(C - D - Tm) / (C + D + Tm)",
            "WMT10 to WMT12 and daRR (4c)",
            pairs=ties_against,
            wmt_pooled=True,
            aliases=("4c",),
        ),
        Statistic(
            "darr",
            "(C - D - Tm) / (C + D + Tm)",
            "WMT17 to WMT20, of pairs at least 25 points apart",
            pairs=ties_against,
            levels=("segment",),
            ordered=True,
            listed=False,  # it is tau-10 of these pairs
        ),
        Statistic(
            "table-5", "(C - D + Thm) / all", "ties integrated", pairs=double_ties_for, wmt_pooled=True
        ),
        Statistic(
            "table-5-error",
            "(C - D - Thm) / all",
            "ties integrated, raw error rates",
            pairs=double_ties_against,
            listed=False,  # our error rates are negated, and need no form of their own
        ),
        Statistic(
            "tau-eq",
            "(C + Thm - D - Th - Tm) / all",
            "Deutsch et al. 2023",
            pairs=tau_eq,
            calibrated=Calibrated(lambda best: best.tau),
        ),
        Statistic(
            "acc-eq",
            "(C + Thm) / all",
            "WMT23 on",
            pairs=acc_eq,
            test=DRAWN["accuracy"],
            least=0.0,
            calibrated=Calibrated(lambda best: best.accuracy, DRAWN["acc-eq"]),
        ),
        Statistic(
            "accuracy",
            "pairs of systems in the right order / all",
            "Kocmi et al. 2021",
            pairs=acc_eq,
            levels=("system",),
            test=DRAWN["accuracy"],
            least=0.0,
            pooled=True,
            listed=False,  # it is acc-eq of whole systems
        ),
        Statistic(
            "spa",
            "1 - mean |p - p|",
            "Thompson et al. 2024",
            cells=_soft,
            levels=("system",),
            least=0.0,
            listed=False,
        ),
    )
}


def find_statistic(name: str) -> Statistic:
    """Return a statistic by its name or alias."""
    if name in STATISTICS:
        return STATISTICS[name]
    aliases = {alias: statistic for statistic in STATISTICS.values() for alias in statistic.aliases}
    if name not in aliases:
        raise OptionError(
            f"statistic={name!r} is not recognised; choose from {', '.join([*STATISTICS, *aliases])}"
        )
    return aliases[name]


def pair_statistics() -> dict[str, Statistic]:
    """Return the statistics that are functions of counts of pairs, the variants of Kendall's tau."""
    return {
        name: statistic
        for name, statistic in STATISTICS.items()
        if statistic.pairs is not None and "segment" in statistic.levels and not statistic.ordered
    }
