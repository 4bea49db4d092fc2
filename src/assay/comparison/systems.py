"""Systems compared: scores with intervals, every pair tested, ranks; and power of the set they were scored on.

`compare` and `plan_power` are what `assay compare` and `assay power` compute. Both take an evaluation, whose rows are
added up to units here, so that every test and interval follows the unit that was asked for.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property

from assay.comparison.options import CompareOptions, PowerOptions
from assay.comparison.paired import TESTS, check_number, compare_pairs
from assay.comparison.pairs import Comparison
from assay.comparison.power_analysis import (
    Coverage,
    Plan,
    Power,
    coverage,
    least_units,
    plan_difference,
    power,
    simulated_power,
)
from assay.comparison.resampling import (
    FEW_UNITS,
    Key,
    Progress,
    bootstrap,
    bootstrap_intervals,
    check_units,
    count_units,
)
from assay.comparison.sign_power import WinPower, plan_wins
from assay.comparison.unit_choice import UnitChoice, in_units
from assay.errors import AssayWarning, InputError, OptionError
from assay.metrics import Evaluation, Metric, labels, parse_metric, spec_of
from assay.stats import Interval, Settings

# Shows how many of so many draws are done
Bar = Callable[[int], AbstractContextManager[Progress | None]]


def no_bar(draws: int) -> AbstractContextManager[Progress | None]:
    """Show nothing."""
    return nullcontext()


@dataclass(frozen=True)
class Compared:
    """Everything a comparison report is made of; `evaluation` has a row a segment, whatever the unit was."""

    evaluation: Evaluation
    comparisons: Sequence[Comparison]
    intervals: Mapping[Key, Interval]
    options: CompareOptions
    unit: UnitChoice

    @property
    def settings(self) -> Settings:
        """What chance was allowed to do."""
        return self.options.settings

    @property
    def alpha(self) -> float:
        """The threshold: what the confidence leaves to error."""
        return self.settings.alpha

    @property
    def labels(self) -> dict[Metric, str]:
        """The label of every metric, with options where two would be the same."""
        return labels(self.evaluation.metrics)

    @property
    def primary(self) -> Metric | None:
        """The metric that claims rest on, where one was named."""
        return primary_metric(self.evaluation, self.options.primary)

    @property
    def ordered_systems(self) -> list[str]:
        """The systems from best to worst by the primary metric, or the first."""
        metric = self.primary or self.evaluation.metrics[0]
        sign = -1 if metric.higher_is_better else 1
        return sorted(
            self.evaluation.systems, key=lambda system: sign * self.intervals[metric, system].estimate
        )

    @property
    def all_pairs(self) -> bool:
        """Whether there are ranks: every pair of three systems or more was compared."""
        return self.options.baseline is None and len(self.evaluation.systems) > 2

    def of(self, metric: Metric) -> list[Comparison]:
        """Return the comparisons under one metric."""
        return self._grouped.get((metric, None), [])

    def involving(self, metric: Metric, system: str) -> list[Comparison]:
        """Return the comparisons under one metric that a system takes part in."""
        return self._grouped.get((metric, system), [])

    @cached_property
    def _grouped(self) -> dict[tuple[Metric, str | None], list[Comparison]]:
        """Comparisons by metric, and by metric and system: of hundreds of systems there are too many to search."""
        groups: dict[tuple[Metric, str | None], list[Comparison]] = {}
        for comparison in self.comparisons:
            for system in (None, comparison.first, comparison.second):
                groups.setdefault((comparison.metric, system), []).append(comparison)
        return groups


def primary_metric(evaluation: Evaluation, name: str | None) -> Metric | None:
    """Return the metric of this name, as it is asked for or labelled; refuse one that is not there, or is alone."""
    if name is None:
        return None
    names = labels(evaluation.metrics)
    called = [metric for metric, label in names.items() if name in (spec_of(metric), metric.name, label)]
    known = called or [metric for metric in evaluation.metrics if metric == parse_metric(name)]
    if len(known) != 1:
        there = ", ".join(map(spec_of, evaluation.metrics))
        raise OptionError(
            f"--primary {name} is {'several' if known else 'none'} of the metrics {there}; name one"
        )
    if len(names) == 1:
        raise OptionError(f"--primary {name}: claims rest on the only metric anyway; leave it out")
    return known[0]


def compare(
    evaluation: Evaluation, options: CompareOptions, *, bar: Bar = no_bar, alone: bool = False
) -> Compared:
    """Compare all systems of an evaluation, or all with the baseline, under every metric.

    Where one system may be `alone`, it gets its intervals and is compared with nothing.
    """
    test, settings = TESTS[options.test], options.settings
    if test.warning:
        warnings.warn(test.warning, AssayWarning, stacklevel=2)
    several = len(evaluation.systems) > 1
    if not several and not alone:
        raise InputError(
            f"there is only one system, {evaluation.systems[0]}; give two or more, or score it with assay score"
        )
    check_number(evaluation.systems, options.baseline)
    primary_metric(evaluation, options.primary)
    units, choice = in_units(evaluation, options.unit)
    shared = test.bootstrap is bootstrap  # one set of draws then serves the intervals and the test
    with bar(test.work(settings) + (0 if shared else settings.bootstrap_draws)) as progress:
        check_units(units)
        draws = bootstrap(units, settings, progress)
        comparisons = (
            compare_pairs(
                units,
                options.test,
                settings,
                correction=options.correction,
                baseline=options.baseline,
                progress=progress,
                drawn=draws if shared else None,
            )
            if several
            else []
        )
        intervals = bootstrap_intervals(units, settings, drawn=draws)
    if comparisons:
        _warn_of_few_draws(comparisons, options)
    return Compared(evaluation, comparisons, intervals, options, choice)


def _warn_of_few_draws(comparisons: Sequence[Comparison], options: CompareOptions) -> None:
    """Speak up where even the smallest p-value that the draws can give is not significant after the correction."""
    draws, alpha = comparisons[0].draws, options.settings.alpha
    metric = comparisons[0].metric
    family = 1 if options.correction == "none" else sum(each.metric == metric for each in comparisons)
    if draws and not comparisons[0].exact and family / (draws + 1) >= alpha:
        pairs = "a pair" if family == 1 else f"one of {family} pairs"
        warnings.warn(
            f"{draws:,} draws cannot make {pairs} significant at {alpha:g}; give --draws "
            f"{math.ceil(2 * family / alpha)} or more",
            AssayWarning,
            stacklevel=3,
        )


@dataclass(frozen=True)
class PowerPlan:
    """What a set can show: a plan for every pair, or how often intervals hold the truth."""

    options: PowerOptions
    evaluation: Evaluation  # a row a unit
    unit: UnitChoice
    plans: Sequence[Plan] = ()
    simulated: Sequence[Power] | None = None
    coverages: Sequence[Coverage] = ()


def plan_power(evaluation: Evaluation, options: PowerOptions, *, bar: Bar = no_bar) -> PowerPlan:
    """Say what a set can show, from the outputs of systems on it."""
    (units, choice), settings = in_units(evaluation, options.unit), options.settings
    number, trials = options.segments, options.trials
    if options.coverage:
        with bar(trials) as progress:
            shares = coverage(units, settings, number=number, trials=trials, progress=progress)
        return PowerPlan(options, units, choice, coverages=shares)
    plans = power(
        units,
        settings,
        number=number,
        difference=options.difference,
        wanted=options.power,
        together=options.together(len(evaluation.systems)),
    )
    if not options.simulate:
        least = least_units(settings.alpha, options.together(len(evaluation.systems)))
        _warn_of_few(min(number or count_units(units), count_units(units)), least)
        return PowerPlan(options, units, choice, plans)
    with bar(trials) as progress:
        simulated = simulated_power(
            units,
            options.test,
            settings,
            number=number,
            trials=trials,
            correction=options.correction,
            progress=progress,
        )
    return PowerPlan(options, units, choice, plans, simulated)


def _warn_of_few(number: int, least: int) -> None:
    """Speak up where differences of so few units may be far from normal; not where nothing can be shown anyway."""
    if least <= number < FEW_UNITS:
        warnings.warn(
            f"only {number} units: the approximation is rough; check it with --simulate",
            AssayWarning,
            stacklevel=3,
        )


@dataclass(frozen=True)
class AssumedPower:
    """Power from assumed numbers: how often the difference is found, the least that would be, the units it takes."""

    power: Power
    detectable: float
    needed: int | None
    pairs: int = 1


def assume_power(options: PowerOptions) -> AssumedPower | WinPower:
    """Say what a set could show, from an assumed difference and deviation, or from an assumed share of wins."""
    options.check_outputs(given=False)
    difference, deviation, number = options.difference or 0.0, options.deviation or 0.0, options.segments or 1
    alpha, pairs = options.settings.alpha, options.together()
    if options.win_rate is not None:
        return plan_wins(options.win_rate, number, alpha=alpha, pairs=pairs, wanted=options.power)
    planned = plan_difference(
        difference,
        deviation / number**0.5,
        number,
        asked=number,
        alpha=alpha,
        pairs=pairs,
        wanted=options.power,
    )
    return AssumedPower(*planned, pairs)
