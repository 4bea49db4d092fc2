"""Several training runs of one system (Clark et al. 2011): how much is the run's luck, how much the test set's?

`s_opt` is the standard deviation of the runs' scores, `s_sel` the mean over runs of the bootstrap's standard
deviation. Approximate randomisation is stratified: in each unit the runs of both systems are pooled, shuffled
and dealt out again, so that every run lands in exactly one of the two. MultEval's second pseudo-system is not
the complement of the first, so that some runs appear twice and others not at all. The test is conditional on
the runs at hand; Welch's t test on the runs' scores and the two-level bootstrap (runs, then units) carry the
variance of further runs, too.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.comparison.options import CompareOptions
from assay.comparison.paired import check_baseline
from assay.comparison.resampling import BATCH, Progress, Scores, bootstrap, check_units
from assay.comparison.systems import Bar, no_bar
from assay.comparison.unit_choice import UnitChoice, in_units
from assay.data import Array
from assay.errors import AssayWarning, InputError
from assay.metrics import Evaluation, Metric, labels
from assay.stats import Settings, adjust_family, apart, at_least, bounds, signs_p

Runs = Mapping[str, Sequence[str]]  # a system's runs, by the names they have in the evaluation
# Clark et al. (2011) replicate an optimizer three times at least
ENOUGH_RUNS = 3
RUN_SEED = 0x52554E53  # runs are drawn apart from units


@dataclass(frozen=True)
class RunSummary:
    """The scores of a system's runs: their mean and spread, and what the test set adds (s_sel)."""

    metric: Metric
    system: str
    runs: int
    mean: float
    lowest: float
    highest: float
    median_run: str
    s_opt: float
    s_sel: float


@dataclass(frozen=True)
class RunComparison:
    """Two systems with their runs; differences are first minus second of the mean scores.

    `p_value` is that of stratified approximate randomisation, `low` and `high` come from the two-level
    bootstrap, `welch` is the p-value of Welch's t test on the runs' scores, NaN with a single run.
    """

    metric: Metric
    first: str
    second: str
    mean_first: float
    mean_second: float
    difference: float
    low: float
    high: float
    p_value: float
    adjusted: float
    welch: float
    draws: int
    units: int

    def significant(self, alpha: float) -> bool:
        """Tell whether the adjusted p-value is below alpha, and units are enough to show any difference."""
        return self.adjusted < alpha and signs_p(self.units) < alpha


def cautions(runs: Runs) -> list[str]:
    """Return what a reader should know about the number of runs."""
    few = [f"{system} has {len(names)}" for system, names in runs.items() if len(names) < ENOUGH_RUNS]
    said = (
        [f"fewer than {ENOUGH_RUNS} runs say little about the variation between runs: {', '.join(few)}"]
        if few
        else []
    )
    if len({len(names) for names in runs.values()}) > 1:
        counts = ", ".join(f"{system} {len(names)}" for system, names in runs.items())
        said.append(f"systems have different numbers of runs ({counts}); their means over runs are compared")
    return said


def copies(evaluation: Evaluation, runs: Runs) -> list[str]:
    """Name runs of one system that are alike in every segment: a copy says nothing about the spread of runs."""
    return [
        f"{first} and {second} are identical in every segment; a copy makes a system look more consistent than it is"
        for names in runs.values()
        for first, second in combinations(names, 2)
        if all(
            np.array_equal(evaluation.stats[metric, first].rows, evaluation.stats[metric, second].rows)
            for metric in evaluation.metrics
        )
    ]


def summaries(evaluation: Evaluation, runs: Runs, settings: Settings) -> list[RunSummary]:
    """Return the summary of every system under every metric."""
    _check(evaluation, runs)
    draws = bootstrap(evaluation, settings)
    return [
        _summary(evaluation, metric, system, names, draws=draws)
        for metric in evaluation.metrics
        for system, names in runs.items()
    ]


def _summary(
    evaluation: Evaluation, metric: Metric, system: str, names: Sequence[str], *, draws: Scores
) -> RunSummary:
    scores = _scores(evaluation, metric, names)
    order = np.argsort(scores, kind="stable")
    errors = [float(draws[metric, name].std(ddof=1)) for name in names]
    return RunSummary(
        metric=metric,
        system=system,
        runs=len(names),
        mean=float(scores.mean()),
        lowest=float(scores.min()),
        highest=float(scores.max()),
        median_run=names[order[(len(names) - 1) // 2]],
        s_opt=float(scores.std(ddof=1)) if len(names) > 1 else float("nan"),
        s_sel=math.fsum(errors) / len(errors),
    )


def compare_runs(
    evaluation: Evaluation,
    runs: Runs,
    settings: Settings,
    *,
    correction: str = "holm",
    baseline: str | None = None,
    progress: Progress | None = None,
) -> list[RunComparison]:
    """Compare all pairs of systems, or all with the baseline, over all their runs, under every metric."""
    number = _check(evaluation, runs)
    pairs = _pairs(runs, baseline)
    draws = bootstrap(evaluation, settings, progress)
    comparisons: list[RunComparison] = []
    for metric in evaluation.metrics:
        family = [
            _comparison(evaluation, metric, runs, settings, pair=pair, draws=draws, number=number)
            for pair in pairs
        ]
        comparisons += adjust_family(family, correction)
    return comparisons


def _check(evaluation: Evaluation, runs: Runs) -> int:
    for system, names in runs.items():
        if not names:
            raise InputError(f"{system} has no run; give at least one")
        for name in names:
            if name not in evaluation.systems:
                raise InputError(f"{name}, a run of {system}, was not scored")
    every = [name for names in runs.values() for name in names]
    twice = sorted({name for name in every if every.count(name) > 1})
    if twice:
        raise InputError(f"{', '.join(twice)} is given more than once; give each run once")
    return check_units(evaluation)


def _pairs(runs: Runs, baseline: str | None) -> list[tuple[str, str]]:
    if len(runs) < 2:
        raise InputError("there is only one system; a comparison needs the runs of two or more")
    if baseline is None:
        return list(combinations(runs, 2))
    check_baseline(baseline, runs)
    return [(system, baseline) for system in runs if system != baseline]


def _scores(evaluation: Evaluation, metric: Metric, names: Sequence[str]) -> Array:
    return np.array([evaluation.stats[metric, name].total() for name in names])


def _comparison(
    evaluation: Evaluation,
    metric: Metric,
    runs: Runs,
    settings: Settings,
    *,
    pair: tuple[str, str],
    draws: Scores,
    number: int,
) -> RunComparison:
    first, second = (_scores(evaluation, metric, runs[system]) for system in pair)
    difference = float(apart(first.mean(), second.mean()))
    drawn = apart(*(_two_levels(evaluation, metric, runs[system], settings, draws) for system in pair))
    low, high = bounds(difference, drawn, replace(settings, interval="percentile"))
    p_value = _shuffled_p(evaluation, metric, runs[pair[0]], runs[pair[1]], settings=settings)
    return RunComparison(
        metric=metric,
        first=pair[0],
        second=pair[1],
        mean_first=float(first.mean()),
        mean_second=float(second.mean()),
        difference=difference,
        low=low,
        high=high,
        p_value=p_value,
        adjusted=p_value,
        welch=welch_p(first, second),
        draws=settings.permutation_draws,
        units=number,
    )


def _two_levels(
    evaluation: Evaluation, metric: Metric, names: Sequence[str], settings: Settings, draws: Scores
) -> Array:
    """Return the mean score of runs drawn with replacement, on the units of each draw."""
    scores = np.stack([draws[metric, name] for name in names], axis=1)
    seed = ((settings.seed ^ RUN_SEED) + evaluation.systems.index(names[0])) % 2**64
    taken = kernel.resample_sums(np.eye(len(names)), len(scores), seed, kind="with-replacement")
    return np.asarray((taken * scores).sum(axis=1) / len(names))


def _shuffled_p(
    evaluation: Evaluation, metric: Metric, first: Sequence[str], second: Sequence[str], *, settings: Settings
) -> float:
    """Return the p-value of stratified approximate randomisation, two-sided, ties counted, 1 added."""
    pool = [name for name in evaluation.systems if name in {*first, *second}]
    of_first = np.array([name in first for name in pool])
    rows = np.ascontiguousarray(
        np.concatenate([evaluation.stats[metric, name].rows for name in pool], axis=1)
    )
    observed = float(_means_apart(_scores(evaluation, metric, pool), of_first))
    draws, reached = settings.permutation_draws, 0
    step = max(1, BATCH // rows.shape[1])
    for start in range(0, draws, step):
        sums = kernel.shuffle_sums(
            rows, len(pool), min(step, draws - start), settings.seed, first=start, threads=settings.threads
        )
        scores = metric.score(sums.reshape(len(sums), len(pool), -1))
        reached += at_least(_means_apart(scores, of_first), observed)
    return (reached + 1) / (draws + 1)


def _means_apart(scores: Array, of_first: NDArray[np.bool_]) -> Array:
    return apart(scores[..., of_first].mean(axis=-1), scores[..., ~of_first].mean(axis=-1))


def welch_p(first: Array, second: Array) -> float:
    """Return the two-sided p-value of Welch's t test; NaN with a single run on either side."""
    from scipy.special import stdtr

    if min(len(first), len(second)) < 2:
        return float("nan")
    errors = [float(scores.var(ddof=1)) / len(scores) for scores in (first, second)]
    difference = float(apart(first.mean(), second.mean()))
    if sum(errors) <= (1e-12 * max(abs(first).max(), abs(second).max())) ** 2:
        return 0.0 if difference else 1.0
    sizes = (len(first), len(second))
    freedom = sum(errors) ** 2 / sum(error**2 / (size - 1) for error, size in zip(errors, sizes, strict=True))
    return float(2 * stdtr(freedom, -abs(difference) / math.sqrt(sum(errors))))


@dataclass(frozen=True)
class ComparedRuns:
    """Everything a report on several runs is made of."""

    evaluation: Evaluation
    comparisons: Sequence[RunComparison]
    summaries: Sequence[RunSummary]
    cautions: Sequence[str]
    options: CompareOptions
    unit: UnitChoice

    @property
    def settings(self) -> Settings:
        """What chance was allowed to do."""
        return self.options.settings

    @property
    def labels(self) -> dict[Metric, str]:
        """The label of every metric, with options where two would be the same."""
        return labels(self.evaluation.metrics)


def compare_training_runs(
    evaluation: Evaluation, runs: Runs, options: CompareOptions, *, bar: Bar = no_bar
) -> ComparedRuns:
    """Compare systems of which several training runs were scored: `runs` names the runs of each system."""
    check_baseline(options.baseline, runs)
    cautioned = [*cautions(runs), *copies(evaluation, runs)]
    for caution in cautioned:
        warnings.warn(caution, AssayWarning, stacklevel=2)
    (units, choice), settings = in_units(evaluation, options.unit), options.settings
    with bar(settings.bootstrap_draws) as progress:
        comparisons = compare_runs(
            units,
            runs,
            settings,
            correction=options.correction,
            baseline=options.baseline,
            progress=progress,
        )
    return ComparedRuns(evaluation, comparisons, summaries(units, runs, settings), cautioned, options, choice)
